"""The operator file that ``opscope new`` writes: complete, runnable, and meant to be edited."""

from __future__ import annotations

import keyword
from pathlib import Path

from opscope.errors import UsageError

_TEMPLATE = '''"""NAME: say here what is computed and where its shapes come from.

    pytest FILE -p opscope.pytest_plugin --benchmark-only
    opscope dump FILE --compiler torch-inductor
    opscope explain FILE --between torch-inductor jax-jit

Import frameworks and NumPy inside the functions: each framework runs in a process of its own.
Modules beside this file can be imported as usual.
"""

from __future__ import annotations

from typing import Any

from opscope.nouns import Case, Operator, TensorSpec, normal, preset


def inputs(case: Case) -> dict[str, TensorSpec]:
    """Names, shapes and values of the inputs, in calling order."""
    p = case.params
    return {
        "x": TensorSpec((p.rows, p.features)),
        "scale": TensorSpec((p.features,), fill=normal(0.1, mean=1.0)),
    }


def outputs(case: Case) -> dict[str, TensorSpec]:
    return {"y": TensorSpec((case.params.rows, case.params.features))}


def reference(case: Case, x: Any, scale: Any) -> Any:
    """What is right: NumPy in float64. Nothing is timed before it agrees with this."""
    import numpy as np

    return np.tanh(x) * scale


def gradient(case: Case, x: Any, scale: Any, dy: Any) -> Any:
    """Of sum(y * dy) by each floating input, also in float64; only for direction backward."""
    import numpy as np

    return dy * scale * (1 - np.tanh(x) ** 2), (dy * np.tanh(x)).sum(0)


def torch(case: Case) -> Any:
    """Return the function that is compiled and timed; everything static is bound here."""
    import torch

    def NAME(x: Any, scale: Any) -> Any:
        return torch.tanh(x) * scale

    return NAME


def tensorflow(case: Case) -> Any:
    import tensorflow as tf

    def NAME(x: Any, scale: Any) -> Any:
        return tf.tanh(x) * scale

    return NAME


def jax(case: Case) -> Any:
    import jax.numpy as jnp

    def NAME(x: Any, scale: Any) -> Any:
        return jnp.tanh(x) * scale

    return NAME


OPERATOR = Operator(
    name="NAME",
    summary="y = tanh(x) * scale",
    # Sizes are tiny (for checking), small, default (what is timed) and large. A preset from a real
    # model also has a name and a source.
    presets=(
        preset("tiny", rows=8, features=48),
        preset("default", rows=1024, features=1024),
    ),
    inputs=inputs,
    outputs=outputs,
    reference=reference,
    gradient=gradient,
    # floating-point operations of the forward pass; a multiply-add counts two
    flops=lambda case: 2 * case.params.rows * case.params.features,
    # the longest sum that makes one output element: it decides how exact the result must be
    reduction=lambda case: 1,
    directions=("forward", "backward"),
    dtypes=("float32", "bfloat16"),
    # A framework left out here gives the status "unsupported"; unsupported={"jax": "why"} says why.
    implementations={"torch": torch, "tensorflow": tensorflow, "jax": jax},
)
'''


def operator_file(path: Path) -> str:
    """The template for an operator in ``path``, named after the file.

    UsageError if the file's name is no name for an operator.
    """
    if (
        path.suffix != ".py"
        or not path.stem.isidentifier()
        or keyword.iskeyword(path.stem)
        or path.stem.startswith("_")
    ):
        raise UsageError(f"{path}: name it after the operator, such as my_op.py")
    return _TEMPLATE.replace("NAME", path.stem).replace("FILE", path.name)


def write(path: Path) -> None:
    """Write the template to ``path``; UsageError if there is a file already or it cannot be."""
    text = operator_file(path)
    try:
        with path.open("x", encoding="utf-8") as file:
            file.write(text)
    except FileExistsError:
        raise UsageError(f"{path} exists already; choose another name or remove it") from None
    except OSError as error:
        raise UsageError(f"{path}: cannot be written: {error.strerror}") from error

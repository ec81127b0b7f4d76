"""Sum of the element-wise minimum of two short vectors.

The case of pytorch/pytorch#106466: for 192 elements what a call costs outside the kernel decides.
"""

from __future__ import annotations

from typing import Any

from opscope.nouns import Case, Operator, TensorSpec, preset, uniform

REPORT = "pytorch/pytorch#106466"


def inputs(case: Case) -> dict[str, TensorSpec]:
    spec = TensorSpec((case.params.size,), fill=uniform())
    return {"a": spec, "b": spec}


def outputs(case: Case) -> dict[str, TensorSpec]:
    return {"y": TensorSpec(())}


def reference(case: Case, a: Any, b: Any) -> Any:
    import numpy as np

    return np.minimum(a, b).sum()


def gradient(case: Case, a: Any, b: Any, dy: Any) -> Any:
    """Equal values share the slope, as in PyTorch and JAX."""
    import numpy as np

    share = np.where(a == b, 0.5, a < b)
    return dy * share, dy * (1 - share)


def torch(case: Case) -> Any:
    import torch

    def min_sum(a: Any, b: Any) -> Any:
        return torch.minimum(a, b).sum()

    return min_sum


def tensorflow(case: Case) -> Any:
    import tensorflow as tf

    def min_sum(a: Any, b: Any) -> Any:
        return tf.reduce_sum(tf.minimum(a, b))

    return min_sum


def jax(case: Case) -> Any:
    import jax.numpy as jnp

    def min_sum(a: Any, b: Any) -> Any:
        return jnp.minimum(a, b).sum()

    return min_sum


OPERATOR = Operator(
    name="min_sum",
    summary="y = sum(min(a, b))",
    presets=(
        preset("tiny", size=64),
        preset("small", size=4096),
        preset("default", name="pytorch-106466", source=REPORT, size=192),
        preset("large", size=1 << 22),
    ),
    inputs=inputs,
    outputs=outputs,
    reference=reference,
    gradient=gradient,
    flops=lambda case: 2 * case.params.size,
    directions=("forward", "backward"),
    reduction=lambda case: int(case.params.size),
    dtypes=("float32", "float64"),  # TensorFlow gives the slope of equal values to one side
    implementations={"torch": torch, "tensorflow": tensorflow, "jax": jax},
)

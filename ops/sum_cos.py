"""Sum of cosines of a vector: XLA on a CPU fuses both into one loop up to 32 elements only.

The case of openxla/xla#16792; compare the kernels of size 32 and 33.
"""

from __future__ import annotations

from typing import Any

from opscope.nouns import Case, Operator, TensorSpec, preset

REPORT = "openxla/xla#16792"


def inputs(case: Case) -> dict[str, TensorSpec]:
    return {"x": TensorSpec((case.params.size,))}


def outputs(case: Case) -> dict[str, TensorSpec]:
    return {"y": TensorSpec(())}


def reference(case: Case, x: Any) -> Any:
    import numpy as np

    return np.cos(x).sum()


def gradient(case: Case, x: Any, dy: Any) -> Any:
    import numpy as np

    return -dy * np.sin(x)


def torch(case: Case) -> Any:
    import torch

    def sum_cos(x: Any) -> Any:
        return torch.cos(x).sum()

    return sum_cos


def tensorflow(case: Case) -> Any:
    import tensorflow as tf

    def sum_cos(x: Any) -> Any:
        return tf.reduce_sum(tf.cos(x))

    return sum_cos


def jax(case: Case) -> Any:
    import jax.numpy as jnp

    def sum_cos(x: Any) -> Any:
        return jnp.cos(x).sum()

    return sum_cos


OPERATOR = Operator(
    name="sum_cos",
    summary="y = sum(cos(x))",
    presets=(
        preset("tiny", name="xla-16792-32", source=REPORT, size=32),
        preset("tiny", name="xla-16792-33", source=REPORT, size=33),
        preset("small", name="xla-16792-4096", source=REPORT, size=4096),
        preset("default", size=1 << 20),
        preset("large", size=1 << 24),
    ),
    inputs=inputs,
    outputs=outputs,
    reference=reference,
    gradient=gradient,
    flops=lambda case: 2 * case.params.size,
    directions=("forward", "backward"),
    reduction=lambda case: int(case.params.size),
    dtypes=("float32", "float64"),
    implementations={"torch": torch, "tensorflow": tensorflow, "jax": jax},
)

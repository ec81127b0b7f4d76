"""Sum over the first axis of three: the axis that is farthest apart in memory.

The case of jax-ml/jax#25187, where XLA on a CPU was slower than NumPy.
"""

from __future__ import annotations

from typing import Any

from opscope.nouns import Case, Operator, TensorSpec, preset

REPORT = "jax-ml/jax#25187"


def inputs(case: Case) -> dict[str, TensorSpec]:
    p = case.params
    return {"x": TensorSpec((p.leading, p.middle, p.trailing))}


def outputs(case: Case) -> dict[str, TensorSpec]:
    return {"y": TensorSpec((case.params.middle, case.params.trailing))}


def reference(case: Case, x: Any) -> Any:
    return x.sum(0)


def gradient(case: Case, x: Any, dy: Any) -> Any:
    import numpy as np

    return np.broadcast_to(dy, x.shape)


def torch(case: Case) -> Any:
    def sum_leading(x: Any) -> Any:
        return x.sum(0)

    return sum_leading


def tensorflow(case: Case) -> Any:
    import tensorflow as tf

    def sum_leading(x: Any) -> Any:
        return tf.reduce_sum(x, 0)

    return sum_leading


def jax(case: Case) -> Any:
    import jax.numpy as jnp

    def sum_leading(x: Any) -> Any:
        return jnp.sum(x, 0)

    return sum_leading


OPERATOR = Operator(
    name="sum_leading",
    summary="sum over the leading axis, y[j, k] = sum over i of x[i, j, k]",
    presets=(
        preset("tiny", leading=12, middle=8, trailing=10),
        preset("small", leading=32, middle=32, trailing=32),
        preset("default", name="jax-25187", source=REPORT, leading=128, middle=128, trailing=128),
        preset("large", leading=512, middle=256, trailing=256),
    ),
    inputs=inputs,
    outputs=outputs,
    reference=reference,
    gradient=gradient,
    flops=lambda case: inputs(case)["x"].elements,
    directions=("forward", "backward"),
    reduction=lambda case: int(case.params.leading),
    implementations={"torch": torch, "tensorflow": tensorflow, "jax": jax},
)

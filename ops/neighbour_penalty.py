"""Smoothness penalty of a volume: the squared differences of neighbours along each axis, summed.

The case of jax-ml/jax#37465: the forward pass took longer than the forward and backward passes.
"""

from __future__ import annotations

from typing import Any

from opscope.nouns import Case, Operator, TensorSpec, preset

REPORT = "jax-ml/jax#37465"


def inputs(case: Case) -> dict[str, TensorSpec]:
    return {"x": TensorSpec((case.params.side,) * 3)}


def outputs(case: Case) -> dict[str, TensorSpec]:
    return {"y": TensorSpec(())}


def reference(case: Case, x: Any) -> Any:
    import numpy as np

    return sum((np.diff(x, axis=axis) ** 2).sum() for axis in range(3))


def gradient(case: Case, x: Any, dy: Any) -> Any:
    import numpy as np

    dx = np.zeros(x.shape)
    for axis in range(3):
        along, steps = np.moveaxis(dx, axis, 0), 2 * dy * np.diff(np.moveaxis(x, axis, 0), axis=0)
        along[1:] += steps
        along[:-1] -= steps
    return dx


def flops(case: Case) -> int:
    side = case.params.side
    return int(3 * 3 * side * side * (side - 1))


def torch(case: Case) -> Any:
    import torch

    def neighbour_penalty(x: Any) -> Any:
        return sum(torch.diff(x, dim=axis).square().sum() for axis in range(3))

    return neighbour_penalty


def tensorflow(case: Case) -> Any:
    import tensorflow as tf

    def neighbour_penalty(x: Any) -> Any:
        steps = (x[1:] - x[:-1], x[:, 1:] - x[:, :-1], x[:, :, 1:] - x[:, :, :-1])
        return sum(tf.reduce_sum(tf.square(step)) for step in steps)

    return neighbour_penalty


def jax(case: Case) -> Any:
    import jax.numpy as jnp

    def neighbour_penalty(x: Any) -> Any:
        return sum(jnp.square(jnp.diff(x, axis=axis)).sum() for axis in range(3))

    return neighbour_penalty


OPERATOR = Operator(
    name="neighbour_penalty",
    summary="y = sum over the three axes of sum((x[i + 1] - x[i])^2)",
    presets=(
        preset("tiny", side=6),
        preset("small", side=24),
        preset("default", side=96),
        preset("large", name="jax-37465", source=REPORT, side=256),
    ),
    inputs=inputs,
    outputs=outputs,
    reference=reference,
    gradient=gradient,
    flops=flops,
    directions=("forward", "backward"),
    reduction=lambda case: int(3 * case.params.side**3),
    dtypes=("float32", "float64"),
    implementations={"torch": torch, "tensorflow": tensorflow, "jax": jax},
)

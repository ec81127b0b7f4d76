"""Softmax over the first axis: each sum strides through memory."""

from __future__ import annotations

from typing import Any

from opscope import reference as ref
from opscope.nouns import Case, Operator, TensorSpec, preset


def inputs(case: Case) -> dict[str, TensorSpec]:
    return {"x": TensorSpec((case.params.rows, case.params.features))}


def outputs(case: Case) -> dict[str, TensorSpec]:
    return {"y": TensorSpec((case.params.rows, case.params.features))}


def reference(case: Case, x: Any) -> Any:
    return ref.softmax(x, 0)


def gradient(case: Case, x: Any, dy: Any) -> Any:
    return ref.softmax_gradient(ref.softmax(x, 0), dy, 0)


def torch(case: Case) -> Any:
    import torch

    def softmax_outer(x: Any) -> Any:
        return torch.softmax(x, 0)

    return softmax_outer


def tensorflow(case: Case) -> Any:
    import tensorflow as tf

    def softmax_outer(x: Any) -> Any:
        return tf.nn.softmax(x, 0)

    return softmax_outer


def jax(case: Case) -> Any:
    import jax

    def softmax_outer(x: Any) -> Any:
        return jax.nn.softmax(x, 0)

    return softmax_outer


OPERATOR = Operator(
    name="softmax_outer",
    summary="softmax over the first axis of a matrix",
    presets=(
        preset("tiny", rows=24, features=20),
        preset("small", rows=256, features=128),
        preset("default", rows=1024, features=1024),
        preset("large", rows=4096, features=4096),
    ),
    inputs=inputs,
    outputs=outputs,
    reference=reference,
    gradient=gradient,
    flops=lambda case: 4 * case.params.rows * case.params.features,  # shift, exp, sum, divide
    reduction=lambda case: int(case.params.rows),
    directions=("forward", "backward"),
    implementations={"torch": torch, "tensorflow": tensorflow, "jax": jax},
)

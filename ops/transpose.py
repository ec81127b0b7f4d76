"""A matrix written out transposed: no arithmetic, all strides."""

from __future__ import annotations

from typing import Any

from opscope.nouns import Case, Operator, TensorSpec, preset
from opscope.ops._tensors import one_matrix


def outputs(case: Case) -> dict[str, TensorSpec]:
    return {"y": TensorSpec((case.params.features, case.params.rows))}


def reference(case: Case, x: Any) -> Any:
    return x.T


def gradient(case: Case, x: Any, dy: Any) -> Any:
    return dy.T


def torch(case: Case) -> Any:
    def transpose(x: Any) -> Any:
        return x.t().contiguous()

    return transpose


def tensorflow(case: Case) -> Any:
    import tensorflow as tf

    def transpose(x: Any) -> Any:
        return tf.transpose(x)

    return transpose


def jax(case: Case) -> Any:
    import jax.numpy as jnp

    def transpose(x: Any) -> Any:
        return jnp.transpose(x)

    return transpose


OPERATOR = Operator(
    name="transpose",
    summary="transposed copy, y[j, i] = x[i, j]",
    presets=(
        preset("tiny", rows=12, features=40),
        preset("small", rows=128, features=256),
        preset("default", rows=1024, features=2048),
        preset("large", rows=8192, features=8192),
    ),
    inputs=one_matrix,
    outputs=outputs,
    reference=reference,
    gradient=gradient,
    flops=lambda case: 0,
    directions=("forward", "backward"),
    backward_flops=lambda case: 0,
    implementations={"torch": torch, "tensorflow": tensorflow, "jax": jax},
)

"""Dropout with a given mask, so that every framework drops the same values."""

from __future__ import annotations

from typing import Any

from opscope.nouns import Case, Operator, TensorSpec, bernoulli, preset
from opscope.ops._tensors import elements, matrix, same_matrix

SCALE = 1 / (1 - 0.1)


def inputs(case: Case) -> dict[str, TensorSpec]:
    shape = matrix(case)
    return {"x": TensorSpec(shape), "keep": TensorSpec(shape, dtype="bool", fill=bernoulli(0.9))}


def reference(case: Case, x: Any, keep: Any) -> Any:
    return x * keep * SCALE


def gradient(case: Case, x: Any, keep: Any, dy: Any) -> Any:
    return dy * keep * SCALE


def torch(case: Case) -> Any:
    import torch

    def dropout(x: Any, keep: Any) -> Any:
        return torch.where(keep, x * SCALE, 0.0)

    return dropout


def tensorflow(case: Case) -> Any:
    import tensorflow as tf

    def dropout(x: Any, keep: Any) -> Any:
        return tf.where(keep, x * SCALE, tf.zeros_like(x))

    return dropout


def jax(case: Case) -> Any:
    import jax.numpy as jnp

    def dropout(x: Any, keep: Any) -> Any:
        return jnp.where(keep, x * SCALE, 0.0)

    return dropout


OPERATOR = Operator(
    name="dropout",
    summary="dropout with a given mask, y = x / (1 - rate) where kept, 0 elsewhere",
    presets=(
        preset("tiny", rows=8, features=48),
        preset("small", rows=128, features=256),
        preset("default", rows=1024, features=1024),
        preset("large", rows=8192, features=4096),
    ),
    inputs=inputs,
    outputs=same_matrix,
    reference=reference,
    gradient=gradient,
    flops=elements,
    directions=("forward", "backward"),
    implementations={"torch": torch, "tensorflow": tensorflow, "jax": jax},
)

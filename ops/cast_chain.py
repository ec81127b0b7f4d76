"""A chain of conversions: to bfloat16, multiplied there, to float32, added there, to float16.

Forward only: the slope of rounding is a convention. XLA may skip the rounding to bfloat16 (its
excess precision); the float16 tolerance admits both.
"""

from __future__ import annotations

from typing import Any

from opscope.nouns import Case, Operator, TensorSpec, preset
from opscope.ops._tensors import elements, matrix, one_matrix


def outputs(case: Case) -> dict[str, TensorSpec]:
    return {"y": TensorSpec(matrix(case), dtype="float16")}


def reference(case: Case, x: Any) -> Any:
    return x * 1.5 + x


def torch(case: Case) -> Any:
    import torch

    def cast_chain(x: Any) -> Any:
        return ((x.to(torch.bfloat16) * 1.5).float() + x.float()).half()

    return cast_chain


def tensorflow(case: Case) -> Any:
    import tensorflow as tf

    def cast_chain(x: Any) -> Any:
        scaled = tf.cast(x, tf.bfloat16) * 1.5
        return tf.cast(tf.cast(scaled, tf.float32) + tf.cast(x, tf.float32), tf.float16)

    return cast_chain


def jax(case: Case) -> Any:
    import jax.numpy as jnp

    def cast_chain(x: Any) -> Any:
        scaled = x.astype(jnp.bfloat16) * 1.5
        return (scaled.astype(jnp.float32) + x.astype(jnp.float32)).astype(jnp.float16)

    return cast_chain


OPERATOR = Operator(
    name="cast_chain",
    summary="conversion chain, y = float16(float32(bfloat16(x) * 1.5) + x)",
    presets=(
        preset("tiny", rows=8, features=48),
        preset("small", rows=128, features=256),
        preset("default", rows=1024, features=1024),
        preset("large", rows=8192, features=4096),
    ),
    inputs=one_matrix,
    outputs=outputs,
    reference=reference,
    flops=lambda case: 2 * elements(case),
    implementations={"torch": torch, "tensorflow": tensorflow, "jax": jax},
)

"""Layer normalisation over the last axis with scale and shift, epsilon 1e-5 inside the root."""

from __future__ import annotations

from typing import Any

from opscope import reference as ref
from opscope.nouns import Case, Operator, TensorSpec, normal, preset

EPSILON = 1e-5  # PyTorch's default; Keras has 1e-3, so it is passed everywhere


def inputs(case: Case) -> dict[str, TensorSpec]:
    p = case.params
    return {
        "x": TensorSpec((p.rows, p.features)),
        "weight": TensorSpec((p.features,), fill=normal(0.1, mean=1.0)),
        "bias": TensorSpec((p.features,), fill=normal(0.1)),
    }


def outputs(case: Case) -> dict[str, TensorSpec]:
    return {"y": TensorSpec((case.params.rows, case.params.features))}


def reference(case: Case, x: Any, weight: Any, bias: Any) -> Any:
    return ref.normalise(x, -1, EPSILON)[0] * weight + bias


def gradient(case: Case, x: Any, weight: Any, bias: Any, dy: Any) -> Any:
    normalised, inverse = ref.normalise(x, -1, EPSILON)
    dx = ref.normalise_gradient(normalised, inverse, dy * weight, -1)
    return dx, (dy * normalised).sum(0), dy.sum(0)


def torch(case: Case) -> Any:
    import torch.nn.functional as F

    features = (case.params.features,)

    def layernorm(x: Any, weight: Any, bias: Any) -> Any:
        return F.layer_norm(x, features, weight, bias, EPSILON)

    return layernorm


def tensorflow(case: Case) -> Any:
    import tensorflow as tf

    def layernorm(x: Any, weight: Any, bias: Any) -> Any:
        mean, variance = tf.nn.moments(x, axes=[-1], keepdims=True)
        return tf.nn.batch_normalization(x, mean, variance, bias, weight, EPSILON)

    return layernorm


def jax(case: Case) -> Any:
    import jax
    import jax.numpy as jnp

    def layernorm(x: Any, weight: Any, bias: Any) -> Any:
        mean = jnp.mean(x, axis=-1, keepdims=True)
        variance = jnp.var(x, axis=-1, keepdims=True)
        return (x - mean) * jax.lax.rsqrt(variance + EPSILON) * weight + bias

    return layernorm


OPERATOR = Operator(
    name="layernorm",
    summary="layer normalisation over the last axis, with scale and shift",
    presets=(
        preset("tiny", rows=8, features=48),
        preset("small", rows=128, features=256),
        preset("default", rows=1024, features=1024),
        preset("large", rows=4096, features=4096),
    ),
    inputs=inputs,
    outputs=outputs,
    reference=reference,
    gradient=gradient,
    # mean 1, centre 1, square and sum 2, scale 1, weight 1, bias 1: 7 an element
    flops=lambda case: 7 * case.params.rows * case.params.features,
    reduction=lambda case: int(case.params.features),
    directions=("forward", "backward"),
    implementations={"torch": torch, "tensorflow": tensorflow, "jax": jax},
)

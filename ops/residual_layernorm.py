"""Residual addition and layer normalisation; the sum is an output too, for the next residual."""

from __future__ import annotations

from typing import Any

from opscope import reference as ref
from opscope.nouns import Case, Operator, TensorSpec, normal, preset

EPSILON = 1e-5
GPT2 = "GPT-2 (small): 768 features, 8 sequences of 1024; openai/gpt-2 hparams"


def inputs(case: Case) -> dict[str, TensorSpec]:
    p = case.params
    return {
        "x": TensorSpec((p.rows, p.features)),
        "residual": TensorSpec((p.rows, p.features)),
        "weight": TensorSpec((p.features,), fill=normal(0.1, mean=1.0)),
        "bias": TensorSpec((p.features,), fill=normal(0.1)),
    }


def outputs(case: Case) -> dict[str, TensorSpec]:
    spec = TensorSpec((case.params.rows, case.params.features))
    return {"y": spec, "total": spec}


def reference(case: Case, x: Any, residual: Any, weight: Any, bias: Any) -> Any:
    total = x + residual
    return ref.normalise(total, -1, EPSILON)[0] * weight + bias, total


def gradient(
    case: Case, x: Any, residual: Any, weight: Any, bias: Any, dy: Any, dtotal: Any
) -> Any:
    normalised, inverse = ref.normalise(x + residual, -1, EPSILON)
    dx = ref.normalise_gradient(normalised, inverse, dy * weight, -1) + dtotal
    return dx, dx, (dy * normalised).sum(0), dy.sum(0)


def torch(case: Case) -> Any:
    import torch.nn.functional as F

    features = (case.params.features,)

    def residual_layernorm(x: Any, residual: Any, weight: Any, bias: Any) -> Any:
        total = x + residual
        return F.layer_norm(total, features, weight, bias, EPSILON), total

    return residual_layernorm


def tensorflow(case: Case) -> Any:
    import tensorflow as tf

    def residual_layernorm(x: Any, residual: Any, weight: Any, bias: Any) -> Any:
        total = x + residual
        mean, variance = tf.nn.moments(total, axes=[-1], keepdims=True)
        return tf.nn.batch_normalization(total, mean, variance, bias, weight, EPSILON), total

    return residual_layernorm


def jax(case: Case) -> Any:
    import jax
    import jax.numpy as jnp

    def residual_layernorm(x: Any, residual: Any, weight: Any, bias: Any) -> Any:
        total = x + residual
        mean = jnp.mean(total, axis=-1, keepdims=True)
        variance = jnp.var(total, axis=-1, keepdims=True)
        return (total - mean) * jax.lax.rsqrt(variance + EPSILON) * weight + bias, total

    return residual_layernorm


OPERATOR = Operator(
    name="residual_layernorm",
    summary="total = x + residual, y = layernorm(total)",
    presets=(
        preset("tiny", rows=8, features=48),
        preset("small", rows=128, features=256),
        preset("default", rows=1024, features=1024),
        preset("large", rows=4096, features=4096),
        preset("large", name="gpt2", source=GPT2, rows=8 * 1024, features=768),
    ),
    inputs=inputs,
    outputs=outputs,
    reference=reference,
    gradient=gradient,
    # addition 1, layer normalisation 7
    flops=lambda case: 8 * case.params.rows * case.params.features,
    reduction=lambda case: int(case.params.features),
    directions=("forward", "backward"),
    implementations={"torch": torch, "tensorflow": tensorflow, "jax": jax},
)

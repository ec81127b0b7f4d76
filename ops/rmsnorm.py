"""Root-mean-square normalisation over the last axis (arXiv:1910.07467)."""

from __future__ import annotations

from typing import Any

from opscope.nouns import Case, Operator, TensorSpec, normal, preset

EPSILON = 1e-5  # Llama's
LLAMA = "Llama-3-8B: hidden size 4096, rms_norm_eps 1e-5; its config.json"


def inputs(case: Case) -> dict[str, TensorSpec]:
    p = case.params
    return {
        "x": TensorSpec((p.rows, p.features)),
        "weight": TensorSpec((p.features,), fill=normal(0.1, mean=1.0)),
    }


def outputs(case: Case) -> dict[str, TensorSpec]:
    return {"y": TensorSpec((case.params.rows, case.params.features))}


def _inverse(x: Any) -> Any:
    return ((x**2).mean(-1, keepdims=True) + EPSILON) ** -0.5


def reference(case: Case, x: Any, weight: Any) -> Any:
    return x * _inverse(x) * weight


def gradient(case: Case, x: Any, weight: Any, dy: Any) -> Any:
    inverse = _inverse(x)
    normalised, dn = x * inverse, dy * weight
    dx = inverse * (dn - normalised * (dn * normalised).mean(-1, keepdims=True))
    return dx, (dy * normalised).sum(0)


def torch(case: Case) -> Any:
    import torch.nn.functional as F

    features = (case.params.features,)

    def rmsnorm(x: Any, weight: Any) -> Any:
        return F.rms_norm(x, features, weight, EPSILON)

    return rmsnorm


def tensorflow(case: Case) -> Any:
    import tensorflow as tf

    def rmsnorm(x: Any, weight: Any) -> Any:
        mean_square = tf.reduce_mean(tf.square(x), -1, keepdims=True)
        return x * tf.math.rsqrt(mean_square + EPSILON) * weight

    return rmsnorm


def jax(case: Case) -> Any:
    import jax
    import jax.numpy as jnp

    def rmsnorm(x: Any, weight: Any) -> Any:
        mean_square = jnp.mean(jnp.square(x), -1, keepdims=True)
        return x * jax.lax.rsqrt(mean_square + EPSILON) * weight

    return rmsnorm


OPERATOR = Operator(
    name="rmsnorm",
    summary="root-mean-square normalisation, y = x / sqrt(mean(x^2) + epsilon) * weight",
    presets=(
        preset("tiny", rows=8, features=48),
        preset("small", rows=128, features=256),
        preset("default", rows=1024, features=1024),
        preset("large", rows=4096, features=8192),
        preset("large", name="llama3-8b", source=LLAMA, rows=2048, features=4096),
    ),
    inputs=inputs,
    outputs=outputs,
    reference=reference,
    gradient=gradient,
    # square and sum 2, scale 1, weight 1: 4 an element
    flops=lambda case: 4 * case.params.rows * case.params.features,
    reduction=lambda case: int(case.params.features),
    directions=("forward", "backward"),
    dtypes=("float32", "bfloat16", "float16"),
    implementations={"torch": torch, "tensorflow": tensorflow, "jax": jax},
)

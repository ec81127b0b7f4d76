"""Root-mean-square normalisation over the last axis (arXiv:1910.07467)."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from opscope.nouns import Case, Operator, TensorSpec, normal, preset

if TYPE_CHECKING:
    import triton.language as tl

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


def triton(case: Case) -> Any:
    """One program a row, the whole row in registers."""
    global tl
    import torch
    import triton
    import triton.language as tl

    @triton.jit
    def rmsnorm_kernel(x, weight, y, stride, features, epsilon, BLOCK: tl.constexpr):
        row = tl.program_id(0) * stride
        column = tl.arange(0, BLOCK)
        inside = column < features
        values = tl.load(x + row + column, mask=inside, other=0.0).to(tl.float32)
        inverse = tl.rsqrt(tl.sum(values * values, 0) / features + epsilon)
        y_values = values * inverse * tl.load(weight + column, mask=inside).to(tl.float32)
        tl.store(y + row + column, y_values.to(y.dtype.element_ty), mask=inside)

    def rmsnorm(x: Any, weight: Any) -> Any:
        y = torch.empty_like(x)
        rows, features = x.shape
        block = triton.next_power_of_2(features)
        warps = min(16, max(4, block // 512))
        rmsnorm_kernel[(rows,)](
            x, weight, y, x.stride(0), features, EPSILON, BLOCK=block, num_warps=warps
        )
        return y

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
    implementations={"torch": torch, "tensorflow": tensorflow, "jax": jax, "triton": triton},
)

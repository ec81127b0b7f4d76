"""Layer normalisation over the last axis with scale and shift, epsilon 1e-5 inside the root."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from opscope import reference as ref
from opscope.nouns import Case, Operator, TensorSpec, normal, preset

if TYPE_CHECKING:
    import triton.language as tl

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


def triton(case: Case) -> Any:
    """One program a row, the whole row in registers."""
    global tl
    import torch
    import triton
    import triton.language as tl

    @triton.jit
    def layernorm_kernel(x, weight, bias, y, stride, features, epsilon, BLOCK: tl.constexpr):
        row = tl.program_id(0) * stride
        column = tl.arange(0, BLOCK)
        inside = column < features
        values = tl.load(x + row + column, mask=inside, other=0.0).to(tl.float32)
        centred = tl.where(inside, values - tl.sum(values, 0) / features, 0.0)
        inverse = tl.rsqrt(tl.sum(centred * centred, 0) / features + epsilon)
        scale = tl.load(weight + column, mask=inside).to(tl.float32)
        shift = tl.load(bias + column, mask=inside).to(tl.float32)
        y_values = centred * inverse * scale + shift
        tl.store(y + row + column, y_values.to(y.dtype.element_ty), mask=inside)

    def layernorm(x: Any, weight: Any, bias: Any) -> Any:
        y = torch.empty_like(x)
        rows, features = x.shape
        block = triton.next_power_of_2(features)
        warps = min(16, max(4, block // 512))
        layernorm_kernel[(rows,)](
            x, weight, bias, y, x.stride(0), features, EPSILON, BLOCK=block, num_warps=warps
        )
        return y

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
    dtypes=("float32", "bfloat16", "float16"),
    implementations={"torch": torch, "tensorflow": tensorflow, "jax": jax, "triton": triton},
)

"""A transformer encoder block with normalisation first, as in ViT."""

from __future__ import annotations

import math
from typing import Any

from opscope import reference as ref
from opscope.nouns import Case, Operator, TensorSpec, normal, preset

EPSILON = 1e-6  # ViT's
VIT = "ViT-B/16 (arXiv:2010.11929): 768 features, 12 heads, 196 patches and the class token"
BERT = "BERT-base (arXiv:1810.04805): 768 features, 12 heads, sequence 512 (there with norm last)"


def inputs(case: Case) -> dict[str, TensorSpec]:
    p = case.params

    def weight(rows: int, columns: int) -> TensorSpec:
        return TensorSpec((rows, columns), fill=normal(rows**-0.5))

    def vector(size: int, mean: float = 0.0) -> TensorSpec:
        return TensorSpec((size,), fill=normal(0.1, mean=mean))

    return {
        "x": TensorSpec((p.batch, p.seq, p.features)),
        "scale1": vector(p.features, 1.0),
        "shift1": vector(p.features),
        "w_qkv": weight(p.features, 3 * p.features),
        "b_qkv": vector(3 * p.features),
        "w_out": weight(p.features, p.features),
        "b_out": vector(p.features),
        "scale2": vector(p.features, 1.0),
        "shift2": vector(p.features),
        "w_up": weight(p.features, 4 * p.features),
        "b_up": vector(4 * p.features),
        "w_down": weight(4 * p.features, p.features),
        "b_down": vector(p.features),
    }


def outputs(case: Case) -> dict[str, TensorSpec]:
    return {"y": inputs(case)["x"]}


def _split(case: Case, qkv: Any) -> Any:
    """[batch, seq, 3 * features] to three of [batch, heads, seq, dim]."""
    p = case.params
    return qkv.reshape(p.batch, p.seq, 3, p.heads, -1).transpose(2, 0, 3, 1, 4)


def _merge(x: Any) -> Any:
    batch, heads, seq, dim = x.shape
    return x.transpose(0, 2, 1, 3).reshape(batch, seq, heads * dim)


def _forward(case: Case, x: Any, w: Any) -> dict[str, Any]:
    """All intermediate values, by name; ``w`` maps the names of the other inputs to arrays."""
    n1, inverse1 = ref.normalise(x, -1, EPSILON)
    a1 = n1 * w["scale1"] + w["shift1"]
    qkv = _split(case, a1 @ w["w_qkv"] + w["b_qkv"])
    mixed = _merge(ref.attention(*qkv))
    middle = x + mixed @ w["w_out"] + w["b_out"]
    n2, inverse2 = ref.normalise(middle, -1, EPSILON)
    a2 = n2 * w["scale2"] + w["shift2"]
    up = a2 @ w["w_up"] + w["b_up"]
    y = middle + ref.gelu(up) @ w["w_down"] + w["b_down"]
    return {
        "n1": n1, "inverse1": inverse1, "a1": a1, "qkv": qkv, "mixed": mixed, "n2": n2,
        "inverse2": inverse2, "a2": a2, "up": up, "y": y,
    }  # fmt: skip


def reference(case: Case, x: Any, *weights: Any) -> Any:
    names = list(inputs(case))[1:]
    return _forward(case, x, dict(zip(names, weights, strict=True)))["y"]


def gradient(case: Case, x: Any, *weights_and_dy: Any) -> Any:
    import numpy as np

    *weights, dy = weights_and_dy
    w = dict(zip(list(inputs(case))[1:], weights, strict=True))
    f = _forward(case, x, w)

    def by_weight(left: Any, right: Any) -> Any:
        return np.tensordot(left, right, axes=((0, 1), (0, 1)))

    def total(slope: Any) -> Any:
        return slope.sum((0, 1))

    dup = dy @ w["w_down"].T * ref.gelu_slope(f["up"])
    da2 = dup @ w["w_up"].T
    dmiddle = dy + ref.normalise_gradient(f["n2"], f["inverse2"], da2 * w["scale2"], -1)
    heads = case.params.heads
    dmixed = (dmiddle @ w["w_out"].T).reshape(*dy.shape[:2], heads, -1).transpose(0, 2, 1, 3)
    q, k, v = f["qkv"]
    dqkv = np.concatenate([_merge(d) for d in ref.attention_gradient(q, k, v, dmixed)], -1)
    da1 = dqkv @ w["w_qkv"].T
    dx = dmiddle + ref.normalise_gradient(f["n1"], f["inverse1"], da1 * w["scale1"], -1)
    return (
        dx,
        total(da1 * f["n1"]),
        total(da1),
        by_weight(f["a1"], dqkv),
        total(dqkv),
        by_weight(f["mixed"], dmiddle),
        total(dmiddle),
        total(da2 * f["n2"]),
        total(da2),
        by_weight(f["a2"], dup),
        total(dup),
        by_weight(ref.gelu(f["up"]), dy),
        total(dy),
    )


def torch(case: Case) -> Any:
    import torch.nn.functional as F

    p = case.params
    shape, features = (p.batch, p.seq, 3, p.heads, p.features // p.heads), (p.features,)

    def transformer_block(
        x: Any, scale1: Any, shift1: Any, w_qkv: Any, b_qkv: Any, w_out: Any, b_out: Any,
        scale2: Any, shift2: Any, w_up: Any, b_up: Any, w_down: Any, b_down: Any,
    ) -> Any:  # fmt: skip
        qkv = F.layer_norm(x, features, scale1, shift1, EPSILON) @ w_qkv + b_qkv
        q, k, v = qkv.view(shape).permute(2, 0, 3, 1, 4)
        mixed = F.scaled_dot_product_attention(q, k, v).transpose(1, 2).reshape(x.shape)
        x = x + mixed @ w_out + b_out
        up = F.layer_norm(x, features, scale2, shift2, EPSILON) @ w_up + b_up
        return x + F.gelu(up) @ w_down + b_down

    return transformer_block


def tensorflow(case: Case) -> Any:
    import tensorflow as tf

    p = case.params
    dim = p.features // p.heads
    shape, flat = (p.batch, p.seq, 3, p.heads, dim), (p.batch, p.seq, p.features)

    def normalised(x: Any, scale: Any, shift: Any) -> Any:
        mean, variance = tf.nn.moments(x, axes=[-1], keepdims=True)
        return tf.nn.batch_normalization(x, mean, variance, shift, scale, EPSILON)

    def transformer_block(
        x: Any, scale1: Any, shift1: Any, w_qkv: Any, b_qkv: Any, w_out: Any, b_out: Any,
        scale2: Any, shift2: Any, w_up: Any, b_up: Any, w_down: Any, b_down: Any,
    ) -> Any:  # fmt: skip
        qkv = normalised(x, scale1, shift1) @ w_qkv + b_qkv
        q, k, v = tf.unstack(tf.transpose(tf.reshape(qkv, shape), (2, 0, 3, 1, 4)))
        weights = tf.nn.softmax(tf.matmul(q, k, transpose_b=True) * (1 / math.sqrt(dim)))
        mixed = tf.reshape(tf.transpose(weights @ v, (0, 2, 1, 3)), flat)
        x = x + mixed @ w_out + b_out
        up = normalised(x, scale2, shift2) @ w_up + b_up
        return x + tf.nn.gelu(up, approximate=False) @ w_down + b_down

    return transformer_block


def jax(case: Case) -> Any:
    import jax
    import jax.numpy as jnp

    p = case.params
    shape = (p.batch, p.seq, 3, p.heads, p.features // p.heads)

    def normalised(x: Any, scale: Any, shift: Any) -> Any:
        mean, variance = jnp.mean(x, -1, keepdims=True), jnp.var(x, -1, keepdims=True)
        return (x - mean) * jax.lax.rsqrt(variance + EPSILON) * scale + shift

    def transformer_block(
        x: Any, scale1: Any, shift1: Any, w_qkv: Any, b_qkv: Any, w_out: Any, b_out: Any,
        scale2: Any, shift2: Any, w_up: Any, b_up: Any, w_down: Any, b_down: Any,
    ) -> Any:  # fmt: skip
        qkv = (normalised(x, scale1, shift1) @ w_qkv + b_qkv).reshape(shape)
        mixed = jax.nn.dot_product_attention(qkv[:, :, 0], qkv[:, :, 1], qkv[:, :, 2])
        x = x + mixed.reshape(x.shape) @ w_out + b_out
        up = normalised(x, scale2, shift2) @ w_up + b_up
        return x + jax.nn.gelu(up, approximate=False) @ w_down + b_down

    return transformer_block


def flops(case: Case) -> int:
    """Per token: four products of features^2 * (3 + 1 + 4 + 4), the scores, and about 60 more."""
    p = case.params
    products = 24 * p.features**2
    attention = 4 * p.seq * p.features + 5 * p.seq * p.heads
    # two normalisations 7 each, biases 3 + 1 + 4 + 1, residuals 2, gelu 5 on 4
    others = p.features * (14 + 9 + 2 + 20)
    return int(p.batch * p.seq * (products + attention + others))


OPERATOR = Operator(
    name="transformer_block",
    summary="x = x + attention(norm(x)); y = x + mlp(norm(x))",
    presets=(
        preset("tiny", batch=2, seq=10, features=32, heads=2),
        preset("small", batch=1, seq=64, features=128, heads=4),
        preset("default", batch=1, seq=128, features=384, heads=6),
        preset("large", batch=4, seq=512, features=1024, heads=16),
        preset("large", name="vit", source=VIT, batch=8, seq=197, features=768, heads=12),
        preset("large", name="bert", source=BERT, batch=8, seq=512, features=768, heads=12),
    ),
    inputs=inputs,
    outputs=outputs,
    reference=reference,
    gradient=gradient,
    flops=flops,
    reduction=lambda case: int(4 * case.params.features),
    directions=("forward", "backward"),
    tolerance=2,  # a dozen operations in a row, each rounded
    implementations={"torch": torch, "tensorflow": tensorflow, "jax": jax},
)

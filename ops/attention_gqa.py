"""Grouped-query attention (arXiv:2305.13245), causal: several query heads share one key head."""

from __future__ import annotations

import math
from typing import Any

from opscope import reference as ref
from opscope.nouns import Case, Operator, Program, TensorSpec, preset

LLAMA = "Llama-3-8B: 32 query heads, 8 key heads of 128; its config.json"


def inputs(case: Case) -> dict[str, TensorSpec]:
    p = case.params
    keys = TensorSpec((p.batch, p.key_heads, p.seq, p.dim))
    return {"q": TensorSpec((p.batch, p.heads, p.seq, p.dim)), "k": keys, "v": keys}


def outputs(case: Case) -> dict[str, TensorSpec]:
    p = case.params
    return {"y": TensorSpec((p.batch, p.heads, p.seq, p.dim))}


def _visible(case: Case) -> Any:
    import numpy as np

    return np.tri(case.params.seq, dtype=bool)


def reference(case: Case, q: Any, k: Any, v: Any) -> Any:
    return ref.attention(q, k, v, _visible(case))


def gradient(case: Case, q: Any, k: Any, v: Any, dy: Any) -> Any:
    return ref.attention_gradient(q, k, v, dy, _visible(case))


def torch(case: Case) -> Any:
    import torch.nn.functional as F

    def attention_gqa(q: Any, k: Any, v: Any) -> Any:
        return F.scaled_dot_product_attention(q, k, v, is_causal=True, enable_gqa=True)

    return attention_gqa


def tensorflow(case: Case) -> Any:
    import tensorflow as tf

    p = case.params
    grouped = (p.batch, p.key_heads, p.heads // p.key_heads, p.seq, p.dim)
    shape, scale = (p.batch, p.heads, p.seq, p.dim), 1 / math.sqrt(p.dim)

    def attention_gqa(q: Any, k: Any, v: Any) -> Any:
        scores = tf.matmul(tf.reshape(q, grouped), k[:, :, None], transpose_b=True) * scale
        visible = tf.linalg.band_part(tf.ones((p.seq, p.seq), tf.bool), -1, 0)
        weights = tf.nn.softmax(tf.where(visible, scores, scores.dtype.min))
        return tf.reshape(tf.matmul(weights, v[:, :, None]), shape)

    return attention_gqa


def jax(case: Case) -> Any:
    import jax

    def attention_gqa(q: Any, k: Any, v: Any) -> Any:
        return jax.nn.dot_product_attention(q, k, v, is_causal=True)

    layouts = dict.fromkeys("qkv", "BHSD->BSHD")
    return Program(attention_gqa, layouts, {"y": "BSHD->BHSD"})


def flops(case: Case) -> int:
    """Of the pairs that are not masked: two products, and scale, shift, exp, sum and divide."""
    p = case.params
    return int(p.batch * p.heads * (p.seq * (p.seq + 1) // 2) * (4 * p.dim + 5))


OPERATOR = Operator(
    name="attention_gqa",
    summary="causal grouped-query attention: heads / key_heads query heads share keys and values",
    presets=(
        preset("tiny", batch=2, heads=4, key_heads=2, seq=12, dim=16),
        preset("small", batch=1, heads=8, key_heads=2, seq=128, dim=32),
        preset("default", batch=1, heads=16, key_heads=4, seq=256, dim=64),
        preset("large", batch=2, heads=32, key_heads=8, seq=1024, dim=64),
        preset(
            "large",
            name="llama3-8b",
            source=LLAMA,
            batch=1,
            heads=32,
            key_heads=8,
            seq=2048,
            dim=128,
        ),
    ),
    inputs=inputs,
    outputs=outputs,
    reference=reference,
    gradient=gradient,
    flops=flops,
    reduction=lambda case: int(case.params.seq),
    directions=("forward", "backward"),
    implementations={"torch": torch, "tensorflow": tensorflow, "jax": jax},
)

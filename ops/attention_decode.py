"""One step of decoding: a single query over a long cache of keys and values, grouped heads.

Bound by reading the cache: about one FLOP a byte.
"""

from __future__ import annotations

import math
from typing import Any

from opscope import reference as ref
from opscope.nouns import Case, Operator, Program, TensorSpec, preset

LLAMA = "Llama-3-8B: 32 query heads, 8 key heads of 128, context 8192; its config.json"


def inputs(case: Case) -> dict[str, TensorSpec]:
    p = case.params
    cache = TensorSpec((p.batch, p.key_heads, p.cache, p.dim))
    return {"q": TensorSpec((p.batch, p.heads, 1, p.dim)), "k": cache, "v": cache}


def outputs(case: Case) -> dict[str, TensorSpec]:
    p = case.params
    return {"y": TensorSpec((p.batch, p.heads, 1, p.dim))}


def reference(case: Case, q: Any, k: Any, v: Any) -> Any:
    return ref.attention(q, k, v)


def gradient(case: Case, q: Any, k: Any, v: Any, dy: Any) -> Any:
    return ref.attention_gradient(q, k, v, dy)


def torch(case: Case) -> Any:
    import torch.nn.functional as F

    def attention_decode(q: Any, k: Any, v: Any) -> Any:
        return F.scaled_dot_product_attention(q, k, v, enable_gqa=True)

    return attention_decode


def tensorflow(case: Case) -> Any:
    import tensorflow as tf

    p = case.params
    grouped = (p.batch, p.key_heads, p.heads // p.key_heads, p.dim)
    shape, scale = (p.batch, p.heads, 1, p.dim), 1 / math.sqrt(p.dim)

    def attention_decode(q: Any, k: Any, v: Any) -> Any:
        scores = tf.matmul(tf.reshape(q, grouped), k, transpose_b=True) * scale
        return tf.reshape(tf.matmul(tf.nn.softmax(scores), v), shape)

    return attention_decode


def jax(case: Case) -> Any:
    import jax

    def attention_decode(q: Any, k: Any, v: Any) -> Any:
        return jax.nn.dot_product_attention(q, k, v)

    layouts = dict.fromkeys("qkv", "BHSD->BSHD")
    return Program(attention_decode, layouts, {"y": "BSHD->BHSD"})


def flops(case: Case) -> int:
    """Two products, and scale, shift, exp, sum and divide for each score."""
    p = case.params
    return int(p.batch * p.heads * p.cache * (4 * p.dim + 5))


OPERATOR = Operator(
    name="attention_decode",
    summary="attention of one query over a long cache, the decode step of a language model",
    presets=(
        preset("tiny", batch=2, heads=4, key_heads=2, cache=24, dim=16),
        preset("small", batch=1, heads=8, key_heads=2, cache=256, dim=32),
        preset("default", batch=1, heads=32, key_heads=8, cache=1024, dim=64),
        preset("large", batch=8, heads=32, key_heads=8, cache=4096, dim=128),
        preset(
            "large",
            name="llama3-8b",
            source=LLAMA,
            batch=1,
            heads=32,
            key_heads=8,
            cache=8192,
            dim=128,
        ),
    ),
    inputs=inputs,
    outputs=outputs,
    reference=reference,
    gradient=gradient,
    flops=flops,
    reduction=lambda case: int(case.params.cache),
    directions=("forward", "backward"),
    implementations={"torch": torch, "tensorflow": tensorflow, "jax": jax},
)

"""Attention as three operations: the scores are written out unless the compiler fuses them away."""

from __future__ import annotations

import math
from typing import Any

from opscope import reference as ref
from opscope.nouns import Case, Operator, TensorSpec, preset

BERT = "BERT-base (arXiv:1810.04805): 12 heads of 64, sequence 512"


def inputs(case: Case) -> dict[str, TensorSpec]:
    p = case.params
    return {name: TensorSpec((p.batch, p.heads, p.seq, p.dim)) for name in "qkv"}


def outputs(case: Case) -> dict[str, TensorSpec]:
    p = case.params
    return {"y": TensorSpec((p.batch, p.heads, p.seq, p.dim))}


def reference(case: Case, q: Any, k: Any, v: Any) -> Any:
    return ref.attention(q, k, v)


def gradient(case: Case, q: Any, k: Any, v: Any, dy: Any) -> Any:
    return ref.attention_gradient(q, k, v, dy)


def torch(case: Case) -> Any:
    import torch

    scale = 1 / math.sqrt(case.params.dim)

    def attention_naive(q: Any, k: Any, v: Any) -> Any:
        scores = torch.matmul(q, k.transpose(-1, -2)) * scale
        return torch.matmul(torch.softmax(scores, -1), v)

    return attention_naive


def tensorflow(case: Case) -> Any:
    import tensorflow as tf

    scale = 1 / math.sqrt(case.params.dim)

    def attention_naive(q: Any, k: Any, v: Any) -> Any:
        scores = tf.matmul(q, k, transpose_b=True) * scale
        return tf.matmul(tf.nn.softmax(scores), v)

    return attention_naive


def jax(case: Case) -> Any:
    import jax
    import jax.numpy as jnp

    scale = 1 / math.sqrt(case.params.dim)

    def attention_naive(q: Any, k: Any, v: Any) -> Any:
        scores = jnp.matmul(q, jnp.swapaxes(k, -1, -2)) * scale
        return jnp.matmul(jax.nn.softmax(scores, -1), v)

    return attention_naive


def flops(case: Case) -> int:
    """Two products, and scale, shift, exp, sum and divide for each score."""
    p = case.params
    return int(p.batch * p.heads * p.seq**2 * (4 * p.dim + 5))


OPERATOR = Operator(
    name="attention_naive",
    summary="attention written as product, softmax, product",
    presets=(
        preset("tiny", batch=2, heads=2, seq=12, dim=16),
        preset("small", batch=1, heads=4, seq=128, dim=32),
        preset("default", batch=2, heads=8, seq=256, dim=64),
        preset("large", batch=4, heads=16, seq=1024, dim=64),
        preset("large", name="bert", source=BERT, batch=8, heads=12, seq=512, dim=64),
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

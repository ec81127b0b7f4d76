"""Scaled dot-product attention through each framework's own entry point for it.

Arrays are [batch, heads, sequence, head size]; JAX's function wants the heads third.
"""

from __future__ import annotations

import math
from typing import Any

from opscope import reference as ref
from opscope.nouns import Case, Operator, Program, TensorSpec, preset

GPT2 = "GPT-2 (small): 12 heads of 64, context 1024; openai/gpt-2 hparams"
BERT = "BERT-base (arXiv:1810.04805): 12 heads of 64, sequence 512"
VIT = "ViT-B/16 (arXiv:2010.11929): 12 heads of 64, 196 patches and the class token"


def inputs(case: Case) -> dict[str, TensorSpec]:
    p = case.params
    return {name: TensorSpec((p.batch, p.heads, p.seq, p.dim)) for name in "qkv"}


def outputs(case: Case) -> dict[str, TensorSpec]:
    p = case.params
    return {"y": TensorSpec((p.batch, p.heads, p.seq, p.dim))}


def _visible(case: Case) -> Any:
    import numpy as np

    return np.tri(case.params.seq, dtype=bool) if case.params.causal else None


def reference(case: Case, q: Any, k: Any, v: Any) -> Any:
    return ref.attention(q, k, v, _visible(case))


def gradient(case: Case, q: Any, k: Any, v: Any, dy: Any) -> Any:
    return ref.attention_gradient(q, k, v, dy, _visible(case))


def torch(case: Case) -> Any:
    import torch.nn.functional as F

    causal = bool(case.params.causal)

    def attention(q: Any, k: Any, v: Any) -> Any:
        return F.scaled_dot_product_attention(q, k, v, is_causal=causal)

    return attention


def tensorflow(case: Case) -> Any:
    import tensorflow as tf

    causal, scale = case.params.causal, 1 / math.sqrt(case.params.dim)

    def attention(q: Any, k: Any, v: Any) -> Any:
        scores = tf.matmul(q, k, transpose_b=True) * scale
        if causal:
            visible = tf.linalg.band_part(tf.ones_like(scores), -1, 0)
            scores = tf.where(visible > 0, scores, scores.dtype.min)
        return tf.matmul(tf.nn.softmax(scores), v)

    return attention


def jax(case: Case) -> Any:
    import jax

    causal = bool(case.params.causal)

    def attention(q: Any, k: Any, v: Any) -> Any:
        return jax.nn.dot_product_attention(q, k, v, is_causal=causal)

    return Program(
        attention,
        input_layouts=dict.fromkeys("qkv", "BHSD->BSHD"),
        output_layouts={"y": "BSHD->BHSD"},
    )


def flops(case: Case) -> int:
    """Of the pairs that are not masked: two products, and scale, shift, exp, sum and divide."""
    p = case.params
    pairs = p.seq * (p.seq + 1) // 2 if p.causal else p.seq**2
    return int(p.batch * p.heads * pairs * (4 * p.dim + 5))


OPERATOR = Operator(
    name="attention",
    summary="scaled dot-product attention, softmax(q k^T / sqrt(dim)) v",
    presets=(
        preset("tiny", batch=2, heads=2, seq=16, dim=16, causal=False),
        preset("tiny", batch=1, heads=2, seq=20, dim=16, causal=True),
        preset("small", batch=1, heads=4, seq=128, dim=32, causal=True),
        preset("default", batch=2, heads=8, seq=256, dim=64, causal=False),
        preset("large", batch=4, heads=16, seq=1024, dim=64, causal=True),
        preset("large", name="gpt2", source=GPT2, batch=1, heads=12, seq=1024, dim=64, causal=True),
        preset("large", name="bert", source=BERT, batch=8, heads=12, seq=512, dim=64, causal=False),
        preset("large", name="vit", source=VIT, batch=32, heads=12, seq=197, dim=64, causal=False),
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

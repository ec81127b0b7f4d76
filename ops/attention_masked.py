"""Attention with a padding mask: sequences of different lengths in one batch."""

from __future__ import annotations

import math
from typing import Any

from opscope import reference as ref
from opscope.nouns import Case, Operator, Program, TensorSpec, preset

BERT = "BERT-base (arXiv:1810.04805): 12 heads of 64, padded to 512"


def lengths(rng: Any, shape: tuple[int, ...]) -> Any:
    """True for the first n keys of each sequence, n between half of the keys and all of them."""
    import numpy as np

    kept = rng.integers(shape[-1] // 2, shape[-1] + 1, shape[:-1])
    return np.arange(shape[-1]) < kept[..., None]


def inputs(case: Case) -> dict[str, TensorSpec]:
    p = case.params
    qkv = {name: TensorSpec((p.batch, p.heads, p.seq, p.dim)) for name in "qkv"}
    return {**qkv, "mask": TensorSpec((p.batch, 1, 1, p.seq), dtype="bool", fill=lengths)}


def outputs(case: Case) -> dict[str, TensorSpec]:
    p = case.params
    return {"y": TensorSpec((p.batch, p.heads, p.seq, p.dim))}


def reference(case: Case, q: Any, k: Any, v: Any, mask: Any) -> Any:
    return ref.attention(q, k, v, mask)


def gradient(case: Case, q: Any, k: Any, v: Any, mask: Any, dy: Any) -> Any:
    return ref.attention_gradient(q, k, v, dy, mask)


def torch(case: Case) -> Any:
    import torch.nn.functional as F

    def attention_masked(q: Any, k: Any, v: Any, mask: Any) -> Any:
        return F.scaled_dot_product_attention(q, k, v, attn_mask=mask)

    return attention_masked


def tensorflow(case: Case) -> Any:
    import tensorflow as tf

    scale = 1 / math.sqrt(case.params.dim)

    def attention_masked(q: Any, k: Any, v: Any, mask: Any) -> Any:
        scores = tf.matmul(q, k, transpose_b=True) * scale
        scores = tf.where(mask, scores, scores.dtype.min)
        return tf.matmul(tf.nn.softmax(scores), v)

    return attention_masked


def jax(case: Case) -> Any:
    import jax

    def attention_masked(q: Any, k: Any, v: Any, mask: Any) -> Any:
        return jax.nn.dot_product_attention(q, k, v, mask=mask)

    layouts = dict.fromkeys("qkv", "BHSD->BSHD")
    return Program(attention_masked, layouts, {"y": "BSHD->BHSD"})


def flops(case: Case) -> int:
    """As if nothing were masked: which keys are is known only when the operator runs."""
    p = case.params
    return int(p.batch * p.heads * p.seq**2 * (4 * p.dim + 5))


OPERATOR = Operator(
    name="attention_masked",
    summary="attention with a boolean mask over the keys of each sequence",
    presets=(
        preset("tiny", batch=2, heads=2, seq=12, dim=16),
        preset("small", batch=2, heads=4, seq=128, dim=32),
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

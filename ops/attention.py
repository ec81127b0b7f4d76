"""Scaled dot-product attention through each framework's own entry point for it.

Arrays are [batch, heads, sequence, head size]; JAX's function wants the heads third.
"""

from __future__ import annotations

import math
from typing import TYPE_CHECKING, Any

from opscope import reference as ref
from opscope.nouns import Case, Operator, Program, TensorSpec, Unsupported, preset

if TYPE_CHECKING:
    import triton.language as tl

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


def triton(case: Case) -> Any:
    """FlashAttention-2 (arXiv:2307.08691): scores stay on chip, sums follow a running maximum."""
    global tl
    import torch
    import triton
    import triton.language as tl

    if case.dtype == "bfloat16" and triton.knobs.runtime.interpret:
        raise Unsupported("Triton's interpreter multiplies bit patterns in a bfloat16 tl.dot")
    if case.params.dim not in (16, 32, 64, 128):
        raise Unsupported("the kernel wants a head size of 16, 32, 64 or 128")

    @triton.jit
    def attention_kernel(
        q, k, v, y, seq, scale,
        CAUSAL: tl.constexpr, DIM: tl.constexpr, BLOCK_M: tl.constexpr, BLOCK_N: tl.constexpr,
    ):  # fmt: skip
        first = tl.program_id(0) * BLOCK_M
        row = first + tl.arange(0, BLOCK_M)[:, None]
        element = tl.arange(0, DIM)[None, :]
        head = tl.program_id(1).to(tl.int64) * seq * DIM
        queries = tl.load(q + head + row * DIM + element, mask=row < seq, other=0.0)
        highest = tl.full((BLOCK_M, 1), -float("inf"), tl.float32)
        total = tl.zeros((BLOCK_M, 1), tl.float32)
        y_values = tl.zeros((BLOCK_M, DIM), tl.float32)
        for start in range(0, min(first + BLOCK_M, seq) if CAUSAL else seq, BLOCK_N):
            key = start + tl.arange(0, BLOCK_N)[:, None]
            keys = tl.load(k + head + key * DIM + element, mask=key < seq, other=0.0)
            values = tl.load(v + head + key * DIM + element, mask=key < seq, other=0.0)
            column = start + tl.arange(0, BLOCK_N)[None, :]
            visible = (column < seq) & (column <= row) if CAUSAL else column < seq
            scores = tl.dot(queries, tl.trans(keys), input_precision="ieee") * scale
            scores = tl.where(visible, scores, -float("inf"))
            raised = tl.maximum(highest, tl.max(scores, 1, keep_dims=True))
            weights = tl.exp2(scores - raised)
            shrink = tl.exp2(highest - raised)
            total = total * shrink + tl.sum(weights, 1, keep_dims=True)
            y_values = tl.dot(
                weights.to(values.dtype), values, y_values * shrink, input_precision="ieee"
            )
            highest = raised
        y_values = (y_values / total).to(y.dtype.element_ty)
        tl.store(y + head + row * DIM + element, y_values, mask=row < seq)

    causal = bool(case.params.causal)
    block = 64 if case.dtype == "float32" else 128

    def attention(q: Any, k: Any, v: Any) -> Any:
        y = torch.empty_like(q)
        batch, heads, seq, dim = q.shape
        scale = math.log2(math.e) / math.sqrt(dim)
        attention_kernel[(triton.cdiv(seq, block), batch * heads)](
            q, k, v, y, seq, scale, CAUSAL=causal, DIM=dim, BLOCK_M=block, BLOCK_N=64, num_warps=4
        )
        return y

    return attention


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
    implementations={"torch": torch, "tensorflow": tensorflow, "jax": jax, "triton": triton},
)

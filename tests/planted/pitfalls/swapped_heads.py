"""Attention on (batch, sequence, heads, width), given to PyTorch, which wants (batch, heads,
sequence, width), without a transpose: it runs, and attends across the heads."""

from opscope.nouns import Operator, TensorSpec, preset


def shape(case):
    p = case.params
    return (p.batch, p.sequence, p.heads, p.width)


def reference(case, q, k, v):
    import numpy as np

    scores = np.einsum("bqhd,bkhd->bhqk", q, k) / case.params.width**0.5
    weights = np.exp(scores - scores.max(-1, keepdims=True))
    weights /= weights.sum(-1, keepdims=True)
    return np.einsum("bhqk,bkhd->bqhd", weights, v)


def torch(case):
    import torch.nn.functional as F

    return F.scaled_dot_product_attention


def jax(case):
    import jax

    return jax.nn.dot_product_attention


OPERATOR = Operator(
    name="swapped_heads",
    summary="softmax(q k^T / sqrt(d)) v, in JAX's layout",
    presets=(
        preset("tiny", batch=2, sequence=6, heads=3, width=8),
        preset("default", batch=2, sequence=12, heads=3, width=8),
    ),
    inputs=lambda case: {name: TensorSpec(shape(case)) for name in ("q", "k", "v")},
    outputs=lambda case: {"y": TensorSpec(shape(case))},
    reference=reference,
    flops=lambda case: 4 * case.params.batch * case.params.heads * case.params.sequence**2 * 8,
    reduction=lambda case: int(case.params.sequence),
    implementations={"torch": torch, "jax": jax},
)

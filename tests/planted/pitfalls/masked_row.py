"""Attention in which one query may attend to nothing: zero, says PyTorch; the mean of all, JAX.

Queries and keys differ in number, so that a mask laid the wrong way round does not fit.
"""

from opscope import reference as ref
from opscope.nouns import Operator, TensorSpec, preset


def with_one_masked_row(rng, shape):
    import numpy as np

    mask = np.ones(shape, bool)
    mask[..., 1, :] = False
    return mask


def inputs(case):
    p = case.params
    query, key = (1, p.heads, p.queries, p.dim), (1, p.heads, p.attended, p.dim)
    mask = TensorSpec((1, 1, p.queries, p.attended), dtype="bool", fill=with_one_masked_row)
    return {"q": TensorSpec(query), "k": TensorSpec(key), "v": TensorSpec(key), "mask": mask}


def outputs(case):
    p = case.params
    return {"y": TensorSpec((1, p.heads, p.queries, p.dim))}


def reference(case, q, k, v, mask):
    y = ref.attention(q, k, v, mask | ~mask.any(-1, keepdims=True))
    return y * mask.any(-1, keepdims=True)


def torch(case):
    import torch.nn.functional as F

    return lambda q, k, v, mask: F.scaled_dot_product_attention(q, k, v, attn_mask=mask)


def jax(case):
    import jax

    def call(q, k, v, mask):
        q, k, v = (t.swapaxes(1, 2) for t in (q, k, v))  # batch, sequence, heads, dim
        return jax.nn.dot_product_attention(q, k, v, mask=mask).swapaxes(1, 2)

    return call


OPERATOR = Operator(
    name="masked_row",
    summary="attention; a query without keys gives zero",
    presets=(
        preset("tiny", heads=2, queries=5, attended=7, dim=4),
        preset("default", heads=2, queries=9, attended=12, dim=8),
    ),
    inputs=inputs,
    outputs=outputs,
    reference=reference,
    flops=lambda case: 4 * case.params.heads * case.params.queries * case.params.attended,
    reduction=lambda case: int(case.params.attended),
    implementations={"torch": torch, "jax": jax},
)

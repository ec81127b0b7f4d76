"""Mixture-of-experts routing (arXiv:2401.04088): each token's weights for its two best experts.

The result is dense, [tokens, experts] with zeros elsewhere, as einsum-based dispatch takes it.
float32 only: routers run in it, and rounding to 16 bits changes which expert is second best.
"""

from __future__ import annotations

from typing import Any

from opscope import reference as ref
from opscope.nouns import Case, Operator, TensorSpec, normal, preset

CHOSEN = 2
MIXTRAL = "Mixtral 8x7B (arXiv:2401.04088): 4096 features, 8 experts, 2 for each token"


def inputs(case: Case) -> dict[str, TensorSpec]:
    p = case.params
    router = TensorSpec((p.features, p.experts), fill=normal(p.features**-0.5))
    return {"x": TensorSpec((p.tokens, p.features)), "router": router}


def outputs(case: Case) -> dict[str, TensorSpec]:
    return {"weights": TensorSpec((case.params.tokens, case.params.experts))}


def reference(case: Case, x: Any, router: Any) -> Any:
    import numpy as np

    scores = x @ router
    chosen = np.argsort(-scores, -1)[:, :CHOSEN]
    weights = np.zeros(scores.shape)
    best = np.take_along_axis(scores, chosen, -1)
    np.put_along_axis(weights, chosen, ref.softmax(best), -1)
    return weights


def gradient(case: Case, x: Any, router: Any, dweights: Any) -> Any:
    """Experts that were not chosen have weight 0, and so slope 0."""
    dscores = ref.softmax_gradient(reference(case, x, router), dweights)
    return dscores @ router.T, x.T @ dscores


def torch(case: Case) -> Any:
    import torch

    def moe_routing(x: Any, router: Any) -> Any:
        scores = x @ router
        best, chosen = torch.topk(scores, CHOSEN, -1)
        return torch.zeros_like(scores).scatter(-1, chosen, torch.softmax(best, -1))

    return moe_routing


def tensorflow(case: Case) -> Any:
    import tensorflow as tf

    experts = case.params.experts

    def moe_routing(x: Any, router: Any) -> Any:
        best, chosen = tf.math.top_k(x @ router, CHOSEN)
        places = tf.one_hot(chosen, experts, dtype=x.dtype)
        return tf.reduce_sum(tf.nn.softmax(best)[..., None] * places, 1)

    return moe_routing


def jax(case: Case) -> Any:
    import jax
    import jax.numpy as jnp

    experts = case.params.experts

    def moe_routing(x: Any, router: Any) -> Any:
        best, chosen = jax.lax.top_k(x @ router, CHOSEN)
        places = jax.nn.one_hot(chosen, experts, dtype=x.dtype)
        return jnp.sum(jax.nn.softmax(best, -1)[..., None] * places, 1)

    return moe_routing


OPERATOR = Operator(
    name="moe_routing",
    summary="top-2 routing: softmax over the two best of x @ router, zero for the other experts",
    presets=(
        preset("tiny", tokens=12, features=24, experts=8),
        preset("small", tokens=64, features=128, experts=8),
        preset("default", tokens=1024, features=1024, experts=16),
        preset("large", tokens=4096, features=4096, experts=64),
        preset("large", name="mixtral", source=MIXTRAL, tokens=2048, features=4096, experts=8),
    ),
    inputs=inputs,
    outputs=outputs,
    reference=reference,
    gradient=gradient,
    # the product, and shift, exp, sum and divide for the chosen ones
    flops=lambda case: (
        case.params.tokens * (2 * case.params.features * case.params.experts + 4 * CHOSEN)
    ),
    reduction=lambda case: int(case.params.features),
    directions=("forward", "backward"),
    dtypes=("float32",),
    implementations={"torch": torch, "tensorflow": tensorflow, "jax": jax},
)

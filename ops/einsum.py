"""A contraction over two axes that are not neighbours: attention's output projection."""

from __future__ import annotations

from typing import Any

from opscope.nouns import Case, Operator, TensorSpec, normal, preset

EQUATION = "bhsd,hdf->bsf"
GPT2 = "GPT-2 (small): 12 heads of 64, context 1024; openai/gpt-2 hparams"


def inputs(case: Case) -> dict[str, TensorSpec]:
    p = case.params
    return {
        "x": TensorSpec((p.batch, p.heads, p.seq, p.dim)),
        "w": TensorSpec((p.heads, p.dim, p.features), fill=normal((p.heads * p.dim) ** -0.5)),
    }


def outputs(case: Case) -> dict[str, TensorSpec]:
    p = case.params
    return {"y": TensorSpec((p.batch, p.seq, p.features))}


def reference(case: Case, x: Any, w: Any) -> Any:
    import numpy as np

    return np.tensordot(x, w, axes=((1, 3), (0, 1)))


def gradient(case: Case, x: Any, w: Any, dy: Any) -> Any:
    import numpy as np

    dx = np.tensordot(dy, w, axes=((2,), (2,))).transpose(0, 2, 1, 3)
    return dx, np.tensordot(x, dy, axes=((0, 2), (0, 1)))


def torch(case: Case) -> Any:
    import torch

    def einsum(x: Any, w: Any) -> Any:
        return torch.einsum(EQUATION, x, w)

    return einsum


def tensorflow(case: Case) -> Any:
    import tensorflow as tf

    def einsum(x: Any, w: Any) -> Any:
        return tf.einsum(EQUATION, x, w)

    return einsum


def jax(case: Case) -> Any:
    import jax.numpy as jnp

    def einsum(x: Any, w: Any) -> Any:
        return jnp.einsum(EQUATION, x, w)

    return einsum


def flops(case: Case) -> int:
    p = case.params
    return int(2 * p.batch * p.seq * p.heads * p.dim * p.features)


OPERATOR = Operator(
    name="einsum",
    summary="tensor contraction, y[b, s, f] = sum over h, d of x[b, h, s, d] w[h, d, f]",
    presets=(
        preset("tiny", batch=2, heads=2, seq=6, dim=8, features=12),
        preset("small", batch=2, heads=4, seq=64, dim=32, features=128),
        preset("default", batch=2, heads=8, seq=128, dim=64, features=512),
        preset("large", batch=8, heads=16, seq=512, dim=64, features=1024),
        preset(
            "large", name="gpt2", source=GPT2, batch=1, heads=12, seq=1024, dim=64, features=768
        ),
    ),
    inputs=inputs,
    outputs=outputs,
    reference=reference,
    gradient=gradient,
    flops=flops,
    reduction=lambda case: int(case.params.heads * case.params.dim),
    directions=("forward", "backward"),
    implementations={"torch": torch, "tensorflow": tensorflow, "jax": jax},
)

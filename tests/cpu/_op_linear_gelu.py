"""gelu(x w + b): a product whose bias and activation a compiler may fuse."""

from __future__ import annotations

from typing import Any

from opscope import reference as ref
from opscope.nouns import Case, Operator, TensorSpec, preset


def jax(case: Case) -> Any:
    import jax

    def linear_gelu(x: Any, w: Any, b: Any) -> Any:
        product = x @ w
        return jax.nn.gelu(product + b, approximate=False)

    return linear_gelu


def tensorflow(case: Case) -> Any:
    import tensorflow as tf

    def linear_gelu(x: Any, w: Any, b: Any) -> Any:
        product = tf.matmul(x, w)
        return tf.nn.gelu(product + b, approximate=False)

    return linear_gelu


def torch(case: Case) -> Any:
    import torch.nn.functional as F

    def linear_gelu(x: Any, w: Any, b: Any) -> Any:
        product = x @ w
        return F.gelu(product + b)

    return linear_gelu


OPERATOR = Operator(
    name="linear_gelu",
    summary="gelu(x w + b)",
    presets=(preset("tiny", rows=8, features=16), preset("default", rows=256, features=512)),
    inputs=lambda case: {
        "x": TensorSpec((case.params.rows, case.params.features)),
        "w": TensorSpec((case.params.features, case.params.features)),
        "b": TensorSpec((case.params.features,)),
    },
    outputs=lambda case: {"y": TensorSpec((case.params.rows, case.params.features))},
    reference=lambda case, x, w, b: ref.gelu(x @ w + b),
    flops=lambda case: 2 * case.params.rows * case.params.features**2,
    reduction=lambda case: int(case.params.features),
    implementations={"jax": jax, "tensorflow": tensorflow, "torch": torch},
)

"""Bias and exact GELU, the epilogue of a transformer's first projection."""

from __future__ import annotations

from typing import Any

from opscope import reference as ref
from opscope.nouns import Case, Operator, TensorSpec, normal, preset
from opscope.ops._tensors import elements, matrix, same_matrix

BERT = "BERT-base (arXiv:1810.04805): 3072 hidden features, 8 sequences of 512"


def inputs(case: Case) -> dict[str, TensorSpec]:
    bias = TensorSpec((case.params.features,), fill=normal(0.1))
    return {"x": TensorSpec(matrix(case)), "bias": bias}


def reference(case: Case, x: Any, bias: Any) -> Any:
    return ref.gelu(x + bias)


def gradient(case: Case, x: Any, bias: Any, dy: Any) -> Any:
    dx = dy * ref.gelu_slope(x + bias)
    return dx, dx.sum(0)


def torch(case: Case) -> Any:
    import torch.nn.functional as F

    def bias_gelu(x: Any, bias: Any) -> Any:
        return F.gelu(x + bias)

    return bias_gelu


def tensorflow(case: Case) -> Any:
    import tensorflow as tf

    def bias_gelu(x: Any, bias: Any) -> Any:
        return tf.nn.gelu(tf.nn.bias_add(x, bias), approximate=False)

    return bias_gelu


def jax(case: Case) -> Any:
    import jax

    def bias_gelu(x: Any, bias: Any) -> Any:
        return jax.nn.gelu(x + bias, approximate=False)

    return bias_gelu


OPERATOR = Operator(
    name="bias_gelu",
    summary="y = gelu(x + bias)",
    presets=(
        preset("tiny", rows=8, features=48),
        preset("small", rows=64, features=256),
        preset("default", rows=512, features=2048),
        preset("large", rows=4096, features=8192),
        preset("large", name="bert", source=BERT, rows=8 * 512, features=3072),
    ),
    inputs=inputs,
    outputs=same_matrix,
    reference=reference,
    gradient=gradient,
    flops=lambda case: 6 * elements(case),  # bias 1, gelu 5
    directions=("forward", "backward"),
    implementations={"torch": torch, "tensorflow": tensorflow, "jax": jax},
)

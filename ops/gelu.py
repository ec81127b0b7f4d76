"""GELU with the error function (arXiv:1606.08415), without approximation."""

from __future__ import annotations

from typing import Any

from opscope import reference as ref
from opscope.nouns import Case
from opscope.ops._unary import unary


def reference(case: Case, x: Any) -> Any:
    return ref.gelu(x)


def gradient(case: Case, x: Any, dy: Any) -> Any:
    return dy * ref.gelu_slope(x)


def torch(case: Case) -> Any:
    import torch.nn.functional as F

    def gelu(x: Any) -> Any:
        return F.gelu(x)

    return gelu


def tensorflow(case: Case) -> Any:
    import tensorflow as tf

    def gelu(x: Any) -> Any:
        return tf.nn.gelu(x, approximate=False)

    return gelu


def jax(case: Case) -> Any:
    import jax

    def gelu(x: Any) -> Any:
        return jax.nn.gelu(x, approximate=False)

    return gelu


OPERATOR = unary(
    "gelu",
    "Gaussian error linear unit, y = x (1 + erf(x / sqrt(2))) / 2",
    reference=reference,
    gradient=gradient,
    flops=5,  # scale, erf, add, two multiplies
    dtypes=("float32", "bfloat16", "float16"),  # TensorFlow's constants are float32 in float64 too
    implementations={"torch": torch, "tensorflow": tensorflow, "jax": jax},
)

"""SiLU, also called swish (arXiv:1702.03118)."""

from __future__ import annotations

from typing import Any

from opscope import reference as ref
from opscope.nouns import Case
from opscope.ops._unary import unary


def reference(case: Case, x: Any) -> Any:
    return ref.silu(x)


def gradient(case: Case, x: Any, dy: Any) -> Any:
    return dy * ref.silu_slope(x)


def torch(case: Case) -> Any:
    import torch.nn.functional as F

    def silu(x: Any) -> Any:
        return F.silu(x)

    return silu


def tensorflow(case: Case) -> Any:
    import tensorflow as tf

    def silu(x: Any) -> Any:
        return tf.nn.silu(x)

    return silu


def jax(case: Case) -> Any:
    import jax

    def silu(x: Any) -> Any:
        return jax.nn.silu(x)

    return silu


OPERATOR = unary(
    "silu",
    "sigmoid linear unit, y = x / (1 + exp(-x))",
    reference=reference,
    gradient=gradient,
    flops=4,
    implementations={"torch": torch, "tensorflow": tensorflow, "jax": jax},
)

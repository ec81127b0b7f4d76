"""Mish (arXiv:1908.08681). TensorFlow and JAX compose it; PyTorch has it built in.

The case of pytorch/pytorch#93498: the compiled function was said to be five times slower than a
hand-written one on 1e6 to 1e7 elements.
"""

from __future__ import annotations

from typing import Any

from opscope import reference as ref
from opscope.nouns import Case
from opscope.ops._unary import unary


def reference(case: Case, x: Any) -> Any:
    import numpy as np

    return x * np.tanh(np.logaddexp(0, x))


def gradient(case: Case, x: Any, dy: Any) -> Any:
    import numpy as np

    tanh = np.tanh(np.logaddexp(0, x))
    return dy * (tanh + x * (1 - tanh**2) * ref.sigmoid(x))


def torch(case: Case) -> Any:
    import torch.nn.functional as F

    def mish(x: Any) -> Any:
        return F.mish(x)

    return mish


def tensorflow(case: Case) -> Any:
    import tensorflow as tf

    def mish(x: Any) -> Any:
        return x * tf.tanh(tf.nn.softplus(x))

    return mish


def jax(case: Case) -> Any:
    import jax
    import jax.numpy as jnp

    def mish(x: Any) -> Any:
        return x * jnp.tanh(jax.nn.softplus(x))

    return mish


OPERATOR = unary(
    "mish",
    "y = x tanh(softplus(x))",
    reference=reference,
    gradient=gradient,
    flops=5,  # exp, add, log, tanh, multiply
    implementations={"torch": torch, "tensorflow": tensorflow, "jax": jax},
)

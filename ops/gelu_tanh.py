"""GELU by the tanh approximation of GPT-2 (arXiv:1606.08415, section 2)."""

from __future__ import annotations

import math
from typing import Any

from opscope.nouns import Case
from opscope.ops._unary import unary

SCALE, CUBIC = math.sqrt(2 / math.pi), 0.044715


def reference(case: Case, x: Any) -> Any:
    import numpy as np

    return 0.5 * x * (1 + np.tanh(SCALE * (x + CUBIC * x**3)))


def gradient(case: Case, x: Any, dy: Any) -> Any:
    import numpy as np

    tanh = np.tanh(SCALE * (x + CUBIC * x**3))
    inner_slope = SCALE * (1 + 3 * CUBIC * x**2)
    return dy * (0.5 * (1 + tanh) + 0.5 * x * (1 - tanh**2) * inner_slope)


def torch(case: Case) -> Any:
    import torch.nn.functional as F

    def gelu_tanh(x: Any) -> Any:
        return F.gelu(x, approximate="tanh")

    return gelu_tanh


def tensorflow(case: Case) -> Any:
    import tensorflow as tf

    def gelu_tanh(x: Any) -> Any:
        return tf.nn.gelu(x, approximate=True)

    return gelu_tanh


def jax(case: Case) -> Any:
    import jax

    def gelu_tanh(x: Any) -> Any:
        return jax.nn.gelu(x, approximate=True)

    return gelu_tanh


OPERATOR = unary(
    "gelu_tanh",
    "GELU by tanh, y = x (1 + tanh(sqrt(2/pi) (x + 0.044715 x^3))) / 2",
    reference=reference,
    gradient=gradient,
    flops=9,  # cube 2, scale, add, scale, tanh, add, two multiplies
    dtypes=("float32", "bfloat16", "float16"),  # TensorFlow's constants are float32 in float64 too
    tolerance=4,  # the two terms of the slope cancel where it crosses 0
    implementations={"torch": torch, "tensorflow": tensorflow, "jax": jax},
)

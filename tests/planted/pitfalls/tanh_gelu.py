"""GELU as each framework spells it by default: JAX's is the tanh approximation, 4e-4 off."""

from opscope.nouns import Operator, TensorSpec, preset


def reference(case, x):
    import math

    import numpy as np

    return x * 0.5 * (1 + np.vectorize(math.erf)(x / math.sqrt(2)))


def torch(case):
    import torch.nn.functional as F

    return F.gelu


def tensorflow(case):
    import tensorflow as tf

    return tf.nn.gelu


def jax(case):
    import jax

    return jax.nn.gelu


OPERATOR = Operator(
    name="tanh_gelu",
    summary="x Phi(x), with defaults where the variant should be named",
    presets=(preset("tiny", n=256), preset("default", n=512)),
    inputs=lambda case: {"x": TensorSpec((case.params.n,))},
    outputs=lambda case: {"y": TensorSpec((case.params.n,))},
    reference=reference,
    flops=lambda case: 5 * case.params.n,
    implementations={"torch": torch, "tensorflow": tensorflow, "jax": jax},
)

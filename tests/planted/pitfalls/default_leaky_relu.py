"""Leaky ReLU as each framework spells it by default: TensorFlow leaks twenty times as much."""

from opscope.nouns import Operator, TensorSpec, preset


def torch(case):
    import torch.nn.functional as F

    return F.leaky_relu


def tensorflow(case):
    import tensorflow as tf

    return tf.nn.leaky_relu


def jax(case):
    import jax

    return jax.nn.leaky_relu


def reference(case, x):
    return (x > 0) * x + (x <= 0) * 0.01 * x


OPERATOR = Operator(
    name="default_leaky_relu",
    summary="x, and a hundredth of x below zero",
    presets=(preset("tiny", n=32), preset("default", n=64)),
    inputs=lambda case: {"x": TensorSpec((case.params.n,))},
    outputs=lambda case: {"y": TensorSpec((case.params.n,))},
    reference=reference,
    flops=lambda case: 2 * case.params.n,
    implementations={"torch": torch, "tensorflow": tensorflow, "jax": jax},
)

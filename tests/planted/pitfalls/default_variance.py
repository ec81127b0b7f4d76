"""Variance as each framework spells it by default: PyTorch's divides by n - 1."""

from opscope.nouns import Operator, TensorSpec, preset


def torch(case):
    return lambda x: x.var(-1)


def tensorflow(case):
    import tensorflow as tf

    return lambda x: tf.math.reduce_variance(x, -1)


def jax(case):
    return lambda x: x.var(-1)


OPERATOR = Operator(
    name="default_variance",
    summary="mean square distance from the mean",
    presets=(preset("tiny", rows=8, columns=16), preset("default", rows=16, columns=32)),
    inputs=lambda case: {"x": TensorSpec((case.params.rows, case.params.columns))},
    outputs=lambda case: {"y": TensorSpec((case.params.rows,))},
    reference=lambda case, x: x.var(-1),
    flops=lambda case: 4 * case.params.rows * case.params.columns,
    reduction=lambda case: int(case.params.columns),
    implementations={"torch": torch, "tensorflow": tensorflow, "jax": jax},
)

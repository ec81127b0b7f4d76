"""The median of an even number of values: PyTorch's is the lower one of the two in the middle."""

from opscope.nouns import Operator, TensorSpec, preset


def torch(case):
    return lambda x: x.median(-1).values


def jax(case):
    import jax.numpy as jnp

    return lambda x: jnp.median(x, -1)


def reference(case, x):
    import numpy as np

    return np.median(x, -1)


OPERATOR = Operator(
    name="default_median",
    summary="the mean of the two values in the middle",
    presets=(preset("tiny", rows=4, columns=8), preset("default", rows=8, columns=16)),
    inputs=lambda case: {"x": TensorSpec((case.params.rows, case.params.columns))},
    outputs=lambda case: {"y": TensorSpec((case.params.rows,))},
    reference=reference,
    flops=lambda case: case.params.rows * case.params.columns,
    implementations={"torch": torch, "jax": jax},
)

"""The logistic function in two writings that share no distinctive name of an operation."""

from opscope.nouns import Operator, TensorSpec, preset


def torch(case):
    import torch

    def logistic(x):
        return torch.sigmoid(x) * 3.0

    return logistic


def jax(case):
    import jax.numpy as jnp

    def logistic(x):
        return 3.0 / (1.0 + jnp.exp(-x))

    return logistic


def reference(case, x):
    import numpy as np

    return 3.0 / (1.0 + np.exp(-x))


OPERATOR = Operator(
    name="logistic",
    summary="three times the logistic function",
    presets=(preset("tiny", rows=8, columns=16), preset("default", rows=64, columns=64)),
    inputs=lambda case: {"x": TensorSpec((case.params.rows, case.params.columns))},
    outputs=lambda case: {"y": TensorSpec((case.params.rows, case.params.columns))},
    reference=reference,
    flops=lambda case: 4 * case.params.rows * case.params.columns,
    implementations={"torch": torch, "jax": jax},
)

"""tensorflow/tensorflow#118179: the variance of equal large values is not 0 under XLA.

The mean of the squares less the square of the mean loses every digit (Higham, Accuracy and
Stability of Numerical Algorithms, 2nd ed., section 1.9).
"""

from __future__ import annotations

from typing import Any

from opscope.nouns import Case, Operator, TensorSpec, preset


def values(rng: Any, shape: tuple[int, ...]) -> Any:
    import numpy as np

    return np.full(shape, 7.5e10)


def inputs(case: Case) -> dict[str, TensorSpec]:
    return {"x": TensorSpec((case.params.rows, case.params.features), fill=values)}


def outputs(case: Case) -> dict[str, TensorSpec]:
    return {"variance": TensorSpec((case.params.rows,))}


def reference(case: Case, x: Any) -> Any:
    return x.var(1)


def torch(case: Case) -> Any:
    def equal_moments(x: Any) -> Any:
        return x.var(1, correction=0)

    return equal_moments


def tensorflow(case: Case) -> Any:
    import tensorflow as tf

    def equal_moments(x: Any) -> Any:
        return tf.nn.moments(x, [1])[1]

    return equal_moments


def jax(case: Case) -> Any:
    import jax.numpy as jnp

    def equal_moments(x: Any) -> Any:
        return jnp.var(x, 1)

    return equal_moments


OPERATOR = Operator(
    name="equal_moments",
    summary="variance of rows of equal values",
    presets=(preset("tiny", rows=1, features=3), preset("default", rows=1000, features=3)),
    inputs=inputs,
    outputs=outputs,
    reference=reference,
    flops=lambda case: 4 * case.params.rows * case.params.features,
    reduction=lambda case: int(case.params.features),
    dtypes=("float32",),
    implementations={"torch": torch, "tensorflow": tensorflow, "jax": jax},
)

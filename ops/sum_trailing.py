"""Sum over the last axis: each sum reads consecutive values."""

from __future__ import annotations

from typing import Any

from opscope.dtypes import FLOATING
from opscope.nouns import Case, Operator, TensorSpec, preset
from opscope.ops._tensors import elements, one_matrix


def outputs(case: Case) -> dict[str, TensorSpec]:
    return {"y": TensorSpec((case.params.rows,))}


def reference(case: Case, x: Any) -> Any:
    return x.sum(-1)


def gradient(case: Case, x: Any, dy: Any) -> Any:
    import numpy as np

    return np.broadcast_to(dy[:, None], x.shape)


def torch(case: Case) -> Any:
    def sum_trailing(x: Any) -> Any:
        return x.sum(-1)

    return sum_trailing


def tensorflow(case: Case) -> Any:
    import tensorflow as tf

    def sum_trailing(x: Any) -> Any:
        return tf.reduce_sum(x, -1)

    return sum_trailing


def jax(case: Case) -> Any:
    import jax.numpy as jnp

    def sum_trailing(x: Any) -> Any:
        return jnp.sum(x, -1)

    return sum_trailing


OPERATOR = Operator(
    name="sum_trailing",
    summary="sum over the trailing axis, y[i] = sum over j of x[i, j]",
    presets=(
        preset("tiny", rows=12, features=40),
        preset("small", rows=128, features=256),
        preset("default", rows=1024, features=2048),
        preset("large", rows=8192, features=8192),
    ),
    inputs=one_matrix,
    outputs=outputs,
    reference=reference,
    gradient=gradient,
    flops=elements,
    directions=("forward", "backward"),
    reduction=lambda case: int(case.params.features),
    dtypes=FLOATING,
    implementations={"torch": torch, "tensorflow": tensorflow, "jax": jax},
)

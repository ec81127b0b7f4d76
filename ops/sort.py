"""Each row in ascending order."""

from __future__ import annotations

from typing import Any

from opscope.nouns import Case, Operator, TensorSpec, preset
from opscope.ops._tensors import distinct, same_matrix


def inputs(case: Case) -> dict[str, TensorSpec]:
    p = case.params
    return {"x": TensorSpec((p.rows, p.features), fill=distinct)}


def reference(case: Case, x: Any) -> Any:
    import numpy as np

    return np.sort(x, -1)


def gradient(case: Case, x: Any, dy: Any) -> Any:
    import numpy as np

    dx = np.zeros(x.shape)
    np.put_along_axis(dx, np.argsort(x, -1), dy, -1)
    return dx


def torch(case: Case) -> Any:
    import torch

    def sort(x: Any) -> Any:
        return torch.sort(x, -1).values

    return sort


def tensorflow(case: Case) -> Any:
    import tensorflow as tf

    def sort(x: Any) -> Any:
        return tf.sort(x, -1)

    return sort


def jax(case: Case) -> Any:
    import jax.numpy as jnp

    def sort(x: Any) -> Any:
        return jnp.sort(x, -1)

    return sort


OPERATOR = Operator(
    name="sort",
    summary="each row in ascending order",
    presets=(
        preset("tiny", rows=8, features=48),
        preset("small", rows=32, features=256),
        preset("default", rows=64, features=2048),
        preset("large", rows=1024, features=5120),
    ),
    inputs=inputs,
    outputs=same_matrix,
    reference=reference,
    gradient=gradient,
    flops=lambda case: 0,  # comparisons only
    backward_flops=lambda case: 0,
    directions=("forward", "backward"),
    implementations={"torch": torch, "tensorflow": tensorflow, "jax": jax},
)

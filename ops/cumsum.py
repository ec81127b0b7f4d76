"""Running sum along the last axis.

The case of jax-ml/jax#28097: XLA on a CPU builds a tree of fusions instead of one pass.
"""

from __future__ import annotations

from typing import Any

from opscope.nouns import Case, Operator, preset
from opscope.ops._tensors import elements, one_matrix, same_matrix

REPORT = "jax-ml/jax#28097; the report has 65536 rows of uint32"


def reference(case: Case, x: Any) -> Any:
    return x.cumsum(-1)


def gradient(case: Case, x: Any, dy: Any) -> Any:
    return dy[:, ::-1].cumsum(-1)[:, ::-1]


def torch(case: Case) -> Any:
    import torch

    def cumsum(x: Any) -> Any:
        return torch.cumsum(x, -1)

    return cumsum


def tensorflow(case: Case) -> Any:
    import tensorflow as tf

    def cumsum(x: Any) -> Any:
        return tf.cumsum(x, -1)

    return cumsum


def jax(case: Case) -> Any:
    import jax.numpy as jnp

    def cumsum(x: Any) -> Any:
        return jnp.cumsum(x, -1)

    return cumsum


OPERATOR = Operator(
    name="cumsum",
    summary="running sum, y[i, j] = x[i, 0] + ... + x[i, j]",
    presets=(
        preset("tiny", rows=8, features=48),
        preset("small", rows=64, features=256),
        preset("default", rows=512, features=1024),
        preset("large", rows=4096, features=4096),
        preset("large", name="jax-28097", source=REPORT, rows=4096, features=1024),
    ),
    inputs=one_matrix,
    outputs=same_matrix,
    reference=reference,
    gradient=gradient,
    flops=elements,
    directions=("forward", "backward"),
    reduction=lambda case: int(case.params.features),
    dtypes=("float32", "float64"),  # 16 bits lose a rounding step a term where sums are stored
    implementations={"torch": torch, "tensorflow": tensorflow, "jax": jax},
)

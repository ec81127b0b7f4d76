"""Values replaced by a constant under a mask that all matrices of the batch share."""

from __future__ import annotations

from typing import Any

from opscope.nouns import Case, Operator, TensorSpec, bernoulli, preset

FILL = -10.0


def inputs(case: Case) -> dict[str, TensorSpec]:
    p = case.params
    return {
        "x": TensorSpec((p.batch, p.rows, p.features)),
        "mask": TensorSpec((p.rows, p.features), dtype="bool", fill=bernoulli(0.7)),
    }


def outputs(case: Case) -> dict[str, TensorSpec]:
    return {"y": inputs(case)["x"]}


def reference(case: Case, x: Any, mask: Any) -> Any:
    import numpy as np

    return np.where(mask, x, FILL)


def gradient(case: Case, x: Any, mask: Any, dy: Any) -> Any:
    return dy * mask


def torch(case: Case) -> Any:
    import torch

    def where(x: Any, mask: Any) -> Any:
        return torch.where(mask, x, FILL)

    return where


def tensorflow(case: Case) -> Any:
    import tensorflow as tf

    def where(x: Any, mask: Any) -> Any:
        return tf.where(mask, x, tf.cast(FILL, x.dtype))

    return where


def jax(case: Case) -> Any:
    import jax.numpy as jnp

    def where(x: Any, mask: Any) -> Any:
        return jnp.where(mask, x, FILL)

    return where


OPERATOR = Operator(
    name="where",
    summary="masking, y[b] = x[b] where the mask is true, -10 elsewhere",
    presets=(
        preset("tiny", batch=2, rows=8, features=24),
        preset("small", batch=4, rows=64, features=64),
        preset("default", batch=8, rows=256, features=512),
        preset("large", batch=32, rows=1024, features=1024),
    ),
    inputs=inputs,
    outputs=outputs,
    reference=reference,
    gradient=gradient,
    flops=lambda case: 0,
    directions=("forward", "backward"),
    backward_flops=lambda case: 0,
    implementations={"torch": torch, "tensorflow": tensorflow, "jax": jax},
)

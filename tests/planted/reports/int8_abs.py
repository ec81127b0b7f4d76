"""tensorflow/tensorflow#118178: after an int8 product has wrapped round, XLA drops the abs."""

from __future__ import annotations

from typing import Any

from opscope.nouns import Case, Operator, TensorSpec, preset


def values(rng: Any, shape: tuple[int, ...]) -> Any:
    import numpy as np

    return np.resize([12, 7, 20, 15, 11], shape)


def inputs(case: Case) -> dict[str, TensorSpec]:
    return {"b": TensorSpec((case.params.size,), fill=values)}


def outputs(case: Case) -> dict[str, TensorSpec]:
    return {"y": TensorSpec((case.params.size,))}


def reference(case: Case, b: Any) -> Any:
    """[112, 49, 112, 31, 121]: 12 * 12 is 144, which is -112 in int8."""
    import numpy as np

    product = b * b
    return np.where(product < 0, np.abs(product), product)


def torch(case: Case) -> Any:
    import torch

    def int8_abs(b: Any) -> Any:
        product = b * b
        return torch.where(product < 0, torch.abs(product), product)

    return int8_abs


def tensorflow(case: Case) -> Any:
    import tensorflow as tf

    def int8_abs(b: Any) -> Any:
        product = b * b
        return tf.where(product < 0, tf.abs(product), product)

    return int8_abs


def jax(case: Case) -> Any:
    import jax.numpy as jnp

    def int8_abs(b: Any) -> Any:
        product = b * b
        return jnp.where(product < 0, jnp.abs(product), product)

    return int8_abs


OPERATOR = Operator(
    name="int8_abs",
    summary="p = b * b in int8; y = abs(p) where p < 0, else p",
    presets=(preset("tiny", size=5), preset("default", size=1000)),
    inputs=inputs,
    outputs=outputs,
    reference=reference,
    flops=lambda case: 0,
    dtypes=("int8",),
    implementations={"torch": torch, "tensorflow": tensorflow, "jax": jax},
)

"""jax-ml/jax#38609: softmax of huge scaled logits is NaN under jit and finite without.

The scaling is computed again in a second fusion, where it is contracted with the subtraction of the
maximum, so that the largest exponent is no longer 0.
"""

from __future__ import annotations

from typing import Any

from opscope import reference as ref
from opscope.nouns import Case, Operator, TensorSpec, normal, preset

SCALE = 0.3


def inputs(case: Case) -> dict[str, TensorSpec]:
    return {"x": TensorSpec((case.params.rows, case.params.features), fill=normal(1e11))}


def outputs(case: Case) -> dict[str, TensorSpec]:
    return {"y": TensorSpec((case.params.rows, case.params.features))}


def reference(case: Case, x: Any) -> Any:
    return ref.softmax(x * SCALE)


def torch(case: Case) -> Any:
    import torch

    def scaled_softmax(x: Any) -> Any:
        return torch.softmax(x * SCALE, -1)

    return scaled_softmax


def tensorflow(case: Case) -> Any:
    import tensorflow as tf

    def scaled_softmax(x: Any) -> Any:
        return tf.nn.softmax(x * SCALE)

    return scaled_softmax


def jax(case: Case) -> Any:
    import jax

    def scaled_softmax(x: Any) -> Any:
        return jax.nn.softmax(x * SCALE, -1)

    return scaled_softmax


OPERATOR = Operator(
    name="scaled_softmax",
    summary="softmax(0.3 x) for x of 1e11",
    presets=(preset("tiny", rows=8, features=16), preset("default", rows=1000, features=16)),
    inputs=inputs,
    outputs=outputs,
    reference=reference,
    flops=lambda case: 5 * case.params.rows * case.params.features,
    reduction=lambda case: int(case.params.features),
    dtypes=("float32",),
    implementations={"torch": torch, "tensorflow": tensorflow, "jax": jax},
)

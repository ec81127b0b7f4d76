"""The permutation that sorts a vector; equal values keep their order.

The case of jax-ml/jax#10434: XLA on a CPU calls no library sort. All frameworks are asked for a
stable order here; PyTorch's default is not stable, JAX's is.
"""

from __future__ import annotations

from typing import Any

from opscope.nouns import Case, Operator, TensorSpec, preset, uniform

REPORT = "jax-ml/jax#10434"


def inputs(case: Case) -> dict[str, TensorSpec]:
    return {"x": TensorSpec((case.params.size,), fill=uniform())}


def outputs(case: Case) -> dict[str, TensorSpec]:
    return {"index": TensorSpec((case.params.size,), dtype="int32")}


def reference(case: Case, x: Any) -> Any:
    return x.argsort(kind="stable")


def torch(case: Case) -> Any:
    import torch

    def argsort(x: Any) -> Any:
        return torch.argsort(x, stable=True)

    return argsort


def tensorflow(case: Case) -> Any:
    import tensorflow as tf

    def argsort(x: Any) -> Any:
        return tf.argsort(x, stable=True)

    return argsort


def jax(case: Case) -> Any:
    import jax.numpy as jnp

    def argsort(x: Any) -> Any:
        return jnp.argsort(x, stable=True)

    return argsort


OPERATOR = Operator(
    name="argsort",
    summary="stable permutation that sorts a vector",
    presets=(
        preset("tiny", size=300),
        preset("small", size=10_000),
        preset("default", size=50_000),
        preset("large", name="jax-10434", source=REPORT, size=1_000_000),
    ),
    inputs=inputs,
    outputs=outputs,
    reference=reference,
    flops=lambda case: 0,
    dtypes=("float32", "bfloat16", "float64"),
    implementations={"torch": torch, "tensorflow": tensorflow, "jax": jax},
)

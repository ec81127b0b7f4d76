"""Index of the largest value of each row; the first of equal ones."""

from __future__ import annotations

from typing import Any

from opscope.nouns import Case, Operator, TensorSpec, preset
from opscope.ops._tensors import one_matrix

LLAMA = "Llama-3-8B: greedy choice from a vocabulary of 128256 for 64 sequences; its config.json"


def outputs(case: Case) -> dict[str, TensorSpec]:
    return {"index": TensorSpec((case.params.rows,), dtype="int32")}


def reference(case: Case, x: Any) -> Any:
    return x.argmax(-1)


def torch(case: Case) -> Any:
    import torch

    def argmax(x: Any) -> Any:
        return torch.argmax(x, -1)

    return argmax


def tensorflow(case: Case) -> Any:
    import tensorflow as tf

    def argmax(x: Any) -> Any:
        return tf.argmax(x, -1, output_type=tf.int32)

    return argmax


def jax(case: Case) -> Any:
    import jax.numpy as jnp

    def argmax(x: Any) -> Any:
        return jnp.argmax(x, -1)

    return argmax


OPERATOR = Operator(
    name="argmax",
    summary="index of the largest value of each row",
    presets=(
        preset("tiny", rows=8, features=48),
        preset("small", rows=64, features=1000),
        preset("default", rows=512, features=4096),
        preset("large", rows=1024, features=50257),
        preset("large", name="llama3-8b", source=LLAMA, rows=64, features=128256),
    ),
    inputs=one_matrix,
    outputs=outputs,
    reference=reference,
    flops=lambda case: 0,  # comparisons only
    dtypes=("float32", "bfloat16", "float16"),
    implementations={"torch": torch, "tensorflow": tensorflow, "jax": jax},
)

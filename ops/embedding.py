"""Rows of a table, gathered by index."""

from __future__ import annotations

from typing import Any

from opscope.nouns import Case, Operator, TensorSpec, integers, preset

GPT2 = "GPT-2 (small): vocabulary 50257, 768 features, 8 sequences of 1024; openai/gpt-2 hparams"


def inputs(case: Case) -> dict[str, TensorSpec]:
    p = case.params
    return {
        "table": TensorSpec((p.vocabulary, p.features)),
        "index": TensorSpec((p.tokens,), dtype="int32", fill=integers(0, p.vocabulary)),
    }


def outputs(case: Case) -> dict[str, TensorSpec]:
    return {"y": TensorSpec((case.params.tokens, case.params.features))}


def reference(case: Case, table: Any, index: Any) -> Any:
    return table[index]


def gradient(case: Case, table: Any, index: Any, dy: Any) -> Any:
    import numpy as np

    dtable = np.zeros(table.shape)
    np.add.at(dtable, index, dy)
    return dtable


def least_bytes(case: Case) -> int:
    """The rows that are looked up, the indices, the output; not the whole table."""
    specs = {**inputs(case), **outputs(case)}
    return 2 * specs["y"].bytes_in(case) + specs["index"].bytes_in(case)


def torch(case: Case) -> Any:
    import torch.nn.functional as F

    def embedding(table: Any, index: Any) -> Any:
        return F.embedding(index, table)

    return embedding


def tensorflow(case: Case) -> Any:
    import tensorflow as tf

    def embedding(table: Any, index: Any) -> Any:
        return tf.gather(table, index)

    return embedding


def jax(case: Case) -> Any:
    import jax.numpy as jnp

    def embedding(table: Any, index: Any) -> Any:
        return jnp.take(table, index, axis=0)

    return embedding


OPERATOR = Operator(
    name="embedding",
    summary="table lookup, y[i] = table[index[i]]",
    presets=(
        preset("tiny", vocabulary=40, features=12, tokens=24),
        preset("small", vocabulary=1000, features=64, tokens=256),
        preset("default", vocabulary=10_000, features=256, tokens=4096),
        preset("large", vocabulary=50_000, features=1024, tokens=16_384),
        preset("large", name="gpt2", source=GPT2, vocabulary=50257, features=768, tokens=8192),
    ),
    inputs=inputs,
    outputs=outputs,
    reference=reference,
    gradient=gradient,
    flops=lambda case: 0,
    directions=("forward", "backward"),
    backward_flops=lambda case: outputs(case)["y"].elements,
    least_bytes=least_bytes,
    reduction=lambda case: 1 + 2 * case.params.tokens // case.params.vocabulary,
    dtypes=("float32", "bfloat16", "float16"),
    implementations={"torch": torch, "tensorflow": tensorflow, "jax": jax},
)

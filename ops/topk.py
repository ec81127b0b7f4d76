"""The k largest values of each row, in descending order."""

from __future__ import annotations

from typing import Any

from opscope.nouns import Case, Operator, TensorSpec, preset
from opscope.ops._tensors import distinct

LLAMA = "Llama-3-8B: top-50 sampling from a vocabulary of 128256; its config.json"


def inputs(case: Case) -> dict[str, TensorSpec]:
    p = case.params
    return {"x": TensorSpec((p.rows, p.features), fill=distinct)}


def outputs(case: Case) -> dict[str, TensorSpec]:
    return {"y": TensorSpec((case.params.rows, case.params.k))}


def reference(case: Case, x: Any) -> Any:
    import numpy as np

    return -np.sort(-x, -1)[:, : case.params.k]


def gradient(case: Case, x: Any, dy: Any) -> Any:
    import numpy as np

    dx = np.zeros(x.shape)
    np.put_along_axis(dx, np.argsort(-x, -1)[:, : case.params.k], dy, -1)
    return dx


def torch(case: Case) -> Any:
    import torch

    k = case.params.k

    def topk(x: Any) -> Any:
        return torch.topk(x, k, -1).values

    return topk


def tensorflow(case: Case) -> Any:
    import tensorflow as tf

    k = case.params.k

    def topk(x: Any) -> Any:
        return tf.math.top_k(x, k).values

    return topk


def jax(case: Case) -> Any:
    import jax

    k = case.params.k

    def topk(x: Any) -> Any:
        return jax.lax.top_k(x, k)[0]

    return topk


OPERATOR = Operator(
    name="topk",
    summary="the k largest values of each row, descending",
    presets=(
        preset("tiny", rows=8, features=48, k=5),
        preset("small", rows=64, features=512, k=8),
        preset("default", rows=256, features=4096, k=16),
        preset("large", rows=2048, features=5120, k=64),
        preset("large", name="llama3-8b", source=LLAMA, rows=64, features=128256, k=50),
    ),
    inputs=inputs,
    outputs=outputs,
    reference=reference,
    gradient=gradient,
    flops=lambda case: 0,  # comparisons only
    backward_flops=lambda case: 0,
    directions=("forward", "backward"),
    implementations={"torch": torch, "tensorflow": tensorflow, "jax": jax},
)

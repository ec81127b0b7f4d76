"""Product with a weight kept in int8, one scale for each of its columns (weight-only quantisation).

What is asked is whether a compiler widens the weight inside the product's kernel or first writes
the whole widened weight to memory.
"""

from __future__ import annotations

from typing import Any

from opscope.nouns import Case, Operator, TensorSpec, integers, preset, uniform

LLAMA = "Llama-3-8B: one token through a 4096 to 14336 projection; its config.json"


def inputs(case: Case) -> dict[str, TensorSpec]:
    p = case.params
    unit = (p.k**0.5 * 73) ** -1.0  # 73 is the standard deviation of the weight's values
    return {
        "x": TensorSpec((p.m, p.k)),
        "w": TensorSpec((p.k, p.n), dtype="int8", fill=integers(-127, 128)),
        "scale": TensorSpec((p.n,), fill=uniform(0.5 * unit, 1.5 * unit)),
    }


def outputs(case: Case) -> dict[str, TensorSpec]:
    return {"y": TensorSpec((case.params.m, case.params.n))}


def reference(case: Case, x: Any, w: Any, scale: Any) -> Any:
    return (x @ w.astype(x.dtype)) * scale


def gradient(case: Case, x: Any, w: Any, scale: Any, dy: Any) -> Any:
    wide = w.astype(x.dtype)
    return (dy * scale) @ wide.T, (dy * (x @ wide)).sum(0)


def torch(case: Case) -> Any:
    import torch

    def int8_matmul(x: Any, w: Any, scale: Any) -> Any:
        return torch.matmul(x, w.to(x.dtype)) * scale

    return int8_matmul


def tensorflow(case: Case) -> Any:
    import tensorflow as tf

    def int8_matmul(x: Any, w: Any, scale: Any) -> Any:
        return tf.matmul(x, tf.cast(w, x.dtype)) * scale

    return int8_matmul


def jax(case: Case) -> Any:
    def int8_matmul(x: Any, w: Any, scale: Any) -> Any:
        return (x @ w.astype(x.dtype)) * scale

    return int8_matmul


OPERATOR = Operator(
    name="int8_matmul",
    summary="int8 weight-only matrix product, y = (x @ float(w)) * scale",
    presets=(
        preset("tiny", m=8, n=24, k=40),
        preset("small", m=16, n=256, k=256),
        preset("default", m=32, n=1024, k=1024),
        preset("large", m=256, n=4096, k=4096),
        preset("large", name="llama3-8b-decode", source=LLAMA, m=1, n=14336, k=4096),
    ),
    inputs=inputs,
    outputs=outputs,
    reference=reference,
    gradient=gradient,
    flops=lambda case: case.params.m * case.params.n * (2 * case.params.k + 1),
    reduction=lambda case: int(case.params.k),
    directions=("forward", "backward"),
    implementations={"torch": torch, "tensorflow": tensorflow, "jax": jax},
)

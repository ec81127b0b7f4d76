"""Matrix product: c[m, n] = sum over k of a[m, k] b[k, n]."""

from __future__ import annotations

from typing import Any

from opscope.nouns import Case, Operator, TensorSpec, preset


def inputs(case: Case) -> dict[str, TensorSpec]:
    p = case.params
    return {"a": TensorSpec((p.m, p.k)), "b": TensorSpec((p.k, p.n))}


def outputs(case: Case) -> dict[str, TensorSpec]:
    return {"c": TensorSpec((case.params.m, case.params.n))}


def reference(case: Case, a: Any, b: Any) -> Any:
    return a @ b


def gradient(case: Case, a: Any, b: Any, dc: Any) -> Any:
    return dc @ b.T, a.T @ dc


def torch(case: Case) -> Any:
    import torch

    def matmul(a: Any, b: Any) -> Any:
        return torch.matmul(a, b)

    return matmul


def tensorflow(case: Case) -> Any:
    import tensorflow as tf

    def matmul(a: Any, b: Any) -> Any:
        return tf.matmul(a, b)

    return matmul


def jax(case: Case) -> Any:
    import jax.numpy as jnp

    def matmul(a: Any, b: Any) -> Any:
        return jnp.matmul(a, b)

    return matmul


OPERATOR = Operator(
    name="matmul",
    summary="matrix product, c = a @ b",
    presets=(
        preset("tiny", m=32, n=48, k=40),
        preset("small", m=128, n=128, k=128),
        preset("default", m=512, n=512, k=512),
        preset("large", m=2048, n=2048, k=2048),
    ),
    inputs=inputs,
    outputs=outputs,
    reference=reference,
    gradient=gradient,
    flops=lambda case: 2 * case.params.m * case.params.n * case.params.k,
    reduction=lambda case: int(case.params.k),
    directions=("forward", "backward"),
    implementations={"torch": torch, "tensorflow": tensorflow, "jax": jax},
)

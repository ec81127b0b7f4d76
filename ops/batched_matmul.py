"""Batched matrix product."""

from __future__ import annotations

from typing import Any

from opscope.nouns import Case, Operator, TensorSpec, preset


def inputs(case: Case) -> dict[str, TensorSpec]:
    p = case.params
    return {"a": TensorSpec((p.batch, p.m, p.k)), "b": TensorSpec((p.batch, p.k, p.n))}


def outputs(case: Case) -> dict[str, TensorSpec]:
    p = case.params
    return {"c": TensorSpec((p.batch, p.m, p.n))}


def reference(case: Case, a: Any, b: Any) -> Any:
    return a @ b


def gradient(case: Case, a: Any, b: Any, dc: Any) -> Any:
    return dc @ b.swapaxes(1, 2), a.swapaxes(1, 2) @ dc


def torch(case: Case) -> Any:
    import torch

    def batched_matmul(a: Any, b: Any) -> Any:
        return torch.bmm(a, b)

    return batched_matmul


def tensorflow(case: Case) -> Any:
    import tensorflow as tf

    def batched_matmul(a: Any, b: Any) -> Any:
        return tf.matmul(a, b)

    return batched_matmul


def jax(case: Case) -> Any:
    import jax.numpy as jnp

    def batched_matmul(a: Any, b: Any) -> Any:
        return jnp.matmul(a, b)

    return batched_matmul


OPERATOR = Operator(
    name="batched_matmul",
    summary="batched matrix product, c[i] = a[i] @ b[i]",
    presets=(
        preset("tiny", batch=3, m=16, n=24, k=20),
        preset("small", batch=8, m=64, n=64, k=64),
        preset("default", batch=8, m=256, n=256, k=256),
        preset("large", batch=64, m=512, n=512, k=512),
    ),
    inputs=inputs,
    outputs=outputs,
    reference=reference,
    gradient=gradient,
    flops=lambda case: 2 * case.params.batch * case.params.m * case.params.n * case.params.k,
    reduction=lambda case: int(case.params.k),
    directions=("forward", "backward"),
    implementations={"torch": torch, "tensorflow": tensorflow, "jax": jax},
)

"""Matrix product with stored-transposed operands: a as [k, m] or b as [n, k], or both."""

from __future__ import annotations

from typing import Any

from opscope.nouns import Case, Operator, TensorSpec, preset


def inputs(case: Case) -> dict[str, TensorSpec]:
    p = case.params
    return {
        "a": TensorSpec((p.k, p.m) if p.ta else (p.m, p.k)),
        "b": TensorSpec((p.n, p.k) if p.tb else (p.k, p.n)),
    }


def outputs(case: Case) -> dict[str, TensorSpec]:
    return {"c": TensorSpec((case.params.m, case.params.n))}


def reference(case: Case, a: Any, b: Any) -> Any:
    return (a.T if case.params.ta else a) @ (b.T if case.params.tb else b)


def gradient(case: Case, a: Any, b: Any, dc: Any) -> Any:
    da = dc @ (b if case.params.tb else b.T)
    db = (a if case.params.ta else a.T) @ dc
    return da.T if case.params.ta else da, db.T if case.params.tb else db


def torch(case: Case) -> Any:
    import torch

    ta, tb = case.params.ta, case.params.tb

    def matmul_transposed(a: Any, b: Any) -> Any:
        return torch.matmul(a.t() if ta else a, b.t() if tb else b)

    return matmul_transposed


def tensorflow(case: Case) -> Any:
    import tensorflow as tf

    ta, tb = case.params.ta, case.params.tb

    def matmul_transposed(a: Any, b: Any) -> Any:
        return tf.matmul(a, b, transpose_a=ta, transpose_b=tb)

    return matmul_transposed


def jax(case: Case) -> Any:
    import jax.numpy as jnp

    ta, tb = case.params.ta, case.params.tb

    def matmul_transposed(a: Any, b: Any) -> Any:
        return jnp.matmul(a.T if ta else a, b.T if tb else b)

    return matmul_transposed


OPERATOR = Operator(
    name="matmul_transposed",
    summary="matrix product with transposed operands, c = a^T b, a b^T or a^T b^T",
    presets=(
        preset("tiny", m=16, n=24, k=20, ta=False, tb=True),
        preset("tiny", m=16, n=24, k=20, ta=True, tb=False),
        preset("small", m=128, n=128, k=128, ta=True, tb=True),
        preset("default", m=512, n=512, k=512, ta=False, tb=True),
        preset("large", m=2048, n=2048, k=2048, ta=False, tb=True),
        preset("large", m=2048, n=2048, k=2048, ta=True, tb=False),
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

"""Values added into a vector at random places, some of them several times."""

from __future__ import annotations

from typing import Any

from opscope.nouns import Case, Operator, TensorSpec, integers, preset


def inputs(case: Case) -> dict[str, TensorSpec]:
    p = case.params
    return {
        "base": TensorSpec((p.bins,)),
        "index": TensorSpec((p.size,), dtype="int32", fill=integers(0, p.bins)),
        "x": TensorSpec((p.size,)),
    }


def outputs(case: Case) -> dict[str, TensorSpec]:
    return {"y": TensorSpec((case.params.bins,))}


def reference(case: Case, base: Any, index: Any, x: Any) -> Any:
    import numpy as np

    return base + np.bincount(index, x, minlength=case.params.bins)


def gradient(case: Case, base: Any, index: Any, x: Any, dy: Any) -> Any:
    return dy, dy[index]


def torch(case: Case) -> Any:
    def scatter_add(base: Any, index: Any, x: Any) -> Any:
        return base.index_add(0, index, x)

    return scatter_add


def tensorflow(case: Case) -> Any:
    import tensorflow as tf

    def scatter_add(base: Any, index: Any, x: Any) -> Any:
        return tf.tensor_scatter_nd_add(base, index[:, None], x)

    return scatter_add


def jax(case: Case) -> Any:
    def scatter_add(base: Any, index: Any, x: Any) -> Any:
        return base.at[index].add(x)

    return scatter_add


OPERATOR = Operator(
    name="scatter_add",
    summary="y = base; y[index[i]] += x[i]",
    presets=(
        preset("tiny", size=100, bins=40),
        preset("small", size=10_000, bins=1000),
        preset("default", size=200_000, bins=50_000),
        preset("large", size=4_000_000, bins=1_000_000),
    ),
    inputs=inputs,
    outputs=outputs,
    reference=reference,
    gradient=gradient,
    flops=lambda case: int(case.params.size),
    directions=("forward", "backward"),
    backward_flops=lambda case: 0,
    reduction=lambda case: 4 * case.params.size // case.params.bins,
    dtypes=("float32", "float64"),  # 16 bits lose a rounding step an addition
    implementations={"torch": torch, "tensorflow": tensorflow, "jax": jax},
)

"""Running product along the middle axis.

The case of pytorch/pytorch#136263: Inductor's backward pass was quadratic in the axis' length.
"""

from __future__ import annotations

from typing import Any

from opscope.nouns import Case, Operator, TensorSpec, preset, uniform

REPORT = "pytorch/pytorch#136263"


def inputs(case: Case) -> dict[str, TensorSpec]:
    p = case.params
    return {"x": TensorSpec((p.outer, p.length, p.inner), fill=uniform(0.5, 1.5))}


def outputs(case: Case) -> dict[str, TensorSpec]:
    p = case.params
    return {"y": TensorSpec((p.outer, p.length, p.inner))}


def reference(case: Case, x: Any) -> Any:
    return x.cumprod(1)


def gradient(case: Case, x: Any, dy: Any) -> Any:
    """Every later product is proportional to x, which is nowhere 0."""
    return (dy * x.cumprod(1))[:, ::-1].cumsum(1)[:, ::-1] / x


def torch(case: Case) -> Any:
    import torch

    def cumprod(x: Any) -> Any:
        return torch.cumprod(x, 1)

    return cumprod


def tensorflow(case: Case) -> Any:
    import tensorflow as tf

    def cumprod(x: Any) -> Any:
        return tf.math.cumprod(x, 1)

    return cumprod


def jax(case: Case) -> Any:
    import jax.numpy as jnp

    def cumprod(x: Any) -> Any:
        return jnp.cumprod(x, 1)

    return cumprod


OPERATOR = Operator(
    name="cumprod",
    summary="running product, y[i, j, k] = x[i, 0, k] * ... * x[i, j, k]",
    presets=(
        preset("tiny", outer=2, length=8, inner=10),
        preset("small", outer=4, length=8, inner=256),
        preset("default", name="pytorch-136263-n8", source=REPORT, outer=8, length=8, inner=5000),
        preset("large", name="pytorch-136263-n32", source=REPORT, outer=8, length=32, inner=5000),
    ),
    inputs=inputs,
    outputs=outputs,
    reference=reference,
    gradient=gradient,
    flops=lambda case: inputs(case)["x"].elements,
    directions=("forward", "backward"),
    reduction=lambda case: int(case.params.length),
    dtypes=("float32", "float64"),  # 16 bits lose a rounding step a factor
    implementations={"torch": torch, "tensorflow": tensorflow, "jax": jax},
)

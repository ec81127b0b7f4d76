"""Softmax over the last axis."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from opscope import reference as ref
from opscope.dtypes import FLOATING
from opscope.nouns import Case, Operator, TensorSpec, Unsupported, preset

if TYPE_CHECKING:
    import triton.language as tl

GPT2 = "GPT-2 (small): attention scores of one layer, 12 heads, context 1024; openai/gpt-2 hparams"


def inputs(case: Case) -> dict[str, TensorSpec]:
    return {"x": TensorSpec((case.params.rows, case.params.features))}


def outputs(case: Case) -> dict[str, TensorSpec]:
    return {"y": TensorSpec((case.params.rows, case.params.features))}


def reference(case: Case, x: Any) -> Any:
    return ref.softmax(x)


def gradient(case: Case, x: Any, dy: Any) -> Any:
    return ref.softmax_gradient(ref.softmax(x), dy)


def torch(case: Case) -> Any:
    import torch

    def softmax(x: Any) -> Any:
        return torch.softmax(x, -1)

    return softmax


def tensorflow(case: Case) -> Any:
    import tensorflow as tf

    def softmax(x: Any) -> Any:
        return tf.nn.softmax(x)

    return softmax


def jax(case: Case) -> Any:
    import jax

    def softmax(x: Any) -> Any:
        return jax.nn.softmax(x, -1)

    return softmax


def triton(case: Case) -> Any:
    """One program a row, the whole row in registers."""
    global tl
    if case.dtype == "float64":
        raise Unsupported("the kernel computes in float32")
    import torch
    import triton
    import triton.language as tl

    @triton.jit
    def softmax_kernel(x, y, stride, features, BLOCK: tl.constexpr):
        row = tl.program_id(0) * stride
        column = tl.arange(0, BLOCK)
        inside = column < features
        values = tl.load(x + row + column, mask=inside, other=-float("inf")).to(tl.float32)
        weights = tl.exp(values - tl.max(values, 0))
        y_values = weights / tl.sum(weights, 0)
        tl.store(y + row + column, y_values.to(y.dtype.element_ty), mask=inside)

    def softmax(x: Any) -> Any:
        y = torch.empty_like(x)
        rows, features = x.shape
        block = triton.next_power_of_2(features)
        warps = min(16, max(4, block // 512))
        softmax_kernel[(rows,)](x, y, x.stride(0), features, BLOCK=block, num_warps=warps)
        return y

    return softmax


OPERATOR = Operator(
    name="softmax",
    summary="softmax over the last axis, y = exp(x - max x) / sum(exp(x - max x))",
    presets=(
        preset("tiny", rows=8, features=48),
        preset("small", rows=128, features=256),
        preset("default", rows=1024, features=1024),
        preset("large", rows=4096, features=4096),
        preset("large", name="gpt2", source=GPT2, rows=12 * 1024, features=1024),
    ),
    inputs=inputs,
    outputs=outputs,
    reference=reference,
    gradient=gradient,
    flops=lambda case: 4 * case.params.rows * case.params.features,  # shift, exp, sum, divide
    reduction=lambda case: int(case.params.features),
    directions=("forward", "backward"),
    dtypes=FLOATING,
    implementations={"torch": torch, "tensorflow": tensorflow, "jax": jax, "triton": triton},
)

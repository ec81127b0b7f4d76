"""Transposed 2-D convolution: the gradient by its input of the convolution with the same filter.

Arrays are NHWC and HWIO, where the filter is that of the convolution: I are this operator's output
channels, O its input channels.
"""

from __future__ import annotations

from typing import Any

from opscope import layouts
from opscope import reference as ref
from opscope.nouns import Case, Operator, TensorSpec, normal, preset

DCGAN = "DCGAN generator (arXiv:1511.06434), last hidden layer: 16x16x256 to 32x32x128"


def inputs(case: Case) -> dict[str, TensorSpec]:
    p = case.params
    taps = p.r * p.r * p.c / p.stride**2
    return {
        "x": TensorSpec((p.n, p.h, p.w, p.c)),
        "w": TensorSpec((p.r, p.r, p.k, p.c), fill=normal(taps**-0.5)),
    }


def outputs(case: Case) -> dict[str, TensorSpec]:
    p = case.params
    height, width = ((size - 1) * p.stride - 2 * p.pad + p.r for size in (p.h, p.w))
    return {"y": TensorSpec((p.n, height, width, p.k))}


def reference(case: Case, x: Any, w: Any) -> Any:
    import numpy as np

    like = np.zeros(outputs(case)["y"].shape)
    return ref.conv2d_gradient(like, w, x, case.params.stride, case.params.pad)[0]


def gradient(case: Case, x: Any, w: Any, dy: Any) -> Any:
    stride, pad = case.params.stride, case.params.pad
    return ref.conv2d(dy, w, stride, pad), ref.conv2d_gradient(dy, w, x, stride, pad)[1]


def torch(case: Case) -> Any:
    import torch.nn.functional as F

    stride, pad = case.params.stride, case.params.pad

    def conv_transpose2d(x: Any, w: Any) -> Any:
        return F.conv_transpose2d(x, w, stride=stride, padding=pad)

    return layouts.torch_program(case, conv_transpose2d)


def tensorflow(case: Case) -> Any:
    import tensorflow as tf

    sizes = dict(zip("NHWC", outputs(case)["y"].shape, strict=True))
    stride, pad = case.params.stride, case.params.pad
    form = layouts.data_format(case, tf.config.list_physical_devices("GPU"))
    shape = [sizes[axis] for axis in form]
    padding = [[pad, pad] if axis in "HW" else [0, 0] for axis in form]

    def conv_transpose2d(x: Any, w: Any) -> Any:
        return tf.nn.conv2d_transpose(x, w, shape, stride, padding, form)

    return layouts.other_program(case, conv_transpose2d, filters=())


def jax(case: Case) -> Any:
    import jax

    p = case.params
    strides, pad = (p.stride,) * 2, [(p.r - 1 - p.pad,) * 2] * 2
    layout = layouts.dimension_numbers(case)

    def conv_transpose2d(x: Any, w: Any) -> Any:
        return jax.lax.conv_transpose(
            x, w, strides, pad, dimension_numbers=layout, transpose_kernel=True
        )

    return layouts.other_program(case, conv_transpose2d)


OPERATOR = Operator(
    name="conv_transpose2d",
    summary="transposed 2-D convolution (upsampling by stride)",
    presets=(
        preset("tiny", n=2, h=5, w=4, c=6, k=4, r=4, stride=2, pad=1),
        preset("small", n=2, h=8, w=8, c=32, k=16, r=4, stride=2, pad=1),
        preset("default", n=4, h=16, w=16, c=64, k=32, r=4, stride=2, pad=1),
        preset("large", n=16, h=32, w=32, c=256, k=128, r=4, stride=2, pad=1),
        preset(
            "large",
            name="dcgan",
            source=DCGAN,
            n=64,
            h=16,
            w=16,
            c=256,
            k=128,
            r=4,
            stride=2,
            pad=1,
        ),
    ),
    inputs=inputs,
    outputs=outputs,
    reference=reference,
    gradient=gradient,
    flops=lambda case: 2 * case.params.r**2 * case.params.k * inputs(case)["x"].elements,
    reduction=lambda case: int(case.params.r**2 * case.params.c),
    directions=("forward", "backward"),
    layouts=layouts.IMAGES,
    implementations={"torch": torch, "tensorflow": tensorflow, "jax": jax},
)

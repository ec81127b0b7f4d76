"""Depthwise 2-D convolution: one filter for each channel; arrays are NHWC and HWIO with I = 1.

The case of jax-ml/jax#23713: on a CPU, XLA lowers it to a loop fusion instead of a library call.
"""

from __future__ import annotations

from typing import Any

from opscope import layouts
from opscope import reference as ref
from opscope.nouns import Case, Operator, Program, TensorSpec, normal, preset

MOBILENET = "MobileNetV2 (arXiv:1801.04381), second bottleneck: 56x56, 144 channels"
REPORT = "jax-ml/jax#23713"


def inputs(case: Case) -> dict[str, TensorSpec]:
    p = case.params
    return {
        "x": TensorSpec((p.n, p.h, p.w, p.c)),
        "w": TensorSpec((p.r, p.r, 1, p.c), fill=normal(1 / p.r)),
    }


def outputs(case: Case) -> dict[str, TensorSpec]:
    p = case.params
    height, width = (ref.conv_size(size, p.r, p.stride, p.pad) for size in (p.h, p.w))
    return {"y": TensorSpec((p.n, height, width, p.c))}


def reference(case: Case, x: Any, w: Any) -> Any:
    p = case.params
    return ref.conv2d(x, w, p.stride, p.pad, groups=p.c)


def gradient(case: Case, x: Any, w: Any, dy: Any) -> Any:
    p = case.params
    return ref.conv2d_gradient(x, w, dy, p.stride, p.pad, groups=p.c)


def torch(case: Case) -> Any:
    import torch.nn.functional as F

    p = case.params

    def depthwise_conv2d(x: Any, w: Any) -> Any:
        return F.conv2d(x, w, stride=p.stride, padding=p.pad, groups=p.c)

    return layouts.torch_program(case, depthwise_conv2d)


def tensorflow(case: Case) -> Any:
    import tensorflow as tf

    stride, pad = case.params.stride, case.params.pad
    form = layouts.data_format(case, tf.config.list_physical_devices("GPU"))
    strides = [stride if axis in "HW" else 1 for axis in form]
    padding = [[pad, pad] if axis in "HW" else [0, 0] for axis in form]

    def depthwise_conv2d(x: Any, w: Any) -> Any:
        return tf.nn.depthwise_conv2d(x, w, strides, padding, form)

    turned = {"w": "HWIO->HWOI"}
    if layouts.channels_first(case):
        return Program(depthwise_conv2d, {"x": "NHWC->NCHW", **turned}, {"y": "NCHW->NHWC"})
    return Program(depthwise_conv2d, turned)


def jax(case: Case) -> Any:
    import jax

    p = case.params
    strides, pad = (p.stride,) * 2, [(p.pad,) * 2] * 2
    layout = layouts.dimension_numbers(case)

    def depthwise_conv2d(x: Any, w: Any) -> Any:
        return jax.lax.conv_general_dilated(
            x, w, strides, pad, dimension_numbers=layout, feature_group_count=p.c
        )

    return layouts.other_program(case, depthwise_conv2d)


def _named(name: str, source: str, **shape: int) -> Any:
    return preset("large", name=name, source=source, **shape, r=3, stride=1, pad=1)


OPERATOR = Operator(
    name="depthwise_conv2d",
    summary="depthwise 2-D convolution, y[n, i, j, c] = sum of x[n, i + r, j + s, c] w[r, s, 0, c]",
    presets=(
        preset("tiny", n=2, h=9, w=8, c=6, r=3, stride=1, pad=1),
        preset("tiny", n=1, h=9, w=9, c=4, r=3, stride=2, pad=1),
        preset("small", n=1, h=28, w=28, c=32, r=3, stride=1, pad=1),
        preset("default", n=1, h=56, w=56, c=64, r=3, stride=1, pad=1),
        preset("large", n=16, h=56, w=56, c=128, r=3, stride=1, pad=1),
        _named("jax-23713", REPORT, n=1, h=124, w=124, c=256),
        _named("mobilenetv2", MOBILENET, n=32, h=56, w=56, c=144),
    ),
    inputs=inputs,
    outputs=outputs,
    reference=reference,
    gradient=gradient,
    flops=lambda case: 2 * case.params.r**2 * outputs(case)["y"].elements,
    reduction=lambda case: int(case.params.r**2),
    directions=("forward", "backward"),
    layouts=layouts.IMAGES,
    implementations={"torch": torch, "tensorflow": tensorflow, "jax": jax},
)

"""Grouped 2-D convolution; arrays are NHWC and HWIO with I = channels / groups."""

from __future__ import annotations

from typing import Any

from opscope import layouts
from opscope import reference as ref
from opscope.nouns import Case, Operator, TensorSpec, normal, preset

RESNEXT = "ResNeXt-50 32x4d (arXiv:1611.05431), first stage: 56x56, 128 channels in 32 groups"


def inputs(case: Case) -> dict[str, TensorSpec]:
    p = case.params
    per_group = p.c // p.groups
    scale = (p.r * p.r * per_group) ** -0.5
    return {
        "x": TensorSpec((p.n, p.h, p.w, p.c)),
        "w": TensorSpec((p.r, p.r, per_group, p.k), fill=normal(scale)),
    }


def outputs(case: Case) -> dict[str, TensorSpec]:
    p = case.params
    height, width = (ref.conv_size(size, p.r, 1, p.pad) for size in (p.h, p.w))
    return {"y": TensorSpec((p.n, height, width, p.k))}


def reference(case: Case, x: Any, w: Any) -> Any:
    return ref.conv2d(x, w, 1, case.params.pad, case.params.groups)


def gradient(case: Case, x: Any, w: Any, dy: Any) -> Any:
    return ref.conv2d_gradient(x, w, dy, 1, case.params.pad, case.params.groups)


def torch(case: Case) -> Any:
    import torch.nn.functional as F

    pad, groups = case.params.pad, case.params.groups

    def grouped_conv2d(x: Any, w: Any) -> Any:
        return F.conv2d(x, w, padding=pad, groups=groups)

    return layouts.torch_program(case, grouped_conv2d)


def tensorflow(case: Case) -> Any:
    import tensorflow as tf

    groups, pad = case.params.groups, case.params.pad
    form = layouts.data_format(case, tf.config.list_physical_devices("GPU"))
    padding = [[pad, pad] if axis in "HW" else [0, 0] for axis in form]

    def grouped_conv2d(x: Any, w: Any) -> Any:
        return tf.nn.conv2d(x, w, 1, padding, form)

    def split(x: Any, w: Any) -> Any:
        pairs = zip(tf.split(x, groups, -1), tf.split(w, groups, -1), strict=True)
        return tf.concat([tf.nn.conv2d(part, filters, 1, padding) for part, filters in pairs], -1)

    if case.direction == "backward" and not tf.config.list_physical_devices("GPU"):
        return split  # "Gradients for grouped convolutions are not supported on CPU"
    return layouts.other_program(case, grouped_conv2d, filters=())


def jax(case: Case) -> Any:
    import jax

    pad, groups = [(case.params.pad,) * 2] * 2, case.params.groups
    layout = layouts.dimension_numbers(case)

    def grouped_conv2d(x: Any, w: Any) -> Any:
        return jax.lax.conv_general_dilated(
            x, w, (1, 1), pad, dimension_numbers=layout, feature_group_count=groups
        )

    return layouts.other_program(case, grouped_conv2d)


def flops(case: Case) -> int:
    p = case.params
    return int(2 * p.r**2 * (p.c // p.groups) * outputs(case)["y"].elements)


OPERATOR = Operator(
    name="grouped_conv2d",
    summary="grouped 2-D convolution: each group of outputs sees its own group of channels",
    presets=(
        preset("tiny", n=2, h=7, w=8, c=8, k=12, r=3, pad=1, groups=4),
        preset("small", n=2, h=16, w=16, c=32, k=32, r=3, pad=1, groups=4),
        preset("default", n=4, h=28, w=28, c=128, k=128, r=3, pad=1, groups=8),
        preset("large", n=16, h=56, w=56, c=256, k=256, r=3, pad=1, groups=32),
        preset(
            "large",
            name="resnext50",
            source=RESNEXT,
            n=32,
            h=56,
            w=56,
            c=128,
            k=128,
            r=3,
            pad=1,
            groups=32,
        ),
    ),
    inputs=inputs,
    outputs=outputs,
    reference=reference,
    gradient=gradient,
    flops=flops,
    reduction=lambda case: int(case.params.r**2 * (case.params.c // case.params.groups)),
    directions=("forward", "backward"),
    layouts=layouts.IMAGES,
    implementations={"torch": torch, "tensorflow": tensorflow, "jax": jax},
)

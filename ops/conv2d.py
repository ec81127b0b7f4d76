"""2-D convolution, zero-padded by the same amount on each side.

The operator's arrays are NHWC and HWIO. PyTorch's native layout is NCHW and OIHW. The layout
``nhwc`` is PyTorch's channels-last memory format: the same bytes, seen through permuted strides.
"""

from __future__ import annotations

from typing import Any

from opscope import layouts
from opscope import reference as ref
from opscope.nouns import Case, Operator, TensorSpec, normal, preset

RESNET = "ResNet-18 (arXiv:1512.03385), first stage on 32x32 images, stem without pooling"


def inputs(case: Case) -> dict[str, TensorSpec]:
    p = case.params
    scale = (p.r * p.r * p.c) ** -0.5
    return {
        "x": TensorSpec((p.n, p.h, p.w, p.c)),
        "w": TensorSpec((p.r, p.r, p.c, p.k), fill=normal(scale)),
    }


def outputs(case: Case) -> dict[str, TensorSpec]:
    p = case.params
    height, width = (ref.conv_size(size, p.r, p.stride, p.pad) for size in (p.h, p.w))
    return {"y": TensorSpec((p.n, height, width, p.k))}


def reference(case: Case, x: Any, w: Any) -> Any:
    return ref.conv2d(x, w, case.params.stride, case.params.pad)


def gradient(case: Case, x: Any, w: Any, dy: Any) -> Any:
    return ref.conv2d_gradient(x, w, dy, case.params.stride, case.params.pad)


def torch(case: Case) -> Any:
    import torch.nn.functional as F

    stride, pad = case.params.stride, case.params.pad

    def conv2d(x: Any, w: Any) -> Any:
        return F.conv2d(x, w, stride=stride, padding=pad)

    return layouts.torch_program(case, conv2d)


def tensorflow(case: Case) -> Any:
    import tensorflow as tf

    stride, pad = case.params.stride, case.params.pad
    form = layouts.data_format(case, tf.config.list_physical_devices("GPU"))
    padding = [[pad, pad] if axis in "HW" else [0, 0] for axis in form]

    def conv2d(x: Any, w: Any) -> Any:
        return tf.nn.conv2d(x, w, stride, padding, form)

    return layouts.other_program(case, conv2d, filters=())


def jax(case: Case) -> Any:
    import jax

    strides, pad = (case.params.stride,) * 2, [(case.params.pad,) * 2] * 2
    layout = layouts.dimension_numbers(case)

    def conv2d(x: Any, w: Any) -> Any:
        return jax.lax.conv_general_dilated(x, w, strides, pad, dimension_numbers=layout)

    return layouts.other_program(case, conv2d)


def flops(case: Case) -> int:
    """One multiply-add for each tap of each output element, padding included."""
    p = case.params
    return int(2 * p.r * p.r * p.c * outputs(case)["y"].elements)


def _resnet(batch: int) -> Any:
    shape = {"h": 32, "w": 32, "c": 64, "k": 64, "r": 3, "stride": 1, "pad": 1}
    return preset("large", name=f"resnet18-b{batch}", source=RESNET, n=batch, **shape)


OPERATOR = Operator(
    name="conv2d",
    summary="2-D convolution, y[n, i, j, k] = sum of x[n, i + r, j + s, c] w[r, s, c, k]",
    presets=(
        preset("tiny", n=2, h=9, w=8, c=4, k=6, r=3, stride=2, pad=1),
        preset("small", n=2, h=16, w=16, c=16, k=32, r=3, stride=1, pad=1),
        preset("default", n=8, h=28, w=28, c=64, k=64, r=3, stride=1, pad=1),
        preset("large", n=16, h=56, w=56, c=128, k=128, r=3, stride=1, pad=1),
        *(_resnet(batch) for batch in (32, 64, 128, 256)),
    ),
    inputs=inputs,
    outputs=outputs,
    reference=reference,
    gradient=gradient,
    flops=flops,
    reduction=lambda case: int(case.params.r * case.params.r * case.params.c),
    directions=("forward", "backward"),
    layouts=layouts.IMAGES,
    implementations={"torch": torch, "tensorflow": tensorflow, "jax": jax},
)

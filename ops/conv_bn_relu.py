"""Convolution, batch normalisation with running statistics, relu: what inference compilers fuse.

Arrays are NHWC and HWIO; PyTorch's native layouts are NCHW and OIHW.
"""

from __future__ import annotations

from typing import Any

from opscope import layouts
from opscope import reference as ref
from opscope.nouns import Case, Operator, TensorSpec, normal, preset, uniform

EPSILON = 1e-5
RESNET = "ResNet-50 (arXiv:1512.03385), 3x3 convolution of the third stage: 14x14, 256 channels"


def inputs(case: Case) -> dict[str, TensorSpec]:
    p = case.params
    channels = (p.k,)
    return {
        "x": TensorSpec((p.n, p.h, p.w, p.c)),
        "w": TensorSpec((3, 3, p.c, p.k), fill=normal((9 * p.c) ** -0.5)),
        "mean": TensorSpec(channels, fill=normal(0.1), differentiable=False),
        "variance": TensorSpec(channels, fill=uniform(0.5, 1.5), differentiable=False),
        "scale": TensorSpec(channels, fill=normal(0.1, mean=1.0)),
        "shift": TensorSpec(channels, fill=normal(0.1)),
    }


def outputs(case: Case) -> dict[str, TensorSpec]:
    p = case.params
    return {"y": TensorSpec((p.n, p.h, p.w, p.k))}


def reference(case: Case, x: Any, w: Any, mean: Any, variance: Any, scale: Any, shift: Any) -> Any:
    import numpy as np

    normalised = (ref.conv2d(x, w, 1, 1) - mean) * (variance + EPSILON) ** -0.5
    return np.maximum(normalised * scale + shift, 0)


def gradient(
    case: Case, x: Any, w: Any, mean: Any, variance: Any, scale: Any, shift: Any, dy: Any
) -> Any:
    inverse = (variance + EPSILON) ** -0.5
    normalised = (ref.conv2d(x, w, 1, 1) - mean) * inverse
    dy = dy * (normalised * scale + shift > 0)
    dx, dw = ref.conv2d_gradient(x, w, dy * scale * inverse, 1, 1)
    return dx, dw, (dy * normalised).sum((0, 1, 2)), dy.sum((0, 1, 2))


def torch(case: Case) -> Any:
    import torch.nn.functional as F

    def conv_bn_relu(x: Any, w: Any, mean: Any, variance: Any, scale: Any, shift: Any) -> Any:
        y = F.conv2d(x, w, padding=1)
        return F.relu(F.batch_norm(y, mean, variance, scale, shift, False, 0.0, EPSILON))

    return layouts.torch_program(case, conv_bn_relu)


def tensorflow(case: Case) -> Any:
    import tensorflow as tf

    fit = layouts.per_channel(case)
    form = layouts.data_format(case, tf.config.list_physical_devices("GPU"))

    def conv_bn_relu(x: Any, w: Any, mean: Any, variance: Any, scale: Any, shift: Any) -> Any:
        y = tf.nn.conv2d(x, w, 1, "SAME", form)
        statistics = map(fit, (mean, variance, shift, scale))
        return tf.nn.relu(tf.nn.batch_normalization(y, *statistics, EPSILON))

    return layouts.other_program(case, conv_bn_relu, filters=())


def jax(case: Case) -> Any:
    import jax

    layout, fit = layouts.dimension_numbers(case), layouts.per_channel(case)

    def conv_bn_relu(x: Any, w: Any, mean: Any, variance: Any, scale: Any, shift: Any) -> Any:
        y = jax.lax.conv_general_dilated(x, w, (1, 1), "SAME", dimension_numbers=layout)
        factor = fit(jax.lax.rsqrt(variance + EPSILON) * scale)
        return jax.nn.relu((y - fit(mean)) * factor + fit(shift))

    return layouts.other_program(case, conv_bn_relu)


OPERATOR = Operator(
    name="conv_bn_relu",
    summary="3x3 convolution, batch normalisation with given statistics, relu",
    presets=(
        preset("tiny", n=2, h=5, w=4, c=4, k=6),
        preset("small", n=2, h=16, w=16, c=16, k=32),
        preset("default", n=4, h=28, w=28, c=64, k=64),
        preset("large", n=8, h=56, w=56, c=64, k=64),
        preset("large", name="resnet50", source=RESNET, n=32, h=14, w=14, c=256, k=256),
    ),
    inputs=inputs,
    outputs=outputs,
    reference=reference,
    gradient=gradient,
    # statistics fold into one scale and one shift a channel: 2, and relu 1
    flops=lambda case: (18 * case.params.c + 3) * outputs(case)["y"].elements,
    reduction=lambda case: int(9 * case.params.c),
    directions=("forward", "backward"),
    layouts=layouts.IMAGES,
    backward_dtypes=("float32",),  # rounding to 16 bits decides relu's slope near 0
    implementations={"torch": torch, "tensorflow": tensorflow, "jax": jax},
)

"""The basic block of a ResNet (arXiv:1512.03385): two 3x3 convolutions and the identity.

Batch statistics are used, as in training. Arrays are NHWC and HWIO; PyTorch's are NCHW and OIHW.
"""

from __future__ import annotations

from typing import Any

from opscope import layouts
from opscope import reference as ref
from opscope.nouns import Case, Fill, TensorSpec, normal, preset

EPSILON = 1e-5
AXES = (0, 1, 2)
SOURCE = "ResNet-18 (arXiv:1512.03385), first stage on 32x32 images, stem without pooling"
PARAMETERS = ("w1", "scale1", "shift1", "w2", "scale2", "shift2")
FILTERS = ("w1", "w2")


def resnet18(batch: int) -> Any:
    """The block of ResNet-18's first stage for images of 32x32."""
    return preset("large", name=f"resnet18-b{batch}", source=SOURCE, n=batch, h=32, w=32, c=64)


def images(case: Case, fill: Fill | None = None) -> TensorSpec:
    p = case.params
    return TensorSpec((p.n, p.h, p.w, p.c), fill=fill or normal())


def parameters(case: Case) -> dict[str, TensorSpec]:
    channels = case.params.c
    weight = TensorSpec((3, 3, channels, channels), fill=normal((9 * channels) ** -0.5))
    scale = TensorSpec((channels,), fill=normal(0.1, mean=1.0))
    shift = TensorSpec((channels,), fill=normal(0.1))
    return dict(zip(PARAMETERS, (weight, scale, shift) * 2, strict=True))


def flops(case: Case) -> int:
    """Two convolutions; for each element of each: normalise 7, relu 1; and the identity 1."""
    p = case.params
    return int(p.n * p.h * p.w * p.c * (2 * (18 * p.c + 8) + 1))


def reduction(case: Case) -> int:
    """Batch statistics sum over all pixels."""
    return int(max(9 * case.params.c, case.params.n * case.params.h * case.params.w))


def reference(x: Any, w1: Any, scale1: Any, shift1: Any, w2: Any, scale2: Any, shift2: Any) -> Any:
    import numpy as np

    first = ref.normalise(ref.conv2d(x, w1, 1, 1), AXES, EPSILON)[0] * scale1 + shift1
    second = ref.normalise(ref.conv2d(np.maximum(first, 0), w2, 1, 1), AXES, EPSILON)[0]
    return np.maximum(second * scale2 + shift2 + x, 0)


def gradient(x: Any, *parameters_and_dy: Any) -> Any:
    """By x and by each of PARAMETERS."""
    import numpy as np

    w1, scale1, shift1, w2, scale2, shift2, dy = parameters_and_dy
    normalised1, inverse1 = ref.normalise(ref.conv2d(x, w1, 1, 1), AXES, EPSILON)
    before = normalised1 * scale1 + shift1
    hidden = np.maximum(before, 0)
    normalised2, inverse2 = ref.normalise(ref.conv2d(hidden, w2, 1, 1), AXES, EPSILON)
    dsecond = dy * (normalised2 * scale2 + shift2 + x > 0)
    dconv2 = ref.normalise_gradient(normalised2, inverse2, dsecond * scale2, AXES)
    dhidden, dw2 = ref.conv2d_gradient(hidden, w2, dconv2, 1, 1)
    dfirst = dhidden * (before > 0)
    dconv1 = ref.normalise_gradient(normalised1, inverse1, dfirst * scale1, AXES)
    dx, dw1 = ref.conv2d_gradient(x, w1, dconv1, 1, 1)
    by_first = (dw1, (dfirst * normalised1).sum(AXES), dfirst.sum(AXES))
    by_second = (dw2, (dsecond * normalised2).sum(AXES), dsecond.sum(AXES))
    return (dx + dsecond, *by_first, *by_second)


def torch_block() -> Any:
    import torch.nn.functional as F

    def half(x: Any, w: Any, scale: Any, shift: Any) -> Any:
        y = F.conv2d(x, w, padding=1)
        return F.batch_norm(y, None, None, scale, shift, training=True, eps=EPSILON)

    def block(x: Any, w1: Any, a1: Any, b1: Any, w2: Any, a2: Any, b2: Any) -> Any:
        return F.relu(half(F.relu(half(x, w1, a1, b1)), w2, a2, b2) + x)

    return block


def tensorflow_block(case: Case) -> Any:
    import tensorflow as tf

    axes, fit = layouts.pixel_axes(case), layouts.per_channel(case)
    form = layouts.data_format(case, tf.config.list_physical_devices("GPU"))

    def half(x: Any, w: Any, scale: Any, shift: Any) -> Any:
        y = tf.nn.conv2d(x, w, 1, "SAME", form)
        mean, variance = tf.nn.moments(y, axes)
        return tf.nn.batch_normalization(y, *map(fit, (mean, variance, shift, scale)), EPSILON)

    def block(x: Any, w1: Any, a1: Any, b1: Any, w2: Any, a2: Any, b2: Any) -> Any:
        return tf.nn.relu(half(tf.nn.relu(half(x, w1, a1, b1)), w2, a2, b2) + x)

    return block


def jax_block(case: Case) -> Any:
    import jax
    import jax.numpy as jnp

    axes, fit = layouts.pixel_axes(case), layouts.per_channel(case)
    layout = layouts.dimension_numbers(case)

    def half(x: Any, w: Any, scale: Any, shift: Any) -> Any:
        y = jax.lax.conv_general_dilated(x, w, (1, 1), "SAME", dimension_numbers=layout)
        mean, variance = jnp.mean(y, axes), jnp.var(y, axes)
        return (y - fit(mean)) * fit(jax.lax.rsqrt(variance + EPSILON) * scale) + fit(shift)

    def block(x: Any, w1: Any, a1: Any, b1: Any, w2: Any, a2: Any, b2: Any) -> Any:
        return jax.nn.relu(half(jax.nn.relu(half(x, w1, a1, b1)), w2, a2, b2) + x)

    return block

"""Batch normalisation with the batch's own statistics; arrays are NHWC, PyTorch's native is NCHW.

Running statistics are left out: their update is not differentiated and costs one value a channel.
"""

from __future__ import annotations

from typing import Any

from opscope import layouts
from opscope import reference as ref
from opscope.nouns import Case, Operator, TensorSpec, normal, preset

EPSILON = 1e-5
AXES = (0, 1, 2)
RESNET = "ResNet-18 (arXiv:1512.03385), first stage on 32x32 images, batch 128"


def inputs(case: Case) -> dict[str, TensorSpec]:
    p = case.params
    return {
        "x": TensorSpec((p.n, p.h, p.w, p.c)),
        "weight": TensorSpec((p.c,), fill=normal(0.1, mean=1.0)),
        "bias": TensorSpec((p.c,), fill=normal(0.1)),
    }


def outputs(case: Case) -> dict[str, TensorSpec]:
    p = case.params
    return {"y": TensorSpec((p.n, p.h, p.w, p.c))}


def reference(case: Case, x: Any, weight: Any, bias: Any) -> Any:
    return ref.normalise(x, AXES, EPSILON)[0] * weight + bias


def gradient(case: Case, x: Any, weight: Any, bias: Any, dy: Any) -> Any:
    normalised, inverse = ref.normalise(x, AXES, EPSILON)
    dx = ref.normalise_gradient(normalised, inverse, dy * weight, AXES)
    return dx, (dy * normalised).sum(AXES), dy.sum(AXES)


def torch(case: Case) -> Any:
    import torch.nn.functional as F

    def batchnorm(x: Any, weight: Any, bias: Any) -> Any:
        return F.batch_norm(x, None, None, weight, bias, training=True, eps=EPSILON)

    return layouts.torch_program(case, batchnorm, filters=())


def tensorflow(case: Case) -> Any:
    import tensorflow as tf

    axes, fit = layouts.pixel_axes(case), layouts.per_channel(case)

    def batchnorm(x: Any, weight: Any, bias: Any) -> Any:
        mean, variance = tf.nn.moments(x, axes=axes)
        return tf.nn.batch_normalization(x, *map(fit, (mean, variance, bias, weight)), EPSILON)

    return layouts.other_program(case, batchnorm, filters=())


def jax(case: Case) -> Any:
    import jax
    import jax.numpy as jnp

    axes, fit = layouts.pixel_axes(case), layouts.per_channel(case)

    def batchnorm(x: Any, weight: Any, bias: Any) -> Any:
        mean, variance = jnp.mean(x, axes), jnp.var(x, axes)
        return (x - fit(mean)) * fit(jax.lax.rsqrt(variance + EPSILON) * weight) + fit(bias)

    return layouts.other_program(case, batchnorm, filters=())


def pixels(case: Case) -> int:
    return int(case.params.n * case.params.h * case.params.w)


OPERATOR = Operator(
    name="batchnorm_training",
    summary="batch normalisation with the batch's statistics over all but the last axis",
    presets=(
        preset("tiny", n=2, h=5, w=4, c=6),
        preset("small", n=4, h=16, w=16, c=32),
        preset("default", n=16, h=28, w=28, c=64),
        preset("large", n=64, h=56, w=56, c=128),
        preset("large", name="resnet18", source=RESNET, n=128, h=32, w=32, c=64),
    ),
    inputs=inputs,
    outputs=outputs,
    reference=reference,
    gradient=gradient,
    # mean 1, centre 1, square and sum 2, scale 1, weight 1, bias 1: 7 an element
    flops=lambda case: 7 * outputs(case)["y"].elements,
    reduction=pixels,
    directions=("forward", "backward"),
    layouts=layouts.IMAGES,
    implementations={"torch": torch, "tensorflow": tensorflow, "jax": jax},
)

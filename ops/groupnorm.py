"""Group normalisation (arXiv:1803.08494); arrays are NHWC, PyTorch's native layout is NCHW."""

from __future__ import annotations

from typing import Any

from opscope import layouts
from opscope import reference as ref
from opscope.nouns import Case, Operator, TensorSpec, normal, preset

EPSILON = 1e-5
UNET = "Stable Diffusion 1.5 U-Net: 64x64 latents, 320 channels in 32 groups, 2 images"


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


def _grouped(case: Case, x: Any) -> Any:
    p = case.params
    return x.reshape(p.n, p.h, p.w, p.groups, p.c // p.groups)


def reference(case: Case, x: Any, weight: Any, bias: Any) -> Any:
    normalised, _ = ref.normalise(_grouped(case, x), (1, 2, 4), EPSILON)
    return normalised.reshape(x.shape) * weight + bias


def gradient(case: Case, x: Any, weight: Any, bias: Any, dy: Any) -> Any:
    axes = (1, 2, 4)
    normalised, inverse = ref.normalise(_grouped(case, x), axes, EPSILON)
    dx = ref.normalise_gradient(normalised, inverse, _grouped(case, dy * weight), axes)
    dweight = (dy * normalised.reshape(x.shape)).sum((0, 1, 2))
    return dx.reshape(x.shape), dweight, dy.sum((0, 1, 2))


def _groups(case: Case) -> tuple[tuple[int, ...], tuple[int, int]]:
    """The shape with groups in the case's layout, and the axes within a group."""
    p = case.params
    if layouts.channels_first(case):
        return (p.n, p.groups, p.c // p.groups, p.h * p.w), (2, 3)
    return (p.n, p.h * p.w, p.groups, p.c // p.groups), (1, 3)


def torch(case: Case) -> Any:
    import torch.nn.functional as F

    groups = case.params.groups

    def groupnorm(x: Any, weight: Any, bias: Any) -> Any:
        return F.group_norm(x, groups, weight, bias, EPSILON)

    return layouts.torch_program(case, groupnorm, filters=())


def tensorflow(case: Case) -> Any:
    import tensorflow as tf

    (grouped, axes), fit = _groups(case), layouts.per_channel(case)

    def groupnorm(x: Any, weight: Any, bias: Any) -> Any:
        shape, x = x.shape, tf.reshape(x, grouped)
        mean, variance = tf.nn.moments(x, axes=axes, keepdims=True)
        normalised = (x - mean) * tf.math.rsqrt(variance + EPSILON)
        return tf.reshape(normalised, shape) * fit(weight) + fit(bias)

    return layouts.other_program(case, groupnorm, filters=())


def jax(case: Case) -> Any:
    import jax
    import jax.numpy as jnp

    (grouped, axes), fit = _groups(case), layouts.per_channel(case)

    def groupnorm(x: Any, weight: Any, bias: Any) -> Any:
        shape, x = x.shape, x.reshape(grouped)
        mean = jnp.mean(x, axes, keepdims=True)
        variance = jnp.var(x, axes, keepdims=True)
        normalised = (x - mean) * jax.lax.rsqrt(variance + EPSILON)
        return normalised.reshape(shape) * fit(weight) + fit(bias)

    return layouts.other_program(case, groupnorm, filters=())


OPERATOR = Operator(
    name="groupnorm",
    summary="group normalisation: statistics over the pixels and channels of each group",
    presets=(
        preset("tiny", n=2, h=5, w=4, c=8, groups=2),
        preset("small", n=4, h=16, w=16, c=32, groups=8),
        preset("default", n=8, h=32, w=32, c=128, groups=32),
        preset("large", n=32, h=64, w=64, c=128, groups=32),
        preset("large", name="sd-unet", source=UNET, n=2, h=64, w=64, c=320, groups=32),
    ),
    inputs=inputs,
    outputs=outputs,
    reference=reference,
    gradient=gradient,
    # mean 1, centre 1, square and sum 2, scale 1, weight 1, bias 1: 7 an element
    flops=lambda case: 7 * outputs(case)["y"].elements,
    reduction=lambda case: int(case.params.h * case.params.w * case.params.c // case.params.groups),
    directions=("forward", "backward"),
    layouts=layouts.IMAGES,
    implementations={"torch": torch, "tensorflow": tensorflow, "jax": jax},
)

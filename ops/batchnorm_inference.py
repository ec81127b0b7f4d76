"""Batch normalisation with running statistics; arrays are NHWC, PyTorch's native layout is NCHW."""

from __future__ import annotations

from typing import Any

from opscope import layouts
from opscope.nouns import Case, Operator, TensorSpec, normal, preset, uniform

EPSILON = 1e-5
RESNET = "ResNet-18 (arXiv:1512.03385), first stage on 32x32 images, batch 128"


def inputs(case: Case) -> dict[str, TensorSpec]:
    p = case.params
    channels = (p.c,)
    return {
        "x": TensorSpec((p.n, p.h, p.w, p.c)),
        "mean": TensorSpec(channels, fill=normal(0.1), differentiable=False),
        "variance": TensorSpec(channels, fill=uniform(0.5, 1.5), differentiable=False),
        "weight": TensorSpec(channels, fill=normal(0.1, mean=1.0)),
        "bias": TensorSpec(channels, fill=normal(0.1)),
    }


def outputs(case: Case) -> dict[str, TensorSpec]:
    p = case.params
    return {"y": TensorSpec((p.n, p.h, p.w, p.c))}


def reference(case: Case, x: Any, mean: Any, variance: Any, weight: Any, bias: Any) -> Any:
    return (x - mean) * (variance + EPSILON) ** -0.5 * weight + bias


def gradient(case: Case, x: Any, mean: Any, variance: Any, weight: Any, bias: Any, dy: Any) -> Any:
    inverse = (variance + EPSILON) ** -0.5
    axes = (0, 1, 2)
    return dy * inverse * weight, (dy * (x - mean) * inverse).sum(axes), dy.sum(axes)


def torch(case: Case) -> Any:
    import torch.nn.functional as F

    def batchnorm(x: Any, mean: Any, variance: Any, weight: Any, bias: Any) -> Any:
        return F.batch_norm(x, mean, variance, weight, bias, False, 0.0, EPSILON)

    return layouts.torch_program(case, batchnorm, filters=())


def tensorflow(case: Case) -> Any:
    import tensorflow as tf

    fit = layouts.per_channel(case)

    def batchnorm(x: Any, mean: Any, variance: Any, weight: Any, bias: Any) -> Any:
        return tf.nn.batch_normalization(x, *map(fit, (mean, variance, bias, weight)), EPSILON)

    return layouts.other_program(case, batchnorm, filters=())


def jax(case: Case) -> Any:
    import jax

    fit = layouts.per_channel(case)

    def batchnorm(x: Any, mean: Any, variance: Any, weight: Any, bias: Any) -> Any:
        return (x - fit(mean)) * fit(jax.lax.rsqrt(variance + EPSILON) * weight) + fit(bias)

    return layouts.other_program(case, batchnorm, filters=())


OPERATOR = Operator(
    name="batchnorm_inference",
    summary="batch normalisation with given statistics, (x - mean) / sqrt(variance) weight + bias",
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
    # the four statistics fold into one scale and one shift a channel: 2 an element
    flops=lambda case: 2 * outputs(case)["y"].elements,
    directions=("forward", "backward"),
    layouts=layouts.IMAGES,
    implementations={"torch": torch, "tensorflow": tensorflow, "jax": jax},
)

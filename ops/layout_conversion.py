"""Images from channels last to channels first: what a forced layout costs a framework."""

from __future__ import annotations

from typing import Any

from opscope.nouns import Case, Operator, TensorSpec, preset

RESNET = "ResNet-18 (arXiv:1512.03385), first stage on 32x32 images, batch 128"


def inputs(case: Case) -> dict[str, TensorSpec]:
    p = case.params
    return {"x": TensorSpec((p.n, p.h, p.w, p.c))}


def outputs(case: Case) -> dict[str, TensorSpec]:
    p = case.params
    return {"y": TensorSpec((p.n, p.c, p.h, p.w))}


def reference(case: Case, x: Any) -> Any:
    return x.transpose(0, 3, 1, 2)


def gradient(case: Case, x: Any, dy: Any) -> Any:
    return dy.transpose(0, 2, 3, 1)


def torch(case: Case) -> Any:
    def layout_conversion(x: Any) -> Any:
        return x.permute(0, 3, 1, 2).contiguous()

    return layout_conversion


def tensorflow(case: Case) -> Any:
    import tensorflow as tf

    def layout_conversion(x: Any) -> Any:
        return tf.transpose(x, (0, 3, 1, 2))

    return layout_conversion


def jax(case: Case) -> Any:
    import jax.numpy as jnp

    def layout_conversion(x: Any) -> Any:
        return jnp.transpose(x, (0, 3, 1, 2))

    return layout_conversion


OPERATOR = Operator(
    name="layout_conversion",
    summary="NHWC to NCHW, written out",
    presets=(
        preset("tiny", n=2, h=5, w=4, c=6),
        preset("small", n=4, h=16, w=16, c=32),
        preset("default", n=8, h=28, w=28, c=64),
        preset("large", n=64, h=56, w=56, c=128),
        preset("large", name="resnet18", source=RESNET, n=128, h=32, w=32, c=64),
    ),
    inputs=inputs,
    outputs=outputs,
    reference=reference,
    gradient=gradient,
    flops=lambda case: 0,
    backward_flops=lambda case: 0,
    directions=("forward", "backward"),
    implementations={"torch": torch, "tensorflow": tensorflow, "jax": jax},
)

"""One training step of a ResNet basic block: forward, backward, and a step of plain SGD.

The loss is half the squared distance to a target, summed over an image and averaged over the batch.
"""

from __future__ import annotations

from typing import Any

from opscope import layouts
from opscope.nouns import Case, Operator, TensorSpec, preset
from opscope.ops import _resnet as block

RATE = 1e-3
IMAGES = {"images": ("x", "target"), "outputs": ()}
FILTERS = {"filters": block.FILTERS, "updated": block.FILTERS}


def inputs(case: Case) -> dict[str, TensorSpec]:
    return {"x": block.images(case), "target": block.images(case), **block.parameters(case)}


def outputs(case: Case) -> dict[str, TensorSpec]:
    return {"loss": TensorSpec(()), **block.parameters(case)}


def reference(case: Case, x: Any, target: Any, *parameters: Any) -> Any:
    error = block.reference(x, *parameters) - target
    slopes = block.gradient(x, *parameters, error / case.params.n)[1:]
    updated = (p - RATE * slope for p, slope in zip(parameters, slopes, strict=True))
    return (0.5 * (error**2).sum() / case.params.n, *updated)


def torch(case: Case) -> Any:
    import torch

    forward, batch = block.torch_block(), case.params.n

    def loss_of(parameters: Any, x: Any, target: Any) -> Any:
        return (forward(x, *parameters) - target).square().sum() * (0.5 / batch)

    def resnet_training_step(x: Any, target: Any, *parameters: Any) -> Any:
        slopes, loss = torch.func.grad_and_value(loss_of)(parameters, x, target)
        return (loss, *(p - RATE * slope for p, slope in zip(parameters, slopes, strict=True)))

    return layouts.torch_program(case, resnet_training_step, **IMAGES, **FILTERS)


def tensorflow(case: Case) -> Any:
    import tensorflow as tf

    forward, batch = block.tensorflow_block(case), case.params.n

    def resnet_training_step(x: Any, target: Any, *parameters: Any) -> Any:
        with tf.GradientTape() as tape:
            tape.watch(parameters)
            error = forward(x, *parameters) - target
            loss = tf.reduce_sum(tf.square(error)) * (0.5 / batch)
        slopes = tape.gradient(loss, parameters)
        return (loss, *(p - RATE * slope for p, slope in zip(parameters, slopes, strict=True)))

    return layouts.other_program(case, resnet_training_step, **IMAGES, filters=())


def jax(case: Case) -> Any:
    import jax
    import jax.numpy as jnp

    forward, batch = block.jax_block(case), case.params.n

    def loss_of(parameters: Any, x: Any, target: Any) -> Any:
        return jnp.square(forward(x, *parameters) - target).sum() * (0.5 / batch)

    def resnet_training_step(x: Any, target: Any, *parameters: Any) -> Any:
        loss, slopes = jax.value_and_grad(loss_of)(parameters, x, target)
        return (loss, *(p - RATE * slope for p, slope in zip(parameters, slopes, strict=True)))

    return layouts.other_program(case, resnet_training_step, **IMAGES, **FILTERS)


OPERATOR = Operator(
    name="resnet_training_step",
    summary="forward and backward pass of a ResNet basic block and an SGD update of its parameters",
    presets=(
        preset("tiny", n=2, h=5, w=4, c=4),
        preset("small", n=2, h=8, w=8, c=16),
        preset("default", n=4, h=16, w=16, c=64),
        preset("large", n=8, h=28, w=28, c=128),
        *(block.resnet18(batch) for batch in (32, 64, 128, 256)),
    ),
    inputs=inputs,
    outputs=outputs,
    reference=reference,
    flops=lambda case: 3 * block.flops(case),  # a backward pass counts twice the forward one
    reduction=lambda case: int(case.params.n * case.params.h * case.params.w * case.params.c),
    dtypes=("float32",),
    layouts=layouts.IMAGES,
    tolerance=2,
    implementations={"torch": torch, "tensorflow": tensorflow, "jax": jax},
)

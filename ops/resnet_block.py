"""A ResNet basic block with batch statistics; see the helper for its parts."""

from __future__ import annotations

from typing import Any

from opscope import layouts
from opscope.nouns import Case, Operator, TensorSpec, preset
from opscope.ops import _resnet as block


def inputs(case: Case) -> dict[str, TensorSpec]:
    return {"x": block.images(case), **block.parameters(case)}


def outputs(case: Case) -> dict[str, TensorSpec]:
    return {"y": block.images(case)}


def reference(case: Case, *arrays: Any) -> Any:
    return block.reference(*arrays)


def gradient(case: Case, *arrays: Any) -> Any:
    return block.gradient(*arrays)


def torch(case: Case) -> Any:
    return layouts.torch_program(case, block.torch_block(), filters=block.FILTERS)


def tensorflow(case: Case) -> Any:
    return layouts.other_program(case, block.tensorflow_block(case), filters=())


def jax(case: Case) -> Any:
    return layouts.other_program(case, block.jax_block(case), filters=block.FILTERS)


OPERATOR = Operator(
    name="resnet_block",
    summary="relu(bn(conv(relu(bn(conv(x))))) + x), 3x3 convolutions, batch statistics",
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
    gradient=gradient,
    flops=block.flops,
    reduction=block.reduction,
    directions=("forward", "backward"),
    layouts=layouts.IMAGES,
    backward_dtypes=("float32",),  # rounding to 16 bits decides relu's slope near 0
    tolerance=2,  # two convolutions and two normalisations in a row
    implementations={"torch": torch, "tensorflow": tensorflow, "jax": jax},
)

"""1-D convolution, zero-padded by the same amount at both ends; arrays are NLC and LIO."""

from __future__ import annotations

from typing import Any

from opscope import layouts
from opscope import reference as ref
from opscope.nouns import Case, Operator, TensorSpec, normal, preset

WHISPER = "Whisper tiny (arXiv:2212.04356), second stem layer: 3000 frames, 384 channels, stride 2"


def inputs(case: Case) -> dict[str, TensorSpec]:
    p = case.params
    return {
        "x": TensorSpec((p.n, p.l, p.c)),
        "w": TensorSpec((p.r, p.c, p.k), fill=normal((p.r * p.c) ** -0.5)),
    }


def outputs(case: Case) -> dict[str, TensorSpec]:
    p = case.params
    return {"y": TensorSpec((p.n, ref.conv_size(p.l, p.r, p.stride, p.pad), p.k))}


def reference(case: Case, x: Any, w: Any) -> Any:
    pads = (0, case.params.pad)
    return ref.conv2d(x[:, None], w[None], case.params.stride, pads)[:, 0]


def gradient(case: Case, x: Any, w: Any, dy: Any) -> Any:
    pads = (0, case.params.pad)
    dx, dw = ref.conv2d_gradient(x[:, None], w[None], dy[:, None], case.params.stride, pads)
    return dx[:, 0], dw[0]


def torch(case: Case) -> Any:
    import torch.nn.functional as F

    stride, pad = case.params.stride, case.params.pad

    def conv1d(x: Any, w: Any) -> Any:
        return F.conv1d(x, w, stride=stride, padding=pad)

    return layouts.torch_program(case, conv1d, spatial="L")


def tensorflow(case: Case) -> Any:
    import tensorflow as tf

    stride, pad = case.params.stride, case.params.pad
    form = layouts.data_format(case, tf.config.list_physical_devices("GPU"), "W")
    padding = [[pad, pad] if axis == "W" else [0, 0] for axis in form]

    def conv1d(x: Any, w: Any) -> Any:
        return tf.nn.conv1d(tf.pad(x, padding), w, stride, "VALID", form)

    return layouts.other_program(case, conv1d, filters=(), spatial="L")


def jax(case: Case) -> Any:
    import jax

    strides, pad = (case.params.stride,), [(case.params.pad,) * 2]
    layout = layouts.dimension_numbers(case, "H")

    def conv1d(x: Any, w: Any) -> Any:
        return jax.lax.conv_general_dilated(x, w, strides, pad, dimension_numbers=layout)

    return layouts.other_program(case, conv1d, spatial="L")


OPERATOR = Operator(
    name="conv1d",
    summary="1-D convolution, y[n, i, k] = sum over r, c of x[n, i + r, c] w[r, c, k]",
    presets=(
        preset("tiny", n=2, l=21, c=4, k=6, r=3, stride=2, pad=1),
        preset("small", n=2, l=256, c=16, k=32, r=3, stride=1, pad=1),
        preset("default", n=4, l=1024, c=64, k=128, r=3, stride=1, pad=1),
        preset("large", n=16, l=4096, c=128, k=256, r=3, stride=1, pad=1),
        preset(
            "large",
            name="whisper-tiny",
            source=WHISPER,
            n=1,
            l=3000,
            c=384,
            k=384,
            r=3,
            stride=2,
            pad=1,
        ),
    ),
    inputs=inputs,
    outputs=outputs,
    reference=reference,
    gradient=gradient,
    flops=lambda case: 2 * case.params.r * case.params.c * outputs(case)["y"].elements,
    reduction=lambda case: int(case.params.r * case.params.c),
    directions=("forward", "backward"),
    layouts=layouts.SEQUENCES,
    implementations={"torch": torch, "tensorflow": tensorflow, "jax": jax},
)

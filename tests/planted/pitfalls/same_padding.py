"""Convolution of an 8 x 8 image with stride 2: TensorFlow's SAME pads 0 before and 1 after, where
padding=1 pads 1 on both sides. The shapes agree."""

from opscope.nouns import Operator, TensorSpec, preset

SIZE, CHANNELS, FILTERS = 8, 3, 4


def reference(case, x, w):
    import numpy as np

    padded = np.pad(x, ((0, 0), (1, 1), (1, 1), (0, 0)))
    y = np.zeros((case.params.n, SIZE // 2, SIZE // 2, FILTERS))
    for row in range(3):
        for column in range(3):
            window = padded[:, row : row + SIZE : 2, column : column + SIZE : 2]
            y += window @ w[row, column]
    return y


def tensorflow(case):
    import tensorflow as tf

    return lambda x, w: tf.nn.conv2d(x, w, strides=2, padding="SAME")


def jax(case):
    from jax import lax

    def explicit(x, w):
        layout = ("NHWC", "HWIO", "NHWC")
        return lax.conv_general_dilated(x, w, (2, 2), ((1, 1), (1, 1)), dimension_numbers=layout)

    return explicit


OPERATOR = Operator(
    name="same_padding",
    summary="3 x 3 convolution, stride 2, one row of zeros on every side",
    presets=(preset("tiny", n=2), preset("default", n=4)),
    inputs=lambda case: {
        "x": TensorSpec((case.params.n, SIZE, SIZE, CHANNELS)),
        "w": TensorSpec((3, 3, CHANNELS, FILTERS)),
    },
    outputs=lambda case: {"y": TensorSpec((case.params.n, SIZE // 2, SIZE // 2, FILTERS))},
    reference=reference,
    flops=lambda case: 2 * case.params.n * 16 * FILTERS * 9 * CHANNELS,
    reduction=lambda case: 9 * CHANNELS,
    implementations={"tensorflow": tensorflow, "jax": jax},
)

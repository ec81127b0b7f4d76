"""The running mean after one batch, by each framework's default: PyTorch takes a tenth of the new
one, Keras a hundredth, and its "momentum" is the share of the old one."""

from opscope.nouns import Operator, TensorSpec, preset


def torch(case):
    import torch.nn.functional as F

    def call(x, mean):
        running = mean.clone()
        F.batch_norm(x, running, running.square() + 1, training=True)
        return running

    return call


def tensorflow(case):
    import tensorflow as tf

    def call(x, mean):
        layer = tf.keras.layers.BatchNormalization()
        layer.build(x.shape)
        layer.moving_mean.assign(mean)
        layer(x, training=True)
        return tf.convert_to_tensor(layer.moving_mean)

    return call


OPERATOR = Operator(
    name="default_momentum",
    summary="0.9 mean + 0.1 mean of the batch",
    presets=(preset("tiny", rows=16, columns=4), preset("default", rows=32, columns=8)),
    inputs=lambda case: {
        "x": TensorSpec((case.params.rows, case.params.columns)),
        "mean": TensorSpec((case.params.columns,)),
    },
    outputs=lambda case: {"running": TensorSpec((case.params.columns,))},
    reference=lambda case, x, mean: 0.9 * mean + 0.1 * x.mean(0),
    flops=lambda case: case.params.rows * case.params.columns,
    reduction=lambda case: int(case.params.rows),
    implementations={"torch": torch, "tensorflow": tensorflow},
)

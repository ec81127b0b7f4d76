"""Layer normalisation with epsilon 1e-5 in the reference and in PyTorch, Keras' 1e-3 in JAX. On
data of variance 1 the difference would pass; on variance 1e-4 it does not."""

from opscope.nouns import Operator, TensorSpec, normal, preset


def normalised(x, epsilon):
    centred = x - x.mean(-1, keepdims=True)
    return centred / ((centred**2).mean(-1, keepdims=True) + epsilon) ** 0.5


def torch(case):
    import torch.nn.functional as F

    return lambda x: F.layer_norm(x, (case.params.features,), eps=1e-5)


def jax(case):
    return lambda x: normalised(x, 1e-3)


OPERATOR = Operator(
    name="keras_epsilon",
    summary="layer normalisation, with two values of epsilon",
    presets=(preset("tiny", rows=8, features=64), preset("default", rows=16, features=64)),
    inputs=lambda case: {
        "x": TensorSpec((case.params.rows, case.params.features), fill=normal(0.01))
    },
    outputs=lambda case: {"y": TensorSpec((case.params.rows, case.params.features))},
    reference=lambda case, x: normalised(x, 1e-5),
    flops=lambda case: 5 * case.params.rows * case.params.features,
    reduction=lambda case: int(case.params.features),
    implementations={"torch": torch, "jax": jax},
)

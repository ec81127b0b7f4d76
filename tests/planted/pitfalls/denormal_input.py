"""Values that XLA takes for zero and PyTorch does not."""

from opscope.nouns import Operator, TensorSpec, preset


def tiny(rng, shape):
    return rng.standard_normal(shape) * 1e-39


def twice(case):
    return lambda x: 2 * x


OPERATOR = Operator(
    name="denormal_input",
    summary="2 x, of very small x",
    presets=(preset("tiny", n=32), preset("default", n=64)),
    inputs=lambda case: {"x": TensorSpec((case.params.n,), fill=tiny)},
    outputs=lambda case: {"y": TensorSpec((case.params.n,))},
    reference=lambda case, x: 2 * x,
    flops=lambda case: case.params.n,
    implementations={"torch": twice},
)

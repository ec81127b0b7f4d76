"""Computed in double precision and left there: right, at twice the bytes."""

from opscope.nouns import Operator, TensorSpec, preset


def torch(case):
    return lambda x: 2 * x.double()


OPERATOR = Operator(
    name="widened",
    summary="2 x, in float64",
    presets=(preset("tiny", n=32), preset("default", n=64)),
    inputs=lambda case: {"x": TensorSpec((case.params.n,))},
    outputs=lambda case: {"y": TensorSpec((case.params.n,))},
    reference=lambda case, x: 2 * x,
    flops=lambda case: case.params.n,
    implementations={"torch": torch},
)

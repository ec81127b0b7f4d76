"""Does the same thing in every call, but with one more intermediate: a compiler compiles again."""

from opscope.nouns import Operator, TensorSpec, preset


def torch(case):
    calls = []

    def changing_shape(x):
        calls.append(None)
        widened = x.repeat(len(calls), 1)
        return 2 * widened[0]

    return changing_shape


OPERATOR = Operator(
    name="changing_shape",
    summary="2 x, through a temporary that grows",
    presets=(preset("tiny", n=32), preset("default", n=64)),
    inputs=lambda case: {"x": TensorSpec((case.params.n,))},
    outputs=lambda case: {"y": TensorSpec((case.params.n,))},
    reference=lambda case, x: 2 * x,
    flops=lambda case: case.params.n,
    implementations={"torch": torch},
)

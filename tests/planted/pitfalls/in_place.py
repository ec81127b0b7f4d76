"""Right the first time, but it leaves its input changed."""

from opscope.nouns import Operator, TensorSpec, preset


def torch(case):
    def in_place(x, y):
        return x.mul_(2) + y

    return in_place


OPERATOR = Operator(
    name="in_place",
    summary="2 x + y, through an operation on x itself",
    presets=(preset("tiny", n=32), preset("default", n=64)),
    inputs=lambda case: {name: TensorSpec((case.params.n,)) for name in ("x", "y")},
    outputs=lambda case: {"z": TensorSpec((case.params.n,))},
    reference=lambda case, x, y: 2 * x + y,
    flops=lambda case: 2 * case.params.n,
    implementations={"torch": torch},
)

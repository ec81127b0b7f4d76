"""The sum of 32-bit integers: int64 in PyTorch, int32 in JAX."""

from opscope.nouns import Operator, TensorSpec, integers, preset


def torch(case):
    return lambda x: x.sum(-1)


def jax(case):
    return lambda x: x.sum(-1)


OPERATOR = Operator(
    name="integer_sum",
    summary="sum of each row of integers",
    presets=(preset("tiny", rows=8, columns=16), preset("default", rows=16, columns=32)),
    inputs=lambda case: {
        "x": TensorSpec(
            (case.params.rows, case.params.columns), dtype="int32", fill=integers(-9, 9)
        )
    },
    outputs=lambda case: {"y": TensorSpec((case.params.rows,), dtype="int32")},
    reference=lambda case, x: x.sum(-1),
    flops=lambda case: case.params.rows * case.params.columns,
    implementations={"torch": torch, "jax": jax},
)

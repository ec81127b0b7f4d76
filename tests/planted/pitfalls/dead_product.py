"""Claims the work of a product that no output needs: a compiler removes it."""

from opscope.nouns import Operator, TensorSpec, preset


def inputs(case):
    return {name: TensorSpec((case.params.n, case.params.n)) for name in ("a", "b")}


def jax(case):
    def dead_product(a, b):
        _ = a @ b
        return a + b

    return dead_product


OPERATOR = Operator(
    name="dead_product",
    summary="a + b, beside an a @ b that is thrown away",
    presets=(preset("tiny", n=128), preset("default", n=256)),
    inputs=inputs,
    outputs=lambda case: {"y": TensorSpec((case.params.n, case.params.n))},
    reference=lambda case, a, b: a + b,
    flops=lambda case: 2 * case.params.n**3 + case.params.n**2,
    implementations={"jax": jax},
)

"""Half of the data is not an input but an array in the closure: it becomes part of the program."""

from opscope.nouns import Operator, TensorSpec, preset


def table(case):
    import numpy as np

    return np.random.default_rng(7).standard_normal((case.params.n, case.params.n))


def jax(case):
    import numpy as np

    weights = table(case).astype(np.float32)

    def closure_constant(x):
        return x @ weights

    return closure_constant


OPERATOR = Operator(
    name="closure_constant",
    summary="x @ weights, with weights that the compiler knows",
    presets=(preset("tiny", n=64), preset("default", n=128)),
    inputs=lambda case: {"x": TensorSpec((case.params.n, case.params.n))},
    outputs=lambda case: {"y": TensorSpec((case.params.n, case.params.n))},
    reference=lambda case, x: x @ table(case).astype("float32").astype("float64"),
    flops=lambda case: 2 * case.params.n**3,
    reduction=lambda case: int(case.params.n),
    implementations={"jax": jax},
)

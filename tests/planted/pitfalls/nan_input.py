"""One value of the input is not a number, and the reference agrees with every framework on it."""

from opscope.nouns import Operator, TensorSpec, preset


def with_one_nan(rng, shape):
    values = rng.standard_normal(shape)
    values.flat[3] = float("nan")
    return values


def twice(case):
    return lambda x: 2 * x


OPERATOR = Operator(
    name="nan_input",
    summary="2 x, of data that no time can be trusted on",
    presets=(preset("tiny", n=32), preset("default", n=64)),
    inputs=lambda case: {"x": TensorSpec((case.params.n,), fill=with_one_nan)},
    outputs=lambda case: {"y": TensorSpec((case.params.n,))},
    reference=lambda case, x: 2 * x,
    flops=lambda case: case.params.n,
    implementations={"torch": twice},
)

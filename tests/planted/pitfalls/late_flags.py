"""Options for XLA, set when it has long read them."""

from opscope.nouns import Operator, TensorSpec, preset


def jax(case):
    import os

    os.environ["XLA_FLAGS"] = "--xla_cpu_enable_fast_math=true"
    return lambda x: 2 * x


OPERATOR = Operator(
    name="late_flags",
    summary="2 x, under options that nobody reads",
    presets=(preset("tiny", n=32), preset("default", n=64)),
    inputs=lambda case: {"x": TensorSpec((case.params.n,))},
    outputs=lambda case: {"y": TensorSpec((case.params.n,))},
    reference=lambda case, x: 2 * x,
    flops=lambda case: case.params.n,
    implementations={"jax": jax},
)

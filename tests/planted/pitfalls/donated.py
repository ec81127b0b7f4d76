"""The input's buffer is given away, so that there is none for a second call."""

from opscope.nouns import Operator, TensorSpec, preset


def jax(case):
    import jax

    return jax.jit(lambda x: 2 * x, donate_argnums=0)


OPERATOR = Operator(
    name="donated",
    summary="2 x, in the memory of x",
    presets=(preset("tiny", n=32), preset("default", n=64)),
    inputs=lambda case: {"x": TensorSpec((case.params.n,))},
    outputs=lambda case: {"y": TensorSpec((case.params.n,))},
    reference=lambda case, x: 2 * x,
    flops=lambda case: case.params.n,
    implementations={"jax": jax},
)

"""Sent through Python in the middle of the call, in JAX; PyTorch stays where it is."""

from opscope.nouns import Operator, TensorSpec, preset


def specs(case):
    return {"x": TensorSpec((case.params.n,))}


def torch(case):
    return lambda x: 2 * x


def jax(case):
    import jax

    def call(x):
        return jax.pure_callback(lambda y: 2 * y, jax.ShapeDtypeStruct(x.shape, x.dtype), x)

    return call


OPERATOR = Operator(
    name="host_callback",
    summary="y = 2 x, by way of NumPy",
    presets=(preset("tiny", n=4096), preset("default", n=1 << 16)),
    inputs=specs,
    outputs=lambda case: {"y": TensorSpec((case.params.n,))},
    reference=lambda case, x: 2 * x,
    flops=lambda case: case.params.n,
    implementations={"torch": torch, "jax": jax},
)

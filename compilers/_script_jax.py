"""JAX in a script of its own: the functions that ``opscope repro`` copies into it.

Nothing here imports opscope. DEVICE and WIDE are replaced by the case's.
"""

from __future__ import annotations

from typing import Any

DEVICE = "cpu"
WIDE = False


def to_tensor(array: Any, dtype: str) -> Any:
    import jax
    import jax.numpy as jnp

    jax.config.update("jax_enable_x64", WIDE)
    jax.config.update("jax_default_matmul_precision", "highest")
    kind = {"cpu": "cpu", "tpu": "tpu"}.get(DEVICE, "gpu")
    with jax.default_device(jax.devices(kind)[0]):
        return jnp.array(array, dtype=getattr(jnp, "bool_" if dtype == "bool" else dtype))


def to_array(tensor: Any) -> Any:
    import jax.numpy as jnp
    import numpy as np

    return np.asarray(tensor.astype(jnp.float32) if tensor.dtype == jnp.bfloat16 else tensor)


def wait_for(outputs: Any) -> None:
    import jax

    jax.block_until_ready(outputs)


def with_gradient(call: Any, count: int, wrt: list[int]) -> Any:
    """A function of arguments and cotangents that gives outputs and gradients."""
    import jax

    def forward_and_backward(*inputs: Any) -> Any:
        arguments = list(inputs[:count])

        def of_differentiable(*by: Any) -> Any:
            for position, value in zip(wrt, by, strict=True):
                arguments[position] = value
            outputs = call(*arguments)
            return tuple(outputs) if isinstance(outputs, tuple | list) else (outputs,)

        outputs, pull_back = jax.vjp(of_differentiable, *(inputs[position] for position in wrt))
        return (*outputs, *pull_back(tuple(inputs[count:])))

    return forward_and_backward


def compile_eager(call: Any, inputs: Any, flags: Any) -> Any:
    return call


def compile_jit(call: Any, inputs: Any, flags: Any) -> Any:
    import jax

    return jax.jit(call).lower(*inputs).compile(compiler_options=flags or None)


def show_jaxpr(compiled: Any, inputs: Any) -> None:
    import jax

    print(jax.make_jaxpr(compiled)(*inputs))


def show_optimized_hlo(compiled: Any, inputs: Any) -> None:
    print(compiled.as_text())

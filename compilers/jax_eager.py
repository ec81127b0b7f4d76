"""JAX called without an outer jit: each primitive is compiled and dispatched by itself.

Many functions of jax.numpy and jax.nn carry a jit of their own, so this is eager between library
functions, not inside them.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from opscope.compiler import Compiled, Compiler, Job
from opscope.compilers._jax import Jax


class JaxEager(Compiler):
    name = "jax-eager"
    summary = "JAX without an outer jit (many jax.numpy functions are jitted inside)"
    frontend = Jax
    eager = True
    differentiate_first = True

    def compile(self, call: Callable[..., Any], job: Job) -> Compiled:
        return Compiled(call=call)


COMPILER = JaxEager()

"""jax.jit: the whole function traced to a jaxpr, lowered to StableHLO and compiled by XLA."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from typing import Any

from opscope.compiler import Compiled, Compiler, Job
from opscope.compilers._jax import Jax
from opscope.devices import DEVICES
from opscope.records import Artifact


class JaxJit(Compiler):
    name = "jax-jit"
    summary = "jax.jit, compiled by XLA"
    frontend = Jax
    differentiate_first = True

    def compile(self, call: Callable[..., Any], job: Job) -> Compiled:
        import jax

        # Ahead of time, so that the executable can be asked what it is without compiling again.
        options = dict(job.settings.flags) or None
        executable = jax.jit(call).lower(*job.inputs).compile(compiler_options=options)

        def artifacts() -> tuple[Artifact, ...]:
            tool = f"jaxlib {jax.lib.__version__}"
            return (Artifact(stage="hlo-optimized", text=executable.as_text(), tool=tool),)

        return Compiled(call=executable, artifacts=artifacts)

    def dump(self, job: Job, stages: Sequence[str]) -> Iterator[Artifact]:
        if job.settings.target in DEVICES:
            from opscope.compilers._deviceless import jax_xla

            call = self.frontend().differentiate(job.call, job) if job.backward else job.call
            return jax_xla.dump(job, DEVICES[job.settings.target], stages, call)
        return super().dump(job, stages)


COMPILER = JaxJit()

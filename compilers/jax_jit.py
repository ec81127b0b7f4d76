"""jax.jit: the whole function traced to a jaxpr, lowered to StableHLO and compiled by XLA."""

from __future__ import annotations

import tempfile
from collections.abc import Callable, Iterable, Iterator, Sequence
from pathlib import Path
from typing import Any

from opscope.compiler import Compiled, Compiler, Job, Script
from opscope.compilers import _autotuned, _xla_flags, _xla_levers, _xla_stages
from opscope.compilers._jax import Jax
from opscope.devices import DEVICES
from opscope.records import Artifact


class JaxJit(Compiler):
    name = "jax-jit"
    summary = "jax.jit, compiled by XLA"
    frontend = Jax
    script = Script(file="_script_jax", compile="compile_jit", show="show_optimized_hlo")
    deviceless = ("cuda", "tpu")
    stages = (
        "jaxpr",
        "stablehlo",
        "hlo",
        "hlo-passes",
        "hlo-optimized",
        "hlo-dot",
        "buffer-assignment",
        "thunks",
        "llvm-ir",
        "llvm-ir-optimized",
        "asm",
        "ttir",
        "ttgir",
        "ptx",
        "cubin",
        "sass",
        "ptxas-info",
        "llo",
        "schedule-analysis",
        "memory-use",
    )
    on_request = ("hlo-passes", "ttgir")
    differentiate_first = True
    levers = _xla_levers.levers("compile")
    fusion_off = "fusion-off"
    fusion_log = _xla_levers.FUSION_LOG

    def known_flags(self) -> Iterable[str]:
        return _xla_flags.known("jaxlib")

    def compile(self, call: Callable[..., Any], job: Job) -> Compiled:
        import jax
        import jaxlib

        # Ahead of time, so that the executable can be asked what it is without compiling again.
        options = _xla_flags.typed(self.name, "jaxlib", job.settings.flags) or None
        executable = jax.jit(call).lower(*job.inputs).compile(compiler_options=options)

        def artifacts() -> tuple[Artifact, ...]:
            tool = f"jaxlib {jaxlib.__version__}"
            return (Artifact(stage="hlo-optimized", text=executable.as_text(), tool=tool),)

        on_host = job.settings.target == "cpu"  # where XLA tunes nothing
        choices = None if on_host else lambda: _autotuned.xla(executable.as_text())
        return Compiled(
            call=executable,
            artifacts=artifacts,
            choices=choices,
            claims=lambda: _claims(executable),
        )

    def dump(self, job: Job, stages: Sequence[str]) -> Iterator[Artifact]:
        call = self.frontend().differentiate(job.call, job) if job.backward else job.call
        if job.settings.target in DEVICES:
            from opscope.compilers._deviceless import jax_xla

            return jax_xla.dump(job, DEVICES[job.settings.target], stages, call)
        return _dump(job, stages, call)


def _claims(executable: Any) -> dict[str, float]:
    """XLA's cost analysis: a dict, or in older versions a list of one."""
    found = executable.cost_analysis() or {}
    costs = found[0] if isinstance(found, list) else found
    names = {"flops": "flops", "bytes": "bytes accessed"}
    return {name: float(costs[key]) for name, key in names.items() if key in costs}


def _dump(job: Job, stages: Sequence[str], call: Callable[..., Any]) -> Iterator[Artifact]:
    import jax
    import jaxlib

    tool, xla = f"jax {jax.__version__}", f"jaxlib {jaxlib.__version__}"
    traced = jax.jit(call).trace(*job.inputs)
    text = traced.jaxpr.pretty_print(source_info=True)
    yield Artifact(stage="jaxpr", text=text, tool=tool)
    lowered = traced.lower()
    yield Artifact(stage="stablehlo", text=lowered.as_text(debug_info=True), tool=tool)
    with tempfile.TemporaryDirectory() as folder:
        flags = _xla_flags.typed("jax-jit", "jaxlib", job.settings.flags)
        options = flags | _dump_options(folder, stages)
        executable = lowered.compile(compiler_options=options)
        files = sorted(Path(folder).iterdir())
        for artifact in _xla_stages.artifacts(files, stages, xla):
            if artifact.stage == "hlo-optimized":
                # The dump has no source table; the executable prints one.
                artifact = Artifact(stage="hlo-optimized", text=executable.as_text(), tool=xla)
            yield artifact


def _dump_options(folder: str, stages: Sequence[str]) -> dict[str, Any]:
    options: dict[str, Any] = {
        "xla_dump_to": folder,
        "xla_dump_hlo_as_text": True,
        "xla_dump_hlo_as_dot": "hlo-dot" in stages,
    }
    if "hlo-passes" in stages:
        options["xla_dump_hlo_pass_re"] = ".*"
    return options


COMPILER = JaxJit()

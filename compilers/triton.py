"""Triton kernels written by hand, in the operators' own files."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from typing import Any

from opscope.compiler import Compiled, Compiler, Job, Script
from opscope.compilers import _autotuned
from opscope.compilers._triton import Triton
from opscope.devices import DEVICES
from opscope.errors import NotAvailableError
from opscope.records import Artifact


class TritonKernels(Compiler):
    name = "triton"
    summary = "hand-written Triton kernels; on a CPU interpreted, to check them"
    frontend = Triton
    script = Script(file="_script_torch", compile="compile_triton", show="show_triton")
    deviceless = ("cuda", "rocm")
    targets = ("cpu", "cuda", "rocm")
    stages = (
        "triton",
        "ttir",
        "ttgir",
        "llir",
        "ptx",
        "cubin",
        "sass",
        "amdgcn",
        "hsaco",
        "ptxas-info",
    )

    def compile(self, call: Callable[..., Any], job: Job) -> Compiled:
        if job.settings.target == "cpu":
            return Compiled(call=call, interpreted="run by Triton's interpreter on the CPU")
        return Compiled(call=call, choices=lambda: _autotuned.triton(job.call))

    def dump(self, job: Job, stages: Sequence[str]) -> Iterator[Artifact]:
        if job.settings.target in DEVICES:
            from opscope.compilers._deviceless import triton_kernels

            call = self.frontend().differentiate(job.call, job) if job.backward else job.call
            return triton_kernels.dump(job, DEVICES[job.settings.target], stages, call)
        if job.settings.target == "cpu":
            raise NotAvailableError("on a CPU Triton's kernels are interpreted: nothing to show")
        return _dump(job, stages)


def _dump(job: Job, stages: Sequence[str]) -> Iterator[Artifact]:
    """Run the operator once on the attached GPU and read what Triton left in its cache."""
    from opscope.compilers import _triton_cache

    before = _triton_cache.entries()
    job.call(*job.arguments)
    new = _triton_cache.entries() - before
    platform = job.settings.target.partition(":")[0]
    seen = set()
    for artifact in _triton_cache.artifacts(new, _sources(job.call), stages, platform):
        seen.add(artifact.stage)
        yield artifact
    for stage in stages:
        if stage not in seen:
            reason = "no kernel was launched" if not new else "Triton left none in its cache"
            yield Artifact(stage=stage, absent=reason)


def _sources(call: Callable[..., Any]) -> dict[str, str]:
    """Kernel name to Python source, of the jitted functions that ``call`` closes over."""
    cells = [cell.cell_contents for cell in getattr(call, "__closure__", None) or ()]
    found: dict[str, str] = {}
    for value in cells:
        while hasattr(value, "fn") and not hasattr(value, "src"):
            value = value.fn  # an autotuner around a jitted function
        if hasattr(value, "src") and hasattr(value, "__name__"):
            found[value.__name__] = str(value.src)
    return found


COMPILER = TritonKernels()

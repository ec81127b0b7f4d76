"""Triton kernels written by hand, in the operators' own files."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from typing import Any

from opscope.compiler import Compiled, Compiler, Job, Script
from opscope.compilers._triton import Triton
from opscope.devices import DEVICES
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
        return Compiled(call=call)

    def dump(self, job: Job, stages: Sequence[str]) -> Iterator[Artifact]:
        if job.settings.target in DEVICES:
            from opscope.compilers._deviceless import triton_kernels

            call = self.frontend().differentiate(job.call, job) if job.backward else job.call
            return triton_kernels.dump(job, DEVICES[job.settings.target], stages, call)
        return super().dump(job, stages)


COMPILER = TritonKernels()

"""PyTorch as it runs without a compiler: one dispatched kernel per operator."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import replace
from typing import Any

from opscope.compiler import Compiled, Compiler, Job, Script
from opscope.compilers._torch import Torch, event_name
from opscope.compilers._torch_dispatched import dispatched_ops
from opscope.records import Artifact


class TorchEager(Compiler):
    name = "torch-eager"
    summary = "PyTorch without a compiler"
    frontend = Torch
    script = Script(file="_script_torch", compile="compile_eager", show="show_profile")
    targets = ("cpu", "cuda", "rocm")
    stages = ("dispatched-ops",)
    eager = True

    def event_name(self, kernel: str) -> str:
        return event_name(kernel)

    def compile(self, call: Callable[..., Any], job: Job) -> Compiled:
        return Compiled(call=call)

    def build(self, job: Job) -> Compiled:
        compiled = super().build(job)
        return replace(compiled, artifacts=lambda: (dispatched_ops(compiled.call, job),))

    def dump(self, job: Job, stages: Sequence[str]) -> Iterator[Artifact]:
        yield dispatched_ops(self.build(job).call, job)


COMPILER = TorchEager()

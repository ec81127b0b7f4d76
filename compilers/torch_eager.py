"""PyTorch as it runs without a compiler: one dispatched kernel per operator."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from typing import Any

from opscope.compiler import Compiled, Compiler, Job
from opscope.compilers._torch import Torch
from opscope.compilers._torch_dispatched import dispatched_ops


class TorchEager(Compiler):
    name = "torch-eager"
    summary = "PyTorch without a compiler"
    frontend = Torch
    targets = ("cpu", "cuda", "rocm")
    eager = True

    def compile(self, call: Callable[..., Any], job: Job) -> Compiled:
        return Compiled(call=call)

    def build(self, job: Job) -> Compiled:
        compiled = super().build(job)
        return replace(compiled, artifacts=lambda: (dispatched_ops(compiled.call, job),))


COMPILER = TorchEager()

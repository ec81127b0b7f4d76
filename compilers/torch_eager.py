"""PyTorch as it runs without a compiler: one dispatched kernel per operator."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import replace
from typing import Any, ClassVar

from opscope.compiler import Compiled, Compiler, Job, Script, Switch
from opscope.compilers import _torch_onednn, _torch_retraced
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
    levers: ClassVar[Mapping[str, Switch]] = {
        "onednn-off": _torch_onednn.LEVER,
        "narrow-types": _torch_retraced.NARROW_TYPES,
    }

    def known_flags(self) -> Iterable[str]:
        return (_torch_onednn.FLAG, _torch_retraced.NARROW)

    def event_name(self, kernel: str) -> str:
        return event_name(kernel)

    def compile(self, call: Callable[..., Any], job: Job) -> Compiled:
        call = _torch_retraced.retraced(call, job)
        return Compiled(call=_torch_onednn.wrapped(call, job.settings.flags))

    def build(self, job: Job) -> Compiled:
        compiled = super().build(job)
        return replace(compiled, artifacts=lambda: (dispatched_ops(compiled.call, job),))

    def dump(self, job: Job, stages: Sequence[str]) -> Iterator[Artifact]:
        yield dispatched_ops(self.build(job).call, job)


COMPILER = TorchEager()

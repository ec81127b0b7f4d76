"""The files that XLA writes into its dump folder, as artifacts.

Names look like ``module_0001.jit_f.0022.pipeline.after_pass.before_next.txt``. XLA compiles kernels
in parallel and numbers their files by when they were done, so kernels are named by what is in them.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from opscope.compilers._deviceless.notes import wanted
from opscope.records import Artifact

_PASS = re.compile(r"\.(\d{4})\.(.+?)\.(after_.+?)(?:\.before_.+)?\.txt$")
_LLVM_KERNEL = re.compile(r'^define ptx_kernel void @"?([\w.$-]+)', re.MULTILINE)
_PTX_KERNEL = re.compile(r"\.entry\s+([\w.$-]+)")


def options(folder: str, stages: Sequence[str]) -> dict[str, Any]:
    """XLA options that write what ``stages`` need into ``folder``."""
    asked: dict[str, Any] = {"xla_dump_to": folder, "xla_dump_hlo_as_text": True}
    if wanted(stages, "hlo-passes"):
        asked["xla_dump_hlo_pass_re"] = ".*"
    if "hlo-dot" in stages:
        asked["xla_dump_hlo_as_dot"] = True
    return asked


@dataclass(frozen=True)
class DumpFolder:
    """A folder that XLA has dumped one module into, with what to write on its artifacts."""

    path: Path
    tool: str
    note: str
    prefix: str = ""
    """Goes before the part of every artifact: the name of a variant, with its slash."""

    def artifact(self, stage: str, text: str, part: str = "") -> Artifact:
        whole = (self.prefix + part).rstrip("/")
        return Artifact(stage=stage, text=text, part=whole, tool=self.tool, note=self.note)

    def binary(self, stage: str, data: bytes, part: str) -> Artifact:
        whole = (self.prefix + part).rstrip("/")
        return Artifact(stage=stage, data=data, part=whole, tool=self.tool, note=self.note)

    def _matching(self, pattern: str) -> list[Path]:
        return sorted(path for path in self.path.glob(pattern) if path.stat().st_size)

    def one(self, stage: str, pattern: str) -> Iterator[Artifact]:
        """The artifact of the single file that matches; nothing if there is none."""
        for path in self._matching(pattern)[:1]:
            yield self.artifact(stage, path.read_text(errors="replace"))

    def passes(self) -> Iterator[Artifact]:
        """HLO after each pass that changed it."""
        before = ""
        for path in self._matching("*.txt"):
            if (match := _PASS.search(path.name)) is None:
                continue
            text = path.read_text(errors="replace")
            if text != before:
                number, pipeline, after = match.groups()
                yield self.artifact("hlo-passes", text, f"{number}.{pipeline}.{after}")
            before = text

    def fusions(self, stage: str, suffix: str) -> Iterator[Artifact]:
        """One artifact for each ``module_0001.jit_f.FUSION.ttir.txt``, named by the fusion."""
        for path in self._matching(f"*{suffix}"):
            name = path.name.removesuffix(suffix)
            if not name.endswith(".before_validation"):
                # XLA's kernel of the fusion ``fusion.5`` is called ``fusion_5``.
                kernel = name.split(".", 2)[-1].replace(".", "_")
                yield self.artifact(stage, path.read_text(errors="replace"), kernel)

    def kernels(self, stage: str, pattern: str) -> Iterator[Artifact]:
        """One artifact for each file with kernels in it, in the order of their names."""
        named = _PTX_KERNEL if pattern.endswith(".ptx") else _LLVM_KERNEL
        found = []
        for path in self._matching(pattern):
            text = path.read_text(errors="replace")
            if names := sorted(named.findall(text)):
                found.append(("+".join(names[:3]), text))
        for name, text in sorted(found):
            yield self.artifact(stage, text, name)


_LOWERING_BEGINS = (
    "TritonGPUAllocateWarpGroups",
    "AllocateSharedMemoryNv",
    "ConvertTritonGPUToLLVM",
)
_MLIR_DUMP = re.compile(r"^// -----// IR Dump Before (\w+)", re.MULTILINE)


def triton_gpu_ir(log: str) -> str:
    """Triton GPU IR from XLA's log of its Triton pipeline; empty where there is none.

    The log holds the module before every pass; what is wanted enters the first pass of the lowering
    to LLVM.
    """
    marks = list(_MLIR_DUMP.finditer(log))
    for mark, end in zip(marks, [*(mark.start() for mark in marks[1:]), len(log)], strict=True):
        if mark.group(1) in _LOWERING_BEGINS:
            return log[log.index("\n", mark.start()) + 1 : end]
    return ""

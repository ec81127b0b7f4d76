"""The stage catalogue: every step of lowering that a compiler may show, and what its text is.

A compiler emits an ordered subset of these. The parser is a file in ``inspect/parsers/``, found by
name through the registry; stages without one are shown and compared as text only.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

from opscope.errors import unknown


@dataclass(frozen=True, kw_only=True)
class Stage:
    """One step of lowering. ``language`` is a Pygments lexer alias or a name of our own lexers."""

    name: str
    title: str
    language: str
    extension: str
    parser: str | None = None
    binary: bool = False


def _stage(
    name: str, language: str, extension: str, title: str, parser: str | None = None
) -> Stage:
    return Stage(
        name=name,
        title=title,
        language=language,
        extension=extension,
        parser=parser,
        binary=language == "binary",
    )


STAGES = {
    stage.name: stage
    for stage in (
        _stage("source", "python", "py", "the operator file's own function"),
        # PyTorch
        _stage("dispatched-ops", "text", "txt", "operators the eager runtime dispatched", "ops"),
        _stage("dynamo-graph", "python", "py", "FX graph captured by Dynamo", "fx"),
        _stage("guards", "text", "txt", "guards of the captured graph, and graph breaks"),
        _stage("joint-graph", "python", "py", "joint forward and backward ATen graph", "fx"),
        _stage("aten-graph", "python", "py", "forward ATen graph before Inductor's passes", "fx"),
        _stage("backward-graph", "python", "py", "backward ATen graph", "fx"),
        _stage("post-grad-graph", "python", "py", "ATen graph after Inductor's passes", "fx"),
        _stage("inductor-ir-pre-fusion", "text", "txt", "scheduler nodes before fusion"),
        _stage("inductor-ir", "text", "txt", "scheduler nodes after fusion", "inductor_ir"),
        _stage("output-code", "python", "py", "Inductor's wrapper and kernels", "inductor"),
        _stage("cpp", "cpp", "cpp", "C++ translation unit of the kernels", "kernel_source"),
        # Triton
        _stage("triton", "python", "py", "Triton kernel source", "kernel_source"),
        _stage("ttir", "mlir", "ttir", "Triton IR", "mlir"),
        _stage("ttgir", "mlir", "ttgir", "Triton GPU IR", "mlir"),
        _stage("llir", "llvm", "ll", "LLVM IR from Triton", "llvm"),
        _stage("ptx", "ptx", "ptx", "PTX", "ptx"),
        _stage("cubin", "binary", "cubin", "CUDA binary"),
        _stage("sass", "sass", "sass", "SASS", "sass"),
        _stage("amdgcn", "amdgcn", "amdgcn", "AMD GCN assembly", "amdgcn"),
        _stage("hsaco", "binary", "hsaco", "AMD code object"),
        _stage("ptxas-info", "text", "txt", "registers, spills and shared memory", "ptxas"),
        # JAX, TensorFlow and XLA
        _stage("graphdef", "protobuf", "pbtxt", "TensorFlow graph as traced", "graphdef"),
        _stage("graphdef-optimized", "protobuf", "pbtxt", "graph after Grappler", "graphdef"),
        _stage("jaxpr", "text", "jaxpr", "jaxpr", "jaxpr"),
        _stage("stablehlo", "mlir", "mlir", "StableHLO with source locations", "mlir"),
        _stage("hlo", "hlo", "hlo", "HLO before optimisation", "hlo"),
        _stage("hlo-passes", "hlo", "hlo", "HLO after each pass"),
        _stage("hlo-optimized", "hlo", "hlo", "optimized HLO", "hlo"),
        _stage("hlo-dot", "dot", "dot", "optimized HLO as a graph"),
        _stage("buffer-assignment", "text", "txt", "buffer assignment"),
        _stage("thunks", "text", "txt", "thunk sequence and launch dimensions"),
        _stage("llvm-ir", "llvm", "ll", "LLVM IR before optimisation", "llvm"),
        _stage("llvm-ir-optimized", "llvm", "ll", "LLVM IR after optimisation", "llvm"),
        _stage("asm", "asm", "s", "machine code of the host", "x86"),
        _stage("llo", "text", "txt", "TPU LLO bundles"),
        _stage("schedule-analysis", "text", "txt", "TPU schedule analysis (modelled)"),
        _stage("memory-use", "text", "txt", "TPU memory use"),
    )
}


def stage(name: str) -> Stage:
    """The stage called ``name``; UsageError for any other name."""
    if name not in STAGES:
        raise unknown("stage", name, STAGES)
    return STAGES[name]


_PLATFORMS = {
    "cpp": ("cpu",),
    "asm": ("cpu",),
    **dict.fromkeys(("triton", "ttir", "ttgir"), ("cuda", "rocm")),
    **dict.fromkeys(("ptx", "cubin", "sass"), ("cuda",)),
    "ptxas-info": ("cuda", "rocm"),  # on AMD what LLVM's assembly states about the same things
    **dict.fromkeys(("amdgcn", "hsaco"), ("rocm",)),
    **dict.fromkeys(("llo", "schedule-analysis", "memory-use"), ("tpu",)),
    **dict.fromkeys(("llir", "thunks"), ("cuda", "rocm")),
    **dict.fromkeys(("llvm-ir", "llvm-ir-optimized"), ("cpu", "cuda", "rocm")),
}


def on_platform(names: Iterable[str], platform: str) -> tuple[str, ...]:
    """Those of ``names`` that ``platform`` (``cpu``, ``cuda``, ``rocm``, ``tpu``) can have."""
    return tuple(n for n in names if platform in _PLATFORMS.get(n, (platform,)))

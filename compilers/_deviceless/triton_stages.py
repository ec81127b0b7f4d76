"""The stages of one compiled Triton kernel, for Triton's own kernels and for Inductor's alike."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import partial
from pathlib import Path
from typing import Any, Protocol

from opscope.compilers._deviceless import cuda_tools
from opscope.compilers._deviceless.notes import wanted
from opscope.errors import NotAvailableError
from opscope.records import Artifact

TEXTS = ("ttir", "ttgir", "llir", "ptx", "amdgcn")
BINARIES = ("cubin", "hsaco")
STAGES = (
    "triton",
    "ttir",
    "ttgir",
    "llir",
    "ptx",
    "cubin",
    "sass",
    "ptxas-info",
    "amdgcn",
    "hsaco",
)


class HasArch(Protocol):
    """What is asked of a device, named or attached."""

    @property
    def platform(self) -> str: ...

    @property
    def arch(self) -> str: ...


@dataclass(frozen=True, kw_only=True)
class TritonKernel:
    """A kernel as compiled for one configuration.

    ``part`` names it among the kernels of its function; ``asm`` maps Triton's extensions to texts
    and bytes; ``shared_bytes`` and ``warps`` are what a launch would ask for.
    """

    part: str
    name: str
    asm: Mapping[str, str | bytes]
    shared_bytes: int
    warps: int
    source: str = ""
    fp_fusion: bool = True
    grid: tuple[int, int, int] | None = None


def from_files(part: str, files: Mapping[str, str], source: str = "") -> TritonKernel:
    """From the files of one entry of Triton's cache: name to path, as its listener is told."""
    paths = {Path(name).suffix[1:]: Path(path) for name, path in files.items()}
    metadata = json.loads(paths["json"].read_text(encoding="utf-8"))
    asm: dict[str, str | bytes] = {}
    for name in (*TEXTS, *BINARIES):
        if name in paths:
            content = paths[name].read_bytes()
            asm[name] = content if name in BINARIES else content.decode()
    return TritonKernel(
        part=part,
        name=metadata["name"],
        asm=asm,
        shared_bytes=metadata["shared"],
        warps=metadata["num_warps"],
        source=source,
        fp_fusion=metadata.get("enable_fp_fusion", True),
    )


def from_compiled(part: str, kernel: Any, source: str = "") -> TritonKernel:
    """From what ``triton.compile`` gives."""
    metadata = kernel.metadata
    return TritonKernel(
        part=part,
        name=metadata.name,
        asm={name: text for name, text in kernel.asm.items() if name in (*TEXTS, *BINARIES)},
        shared_bytes=metadata.shared,
        warps=metadata.num_warps,
        source=source,
        fp_fusion=getattr(metadata, "enable_fp_fusion", True),
    )


def artifacts(
    kernel: TritonKernel, device: HasArch, stages: Sequence[str], tool: str, note: str
) -> Iterator[Artifact]:
    """The artifacts of ``kernel`` among ``stages``, in lowering order."""
    made = partial(Artifact, part=kernel.part, note=note)
    if kernel.source and wanted(stages, "triton"):
        yield made(stage="triton", text=kernel.source, tool=tool)
    for name in (*TEXTS, *BINARIES):
        content = kernel.asm.get(name)
        if content is None or not wanted(stages, name):
            continue
        if isinstance(content, str):
            yield made(stage=name, text=content, tool=tool)
        else:
            yield made(stage=name, data=content, tool=tool)
    if device.platform == "cuda" and wanted(stages, "sass"):
        yield _sass(kernel, note)
    if wanted(stages, "ptxas-info"):
        yield _usage(kernel, device, note)


def _sass(kernel: TritonKernel, note: str) -> Artifact:
    made = partial(Artifact, stage="sass", part=kernel.part, note=note)
    cubin = kernel.asm.get("cubin")
    if not isinstance(cubin, bytes):
        return made(absent="there is no cubin")
    try:
        tool = cuda_tools.version(cuda_tools.find("nvdisasm"))
        return made(text=cuda_tools.disassemble(cubin), tool=tool)
    except NotAvailableError as error:
        return made(absent=str(error))


def _usage(kernel: TritonKernel, device: HasArch, note: str) -> Artifact:
    """Registers and spills as the assembler tells: NVIDIA's ptxas, or AMD's own directives."""
    made = partial(Artifact, stage="ptxas-info", part=kernel.part, note=note)
    launch = f"launch: {kernel.shared_bytes} bytes dynamic shared memory, {kernel.warps} warps"
    launch += f", grid {'x'.join(map(str, kernel.grid))}\n" if kernel.grid else "\n"
    if device.platform == "rocm":
        text = amd_usage(str(kernel.asm.get("amdgcn", ""))) + launch
        return made(text=text, tool="LLVM AMDGPU")
    try:
        told = ptxas_verbose(str(kernel.asm.get("ptx", "")), kernel.fp_fusion)
    except NotAvailableError as error:
        return made(absent=str(error))
    # Triton runs ptxas with -v as well, but throws away what it prints.
    tool = cuda_tools.version(cuda_tools.ptxas_of_triton(device.arch))
    return made(text=told + launch, tool=tool, exact=False)


def ptxas_verbose(ptx: str, fp_fusion: bool) -> str:
    """``ptxas -v`` on Triton's PTX with Triton's flags."""
    flags = ("--regAllocOptLevel=2", *(() if fp_fusion else ("--fmad=false",)))
    ptxas = cuda_tools.ptxas_of_triton(cuda_tools.ptx_arch(ptx))
    return cuda_tools.assemble(ptx, ptxas, flags)[1]


_AMD_FIELD = re.compile(
    r"^\s*; *(?:NumVgprs|NumAgprs|TotalNumVgprs|TotalNumSgprs|NumSgprs|ScratchSize|LDSByteSize"
    r"|Occupancy|WaveLimiterHint)\b.*$"
    r"|^\s*\.(?:vgpr_count|agpr_count|sgpr_count|vgpr_spill_count|sgpr_spill_count"
    r"|group_segment_fixed_size|private_segment_fixed_size):.*$",
    re.MULTILINE,
)


def amd_usage(amdgcn: str) -> str:
    """The lines of AMD assembly that state registers, spills, LDS and occupancy.

    Such as ``; NumVgprs: 12``, ``; Occupancy: 8`` and ``.vgpr_spill_count: 0``.
    """
    return "".join(match.group(0).strip() + "\n" for match in _AMD_FIELD.finditer(amdgcn))

"""What Triton compiled for the attached GPU, from its private and so far empty cache folder.

Every kernel leaves one folder for each configuration that was compiled: Inductor's autotuner and
``triton.autotune`` try several, and the cache does not say which one won.
"""

from __future__ import annotations

import os
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from pathlib import Path

from opscope.compilers._deviceless import cuda_tools, triton_stages
from opscope.records import Artifact


@dataclass(frozen=True)
class Attached:
    """The part of :class:`opscope.devices.Device` that Triton's stages ask for."""

    platform: str
    arch: str = ""


def entries() -> set[Path]:
    """The folders of the cache, one for each kernel and configuration."""
    folder = os.environ.get("TRITON_CACHE_DIR", "")
    if not folder:
        return set()
    return {path.parent for path in Path(folder).glob("*/*.json") if not _is_group(path)}


def _is_group(path: Path) -> bool:
    return path.name.startswith("__grp__")


def kernels(new: set[Path], sources: Mapping[str, str]) -> list[triton_stages.TritonKernel]:
    """The kernels in the folders ``new``, by name; ``sources`` maps names to Python source."""
    found = []
    for folder in sorted(new):
        files = {path.name: str(path) for path in folder.iterdir() if not _is_group(path)}
        found.append(triton_stages.from_files("", files))
    found.sort(key=lambda kernel: kernel.name)
    several = Counter(kernel.name for kernel in found)
    numbers: Counter[str] = Counter()
    named = []
    for kernel in found:
        numbers[kernel.name] += 1
        part = kernel.name
        if several[kernel.name] > 1:
            part += f"[{numbers[kernel.name]} of {several[kernel.name]}]"
        source = sources.get(kernel.name, "")
        named.append(replace(kernel, part=part, source=source))
    return named


def artifacts(
    new: set[Path], sources: Mapping[str, str], stages: Sequence[str], platform: str
) -> Iterator[Artifact]:
    """The stages of every kernel, in lowering order within each."""
    import triton

    for kernel in kernels(new, sources):
        arch = cuda_tools.ptx_arch(str(kernel.asm["ptx"])) if "ptx" in kernel.asm else ""
        several = kernel.part != kernel.name
        note = (
            "one of the configurations tried; the cache does not say which one won"
            if several
            else ""
        )
        tool = f"triton {triton.__version__}"
        yield from triton_stages.artifacts(kernel, Attached(platform, arch), stages, tool, note)

"""The stages that XLA writes to its dump folder, from the files of one compilation.

Host: LLVM IR before and after optimisation and one object file per kernel that XLA generated;
products, convolutions and reductions that a library takes over leave none. GPU: PTX.
"""

from __future__ import annotations

import re
import shutil
import subprocess
from collections.abc import Iterable, Iterator, Sequence
from functools import partial
from pathlib import Path

from opscope.errors import NotAvailableError
from opscope.records import Artifact

FILES = {
    "hlo": r"(?<!after)\.before_optimizations\.txt",
    "hlo-optimized": r"after_optimizations\.txt",
    "hlo-dot": r"after_optimizations\.dot",
    "buffer-assignment": r"after_optimizations-buffer-assignment\.txt",
    "thunks": r"thunk_sequence\.txt",
    "llvm-ir": r"ir-no-opt\.ll",
    "llvm-ir-optimized": r"ir-with-opt\.ll",
    "ptx": r"\.ptx",
}
"""Stage to the end of its files' names."""

_MODULE = re.compile(r"^module_\d+\.")
NO_CODE = "XLA generated no code of its own: libraries do all the work"


def text_of(stage: str, files: Iterable[Path]) -> str:
    """The files of ``stage``, one after the other in name order; empty if there is none."""
    wanted = re.compile(FILES[stage] + "$")
    found = sorted(path for path in files if wanted.search(path.name))
    return "\n".join(path.read_text(errors="replace") for path in found)


def passes(files: Iterable[Path]) -> str:
    """HLO after each pass that changed it, each behind a line that names pipeline and pass."""
    numbered = re.compile(r"\.(\d{4})\.(.+)\.txt$")
    found = [(m, path) for path in sorted(files) if (m := numbered.search(path.name))]
    return "\n".join(f"// {m[1]} {m[2]}\n{path.read_text(errors='replace')}" for m, path in found)


def artifacts(files: Sequence[Path], stages: Sequence[str], tool: str) -> Iterator[Artifact]:
    """Those of ``stages`` that come from the dump folder, in the order of ``stages``."""
    for stage in stages:
        if stage == "asm":
            yield assembly(files, tool)
        elif stage == "hlo-passes":
            yield _artifact(stage, passes(files), tool, "XLA wrote no HLO between its passes")
        elif stage in ("cubin", "sass", "ptxas-info"):
            yield _assembled(stage, text_of("ptx", files), tool)
        elif stage in ("ttir", "ttgir"):
            yield Artifact(stage=stage, absent="XLA writes none to its dump folder", tool=tool)
        elif stage in FILES:
            code = stage in ("llvm-ir", "llvm-ir-optimized", "ptx")
            absent = NO_CODE if code else "XLA wrote none to its dump folder"
            yield _artifact(stage, text_of(stage, files), tool, absent)


def _artifact(stage: str, text: str, tool: str, absent: str) -> Artifact:
    if not text.strip():
        return Artifact(stage=stage, absent=absent, tool=tool)
    return Artifact(stage=stage, text=text, tool=tool)


def _assembled(stage: str, ptx: str, tool: str) -> Artifact:
    """Machine code of an attached NVIDIA GPU, derived: XLA's own lies in its executable."""
    from opscope.compilers._deviceless import cuda_tools

    if not ptx.strip():
        return Artifact(stage=stage, absent=NO_CODE, tool=tool)
    try:
        ptxas = cuda_tools.ptxas_of_xla(cuda_tools.ptx_arch(ptx))
        cubin, told = cuda_tools.assemble(ptx, ptxas)
        made = partial(Artifact, stage=stage, tool=f"{cuda_tools.version(ptxas)} on {tool}")
        if stage == "cubin":
            return made(data=cubin, exact=False)
        return made(
            text=told if stage == "ptxas-info" else cuda_tools.disassemble(cubin), exact=False
        )
    except NotAvailableError as error:
        return Artifact(stage=stage, absent=str(error), tool=tool)


def assembly(files: Iterable[Path], tool: str) -> Artifact:
    """The object files that XLA linked into its executable, disassembled."""
    objects = sorted(path for path in files if path.suffix == ".o")
    if not objects:
        return Artifact(stage="asm", absent=NO_CODE, tool=tool)
    command = shutil.which("objdump")
    if command is None:
        absent = "objdump (of binutils) is not installed"
        return Artifact(stage="asm", absent=absent, tool="objdump")
    texts = []
    for path in objects:
        options = ["-d", "--no-show-raw-insn", "-M", "intel"]
        done = subprocess.run([command, *options, str(path)], capture_output=True, check=False)
        if done.returncode:
            absent = f"objdump failed: {done.stderr.decode(errors='replace')}"
            return Artifact(stage="asm", absent=absent, tool="objdump")
        text = done.stdout.decode(errors="replace")
        texts.append(text.replace(f"{path.parent}/", ""))
    made_by = f"objdump of object files from {tool}"
    return Artifact(stage="asm", text="\n".join(texts), tool=made_by)

"""NVIDIA's assembler and disassembler: where they are, and what they tell about a kernel.

The wheels of triton and nvidia-cuda-nvcc carry ``ptxas``; triton's alone carries ``nvdisasm`` and
``cuobjdump``. A CUDA toolkit on the PATH does as well. Registers and spills come only from
``ptxas -v``: ``cuobjdump -res-usage`` reports local memory, in which spills and arrays look alike.
"""

from __future__ import annotations

import os
import re
import shutil
import subprocess
import sysconfig
import tempfile
from functools import cache
from importlib.util import find_spec
from pathlib import Path

from opscope.errors import NotAvailableError

_TEXT_SECTION = re.compile(rb"\x00\.text\.([\w.$-]+)")


def _folders(tool: str) -> list[Path]:
    folders = []
    spec = find_spec("triton")
    if spec is not None and spec.origin:
        folders.append(Path(spec.origin).parent / "backends" / "nvidia" / "bin")
    packages = Path(sysconfig.get_paths()["purelib"]) / "nvidia"
    return [*folders, *sorted(packages.glob(f"*/bin/{tool}"))]


@cache
def find(tool: str) -> Path:
    """The executable called ``tool``; NotAvailableError says what to install."""
    for place in _folders(tool):
        path = place if place.name == tool else place / tool
        if path.is_file() and os.access(path, os.X_OK):
            return path
    if (found := shutil.which(tool)) is not None:
        return Path(found)
    raise NotAvailableError(f"{tool} was found neither in the triton wheel nor on the PATH")


@cache
def ptxas_of_triton(arch: str) -> Path:
    """The assembler that Triton takes for ``arch``: it has a newer one for sm_90 and later."""
    if int(arch.removeprefix("sm_").rstrip("af")) >= 90:
        for place in _folders("ptxas-blackwell"):
            if (place / "ptxas-blackwell").is_file():
                return place / "ptxas-blackwell"
    return find("ptxas")


@cache
def ptxas_of_xla(arch: str) -> Path:
    """The assembler that XLA takes, from the nvidia-cuda-nvcc wheel; else Triton's newest."""
    wheels = [place for place in _folders("ptxas") if place.name == "ptxas"]
    newer = [place / "ptxas-blackwell" for place in _folders("ptxas-blackwell")]
    return next((path for path in (*wheels, *newer) if path.is_file()), ptxas_of_triton(arch))


def _run(command: list[str]) -> str:
    try:
        done = subprocess.run(command, capture_output=True, text=True, check=False, timeout=300)
    except OSError as error:
        raise NotAvailableError(f"{command[0]} does not start: {error}") from error
    if done.returncode:
        told = (done.stderr or done.stdout).strip()
        raise NotAvailableError(
            f"{Path(command[0]).name} failed ({done.returncode}): {told[:2000]}"
        )
    return done.stdout + done.stderr


def version(tool: Path) -> str:
    """``ptxas V13.1.80``, from what ``ptxas --version`` and its like print."""
    words = _run([str(tool), "--version"]).split()
    numbers = [word for word in words if word.startswith("V") and word[1:2].isdigit()]
    return f"{tool.name} {numbers[-1] if numbers else '?'}"


def disassemble(cubin: bytes) -> str:
    """SASS of every function in a cubin, each instruction with its PTX line where that is known."""
    with tempfile.NamedTemporaryFile(suffix=".cubin") as file:
        file.write(cubin)
        file.flush()
        return _run([str(find("nvdisasm")), "-gp", "-c", file.name])


def assemble(ptx: str, ptxas: Path, flags: tuple[str, ...] = ()) -> tuple[bytes, str]:
    """(cubin, what ``ptxas -v`` printed: registers, spills, shared memory)."""
    arch = ptx_arch(ptx)
    with tempfile.TemporaryDirectory() as folder:
        source, binary = Path(folder) / "kernel.ptx", Path(folder) / "kernel.cubin"
        source.write_text(ptx, encoding="utf-8")
        command = [str(ptxas), "-v", *flags, f"--gpu-name={arch}", str(source)]
        told = _run([*command, "-o", str(binary)])
        # It calls itself by its file's name: ``ptxas-blackwell info : Used 32 registers``.
        told = told.replace(f"{ptxas.name} ", "ptxas ").replace(str(source), "kernel.ptx")
        return binary.read_bytes(), told


def ptx_arch(ptx: str) -> str:
    """``sm_90a`` from the ``.target`` line of a PTX module; empty where there is none."""
    for line in ptx.splitlines()[:100]:
        if line.startswith(".target"):
            return line.split()[1].rstrip(",")
    return ""


def kernel_names(cubin: bytes) -> list[str]:
    """Names of the kernels in a cubin: its sections are called ``.text.NAME``."""
    return sorted({match.decode() for match in _TEXT_SECTION.findall(cubin)})

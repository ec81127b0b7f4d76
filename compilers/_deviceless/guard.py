"""A device guard for the device type "cuda" in a build of PyTorch that has none.

PyTorch's autograd engine asks the guard of the tensors' device for its stream, in C++; where the
slot is empty the process aborts or the operation fails. Few operations of a forward pass ask, so
only the backward direction, flex attention and the like need this, and with it a C++ compiler. The
library is built once per PyTorch.
"""

from __future__ import annotations

import ctypes
import hashlib
import os
import shutil
import subprocess
import sysconfig
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from opscope.errors import NotAvailableError

SOURCE = Path(__file__).with_name("guard.cpp")


def cache_folder() -> Path:
    """``$XDG_CACHE_HOME/opscope``, or where that usually is."""
    base = os.environ.get("XDG_CACHE_HOME") or os.path.join(os.path.expanduser("~"), ".cache")
    return Path(base) / "opscope"


def _compiler() -> str:
    for name in (os.environ.get("CXX", ""), "g++", "c++", "clang++"):
        if name and (found := shutil.which(name.split()[0])):
            return found
    raise NotAvailableError(
        "differentiation and flex attention need a C++ compiler (g++, c++ or clang++, or the one"
        " that CXX names) to compile for a device that is not here; a forward pass does not"
    )


def library() -> Path:
    """The built library for this PyTorch; builds it if it is not in the cache yet."""
    import torch

    root = Path(torch.__file__).parent
    seed = f"{torch.__version__} {root} {sysconfig.get_platform()}".encode() + SOURCE.read_bytes()
    path = cache_folder() / f"guard-{hashlib.sha256(seed).hexdigest()[:16]}.so"
    if path.is_file():
        return path
    compiler = _compiler()
    path.parent.mkdir(parents=True, exist_ok=True)
    with tempfile.TemporaryDirectory(dir=path.parent) as folder:
        built = Path(folder) / path.name
        command = [compiler, "-O1", "-std=c++20", "-fPIC", "-shared", "-w", str(SOURCE)]
        command += [f"-I{root / 'include'}", f"-L{root / 'lib'}", "-lc10", "-ltorch_cpu"]
        done = subprocess.run(
            [*command, "-o", str(built)], capture_output=True, text=True, check=False, timeout=600
        )
        if done.returncode:
            raise NotAvailableError(f"{compiler} cannot build {SOURCE.name}: {done.stderr[:2000]}")
        built.replace(path)  # atomic: another process may be building the same file
    return path


@contextmanager
def device_guard() -> Iterator[None]:
    """With a guard for "cuda" in place; NotAvailableError without a C++ compiler."""
    import torch

    torch._C._ensureCUDADeviceGuardSet()  # a CUDA build without a driver helps itself
    loaded = ctypes.CDLL(str(library()))
    if not loaded.opscope_guard_on():
        raise NotAvailableError(f"the device guard does not take hold in torch {torch.__version__}")
    try:
        yield
    finally:
        loaded.opscope_guard_off()

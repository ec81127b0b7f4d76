"""What decides the outcome of a dump: the key under which it is kept, and the versions it names."""

from __future__ import annotations

import hashlib
import importlib.metadata
import json
import os
import platform
import shutil
import sys
from collections.abc import Mapping, Sequence
from dataclasses import asdict
from pathlib import Path

from opscope import machine
from opscope.devices import DEVICES
from opscope.dumping.request import Request
from opscope.worker import wire

ENVIRONMENT = (
    "TORCH",
    "TRITON",
    "XLA",
    "TF_",
    "JAX",
    "OMP_",
    "MKL_",
    "NPROC",
    "CUDA",
    "HIP",
    "CXX",
)
"""Prefixes of the environment variables that compilers read."""


def compiler_variables(environment: Mapping[str, str]) -> dict[str, str]:
    """The environment variables that decide what a compiler does."""
    return {n: v for n, v in sorted(environment.items()) if n.startswith(ENVIRONMENT)}


def cache_key(wanted: Request) -> str:
    """A hash of everything that decides what a dump holds.

    The operator's file and helpers, our own code, the case, target, flags, threads and affinity,
    CPU features, interpreter, installed versions, C++ compiler and relevant environment.
    """
    frontend = wanted.compiler.frontend
    python = wanted.options.pythons.get(frontend.name, sys.executable)
    facts = {
        "operator": wanted.source.digest,
        "path": str(wanted.source.path),  # locations in the code name it
        "name": wanted.source.operator.name,
        "own": own_digest(wanted.compiler_path),
        "case": wire.case_to_json(wanted.case),
        "compiler": wanted.compiler.name,
        "settings": asdict(wanted.options.settings),
        "stages": wanted.stages,
        "affinity": sorted(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else [],
        "cpu": machine.facts().get("cpu", {}),
        "python": _file_facts(shutil.which(python) or python),
        "versions": _versions((*frontend.distributions, *device_tools(wanted)), python),
        "c++": _file_facts(shutil.which(os.environ.get("CXX", "g++"))),
        "environment": compiler_variables(os.environ),
        "platform": platform.platform(),
    }
    return hashlib.sha256(json.dumps(facts, sort_keys=True, default=str).encode()).hexdigest()


def own_digest(compiler_path: Path) -> str:
    """Of the code that makes dumps: opscope's core and compilers, and the compiler's file."""
    package = Path(__file__).parents[1]
    digest = hashlib.sha256(compiler_path.read_bytes())
    files = [
        *package.glob("*.py"),
        *package.glob("[a-z]*/*.py"),
        *package.glob("*.csv"),
        *compiler_path.parent.rglob("*.py"),
        *compiler_path.parent.rglob("*.cpp"),
    ]
    for path in sorted(files):
        digest.update(path.read_bytes())
    return digest.hexdigest()


def device_tools(wanted: Request) -> tuple[str, ...]:
    """Packages besides the framework's that compile for the device of a request."""
    device = DEVICES.get(wanted.target)
    if device is None or wanted.compiler.frontend.name in ("torch", "triton"):
        return ()
    plugin = "libtpu" if device.platform == "tpu" else "jax-cuda13-plugin"
    return ("jaxlib", plugin, "nvidia-cuda-nvcc", "triton")


def tool_versions(wanted: Request) -> dict[str, str]:
    python = wanted.options.pythons.get(wanted.compiler.frontend.name, sys.executable)
    if shutil.which(python) != shutil.which(sys.executable):
        return {}  # they stand in the notes of the artifacts
    found = _versions(device_tools(wanted)[:2], python)
    return {name: version for name, version in found.items() if name != "numpy"}


def _file_facts(path: str | None) -> tuple[str, int, int] | None:
    if path is None or not os.path.exists(path):
        return None
    status = Path(path).resolve().stat()
    return (os.path.realpath(path), status.st_size, status.st_mtime_ns)


def _versions(distributions: Sequence[str], python: str) -> dict[str, str]:
    """Installed versions; for another interpreter, what its packages' folders are called."""
    if shutil.which(python) != shutil.which(sys.executable):
        folder = Path(shutil.which(python) or python).resolve().parent.parent
        names = sorted(p.name for p in folder.glob("lib/python*/site-packages/*.dist-info"))
        return {"packages": " ".join(names), "folder": str(folder)}
    found = {}
    for name in (*distributions, "numpy"):
        try:
            found[name] = importlib.metadata.version(name)
        except importlib.metadata.PackageNotFoundError:
            continue
    return found

"""Helpers of the tests that compile for absent devices: each compilation in a process of its own.

In a worker's way: what a dump does to a framework must not reach a test's process, and TensorFlow
and Triton cannot share one.
"""

from __future__ import annotations

import json
import os
import subprocess
import sys
from importlib.util import find_spec
from pathlib import Path
from typing import Any

ROOT = Path(__file__).resolve().parents[2]
SCRIPT = Path(__file__).with_name("deviceless_dump.py")
ENVIRONMENT = {
    "PYTHONPATH": str(ROOT),
    "TRITON_DEFAULT_FP_FUSION": "1",
    "JAX_PLATFORMS": "cpu",
    "TF_CPP_MIN_LOG_LEVEL": "2",
    "CUDA_VISIBLE_DEVICES": "",
}


def installed(*modules: str) -> bool:
    """Whether every module can be imported; imports none but the packages around them."""
    try:
        return all(find_spec(module) is not None for module in modules)
    except ModuleNotFoundError:
        return False


def run(*arguments: str, **environment: str) -> Any:
    """What a Python process with ``arguments`` prints on its last line, as JSON."""
    given = {**os.environ, **ENVIRONMENT, **environment}
    command = [sys.executable, *arguments]
    done = subprocess.run(command, capture_output=True, text=True, env=given, check=False)
    assert done.returncode == 0, done.stderr[-4000:]
    return json.loads(done.stdout.splitlines()[-1])


def run_code(code: str, **environment: str) -> Any:
    return run("-c", code, **environment)


def attempt(
    folder: Path,
    compiler: str,
    operator: str,
    device: str,
    *stages: str,
    dtype: str = "float32",
    direction: str = "forward",
    size: str = "default",
    **environment: str,
) -> Any:
    """``{"artifacts": [...], "error": ...}`` of one dump with empty caches in ``folder``."""
    caches = {
        "TORCHINDUCTOR_CACHE_DIR": str(folder / "inductor"),
        "TRITON_CACHE_DIR": str(folder / "triton"),
    }
    given = (compiler, operator, device, dtype, direction, size, *stages)
    return run(str(SCRIPT), *given, **{**caches, **environment})


def dump(folder: Path, compiler: str, operator: str, device: str, *stages: str, **how: Any) -> Any:
    """Stage to part to artifact."""
    outcome = attempt(folder, compiler, operator, device, *stages, **how)
    assert "error" not in outcome, outcome["error"]
    found: dict[str, dict[str, Any]] = {}
    for artifact in outcome["artifacts"]:
        found.setdefault(artifact["stage"], {})[artifact["part"]] = artifact
    return found


def only(found: dict[str, Any]) -> Any:
    assert len(found) == 1, list(found)
    return next(iter(found.values()))

"""How long a first dump takes for a device that is not here, everything included.

    python -m pytest tests/benchmarks/bench_deviceless.py --benchmark-only

Each round is ``opscope dump`` in a process of its own without any cache. On two idle cores a dump
of layernorm for an H100 should take at most 15 s through torch-inductor and 6 s through jax-jit.
Not collected with the tests: a busy machine must not fail them.
"""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

ROOT = Path(__file__).resolve().parents[2]


@pytest.mark.parametrize("compiler", ["torch-inductor", "jax-jit", "triton", "tf-xla"])
def test_first_dump_of_layernorm_for_h100(benchmark: Any, compiler: str, tmp_path: Path) -> None:
    command = [sys.executable, "-m", "opscope", "dump", "layernorm", "--target", "h100"]
    command += ["--compiler", compiler, "--no-cache", "--json"]
    environment = {**os.environ, "PYTHONPATH": str(ROOT), "XDG_CACHE_HOME": str(tmp_path)}

    def dump() -> None:
        subprocess.run(command, check=True, env=environment, stdout=subprocess.DEVNULL)

    benchmark.pedantic(dump, rounds=3)

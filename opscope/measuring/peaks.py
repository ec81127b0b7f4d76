"""What a machine can do, measured: the two roofs of its roofline, kept per machine.

A roof is the best that any library here reaches (:mod:`opscope.worker.peak_probe`), per target and
thread count: STREAM-like copy and triad over four times the last-level cache, a triad that stays in
cache, and matrix products per dtype. Nameplate figures are not used: a guest or a container seldom
gets them. Results lie in the user's cache directory under the machine's fingerprint and are
measured again on request, or when the last measurement was disturbed.
"""

from __future__ import annotations

import calendar
import json
import math
import os
import subprocess
import sys
import time
from collections.abc import Mapping
from dataclasses import asdict
from pathlib import Path
from typing import Any

from opscope import attached, machine
from opscope.verdicts.roofline import Peaks

SCHEMA = 1
PROBE = Path(__file__).parents[1] / "worker" / "peak_probe.py"
LIBRARIES = {"torch": "torch", "jax": "jax", "numpy": "numpy"}
"""Library to the frontend whose interpreter has it; ``numpy`` is in every one."""

DTYPES = ("float32", "bfloat16")
GPU_DTYPES = ("float32", "float32-tf32", "bfloat16", "float16")
CACHES_OVER = 4
TIME_FORMAT = "%Y-%m-%dT%H:%M:%SZ"
CALM_CORES = 0.2
"""Cores kept busy by others above which a measurement counts as disturbed."""

REPEAT_AFTER_S = 24 * 3600
"""How long a disturbed measurement is used before it is tried again."""


def stored(facts: Mapping[str, Any], target: str, threads: int) -> Peaks | None:
    """The roofs kept for this machine; None if there are none or the file is not one of ours."""
    try:
        entry = json.loads(_path(facts).read_text(encoding="utf-8"))
        if entry["schema"] != SCHEMA:
            return None
        return Peaks(**entry["peaks"][f"{target}/{threads}"])
    except (OSError, ValueError, KeyError, TypeError):
        return None


def load_or_measure(
    facts: Mapping[str, Any],
    *,
    target: str = "cpu",
    threads: int = 0,
    pythons: Mapping[str, str] | None = None,
    again: bool = False,
    budget_s: float = 1.5,
) -> Peaks | None:
    """The roofs for ``threads`` cores (0: all usable ones), measured unless they are kept.

    ``again`` measures anew and forgets what was kept; otherwise a disturbed measurement is repeated
    after a day, and the better of each roof is kept. None when no library could measure anything.
    Takes some seconds a library the first time.
    """
    threads = threads or facts["cores"]["usable"]
    kept = None if again else stored(facts, target, threads)
    if kept is not None and not (kept.disturbed and _age_s(kept) > REPEAT_AFTER_S):
        return kept
    found = measure(facts, target=target, threads=threads, pythons=pythons or {}, budget_s=budget_s)
    if found is None:
        return kept
    best = found if kept is None else _better(kept, found)
    _keep(facts, best)
    return best


def measure(
    facts: Mapping[str, Any],
    *,
    target: str,
    threads: int,
    pythons: Mapping[str, str],
    budget_s: float = 1.5,
) -> Peaks | None:
    """The best that each library of :data:`LIBRARIES` reaches; None if none of them can."""
    best: Peaks | None = None
    for library, frontend in LIBRARIES.items():
        python = pythons.get(frontend, sys.executable)
        before = machine.snapshot()
        answer = _probe(python, library, facts, target, threads, budget_s)
        others = machine.between(before, machine.snapshot()).get("others_cores", 0.0)
        if answer is None or "copy_bytes_per_s" not in answer:
            continue
        found = _peaks(answer, target, threads, disturbed=others > CALM_CORES)
        best = found if best is None else _better(best, found)
    return best


def _probe(
    python: str, library: str, facts: Mapping[str, Any], target: str, threads: int, budget_s: float
) -> dict[str, Any] | None:
    """One library's answer; None if it is missing or fails (then another one has to do)."""
    on_cpu = target == "cpu"
    if library == "numpy" and not on_cpu:
        return None
    cache = facts.get("last_level_cache_bytes") or 32 * 2**20
    request = {
        "library": library,
        "target": target.partition(":")[0],
        "cores": threads if on_cpu else 0,
        "dtypes": DTYPES if on_cpu else GPU_DTYPES,
        "memory_bytes": _memory_bytes(facts, cache) if on_cpu else 2 * 2**30,
        "cache_bytes": cache // 4 if on_cpu else 0,
        "budget_s": budget_s,
    }
    count = str(threads)
    variables = dict.fromkeys(("OMP_NUM_THREADS", "OPENBLAS_NUM_THREADS", "MKL_NUM_THREADS"), count)
    variables |= {"NPROC": count, "XLA_PYTHON_CLIENT_PREALLOCATE": "false"}
    variables |= attached.environment(target)
    if on_cpu:
        variables["JAX_PLATFORMS"] = "cpu"
    try:
        done = subprocess.run(
            [python, "-P", str(PROBE), json.dumps(request)],
            env={**os.environ, **variables},
            capture_output=True,
            text=True,
            timeout=120,
        )
        return dict(json.loads(done.stdout)) if done.returncode == 0 else None
    except (OSError, subprocess.TimeoutExpired, ValueError):
        return None


def _memory_bytes(facts: Mapping[str, Any], cache: int) -> int:
    """Four times all last-level caches together, but no more than an eighth of memory."""
    last = max(facts.get("caches") or [{"level": 0, "shared_by": 0}], key=lambda c: c["level"])
    sharing = last["shared_by"] or facts["cores"]["logical"]
    caches = -(-facts["cores"]["logical"] // sharing)
    limit = facts.get("memory_bytes", 8 * 2**30) // 8
    return int(min(max(CACHES_OVER * cache * caches, 64 * 2**20), limit))


def _age_s(peaks: Peaks) -> float:
    """Seconds since it was measured; infinite for a time that cannot be read."""
    try:
        then = calendar.timegm(time.strptime(peaks.measured_at, TIME_FORMAT))
    except ValueError:
        return math.inf
    return time.time() - then


def _peaks(answer: Mapping[str, Any], target: str, threads: int, *, disturbed: bool) -> Peaks:
    roofs = ("copy_bytes_per_s", "triad_bytes_per_s", "cache_bytes_per_s")
    measured = {name: answer[name] for name in roofs if name in answer}
    products = answer["matmul_flops_per_s"]
    return Peaks(
        target=target,
        threads=threads,
        **measured,
        device_cache_bytes=answer.get("device_cache_bytes"),
        matmul_flops_per_s=products,
        tools=dict.fromkeys([*measured, *products], answer["library"]),
        measured_at=time.strftime(TIME_FORMAT, time.gmtime()),
        disturbed=disturbed,
    )


def _better(one: Peaks, other: Peaks) -> Peaks:
    """The higher of each roof, with its tool; disturbed only if both were."""
    tools = dict(one.tools)

    def higher(name: str, a: float | None, b: float | None) -> float | None:
        if b is None or (a is not None and a >= b):
            return a
        tools[name] = other.tools.get(name, "")
        return b

    names = [*one.matmul_flops_per_s]
    names += [name for name in other.matmul_flops_per_s if name not in names]
    mine, theirs = one.matmul_flops_per_s, other.matmul_flops_per_s
    products = {name: higher(name, mine.get(name), theirs.get(name)) or 0.0 for name in names}
    copied = higher("copy_bytes_per_s", one.copy_bytes_per_s, other.copy_bytes_per_s)
    return Peaks(
        target=one.target,
        threads=one.threads,
        copy_bytes_per_s=copied or 0.0,
        triad_bytes_per_s=higher(
            "triad_bytes_per_s", one.triad_bytes_per_s, other.triad_bytes_per_s
        ),
        cache_bytes_per_s=higher(
            "cache_bytes_per_s", one.cache_bytes_per_s, other.cache_bytes_per_s
        ),
        device_cache_bytes=one.device_cache_bytes or other.device_cache_bytes,
        matmul_flops_per_s=products,
        tools=tools,
        measured_at=max(one.measured_at, other.measured_at),
        disturbed=one.disturbed and other.disturbed,
    )


def _path(facts: Mapping[str, Any]) -> Path:
    return machine.cache_directory() / "machines" / f"{machine.fingerprint(facts)}.json"


def _keep(facts: Mapping[str, Any], peaks: Peaks) -> None:
    """Add to this machine's file; one that cannot be written only costs the next run time."""
    path = _path(facts)
    try:
        entry = json.loads(path.read_text(encoding="utf-8"))
        if not isinstance(entry, dict) or entry.get("schema") != SCHEMA:
            entry = {}
    except (OSError, ValueError):
        entry = {}
    roofs = {**entry.get("peaks", {}), f"{peaks.target}/{peaks.threads}": asdict(peaks)}
    text = json.dumps({"schema": SCHEMA, "machine": dict(facts), "peaks": roofs}, indent=1)
    partial = path.with_name(f"{path.name}.{os.getpid()}")
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        partial.write_text(text, encoding="utf-8")
        partial.replace(path)
    except OSError:
        partial.unlink(missing_ok=True)

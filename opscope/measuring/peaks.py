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
from dataclasses import asdict, dataclass, field
from pathlib import Path
from typing import Any

from opscope import attached
from opscope.dtypes import dtype as dtype_named
from opscope.measuring import machine

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


@dataclass(frozen=True, kw_only=True)
class Peaks:
    """The roofs of one target with one thread count.

    ``matmul_flops_per_s`` is by dtype, with ``float32-tf32`` beside ``float32``. ``tools`` says
    which library gave which roof. ``device_cache_bytes`` is the last cache of a device (on a CPU
    the machine's facts have it). ``disturbed``: other work ran, so the roofs may be too low.
    """

    target: str
    threads: int
    copy_bytes_per_s: float
    triad_bytes_per_s: float | None = None
    cache_bytes_per_s: float | None = None
    device_cache_bytes: int | None = None
    matmul_flops_per_s: Mapping[str, float] = field(default_factory=dict)
    tools: Mapping[str, str] = field(default_factory=dict)
    measured_at: str = ""
    disturbed: bool = False

    @property
    def memory_bytes_per_s(self) -> float:
        return max(self.copy_bytes_per_s, self.triad_bytes_per_s or 0.0)

    def flops_per_s(self, dtype: str, precision: str = "highest") -> float | None:
        """The roof for products of ``dtype``; None if it was not measured.

        A narrow type may be computed in float32, so its roof is never below that of float32; and
        with ``precision`` other than highest float32 may be computed in TF32.
        """
        names = [dtype]
        if dtype_named(dtype).floating and dtype_named(dtype).bytes <= 4:
            names.append("float32")
        if precision != "highest" and dtype == "float32":
            names.append("float32-tf32")
        known = [self.matmul_flops_per_s[name] for name in names if name in self.matmul_flops_per_s]
        return max(known) if known else None


@dataclass(frozen=True, kw_only=True)
class Position:
    """Where a measurement stands under the roofs.

    ``bound`` names the nearest roof: ``compute``, ``memory``, ``cache`` (the data stay in the
    last-level cache), ``latency`` (a no-op takes half as long) or ``unknown``. ``peak_fraction``
    is the least time that the nearest roof allows over the time taken. ``firm`` is False when
    other work ran while the roofs were measured, so that they may be too low, or if data may have
    stayed in the cache of a device that does not tell its size.
    """

    bound: str
    peak_fraction: float | None
    least_ns: float = 0.0
    evidence: str = ""
    firm: bool = True


UNKNOWN = Position(bound="unknown", peak_fraction=None, evidence="the roofs were not measured")


def position(
    *,
    time_ns: float,
    flops: int,
    least_bytes: int,
    dtype: str,
    peaks: Peaks | None,
    cache_bytes: int | None,
    cold: bool = False,
    precision: str = "highest",
    noop_ns: float = 0.0,
) -> Position:
    """The roofline position of one case.

    ``cache_bytes`` is the last-level cache; ``noop_ns`` what a call costs that does nothing. FLOPs
    and least bytes are the operator's own, so fused and unfused compilers have one roof.
    """
    if peaks is None or time_ns <= 0:
        return UNKNOWN
    roofs: dict[str, tuple[float, str]] = {}
    rate = peaks.flops_per_s(dtype, precision)
    if rate and flops:
        roofs["compute"] = (flops / rate * 1e9, f"{flops:.3g} FLOP at {rate / 1e9:.4g} GFLOP/s")
    cached = not cold and cache_bytes is not None and least_bytes <= cache_bytes
    memory, bandwidth = "memory", peaks.memory_bytes_per_s
    if cached and peaks.cache_bytes_per_s:
        memory, bandwidth = "cache", max(bandwidth, peaks.cache_bytes_per_s)
    unknown_cache = cache_bytes is None and not cold and peaks.target != "cpu"
    moved = f"{least_bytes:.3g} bytes at {bandwidth / 1e9:.4g} GB/s"
    roofs[memory] = (least_bytes / bandwidth * 1e9, moved)
    nearest = max(roofs, key=lambda name: roofs[name][0])
    least_ns, evidence = roofs[nearest]
    if noop_ns >= time_ns / 2:
        nearest, evidence = "latency", f"a call that does nothing takes {noop_ns:.4g} ns"
    return Position(
        bound=nearest,
        peak_fraction=least_ns / time_ns,
        least_ns=least_ns,
        evidence=evidence,
        firm=not (peaks.disturbed or (unknown_cache and nearest == memory)),
    )


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

"""Every known way to be fooled by a number, each as a pure function from readings to an Alarm.

An alarm carries its evidence in words. Some only tell the reader what to look at; those in
:data:`BARRING` keep a record out of rankings, ratios and verdicts. What makes a record worthless
altogether (a compiler that removed the work) is a Status instead: see :func:`status_of`.
"""

from __future__ import annotations

import math
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import replace
from enum import StrEnum
from statistics import median
from typing import Any

from opscope.nvml import POWER_CAP
from opscope.records import Alarm, Kernel, Measurement, Record, Status
from opscope.verdicts.roofline import Position
from opscope.worker.check import MARGIN


class Doubt(StrEnum):
    """The kinds of alarm."""

    CONTENDED = "contended"
    THROTTLED = "throttled"
    RECOMPILED = "recompiled"
    ELIMINATED = "eliminated"
    FOLDED = "folded"
    MUTATES_INPUT = "mutates-input"
    NONFINITE = "nonfinite"
    DENORMAL = "denormal"
    OUTPUT_TYPE = "output-type"
    IMPLAUSIBLE = "implausible"
    UNEQUAL_MATH_MODE = "unequal-math-mode"
    LESS_ACCURATE = "less-accurate"
    UNEQUAL_THREADS = "unequal-threads"
    UNEQUAL_WORK = "unequal-work"
    BIMODAL = "bimodal"
    UNSTABLE_AUTOTUNE = "unstable-autotune"
    WARM_CACHE = "warm-cache"


BARRING = frozenset(
    {
        Doubt.CONTENDED,
        Doubt.THROTTLED,
        Doubt.IMPLAUSIBLE,
        Doubt.UNEQUAL_MATH_MODE,
        Doubt.UNEQUAL_THREADS,
        Doubt.UNEQUAL_WORK,
        Doubt.LESS_ACCURATE,
        Doubt.UNSTABLE_AUTOTUNE,
    }
)
"""Alarms that keep a record from being ranked."""

_STATUSES = {
    Doubt.RECOMPILED: Status.RECOMPILED,
    Doubt.ELIMINATED: Status.ELIMINATED,
    Doubt.FOLDED: Status.FOLDED,
    Doubt.MUTATES_INPUT: Status.MUTATES_INPUT,
    Doubt.NONFINITE: Status.NONFINITE,
}

CPU_SHARE = 0.9
"""CPU time over wall time below which a thread did not have its core to itself."""

SPARE_CORES = 0.25
STEAL = 0.05
CLOCK_RATIO = 0.75
"""The clock, over what it was, below which NVBench discards a sample."""

THREAD_MARGIN = 1.10
ROOF_MARGIN = 1.10
WORK_LEFT = 0.5
INTENSE = 2
FOLDED_SHARE, FOLDED_BYTES = 0.25, 4096
ACCURACY_FACTOR = 4.0
MODE_SHARE, MODE_GAP, MODE_SPREADS = 0.2, 0.05, 5.0


def barred(record: Record) -> str:
    """Why a record may not be ranked, in words; empty if it may."""
    if record.status is not Status.OK:
        return record.status.value
    if record.measurement is None:
        return "not timed"
    return ", ".join(alarm.kind for alarm in record.alarms if alarm.kind in BARRING)


def with_alarms(record: Record, alarms: Iterable[Alarm | None]) -> Record:
    """The record with these alarms added; the first one that is a status of its own decides it."""
    added = tuple(alarm for alarm in alarms if alarm is not None)
    if not added:
        return record
    status, reason = record.status, record.reason
    for alarm in added:
        if status is Status.OK and (new := status_of(alarm)) is not None:
            status, reason = new, alarm.evidence
    return replace(record, alarms=(*record.alarms, *added), status=status, reason=reason)


def status_of(alarm: Alarm) -> Status | None:
    """The status that this alarm amounts to; None if the record stays ok, with a doubt."""
    return _STATUSES.get(Doubt(alarm.kind))


def _alarm(kind: Doubt, evidence: str) -> Alarm:
    return Alarm(kind=kind.value, evidence=evidence)


def contended(
    measurement: Measurement, changed: Mapping[str, float], cores: int, threads: int
) -> Alarm | None:
    """Other work ran on the cores that were measured.

    ``changed`` is :func:`opscope.machine.between` around it, ``cores`` what this
    process may use and ``threads`` how many of them it was given. CPU time over wall time tells
    only for one thread; a memory-hungry neighbour on another core shows in neither.
    """
    evidence = []
    share = cpu_share(measurement)
    if threads == 1 and share is not None and share < CPU_SHARE:
        evidence.append(f"{share:.0%} of the wall time on a CPU")
    others = changed.get("others_cores", 0.0)
    if others > cores - threads + SPARE_CORES:
        evidence.append(f"others kept {others:.1f} of {cores} cores busy, {threads} were wanted")
    if changed.get("steal", 0.0) > STEAL:
        evidence.append(f"the hypervisor took {changed['steal']:.0%} of the CPU time")
    if changed.get("quota_throttled_us", 0.0) > 0:
        lost = changed["quota_throttled_us"] / 1e6
        evidence.append(f"the container's CPU limit stopped it for {lost:.3g} s")
    return _alarm(Doubt.CONTENDED, "; ".join(evidence)) if evidence else None


def cpu_share(measurement: Measurement) -> float | None:
    """Median CPU time over wall time of the samples; None where no CPU time was read."""
    pairs = zip(measurement.cpu_ns, measurement.samples_ns, strict=False)
    shares = [cpu / wall for cpu, wall in pairs if wall]
    return median(shares) if shares else None


def throttled(
    changed: Mapping[str, float],
    gpus: Sequence[Mapping[str, Any]] = (),
    slow_rounds: int = 0,
    rounds: int = 0,
) -> Alarm | None:
    """The clock went down while measuring. ``gpus`` is the GPUs' state afterwards; ``slow_rounds``
    of ``rounds`` were taken at a low clock, too many to be left out.

    A power cap is no alarm: a GPU at full load runs into it for as long as the load lasts. Nor is a
    clock that is lower afterwards: an idle core slows down.
    """
    evidence = []
    if changed.get("throttles", 0) > 0:
        evidence.append(f"{changed['throttles']:g} thermal throttling events")
    if slow_rounds:
        evidence.append(f"{slow_rounds} of {rounds} rounds below {CLOCK_RATIO:.0%} of the clock")
    for number, gpu in enumerate(gpus):
        reasons = [reason for reason in gpu.get("slowed_by", ()) if reason != POWER_CAP]
        if reasons:
            evidence.append(f"GPU {number} was held back: {', '.join(reasons)}")
    return _alarm(Doubt.THROTTLED, "; ".join(evidence)) if evidence else None


def at_speed(clocks_mhz: Sequence[float | None], default_mhz: float | None = None) -> list[bool]:
    """For each round, whether its clock was at least 75% of the default, or where none is known of
    the highest; True if the clock is unknown."""
    highest = max((mhz for mhz in clocks_mhz if mhz is not None), default=0.0)
    least = CLOCK_RATIO * (default_mhz or highest)
    return [mhz is None or mhz >= least for mhz in clocks_mhz]


def recompiled(times: int) -> Alarm | None:
    """The framework compiled again after its first call, so no two calls are the same program."""
    evidence = f"compiled {times} times more after the first call, on the same inputs"
    return _alarm(Doubt.RECOMPILED, evidence) if times else None


def eliminated(flops: int, least_bytes: int, kernels: Sequence[Kernel] | None) -> Alarm | None:
    """The executable does less than half of the arithmetic that the operator is defined to need.

    Only where every kernel's FLOPs could be counted in the compiler's own output, and where
    arithmetic is what the operator is about (more than two FLOP a byte): the count of a scatter or
    of a gradient that is a broadcast is a convention, and no evidence.
    """
    if kernels is None or flops < INTENSE * least_bytes:
        return None
    counts = [kernel.flops for kernel in kernels]
    if not counts or any(count is None for count in counts):
        return None
    done = sum(count * k.launches for count, k in zip(counts, kernels, strict=True) if count)
    if done >= WORK_LEFT * flops:
        return None
    return _alarm(
        Doubt.ELIMINATED, f"{done:.3g} FLOP are left of {flops:.3g}: dead code was removed"
    )


def folded(constant_bytes: int, input_bytes: int) -> Alarm | None:
    """Data became a constant of the program, so work on it may have been done while compiling.

    ``constant_bytes`` is the largest array literal in the optimized program.
    """
    if constant_bytes < max(FOLDED_BYTES, FOLDED_SHARE * input_bytes):
        return None
    evidence = f"the program holds a constant of {constant_bytes} bytes, its inputs {input_bytes}"
    return _alarm(Doubt.FOLDED, evidence)


def mutates_input(changed: Sequence[str]) -> Alarm | None:
    """Inputs that are not what they were before the call."""
    if not changed:
        return None
    return _alarm(Doubt.MUTATES_INPUT, f"the call changed {', '.join(changed)}")


def nonfinite(counts: Mapping[str, int]) -> Alarm | None:
    """Values that are NaN or infinite, by the tensor that holds them: their time proves nothing."""
    found = [f"{name} holds {count} of them" for name, count in counts.items() if count]
    return _alarm(Doubt.NONFINITE, f"not finite: {'; '.join(found)}") if found else None


def denormal(counts: Mapping[str, int]) -> Alarm | None:
    """Inputs so small that some frameworks take them for zero and others slow down on them."""
    found = [f"{name} holds {count}" for name, count in counts.items() if count]
    return _alarm(Doubt.DENORMAL, f"denormal inputs: {'; '.join(found)}") if found else None


def output_type(found: Sequence[str]) -> Alarm | None:
    """Integer outputs of another width than declared: right, but not the same number of bytes."""
    return _alarm(Doubt.OUTPUT_TYPE, "; ".join(found)) if found else None


def implausible(where: Position) -> Alarm | None:
    """Faster than this machine can be, by more than the roof is uncertain.

    A working set that fits the cache may beat the measured cache bandwidth (a smaller cache is
    faster still), so that roof raises no alarm; nor do roofs that were disturbed themselves.
    """
    if (
        not where.firm
        or where.bound not in ("compute", "memory")
        or (where.peak_fraction or 0.0) <= ROOF_MARGIN
    ):
        return None
    evidence = f"{where.peak_fraction:.2f} times the {where.bound} roof ({where.evidence})"
    return _alarm(Doubt.IMPLAUSIBLE, evidence)


def unequal_math_mode(modes: Mapping[str, Mapping[str, Any]]) -> dict[str, Alarm]:
    """Compilers whose arithmetic, as probed, is coarser than another's on the same case.

    ``modes`` maps a compiler to ``{"float32_product": "float32"|"tf32"|"bfloat16",
    "accumulation": ...}``; what was not probed is left out. Exact modes raise no alarm.
    """
    alarms = {}
    for name in ("float32_product", "accumulation"):
        probed = {compiler: mode[name] for compiler, mode in modes.items() if mode.get(name)}
        if len(set(probed.values())) < 2:
            continue
        finest = min(probed.values(), key=_coarseness)
        exact = sorted(compiler for compiler, mode in probed.items() if mode == finest)
        for compiler, mode in probed.items():
            if mode != finest:
                what = name.replace("_", " ")
                evidence = f"{what} in {mode}, {finest} in {', '.join(exact)}"
                alarms[compiler] = _alarm(Doubt.UNEQUAL_MATH_MODE, evidence)
    return alarms


def _coarseness(mode: str) -> int:
    order = ("float64", "float32", "tf32", "float16", "bfloat16")
    return order.index(mode) if mode in order else len(order)


def less_accurate(records: Sequence[Record]) -> dict[str, Alarm]:
    """Compilers that are faster than a more accurate one, and off by more than the type explains.

    What it explains is the tolerance without its margin: the rounding of the output and of a sum of
    the operator's length. Above that, four times the smallest error of the case is a doubt.
    """
    judged = [r for r in records if r.accuracy and r.measurement and r.status is Status.OK]
    if len(judged) < 2:
        return {}
    errors = {r.compiler: r.accuracy.error for r in judged if r.accuracy}
    times = {r.compiler: r.measurement.median_ns for r in judged if r.measurement}
    explained = max(r.accuracy.tolerance for r in judged if r.accuracy) / MARGIN
    best = min(errors, key=lambda name: errors[name])
    limit = max(explained, ACCURACY_FACTOR * errors[best])
    return {
        name: _alarm(
            Doubt.LESS_ACCURATE,
            f"error {error:.2g} against float64, {errors[best]:.2g} in {best}, which is slower",
        )
        for name, error in errors.items()
        if error > limit and times[name] < times[best]
    }


def unequal_threads(measurement: Measurement, threads: int) -> Alarm | None:
    """More CPU time than the threads asked for can give: a pool that ignores the limit."""
    share = cpu_share(measurement)
    if share is None or share <= threads * THREAD_MARGIN:
        return None
    return _alarm(Doubt.UNEQUAL_THREADS, f"{share:.1f} cores were busy, {threads} were asked for")


def unequal_work(copied_bytes: Mapping[str, int], least_bytes: int) -> dict[str, Alarm]:
    """Compilers that copy between host and device inside the timed call while another does not."""
    least = min(copied_bytes.values(), default=0)
    return {
        compiler: _alarm(
            Doubt.UNEQUAL_WORK, f"copies {copied} bytes between host and device, another {least}"
        )
        for compiler, copied in copied_bytes.items()
        if copied - least > 0.1 * least_bytes
    }


def bimodal(samples_ns: Sequence[float]) -> Alarm | None:
    """Two groups of samples with a gap between them: a median of both describes neither.

    The split of the sorted logarithms that leaves the least spread within the groups; each must
    hold a fifth of the samples, and lie apart by 5% and by five times the spread within.
    """
    if len(samples_ns) < 10 or min(samples_ns) <= 0:
        return None
    logs = sorted(map(math.log, samples_ns))
    fewest = max(2, math.ceil(MODE_SHARE * len(logs)))
    splits = range(fewest, len(logs) - fewest + 1)
    if not splits:
        return None
    at = min(splits, key=lambda i: _scatter(logs[:i]) + _scatter(logs[i:]))
    low, high = logs[:at], logs[at:]
    within = math.sqrt((_scatter(low) + _scatter(high)) / len(logs))
    apart = sum(high) / len(high) - sum(low) / len(low)
    # a step, not a tail: the gap itself must be wider than what separates values within a group
    if apart < MODE_GAP or apart < MODE_SPREADS * within or high[0] - low[-1] < within:
        return None
    shares = f"{len(low)} samples near {math.exp(median(low)):.4g} ns"
    evidence = f"{shares}, {len(high)} near {math.exp(median(high)):.4g} ns"
    return _alarm(Doubt.BIMODAL, evidence)


def _scatter(values: Sequence[float]) -> float:
    """Sum of squared distances from the mean."""
    mean = sum(values) / len(values)
    return sum((value - mean) ** 2 for value in values)


def unstable_autotune(*builds: Mapping[str, str]) -> Alarm | None:
    """Builds of one program chose different kernels: what was timed is a matter of luck.

    Each maps a tuned operation to the configuration chosen for it. One build alone tells nothing:
    the quick mode has no second one, verdict mode builds once more for every pair.
    """
    for number, build in enumerate(builds[1:], 2):
        first = builds[0]
        names = sorted(first.keys() | build.keys())
        choices = [
            f"{name}: {first.get(name, 'none')} then {build.get(name, 'none')}"
            for name in names
            if first.get(name) != build.get(name)
        ]
        if choices:
            which = f" (build {number} of {len(builds)})" if len(builds) > 2 else ""
            return _alarm(Doubt.UNSTABLE_AUTOTUNE, "; ".join(choices) + which)
    return None


def warm_cache(
    expected: Iterable[str] = (), found: Iterable[str] = (), hits: int = 0
) -> Alarm | None:
    """A compile cache answered instead of the compiler: ``hits`` times, or to be seen in stages
    that an empty cache gives and this compilation did not. The times of the calls hold, that of
    compiling does not."""
    evidence = []
    if hits:
        evidence.append(f"a compile cache answered {hits} of the compilations")
    if missing := sorted(set(expected) - set(found)):
        evidence.append(f"a compile cache answered: no {', '.join(missing)}")
    return _alarm(Doubt.WARM_CACHE, "; ".join(evidence)) if evidence else None

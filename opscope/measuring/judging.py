"""What a case's records amount to together: roofline, alarms and quick verdicts.

The run loop measures and knows no statistics; this knows no workers. It takes the records of one
case with the readings around them and returns them judged.
"""

from __future__ import annotations

import math
import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Any

from opscope import attached, machine
from opscope.records import Alarm, Artifact, Record
from opscope.verdicts import alarms
from opscope.verdicts.roofline import Peaks, Position, position
from opscope.verdicts.verdict import QUICK, Verdict, estimate, judge, undecided

GROUPS = 3
"""How often a quick measurement gives its inputs new memory: each group stands for a pair."""


@dataclass(frozen=True, kw_only=True)
class Readings:
    """Everything but times that was read while one case was measured.

    ``before`` and ``after`` are :func:`opscope.machine.snapshot`; ``inputs`` is what each
    worker found in its inputs, ``recompiled`` how often it compiled again after its first call,
    ``cache_hits`` how many of its compilations a cache answered, ``choices`` what each of its
    builds chose by tuning, ``artifacts`` the cheap stages of each executable, ``noop_ns`` what a
    call of each compiler costs that does nothing; all by compiler. ``slow_rounds`` of ``rounds``
    had a low clock and are still in the samples.
    """

    before: Mapping[str, Any]
    after: Mapping[str, Any]
    cores: int
    threads: int
    precision: str = "highest"
    facts: Mapping[str, Any] = field(default_factory=dict)
    peaks: Peaks | None = None
    inputs: Mapping[str, Mapping[str, Any]] = field(default_factory=dict)
    recompiled: Mapping[str, int] = field(default_factory=dict)
    cache_hits: Mapping[str, int] = field(default_factory=dict)
    choices: Mapping[str, Sequence[Mapping[str, str]]] = field(default_factory=dict)
    artifacts: Mapping[str, Sequence[Artifact]] = field(default_factory=dict)
    noop_ns: Mapping[str, float] = field(default_factory=dict)
    slow_rounds: int = 0
    rounds: int = 0


def judge_case(records: Sequence[Record], readings: Readings) -> list[Record]:
    """The records of one case with roofline positions, alarms and quick verdicts, in order."""
    changed = machine.between(readings.before, readings.after)
    each = [_judge_one(record, readings, changed) for record in records]
    modes = {r.compiler: r.math_mode for r in each if r.measurement is not None}
    least_bytes = max((record.least_bytes or 0 for record in records), default=0)
    across = [
        alarms.unequal_math_mode(modes),
        alarms.less_accurate(each),
        alarms.unequal_work(_host_copies(each, readings), least_bytes),
    ]
    marked = [alarms.with_alarms(r, [found.get(r.compiler) for found in across]) for r in each]
    return [_with_verdicts(record, marked) for record in marked]


def _judge_one(record: Record, readings: Readings, changed: Mapping[str, float]) -> Record:
    inputs = readings.inputs.get(record.compiler, {})
    found = [
        alarms.recompiled(readings.recompiled.get(record.compiler, 0)),
        alarms.mutates_input(inputs.get("changed", [])),
        alarms.nonfinite(inputs.get("nonfinite", {})),
        alarms.denormal(inputs.get("denormal", {})),
        alarms.output_type(inputs.get("other_types", [])),
        alarms.eliminated(record.flops or 0, record.least_bytes or 1, record.kernels),
        alarms.warm_cache(hits=readings.cache_hits.get(record.compiler, 0)),
        _folded(record, readings),
    ]
    around = {"before": readings.before, "after": readings.after, "while_measured": changed}
    record = replace(record, environment={**record.environment, **around})
    measurement = record.measurement
    if measurement is None:
        return alarms.with_alarms(record, found)
    where = position(
        time_ns=measurement.median_ns,
        flops=record.flops or 0,
        least_bytes=record.least_bytes or 0,
        dtype=record.dtype,
        peaks=readings.peaks,
        cache_bytes=_cache_bytes(record, readings),
        precision=readings.precision,
        noop_ns=readings.noop_ns.get(record.compiler, 0.0),
    )
    metrics, extra = dict(record.metrics), {**record.extra, "bound": where.bound}
    on_device = _on_device(record, readings)
    if on_device is not None and on_device.peak_fraction is not None:
        metrics["device_peak_fraction"] = on_device.peak_fraction
    if where.peak_fraction is not None:
        metrics["peak_fraction"] = where.peak_fraction
        extra["roof"] = where.evidence
    if record.compiler in readings.noop_ns:
        metrics["noop_ns"] = readings.noop_ns[record.compiler]
    record = replace(record, metrics=metrics, extra=extra)
    on_host = record.target.split(":")[0] == "cpu"
    found += [
        alarms.contended(measurement, changed, readings.cores, readings.threads),
        alarms.throttled(
            changed,
            _own_gpu(record, readings),
            readings.slow_rounds,
            readings.rounds,
        ),
        alarms.implausible(on_device or where),
        alarms.unequal_threads(measurement, readings.threads) if on_host else None,
        alarms.bimodal(measurement.samples_ns),
        alarms.unstable_autotune(*readings.choices.get(record.compiler, ())),
    ]
    return alarms.with_alarms(record, found)


def _own_gpu(record: Record, readings: Readings) -> list[Mapping[str, Any]]:
    """The state afterwards of the card that the record ran on; empty if it is not known."""
    index = attached.gpu_index(record.target, readings.facts.get("gpus", []))
    states = readings.after.get("gpus", [])
    return [] if index is None or index >= len(states) else [states[index]]


def _cache_bytes(record: Record, readings: Readings) -> int | None:
    """The last cache before memory of where the record ran."""
    if record.target.split(":")[0] == "cpu":
        return readings.facts.get("last_level_cache_bytes")
    return readings.peaks.device_cache_bytes if readings.peaks else None


def _on_device(record: Record, readings: Readings) -> Position | None:
    """Where the time by the device's own clock stands, launching and waiting not counted."""
    time_ns = record.metrics.get("device_ns")
    if time_ns is None:
        return None
    return position(
        time_ns=time_ns,
        flops=record.flops or 0,
        least_bytes=record.least_bytes or 0,
        dtype=record.dtype,
        peaks=readings.peaks,
        cache_bytes=_cache_bytes(record, readings),
        precision=readings.precision,
    )


def _folded(record: Record, readings: Readings) -> Alarm | None:
    texts = [a.text for a in readings.artifacts.get(record.compiler, ()) if a.text]
    largest = max((largest_constant_bytes(text) for text in texts), default=0)
    return alarms.folded(largest, record.least_bytes or 0)


_HOST_COPY = re.compile(
    r"\w*python\w*_callback\b|\b(?:pure|io)_callback\b|\b(?:Eager)?PyFunc\b|\b(?:in|out)feed\("
    r"|is_host_transfer=true|MoveTo(?:Host|Device)\b|# (?:.*; )?between host and device"
)
"""What takes tensors out to the host, or to Python, in the stages that tell the kernels."""


def _host_copies(records: Sequence[Record], readings: Readings) -> dict[str, int]:
    """Bytes that each timed compiler moves between host and device in a call, as far as its kernels
    tell; a compiler whose kernels are not known is left out."""
    return {
        record.compiler: host_copied_bytes(record, readings.artifacts.get(record.compiler, ()))
        for record in records
        if record.measurement is not None and record.kernels is not None
    }


def host_copied_bytes(record: Record, artifacts: Sequence[Artifact]) -> int:
    """Bytes of those kernels whose own lines say that they call or copy to the host."""
    texts = {a.stage: a.text.splitlines() for a in artifacts if a.text}
    return sum(
        (kernel.bytes or 0) * kernel.launches
        for kernel in record.kernels or ()
        if kernel.lines is not None
        and any(
            _HOST_COPY.search(line)
            for line in texts.get(kernel.stage, [])[kernel.lines[0] - 1 : kernel.lines[1]]
        )
    )


_HLO_CONSTANT = re.compile(r"= (?:f|bf|s|u)(\d+)\[([\d,]*)\]\S* constant\(")
"""A line such as ``constant.3 = f32[512,512]{1,0} constant({...})``."""


def largest_constant_bytes(text: str) -> int:
    """The largest array literal of an optimized HLO module; 0 for text that is not HLO.

    >>> largest_constant_bytes("c.1 = f32[512,512]{1,0} constant({...})")
    1048576
    """
    largest = 0
    for bits, shape in _HLO_CONSTANT.findall(text):
        elements = math.prod(int(size) for size in shape.split(",") if size)
        largest = max(largest, elements * int(bits) // 8)
    return largest


def _with_verdicts(record: Record, records: Sequence[Record]) -> Record:
    """The record with its verdict against every other one: those of verdict mode if it has some,
    otherwise quick ones. A record that may not be ranked allows none."""
    if record.measurement is None:
        return record
    known = record.extra.get("verdicts", {})
    found = {}
    for other in records:
        if other is not record and other.measurement is not None:
            given = known.get(other.compiler)
            verdict = Verdict.from_json(given) if given else quick_verdict(other, record)
            if not given and "verdict_mode" in record.extra:
                verdict = undecided(verdict, record.extra["verdict_mode"]["stop"])
            found[other.compiler] = _barred(verdict, record, other).to_json()
    return replace(record, extra={**record.extra, "verdicts": found})


def _barred(verdict: Verdict, *records: Record) -> Verdict:
    reasons = sorted({reason for record in records if (reason := alarms.barred(record))})
    return undecided(verdict, ", ".join(reasons)) if reasons else verdict


def quick_verdict(baseline: Record, new: Record) -> Verdict:
    """What one session's interleaved samples allow to be said of new/baseline.

    Samples of one index were taken in one round, and ``extra["groups"]`` groups of them between two
    placements of the inputs.
    """
    one, other = baseline.measurement, new.measurement
    assert one is not None
    assert other is not None
    a, b = one.samples_ns, other.samples_ns
    groups = min(baseline.extra.get("groups", 1), new.extra.get("groups", 1))
    size = len(a) // groups
    if len(a) != len(b) or not size:
        return judge([], QUICK)
    parts = [slice(group * size, (group + 1) * size) for group in range(groups)]
    return judge([estimate(a[part], b[part]) for part in parts], QUICK)

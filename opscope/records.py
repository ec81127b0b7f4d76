"""The words of opscope that describe *what came out*, and their JSON form.

A failure is a value: every (operator, case, compiler, target) that was asked for gives exactly one
:class:`Record`, whatever happened to it.
"""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from dataclasses import asdict, dataclass, field, replace
from enum import StrEnum
from math import inf
from pathlib import Path
from typing import Any, Self

from opscope.decode import decode
from opscope.errors import UsageError

SCHEMA = 1


class Status(StrEnum):
    """How a record ended. Only OK has a ranked time; INTERPRETED is correct but never timed."""

    OK = "ok"
    INTERPRETED = "interpreted"
    UNSUPPORTED = "unsupported"
    UNAVAILABLE = "unavailable"
    WRONG = "wrong"
    WRONG_REFERENCE = "wrong-reference"
    NONFINITE = "nonfinite"
    CRASHED = "crashed"
    FAILED = "failed"
    TIMEOUT = "timeout"
    OUT_OF_MEMORY = "out-of-memory"
    RECOMPILED = "recompiled"
    ELIMINATED = "eliminated"
    FOLDED = "folded"
    MUTATES_INPUT = "mutates-input"
    INTERRUPTED = "interrupted"

    @property
    def bad(self) -> bool:
        """Whether a test of this record fails."""
        return self not in _HARMLESS


_HARMLESS = (Status.OK, Status.INTERPRETED, Status.UNSUPPORTED, Status.UNAVAILABLE)


@dataclass(frozen=True, kw_only=True)
class Kernel:
    """One unit of work that the machine runs.

    ``kind`` is ``generated``, ``library``, ``copy`` or ``other``; ``ops`` are the source operations
    in it, by the names their compiler gives them. Bytes and FLOPs are counted from the IR; None
    where it does not tell.
    """

    name: str
    kind: str
    ops: tuple[str, ...] = ()
    bytes: int | None = None
    flops: int | None = None
    time_ns: float | None = None
    stage: str = ""
    lines: tuple[int, int] | None = None
    launches: int = 1
    source_lines: tuple[int, ...] = ()
    registers: int | None = None
    spill_bytes: int | None = None
    shared_bytes: int | None = None
    notes: tuple[str, ...] = ()

    @property
    def fused(self) -> bool:
        """At least two source operations in one unit: a library kernel that took over a chain of
        them too, but not a lone library call, whatever wraps it."""
        return self.kind in ("generated", "library") and len(self.ops) >= 2


@dataclass(frozen=True, kw_only=True)
class Artifact:
    """One stage of one compilation. ``absent`` says why there is none; then ``text`` is None.

    ``exact`` False means derived: made by ``tool`` from another stage, not taken from the
    executable itself.
    """

    stage: str
    text: str | None = None
    data: bytes | None = field(default=None, repr=False)
    tool: str = ""
    exact: bool = True
    absent: str = ""
    part: str = ""
    note: str = ""


@dataclass(frozen=True, kw_only=True)
class Measurement:
    """Raw samples. Each is the mean time of ``iterations`` consecutive calls, in nanoseconds.

    ``sync`` ``call`` waits for every call (latency), ``batch`` only for the last (throughput).
    ``cpu_ns`` and ``page_faults`` are per call, one per sample.
    """

    samples_ns: tuple[float, ...]
    iterations: int
    clock: str = "host"
    sync: str = "call"
    cache: str = "hot"
    threads: int = 1
    processes: int = 1
    cpu_ns: tuple[float, ...] = ()
    page_faults: tuple[float, ...] = ()

    @property
    def median_ns(self) -> float:
        return _median(self.samples_ns)

    @property
    def noise(self) -> float:
        """Interquartile range over median; 0 for fewer than four samples."""
        return interquartile_range(self.samples_ns) / self.median_ns if self.median_ns else 0.0


def interquartile_range(samples: tuple[float, ...]) -> float:
    """Distance between the medians of the upper and the lower half; 0 under four samples."""
    if len(samples) < 4:
        return 0.0
    ordered = sorted(samples)
    half = len(ordered) // 2
    return _median(ordered[-half:]) - _median(ordered[:half])


def _median(values: Sequence[float]) -> float:
    from statistics import median  # costs milliseconds that `opscope list` does not have

    return median(values)


@dataclass(frozen=True, kw_only=True)
class Accuracy:
    """Distance of the outputs from the float64 reference.

    ``error`` is the largest |output - reference| in units of the element's scale (see
    :mod:`opscope.worker.check`), ``tolerance`` what was allowed, ``detail`` the first
    differing element.
    """

    error: float
    tolerance: float
    detail: str = ""


@dataclass(frozen=True, kw_only=True)
class Alarm:
    """Something that makes a number doubtful: its ``kind`` and the evidence, in words."""

    kind: str
    evidence: str


@dataclass(frozen=True, kw_only=True)
class Record:
    """What became of one (operator, case, compiler, target).

    ``eager`` marks its frontend's uncompiled way, which speedups and break-even are against.
    ``compile_s`` is everything up to the first result of the compiled function, less one ordinary
    call; ``metrics`` hold derived values under names that end in their unit.
    """

    operator: str
    case: str
    compiler: str
    frontend: str
    target: str
    status: Status
    reason: str = ""
    eager: bool = False
    params: Mapping[str, Any] = field(default_factory=dict)
    dtype: str = ""
    direction: str = ""
    layout: str = "native"
    size: str = ""
    name: str = ""
    flops: int | None = None
    least_bytes: int | None = None
    accuracy: Accuracy | None = None
    measurement: Measurement | None = None
    cold: Measurement | None = None
    compile_s: float | None = None
    first_call_s: float | None = None
    peak_memory_bytes: int | None = None
    kernels: tuple[Kernel, ...] | None = None
    kernels_reason: str = ""
    alarms: tuple[Alarm, ...] = ()
    metrics: Mapping[str, float] = field(default_factory=dict)
    math_mode: Mapping[str, Any] = field(default_factory=dict)
    versions: Mapping[str, str] = field(default_factory=dict)
    flags: Mapping[str, Any] = field(default_factory=dict)
    environment: Mapping[str, Any] = field(default_factory=dict)
    extra: Mapping[str, Any] = field(default_factory=dict)

    @property
    def kernel_count(self) -> int | None:
        return None if self.kernels is None else sum(kernel.launches for kernel in self.kernels)

    @property
    def fusion_count(self) -> int | None:
        return None if self.kernels is None else sum(kernel.fused for kernel in self.kernels)

    def to_json(self) -> dict[str, Any]:
        return asdict(self)

    @classmethod
    def from_json(cls, data: object, where: str = "record") -> Self:
        """The record that ``to_json`` wrote; UsageError names a missing or malformed field."""
        record = decode(cls, data, where)
        for name in ("measurement", "cold"):
            measurement: Measurement | None = getattr(record, name)
            if measurement is not None and not measurement.samples_ns:
                raise UsageError(f"{where}.{name}.samples_ns: no sample")
            if measurement is not None and not all(0 < ns < inf for ns in measurement.samples_ns):
                raise UsageError(f"{where}.{name}.samples_ns: a time is not positive and finite")
        return record


@dataclass(frozen=True, kw_only=True)
class Run:
    """All records of one session, its environment, and where its own time went (seconds)."""

    records: tuple[Record, ...]
    environment: Mapping[str, Any] = field(default_factory=dict)
    time_summary_s: Mapping[str, float] = field(default_factory=dict)
    schema: int = SCHEMA

    def to_json(self) -> dict[str, Any]:
        return {
            "schema": self.schema,
            "environment": dict(self.environment),
            "time_summary_s": dict(self.time_summary_s),
            "records": [record.to_json() for record in self.records],
        }

    @classmethod
    def from_json(cls, data: object) -> Self:
        if not isinstance(data, Mapping) or not isinstance(data.get("records"), list):
            raise UsageError("no list of 'records': not an opscope run")
        if data.get("schema") != SCHEMA:
            raise UsageError(
                f"schema {data.get('schema')!r} is not {SCHEMA}: another version wrote it"
            )
        records = enumerate(data["records"])
        rest = {name: data[name] for name in ("environment", "time_summary_s") if name in data}
        return replace(
            decode(cls, {"records": [], **rest}),
            records=tuple(Record.from_json(item, f"records[{i}]") for i, item in records),
        )


def load_run(path: Path) -> Run:
    """A run from ``--opscope-json`` or from pytest-benchmark's JSON (its ``opscope`` key).

    Raises UsageError naming the file for one that cannot be read, parsed or recognised.
    """
    try:
        data = json.loads(path.read_text(encoding="utf-8"))
    except (OSError, ValueError, RecursionError) as error:
        raise UsageError(f"{path}: {error}") from error
    if isinstance(data, Mapping) and "opscope" in data:
        data = data["opscope"]
    try:
        return Run.from_json(data)
    except UsageError as error:
        raise UsageError(f"{path}: {error}") from error

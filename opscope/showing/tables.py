"""From records to what is compared: ratios, ranks, means. Pure, and the same for every report.

Rules, each in one place here:

* Only a record with status ok, samples and no barring alarm is ranked or compared.
* Every ratio is a ratio of times, this one over that one: below 1 is faster. *Time/eager* is over
  the eager compiler of the same frontend, *time/fastest* over the smallest median of the case.
* A ratio carries its verdict where one was reached, otherwise the noise of both sides. Noise is no
  verdict: it only tells when there is nothing to say.
* A geometric mean covers only cases that every side of it completed, and says how many.
"""

from __future__ import annotations

import math
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cached_property

from opscope.errors import UsageError
from opscope.nouns import FRONTENDS
from opscope.records import Record, Run, Status
from opscope.verdicts import alarms
from opscope.verdicts.verdict import Kind, Verdict


@dataclass(frozen=True)
class Ratio:
    """A quotient of two medians, the relative noise of both (hypot), and the verdict if any."""

    value: float
    noise: float
    verdict: Verdict | None = None

    @property
    def decided(self) -> bool:
        """Whether one side is known to be faster: by the verdict, else by more than the noise."""
        if self.verdict is not None:
            return self.verdict.kind in (Kind.FAST, Kind.SLOW)
        return abs(self.value - 1) > self.noise * max(1.0, self.value)


@dataclass(frozen=True)
class BreakEven:
    """After how many calls compiling has paid; ``calls`` None says why not in ``reason``."""

    calls: float | None
    reason: str = ""


@dataclass(frozen=True, kw_only=True)
class Line:
    """One record beside what follows from its neighbours."""

    record: Record
    eager: Record | None
    fastest: Record | None

    @property
    def ranked(self) -> bool:
        return ranked(self.record)

    @property
    def doubtful(self) -> bool:
        """Whether it has a time, and an alarm that keeps it from being ranked."""
        return self.record.status is Status.OK and self.median_ns is not None and not self.ranked

    @property
    def median_ns(self) -> float | None:
        m = self.record.measurement
        return m.median_ns if m and m.samples_ns else None

    @property
    def noise(self) -> float | None:
        """Interquartile range over median; None without samples enough to tell."""
        m = self.record.measurement
        return m.noise if m and len(m.samples_ns) >= 4 else None

    @property
    def over_eager(self) -> Ratio | None:
        """This median over eager's; None for the eager compiler itself and for unranked ones."""
        if self.eager is None or self.eager is self.record:
            return None
        return versus(self.record, self.eager)

    @property
    def over_fastest(self) -> Ratio | None:
        """This median over the smallest of the case; at least 1."""
        return None if self.fastest is None else versus(self.record, self.fastest)

    @property
    def is_fastest(self) -> bool:
        """Whether its median is the smallest of the case, by however little."""
        return self.fastest is self.record

    @property
    def near_fastest(self) -> bool:
        """Whether it is not known to be slower than the fastest; nor is the fastest itself."""
        over = self.over_fastest
        return over is not None and (self.is_fastest or not over.decided)

    @property
    def gflops_per_s(self) -> float | None:
        """Of the operator's own FLOP model, whatever the compiler really executed."""
        return self._rate(self.record.flops)

    @property
    def gbytes_per_s(self) -> float | None:
        """Of the bytes that any implementation must move, however often they really were."""
        return self._rate(self.record.least_bytes)

    def _rate(self, amount: float | None) -> float | None:
        """``amount`` a nanosecond is giga-``amount`` a second."""
        if not self.ranked or not amount or not self.median_ns:
            return None
        return amount / self.median_ns

    @property
    def cold_median_ns(self) -> float | None:
        """With flushed caches, where that was measured as well."""
        cold = self.record.cold
        return cold.median_ns if cold and self.ranked else None

    @property
    def limit_fraction(self) -> float | None:
        """Share of the nearest measured roof."""
        return self.record.metrics.get("peak_fraction") if self.ranked else None

    @property
    def bound(self) -> str:
        """The nearest roof: compute, memory, cache or latency; empty if that is not known."""
        bound = self.record.extra.get("bound")
        return bound if isinstance(bound, str) and bound != "unknown" else ""

    @property
    def fusion_effect(self) -> float | None:
        """How many times longer it takes without fusion, where that was measured."""
        effect = self.record.extra.get("fusion_effect")
        if not self.ranked or isinstance(effect, bool) or not isinstance(effect, int | float):
            return None
        return float(effect)

    @property
    def break_even(self) -> BreakEven | None:
        """Compile time over the gain per call against eager; None for the eager compiler itself."""
        over_eager = self.over_eager
        compile_s = self.record.compile_s
        if over_eager is None or compile_s is None or self.eager is None or self.median_ns is None:
            return None
        eager = self.eager.measurement
        assert eager is not None
        if not over_eager.decided:
            return BreakEven(None, "unclear")
        gain_ns = eager.median_ns - self.median_ns
        return BreakEven(compile_s * 1e9 / gain_ns) if gain_ns > 0 else BreakEven(None, "never")


def ranked(record: Record) -> bool:
    """Whether its time may be compared with others'."""
    measured = record.measurement is not None and bool(record.measurement.samples_ns)
    return measured and not alarms.barred(record)


def ratio(upper: Record, lower: Record) -> Ratio | None:
    """Median of ``upper`` over median of ``lower``; None unless both are ranked."""
    if not ranked(upper) or not ranked(lower):
        return None
    a, b = upper.measurement, lower.measurement
    assert a is not None
    assert b is not None
    if not b.median_ns:
        return None
    return Ratio(a.median_ns / b.median_ns, math.hypot(a.noise, b.noise))


def versus(upper: Record, lower: Record) -> Ratio | None:
    """The ratio of two records of one case in one run, with the verdict that the run reached."""
    found = ratio(upper, lower)
    if found is None or upper is lower:
        return found
    known = upper.extra.get("verdicts")
    entry = known.get(lower.compiler) if isinstance(known, Mapping) else None
    if entry is None:
        return found
    try:
        return replace(found, verdict=Verdict.from_json(entry))
    except UsageError:  # foreign JSON: the ratio stands, without a verdict
        return found


@dataclass(frozen=True, kw_only=True)
class CaseTable:
    """All compilers of one (operator, case, target), the fastest first, the unranked last."""

    operator: str
    case: str
    target: str
    lines: tuple[Line, ...]

    @property
    def key(self) -> tuple[str, str, str]:
        return (self.operator, self.case, self.target)

    @property
    def first(self) -> Record:
        """A record to read what all share from: parameters, dtype, FLOPs."""
        return self.lines[0].record

    @cached_property
    def ranked(self) -> tuple[Line, ...]:
        return tuple(line for line in self.lines if line.ranked)

    @cached_property
    def unranked(self) -> tuple[Line, ...]:
        return tuple(line for line in self.lines if not line.ranked)

    @property
    def timed(self) -> tuple[Line, ...]:
        """The ranked, then those that have a time but may not be ranked, in no order of time."""
        doubtful = (line for line in self.unranked if line.doubtful)
        return (*self.ranked, *doubtful)

    @property
    def fastest(self) -> Line | None:
        return self.ranked[0] if self.ranked else None

    @property
    def leaders(self) -> tuple[Line, ...]:
        """The fastest and all that are not known to be slower."""
        return tuple(line for line in self.ranked if line.near_fastest)

    def line(self, compiler: str) -> Line | None:
        return next((line for line in self.lines if line.record.compiler == compiler), None)


def case_tables(run: Run) -> tuple[CaseTable, ...]:
    """One table per (operator, case, target), in the order in which they were measured."""
    groups: dict[tuple[str, str, str], list[Record]] = {}
    for record in run.records:
        groups.setdefault((record.operator, record.case, record.target), []).append(record)
    return tuple(_case_table(key, records) for key, records in groups.items())


def _case_table(key: tuple[str, str, str], records: Sequence[Record]) -> CaseTable:
    fastest = min(filter(ranked, records), key=_median_ns, default=None)
    eager = {record.frontend: record for record in records if record.eager}
    lines = [
        Line(record=record, eager=eager.get(record.frontend), fastest=fastest) for record in records
    ]
    lines.sort(key=lambda line: (not line.ranked, _median_ns(line.record) if line.ranked else 0.0))
    operator, case, target = key
    return CaseTable(operator=operator, case=case, target=target, lines=tuple(lines))


def _median_ns(record: Record) -> float:
    assert record.measurement is not None
    return record.measurement.median_ns


def compilers(tables: Iterable[CaseTable]) -> tuple[str, ...]:
    """Every compiler that appears: by frontend, in each the eager one first, then by name."""
    records = {line.record.compiler: line.record for table in tables for line in table.lines}

    def place(name: str) -> tuple[int, str, bool, str]:
        record = records[name]
        known = record.frontend in FRONTENDS
        order = FRONTENDS.index(record.frontend) if known else len(FRONTENDS)
        return (order, record.frontend, not record.eager, name)

    return tuple(sorted(records, key=place))


@dataclass(frozen=True, kw_only=True)
class Standing:
    """How one compiler did over a whole run.

    ``wins`` counts the cases in which it alone leads, ``ties`` those in which it is one of several
    that are not known to be slower than the fastest.
    """

    compiler: str
    completed: int
    failed: int
    not_served: int
    wins: int
    ties: int
    mean_over_fastest: float | None
    mean_over_eager: float | None
    over_eager_cases: int


@dataclass(frozen=True, kw_only=True)
class Overview:
    """Compilers over all cases. The means over the fastest cover ``common`` cases only: those
    that every compiler not in ``left_out`` completed."""

    standings: tuple[Standing, ...]
    cases: int
    common: int
    left_out: tuple[str, ...]


def overview(tables: Sequence[CaseTable]) -> Overview:
    """Standings of every compiler, best mean first.

    A compiler that completed fewer than half of the cases is left out of the common mean, and
    named: otherwise one with a single implementation would shrink the comparison to that case.
    """
    names = compilers(tables)
    times = {
        name: {table.key: ratio_ for table in tables if (ratio_ := _over_fastest(table, name))}
        for name in names
    }
    compared = [name for name in names if 2 * len(times[name]) >= len(tables) > 0]
    common = [t.key for t in tables if compared and all(t.key in times[n] for n in compared)]
    standings = [_standing(name, tables, times[name], common, name in compared) for name in names]
    standings.sort(key=lambda s: (s.mean_over_fastest is None, s.mean_over_fastest or 0.0))
    return Overview(
        standings=tuple(standings),
        cases=len(tables),
        common=len(common),
        left_out=tuple(name for name in names if name not in compared),
    )


def _over_fastest(table: CaseTable, compiler: str) -> float | None:
    line = table.line(compiler)
    over = line.over_fastest if line else None
    return over.value if over else None


def _standing(
    name: str,
    tables: Sequence[CaseTable],
    times: Mapping[tuple[str, str, str], float],
    common: Sequence[tuple[str, str, str]],
    compared: bool,
) -> Standing:
    pairs = [(table, line) for table in tables if (line := table.line(name))]
    lines = [line for _, line in pairs]
    over_eager = [line.over_eager.value for line in lines if line.over_eager]
    over = [times[key] for key in common] if compared else []
    return Standing(
        compiler=name,
        completed=len(times),
        failed=sum(line.record.status.bad for line in lines),
        not_served=sum(not line.ranked and not line.record.status.bad for line in lines),
        wins=sum(table.leaders == (line,) for table, line in pairs),
        ties=sum(line in table.leaders and len(table.leaders) > 1 for table, line in pairs),
        mean_over_fastest=geometric_mean(over),
        mean_over_eager=geometric_mean(over_eager),
        over_eager_cases=len(over_eager),
    )


def geometric_mean(values: Sequence[float]) -> float | None:
    """None for no values; a value that is not positive is an error of the caller."""
    if not values:
        return None
    return math.exp(math.fsum(map(math.log, values)) / len(values))

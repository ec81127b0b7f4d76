"""Two sets of sessions, case by case: is the new one slower?

A session is one file: opscope's own or any pytest-benchmark JSON, with or without raw samples. Two
sessions of the same code differ by far more than their samples show (another placement, another
neighbour: on a shared machine 38 of 56 equal pairs of sessions differed by more than 5%), so the
unit of evidence is the session. With several on each side the interval comes from how they vary;
with one on each side that variation is an assumption, and a difference is at best *suspected*.
Over the whole suite Holm's adjustment keeps the chance of any false verdict at 5%.
"""

from __future__ import annotations

import json
import math
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from pathlib import Path
from statistics import fmean, median, variance
from typing import Any

from opscope.errors import UsageError
from opscope.plain import cleaned, printable
from opscope.records import Record, Run, Status, load_run
from opscope.verdicts import student
from opscope.verdicts.alarms import barred
from opscope.verdicts.verdict import INTEREST, VERDICT, Kind, Verdict, holm

SESSION_NOISE = 0.12
"""Standard deviation of the log-ratio of two sessions of the same code: 68% of such pairs differed
by more than 5% on a shared two-core guest. A quiet machine of one's own has less."""

LARGE = 1.5
"""A suspected slowdown of this size fails as well."""

ALPHA = 0.05


@dataclass(frozen=True)
class Timing:
    """One case in one session. ``broken`` says why there is no time that may be compared."""

    median_ns: float | None
    broken: str = ""


@dataclass(frozen=True)
class SessionFile:
    """One file: its timings by case name, and what it says about the machine and the versions."""

    path: Path
    timings: Mapping[str, Timing]
    circumstances: Mapping[str, str] = field(default_factory=dict)


@dataclass(frozen=True, kw_only=True)
class Comparison:
    """One case on both sides; times are medians over the sessions of a side.

    ``suspected`` is FAST or SLOW when one session on each side differ by more than sessions do;
    ``p`` is against the two being within the resolution of each other, ``p_adjusted`` Holm's.
    """

    name: str
    baseline_ns: float | None
    new_ns: float | None
    verdict: Verdict
    suspected: Kind | None = None
    p: float | None = None
    p_adjusted: float | None = None
    broken: str = ""

    def fails(self, interest: float = INTEREST) -> bool:
        """Whether this is a regression: certainly slower by as much as is of interest, suspected of
        a large slowdown, or no longer measurable."""
        if self.broken:
            return self.baseline_ns is not None
        if self.suspected == Kind.SLOW:
            return self.verdict.ratio is not None and self.verdict.ratio >= LARGE
        return self.verdict.kind == Kind.SLOW and self.verdict.matters(interest)

    def to_json(self, interest: float = INTEREST) -> dict[str, Any]:
        return {
            "name": self.name,
            "baseline_ns": self.baseline_ns,
            "new_ns": self.new_ns,
            "verdict": self.verdict.to_json(),
            "suspected": self.suspected.value if self.suspected else None,
            "p": self.p,
            "p_adjusted": self.p_adjusted,
            "broken": self.broken,
            "fails": self.fails(interest),
        }


def load_session(path: Path) -> SessionFile:
    """Read one file; UsageError names it when it is neither opscope's nor pytest-benchmark's."""
    try:
        data = json.loads(path.read_text(encoding="utf-8"))
    except (OSError, ValueError, RecursionError) as error:
        raise UsageError(f"{path}: {error}") from error
    if isinstance(data, Mapping) and ("opscope" in data or "records" in data):
        ours = session_of(path, load_run(path))
        if not isinstance(data.get("benchmarks"), list):
            return ours
        others = [b for b in data["benchmarks"] if not _is_ours(b)]  # of the same pytest session
        theirs = _from_pytest_benchmark(path, {**data, "benchmarks": others})
        return replace(ours, timings={**ours.timings, **theirs.timings})
    if isinstance(data, Mapping) and isinstance(data.get("benchmarks"), list):
        return _from_pytest_benchmark(path, data)
    raise UsageError(f"{path}: neither an opscope run nor a pytest-benchmark JSON file")


def name_of(record: Record) -> str:
    """What a record's case is called in a comparison."""
    target = "" if record.target == "cpu" else f" on {record.target}"
    return f"{record.operator}[{record.compiler}-{record.case}]{target}"


def session_of(path: Path, run: Run) -> SessionFile:
    """A run that has been read already, as a session."""
    timings = {}
    for record in run.records:
        name = name_of(record)
        if record.status in (Status.UNSUPPORTED, Status.UNAVAILABLE, Status.INTERPRETED):
            continue
        reason = barred(record)
        timed = record.measurement.median_ns if record.measurement and not reason else None
        timings[name] = Timing(timed, reason)
    versions = {n: v for record in run.records for n, v in record.versions.items()}
    cpu = run.environment.get("cpu", "")
    model = cpu.get("model", "") if isinstance(cpu, Mapping) else str(cpu)
    settings = {n: str(run.environment[n]) for n in _SETTINGS if n in run.environment}
    return SessionFile(path, timings, {"cpu": model, **settings, **versions})


_SETTINGS = ("threads", "precision", "allocator", "target")


SHORTEST_S, LONGEST_S = 1e-12, 1e9
"""What can be a time; the rest is a file that was damaged or made by hand."""


def _is_ours(benchmark: Any) -> bool:
    extra = benchmark.get("extra_info") if isinstance(benchmark, Mapping) else None
    return isinstance(extra, Mapping) and "operator" in extra and "compiler" in extra


def _from_pytest_benchmark(path: Path, data: Mapping[str, Any]) -> SessionFile:
    timings: dict[str, Timing] = {}
    for number, benchmark in enumerate(data["benchmarks"]):
        where = f"{path}: benchmarks[{number}]"
        try:
            name = benchmark.get("fullname") or benchmark["name"]
            samples = [float(s) for s in benchmark["stats"].get("data") or ()]
            samples = samples or [float(benchmark["stats"]["median"])]
        except KeyError as error:
            raise UsageError(f"{where}: no {error.args[0]!r}") from error
        except (TypeError, ValueError, AttributeError, OverflowError) as error:
            raise UsageError(f"{where}: {error}") from error
        if not isinstance(name, str):
            raise UsageError(f"{where}: its name {name!r} is no text")
        name = printable(name)
        if name in timings:
            raise UsageError(f"{where}: {name} is there twice: which one is meant?")
        valid = all(SHORTEST_S <= seconds <= LONGEST_S for seconds in samples)
        timings[name] = Timing(median(samples) * 1e9) if valid else Timing(None, "no time")
    machine = data.get("machine_info")
    info = machine if isinstance(machine, Mapping) else {}
    cpu = info.get("cpu")
    model = str(cpu.get("brand_raw", "")) if isinstance(cpu, Mapping) else ""
    told = {"cpu": model, "python": str(info.get("python_version", ""))}
    return SessionFile(path, timings, cleaned(told))


@dataclass(frozen=True, kw_only=True)
class Suite:
    """All comparisons of two sets of sessions, the failing ones first."""

    comparisons: tuple[Comparison, ...]
    only_in_baseline: tuple[str, ...]
    only_in_new: tuple[str, ...]
    notes: tuple[str, ...]
    session_noise: float | None
    interest: float

    @property
    def exit_status(self) -> int:
        return 1 if any(c.fails(self.interest) for c in self.comparisons) else 0

    def to_json(self) -> dict[str, Any]:
        return {
            "schema": 1,
            "resolution": VERDICT.resolution,
            "interest": self.interest,
            "session_noise_assumed": self.session_noise,
            "notes": list(self.notes),
            "comparisons": [c.to_json(self.interest) for c in self.comparisons],
            "only_in_baseline": list(self.only_in_baseline),
            "only_in_new": list(self.only_in_new),
            "fails": bool(self.exit_status),
        }


def compare(
    baseline: Sequence[SessionFile],
    new: Sequence[SessionFile],
    *,
    session_noise: float = SESSION_NOISE,
    interest: float = INTEREST,
) -> Suite:
    """Every case that both sides have. ``session_noise`` is used with one file on a side only.

    Raises UsageError when the two sides have no case in common.
    """
    names = _names(baseline), _names(new)
    common = [name for name in names[0] if name in set(names[1])]
    if not common:
        raise UsageError("the two sides have no case in common")
    several = min(len(baseline), len(new)) >= 2
    drafts = [_draft(name, baseline, new, session_noise, several) for name in common]
    adjusted = holm([draft.p if draft.p is not None else 1.0 for draft in drafts])
    compared = [_decided(d, p, several) for d, p in zip(drafts, adjusted, strict=True)]
    compared.sort(key=lambda c: (not c.fails(interest), -_size(c), c.name))
    return Suite(
        comparisons=tuple(compared),
        only_in_baseline=tuple(n for n in names[0] if n not in set(names[1])),
        only_in_new=tuple(n for n in names[1] if n not in set(names[0])),
        notes=tuple(_notes(baseline, new, several, session_noise)),
        session_noise=None if several else session_noise,
        interest=interest,
    )


def _names(files: Sequence[SessionFile]) -> list[str]:
    """Case names in the order in which they are met."""
    return list(dict.fromkeys(name for file in files for name in file.timings))


def _size(comparison: Comparison) -> float:
    ratio = comparison.verdict.ratio
    return abs(math.log(ratio)) if ratio else math.inf


@dataclass(frozen=True, kw_only=True)
class _Draft:
    """A comparison before the others of the suite are known."""

    name: str
    baseline_ns: float | None
    new_ns: float | None
    log_ratio: float | None = None
    half_width: float = math.inf
    p: float | None = None
    sessions: int = 0
    reason: str = ""
    broken: str = ""


def _draft(
    name: str,
    baseline: Sequence[SessionFile],
    new: Sequence[SessionFile],
    session_noise: float,
    several: bool,
) -> _Draft:
    one, other = _times_ns(name, baseline), _times_ns(name, new)
    middle = [median(times) if times else None for times in (one, other)]
    if not one or not other:
        side, files = ("new", new) if one else ("baseline", baseline)
        reasons = sorted({f.timings[name].broken for f in files if name in f.timings})
        why = ", ".join(reasons)
        return _Draft(
            name=name,
            baseline_ns=middle[0],
            new_ns=middle[1],
            reason=f"{side}: {why}",
            broken=why if one and any(reason in _BAD for reason in reasons) else "",
        )
    a, b = [math.log(t) for t in one], [math.log(t) for t in other]
    difference = fmean(b) - fmean(a)
    # against the boundary of the resolution, not against exact equality, which nothing has
    beyond = max(0.0, abs(difference) - math.log1p(VERDICT.different))
    if several and min(len(a), len(b)) >= 2:
        degrees = len(a) + len(b) - 2
        pooled = ((len(a) - 1) * variance(a) + (len(b) - 1) * variance(b)) / degrees
        error = math.sqrt(pooled * (1 / len(a) + 1 / len(b)))
        half_width = student.quantile(ALPHA, degrees) * error
        p = student.two_sided_p(beyond / error if error else math.inf, degrees) if beyond else 1.0
        reason = ""
    else:
        error = session_noise * math.sqrt((1 / len(a) + 1 / len(b)) / 2)
        half_width = 1.96 * error
        p = student.normal_p(beyond / error if error else math.inf) if beyond else 1.0
        reason = f"one session on a side: {session_noise:.0%} between sessions is assumed"
    return _Draft(
        name=name,
        baseline_ns=middle[0],
        new_ns=middle[1],
        log_ratio=difference,
        half_width=half_width,
        p=p,
        sessions=min(len(a), len(b)),
        reason=reason,
    )


_BAD = frozenset(status.value for status in Status if status.bad)


def _times_ns(name: str, files: Sequence[SessionFile]) -> list[float]:
    found = [file.timings[name].median_ns for file in files if name in file.timings]
    return [time for time in found if time is not None]


def _decided(draft: _Draft, p_adjusted: float, several: bool) -> Comparison:
    kind, suspected, reason = Kind.UNDECIDED, None, draft.reason
    if draft.log_ratio is not None:
        direction = Kind.SLOW if draft.log_ratio > 0 else Kind.FAST
        low, high = draft.log_ratio - draft.half_width, draft.log_ratio + draft.half_width
        if p_adjusted < ALPHA and draft.reason:
            suspected = direction
        elif p_adjusted < ALPHA:
            kind = direction
        elif several and not draft.reason and _within(low, high):
            kind = Kind.SAME
        elif not reason:
            reason = "the sessions of a side differ too much, or are too few"
    verdict = Verdict(
        kind=kind,
        ratio=None if draft.log_ratio is None else math.exp(draft.log_ratio),
        interval=(0.0, math.inf) if draft.log_ratio is None else (math.exp(low), math.exp(high)),
        pairs=draft.sessions,
        mode="sessions",
        confidence=1 - ALPHA,
        resolution=VERDICT.resolution,
        reason=reason,
    )
    return Comparison(
        name=draft.name,
        baseline_ns=draft.baseline_ns,
        new_ns=draft.new_ns,
        verdict=verdict,
        suspected=suspected,
        p=draft.p,
        p_adjusted=None if draft.p is None else p_adjusted,
        broken=draft.broken,
    )


def _within(low: float, high: float) -> bool:
    same = math.log1p(VERDICT.same)
    return -same < low and high < same


def _notes(
    baseline: Sequence[SessionFile], new: Sequence[SessionFile], several: bool, noise: float
) -> list[str]:
    """What a reader has to know before believing any line."""
    notes = []
    if not several:
        notes.append(
            f"one session on a side says little: {noise:.0%} between sessions is assumed, and a "
            f"difference is at best suspected. Give several files a side (--baseline ... --new ...)"
        )
    notes.append(
        "two versions are best compared in one session, interleaved: "
        "pytest ops/ --benchmark-only --verdict --python torch=A --python torch=B"
    )
    for name in sorted({n for file in (*baseline, *new) for n in file.circumstances}):
        one = {file.circumstances[name] for file in baseline if file.circumstances.get(name)}
        other = {file.circumstances[name] for file in new if file.circumstances.get(name)}
        if one and other and one != other:
            notes.append(f"{name}: {', '.join(sorted(one))} against {', '.join(sorted(other))}")
    return notes

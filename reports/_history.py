"""Several runs in time order: a trend per case, and what happened between neighbours."""

from __future__ import annotations

import itertools
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path
from typing import Any

from opscope.errors import UsageError
from opscope.records import Record
from opscope.report import NamedRun
from opscope.reports import _svg
from opscope.reports._charts import NARROW, WIDE, Palette, marker, middle_half, tick_time
from opscope.reports._svg import Markup, Scale, element, line, text, title
from opscope.showing import figures, tables
from opscope.showing.tables import CaseTable, Line
from opscope.verdicts import compare
from opscope.verdicts.compare import Comparison

AXES = ("measured", "commit", "versions that changed")


@dataclass(frozen=True, kw_only=True)
class HistoryPoint:
    """One compiler in one run: ``label`` names the run on the axis."""

    label: str
    line: Line


def trend(
    points: Mapping[str, Sequence[HistoryPoint | None]],
    labels: Sequence[str],
    palette: Palette,
    width: float = WIDE,
) -> Markup | None:
    """Median of every compiler over runs, with the middle half of its samples as a bar."""
    known = [p for series in points.values() for p in series if p and p.line.ranked]
    if not known or len(labels) < 2:
        return None
    left, right, top, bottom = 64.0, width - 118.0, 12.0, 232.0
    up = _svg.scale([s for p in known for s in _quartiles(p.line)], bottom, top)
    step = (right - left - 16) / max(1, len(labels) - 1)
    xs = [left + 8 + i * step for i in range(len(labels))]
    marks = _svg.y_axis(up, left, right, tick_time, 6)
    room = max(40.0, step - 6)
    for x, label in zip(xs, labels, strict=True):
        marks.append(text(x, bottom + 16, _svg.clipped(label, room), "tick", "middle"))
    ends: list[tuple[str, Record, float]] = []
    for name, series in points.items():
        drawn = [(x, p.line) for x, p in zip(xs, series, strict=True) if p and p.line.ranked]
        if drawn:
            marks += _trend(drawn, palette, up)
            ends.append((name, drawn[-1][1].record, up(drawn[-1][1].median_ns or 0.0)))
    places = _svg.spread_out([y for _, _, y in ends], 15, top + 8, bottom - 4)
    for (name, _, y), place in zip(ends, places, strict=True):
        marks.append(line(right - 2, y, right + 8, place, "leader"))
        marks.append(text(right + 11, place + 4, name, "name"))
    note = "median and middle half" + (", logarithmic" if up.log else "")
    marks.append(text(left, bottom + 34, note, "note"))
    return _svg.svg(width, bottom + 40, "Medians over runs", *marks)


def _trend(drawn: Sequence[tuple[float, Line]], palette: Palette, up: Scale) -> list[Markup]:
    colour = palette.colour(drawn[0][1].record)
    path = " ".join(
        f"{'L' if i else 'M'}{x:.1f} {up(item.median_ns or 0.0):.1f}"
        for i, (x, item) in enumerate(drawn)
    )
    marks = [element("path", d=path, class_=f"trend {colour}")]
    for x, item in drawn:
        low, high = _quartiles(item)
        marks.append(line(x, up(low), x, up(high), f"whisker {colour}"))
        tip = f"{item.record.compiler}: {figures.duration(item.median_ns, item.noise)}"
        marks.append(
            element("g", title(tip), marker(x, up(item.median_ns or 0.0), item.record, palette))
        )
    return marks


def _quartiles(item: Line) -> tuple[float, float]:
    measurement = item.record.measurement
    assert measurement is not None
    return middle_half(measurement.samples_ns)


@dataclass(frozen=True)
class History:
    """The runs of a report, oldest first; with a single one there is nothing to tell."""

    runs: tuple[NamedRun, ...]

    @classmethod
    def of(cls, runs: tuple[NamedRun, ...]) -> History:
        return cls(runs)

    @cached_property
    def labels(self) -> list[str]:
        """What stands on the axis: the commit, else the version that changed, else the file."""
        commits = [str(named.run.environment.get("commit", ""))[:7] for named in self.runs]
        if all(commits) and len(set(commits)) == len(commits):
            return commits
        changed = [self._changed(i) for i in range(len(self.runs))]
        return [
            c if c and n else named.name.removesuffix(".json")
            for n, (c, named) in enumerate(zip(changed, self.runs, strict=True))
        ]

    @cached_property
    def context(self) -> dict[str, Any] | None:
        """The list of runs for the page; None without a past."""
        if len(self.runs) < 2:
            return None
        rows = [
            {
                "name": named.name,
                "facts": [
                    str(named.run.environment.get("time", "")),
                    str(named.run.environment.get("commit", ""))[:12],
                    self._changed(i) or ("first" if i == 0 else "none"),
                ],
            }
            for i, named in enumerate(self.runs)
        ]
        summary = (
            f"{len(self.runs)} runs, oldest first; the trend of a case is shown with the case. Two "
            "sessions of the same code differ too, so between single sessions a difference is at "
            "most suspected."
        )
        return {"axes": AXES, "runs": rows, "summary": summary}

    @cached_property
    def _tables(self) -> list[dict[tuple[str, str, str], CaseTable]]:
        return [{t.key: t for t in tables.case_tables(named.run)} for named in self.runs]

    @cached_property
    def _suites(self) -> list[dict[str, Comparison]]:
        """Per pair of neighbouring runs, what may be said of each case; by its name."""
        sessions = [compare.session_of(Path(named.name), named.run) for named in self.runs]
        found: list[dict[str, Comparison]] = []
        for old, new in _pairs(sessions):
            try:
                suite = compare.compare([old], [new])
            except UsageError:  # the two have no case in common
                found.append({})
                continue
            found.append({comparison.name: comparison for comparison in suite.comparisons})
        return found

    def _changed(self, position: int) -> str:
        if position == 0:
            return ""
        before, after = (_versions(self.runs[i]) for i in (position - 1, position))
        return ", ".join(f"{n} {v}" for n, v in after.items() if before.get(n) not in (None, v))

    def of_case(self, table: CaseTable, palette: Palette) -> dict[str, Any]:
        """The trend of one case, and the ratio between neighbouring runs."""
        if len(self.runs) < 2:
            return {"history": None, "neighbours": [], "neighbour_labels": []}
        series = self.series(table)
        wide, narrow = (trend(series, self.labels, palette, width) for width in (WIDE, NARROW))
        return {
            "history": (wide, narrow) if wide else None,
            "neighbours": [
                {
                    "compiler": name,
                    "cells": [
                        _between(a, b, suite)
                        for (a, b), suite in zip(_pairs(points), self._suites, strict=True)
                    ],
                }
                for name, points in series.items()
            ],
            "neighbour_labels": [f"{a} → {b}" for a, b in _pairs(self.labels)],
        }

    def series(self, table: CaseTable) -> dict[str, list[HistoryPoint | None]]:
        """Per compiler of the newest run, its line in every run; None where it was not measured."""
        found: dict[str, list[HistoryPoint | None]] = {}
        for name in tables.compilers([table]):
            points: list[HistoryPoint | None] = []
            for label, per_key in zip(self.labels, self._tables, strict=True):
                found_line = per_key[table.key].line(name) if table.key in per_key else None
                points.append(HistoryPoint(label=label, line=found_line) if found_line else None)
            found[name] = points
        return found


def _pairs(items: Sequence[Any]) -> list[tuple[Any, Any]]:
    return list(itertools.pairwise(items))


def _between(
    before: HistoryPoint | None, after: HistoryPoint | None, suite: Mapping[str, Comparison]
) -> str:
    """The verdict on new over old, or the change of status.

    One session a side can only raise a suspicion: sessions of the same code differ as well.
    """
    if before is None or after is None:
        return "not measured"
    old, new = before.line, after.line
    comparison = suite.get(compare.name_of(new.record))
    if comparison is None or comparison.verdict.ratio is None or not (old.ranked and new.ranked):
        return f"{_status(old)} → {_status(new)}"
    kind = f"suspected {comparison.suspected}" if comparison.suspected else comparison.verdict.kind
    return f"{figures.multiple(comparison.verdict.ratio)} {kind}"


def _status(line: Line) -> str:
    return "ok" if line.ranked else str(line.record.status)


def _versions(named: NamedRun) -> Mapping[str, str]:
    return {n: str(v) for record in named.run.records for n, v in record.versions.items()}

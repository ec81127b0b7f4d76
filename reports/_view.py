"""What the page shows of one case, as plain text for the templates. No HTML is made here."""

from __future__ import annotations

import json
from collections.abc import Iterable, Mapping, Sequence
from typing import Any

from opscope.records import Record, Status
from opscope.reports import _charts, _operations
from opscope.reports._charts import Ceilings, Palette
from opscope.showing import figures, tables, wording
from opscope.showing.tables import CaseTable, Line

Context = dict[str, Any]


def case(
    table: CaseTable,
    palette: Palette,
    ceilings: Ceilings,
    explanations: Sequence[Context],
    histories: Context,
) -> Context:
    """Everything ``case.html.j2`` names."""
    record = table.first
    facts = (wording.shape_text(record), record.dtype, record.direction, table.target,
             record.layout if record.layout != "native" else "", record.name)  # fmt: skip
    return {
        "operator": table.operator,
        "facts": " · ".join(filter(None, facts)),
        "claim": claim(table),
        "limits": any(line.limit_fraction for line in table.ranked),
        "colds": any(line.cold_median_ns for line in table.ranked),
        "fusions": any(line.fusion_effect for line in table.ranked),
        "verdicts": any(line.over_fastest and line.over_fastest.verdict for line in table.ranked),
        "ranked": [_line(line, palette) for line in table.ranked],
        "unranked": [_unranked(line, palette) for line in table.unranked],
        "distribution": _both(_charts.distribution, table, palette),
        "roofline": _both(_charts.roofline, table, palette, ceilings),
        "limit_note": _limit_note(table, ceilings),
        "kernel_times": _both(_charts.kernel_times, table, palette),
        "error": _both(_charts.error_and_time, table, palette),
        "alignment": _alignment(table, palette),
        "explanations": explanations,
        "no_explanation": "No explanation was made for this case. Make one with: "
        f"opscope explain {table.operator} --between A B",
        "settings": [_settings(line.record) for line in table.lines],
        **histories,
    }


def _both(draw: Any, *arguments: Any) -> tuple[Any, Any] | None:
    """A plot for a wide and one for a narrow window; None where there is nothing to draw."""
    wide = draw(*arguments, width=_charts.WIDE)
    return None if wide is None else (wide, draw(*arguments, width=_charts.NARROW))


def claim(table: CaseTable) -> str:
    """Who is fastest and how sure, in one sentence."""
    leaders = table.leaders
    if not leaders:
        return "No compiler has a time that can be ranked."
    names = [line.record.compiler for line in leaders]
    best = leaders[0]
    median = figures.duration(best.median_ns, best.noise)
    if len(table.ranked) == 1:
        return f"Only {names[0]} has a time: {median}."
    if len(leaders) == 1:
        second = table.ranked[1]
        over = second.over_fastest
        assert over is not None
        return (
            f"{names[0]} is fastest, {median}; the next, {second.record.compiler}, takes "
            f"{_how_much(over)}."
        )
    others = ", ".join(names[1:])
    return f"{names[0]} has the lowest median, {median}; {others} cannot be told from it here."


def _how_much(over: tables.Ratio) -> str:
    """How much longer the second takes, and what stands behind it."""
    verdict = over.verdict
    if verdict is None or verdict.ratio is None:
        return f"{wording.ratio_text(over)} as long, which is more than the noise"
    interval = wording.interval_text(over).replace("-", " to ")
    stated = f"{verdict.confidence:.0%} interval" if verdict.confidence else "all estimates"
    ratio = figures.multiple(verdict.ratio, over.noise)
    return f"{ratio} as long ({stated} {interval}, {verdict.pairs} pairs)"


def _line(line: Line, palette: Palette) -> Context:
    record, accuracy, even = line.record, line.record.accuracy, line.break_even
    over = line.over_fastest
    return {
        "compiler": record.compiler,
        "colour": palette.colour(record),
        "eager": record.eager,
        "near": line.near_fastest,
        "median": figures.duration(line.median_ns, line.noise),
        "noise": figures.spread(line.noise),
        "over": wording.ratio_text(over) if over and not line.is_fastest else "1.00x",
        "interval": wording.interval_text(over),
        "verdict": str(over.verdict) if over and over.verdict else "",
        "over_eager": "baseline" if record.eager else wording.ratio_text(line.over_eager),
        "limit": f"{figures.percent(line.limit_fraction)} {line.bound}".rstrip(),
        "roof": str(record.extra.get("roof", "")),
        "cold": figures.duration(line.cold_median_ns),
        "fusion": figures.multiple(line.fusion_effect),
        "error": figures.tiny(accuracy.error if accuracy else None),
        "tolerance": figures.tiny(accuracy.tolerance if accuracy else None),
        "compile": figures.seconds(record.compile_s),
        "break_even": _break_even(even),
        "memory": figures.size(record.peak_memory_bytes),
        "kernels": _kernel_summary(record) or figures.ABSENT,
        "notes": wording.notes(record),
    }


def _break_even(even: tables.BreakEven | None) -> str:
    if even is None:
        return figures.ABSENT
    return even.reason if even.calls is None else f"{figures.count(even.calls)} calls"


def _kernel_summary(record: Record) -> str:
    if record.kernel_count is None:
        return ""
    fused = f", {record.fusion_count} fused" if record.fusion_count else ""
    return f"{record.kernel_count}{fused}"


def unranked(line: Line) -> Context:
    """Why a record has no rank, in words."""
    record = line.record
    status, reason = str(record.status), record.reason
    if record.status is Status.OK:
        status = f"{figures.duration(line.median_ns)}, doubtful" if line.doubtful else "correct"
        reason = "; ".join(wording.notes(record)) or "checked, not timed"
    return {"status": status, "bad": record.status.bad, "reason": reason}


def _unranked(line: Line, palette: Palette) -> Context:
    record = line.record
    return {
        "compiler": record.compiler,
        "colour": palette.colour(record),
        "eager": record.eager,
        **unranked(line),
    }


def _limit_note(table: CaseTable, ceilings: Ceilings) -> str:
    record = table.first
    if not record.flops or not record.least_bytes:
        return "the operator's FLOPs or bytes are not known"
    work = f"{figures.work(record.flops)}, {figures.size(record.least_bytes)} at least"
    if not (ceilings.flops_per_s or ceilings.bytes_per_s):
        return f"{work}; the machine's limits were not measured"
    place = "the data stay in the cache" if ceilings.in_cache else "the data come from memory"
    return f"{work}; {place}{ceilings.source}"


def _alignment(table: CaseTable, palette: Palette) -> Context | None:
    shown = [line.record for line in table.lines if line.record.kernels]
    if not shown:
        return None
    rows = _operations.aligned([record.kernels or () for record in shown])
    return {
        "columns": [
            {"compiler": r.compiler, "colour": palette.colour(r), "eager": r.eager,
             "summary": _kernel_summary(r)}
            for r in shown
        ],
        "rows": [
            {"operation": name, "cells": [
                [_chip(record, position) for position in cell.kernels]
                for record, cell in zip(shown, cells, strict=True)
            ]}
            for name, cells in rows
        ],
    }  # fmt: skip


def _chip(record: Record, position: int) -> Context:
    assert record.kernels is not None
    kernel = record.kernels[position]
    facts = [kernel.name, kernel.kind]
    if kernel.launches > 1:
        facts.append(f"{kernel.launches} launches")
    facts += [f"moves {figures.size(kernel.bytes)}"] if kernel.bytes is not None else []
    facts += [figures.duration(kernel.time_ns)] if kernel.time_ns is not None else []
    facts += [f"{kernel.registers} registers"] if kernel.registers is not None else []
    facts += [", ".join(kernel.ops)] if kernel.ops else []
    return {
        "label": str(position + 1),
        "kind": kernel.kind if kernel.kind in ("generated", "library", "copy") else "other",
        "shade": position % 8,
        "tip": " · ".join([*facts, *kernel.notes]),
    }


def _settings(record: Record) -> Context:
    m = record.measurement
    measured = ""
    if m:
        measured = (
            f"{len(m.samples_ns)} samples of {m.iterations} calls, {m.processes} process"
            f"{'es' if m.processes != 1 else ''}, {m.threads} threads, {m.clock} clock, "
            f"sync {m.sync}, {m.cache}"
        )
    return {
        "compiler": record.compiler,
        "versions": joined(record.versions),
        "flags": joined(record.flags) or "none",
        "math": joined(record.math_mode),
        "measured": measured or figures.ABSENT,
    }


def joined(items: Mapping[str, Any]) -> str:
    return ", ".join(f"{name} {value}" for name, value in items.items())


def flattened(data: Mapping[str, Any], prefix: str = "") -> Iterable[tuple[str, str]]:
    """Nested settings as (dotted name, text); a list of plain values is one line."""
    for name, value in data.items():
        key = f"{prefix}{name}"
        if isinstance(value, Mapping):
            yield from flattened(value, f"{key}.")
        elif isinstance(value, list | tuple):
            plain = all(not isinstance(item, Mapping | list | tuple) for item in value)
            yield key, ", ".join(map(str, value)) if plain else json.dumps(value, default=str)
        else:
            yield key, str(value)

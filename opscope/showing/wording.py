"""Comparisons in words: what every report says, said once.

Numbers come from :mod:`opscope.showing.tables` and are rounded by :mod:`opscope.showing.figures`.
"""

from __future__ import annotations

import math
from collections.abc import Iterable, Sequence

from opscope.records import Record
from opscope.showing import figures
from opscope.showing.tables import CaseTable, Line, Ratio
from opscope.verdicts.verdict import Kind


def ratio_text(value: Ratio | None) -> str:
    """``0.55x FAST`` with a verdict (``?`` if undecided), otherwise ``0.55x ±3%``."""
    if value is None:
        return figures.ABSENT
    if value.verdict is not None:
        kind = "?" if value.verdict.kind is Kind.UNDECIDED else str(value.verdict.kind)
        return f"{figures.multiple(value.verdict.ratio or value.value, value.noise)} {kind}"
    noise = f" ±{figures.spread(value.noise).replace(' ', '')}" if value.noise else ""
    return figures.multiple(value.value, value.noise) + noise


def interval_text(value: Ratio | None) -> str:
    """``0.53-0.57``, the verdict's interval; a dash without one."""
    if value is None or value.verdict is None or value.verdict.ratio is None:
        return figures.ABSENT
    low, high = value.verdict.interval
    if not (low > 0 and high < math.inf):
        return "unbounded"
    return f"{figures.rounded(low)}-{figures.rounded(high)}"


def rules_text(case_tables: Iterable[CaseTable]) -> str:
    """How the verdicts of these tables were reached, in one sentence; empty if there are none."""
    ratios = [
        r for t in case_tables for line in t.ranked for r in (line.over_fastest, line.over_eager)
    ]
    found = [r.verdict for r in ratios if r is not None and r.verdict is not None]
    if not found:
        return ""
    modes = sorted({verdict.mode for verdict in found})
    pairs = sorted({verdict.pairs for verdict in found})
    resolutions = sorted({verdict.resolution for verdict in found if verdict.resolution})
    confidence = max(verdict.confidence for verdict in found)
    parts = [
        f"{' and '.join(modes)} mode",
        f"{pairs[0]} pairs" if len(pairs) == 1 else f"{pairs[0]} to {pairs[-1]} pairs",
        f"{confidence:.0%} intervals" if confidence else "the spread of all estimates",
        *resolutions,
    ]
    return ", ".join(parts)


def legend(case_tables: Sequence[CaseTable]) -> list[str]:
    """What the columns of a table mean, as far as these tables need it."""
    rules = rules_text(case_tables)
    told = (
        f"FAST, SLOW and SAME are verdicts, ? is undecided ({rules})"
        if rules
        else "± is the noise of both, ~ within the noise of the fastest; a ratio is not a verdict"
    )
    on_device = any(
        {"device_ns", "kernel_ns"} & line.record.metrics.keys()
        for table in case_tables
        for line in table.lines
    )
    device = (
        "device: time of a call by the device's clock, gaps between kernels included; in kernels: "
        "what of it a profiler saw in kernels and copies, in a run of its own."
    )
    return [
        "time/eager: this median over that of the frontend's eager compiler; time/fastest: over "
        f"the smallest of the case. Below 1 is faster. {told}.",
        "noise: interquartile range of the samples over their median. break-even: calls after "
        "which compiling has paid, against eager (unclear: no gain is certain). limit: share of "
        "the nearest measured roof; unfused: time without fusion over time with it.",
        *([device] if on_device else []),
    ]


def shape_text(record: Record) -> str:
    """``m 512, n 512, k 512`` from the parameters; the case's id if there are none."""
    named = ", ".join(f"{name} {value}" for name, value in record.params.items())
    return named or record.case


def grouped_notes(lines: Sequence[Line]) -> list[tuple[str, str]]:
    """The alarms of a case by kind: ``("contended: jax-jit, tf-xla", evidence of the first)``."""
    kinds: dict[str, list[tuple[str, str]]] = {}
    for line in lines:
        for alarm in line.record.alarms:
            kinds.setdefault(alarm.kind, []).append((line.record.compiler, alarm.evidence))
    grouped = []
    for kind, found in kinds.items():
        names = list(dict.fromkeys(name for name, _ in found))
        everyone = len(names) == len(lines) > 2
        grouped.append((f"{kind}: {'all' if everyone else ', '.join(names)}", found[0][1]))
    return grouped


def notes(record: Record) -> tuple[str, ...]:
    """What a reader must know beside the status: the alarms, and why kernels are missing."""
    return tuple(f"{alarm.kind}: {alarm.evidence}" for alarm in record.alarms)

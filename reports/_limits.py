"""How far a time is from what the machine was measured to reach."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from opscope.records import Run
from opscope.reports._charts import Ceilings
from opscope.tables import CaseTable, Line


def ceilings(run: Run, table: CaseTable) -> Ceilings:
    """The measured roofs that a run recorded for the target and dtype of this case.

    Roofs are read from the environment's ``peaks``, as :mod:`opscope.peaks` writes them; anything
    else there gives no ceiling rather than a guessed one.
    """
    entry = run.environment.get("peaks")
    if isinstance(entry, Mapping) and table.target in entry:
        entry = entry[table.target]
    if not isinstance(entry, Mapping):
        return Ceilings()
    products = entry.get("matmul_flops_per_s")
    rates = [_positive(products.get(table.first.dtype))] if isinstance(products, Mapping) else []
    memory = [_positive(entry.get(f"{kind}_bytes_per_s")) for kind in ("copy", "triad")]
    return Ceilings(
        flops_per_s=max((r for r in rates if r), default=None),
        bytes_per_s=max((m for m in memory if m), default=None),
        source="measured" + (", disturbed by other work" if entry.get("disturbed") else ""),
    )


def fraction(run: Run, table: CaseTable, line: Line) -> float | None:
    """Share of the nearest roof: as recorded, else from the ceilings; None if unknown."""
    recorded = _positive(line.record.metrics.get("peak_fraction"))
    if recorded or not line.ranked:
        return recorded
    found, record = ceilings(run, table), line.record
    least_s = [
        amount / rate
        for amount, rate in (
            (record.flops, found.flops_per_s),
            (record.least_bytes, found.bytes_per_s),
        )
        if amount and rate
    ]
    return max(least_s) * 1e9 / line.median_ns if least_s and line.median_ns else None


def _positive(value: Any) -> float | None:
    ok = isinstance(value, int | float) and not isinstance(value, bool) and value > 0
    return float(value) if ok else None

"""How far a time is from what the machine was measured to reach."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import fields
from typing import Any

from opscope.dtypes import DTYPES
from opscope.records import Run
from opscope.reports._charts import Ceilings
from opscope.showing.tables import CaseTable, Line
from opscope.verdicts.roofline import Peaks, position


def peaks_of(run: Run, target: str) -> Peaks | None:
    """The roofs that a run recorded for ``target``; None for none, or for what is not ours."""
    entry = run.environment.get("peaks")
    if not isinstance(entry, Mapping) or entry.get("target") != target.split(":")[0]:
        return None
    names = {field.name for field in fields(Peaks)}
    try:
        peaks = Peaks(**{name: value for name, value in entry.items() if name in names})
    except TypeError:
        return None
    rates = (peaks.copy_bytes_per_s, peaks.triad_bytes_per_s, peaks.cache_bytes_per_s)
    products = peaks.matmul_flops_per_s
    if not isinstance(products, Mapping):
        return None
    numbers = [rate for rate in (*rates, *products.values()) if rate is not None]
    return peaks if all(_positive(number) for number in numbers) else None


def _positive(value: Any) -> bool:
    return isinstance(value, int | float) and not isinstance(value, bool) and value > 0


def ceilings(run: Run, table: CaseTable) -> Ceilings:
    """The ceilings for the target and dtype of this case; empty without recorded roofs."""
    peaks, record = peaks_of(run, table.target), table.first
    if peaks is None or record.dtype not in DTYPES:
        return Ceilings()
    cache = run.environment.get("last_level_cache_bytes")
    fits = _positive(cache) and (record.least_bytes or 0) <= (cache or 0)
    note = "; the ceilings were measured while other work ran" if peaks.disturbed else ""
    return Ceilings(
        flops_per_s=peaks.flops_per_s(record.dtype, str(run.environment.get("precision", ""))),
        bytes_per_s=peaks.memory_bytes_per_s,
        cache_bytes_per_s=peaks.cache_bytes_per_s,
        in_cache=bool(fits and peaks.cache_bytes_per_s),
        source=note,
    )


def fraction(run: Run, table: CaseTable, line: Line) -> float | None:
    """Share of the nearest roof, as recorded with the time or worked out from the run's roofs."""
    recorded = line.record.metrics.get("peak_fraction")
    if not line.ranked or not line.median_ns:
        return None
    if _positive(recorded):
        return recorded
    record = line.record
    cache = run.environment.get("last_level_cache_bytes")
    if not record.flops or not record.least_bytes or record.dtype not in DTYPES:
        return None
    return position(
        time_ns=line.median_ns,
        flops=record.flops,
        least_bytes=record.least_bytes,
        dtype=record.dtype,
        peaks=peaks_of(run, table.target),
        cache_bytes=int(cache) if _positive(cache) and cache else None,
        precision=str(run.environment.get("precision", "highest")),
    ).peak_fraction

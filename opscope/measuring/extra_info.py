"""What each benchmark carries in pytest-benchmark's ``extra_info``: a record, flat.

A field that is not known is absent, never a placeholder.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from opscope.records import Record, Run
from opscope.showing import tables


def extra_info(record: Record, records: Sequence[Record]) -> dict[str, Any]:
    """The fields of ``record``; ``records`` holds the other compilers of its case."""
    measurement, accuracy = record.measurement, record.accuracy
    found = {
        "operator": record.operator,
        "compiler": record.compiler,
        "frontend": record.frontend,
        "target": record.target,
        "params": dict(record.params),
        "dtype": record.dtype,
        "direction": record.direction,
        "status": record.status.value,
        "kernels": record.kernel_count,
        "fusions": record.fusion_count,
        "compile_s": record.compile_s,
        "error": accuracy.error if accuracy else None,
        "tolerance": accuracy.tolerance if accuracy else None,
        "flops": record.flops,
        "bytes": record.least_bytes,
        "peak_memory_bytes": record.peak_memory_bytes,
        "versions": dict(record.versions),
        "flags": dict(record.flags),
        "alarms": [alarm.kind for alarm in record.alarms],
        "breakeven_calls": _breakeven_calls(record, records),
        **record.metrics,
        **record.extra,
    }
    if measurement is not None:
        found |= {
            "noise": measurement.noise,
            "clock": measurement.clock,
            "sync": measurement.sync,
            "cache": measurement.cache,
            "threads": measurement.threads,
            "processes": measurement.processes,
            "iterations": measurement.iterations,
        }
    return {name: value for name, value in found.items() if value is not None}


def _breakeven_calls(record: Record, records: Sequence[Record]) -> float | None:
    same = [r for r in records if (r.operator, r.case) == (record.operator, record.case)]
    for table in tables.case_tables(Run(records=tuple(same))):
        line = table.line(record.compiler)
        if line is not None and line.break_even is not None:
            return line.break_even.calls
    return None

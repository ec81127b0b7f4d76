"""One row per record, failures too; numbers as measured, not rounded, with units in the headings.

A text that a spreadsheet would run as a formula gets an apostrophe in front.
"""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

from opscope.records import Run
from opscope.report import Material, Report, write_text
from opscope.showing import tables, wording
from opscope.showing.tables import Line

Cell = str | int | float | bool | None

COLUMNS: dict[str, Callable[[Line], Cell]] = {
    "operator": lambda line: line.record.operator,
    "case": lambda line: line.record.case,
    "compiler": lambda line: line.record.compiler,
    "frontend": lambda line: line.record.frontend,
    "target": lambda line: line.record.target,
    "dtype": lambda line: line.record.dtype,
    "direction": lambda line: line.record.direction,
    "layout": lambda line: line.record.layout,
    "size": lambda line: line.record.size,
    "status": lambda line: str(line.record.status),
    "reason": lambda line: line.record.reason,
    "ranked": lambda line: line.ranked,
    "median_ns": lambda line: line.median_ns,
    "noise": lambda line: line.noise,
    "samples": lambda line: len(m.samples_ns) if (m := line.record.measurement) else None,
    "processes": lambda line: m.processes if (m := line.record.measurement) else None,
    "threads": lambda line: m.threads if (m := line.record.measurement) else None,
    "clock": lambda line: m.clock if (m := line.record.measurement) else None,
    "sync": lambda line: m.sync if (m := line.record.measurement) else None,
    "time_over_eager": lambda line: r.value if (r := line.over_eager) else None,
    "time_over_eager_noise": lambda line: r.noise if (r := line.over_eager) else None,
    "time_over_fastest": lambda line: r.value if (r := line.over_fastest) else None,
    "time_over_fastest_noise": lambda line: r.noise if (r := line.over_fastest) else None,
    "gflops_per_s": lambda line: line.gflops_per_s,
    "gbytes_per_s": lambda line: line.gbytes_per_s,
    "limit_fraction": lambda line: line.limit_fraction,
    "bound": lambda line: line.bound,
    "cold_median_ns": lambda line: line.cold_median_ns,
    "time_without_fusion_over_with": lambda line: line.fusion_effect,
    "flops": lambda line: line.record.flops,
    "least_bytes": lambda line: line.record.least_bytes,
    "error": lambda line: a.error if (a := line.record.accuracy) else None,
    "tolerance": lambda line: a.tolerance if (a := line.record.accuracy) else None,
    "compile_s": lambda line: line.record.compile_s,
    "break_even_calls": lambda line: even.calls if (even := line.break_even) else None,
    "kernels": lambda line: line.record.kernel_count,
    "fusions": lambda line: line.record.fusion_count,
    "peak_memory_bytes": lambda line: line.record.peak_memory_bytes,
    "alarms": lambda line: "; ".join(wording.notes(line.record)),
}


class CsvTable(Report):
    name = "csv"
    summary = "one row per record, numbers unrounded"
    extension = "csv"

    def write(self, material: Material, out: Path) -> tuple[Path, ...]:
        return write_text(out, as_csv(material.newest))


def as_csv(run: Run) -> str:
    """Comma-separated values with a heading row and lines that end in a line feed."""
    import csv
    import io

    stream = io.StringIO()
    writer = csv.writer(stream, lineterminator="\n")
    writer.writerow(COLUMNS)
    for table in tables.case_tables(run):
        for line in table.lines:
            writer.writerow([_safe(cell(line)) for cell in COLUMNS.values()])
    return stream.getvalue()


def _safe(cell: Cell) -> Cell:
    if isinstance(cell, bool):
        return str(cell).lower()
    if isinstance(cell, str) and cell.startswith(("=", "+", "-", "@", "\t", "\r")):
        return f"'{cell}"
    return cell


REPORT = CsvTable()

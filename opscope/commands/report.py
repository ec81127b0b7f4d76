"""``opscope report``: what was measured, as a page, a table or plots."""

from __future__ import annotations

import argparse
import sys
from pathlib import Path

from opscope.errors import UsageError, unknown
from opscope.registry import Registry
from opscope.report import Report, load_material
from opscope.selection import spare
from opscope.showing.console import console

SUMMARY = "turn measured runs into an HTML page, Markdown, CSV, a table or plots"


def add_arguments(parser: argparse.ArgumentParser) -> None:
    add = parser.add_argument
    add("files", nargs="+", type=Path, metavar="FILE.json", help="runs, the newest first")
    add("--artifacts", type=Path, metavar="DIR", help="what pytest --artifacts or dump --out wrote")
    add("--explanation", type=Path, action="append", default=[], metavar="FILE.json",
        help="what explain --json printed; may be given several times")  # fmt: skip
    add("--out", type=Path, metavar="FILE", help="where to write; its ending chooses the format")
    add("--format", metavar="NAME", help="html, markdown, csv or terminal (default: by --out)")
    add("--plots", type=Path, metavar="DIR", help="write every plot as SVG and PNG as well")


def run(arguments: argparse.Namespace) -> int:
    """0 if all was reported; 1 if some file could not be read and the others were reported."""
    registry = Registry()
    report = _report(registry, arguments.format, arguments.out)
    if arguments.out is None and arguments.plots is None and arguments.format != "terminal":
        raise UsageError("nowhere to write: give --out FILE, --plots DIR or --format terminal")
    if arguments.out is not None:
        spare(arguments.out, arguments.files)
    material = load_material(
        tuple(arguments.files), arguments.artifacts, tuple(arguments.explanation)
    )
    for problem in material.problems:
        print(f"opscope: {problem}", file=sys.stderr)
    if arguments.plots is not None:
        _tell(registry.reports["plots"].write(material, arguments.plots))
    if report is not None and arguments.out is None:
        report.render(material.newest, console())
    elif report is not None:
        _tell(report.write(material, arguments.out))
    return 1 if material.problems else 0


def _report(registry: Registry, name: str | None, out: Path | None) -> Report | None:
    """By name, else by the ending of ``out``; None if neither is given."""
    reports: dict[str, Report] = registry.reports
    if name is not None:
        if name not in reports:
            raise unknown("format", name, reports)
        return reports[name]
    if out is None:
        return None
    for report in reports.values():
        if report.extension and out.suffix == f".{report.extension}":
            return report
    endings = [f"{out.stem}.{r.extension}" for r in reports.values() if r.extension]
    raise unknown("ending", out.name, endings)


def _tell(written: tuple[Path, ...]) -> None:
    if len(written) > 4:
        print(f"wrote {len(written)} files to {written[0].parents[3]}", file=sys.stderr)
        return
    for path in written:
        print(f"wrote {path}", file=sys.stderr)

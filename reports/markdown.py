"""GitHub-flavoured Markdown, made to be pasted into a pull request.

Names and reasons are untrusted: they go into code spans, in which GitHub renders no HTML, follows
no link and notifies nobody.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from pathlib import Path

from opscope.records import Run, Status
from opscope.report import Material, Report, write_text
from opscope.showing import figures, tables, wording
from opscope.showing.tables import CaseTable, Line

CASE_COLUMNS = (
    "compiler", "median", "noise", "time/eager", "time/fastest", "GFLOP/s", "GB/s", "error",
    "compile", "kernels (fused)", "break-even",
)  # fmt: skip
OVERVIEW_COLUMNS = (
    "compiler", "fastest", "tied", "completed", "failed", "time/fastest", "time/eager",
)  # fmt: skip


class Markdown(Report):
    name = "markdown"
    summary = "GitHub-flavoured Markdown, for a pull request comment"
    extension = "md"

    def write(self, material: Material, out: Path) -> tuple[Path, ...]:
        parts = [f"> {code(problem)}\n" for problem in material.problems]
        parts.append(as_markdown(material.newest))
        return write_text(out, "\n".join(parts))


def as_markdown(run: Run) -> str:
    """The whole run: one table over all cases, then one per case, then what the words mean."""
    case_tables = tables.case_tables(run)
    lines: list[str] = []
    if len(case_tables) > 1:
        lines += [*_overview(tables.overview(case_tables)), ""]
    for table in case_tables:
        lines += [*_case(table), ""]
    if any(table.ranked for table in case_tables):
        lines += [f"<sub>{' '.join(wording.legend(case_tables))}</sub>", ""]
    return "\n".join(lines)


def _overview(overview: tables.Overview) -> Iterator[str]:
    yield f"### {overview.cases} cases"
    yield ""
    without = f", without {', '.join(map(code, overview.left_out))}" if overview.left_out else ""
    yield f"Geometric means over the {overview.common} cases that all completed{without}."
    yield ""
    yield from _table(
        OVERVIEW_COLUMNS,
        [
            (
                code(s.compiler),
                str(s.wins),
                str(s.ties),
                str(s.completed),
                str(s.failed),
                figures.multiple(s.mean_over_fastest),
                figures.multiple(s.mean_over_eager)
                + (f" (of {s.over_eager_cases})" if s.mean_over_eager else ""),
            )
            for s in overview.standings
        ],
    )


def _case(table: CaseTable) -> Iterator[str]:
    record = table.first
    flags = (f"{name}={value}" for name, value in record.flags.items())
    facts = (wording.shape_text(record), record.dtype, record.direction, table.target, *flags)
    yield f"### {code(table.operator)} {code(' · '.join(filter(None, facts)))}"
    yield ""
    if table.timed:
        yield from _table(CASE_COLUMNS, [_cells(line) for line in table.timed])
        yield ""
    for line in table.lines:
        if line not in table.timed:
            yield f"- {code(line.record.compiler)} **{_status(line)}**{_reason(line)}"
    for names, evidence in wording.grouped_notes(table.timed):
        yield f"- {code(names)} {code(evidence)}"


def _cells(line: Line) -> tuple[str, ...]:
    record, even = line.record, line.break_even
    bold = "**" if line.near_fastest else ""
    kernels = figures.ABSENT
    if record.kernel_count is not None:
        kernels = f"{record.kernel_count} ({record.fusion_count})"
    return (
        f"{bold}{code(record.compiler)}{bold}{' (doubtful)' if line.doubtful else ''}",
        figures.duration(line.median_ns, line.noise),
        figures.spread(line.noise),
        "baseline" if record.eager else wording.ratio_text(line.over_eager),
        _over_fastest(line),
        figures.rate(line.gflops_per_s, line.noise),
        figures.rate(line.gbytes_per_s, line.noise),
        figures.tiny(record.accuracy.error if record.accuracy else None),
        figures.seconds(record.compile_s),
        kernels,
        figures.ABSENT if even is None else even.reason or figures.count(even.calls),
    )


def _over_fastest(line: Line) -> str:
    over = line.over_fastest
    if over is None:
        return figures.ABSENT
    if over.verdict is not None:
        return wording.ratio_text(over)
    near = "~" if line.near_fastest and not line.is_fastest else ""
    return near + figures.multiple(over.value, over.noise)


def _status(line: Line) -> str:
    status = line.record.status
    return "correct, not timed" if status is Status.OK else str(status)


def _reason(line: Line) -> str:
    return f": {code(line.record.reason)}" if line.record.reason.strip() else ""


def _table(heading: Sequence[str], rows: Sequence[Sequence[str]]) -> Iterator[str]:
    yield f"| {' | '.join(heading)} |"
    yield f"|{'|'.join([':--'] + ['--:'] * (len(heading) - 1))}|"
    for row in rows:
        cells = [cell.replace("|", r"\|") for cell in row]
        yield f"| {' | '.join(cells)} |"


def code(text: str) -> str:
    """``text`` as a code span on one line, whatever backticks it holds.

    >>> code("a`b")
    '``a`b``'
    """
    clean = " ".join("".join(c if c.isprintable() else " " for c in text).split())
    if not clean:
        return ""
    longest = max((len(run) for run in _backtick_runs(clean)), default=0)
    fence = "`" * (longest + 1)
    pad = " " if clean[0] == "`" or clean[-1] == "`" else ""
    return f"{fence}{pad}{clean}{pad}{fence}"


def _backtick_runs(text: str) -> Iterator[str]:
    run = ""
    for character in text + " ":
        if character == "`":
            run += character
        elif run:
            yield run
            run = ""


REPORT = Markdown()

"""A table per case for a terminal: also what a benchmark session ends with.

Columns are dropped from the least to the most important until a row fits the width; what was
dropped is named once, at the end. Rows never wrap. In a pipe nothing is coloured.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING

from opscope.records import Run, Status
from opscope.report import Material, Report, write_text
from opscope.showing import figures, tables, wording
from opscope.showing.tables import CaseTable, Line

if TYPE_CHECKING:
    from rich.console import Console
    from rich.text import Text

GAP = "  "
TEXT_WIDTH = 160


@dataclass(frozen=True)
class Column:
    """``importance`` 0 is never dropped; of the others the highest number goes first."""

    heading: str
    importance: int
    cell: Callable[[Line], str]
    left: bool = False


def _over_eager(line: Line) -> str:
    return "baseline" if line.record.eager else wording.ratio_text(line.over_eager)


def _over_fastest(line: Line) -> str:
    over = line.over_fastest
    if over is None:
        return figures.ABSENT
    if over.verdict is not None:
        return wording.ratio_text(over)
    near = "~" if line.near_fastest and not line.is_fastest else ""
    return near + figures.multiple(over.value, over.noise)


def _kernels(line: Line) -> str:
    record = line.record
    if record.kernel_count is None:
        return figures.ABSENT
    fused = f" ({record.fusion_count} fused)" if record.fusion_count else ""
    return f"{record.kernel_count}{fused}"


def _unfused(line: Line) -> str:
    """How much longer it takes without fusion, where ``--fusion-effect`` asked for it."""
    extra = line.record.extra
    if "fusion_effect" in extra:
        return figures.multiple(extra["fusion_effect"], line.noise)
    return "no change" if "fusion_effect_reason" in extra else figures.ABSENT


def _error(line: Line) -> str:
    return figures.tiny(line.record.accuracy.error if line.record.accuracy else None)


def _limit(line: Line) -> str:
    if line.limit_fraction is None:
        return figures.ABSENT
    return f"{figures.percent(line.limit_fraction)} {line.bound}".rstrip()


def _break_even(line: Line) -> str:
    even = line.break_even
    if even is None:
        return figures.ABSENT
    return even.reason if even.calls is None else figures.count(even.calls)


def _status(line: Line) -> str:
    kinds = ", ".join(dict.fromkeys(alarm.kind for alarm in line.record.alarms))
    if line.doubtful:
        return f"doubtful, {kinds}"
    return f"{line.record.status}, {kinds}" if kinds else str(line.record.status)


COLUMNS = (
    Column("compiler", 0, lambda line: line.record.compiler, left=True),
    Column("median", 0, lambda line: figures.duration(line.median_ns, line.noise)),
    Column("noise", 2, lambda line: figures.spread(line.noise)),
    Column("time/eager", 1, _over_eager),
    Column("time/fastest", 1, _over_fastest),
    Column("interval", 9, lambda line: wording.interval_text(line.over_fastest), left=True),
    Column("GFLOP/s", 5, lambda line: figures.rate(line.gflops_per_s, line.noise)),
    Column("GB/s", 6, lambda line: figures.rate(line.gbytes_per_s, line.noise)),
    Column("limit", 5, _limit),
    Column("device", 3, lambda line: figures.duration(line.record.metrics.get("device_ns"))),
    Column("in kernels", 3, lambda line: figures.duration(line.record.metrics.get("kernel_ns"))),
    Column("cold", 6, lambda line: figures.duration(line.cold_median_ns)),
    Column("unfused", 6, lambda line: figures.multiple(line.fusion_effect)),
    Column("error", 3, _error),
    Column("compile", 4, lambda line: figures.seconds(line.record.compile_s)),
    Column("kernels", 4, _kernels),
    Column("unfused", 4, _unfused),
    Column("break-even", 7, _break_even),
    Column("peak memory", 8, lambda line: figures.size(line.record.peak_memory_bytes)),
    Column("status", 1, _status, left=True),
)


class Terminal(Report):
    name = "terminal"
    summary = "a table per case, as printed after a benchmark session"
    extension = "txt"
    at_end_of_run = True

    def write(self, material: Material, out: Path) -> tuple[Path, ...]:
        return write_text(out, as_text(material.newest))

    def render(self, run: Run, console: Console) -> None:
        case_tables = tables.case_tables(run)
        dropped: dict[str, None] = {}
        for table in case_tables:
            dropped.update(dict.fromkeys(_render_case(table, console)))
        if len(case_tables) > 1:
            _render_overview(tables.overview(case_tables), console)
        if any(table.timed for table in case_tables):
            _render_legend(console, case_tables, tuple(dropped))


def as_text(run: Run, width: int = TEXT_WIDTH) -> str:
    """The same without colour, as a string of lines no longer than ``width``."""
    import io

    from rich.console import Console

    stream = io.StringIO()
    REPORT.render(run, Console(file=stream, width=width, no_color=True, force_terminal=False))
    return stream.getvalue()


def _render_case(table: CaseTable, console: Console) -> tuple[str, ...]:
    """Print one case; returns the headings of the columns that did not fit."""
    _render_heading(table, console)
    dropped: tuple[str, ...] = ()
    if table.timed:
        rows = [[column.cell(line) for column in COLUMNS] for line in table.timed]
        kept, dropped = _fitting(rows, console.width)
        widths = [max(len(COLUMNS[i].heading), *(len(row[i]) for row in rows)) for i in kept]
        _print(console, (_row([COLUMNS[i].heading for i in kept], kept, widths), "dim"))
        for line, row in zip(table.timed, rows, strict=True):
            _print(console, *_styled_row(line, [row[i] for i in kept], kept, widths))
    name_width = max(len(line.record.compiler) for line in table.lines)
    for line in table.lines:
        if line not in table.timed:
            _print(console, *_untimed(line, name_width, console.width))
    for names, evidence in wording.grouped_notes(table.timed):
        _print(console, (_cut(f"! {names} ({evidence})", console.width), "yellow"))
    _print(console, ("", ""))
    return dropped


def _render_heading(table: CaseTable, console: Console) -> None:
    record = table.first
    facts = [wording.shape_text(record), record.dtype, record.direction, table.target]
    if record.layout not in ("", "native"):
        facts.append(record.layout)
    measured = [line.record.measurement for line in table.timed if line.record.measurement]
    threads = sorted({m.threads for m in measured})
    if threads:
        facts.append(f"{'/'.join(map(str, threads))} thread{'s' if threads != [1] else ''}")
    facts += [f"{name}={value}" for name, value in table.first.flags.items()]
    left = GAP + " · ".join(filter(None, facts))
    work, size = figures.work(record.flops), figures.size(record.least_bytes)
    known = (work, f"{size} at least" if size != figures.ABSENT else size)
    model = GAP + " · ".join(text for text in known if text != figures.ABSENT)
    room = console.width - len(table.operator) - len(left)
    right = f"{model:>{room}}" if len(model) <= room else ""
    _wrapped(console, (_cut(table.operator, console.width), "bold"), (left, ""), (right, "dim"))


def _fitting(rows: Sequence[Sequence[str]], width: int) -> tuple[list[int], tuple[str, ...]]:
    """Indices of the columns that fit, and the headings of those that do not.

    A column in which no row has anything to say is left out silently.
    """
    empty = (figures.ABSENT, "")
    kept = [
        i
        for i, column in enumerate(COLUMNS)
        if column.importance == 0 or any(row[i] not in empty for row in rows)
    ]
    kept = [i for i in kept if COLUMNS[i].heading != "status" or any(r[i] != "ok" for r in rows)]
    dropped: list[str] = []

    def needed() -> int:
        cells = (max(len(COLUMNS[i].heading), *(len(row[i]) for row in rows)) for i in kept)
        return sum(cells) + len(GAP) * (len(kept) - 1)

    while needed() > width:
        least = max(kept, key=lambda i: COLUMNS[i].importance)
        if COLUMNS[least].importance == 0:
            break
        kept.remove(least)
        dropped.append(COLUMNS[least].heading)
    return kept, tuple(dropped)


def _row(cells: Sequence[str], kept: Sequence[int], widths: Sequence[int]) -> str:
    return GAP.join(_padded(cells, kept, widths)).rstrip()


def _padded(cells: Sequence[str], kept: Sequence[int], widths: Sequence[int]) -> Iterator[str]:
    for cell, i, width in zip(cells, kept, widths, strict=True):
        yield f"{cell:<{width}}" if COLUMNS[i].left else f"{cell:>{width}}"


def _styled_row(
    line: Line, cells: Sequence[str], kept: Sequence[int], widths: Sequence[int]
) -> Iterator[tuple[str, str]]:
    for position, (i, padded) in enumerate(zip(kept, _padded(cells, kept, widths), strict=True)):
        style = ""
        if COLUMNS[i].heading in ("compiler", "time/fastest") and line.near_fastest:
            style = "bold green"
        elif COLUMNS[i].heading in ("noise", "error", "compile", "break-even", "peak memory"):
            style = "dim"
        elif COLUMNS[i].heading == "status" and line.record.alarms:
            style = "yellow"
        yield (GAP if position else "") + padded, style


def _untimed(line: Line, name_width: int, width: int) -> list[tuple[str, str]]:
    record = line.record
    status, reason = str(record.status), record.reason
    if record.status is Status.OK:
        status, reason = "correct", "not timed"
    style = "bold red" if record.status.bad else "dim"
    name = f"{record.compiler:<{name_width}}{GAP}"
    room = max(0, width - len(name) - len(status) - 2)
    first = reason.strip().splitlines()[0] if reason.strip() else ""
    return [(name, ""), (status, style), (f": {_cut(first, room)}" if first else "", "dim")]


def _render_overview(overview: tables.Overview, console: Console) -> None:
    if not any(standing.completed for standing in overview.standings):
        _wrapped(console, ("all cases", "bold"), (f"{GAP}nothing here may be ranked", ""))
        _print(console, ("", ""))
        return
    title = f"geometric means over {overview.common} of {overview.cases} cases, those all completed"
    if overview.left_out:
        title += f"; without {', '.join(overview.left_out)}"
    _wrapped(console, ("all cases", "bold"), (GAP + title, ""))
    heading = ("compiler", "fastest", "tied", "completed", "failed", "time/fastest", "time/eager")
    rows = [heading, *(_standing(standing, overview.cases) for standing in overview.standings)]
    widths = [max(len(row[i]) for row in rows) for i in range(len(heading))]
    for number, row in enumerate(rows):
        cells = [f"{row[0]:<{widths[0]}}"]
        cells += [f"{cell:>{w}}" for cell, w in zip(row[1:], widths[1:], strict=True)]
        _print(console, (GAP.join(cells), "dim" if number == 0 else ""))
    _print(console, ("", ""))


def _standing(standing: tables.Standing, cases: int) -> tuple[str, ...]:
    over_eager = figures.multiple(standing.mean_over_eager)
    if 0 < standing.over_eager_cases < cases:
        over_eager += f" (of {standing.over_eager_cases})"
    return (
        standing.compiler,
        str(standing.wins),
        str(standing.ties or figures.ABSENT),
        str(standing.completed),
        str(standing.failed or figures.ABSENT),
        figures.multiple(standing.mean_over_fastest),
        over_eager,
    )


def _render_legend(
    console: Console, case_tables: Sequence[CaseTable], dropped: Sequence[str]
) -> None:
    sentences = [f"no room here for: {', '.join(dropped)} (widen the terminal)"] if dropped else []
    sentences += wording.legend(case_tables)
    for sentence in sentences:
        _wrapped(console, (sentence, "dim"))


def _cut(text: str, width: int) -> str:
    """``text`` on one line of at most ``width`` characters, without control characters."""
    clean = "".join(c if c.isprintable() else " " for c in text)
    return clean if len(clean) <= width else clean[: max(0, width - 1)] + "…"


def _print(console: Console, *parts: tuple[str, str]) -> None:
    """One line, cut at the console's width."""
    console.print(_text(console, parts), no_wrap=True, crop=True, highlight=False)


def _wrapped(console: Console, *parts: tuple[str, str]) -> None:
    """Prose, in as many lines as it takes."""
    for line in _text(console, parts).wrap(console, console.width):
        line.rstrip()
        console.print(line, highlight=False)


def _text(console: Console, parts: Sequence[tuple[str, str]]) -> Text:
    """Markup in names or reasons stays text, and an ASCII console gets ASCII."""
    from rich.text import Text

    text = Text.assemble(*((_encodable(part, console), style) for part, style in parts if part))
    text.rstrip()
    return text


_ASCII = {"µ": "u", "·": "|", "…": "~", "±": "+-"}


def _encodable(text: str, console: Console) -> str:
    try:
        text.encode(console.encoding)
    except (UnicodeEncodeError, LookupError):
        for character, instead in _ASCII.items():
            text = text.replace(character, instead)
        return text.encode("ascii", "replace").decode("ascii")
    return text


REPORT = Terminal()

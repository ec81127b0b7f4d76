"""``opscope compare``: is the new one slower? Exit status 1 if it is."""

from __future__ import annotations

import argparse
import json
import sys
from collections.abc import Iterator
from pathlib import Path

from opscope.errors import UsageError
from opscope.showing import figures
from opscope.showing.console import console
from opscope.verdicts.compare import (
    LARGE,
    SESSION_NOISE,
    Comparison,
    SessionFile,
    Suite,
    compare,
    load_session,
)
from opscope.verdicts.verdict import INTEREST, VERDICT, Kind

SUMMARY = "compare sessions case by case; exit 1 if something became slower"


def add_arguments(parser: argparse.ArgumentParser) -> None:
    add = parser.add_argument
    add("files", nargs="*", type=Path, metavar="FILE.json", help="BASE.json NEW.json")
    add("--baseline", nargs="+", type=Path, default=[], metavar="FILE.json",
        help="sessions of the old version, two or more for verdicts")  # fmt: skip
    add("--new", nargs="+", type=Path, default=[], metavar="FILE.json",
        help="sessions of the new version")  # fmt: skip
    add("--interest", type=float, default=INTEREST, metavar="X",
        help="smallest difference that fails (default: 0.05)")  # fmt: skip
    add("--session-noise", type=float, default=SESSION_NOISE, metavar="X",
        help=f"between two single sessions, assumed (default: {SESSION_NOISE})")  # fmt: skip
    add("--json", action="store_true")


def run(arguments: argparse.Namespace) -> int:
    """0 if nothing became slower, 1 if something did."""
    baseline, new = _sides(arguments)
    suite = compare(
        baseline, new, session_noise=arguments.session_noise, interest=arguments.interest
    )
    if arguments.json:
        json.dump(suite.to_json(), sys.stdout, indent=1, allow_nan=False)
        print()
    else:
        _print(suite)
    return suite.exit_status


def _sides(arguments: argparse.Namespace) -> tuple[list[SessionFile], list[SessionFile]]:
    for option in ("session_noise", "interest"):
        if not 0 <= getattr(arguments, option) <= 10:
            name = option.replace("_", "-")
            raise UsageError(f"--{name} is a share, such as 0.12, not {getattr(arguments, option)}")
    positional: list[Path] = arguments.files
    if positional and (arguments.baseline or arguments.new):
        raise UsageError("give either BASE.json NEW.json or --baseline FILES --new FILES, not both")
    if positional and len(positional) != 2:
        raise UsageError(
            f"{len(positional)} files: give BASE.json NEW.json, or --baseline FILES --new FILES"
        )
    base = arguments.baseline or positional[:1]
    new = arguments.new or positional[1:]
    if not base or not new:
        raise UsageError("nothing to compare: give BASE.json NEW.json or --baseline and --new")
    return _sessions(base), _sessions(new)


def _sessions(paths: list[Path]) -> list[SessionFile]:
    """The files of a side. UsageError for a session that is there twice: it would be taken for
    evidence of how little sessions differ."""
    sessions = [load_session(path) for path in paths]
    for number, session in enumerate(sessions):
        for other in sessions[:number]:
            if session.timings and session.timings == other.timings:
                raise UsageError(
                    f"{other.path} and {session.path} are one session: a side needs several"
                )
    return sessions


def _print(suite: Suite) -> None:
    from rich.table import Table
    from rich.text import Text

    table = Table(box=None, pad_edge=False)
    for heading, justify in (
        ("case", "left"),
        ("baseline", "right"),
        ("new", "right"),
        ("new/baseline", "right"),
        ("95% interval", "right"),
        ("verdict", "left"),
    ):
        table.add_column(heading, justify=justify, overflow="fold")  # type: ignore[arg-type]
    for comparison in suite.comparisons:
        table.add_row(
            Text(comparison.name),
            figures.duration(comparison.baseline_ns),
            figures.duration(comparison.new_ns),
            figures.multiple(comparison.verdict.ratio),
            _interval(comparison),
            Text(_said(comparison), style=_style(comparison, suite.interest)),
        )
    out = console()
    out.print(table)
    for line in _explanation(suite):
        out.print(Text(line))


def _interval(comparison: Comparison) -> str:
    low, high = comparison.verdict.interval
    return f"{low:.3g} to {high:.3g}" if comparison.verdict.ratio else ""


def _said(comparison: Comparison) -> str:
    if comparison.broken:
        return f"BROKEN: {comparison.broken}"
    if comparison.suspected:
        return f"suspected {comparison.suspected}"
    return comparison.verdict.kind.value


def _style(comparison: Comparison, interest: float) -> str:
    if comparison.fails(interest):
        return "red"
    kind = comparison.suspected or comparison.verdict.kind
    return "green" if kind == Kind.FAST and comparison.verdict.matters(interest) else ""


def _explanation(suite: Suite) -> Iterator[str]:
    """What the words in the table mean, only as far as they occur in it."""
    yield (
        f"Verdicts: {VERDICT.resolution}; Holm's adjustment over {len(suite.comparisons)} cases. "
        f"SLOW fails from {suite.interest:.0%}."
    )
    kinds = {comparison.verdict.kind for comparison in suite.comparisons}
    if Kind.UNDECIDED in kinds:
        reasons = {c.verdict.reason for c in suite.comparisons if c.verdict.reason}
        yield f"UNDECIDED: {'; '.join(sorted(reasons))}"
    if suite.session_noise is not None:
        yield f"A suspected slowdown fails from {LARGE:g}x."
    for name, missing in (("baseline", suite.only_in_baseline), ("new", suite.only_in_new)):
        if missing:
            yield f"Only in {name}: {', '.join(missing)}"
    for note in suite.notes:
        yield f"Note: {note}"

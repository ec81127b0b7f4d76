"""What a report is: the base class that files in ``reports/`` implement.

A report turns records into something to look at. It measures nothing and derives nothing of its
own: every ratio, mean and rounding comes from :mod:`opscope.showing.tables` and
:mod:`opscope.showing.figures`, so that all formats tell the same facts.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, ClassVar

from opscope.cause import Conclusion, load_explanations
from opscope.errors import UsageError
from opscope.records import Run, load_run

if TYPE_CHECKING:
    from rich.console import Console


@dataclass(frozen=True, kw_only=True)
class NamedRun:
    """A run and what it is called in a report: the name of its file."""

    name: str
    run: Run


@dataclass(frozen=True, kw_only=True)
class Material:
    """What a report is made from.

    ``runs`` is in time order, the newest last; there is at least one. ``artifacts`` is the folder
    that ``--artifacts`` wrote. ``problems`` tells what was asked for and could not be read; a
    report shows it.
    """

    runs: tuple[NamedRun, ...]
    artifacts: Path | None = None
    explanations: tuple[Conclusion, ...] = ()
    problems: tuple[str, ...] = ()

    @property
    def newest(self) -> Run:
        return self.runs[-1].run


class Report(ABC):
    """One format. ``extension`` is that of the file it writes; empty for a folder of files."""

    name: ClassVar[str]
    summary: ClassVar[str]
    extension: ClassVar[str]
    at_end_of_run: ClassVar[bool] = False
    """Whether a benchmark session ends with :meth:`render`."""

    @abstractmethod
    def write(self, material: Material, out: Path) -> tuple[Path, ...]:
        """Write the report to ``out`` and return the files written.

        Raises UsageError for a path that cannot be written and NotAvailableError for a package that
        is not installed.
        """

    def render(self, run: Run, console: Console) -> None:
        """Print the report of one run; only for a report that is shown at the end of a run."""
        raise NotImplementedError(f"{self.name} is not shown on a console")


def load_material(
    paths: tuple[Path, ...],
    artifacts: Path | None = None,
    explanations: tuple[Path, ...] = (),
) -> Material:
    """Read the runs in ``paths``, the newest given first, and put them in time order.

    A file that is broken, truncated or not ours becomes a line of ``problems`` that names it; the
    others are still reported. Raises UsageError if none is left or ``artifacts`` is no folder.
    """
    runs: list[NamedRun] = []
    problems: list[str] = []
    for path in paths:
        try:
            run = load_run(path)
        except UsageError as error:
            problems.append(str(error))
            continue
        runs.append(NamedRun(name=path.name, run=run))
    explained: list[Conclusion] = []
    for path in explanations:
        try:
            explained += load_explanations(path)
        except UsageError as error:
            problems.append(str(error))
    if not runs:
        raise UsageError("nothing to report:\n" + "\n".join(problems or ["no file was given"]))
    if artifacts is not None and not artifacts.is_dir():
        raise UsageError(f"{artifacts}: no such folder (of artifacts)")
    return Material(
        runs=_in_time_order(runs),
        artifacts=artifacts,
        explanations=tuple(explained),
        problems=tuple(problems),
    )


def _in_time_order(newest_first: list[NamedRun]) -> tuple[NamedRun, ...]:
    """By the time in their environments if all tell it; else the order they were given in."""
    oldest_first = newest_first[::-1]
    times = [named.run.environment.get("time") for named in oldest_first]
    if all(isinstance(time, str) for time in times):
        oldest_first.sort(key=lambda named: str(named.run.environment["time"]))
    return tuple(oldest_first)


def write_text(path: Path, text: str) -> tuple[Path, ...]:
    """Write ``text`` to ``path``, making its folder; UsageError if that cannot be done."""
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text, encoding="utf-8")
    except OSError as error:
        raise UsageError(f"{path}: cannot be written: {error.strerror}") from error
    return (path,)

"""``opscope dump --all``: a progress bar on a terminal, a table at the end."""

from __future__ import annotations

import argparse
import json
import os
import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import asdict

from opscope import selection
from opscope.commands import _shared
from opscope.dumping import sweep
from opscope.errors import UsageError
from opscope.registry import Registry

Told = Callable[[sweep.Outcome, bool], None]


def run(arguments: argparse.Namespace, registry: Registry) -> int:
    """Compile everything. 1 if a compiler failed on something; to be unsupported is no failure."""
    if arguments.out is None:
        raise UsageError("--all needs --out DIR, a folder for what is made")
    if arguments.case or arguments.stage:
        raise UsageError("--all takes neither --case nor --stage: it writes every stage")
    jobs = arguments.jobs if arguments.jobs is not None else len(os.sched_getaffinity(0))
    if jobs < 1:
        raise UsageError(f"--jobs {jobs}: must be at least 1")
    options = _shared.options_of(arguments)
    target = options.settings.target
    known = tuple(registry.compilers)
    asked = selection.each_known("compiler", selection.split(arguments.compiler), known)
    compilers = asked or sweep.compilers_for(registry, target)
    selected = selection.selection(
        size=arguments.size,
        dtype=arguments.dtype,
        direction=arguments.direction,
        layout=arguments.layout,
        shape=arguments.shape,
    )
    sources = [registry.operator(name) for name in _names(arguments, registry)]
    work = list(sweep.plan(registry, sources, compilers, selected, options))
    use_cache = not arguments.no_cache
    with _progress(len(work)) as told:
        outcomes = sweep.run(work, arguments.out, target, jobs=jobs, use_cache=use_cache, told=told)
    if arguments.json:
        print(json.dumps([asdict(outcome) for outcome in outcomes], indent=1))
    else:
        print("\n".join(sweep.summary(outcomes, target)))
    return 1 if any(outcome.status == "failed" for outcome in outcomes) else 0


def _names(arguments: argparse.Namespace, registry: Registry) -> list[str]:
    return [arguments.operator] if arguments.operator else sorted(registry.operators)


@contextmanager
def _progress(total: int) -> Iterator[Told]:
    """A bar where somebody is looking; else a line for each thing that is compiled."""
    done = 0
    if not sys.stderr.isatty():

        def line(outcome: sweep.Outcome, again: bool) -> None:
            nonlocal done
            done += 1
            what = f"{outcome.operator} with {outcome.compiler}: {outcome.status}"
            how = " (from an earlier sweep)" if again else f" in {outcome.seconds:.1f} s"
            print(f"[{done}/{total}] {what}{how}", file=sys.stderr, flush=True)

        yield line
        return
    from rich.console import Console
    from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeElapsedColumn

    columns = (
        BarColumn(),
        MofNCompleteColumn(),
        TimeElapsedColumn(),
        TextColumn("{task.fields[last]}"),
    )
    with Progress(*columns, console=Console(stderr=True), transient=True) as bar:
        task = bar.add_task("sweep", total=total, last="")

        def move(outcome: sweep.Outcome, again: bool) -> None:
            last = f"{outcome.operator} {outcome.compiler} {outcome.status}"
            bar.update(task, advance=1, last=last)

        yield move

"""``opscope diff``: what two compilers (or targets, versions, settings) made of one operator."""

from __future__ import annotations

import argparse
import json
import sys
from dataclasses import replace
from pathlib import Path
from typing import Any

from opscope import selection
from opscope.commands import _shared
from opscope.dumping import diff, dump, profiling
from opscope.dumping.request import Request
from opscope.errors import UsageError
from opscope.measuring.subject import Options
from opscope.registry import Registry
from opscope.showing.console import console

SUMMARY = "two compilers, targets, versions or settings side by side, kernel by kernel"

UNKNOWN = "?"


def add_arguments(parser: argparse.ArgumentParser) -> None:
    _shared.add_case_arguments(parser)
    add = parser.add_argument
    add("folder", nargs="?", metavar="FOLDER", help="instead: two folders of opscope dump --out")
    add("--between", nargs=2, metavar=("A", "B"), help="compilers; may be the same one twice")
    add("--target-b", metavar="NAME", help="the target of B (default: that of A)")
    for letter in "ab":
        add(f"--flag-{letter}", metavar="K=V", action="append", default=[], help="for one side")
    add("--python-b", metavar="FRONTEND=PATH", action="append", default=[])
    add("--stage", metavar="NAME", help="also compare the text of this stage")
    add("--profile", action="store_true", help="also run both, and tell the time of each kernel")
    add("--no-cache", action="store_true", help="compile again even if nothing has changed")
    add("--json", action="store_true")


def run(arguments: argparse.Namespace) -> int:
    registry = Registry()
    requests = [] if arguments.folder else _requests(arguments, registry)
    dumps = _compiled(requests, arguments) if requests else _folders(arguments)
    for one in dumps:
        if one.failure:
            compiler = one.manifest.compiler
            failed = f"{compiler} failed in {one.failed_stage}:\n{one.failure}"
            print(f"opscope: {failed}", file=sys.stderr)
    sides = [diff.side(one, registry) for one in dumps]
    if arguments.profile:
        sides = [_profiled(*pair) for pair in zip(sides, requests, strict=True)]
    left, right = sides
    made = diff.compare(left, right, registry, arguments.stage or "")
    if arguments.json:
        print(json.dumps(diff.to_json(made), indent=1))
    else:
        show(made)
    return 1 if any(one.failure for one in dumps) else 0


def _folders(arguments: argparse.Namespace) -> list[dump.Dumped]:
    if arguments.between or arguments.profile:
        raise UsageError("--between and --profile take an operator, not two folders")
    return [diff.open_folder(Path(path)) for path in (arguments.operator, arguments.folder)]


def _requests(arguments: argparse.Namespace, registry: Registry) -> list[Request]:
    if not arguments.between:
        raise UsageError("say between which compilers: --between A B, or give two folders")
    compilers = selection.each_known("compiler", arguments.between, tuple(registry.compilers))
    source, case = _shared.case_of(arguments, registry)
    base = _shared.options_of(arguments)
    first = _shared.with_settings(base, target=None, flags=arguments.flag_a)
    second = _shared.with_settings(base, target=arguments.target_b, flags=arguments.flag_b)
    pythons = {**second.pythons, **selection.parse_pythons(arguments.python_b)}
    sides: tuple[Options, Options] = (first, replace(second, pythons=pythons))
    wanted = [arguments.stage] if arguments.stage else []
    return [
        dump.request(
            registry,
            source,
            case,
            compiler,
            options,
            [s for s in wanted if s in registry.compiler(compiler).on_request],
        )
        for compiler, options in zip(compilers, sides, strict=True)
    ]


def _compiled(requests: list[Request], arguments: argparse.Namespace) -> list[dump.Dumped]:
    found = []
    for request in requests:
        _shared.progress(f"compiling with {request.compiler.name} for {request.target} ...")
        found.append(dump.obtain(request, use_cache=not arguments.no_cache))
    return found


def _profiled(side: diff.Side, request: Request) -> diff.Side:
    """The side with the times of its kernels, from a run of its own."""
    if side.dumped.failure:
        return side
    found = profiling.profile(request)
    return replace(side, kernels=found.kernels, unattributed=found.unattributed)


def show(made: diff.Comparison) -> None:
    """Print the kernel table, then the diff of the stage."""
    from rich.table import Table

    terminal = sys.stdout.isatty()
    out = console(highlight=False, width=None if terminal else 160, soft_wrap=False)
    timed = any(k.time_ns is not None for one in (made.left, made.right) for k in one.kernels)
    sides = (("A", made.left), ("B", made.right))
    for (letter, one), name in zip(sides, diff.names(made.left, made.right), strict=True):
        m = one.dumped.manifest
        out.print(f"{letter}: {m.operator} {m.case}, {name}{_counts(one)}", markup=False)
        if m.label:
            out.print(f"   {m.label}", markup=False)
    table = Table(show_lines=True)
    for letter, _ in sides:
        table.add_column(f"{letter}: kernels, operations in them", overflow="fold", ratio=5)
    table.add_column("same", overflow="fold", ratio=2)
    table.add_column("bytes A / B", justify="right")
    if timed:
        table.add_column("time A / B", justify="right")
    for row in made.rows:
        cells = [_kernels(row.left), _kernels(row.right), _how(row)]
        cuts = (row.left, row.right)
        cells.append(" / ".join(_bytes(cut.bytes) if cut.kernels else "-" for cut in cuts))
        if timed:
            cells.append(" / ".join(_time(cut.time_ns) if cut.kernels else "-" for cut in cuts))
        table.add_row(*cells)
    out.print(table)
    if made.text is None:
        stages = ", ".join(diff.common_stages(made.left, made.right))
        out.print(f"stages that both have (--stage): {stages or 'none'}", markup=False)
        return
    lines = made.text.lines or (f"{made.stage}: no difference but in names",)
    print("\n".join(lines))


def _counts(one: diff.Side) -> str:
    if one.reason:
        return f": kernels unknown ({one.reason})"
    text = f": {one.launches} kernels, {one.fusions} of them fused"
    if one.unattributed is not None:
        text += f", {one.unattributed:.0%} of the profiled time in no kernel"
    return text


def _kernels(cut: Any) -> str:
    from rich.markup import escape

    lines = []
    for kernel in cut.kernels:
        times = f" x{kernel.launches}" if kernel.launches > 1 else ""
        ops = f": {', '.join(kernel.ops)}" if kernel.ops else ""
        lines.append(escape(f"{kernel.name}{times} ({kernel.kind}){ops}"))
    return "\n".join(lines) or "-"


def _how(row: Any) -> str:
    told = [row.how]
    if row.aligned:
        told += [f"only {letter}: {', '.join(ops)}" for letter, ops in _only(row) if ops]
    return "\n".join(told)


def _only(row: Any) -> tuple[tuple[str, Any], ...]:
    return ("A", row.only_left), ("B", row.only_right)


def _bytes(count: int | None) -> str:
    if count is None:
        return UNKNOWN
    size = float(count)
    for unit in ("B", "KiB", "MiB", "GiB"):
        if size < 1024 or unit == "GiB":
            break
        size /= 1024
    return f"{size:.4g} {unit}"


def _time(nanoseconds: float | None) -> str:
    return UNKNOWN if nanoseconds is None else f"{nanoseconds / 1e3:.3g} µs"

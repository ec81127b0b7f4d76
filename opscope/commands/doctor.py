"""``opscope doctor``: what this machine is, and what is missing and how to get it."""

from __future__ import annotations

import argparse
import json
import sys
from typing import Any

SUMMARY = "versions, devices, threads, CPU features, governor, load, and what is missing"


def add_arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("--python", action="append", default=[], metavar="FRONTEND=PATH")
    parser.add_argument("--json", action="store_true")
    parser.add_argument(
        "--measure",
        action="store_true",
        help="measure this machine's roofs (bandwidth, matrix products) again: 10 s a thread count",
    )


def run(arguments: argparse.Namespace) -> int:
    from opscope.measuring import machine
    from opscope.selection import parse_pythons

    pythons, facts = parse_pythons(arguments.python), machine.facts()
    found: dict[str, Any] = {
        "machine": facts,
        "roofs": _roofs(facts, pythons, again=arguments.measure),
        "now": machine.snapshot(),
        "frontends": _frontends(pythons),
        "tools": _tools(),
    }
    if arguments.json:
        json.dump(found, sys.stdout, indent=1)
        print()
    else:
        _print(found)
    usable = [f for f in found["frontends"].values() if f["status"] == "ok"]
    return 0 if usable else 3


def _frontends(pythons: dict[str, str]) -> dict[str, Any]:
    """Each frontend as its own worker process reports it."""
    from opscope.measuring.subject import Options, worker_spec
    from opscope.registry import Registry
    from opscope.worker.parent import WorkerFailure, WorkerPool

    registry, options, found = Registry(), Options(pythons=pythons), {}
    first = {c.frontend.name: c for c in reversed(registry.compilers.values())}
    with WorkerPool(timeout_s=120.0) as pool:
        for name, compiler in sorted(first.items()):
            spec = worker_spec(compiler, registry.path("compilers", compiler.name), options)
            entry: dict[str, Any] = {"python": spec.python, "install": compiler.frontend().install}
            try:
                found[name] = {**entry, "status": "ok", **pool.worker(spec).hello}
            except WorkerFailure as failure:
                found[name] = {**entry, "status": failure.status.value, "reason": failure.reason}
    return found


def _roofs(facts: dict[str, Any], pythons: dict[str, str], *, again: bool) -> dict[str, Any]:
    """What was measured of this machine, for one core and for all: kept, or ``again`` anew."""
    from dataclasses import asdict

    from opscope.measuring import peaks

    found = {}
    for threads in sorted({1, facts["cores"]["usable"]}):
        roofs = (
            peaks.load_or_measure(facts, threads=threads, pythons=pythons, again=True)
            if again
            else peaks.stored(facts, "cpu", threads)
        )
        found[f"cpu/{threads}"] = asdict(roofs) if roofs else "not measured yet: --measure"
    return found


def _tools() -> dict[str, str | None]:
    import shutil

    return {name: shutil.which(name) for name in ("g++", "objdump", "ptxas", "nvdisasm")}


def _print(found: dict[str, Any]) -> None:
    from rich.table import Table

    from opscope.showing.console import console

    out = console()
    for title in ("machine", "roofs", "now"):
        table = Table(title=title, title_justify="left", show_header=False, box=None)
        for name, value in found[title].items():
            table.add_row(name, _text(value))
        out.print(table)
    table = Table(title="frontends", title_justify="left", box=None)
    for heading in ("", "status", "versions", "targets", "math mode", "mend"):
        table.add_column(heading, overflow="fold")
    for name, entry in found["frontends"].items():
        mend = "" if entry["status"] == "ok" else f"{entry['reason']}\n{entry['install']}"
        cells = (_text(entry.get(key, "")) for key in ("versions", "targets", "math_mode"))
        table.add_row(name, entry["status"], *cells, mend)
    out.print(table)
    for tool, path in found["tools"].items():
        out.print(f"{tool}: {path or 'not found'}", highlight=False)


def _text(value: Any) -> str:
    if isinstance(value, dict):
        return ", ".join(f"{name} {_text(item)}" for name, item in value.items())
    if isinstance(value, list):
        return ", ".join(_text(item) for item in value)
    return str(value)

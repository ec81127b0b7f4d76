"""``opscope list``: what there is of every kind."""

from __future__ import annotations

import argparse
import json
import sys
from collections.abc import Callable
from typing import Any

from opscope.registry import Registry

SUMMARY = "list operators, compilers, targets, stages, cases, causes, reports or levers"

Row = dict[str, Any]


def _operators(registry: Registry) -> list[Row]:
    return [
        {
            "name": source.operator.name,
            "summary": source.operator.summary,
            "frontends": sorted(source.operator.implementations),
            "unsupported": dict(source.operator.unsupported),
            "dtypes": list(source.operator.dtypes),
            "directions": list(source.operator.directions),
            "layouts": list(source.operator.layouts),
            "file": str(source.path),
        }
        for source in registry.operators.values()
    ]


def _compilers(registry: Registry) -> list[Row]:
    return [
        {
            "name": compiler.name,
            "summary": compiler.summary,
            "frontend": compiler.frontend.name,
            "targets": list(compiler.targets),
            "stages": list(compiler.stages),
            "levers": sorted(compiler.levers),
        }
        for compiler in registry.compilers.values()
    ]


def _targets(registry: Registry) -> list[Row]:
    from opscope.compiler import HOST_TARGETS
    from opscope.devices import DEVICES

    attached = [
        {"name": name, "summary": "attached: compiled and run", "kind": "attached"}
        for name in HOST_TARGETS
    ]
    return attached + [
        {"name": d.name, "summary": f"deviceless: compiled, never run ({d.arch})", "kind": "named"}
        for d in DEVICES.values()
    ]


def _stages(registry: Registry) -> list[Row]:
    from opscope.stages import STAGES

    emitted = {
        name: [c.name for c in registry.compilers.values() if name in c.stages] for name in STAGES
    }
    return [
        {
            "name": stage.name,
            "summary": stage.title,
            "language": stage.language,
            "compilers": emitted[stage.name],
        }
        for stage in STAGES.values()
    ]


def _cases(registry: Registry) -> list[Row]:
    return [
        {
            "name": f"{source.operator.name} {case.id}",
            "summary": ", ".join(filter(None, (case.size, case.name, case.source))),
            "operator": source.operator.name,
            "case": case.id,
            "size": case.size,
            "preset": case.name,
            "source": case.source,
        }
        for source in registry.operators.values()
        for case in source.operator.cases()
    ]


def _levers(registry: Registry) -> list[Row]:
    return [
        {
            "name": f"{compiler.name} {switch.lever}",
            "summary": switch.title,
            "compiler": compiler.name,
            "lever": switch.lever,
            "scope": switch.scope,
            "not_clean": switch.not_clean,
        }
        for compiler in registry.compilers.values()
        for switch in compiler.levers.values()
    ]


def _named(kind: str) -> Callable[[Registry], list[Row]]:
    return lambda registry: [
        {"name": name, "summary": getattr(value, "summary", "")}
        for name, value in getattr(registry, kind).items()
    ]


KINDS: dict[str, Callable[[Registry], list[Row]]] = {
    "operators": _operators,
    "compilers": _compilers,
    "targets": _targets,
    "stages": _stages,
    "cases": _cases,
    "causes": _named("causes"),
    "reports": _named("reports"),
    "levers": _levers,
}


_READS = {"causes": ("causes",), "reports": ("reports",)}
"""What a list reads besides operators and compilers: files that it does not need stay unread."""


def add_arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("kind", nargs="?", choices=KINDS, help="default: operators and compilers")
    parser.add_argument("--json", action="store_true", help="a list of objects, or one per kind")


def run(arguments: argparse.Namespace) -> int:
    registry = Registry()
    kinds = [arguments.kind] if arguments.kind else ["operators", "compilers"]
    rows = {kind: KINDS[kind](registry) for kind in kinds}
    if arguments.json:
        json.dump(rows[arguments.kind] if arguments.kind else rows, sys.stdout, indent=1)
        print()
    else:
        for kind in kinds:
            _print(kind, rows[kind], titled=len(kinds) > 1)
    faults = registry.faults(_READS.get(arguments.kind, ("operators", "compilers")))
    for fault in faults:
        print(f"opscope: {fault}", file=sys.stderr)
    return 1 if faults else 0


def _print(kind: str, rows: list[Row], *, titled: bool) -> None:
    if titled:
        print(f"{kind}:")
    width = max((len(row["name"]) for row in rows), default=0)
    for row in rows:
        print(f"{'  ' if titled else ''}{row['name']:{width}}  {row['summary']}".rstrip())

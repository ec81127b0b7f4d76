"""``opscope dump``: every stage of one compiler, from Python to machine code."""

from __future__ import annotations

import argparse
import json
import sys
from dataclasses import asdict
from functools import partial
from pathlib import Path

from opscope import selection
from opscope.commands import _kernels, _shared, _sweep
from opscope.dumping import dump, profiling
from opscope.dumping.manifest import Manifest, StageFile
from opscope.dumping.resources import Modelled
from opscope.errors import NotAvailableError, UsageError, unknown
from opscope.measuring.launched import Profiled
from opscope.registry import Registry
from opscope.stages import STAGES

HEADINGS = ("stage", "language", "lines", "exact", "linked", "tool")
SUMMARY = "show every stage of a compiler for an operator: graphs, IRs, code, machine code"


def add_arguments(parser: argparse.ArgumentParser) -> None:
    _shared.add_case_arguments(parser, operator_needed=False)
    add = parser.add_argument
    add("--compiler", metavar="NAME", help="as listed by: opscope list compilers")
    add("--stage", metavar="NAME", help="print this stage, or one part of it as STAGE:PART")
    add("--out", type=Path, metavar="DIR", help="write every stage and a manifest below DIR")
    add("--profile", action="store_true", help="also run it, and tell the time of each kernel")
    add("--no-cache", action="store_true", help="compile again even if nothing has changed")
    add("--json", action="store_true", help="the manifest as JSON")
    add("--all", action="store_true", help="every operator, with every compiler or --compiler A,B")
    add("--jobs", type=int, metavar="N", help="with --all: compilations at a time (default: cores)")


def run(arguments: argparse.Namespace) -> int:
    registry = Registry()
    if arguments.all:
        return _sweep.run(arguments, registry)
    if arguments.operator is None or arguments.compiler is None:
        raise UsageError("opscope dump takes an OPERATOR and --compiler NAME, or --all")
    selection.each_known("compiler", (arguments.compiler,), tuple(registry.compilers))
    source, case = _shared.case_of(arguments, registry)
    options = _shared.options_of(arguments)
    stage, _, part = (arguments.stage or "").partition(":")
    request = dump.request(
        registry, source, case, arguments.compiler, options, [stage] if stage else ()
    )
    if arguments.out is not None:
        _writable(arguments.out)
    what = f"{source.operator.name} {case.id} with {arguments.compiler} for {request.target}"
    _shared.progress(f"compiling {what} ...")
    dumped = dump.obtain(request, use_cache=not arguments.no_cache)
    if dumped.cached:
        print(f"opscope: from the cache, nothing has changed: {dumped.folder}", file=sys.stderr)
    written = dump.copy_to(dumped, arguments.out) if arguments.out is not None else None
    profiled = profiling.profile(request) if arguments.profile and not dumped.failure else None
    kernels = partial(_kernels.modelled, dumped, source.operator, case, registry)
    if stage:
        _show_stage(dumped, stage, part, as_json=arguments.json)
    elif arguments.json:
        _show_json(dumped, written, kernels(), profiled)
    elif written is not None:
        print(written)
    else:
        _show_list(dumped.manifest)
        for line in _kernels.table(kernels()):
            print(line)
        if line := _kernels.whole(source.operator, case, request.target):
            print(line)
    if profiled is not None and not stage and not arguments.json:
        _kernels.show_profile(profiled)
    if dumped.failure:
        failed = f"{arguments.compiler} failed in {dumped.failed_stage}:\n{dumped.failure}"
        print(f"opscope: {failed}", file=sys.stderr)
        return 1
    return 0


def _writable(out: Path) -> None:
    try:
        out.mkdir(parents=True, exist_ok=True)
        (out / ".opscope-probe").touch()
        (out / ".opscope-probe").unlink()
    except OSError as error:
        raise UsageError(f"--out {out}: cannot be written: {error.strerror}") from error


def _parts(manifest: Manifest, stage: str, part: str) -> list[StageFile]:
    found = [s for s in manifest.stages if s.stage == stage]
    if part:
        known = [s.part for s in found if s.part]
        found = [s for s in found if s.part == part]
        if not found:
            raise unknown(f"part of {stage}", part, known)
    return found


def _show_stage(dumped: dump.Dumped, stage: str, part: str, *, as_json: bool) -> None:
    """The text and nothing else. NotAvailableError with the reason if there is none."""
    parts = _parts(dumped.manifest, stage, part)
    there = [p for p in parts if p.file]
    if not there and not dumped.failure:
        reasons = "; ".join(p.absent for p in parts) or "the compiler gave none"
        raise NotAvailableError(f"no {stage} of {dumped.manifest.operator}: {reasons}")
    if STAGES[stage].binary:
        if sys.stdout.isatty():
            raise UsageError(f"{stage} is binary: send it to a file, or use --out")
        for p in there:
            sys.stdout.buffer.write((dumped.folder / p.file).read_bytes())
        return
    if dumped.manifest.label:
        print(f"opscope: {dumped.manifest.label}", file=sys.stderr)
    if as_json:
        rows = [
            {"stage": p.stage, "part": p.part, "tool": p.tool, "exact": p.exact, "note": p.note}
            | {"label": dumped.manifest.label, "text": dumped.text(p)}
            for p in there
        ]
        print(json.dumps(rows, indent=1))
        return
    print("\n".join(dumped.text(p).rstrip("\n") for p in there))


def _show_json(
    dumped: dump.Dumped,
    written: Path | None,
    kernels: list[Modelled] | str,
    profiled: Profiled | None,
) -> None:
    told = dumped.manifest.to_json() | {
        "label": dumped.manifest.label,
        "folder": str(written or dumped.folder),
        "cached": dumped.cached,
        "failure": dumped.failure,
        "failed_stage": dumped.failed_stage,
        "profile": asdict(profiled) if profiled else None,
        "kernels_modelled": _kernels.rows(kernels),
    }
    print(json.dumps(told, indent=1))


def _show_list(manifest: Manifest) -> None:
    print(f"{manifest.operator} {manifest.case}, {manifest.compiler} for {manifest.target}")
    if manifest.label:
        print(manifest.label)
    versions = ", ".join(f"{name} {version}" for name, version in manifest.versions.items())
    print(f"versions: {versions}")
    if manifest.flags:
        print("flags: " + ", ".join(f"{name}={value}" for name, value in manifest.flags.items()))
    linked = {c.stage: f"{c.linked}/{c.linkable}" for c in manifest.coverage}
    rows = [HEADINGS, *(_row(stage, linked.get(stage.id, "")) for stage in manifest.stages)]
    widths = [max(len(row[column]) for row in rows) for column in range(len(HEADINGS) - 1)]
    for row in rows:
        padded = (cell.ljust(width) for cell, width in zip(row, widths, strict=False))
        print("  ".join((*padded, row[-1])).rstrip())
    print("linked: lines with an operation that reach a line of the operator's file, of how many")
    for note in dict.fromkeys(_beyond_label(s.note, manifest) for s in manifest.stages):
        if note:
            print(f"note: {note}")


def _beyond_label(note: str, manifest: Manifest) -> str:
    """What a note says besides that something was only compiled: it stands above the table."""
    if not manifest.label:
        return note
    return note.partition("; not run, not autotuned")[2].removeprefix("; ")


def _row(stage: StageFile, linked: str) -> tuple[str, ...]:
    if not stage.file:
        return stage.id, stage.language, "-", "absent", "", stage.absent.splitlines()[0]
    size = str(stage.lines) if not STAGES[stage.stage].binary else f"{stage.bytes} bytes"
    how = "exact" if stage.exact else "derived"
    return stage.id, stage.language, size, how, linked, stage.tool

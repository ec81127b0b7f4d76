"""``opscope repro``: a case and one compiler as a script for somebody who has no opscope."""

from __future__ import annotations

import argparse
from pathlib import Path

from opscope import selection
from opscope.commands import _shared
from opscope.compiler import HOST_TARGETS
from opscope.errors import UsageError
from opscope.registry import Registry
from opscope.scripts import repro

SUMMARY = "write a case and one compiler as a script with one framework and nothing of opscope"


def add_arguments(parser: argparse.ArgumentParser) -> None:
    _shared.add_case_arguments(parser)
    add = parser.add_argument
    add("--compiler", metavar="NAME", required=True, help="as listed by: opscope list compilers")
    add("--question", choices=tuple(repro.QUESTIONS), default="time", help="(default: time)")
    add("--out", type=Path, metavar="FILE.py", required=True, help="the script to write")


def run(arguments: argparse.Namespace) -> int:
    registry = Registry()
    compiler = registry.compiler(arguments.compiler)
    source, case = _shared.case_of(arguments, registry)
    request = repro.Request(
        source=source,
        case=case,
        compiler=compiler,
        compiler_path=registry.path("compilers", arguments.compiler),
        settings=_shared.options_of(arguments).settings,
        question=arguments.question,
    )
    target = request.settings.target.partition(":")[0]
    if target not in HOST_TARGETS:
        raise UsageError(f"--target {target}: a script runs where it is; see opscope dump instead")
    out = selection.writable(arguments.out, not_over=[source.path])
    text = repro.script(request)
    out.write_text(text, encoding="utf-8")
    print(f"python {arguments.out}")
    return 0

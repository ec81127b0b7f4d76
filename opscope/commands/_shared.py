"""Arguments that several commands take: which case, for which target, set up how."""

from __future__ import annotations

import argparse
import sys
from dataclasses import replace

from opscope import selection
from opscope.compiler import Settings
from opscope.measuring.subject import Options
from opscope.nouns import Case, OperatorSource
from opscope.registry import Registry


def add_case_arguments(parser: argparse.ArgumentParser, *, operator_needed: bool = True) -> None:
    """OPERATOR and the options that choose one of its cases and how it is compiled."""
    add = parser.add_argument
    add(
        "operator",
        metavar="OPERATOR",
        nargs=None if operator_needed else "?",
        help="a name, or path/to/file.py, or path/to/file.py:name",
    )
    add("--case", metavar="ID", help="as listed by: opscope list cases; or a preset such as gpt2")
    add("--size", metavar="NAME", help="tiny, small, default or large (default: default)")
    add("--shape", metavar="K=V,...", help="an ad-hoc case: shape parameters to replace")
    add("--dtype", metavar="NAME", help="float32, bfloat16, ... (default: float32)")
    add("--direction", metavar="NAME", help="forward or backward (default: forward)")
    add("--layout", metavar="NAME", help="native or a forced layout (default: native)")
    add("--target", metavar="NAME", help="cpu, cuda, ... or a device such as h100, v5e, mi300x")
    add(
        "--flag",
        metavar="K=V",
        action="append",
        default=[],
        help="an option of the compiler; may be repeated",
    )
    add("--threads", type=int, default=0, metavar="N", help="cores to use (default: all)")
    add("--precision", choices=selection.PRECISIONS, default="highest", help="of float32 products")
    add("--python", metavar="FRONTEND=PATH", action="append", default=[])
    add("--timeout", type=float, default=300.0, metavar="S", help="seconds (default: 300)")


def case_of(arguments: argparse.Namespace, registry: Registry) -> tuple[OperatorSource, Case]:
    """The operator and the one case that ``arguments`` choose."""
    source = registry.operator(arguments.operator)
    selected = selection.selection(
        size=arguments.size,
        dtype=arguments.dtype,
        direction=arguments.direction,
        layout=arguments.layout,
        shape=arguments.shape,
    )
    options = ("size", "dtype", "direction", "layout")
    asked = {option: getattr(arguments, option) for option in options}
    return source, selection.one_case(source.operator, selected, arguments.case, asked)


def options_of(arguments: argparse.Namespace) -> Options:
    return Options(
        settings=Settings(
            target=selection.any_target(arguments.target),
            threads=selection.thread_count(arguments.threads),
            precision=arguments.precision,
            flags=selection.parse_flags(arguments.flag),
        ),
        pythons=selection.parse_pythons(arguments.python),
        timeout_s=selection.seconds("--timeout", arguments.timeout),
    )


def with_settings(options: Options, *, target: str | None, flags: list[str]) -> Options:
    """``options`` for another target and with further flags."""
    settings = options.settings
    changed = replace(
        settings,
        target=selection.any_target(target) if target else settings.target,
        flags={**settings.flags, **selection.parse_flags(flags)},
    )
    return replace(options, settings=changed)


def progress(text: str) -> None:
    """A line on standard error, where somebody is looking."""
    if sys.stderr.isatty():
        print(text, file=sys.stderr, flush=True)

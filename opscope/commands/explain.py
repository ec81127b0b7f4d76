"""``opscope explain``: why one compiler is faster than another on an operator."""

from __future__ import annotations

import argparse
import json
import sys
from dataclasses import replace
from pathlib import Path

from opscope import selection
from opscope.commands import _shared, _waterfall
from opscope.devices import DEVICES
from opscope.errors import NotAvailableError, UsageError
from opscope.explaining import attribution, explain, sessions
from opscope.explaining.laboratory import ArmSpec
from opscope.explaining.observation import Observation
from opscope.registry import Registry
from opscope.verdicts.verdict import INTEREST

SUMMARY = "why one compiler is faster: causes with evidence, each tried by switching it off"


def add_arguments(parser: argparse.ArgumentParser) -> None:
    _shared.add_case_arguments(parser)
    add = parser.add_argument
    add(
        "--between",
        nargs=2,
        metavar=("A", "B"),
        help="compilers (may be the same one twice), or"
        " session files OLD.json NEW.json, several a side with commas",
    )
    add("--compiler", metavar="NAME", default="", help="which one, between session files")
    for letter in "ab":
        add(
            f"--artifacts-{letter}",
            type=Path,
            metavar="DIR",
            help="what pytest --artifacts wrote, for a session file",
        )
    for letter in "ab":
        add(f"--flag-{letter}", metavar="K=V", action="append", default=[], help="for one side")
    add("--operator-b", metavar="FILE.py", help="B runs another writing of the same operator")
    add("--python-b", metavar="FRONTEND=PATH", action="append", default=[])
    add(
        "--interest",
        type=float,
        default=INTEREST,
        metavar="SHARE",
        help=f"smallest difference of interest (default: {INTEREST:g})",
    )
    add("--quick", action="store_true", help="screen only: no new processes for each pair")
    add(
        "--limit",
        type=float,
        default=explain.LIMIT_S,
        metavar="S",
        help=f"seconds for the verdict, and again for the top causes ({explain.LIMIT_S:g})",
    )
    add("--no-profile", action="store_true", help="do not time single kernels")
    add("--no-reasons", action="store_true", help="do not ask why kernels were not fused")
    add("--keep", type=Path, metavar="FILE.json", help="also keep what was seen, for --replay")
    add("--replay", action="store_true", help="OPERATOR is a file that --keep wrote: only conclude")
    add("--json", action="store_true")


def run(arguments: argparse.Namespace) -> int:
    registry = Registry()
    if arguments.keep is not None:
        selection.writable(arguments.keep)
    if arguments.replay:
        seen = _kept(Path(arguments.operator))
        made = explain.conclude(seen, list(registry.causes.values()))
    elif _of_sessions(arguments):
        seen = _between_sessions(arguments, registry)
        made = attribution.explain(seen, list(registry.causes.values()), arguments.interest)
    else:
        made, seen = explain.explain(question_of(arguments, registry))
    if arguments.keep is not None:
        text = json.dumps(seen.to_json(), indent=1)
        arguments.keep.expanduser().write_text(text + "\n", encoding="utf-8")
    if arguments.json:
        print(json.dumps(made.to_json(), indent=1))
    else:
        _waterfall.show(made)
    return 0


def _of_sessions(arguments: argparse.Namespace) -> bool:
    """Whether ``--between`` names session files; UsageError for a file and a compiler."""
    between = arguments.between or ()
    files = [any(part.endswith(".json") for part in side.split(",")) for side in between]
    if len(set(files)) > 1:
        raise UsageError(f"--between {' '.join(between)}: two compilers or two session files")
    return all(files) and bool(files)


def _between_sessions(arguments: argparse.Namespace, registry: Registry) -> Observation:
    for option in ("flag_a", "flag_b", "operator_b", "python_b", "flag", "shape"):
        if getattr(arguments, option):
            name = option.replace("_", "-")
            raise UsageError(f"--{name} changes what is run: session files have been run already")
    a, b = (
        sessions.kept(letter, files, folder)
        for letter, files, folder in zip(
            "AB", arguments.between, (arguments.artifacts_a, arguments.artifacts_b), strict=True
        )
    )
    name = sessions.choose(a, b, arguments.operator, arguments.compiler, arguments.case or "")
    return sessions.observe(registry, a, b, name)


def _kept(path: Path) -> Observation:
    try:
        return Observation.from_json(json.loads(path.read_text(encoding="utf-8")))
    except (OSError, ValueError) as error:
        raise UsageError(f"{path}: {error}") from error


def question_of(arguments: argparse.Namespace, registry: Registry) -> explain.Question:
    if not arguments.between:
        raise UsageError("say between which compilers: --between A B")
    if arguments.compiler or arguments.artifacts_a or arguments.artifacts_b:
        raise UsageError("--compiler and --artifacts-a/b go with session files (OLD.json NEW.json)")
    names = selection.each_known("compiler", arguments.between, tuple(registry.compilers))
    source, case = _shared.case_of(arguments, registry)
    base = _shared.options_of(arguments)
    if base.settings.target in DEVICES:
        device = DEVICES[base.settings.target].title
        raise NotAvailableError(f"{device} is not here: nothing can be measured, try opscope diff")
    other = source
    if arguments.operator_b:
        other = registry.operator(arguments.operator_b)
        if case.id not in {c.id for c in other.operator.cases()} and not arguments.shape:
            raise UsageError(f"{arguments.operator_b} has no case {case.id}")
    options = {
        "A": _shared.with_settings(base, target=None, flags=arguments.flag_a),
        "B": _shared.with_settings(base, target=None, flags=arguments.flag_b),
    }
    pythons = {**options["B"].pythons, **selection.parse_pythons(arguments.python_b)}
    options["B"] = replace(options["B"], pythons=pythons)
    arms = [
        ArmSpec(name=letter, compiler=name, source=own, case=case, options=options[letter])
        for letter, name, own in zip("AB", names, (source, other), strict=True)
    ]
    commands = {
        "A": _dump_command(arguments, arguments.operator, names[0], arguments.flag_a),
        "B": _dump_command(
            arguments, arguments.operator_b or arguments.operator, names[1], arguments.flag_b
        ),
    }
    return explain.Question(
        registry=registry,
        a=arms[0],
        b=arms[1],
        options=base,
        interest=arguments.interest,
        commands=commands,
        say=_say,
        quick=arguments.quick,
        limit_s=selection.seconds("--limit", arguments.limit),
        profiles=not arguments.no_profile,
        reasons=not arguments.no_reasons,
    )


def _dump_command(
    arguments: argparse.Namespace, operator: str, compiler: str, flags: list[str]
) -> str:
    """How a user sees what the evidence of one side was read from."""
    words = ["opscope dump", operator, "--compiler", compiler]
    for name in ("case", "size", "shape", "dtype", "direction", "layout", "target"):
        if value := getattr(arguments, name):
            words += [f"--{name}", str(value)]
    words += [f"--flag {flag}" for flag in (*arguments.flag, *flags)]
    return " ".join(words)


def _say(text: str) -> None:
    """What is being tried, on one line that the next one overwrites."""
    if sys.stderr.isatty():
        print(f"\r\033[K{text} ...", end="", file=sys.stderr, flush=True)
    else:
        print(f"opscope: {text}", file=sys.stderr, flush=True)

"""``make study``: how often the verdicts are right on this machine, and how often other tools' are.

Results are appended to a JSON lines file after every trial, so a study that was stopped goes on
where it was; the table is written anew each time.
"""

from __future__ import annotations

import argparse
import json
import os
import subprocess
import sys
import tempfile
import time
from collections.abc import Sequence
from dataclasses import asdict
from importlib import metadata
from pathlib import Path
from typing import Any

from opscope import machine
from opscope.measuring import peaks
from opscope.registry import Registry
from opscope.worker import allocator
from opscope.worker.zygote import Nursery

from . import pairs, table
from .tools import OPSCOPE, TIMEOUT_S, TOOLS, Bench, Tool

DISTRIBUTIONS = ("torch", "jax", "tensorflow", "numpy", "pytest-benchmark")


def main() -> int:
    arguments = _arguments()
    trials = pairs.schedule(
        arguments.equal, arguments.planted, arguments.compilers, arguments.threads, arguments.seed
    )
    results: Path = arguments.results
    results.parent.mkdir(parents=True, exist_ok=True)
    rows = _read(results)
    done = {row["number"] for row in rows}
    deadline = time.monotonic() + arguments.minutes * 60
    before = machine.snapshot()
    with tempfile.TemporaryDirectory(prefix="opscope-study-") as folder:
        nursery = Nursery(Path(folder), 8 << 30, TIMEOUT_S)
        bench = Bench(Registry(), nursery, Path(folder))
        try:
            for trial in trials:
                if trial.number in done:
                    continue
                if time.monotonic() > deadline:
                    break
                others = trial.number % arguments.others_every == 0
                rows += _put(trial, TOOLS if others else OPSCOPE, bench, results)
        finally:
            nursery.close()
    changed = machine.between(before, machine.snapshot())
    agreement = [] if arguments.no_agreement else _agreement(arguments)
    _write(arguments, rows, agreement, changed, len(trials))
    return 0


def _arguments() -> argparse.Namespace:
    parser = argparse.ArgumentParser(prog="make study", description=__doc__)
    add = parser.add_argument
    add("--minutes", type=float, default=60.0, help="begin no trial after this")
    add("--equal", type=int, default=60, help="equal pairs")
    add("--planted", type=int, default=40, help="pairs with a tenth more on one side")
    add("--threads", type=_numbers, default=[1, 0],
        help="1,0: pinned to one core, and all cores; 1,1,1,0: thrice as many pinned")  # fmt: skip
    add("--compilers", type=lambda text: text.split(","), default=["torch-eager", "jax-jit"])
    add("--seed", type=int, default=0)
    add("--results", type=Path, default=Path("build/study.jsonl"))
    add("--out", type=Path, default=Path("docs/study.md"))
    add("--others-every", type=int, default=1, metavar="N",
        help="ask the tools that are not opscope about every Nth trial only")  # fmt: skip
    add("--note", action="append", default=[], help="a line for the table, on how this was run")
    add("--no-agreement", action="store_true", help="leave the hand-written loops out")
    return parser.parse_args()


def _numbers(text: str) -> list[int]:
    return [int(part) for part in text.split(",")]


def _read(results: Path) -> list[dict[str, Any]]:
    if not results.is_file():
        return []
    return [json.loads(line) for line in results.read_text().splitlines() if line.strip()]


def _put(
    trial: pairs.Trial, tools: Sequence[Tool], bench: Bench, results: Path
) -> list[dict[str, Any]]:
    """The trial to every tool, beginning with another one each time."""
    first = trial.number % len(tools)
    rows = []
    for tool in (*tools[first:], *tools[:first]):
        try:
            answer = tool(trial, bench)
        except (OSError, subprocess.SubprocessError, ValueError) as error:
            print(f"{trial.number}: {tool}: {error}", file=sys.stderr)
            continue
        if answer is not None:
            rows.append({**asdict(trial), **asdict(answer)})
            kind, ratio = answer.kind, answer.ratio or 0.0
            what = f"{trial.operator} {trial.compiler} threads={trial.threads}"
            planted = "+10%" if trial.planted else "equal"
            text = f"{trial.number:3} {what} {planted}: {answer.tool}: {kind} {ratio:.3f}"
            print(f"{text} {answer.seconds:.1f} s {answer.detail}", file=sys.stderr)
    with results.open("a", encoding="utf-8") as file:
        file.writelines(json.dumps(row) + "\n" for row in rows)
    return rows


def _agreement(arguments: argparse.Namespace) -> list[dict[str, Any]]:
    found = []
    for threads in dict.fromkeys(arguments.threads):
        for compiler in arguments.compilers:
            command = [sys.executable, "-m", "tests.study.agreement", compiler, str(threads)]
            done = subprocess.run(
                command,
                env={**os.environ, **allocator.environment("tuned")},
                capture_output=True,
                text=True,
                timeout=600,
                check=True,
            )
            found += [json.loads(line) for line in done.stdout.splitlines() if line[:1] == "{"]
    return found


def _write(
    arguments: argparse.Namespace,
    rows: Sequence[dict[str, Any]],
    agreement: Sequence[dict[str, Any]],
    changed: dict[str, Any],
    wanted: int,
) -> None:
    facts = machine.facts()
    finished = len({row["number"] for row in rows})
    notes = [f"{finished} of {wanted} pairs", *arguments.note]
    if "busy" in changed and changed["wall_s"] > 60:
        notes.append(f"all cores were busy {changed['busy']:.0%} of the time, the study included")
    roofs = peaks.stored(facts, "cpu", facts["cores"]["usable"])
    text = table.render(rows, agreement, facts, roofs, _versions(), notes)
    arguments.out.parent.mkdir(parents=True, exist_ok=True)
    arguments.out.write_text(text, encoding="utf-8")
    print(text)


def _versions() -> dict[str, str]:
    found = {"Python": sys.version.split()[0]}
    for name in DISTRIBUTIONS:
        try:
            found[name] = metadata.version(name)
        except metadata.PackageNotFoundError:
            continue
    return found


if __name__ == "__main__":
    sys.exit(main())

"""``make study-explain``: does ``opscope explain`` find what was planted?

Draws pairs from a seed, explains each as the command would, and compares with the plant. Every pair
is one line of a JSON lines file as soon as it is done, so a study can be run in pieces: the same
command goes on where it was, whether it ran out of ``--minutes`` or was killed. The table is
written anew each time. Exit status 0 if all pairs are there and enough are right, else 1.

    python -m tests.planted.study --seed 4711 --minutes 20
    python -m tests.planted.study --seed 4711 --minutes 20        (goes on)
    python -m tests.planted.study --seed 4711 --minutes 0         (only writes the table)

``--seed`` should be one that nobody has used. Rows lie in ``build/study-explain-SEED.jsonl``, the
table beside it (``--out docs/study-explain.md`` puts it elsewhere), and with ``--record FOLDER``
all that was seen of a pair, for ``opscope explain FILE --replay`` and the tests.

How long it takes: ``--limit S`` is what verdict mode may take for the gap of a pair, and again for
the switches that moved it; compiling, dumping and screening come on top. With the default of 30 s a
pair is meant to take 90 s at most, so 30 pairs 45 minutes; a planted gap that is decided early
takes less. The table says what it took. ``--quick`` leaves verdict mode out: every gap and every
switch by screening, in which three pairs must all differ by 5% the same way. A piece that runs on a
busy machine tells about the machine: run it in quiet windows. With ``--threads 1`` times are CPU
time where others use the core; then threads cannot be told apart, and that plant is left out.
"""

from __future__ import annotations

import argparse
import json
import platform
import sys
import tempfile
import time
from collections.abc import Mapping, Sequence
from dataclasses import replace
from importlib import metadata
from pathlib import Path
from typing import Any

from opscope import machine
from opscope.cause import Conclusion, Standing
from opscope.cli import build_parser
from opscope.commands.explain import question_of
from opscope.errors import OpscopeError
from opscope.explaining import explain
from opscope.explaining.observation import Observation
from opscope.registry import Registry

from . import scorecard
from .plants import Pair, draw

HOW = ("seed", "pairs", "controls", "quick", "threads", "limit")
"""What must be the same in every piece of a study."""


def judged(pair: Pair, made: Conclusion) -> str:
    """``wrong`` if a cause is confirmed that was not planted; see the module for the others."""
    confirmed = [c for c in made.causes if c.standing is Standing.CONFIRMED]
    if [c for c in confirmed if c.id != pair.cause]:
        return scorecard.WRONG
    if not pair.cause:
        return scorecard.MISSED if made.causes else scorecard.RIGHT
    if made.verdict["kind"] == "UNDECIDED":
        return scorecard.UNDECIDED
    first = made.causes[0] if made.causes else None
    if first is None or first.id != pair.cause or first.slow != pair.slow:
        return scorecard.MISSED
    if pair.lever and first.standing is not Standing.CONFIRMED:
        return scorecard.MISSED
    return scorecard.RIGHT


def run(
    pair: Pair, registry: Registry, arguments: argparse.Namespace
) -> tuple[Conclusion, Observation]:
    """Through the command's own arguments, as a user would ask."""
    with tempfile.TemporaryDirectory(prefix="opscope-study-") as folder:
        a, b = pair.write(Path(folder))
        given = ["explain", str(a), "--operator-b", str(b), "--between", *pair.compilers]
        given += ["--threads", str(arguments.threads), "--limit", str(arguments.limit)]
        given += ["--no-reasons", "--no-profile", *(["--quick"] if arguments.quick else [])]
        given += [f"--flag-a={flag}" for flag in pair.flags_a]
        given += [f"--flag-b={flag}" for flag in pair.flags_b]
        question = question_of(build_parser(given).parse_args(given), registry)
        return explain.explain(question)


def row_of(pair: Pair, number: int, seconds: float, made: Conclusion | str) -> dict[str, Any]:
    """What is kept of a pair; ``made`` is why it failed, if it did."""
    failed = isinstance(made, str)
    return {
        "number": number,
        "cause": pair.cause,
        "slow": pair.slow,
        "compiler": " and ".join(dict.fromkeys(pair.compilers)),
        "size": f"{pair.drawn.get('rows')}x{pair.drawn.get('columns')}",
        "switch": pair.switch,
        "judged": scorecard.MISSED if isinstance(made, str) else judged(pair, made),
        "kind": "failed" if isinstance(made, str) else made.verdict["kind"],
        "mode": "" if isinstance(made, str) else made.verdict["mode"],
        "ratio": None if isinstance(made, str) else made.ratio,
        "causes": [] if isinstance(made, str) else [_cause(c) for c in made.causes],
        "why_no_causes": "" if isinstance(made, str) else made.why_no_causes,
        "unexplained_percent": None if isinstance(made, str) else made.unexplained_percent,
        "failure": made if failed else "",
        "seconds": seconds,
        "drawn": pair.drawn,
    }


def _cause(finding: Any) -> dict[str, Any]:
    made = finding.intervention
    return {
        "id": finding.id,
        "standing": str(finding.standing),
        "slow": finding.slow,
        "share_percent": finding.share_percent,
        "lever": made.lever if made is not None else "",
        "effects": dict(made.effects) if made is not None else {},
        "reason": made.reason if made is not None else "",
    }


def read_rows(path: Path, how: Mapping[str, Any]) -> list[dict[str, Any]]:
    """Rows of earlier pieces; a line that was cut off when the study was killed is left out.

    Raises SystemExit if they are of another study: their counts must not be added.
    """
    rows: dict[int, dict[str, Any]] = {}
    text = path.read_text(encoding="utf-8") if path.is_file() else ""
    for line in text.splitlines():
        try:
            row = json.loads(line)
        except ValueError:
            continue
        other = {name: row.get(name) for name in how if row.get(name) != how[name]}
        if other:
            raise SystemExit(f"{path} is of another study: {other}; give another --results")
        rows[row["number"]] = row  # a pair that was tried once more has its last row
    return list(rows.values())


def main(given: Sequence[str] | None = None) -> int:
    arguments = _arguments(given)
    how = {name: getattr(arguments, name) for name in HOW}
    base = Path("build") / f"study-explain-{arguments.seed}"
    results = arguments.results or base.with_suffix(".jsonl")
    results.parent.mkdir(parents=True, exist_ok=True)
    rows = read_rows(results, how)
    done = {row["number"] for row in rows if not (arguments.retry_failed and row["failure"])}
    rows = [row for row in rows if row["number"] in done]
    pairs = draw(arguments.seed, arguments.pairs, arguments.controls)
    wanted = [(n, p) for n, p in enumerate(pairs) if _wanted(p, arguments)]
    deadline = time.monotonic() + arguments.minutes * 60
    registry = Registry()
    for number, pair in wanted:
        if number in done:
            continue
        if time.monotonic() > deadline:
            break
        row = {**how, **_one(pair, number, registry, arguments)}
        rows.append(row)
        _append(results, row)
    out = arguments.out or base.with_suffix(".md")
    out.parent.mkdir(parents=True, exist_ok=True)
    mine = [row for row in rows if row["number"] in {n for n, _ in wanted}]
    out.write_text(scorecard.render(mine, len(wanted), _head(arguments)), encoding="utf-8")
    print(f"{scorecard.summary(mine)}; {len(mine)} of {len(wanted)} pairs, {out}")
    return 0 if len(mine) == len(wanted) and scorecard.passed(mine) else 1


def _arguments(given: Sequence[str] | None) -> argparse.Namespace:
    parser = argparse.ArgumentParser(
        prog="make study-explain",
        description=__doc__,
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    add = parser.add_argument
    add("--seed", type=int, required=True, help="never one used in development")
    add("--pairs", type=int, default=24)
    add("--controls", type=int, default=6)
    add("--minutes", type=float, default=60.0, help="begin no pair after this")
    add("--limit", type=float, default=30.0, help="seconds of verdict mode, twice a pair")
    add("--quick", action="store_true", help="screening only")
    add("--threads", type=int, default=0)
    add("--only", default="", help="causes, comma-separated; control for controls")
    add("--results", type=Path, help="default: build/study-explain-SEED.jsonl")
    add("--out", type=Path, help="the table; default: build/study-explain-SEED.md")
    add("--record", type=Path, help="keep what was seen, one file each")
    add("--retry-failed", action="store_true", help="pairs that ended in an error, once more")
    return parser.parse_args(given)


def _wanted(pair: Pair, arguments: argparse.Namespace) -> bool:
    only = {name for name in arguments.only.split(",") if name}
    if arguments.threads == 1 and pair.cause == "threads":
        return False
    return not only or (pair.cause or "control") in only


def _one(
    pair: Pair, number: int, registry: Registry, arguments: argparse.Namespace
) -> dict[str, Any]:
    began = time.monotonic()
    print(f"pair {number}: {pair.cause or 'control'} in {pair.compilers[0]}", file=sys.stderr)
    try:
        made, seen = run(pair, registry, arguments)
    except OpscopeError as error:
        row = row_of(pair, number, time.monotonic() - began, str(error))
    else:
        row = row_of(pair, number, time.monotonic() - began, made)
        if arguments.record is not None:
            _record(arguments.record, pair, seen, row)
    causes = ", ".join(f"{c['id']} {c['standing']}" for c in row["causes"]) or row["failure"]
    print(f"{row['judged']:9} {number:2} {pair.cause or 'control':15} {pair.compilers[0]:15}"
          f" {row['kind']:9} {row['seconds']:4.0f} s  {causes or row['why_no_causes']}",
          flush=True)  # fmt: skip
    return row


def _record(folder: Path, pair: Pair, seen: Observation, row: Mapping[str, Any]) -> None:
    folder.mkdir(parents=True, exist_ok=True)
    keep = {"cause": pair.cause, "slow": pair.slow, "lever": pair.lever, "judged": row["judged"],
            "seen": replace(seen, commands={}).to_json()}  # fmt: skip
    path = folder / f"{pair.name}-{pair.cause or 'control'}.json"
    path.write_text(json.dumps(keep, indent=1) + "\n", encoding="utf-8")


def _append(path: Path, row: Mapping[str, Any]) -> None:
    """One line at the end, begun anew where a killed study left half of one."""
    torn = path.is_file() and not path.read_bytes().endswith(b"\n") and path.stat().st_size
    with path.open("a", encoding="utf-8") as file:
        file.write(("\n" if torn else "") + json.dumps(row) + "\n")


def _head(arguments: argparse.Namespace) -> list[str]:
    facts = machine.facts()
    versions = [f"Python {platform.python_version()}"]
    for name in ("torch", "jax", "numpy"):
        try:
            versions.append(f"{name} {metadata.version(name)}")
        except metadata.PackageNotFoundError:
            versions.append(f"no {name}")
    mode = "screening only" if arguments.quick else f"verdict mode, {arguments.limit:g} s twice"
    threads = f"{arguments.threads} threads" if arguments.threads else "all cores"
    return [
        f"{facts['cpu']['model']}, {facts['cores']['usable']} cores, Linux {facts['kernel']}",
        ", ".join(versions),
        f"{mode}, {threads}; seed {arguments.seed}, {arguments.pairs} pairs and"
        f" {arguments.controls} controls",
    ]


if __name__ == "__main__":
    sys.exit(main())

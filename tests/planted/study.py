"""``make study-explain``: does ``opscope explain`` find what was planted?

Draws pairs from a seed, explains each and compares with the plant. Right: the planted cause comes
first, and is confirmed where a switch can; wrong: a cause is confirmed that was not planted. A
control must end without causes. Exit status 0 if at least 22 of 24 are right, none is wrong, and
all controls are quiet (in proportion for other numbers).

    python tests/planted/study.py --seed 7 --pairs 24 --controls 6 --record build/study
"""

from __future__ import annotations

import argparse
import json
import sys
import tempfile
from dataclasses import replace
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parent))

from plants import Pair, draw

from opscope.cause import Conclusion, Standing
from opscope.cli import build_parser
from opscope.commands.explain import question_of
from opscope.errors import OpscopeError
from opscope.explaining import explain
from opscope.explaining.observation import Observation
from opscope.registry import Registry

RIGHT_OF_ALL = 22 / 24


def judged(pair: Pair, made: Conclusion) -> str:
    """``right``, ``wrong`` (a cause confirmed that was not planted) or ``missed``."""
    confirmed = [c.id for c in made.causes if c.standing is Standing.CONFIRMED]
    if [c for c in confirmed if c != pair.cause]:
        return "wrong"
    if not pair.cause:
        return "missed" if made.causes else "right"
    first = made.causes[0] if made.causes else None
    if first is None or first.id != pair.cause or first.slow != pair.slow:
        return "missed"
    return "missed" if pair.lever and first.standing is not Standing.CONFIRMED else "right"


def run(
    pair: Pair, registry: Registry, *, quick: bool, threads: int
) -> tuple[Conclusion, Observation]:
    """Through the command's own arguments, as a user would ask."""
    with tempfile.TemporaryDirectory() as folder:
        a, b = pair.write(Path(folder))
        given = ["explain", str(a), "--operator-b", str(b), "--between", *pair.compilers]
        given += ["--threads", str(threads), "--no-reasons", *(["--quick"] if quick else [])]
        given += [f"--flag-a={flag}" for flag in pair.flags_a]
        given += [f"--flag-b={flag}" for flag in pair.flags_b]
        question = question_of(build_parser(given).parse_args(given), registry)
        return explain.explain(question)


def told(pair: Pair, made: Conclusion) -> str:
    causes = ", ".join(
        f"{c.id} {c.standing}" + (f" {c.share_percent:.0f}%" if c.share_percent else "")
        for c in made.causes
    )
    return f"{pair.cause or 'control':14} {pair.compilers[0]:15} {made.verdict['kind']:9} {causes}"


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--seed", type=int, required=True, help="never one used in development")
    parser.add_argument("--pairs", type=int, default=24)
    parser.add_argument("--controls", type=int, default=6)
    parser.add_argument("--only", default="", help="causes, comma-separated; control for controls")
    parser.add_argument("--quick", action="store_true", help="screening only")
    parser.add_argument("--threads", type=int, default=0)
    parser.add_argument("--record", type=Path, help="keep what was seen, one file each")
    arguments = parser.parse_args()
    registry = Registry()
    wanted = {name for name in arguments.only.split(",") if name}
    pairs = draw(arguments.seed, arguments.pairs, arguments.controls)
    verdicts: dict[str, list[str]] = {"planted": [], "control": []}
    for pair in pairs:
        if wanted and (pair.cause or "control") not in wanted:
            continue
        try:
            made, seen = run(pair, registry, quick=arguments.quick, threads=arguments.threads)
        except OpscopeError as error:
            print(
                f"failed  {pair.cause or 'control':14} {pair.compilers[0]:15} {error}", flush=True
            )
            verdicts["planted" if pair.cause else "control"].append("missed")
            continue
        how = judged(pair, made)
        verdicts["planted" if pair.cause else "control"].append(how)
        print(f"{how:7} {told(pair, made)}", flush=True)
        if arguments.record is not None:
            arguments.record.mkdir(parents=True, exist_ok=True)
            keep = {"cause": pair.cause, "slow": pair.slow, "lever": pair.lever, "judged": how,
                    "seen": replace(seen, commands={}).to_json()}  # fmt: skip
            path = arguments.record / f"{pair.name}-{pair.cause or 'control'}.json"
            path.write_text(json.dumps(keep, indent=1) + "\n", encoding="utf-8")
    planted, controls = verdicts["planted"], verdicts["control"]
    right, wrong = planted.count("right"), planted.count("wrong") + controls.count("wrong")
    print(f"seed {arguments.seed}: {right} of {len(planted)} planted causes named, {wrong} wrong,"
          f" {controls.count('right')} of {len(controls)} controls quiet")  # fmt: skip
    enough = right >= RIGHT_OF_ALL * len(planted)
    return 0 if enough and not wrong and controls.count("right") == len(controls) else 1


if __name__ == "__main__":
    sys.exit(main())

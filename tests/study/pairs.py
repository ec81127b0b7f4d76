"""The pairs of the study: one compiler twice, equal or with a tenth more work on one side."""

from __future__ import annotations

import random
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace
from pathlib import Path

from opscope.measuring.contest import Entry
from opscope.measuring.subject import Options, Subject
from opscope.nouns import Case, Params
from opscope.registry import Registry
from opscope.worker.data import write_case

MORE = 1.1

# Operator, its parameters, and the one that is a tenth larger where the difference is planted; for
# a call of a few microseconds more elements cost nothing, so there a tenth more calls are made.
OPERATORS: Mapping[str, tuple[dict[str, int], str]] = {
    "layernorm": ({"rows": 1000, "features": 1024}, "rows"),
    "matmul": ({"m": 500, "n": 512, "k": 512}, "m"),
    "softmax": ({"rows": 1000, "features": 1024}, "rows"),
    "triad": ({"size": 1000}, "calls"),
}


@dataclass(frozen=True)
class Trial:
    """One question put to every tool. ``planted`` is whether side B does a tenth more."""

    number: int
    operator: str
    compiler: str
    threads: int
    planted: bool


@dataclass(frozen=True)
class Side:
    """One side of a trial, as data that a fresh process can build it from."""

    operator: str
    compiler: str
    params: dict[str, int]
    calls: float

    def case(self) -> Case:
        return Case(self.operator, Params(**self.params))


def schedule(
    equal: int, planted: int, compilers: list[str], threads: list[int], seed: int
) -> list[Trial]:
    """Trials in random order, each kind going round operators, compilers and thread counts."""
    trials = []
    for kind, count in ((False, equal), (True, planted)):
        combinations = [(o, c, t) for t in threads for c in compilers for o in OPERATORS]
        for number in range(count):
            operator, compiler, count_of_threads = combinations[number % len(combinations)]
            trials.append(Trial(0, operator, compiler, count_of_threads, kind))
    random.Random(seed).shuffle(trials)
    return [replace(trial, number=number) for number, trial in enumerate(trials)]


def sides(trial: Trial) -> tuple[Side, Side]:
    params, planted = OPERATORS[trial.operator]
    base = Side(trial.operator, trial.compiler, dict(params), 1.0)
    if not trial.planted:
        return base, base
    if planted == "calls":
        return base, replace(base, calls=MORE)
    return base, replace(base, params={**params, planted: round(params[planted] * MORE)})


def entries(
    trial: Trial, registry: Registry, options: Options, scratch: Path
) -> Iterator[tuple[Entry, Side]]:
    """What verdict mode starts for side A and side B."""
    source = registry.operator(trial.operator)
    for name, side in zip("AB", sides(trial), strict=True):
        case = side.case()
        folder = scratch / f"{side.operator}-{case.id}"
        if not folder.exists():
            write_case(source.operator, case, folder)
        compiler = registry.compiler(trial.compiler)
        path = registry.path("compilers", trial.compiler)
        entry = Subject(name, compiler, path, source, case, folder).entry(options)
        yield replace(entry, name=name, prepare={**entry.prepare, "key": name}), side

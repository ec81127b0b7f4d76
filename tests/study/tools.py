"""The tools that are put to the same question, and how each one's figures are read as a verdict."""

from __future__ import annotations

import json
import os
import random
import subprocess
import sys
import time
from collections.abc import Callable, Mapping
from dataclasses import asdict, dataclass, replace
from functools import partial
from pathlib import Path
from typing import Any

import opscope
from opscope.compiler import Settings
from opscope.machine import available_cores
from opscope.measuring.contest import contestant
from opscope.measuring.subject import Options
from opscope.registry import Registry
from opscope.verdicts.protocol import Contestant, Runner, RunnerFailure, VerdictMode
from opscope.verdicts.verdict import INTEREST, QUICK, Kind, estimate, judge
from opscope.worker.parent import WorkerFailure
from opscope.worker.zygote import Nursery

from . import pairs
from .pairs import Trial

PLAIN = Path(__file__).with_name("plain.py")
TIMEOUT_S = 120.0
GROUPS, SAMPLES, BLOCK_NS = 3, 8, 10e6


@dataclass(frozen=True, kw_only=True)
class Answer:
    """One tool on one trial; ``ratio`` is B over A."""

    tool: str
    kind: str
    ratio: float | None
    seconds: float
    detail: str = ""


@dataclass(frozen=True)
class Bench:
    """What the opscope tools share through all trials."""

    registry: Registry
    nursery: Nursery
    scratch: Path


class MoreCalls:
    """A runner whose every call is counted once but made ``factor`` times."""

    def __init__(self, runner: Runner, factor: float) -> None:
        self._runner, self._factor = runner, factor

    def calibrate(self, target_ns: float) -> tuple[int, float]:
        iterations, call_ns = self._runner.calibrate(target_ns)
        return iterations, call_ns * self._factor

    def place(self, seed: int) -> None:
        self._runner.place(seed)

    def time(self, iterations: int) -> Mapping[str, Any]:
        return self._runner.time(round(iterations * self._factor))

    def close(self) -> None:
        self._runner.close()


def contestants(trial: Trial, bench: Bench) -> list[Contestant]:
    settings = Settings(target="cpu", threads=trial.threads, allocator="tuned")
    found = []
    for entry, side in pairs.entries(
        trial, bench.registry, Options(settings=settings), bench.scratch
    ):
        plain = contestant(entry, bench.nursery, TIMEOUT_S)
        if side.calls != 1.0:
            start, factor = plain.start, side.calls
            plain = replace(plain, start=partial(_more_calls, start, factor))
        found.append(plain)
    return found


def _more_calls(start: Callable[[], Runner], factor: float) -> Runner:
    return MoreCalls(start(), factor)


def verdict_mode(trial: Trial, bench: Bench) -> Answer:
    mode = VerdictMode(
        single_thread=(trial.threads or available_cores()) == 1,
        seed=trial.number,
        time_limit_s=55.0,
    )
    outcome = mode.run(contestants(trial, bench))
    verdict = outcome.verdicts.get(("B", "A"))
    if verdict is None:
        why = "; ".join([outcome.stop.unmet, *(f"{n}: {f}" for n, f in outcome.failures.items())])
        return _answer("opscope --verdict", "UNDECIDED", None, outcome.seconds, why.strip("; "))
    low, high = verdict.interval
    detail = f"{verdict.pairs} pairs, {low:.3f} to {high:.3f} {verdict.reason}"
    return _answer("opscope --verdict", verdict.kind, verdict.ratio, outcome.seconds, detail)


def quick_mode(trial: Trial, bench: Bench) -> Answer:
    """As ``pytest ops/`` does it: one process a side, samples in turn, new memory twice."""
    began, rng = time.monotonic(), random.Random(trial.number)
    runners: dict[str, Runner] = {}
    try:
        for one in contestants(trial, bench):
            runners[one.name] = one.start()
        counts = {name: max(1, runner.calibrate(BLOCK_NS)[0]) for name, runner in runners.items()}
        groups: list[dict[str, list[float]]] = []
        for group in range(GROUPS):
            if group:
                for runner in runners.values():
                    runner.place(rng.randrange(10**6))
            taken: dict[str, list[float]] = {"A": [], "B": []}
            for _ in range(SAMPLES):
                for name in rng.sample("AB", 2):
                    block = runners[name].time(counts[name])
                    taken[name].append(block["wall_ns"] / counts[name])
            groups.append(taken)
    except (RunnerFailure, WorkerFailure) as failure:
        return _answer("opscope quick", "UNDECIDED", None, time.monotonic() - began, str(failure))
    finally:
        for runner in runners.values():
            runner.close()
    verdict = judge([estimate(taken["A"], taken["B"]) for taken in groups], QUICK)
    return _answer("opscope quick", verdict.kind, verdict.ratio, time.monotonic() - began)


def pytest_benchmark(trial: Trial, bench: Bench) -> Answer:
    """One session with both sides; different if the medians are 5% apart."""
    out = bench.scratch / "plain.json"
    command = ["-m", "pytest", "-q", "-c", "/dev/null", f"--rootdir={PLAIN.parent}"]
    command += ["-p", "no:cacheprovider", "--import-mode=importlib", "-o", "python_files=plain.py"]
    command += [f"--benchmark-json={out}", str(PLAIN)]
    _, seconds = _plain(trial, command)
    benchmarks = json.loads(out.read_text())["benchmarks"]
    medians = {b["params"]["side"]: b["stats"]["median"] for b in benchmarks}
    return _by_threshold("pytest-benchmark, medians 5% apart", medians, seconds)


def torch_timer(trial: Trial, bench: Bench) -> Answer | None:
    """blocked_autorange of both sides in one process; different if the medians are 5% apart."""
    if not trial.compiler.startswith("torch"):
        return None
    output, seconds = _plain(trial, [str(PLAIN), "timer"])
    medians = json.loads(output.splitlines()[-1])
    return _by_threshold("torch.utils.benchmark, medians 5% apart", medians, seconds)


Tool = Callable[[Trial, Bench], Answer | None]

OPSCOPE: tuple[Tool, ...] = (verdict_mode, quick_mode)
TOOLS: tuple[Tool, ...] = (*OPSCOPE, pytest_benchmark, torch_timer)


def _plain(trial: Trial, arguments: list[str]) -> tuple[str, float]:
    repeated = pairs.OPERATORS[trial.operator][1] == "calls"
    sides = [{**asdict(side), "repeated": repeated} for side in pairs.sides(trial)]
    study = {"A": sides[0], "B": sides[1], "threads": trial.threads}
    threads = {"OMP_NUM_THREADS": str(trial.threads)} if trial.threads else {}
    root = str(Path(opscope.__path__[0]).parent)
    environment = {**os.environ, **threads, "STUDY": json.dumps(study), "JAX_PLATFORMS": "cpu"}
    environment["PYTHONPATH"] = os.pathsep.join([root, os.environ.get("PYTHONPATH", "")])
    began = time.monotonic()
    done = subprocess.run(
        [sys.executable, *arguments],
        env=environment,
        capture_output=True,
        text=True,
        timeout=TIMEOUT_S,
        check=True,
    )
    return done.stdout, time.monotonic() - began


def _by_threshold(tool: str, medians: Mapping[str, float], seconds: float) -> Answer:
    ratio = medians["B"] / medians["A"]
    kind = Kind.SAME
    if not 1 / (1 + INTEREST) <= ratio <= 1 + INTEREST:
        kind = Kind.SLOW if ratio > 1 else Kind.FAST
    return _answer(tool, kind, ratio, seconds)


def _answer(tool: str, kind: str, ratio: float | None, seconds: float, detail: str = "") -> Answer:
    return Answer(tool=tool, kind=str(kind), ratio=ratio, seconds=seconds, detail=detail)

"""Verdict mode: several compilers of one case, each in new processes, timed in turn until decided.

One *pair* (with more than two compilers: one round) starts a worker for each, and times short
blocks of all of them back and forth: ABBA, or ABC CBA. Before each block the inputs get other
memory, because which physical pages a buffer lies in decides more than most optimisations; then one
call goes untimed, because the first one after another process ran is up to 80% slower. Blocks in
which a single thread did not have its core are dropped for all.

It knows neither workers nor frameworks: whatever can calibrate, place and time is a Runner.
"""

from __future__ import annotations

import contextlib
import math
import random
import time
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import partial
from itertools import combinations
from typing import Any, Protocol

from opscope.verdicts.alarms import CPU_SHARE
from opscope.verdicts.stopping import Looks, Stop
from opscope.verdicts.verdict import (
    VERDICT,
    Estimate,
    Kind,
    Rules,
    Verdict,
    estimate,
    judge,
    undecided,
)
from opscope.worker.timing import SETTLE_NS, SMALL_CALL_NS

# A small call gets shorter blocks, more of them, and no new memory: that would take longer than the
# block.
BLOCK_NS, SMALL_BLOCK_NS = 5e6, 1e6
BLOCKS, SMALL_BLOCKS, FEWEST_BLOCKS = 12, 30, 4
UNTIMED, WARM = 1, 3
NEAR = 1.25
GIVE_UP_AFTER = 3
"""Pairs in a row that were too disturbed to use."""

CALM_FIRST_LOOK = 0.6
"""Share of the time limit in which the first look should be reached."""


class Runner(Protocol):
    """A started worker that serves one compiler on one case."""

    def calibrate(self, target_ns: float) -> tuple[int, float]:
        """``(iterations, call_ns)``: how many calls take about ``target_ns``."""

    def place(self, seed: int) -> None:
        """Give the inputs other memory."""

    def time(self, iterations: int) -> Mapping[str, Any]:
        """One block: ``wall_ns`` and ``cpu_ns`` over ``iterations``, ``page_faults``,
        ``recompiled``."""

    def close(self) -> None:
        """End it."""


class RunnerFailure(Exception):
    """A contestant that cannot go on; ``cause`` is what happened, for its record."""

    def __init__(self, cause: Any) -> None:
        super().__init__(str(cause))
        self.cause = cause


@dataclass(frozen=True)
class Contestant:
    """A compiler of a case by name; ``start`` makes a runner in a new process."""

    name: str
    start: Callable[[], Runner]


@dataclass(frozen=True, kw_only=True)
class Plan:
    """How one pair is timed: calls per block and contestant, blocks, and new memory before each."""

    iterations: Mapping[str, int]
    blocks: int
    place: bool


@dataclass(frozen=True, kw_only=True)
class Outcome:
    """What verdict mode found.

    ``blocks`` holds, by contestant, the blocks of each pair (the answers of ``Runner.time``, with
    the number of ``iterations``); ``verdicts`` maps (new, baseline) to a verdict for every ordered
    pair of contestants that finished; ``failures`` what became of the others. ``dropped`` counts
    blocks in which a thread did not have its core.
    """

    blocks: Mapping[str, Sequence[Sequence[Mapping[str, Any]]]]
    verdicts: Mapping[tuple[str, str], Verdict]
    failures: Mapping[str, Any]
    pairs: int
    dropped: int
    stop: Stop
    seconds: float
    plan: Plan | None = None


def make_plan(
    calls_ns: Mapping[str, float],
    pairs: int,
    budget_ns: float,
    start_ns: float = 0.0,
    settle_ns: float = 0.0,
) -> Plan:
    """The plan for contestants of these call times, so that ``pairs`` pairs fit ``budget_ns``.
    Without a contestant there is nothing to plan.

    ``start_ns`` is what starting one pair takes, ``settle_ns`` what goes before each block. Slow
    calls give up new memory first, then calls per block, then blocks, down to four.
    """
    slowest = max(calls_ns.values(), default=0.0)
    small = slowest < SMALL_CALL_NS
    target = SMALL_BLOCK_NS if small else BLOCK_NS

    levels_ns = _levelled(calls_ns)

    def iterations(least: int) -> dict[str, int]:
        return {name: max(least, math.ceil(target / ns)) for name, ns in levels_ns.items()}

    def pair_ns(plan: Plan) -> float:
        extra = UNTIMED + (WARM + 1 if plan.place else 0)
        block = sum(ns * (plan.iterations[name] + extra) for name, ns in calls_ns.items())
        block += 0.0 if small else settle_ns * len(calls_ns)
        return start_ns + block * plan.blocks

    blocks = SMALL_BLOCKS if small else BLOCKS
    plan = Plan(iterations=iterations(2), blocks=blocks, place=not small)
    for lighter in (
        replace(plan, place=False),
        Plan(iterations=iterations(1), blocks=blocks, place=False),
    ):
        if pair_ns(plan) * pairs <= budget_ns:
            return plan
        plan = lighter
    while plan.blocks > FEWEST_BLOCKS and pair_ns(plan) * pairs > budget_ns:
        plan = replace(plan, blocks=plan.blocks - 2)
    return plan


def _levelled(calls_ns: Mapping[str, float]) -> dict[str, float]:
    """Call times, where those within a factor of :data:`NEAR` of the next are taken for equal.

    Blocks of unequal length are disturbed unequally: with one contestant's calls counted by 3 and
    the same one's by 20 the ratio was off by 10% to 40% in all pairs (PyTorch, two threads).
    """
    levels: dict[str, float] = {}
    level = last = math.inf
    for name, ns in sorted(calls_ns.items(), key=lambda item: -item[1]):
        level = level if ns * NEAR >= last else ns
        levels[name], last = level, ns
    return levels


@dataclass
class _Progress:
    """What one run has so far."""

    plan: Plan | None = None
    calls_ns: dict[str, float] = field(default_factory=dict)
    blocks: dict[str, list[list[Mapping[str, Any]]]] = field(default_factory=dict)
    failures: dict[str, Any] = field(default_factory=dict)
    dropped: int = 0


class VerdictMode:
    """Runs contestants against each other.

    Parameters
    ----------
    single_thread
        Whether CPU time over wall time tells that a block was disturbed.
    time_limit_s
        For two contestants; each further one adds as much.
    """

    def __init__(
        self,
        *,
        rules: Rules = VERDICT,
        time_limit_s: float = 60.0,
        single_thread: bool = False,
        seed: int = 0,
        clock: Callable[[], float] = time.monotonic,
    ) -> None:
        self._rules = rules
        self._time_limit_s = time_limit_s
        self._single_thread = single_thread
        self._random = random.Random(seed)
        self._clock = clock

    def run(self, contestants: Sequence[Contestant]) -> Outcome:
        """Pairs of new processes until every comparison is decided or a limit is reached."""
        limit_s = self._time_limit_s * max(1, len(contestants) - 1)
        rule = Looks(rules=self._rules, time_limit_s=limit_s)
        began, pairs, given_up, progress = self._clock(), 0, 0, _Progress()
        stop: Stop | None = None
        verdicts: dict[tuple[str, str], Verdict] = {}
        self._calibrate(contestants, progress)
        while stop is None:
            alive = [c for c in contestants if c.name not in progress.failures]
            if not alive:
                stop = Stop("no compiler is left")
                break
            if not self._pair(alive, progress, limit_s):
                given_up += 1
                late = self._clock() - began > limit_s
                if given_up >= GIVE_UP_AFTER or late:
                    stop = Stop("contended: a single thread did not get its core")
                continue
            pairs, given_up = pairs + 1, 0
            verdicts = self._verdicts(progress)
            kinds = [verdict.kind for verdict in verdicts.values()]
            stop = rule.stop(pairs, kinds, self._clock() - began)
        return Outcome(
            blocks={n: b for n, b in progress.blocks.items() if n not in progress.failures},
            verdicts=_both_ways(verdicts, stop.unmet),
            failures=progress.failures,
            pairs=pairs,
            dropped=progress.dropped,
            stop=stop,
            seconds=self._clock() - began,
            plan=progress.plan,
        )

    def _verdicts(self, progress: _Progress) -> dict[tuple[str, str], Verdict]:
        """(new, baseline) to a verdict, one for each unordered pair."""
        names = [name for name in progress.blocks if name not in progress.failures]
        return {
            (new, baseline): judge(
                _estimates(progress.blocks[baseline], progress.blocks[new]), self._rules
            )
            for baseline, new in combinations(names, 2)
        }

    @contextlib.contextmanager
    def _started(
        self, alive: Sequence[Contestant], progress: _Progress
    ) -> Iterator[dict[str, Runner]]:
        """New runners, started in random order, ended in any case."""
        runners: dict[str, Runner] = {}
        order = list(alive)
        self._random.shuffle(order)
        try:
            for contestant in order:
                self._guarded(progress, contestant.name, partial(_start, runners, contestant))
            yield runners
        finally:
            for runner in runners.values():
                runner.close()

    def _calibrate(self, contestants: Sequence[Contestant], progress: _Progress) -> None:
        """Call times, from runners that serve nothing else: the first ones of a kind are slow to
        start, and what compiles may find its caches filled from now on."""
        with self._started(contestants, progress) as runners:
            for name in runners:
                calibrate = partial(_calibrate, progress.calls_ns, runners, name)
                self._guarded(progress, name, calibrate)

    def _pair(self, alive: Sequence[Contestant], progress: _Progress, limit_s: float) -> bool:
        """One pair: start a runner each, time blocks in turn. False if it had to be given up."""
        began = self._clock()
        with self._started(alive, progress) as runners:
            if progress.plan is None:
                calls_ns = {name: progress.calls_ns[name] for name in runners}
                budget_ns = CALM_FIRST_LOOK * limit_s * 1e9
                start_ns = (self._clock() - began) * 1e9
                pairs = self._rules.looks[0]
                settle_ns = 0.0 if self._single_thread else SETTLE_NS
                progress.plan = make_plan(calls_ns, pairs, budget_ns, start_ns, settle_ns)
            return self._blocks(runners, progress)

    def _blocks(self, runners: Mapping[str, Runner], progress: _Progress) -> bool:
        plan = progress.plan
        assert plan is not None
        names = [name for name in runners if name not in progress.failures]
        for name in names:
            self._guarded(progress, name, partial(runners[name].time, plan.iterations[name]))
        first, kept, dropped = self._random.randrange(2), 0, 0
        taken: dict[str, list[Mapping[str, Any]]] = {name: [] for name in names}
        while kept < plan.blocks:
            names = [name for name in names if name not in progress.failures]
            turn = names if (kept + first) % 2 else names[::-1]
            block = self._block(turn, runners, progress)
            if self._disturbed(block):
                dropped += 1
                if dropped >= plan.blocks:
                    progress.dropped += dropped
                    return False
                continue
            for name, answer in block.items():
                taken[name].append(answer)
            kept += 1
        progress.dropped += dropped
        for name in names:
            progress.blocks.setdefault(name, []).append(taken[name])
        return True

    def _block(
        self, turn: Sequence[str], runners: Mapping[str, Runner], progress: _Progress
    ) -> dict[str, Mapping[str, Any]]:
        plan = progress.plan
        assert plan is not None
        block: dict[str, Mapping[str, Any]] = {}
        if plan.place:
            for name in turn:
                seed = self._random.randrange(1, 10**6)
                self._guarded(progress, name, partial(runners[name].place, seed))
        for name in turn:
            self._guarded(progress, name, partial(_time, block, runners, name, plan))
        return block

    def _disturbed(self, block: Mapping[str, Mapping[str, Any]]) -> bool:
        if not self._single_thread:
            return False
        return any(answer["cpu_ns"] < CPU_SHARE * answer["wall_ns"] for answer in block.values())

    def _guarded(self, progress: _Progress, name: str, action: Callable[[], Any]) -> None:
        """Run ``action``; a contestant that fails is out, the others go on."""
        if name in progress.failures:
            return
        try:
            action()
        except RunnerFailure as failure:
            progress.failures[name] = failure.cause


def _start(runners: dict[str, Runner], contestant: Contestant) -> None:
    runners[contestant.name] = contestant.start()


def _calibrate(calls_ns: dict[str, float], runners: Mapping[str, Runner], name: str) -> None:
    _, calls_ns[name] = runners[name].calibrate(BLOCK_NS)


def _time(
    block: dict[str, Mapping[str, Any]], runners: Mapping[str, Runner], name: str, plan: Plan
) -> None:
    iterations = plan.iterations[name]
    block[name] = {**runners[name].time(iterations), "iterations": iterations}


def call_times_ns(pair: Sequence[Mapping[str, Any]]) -> list[float]:
    """The time of one call in each block of a pair."""
    return [answer["wall_ns"] / answer["iterations"] for answer in pair]


def _estimates(
    baseline: Sequence[Sequence[Mapping[str, Any]]], new: Sequence[Sequence[Mapping[str, Any]]]
) -> list[Estimate]:
    return [
        estimate(call_times_ns(one), call_times_ns(other))
        for one, other in zip(baseline, new, strict=False)
    ]


def _both_ways(
    verdicts: Mapping[tuple[str, str], Verdict], unmet: str
) -> dict[tuple[str, str], Verdict]:
    """Every verdict and its reverse; the undecided ones say what cut them short."""
    found: dict[tuple[str, str], Verdict] = {}
    for (new, baseline), verdict in verdicts.items():
        if verdict.kind == Kind.UNDECIDED and unmet:
            verdict = undecided(verdict, f"{unmet}; {verdict.reason}")
        found[new, baseline] = verdict
        found[baseline, new] = verdict.swapped
    return found

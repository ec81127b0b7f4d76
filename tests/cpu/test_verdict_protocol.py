"""Verdict mode with runners that are faked: order, plans, failures and limits, and real forks."""

from __future__ import annotations

import os
import random
from collections.abc import Callable, Iterator, Mapping
from dataclasses import replace
from itertools import pairwise
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from opscope.compiler import Settings
from opscope.measuring.run import Session
from opscope.measuring.subject import Options
from opscope.nouns import OperatorSource
from opscope.records import Status
from opscope.registry import Registry
from opscope.verdicts.protocol import (
    BLOCKS,
    FEWEST_BLOCKS,
    SMALL_BLOCKS,
    Contestant,
    RunnerFailure,
    VerdictMode,
    make_plan,
)
from opscope.verdicts.verdict import Kind

PLANTED_ROOT = Path(__file__).parents[1] / "planted" / "root"
Plant = Callable[..., OperatorSource]


class Machine:
    """Time that passes only while a fake runner works, and a log of what was asked of it."""

    def __init__(self, seed: int = 0) -> None:
        self.now_ns = 0.0
        self.log: list[tuple[str, str]] = []
        self.rng = random.Random(seed)
        self.drift_per_ns = 0.0
        self.share = 1.0
        self.alive = 0

    def clock(self) -> float:
        return self.now_ns / 1e9


class Fake:
    def __init__(self, machine: Machine, name: str, call_ns: float, dies_after: int) -> None:
        self.machine, self.name, self.dies_after = machine, name, dies_after
        machine.alive += 1
        self.call_ns = call_ns * (1 + machine.rng.gauss(0, 0.004))

    def _spend(self, what: str, calls: int) -> float:
        self.machine.log.append((what, self.name))
        self.dies_after -= 1
        if self.dies_after < 0:
            raise RunnerFailure("crashed")
        drift = 1 + self.machine.drift_per_ns * self.machine.now_ns
        spent = calls * self.call_ns * drift * (1 + abs(self.machine.rng.gauss(0, 0.02)))
        self.machine.now_ns += spent
        return spent

    def calibrate(self, target_ns: float) -> tuple[int, float]:
        self._spend("calibrate", 5)
        return max(1, round(target_ns / self.call_ns)), self.call_ns

    def place(self, seed: int) -> None:
        self._spend("place", 3)

    def time(self, iterations: int) -> Mapping[str, Any]:
        wall = self._spend("time", iterations)
        return {"wall_ns": wall, "cpu_ns": wall * self.machine.share}

    def close(self) -> None:
        self.machine.alive -= 1


def contestants(machine: Machine, dies_after: int = 10**9, **calls_ns: float) -> list[Contestant]:
    def start(name: str, call_ns: float) -> Any:
        return lambda: Fake(machine, name, call_ns, dies_after if name == "weak" else 10**9)

    return [Contestant(name, start(name, call_ns)) for name, call_ns in calls_ns.items()]


def mode(machine: Machine, **options: Any) -> VerdictMode:
    return VerdictMode(clock=machine.clock, **options)


def test_a_difference_is_decided_at_the_first_look() -> None:
    machine = Machine()
    outcome = mode(machine).run(contestants(machine, a=1e6, b=1.3e6))
    assert outcome.pairs == 8
    assert outcome.verdicts["b", "a"].kind == Kind.SLOW
    assert outcome.verdicts["a", "b"].kind == Kind.FAST
    assert outcome.verdicts["b", "a"].interval[0] <= 1.3 <= outcome.verdicts["b", "a"].interval[1]
    assert outcome.stop.unmet == ""
    assert machine.alive == 0


def test_equal_contestants_are_the_same_even_under_drift() -> None:
    machine = Machine()
    machine.drift_per_ns = 1e-10
    outcome = mode(machine).run(contestants(machine, a=1e6, b=1e6))
    assert outcome.verdicts["b", "a"].kind == Kind.SAME


def test_blocks_go_back_and_forth() -> None:
    machine = Machine()
    mode(machine).run(contestants(machine, a=1e6, b=1.3e6, c=2e6))
    timed = [name for what, name in machine.log if what == "time"][3 : 3 + 3 * BLOCKS]
    turns = [timed[i : i + 3] for i in range(0, len(timed), 3)]
    assert all(set(turn) == {"a", "b", "c"} for turn in turns)
    assert all(turn == later[::-1] for turn, later in pairwise(turns))


def test_inputs_get_new_memory_before_every_block_of_a_call_that_is_not_small() -> None:
    machine = Machine()
    outcome = mode(machine).run(contestants(machine, a=1e6, b=2e6))
    placed = sum(what == "place" for what, _ in machine.log)
    assert placed == outcome.pairs * BLOCKS * 2
    machine = Machine()
    mode(machine).run(contestants(machine, a=1e3, b=2e3))
    assert ("place", "a") not in machine.log


def test_every_pair_has_as_many_samples_as_blocks() -> None:
    machine = Machine()
    outcome = mode(machine).run(contestants(machine, a=1e6, b=2e6))
    assert {name: len(pairs) for name, pairs in outcome.blocks.items()} == {"a": 8, "b": 8}
    assert all(len(pair) == BLOCKS for pairs in outcome.blocks.values() for pair in pairs)


@pytest.mark.parametrize("dies_after", [0, 1, 5, 20])
def test_one_that_fails_is_out_and_the_others_go_on(dies_after: int) -> None:
    machine = Machine()
    outcome = mode(machine).run(contestants(machine, dies_after, a=1e6, weak=1e6, b=1.5e6))
    assert outcome.failures == {"weak": "crashed"}
    assert set(outcome.blocks) == {"a", "b"}
    assert outcome.verdicts["b", "a"].kind == Kind.SLOW
    assert machine.alive == 0


def test_when_all_fail_it_ends() -> None:
    machine = Machine()
    outcome = mode(machine).run(contestants(machine, 3, weak=1e6))
    assert outcome.failures == {"weak": "crashed"}
    assert outcome.verdicts == {}


def test_blocks_without_the_core_are_dropped_and_too_many_end_it() -> None:
    machine = Machine()
    machine.share = 0.5
    outcome = mode(machine, single_thread=True).run(contestants(machine, a=1e6, b=1e6))
    assert "contended" in outcome.stop.unmet
    assert outcome.dropped == 3 * BLOCKS
    assert outcome.pairs == 0
    machine = Machine()
    machine.share = 0.5
    assert mode(machine).run(contestants(machine, a=1e6, b=2e6)).dropped == 0


def test_the_time_limit_leaves_it_undecided_and_says_so() -> None:
    machine = Machine()
    outcome = mode(machine, time_limit_s=0.5).run(contestants(machine, a=20e6, b=40e6))
    verdict = outcome.verdicts["b", "a"]
    assert verdict.kind == Kind.UNDECIDED
    assert "time limit of 0.5 s" in verdict.reason
    assert verdict.ratio == pytest.approx(2, rel=0.1)


def test_equal_contestants_get_equal_blocks_whatever_their_calibration_said() -> None:
    plan = make_plan({"a": 1.0e5, "b": 1.2e5, "c": 1.4e5, "d": 4e5}, 8, 1e15)
    assert plan.iterations == {"a": 36, "b": 36, "c": 36, "d": 13}


def test_settling_counts_against_the_budget() -> None:
    calls = {"a": 1e6, "b": 1e6}
    assert make_plan(calls, 8, 3e9).place
    assert not make_plan(calls, 8, 3e9, settle_ns=1e7).place


def test_slow_calls_give_up_placement_then_calls_then_blocks() -> None:
    calls = {"a": 100e6, "b": 100e6}
    assert make_plan(calls, 8, 1e15).place
    tighter = [make_plan(calls, 8, budget) for budget in (80e9, 50e9, 20e9, 1e9)]
    assert [plan.place for plan in tighter] == [False] * 4
    assert [plan.iterations["a"] for plan in tighter] == [2, 1, 1, 1]
    assert tighter[-1].blocks == FEWEST_BLOCKS


@given(st.lists(st.floats(100, 1e9), min_size=1, max_size=7), st.floats(1e6, 1e12))
def test_a_plan_is_always_usable(calls_ns: list[float], budget_ns: float) -> None:
    calls = {str(i): ns for i, ns in enumerate(calls_ns)}
    plan = make_plan(calls, 8, budget_ns)
    assert set(plan.iterations) == set(calls)
    assert all(n >= 1 for n in plan.iterations.values())
    assert FEWEST_BLOCKS <= plan.blocks <= SMALL_BLOCKS
    assert plan.blocks % 2 == 0


@pytest.fixture
def forking_session() -> Iterator[Session]:
    options = Options(
        settings=Settings(threads=1), timeout_s=10.0, block_ns=1e5, budget_s=0.05, roofs=False
    )
    options = replace(options, verdict=True, verdict_limit_s=20.0)
    with Session(Registry(PLANTED_ROOT), options) as session:
        yield session


def children(pid: int) -> list[str]:
    return Path(f"/proc/{pid}/task/{pid}/children").read_text().split()


def test_real_workers_are_forked_for_every_pair_and_all_end(
    plant: Plant, forking_session: Session, tmp_path: Path
) -> None:
    """Every process leaves its number; the parent of all but two is the zygote."""
    log = tmp_path / "processes"
    source = plant("twice", f"open({str(log)!r}, 'a').write(f'{{os.getpid()}}\\n'); return 2 * x")
    (case,) = source.operator.cases(sizes=("tiny",), dtypes=("float32",))
    records = forking_session.measure(source, case, ["plain-a", "plain-b"], timed=True)
    how = records["plain-a"].extra["verdict_mode"]
    assert how["processes"] == "forked"
    assert how["pairs"] >= 8 or "contended" in how["stop"]
    processes = set(log.read_text().split())
    assert len(processes) >= 1 + 2 * (how["pairs"] + 1)
    assert not any(Path(f"/proc/{pid}").exists() for pid in processes - set(children(os.getpid())))
    forking_session.close()
    assert not any(Path(f"/proc/{pid}").exists() for pid in processes)


def test_a_crash_in_a_later_process_is_that_records_status(
    plant: Plant, forking_session: Session, tmp_path: Path
) -> None:
    count = tmp_path / "count"
    body = f"""
        if x is not None and not getattr(planted, "counted", False):
            planted.counted = True
            with open({str(count)!r}, "a") as f:
                f.write(".")
        if os.path.getsize({str(count)!r}) > 6:
            os.abort()
        return 2 * x
    """
    source = plant("late", body)
    (case,) = source.operator.cases(sizes=("tiny",), dtypes=("float32",))
    records = forking_session.measure(source, case, ["plain-a", "plain-b"], timed=True)
    assert {record.status for record in records.values()} == {Status.CRASHED}
    assert "in verdict mode" in records["plain-a"].reason


def test_the_work_of_forked_workers_is_not_that_of_others(
    plant: Plant, forking_session: Session
) -> None:
    """A fifth of a second of CPU time is burnt in every process that is forked."""
    body = """
    if not hasattr(planted, "burnt"):
        planted.burnt = time.process_time() + 0.2
        while time.process_time() < planted.burnt:
            pass
    return 2 * x
    """
    source = plant("burns", body)
    (case,) = source.operator.cases(sizes=("tiny",), dtypes=("float32",))
    records = forking_session.measure(source, case, ["plain-a", "plain-b"], timed=True)
    record = records["plain-a"]
    spent_s = record.environment["after"]["own_cpu_s"] - record.environment["before"]["own_cpu_s"]
    assert spent_s >= 0.2 * 2 * (record.extra["verdict_mode"]["pairs"] + 1)


@pytest.mark.slow
def test_on_a_device_every_process_is_fresh(plant: Plant, forking_session: Session) -> None:
    """A faked device: nothing may be forked once one was initialised."""
    options = replace(forking_session.options, settings=Settings(target="cuda"))
    source = plant("twice", "return 2 * x")
    (case,) = source.operator.cases(sizes=("tiny",), dtypes=("float32",))
    with Session(Registry(PLANTED_ROOT), replace(options, verdict_limit_s=2.0)) as session:
        records = session.measure(source, case, ["plain-a", "plain-b"], timed=True)
    assert records["plain-a"].status is Status.OK, records["plain-a"].reason
    assert records["plain-a"].extra["verdict_mode"]["processes"] == "fresh"
    assert records["plain-a"].measurement is not None
    assert records["plain-a"].measurement.processes >= 1

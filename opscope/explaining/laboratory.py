"""Where interventions are measured: arms, which are a side with switches thrown, timed in turn.

An arm is a compiler on a case in its own settings, so two arms of one explanation may need two
workers (a thread count, an environment) or only two compilations in one.
"""

from __future__ import annotations

import contextlib
import random
import re
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from pathlib import Path
from statistics import median
from typing import Any, Self

from opscope.errors import NotAvailableError, OpscopeError
from opscope.machine import available_cores
from opscope.measuring import contest
from opscope.measuring.subject import Options, Subject, memory_shortage, operator_message
from opscope.nouns import Case, OperatorSource
from opscope.records import Artifact, Status
from opscope.registry import Registry
from opscope.verdicts.alarms import CPU_SHARE
from opscope.verdicts.protocol import Outcome, call_times_ns
from opscope.worker import wire
from opscope.worker.parent import WorkerFailure, WorkerPool, WorkerSpec
from opscope.worker.zygote import Nursery

BLOCK_NS = 4e6
WITH = "+"
"""Between a side and the levers thrown on it, in the name of an arm: ``A+fusion-off``."""
GROUPS = 4
"""How often a screening gives inputs new memory: each group stands for a pair."""
ROUNDS = 3
NOOPS = 5
CALM_NS = 4e9
"""A screening of slow calls gives up rounds beyond this."""


@dataclass(frozen=True, kw_only=True)
class ArmSpec:
    """A side with switches thrown. ``environment`` is added to that of its worker."""

    name: str
    compiler: str
    source: OperatorSource
    case: Case
    options: Options
    environment: Mapping[str, str] = field(default_factory=dict)


@dataclass(frozen=True, kw_only=True)
class Timed:
    """Times of one call in ns, by pair and block; the rest are means per call over everything.

    ``clock`` is ``wall``, or ``cpu`` where others had the core for so long that the wall clock told
    about them: then ``pairs`` are CPU time of all threads.
    """

    pairs: tuple[tuple[float, ...], ...]
    cpu_ns: float = 0.0
    wall_ns: float = 0.0
    page_faults: float = 0.0
    recompilations: float = 0.0
    clock: str = "wall"


class Arm(Subject):
    """A subject with settings of its own."""

    def __init__(self, spec: ArmSpec, registry: Registry, folder: Path) -> None:
        path = registry.path("compilers", spec.compiler)
        compiler = registry.compiler(spec.compiler)
        super().__init__(spec.name, compiler, path, spec.source, spec.case, folder)
        self.arm = spec

    @property
    def artifacts(self) -> list[Artifact]:
        """The cheap stages of the very executable that is timed."""
        return [Artifact(**artifact) for artifact in self.prepared.get("artifacts", [])]

    @property
    def log(self) -> str:
        """What its worker wrote to standard output and error so far."""
        return "" if self._worker is None else self._worker.log

    def spec(self, options: Options) -> WorkerSpec:
        spec = super().spec(options)
        return replace(spec, environment={**spec.environment, **self.arm.environment})


class Laboratory:
    """Workers of one explanation. Use as a context manager."""

    def __init__(self, registry: Registry, options: Options) -> None:
        self.registry = registry
        self.options = options
        self._pool = WorkerPool(
            timeout_s=options.timeout_s, memory_limit_bytes=options.memory_limit_bytes
        )
        self._nursery = Nursery(
            self._pool.scratch, self._pool.memory_limit_bytes, options.timeout_s
        )
        self._random = random.Random(options.seed)
        self._folders: dict[tuple[str, str], Path] = {}
        self._arms: dict[str, Arm] = {}

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self._nursery.close()
        self._pool.close()

    def arm(self, spec: ArmSpec) -> Arm:
        """The arm of that name, compiled and checked; its ``failure`` says what went wrong."""
        if spec.name in self._arms:
            return self._arms[spec.name]
        arm = self._arms[spec.name] = Arm(spec, self.registry, self._folder(spec))
        try:
            arm.prepare(self._pool, spec.options)
        except WorkerFailure as failure:
            arm.fail(failure.status, failure.reason)
            return arm
        status = Status(arm.prepared["status"])
        if status is not Status.OK:
            arm.fail(status, arm.prepared["accuracy"]["detail"])
        return arm

    def known(self, name: str) -> Arm:
        """The arm of that name, which was made before."""
        return self._arms[name]

    def program(self, arm: Arm) -> str:
        """What the arm's executable is made of, without what changes from run to run."""
        texts = [(a.stage, a.text) for a in arm.artifacts if a.text]
        return "\n".join(_essence(text) for _, text in texts)

    def _folder(self, spec: ArmSpec) -> Path:
        """Where inputs and reference of the arm's case lie."""
        key = (spec.source.digest, spec.case.id)
        if key in self._folders:
            return self._folders[key]
        folder = self._pool.scratch / f"case-{len(self._folders)}"
        if shortage := memory_shortage(spec.source.operator, spec.case):
            raise NotAvailableError(f"{spec.case.operator} {spec.case.id} {shortage}")
        try:
            self._pool.worker(WorkerSpec(frontend="numpy")).request(
                "reference",
                self._pool.timeout_s,
                operator=operator_message(spec.source),
                case=wire.case_to_json(spec.case),
                folder=str(folder),
            )
        except WorkerFailure as failure:
            raise OpscopeError(f"in the float64 reference: {failure.reason}") from failure
        self._folders[key] = folder
        return folder

    def replay(self, arm: Arm) -> Mapping[str, Any]:
        """The arm's program operation by operation, as its worker answers it."""
        try:
            return arm.replay(self._pool, arm.arm.options)
        except WorkerFailure as failure:
            return {"nodes": [], "absent": f"the replay failed: {failure.reason.splitlines()[0]}"}

    def noop_share(self, arm: Arm) -> float | None:
        """What a call of its compiler costs that does nothing, over a call of the arm, in turn: a
        machine is not as fast at one time as at another. None if it cannot compile that."""
        shares = []
        try:
            for _ in range(NOOPS):
                empty_ns = float(arm.measure_noop(self._pool, arm.arm.options)["call_ns"])
                arm.calibrate(self._pool, arm.arm.options)
                shares.append(empty_ns / arm.call_ns)
        except WorkerFailure:
            return None
        return median(shares)

    def screen(self, arms: Sequence[Arm]) -> dict[str, Timed]:
        """Quick mode: blocks of all arms in turn, in a new random order each round, with new memory
        for the inputs between groups. Arms that fail are left out."""
        for arm in arms:
            arm.blocks.clear()
            self._guarded(arm, lambda a: a.calibrate(self._pool, a.arm.options))
        alive = [arm for arm in arms if arm.failure is None]
        for arm in alive:
            arm.iterations = max(1, int(BLOCK_NS / max(1.0, arm.call_ns)))
        round_ns = sum(arm.call_ns * (arm.iterations + 1) for arm in alive)
        rounds = ROUNDS if round_ns * GROUPS * ROUNDS < CALM_NS else 1
        for group in range(GROUPS):
            for arm in alive if group else ():
                self._guarded(arm, lambda a: a.place(self._pool, a.arm.options))
            for _ in range(rounds):
                order = [arm for arm in alive if arm.failure is None]
                self._random.shuffle(order)
                for arm in order:
                    self._guarded(arm, lambda a: a.time(self._pool, a.arm.options))
        alive = [arm for arm in alive if arm.failure is None]
        clock = "cpu" if self._contended(alive) else "wall"
        return {arm.name: _timed(_grouped(arm, rounds), clock) for arm in alive}

    def _contended(self, arms: Sequence[Arm]) -> bool:
        """Whether single threads went without their core for most of the time. With several
        threads it cannot be told: a core that waits may have nothing to do."""
        shares = [block["cpu_ns"] / block["wall_ns"] for arm in arms for block in arm.blocks]
        one_thread = self.options.settings.threads == 1
        return one_thread and bool(shares) and median(shares) < CPU_SHARE

    def _guarded(self, arm: Arm, action: Callable[[Arm], Any]) -> None:
        if arm.failure is None:
            try:
                action(arm)
            except WorkerFailure as failure:
                arm.fail(failure.status, failure.reason)

    def contest(self, arms: Sequence[Arm], limit_s: float) -> tuple[Outcome, dict[str, Timed]]:
        """Verdict mode: new processes for each pair, at most ``limit_s`` for all arms together.

        What processes are forked from is started before: importing a framework is no measuring.
        """
        for arm in arms:
            with contextlib.suppress(WorkerFailure):  # the contest meets it again, and tells it
                self._nursery.new(contest.forkable(arm.spec(arm.arm.options))).close()
        outcome = contest.contest(
            [arm.entry(arm.arm.options) for arm in arms],
            self._nursery,
            timeout_s=self.options.timeout_s,
            time_limit_s=limit_s / max(1, len(arms) - 1),
            threads=self.options.settings.threads or available_cores(),
            seed=self._random.randrange(2**31),
        )
        timed = {name: _timed(pairs) for name, pairs in outcome.blocks.items() if pairs}
        return outcome, timed


_VOLATILE = re.compile(r"#.*|//.*|metadata=\{[^{}]*\}|\bc[a-z2-7]{51}\b|/tmp/\S+")


def _essence(text: str) -> str:
    """Program text without comments, places and paths."""
    lines = (_VOLATILE.sub("", line).strip() for line in text.splitlines())
    return "\n".join(line for line in lines if line)


def _grouped(arm: Arm, rounds: int) -> list[list[wire.Message]]:
    blocks = [{**block, "iterations": arm.iterations} for block in arm.blocks]
    return [blocks[i : i + rounds] for i in range(0, len(blocks), rounds)]


def _timed(pairs: Sequence[Sequence[Mapping[str, Any]]], clock: str = "wall") -> Timed:
    blocks = [block for pair in pairs for block in pair]
    calls = sum(block["iterations"] for block in blocks)

    def per_call(name: str) -> float:
        return sum(float(block.get(name, 0)) for block in blocks) / float(calls)

    return Timed(
        pairs=tuple(tuple(_call_times_ns(pair, clock)) for pair in pairs),
        cpu_ns=per_call("cpu_ns"),
        wall_ns=per_call("wall_ns"),
        page_faults=per_call("page_faults"),
        recompilations=per_call("recompiled"),
        clock=clock,
    )


def _call_times_ns(pair: Sequence[Mapping[str, Any]], clock: str) -> list[float]:
    if clock == "wall":
        return call_times_ns(pair)
    return [max(1.0, block["cpu_ns"] / block["iterations"]) for block in pair]

"""One case through its compilers: prepare each in its worker, check, then time them in turn.

This is the spine: item -> case -> run -> worker -> compiler -> artifacts -> parsers -> record.
Every compiler that was asked for comes out as exactly one Record, whatever happened to it; a worker
that dies takes nothing with it but the record it was working on.
"""

from __future__ import annotations

import contextlib
import functools
import random
import time
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import AbstractContextManager
from dataclasses import asdict
from pathlib import Path
from typing import Any

from opscope import facts, machine
from opscope.machine import available_cores
from opscope.measuring import clocks, contest, fusion_effect, judging, peaks
from opscope.measuring.recording import make_record
from opscope.measuring.subject import Options, Subject, memory_shortage, operator_message
from opscope.nouns import Case, OperatorSource
from opscope.plain import cleaned
from opscope.records import Artifact, Record, Run, Status
from opscope.registry import Registry
from opscope.verdicts import roofline
from opscope.worker import wire
from opscope.worker.parent import Worker, WorkerFailure, WorkerPool, WorkerSpec
from opscope.worker.zygote import Nursery

PARTS = (
    "framework import",
    "compile and first call",
    "float64 reference",
    "checks",
    "kernel lists",
    "operators",
    "machine peaks",
    "harness",
)

SHORT_CALL_NS = 100e3
"""Calls below this are compared with one that does nothing."""

ROOF_BUDGET_S = 0.7
COLD_SAMPLES = 10


class Session:
    """Workers, settings and records of one run. Use as a context manager."""

    def __init__(
        self,
        registry: Registry,
        options: Options,
        clock_mhz: Callable[[str], float | None] = machine.clock_mhz,
        sampling: Callable[[str], AbstractContextManager[clocks.Sampler | None]] = clocks.sampling,
    ) -> None:
        self.registry = registry
        self._clock_mhz, self._sampling = clock_mhz, sampling
        self.options = options
        self.records: list[Record] = []
        self.seconds = dict.fromkeys(PARTS, 0.0)
        self._pool = WorkerPool(
            timeout_s=options.timeout_s, memory_limit_bytes=options.memory_limit_bytes
        )
        self._nursery = Nursery(
            self._pool.scratch, self._pool.memory_limit_bytes, options.timeout_s
        )
        self._random = random.Random(options.seed)
        self._cases = 0
        self._snapshots = (machine.snapshot(), machine.snapshot())
        self._noop_ns: dict[str, float] = {}
        self._slow_rounds = (0, 0)
        self._fusion: dict[str, dict[str, Any]] = {}
        self._clock: dict[str, Any] = {}
        self._on_device = options.settings.target.partition(":")[0] != "cpu"

    def __enter__(self) -> Session:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    def close(self) -> None:
        """End all workers."""
        self._nursery.close()
        self._pool.close()

    def run(self, environment: Mapping[str, Any]) -> Run:
        """Everything measured so far."""
        summary = {**self.seconds}
        roofs: roofline.Peaks | None = self.__dict__.get("roofs")  # if anything asked for them
        if roofs is not None:
            environment = {**environment, "peaks": asdict(roofs)}
        return Run(records=tuple(self.records), environment=environment, time_summary_s=summary)

    def measure(
        self, source: OperatorSource, case: Case, compilers: Sequence[str], *, timed: bool
    ) -> dict[str, Record]:
        """Run ``case`` through ``compilers``; one record each, in their order.

        ``timed`` False only checks correctness. What cuts the case short (Ctrl-C, a fault of ours)
        goes on, after the records that it left unfinished were kept as such.
        """
        began, accounted = time.monotonic(), sum(self.seconds.values())
        self._cases += 1
        folder = self._pool.scratch / f"case-{self._cases}"
        subjects = [self._subject(name, source, case, folder) for name in compilers]
        try:
            self._measure(source, case, subjects, folder, timed=timed)
        except BaseException as error:
            by_user = isinstance(error, KeyboardInterrupt)
            status = Status.INTERRUPTED if by_user else Status.FAILED
            for subject in subjects:
                if subject.failure is None:
                    subject.fail(status, f"cut short by {type(error).__name__} {error}".rstrip())
            raise
        finally:
            made = judging.judge_case(
                [self._record(subject) for subject in subjects], self._readings(subjects, timed)
            )
            made = cleaned(made)  # reasons are a framework's own words
            self.records.extend(made)
            elapsed = time.monotonic() - began
            accounted = sum(self.seconds.values()) - accounted
            self.seconds["harness"] += max(0.0, elapsed - accounted)
        return {record.compiler: record for record in made}

    def _subject(self, name: str, source: OperatorSource, case: Case, folder: Path) -> Subject:
        known = name.partition("@")[0]
        compiler, path = self.registry.compiler(known), self.registry.path("compilers", known)
        return Subject(name, compiler, path, source, case, folder)

    def _measure(
        self,
        source: OperatorSource,
        case: Case,
        subjects: Sequence[Subject],
        folder: Path,
        *,
        timed: bool,
    ) -> None:
        self._fusion, self._clock = {}, {}
        self._skip_impossible(subjects)
        waiting = [subject for subject in subjects if subject.failure is None]
        if not waiting or not self._make_reference(source, case, waiting, folder):
            return
        for subject in waiting:
            self._prepare(subject)
        _blame_reference(subjects)
        if timed:
            good = [s for s in waiting if s.failure is None]
            if self.options.fusion_effect:
                self._time_without_fusion(good)
            else:
                self._time(good)
            if self.options.cold:
                self._time_cold([s for s in waiting if s.failure is None])
            if self.options.verdict:
                self._contest([s for s in waiting if s.failure is None])
            if self.options.kernel_times and self._on_device:
                self._profile([s for s in waiting if s.failure is None])
        self._pool.each_alive(self._release)
        for path in folder.glob("*.npy"):
            path.unlink()

    def _release(self, worker: Worker) -> None:
        """A worker that dies here is replaced when it is needed next; its records are made."""
        with contextlib.suppress(WorkerFailure):
            worker.request("release", self._pool.timeout_s)

    def _skip_impossible(self, subjects: Sequence[Subject]) -> None:
        """Give the subjects that cannot run here a status before anything is allocated."""
        target = self.options.settings.target.split(":")[0]
        for subject in subjects:
            compiler, operator = subject.compiler, subject.source.operator
            frontend = compiler.frontend.name
            if target not in compiler.targets:
                reason = f"{compiler.name} does not run on {target}: {', '.join(compiler.targets)}"
                subject.fail(Status.UNSUPPORTED, reason)
            elif frontend not in operator.implementations:
                why = operator.unsupported.get(frontend, "the operator file has none")
                subject.fail(Status.UNSUPPORTED, f"no {frontend} implementation: {why}")
            elif shortage := memory_shortage(operator, subject.case):
                subject.fail(Status.OUT_OF_MEMORY, shortage)

    def _make_reference(
        self, source: OperatorSource, case: Case, waiting: Sequence[Subject], folder: Path
    ) -> bool:
        with self._accounting("float64 reference"):
            try:
                self._pool.worker(WorkerSpec(frontend="numpy")).request(
                    "reference",
                    self._pool.timeout_s,
                    operator=operator_message(source),
                    case=wire.case_to_json(case),
                    folder=str(folder),
                )
            except WorkerFailure as failure:
                for subject in waiting:
                    subject.fail(failure.status, f"in the float64 reference: {failure.reason}")
                return False
        return True

    def _prepare(self, subject: Subject) -> None:
        began, starting = time.monotonic(), sum(self._pool.start_s.values())
        try:
            subject.prepare(self._pool, self.options)
        except WorkerFailure as failure:
            subject.fail(failure.status, failure.reason)
            spent = time.monotonic() - began
        else:
            spent = subject.prepared["first_call_s"]
            self.seconds["operators"] += subject.prepared["more_calls_s"]
            self.seconds["checks"] += subject.prepared["checks_s"]
            self.seconds["kernel lists"] += subject.prepared["kernel_list_s"]
            status = Status(subject.prepared["status"])
            if status is not Status.OK:
                subject.fail(status, subject.prepared["accuracy"]["detail"])
        starting = sum(self._pool.start_s.values()) - starting
        self.seconds["framework import"] += starting
        self.seconds["compile and first call"] += min(spent, time.monotonic() - began - starting)

    @functools.cached_property
    def facts(self) -> Mapping[str, Any]:
        """What this machine is; see :func:`opscope.machine.facts`."""
        return machine.facts()

    @functools.cached_property
    def roofs(self) -> roofline.Peaks | None:
        """What this machine can do, measured the first time that it is asked for."""
        settings = self.options.settings
        with self._accounting("machine peaks"):
            return peaks.load_or_measure(
                self.facts,
                target=settings.target,
                threads=settings.threads,
                pythons=self.options.pythons,
                budget_s=ROOF_BUDGET_S,
            )

    def _readings(self, subjects: Sequence[Subject], timed: bool) -> judging.Readings:
        cores = available_cores()
        before, after = self._snapshots
        prepared = {s.name: s.prepared for s in subjects if s.prepared}
        return judging.Readings(
            before=before,
            after=after,
            cores=cores,
            threads=self.options.settings.threads or cores,
            precision=self.options.settings.precision,
            facts=self.facts,
            peaks=self.roofs
            if self.options.roofs and timed and any(s.blocks for s in subjects)
            else None,
            inputs={name: answer.get("inputs", {}) for name, answer in prepared.items()},
            recompiled={name: answer.get("recompiled", 0) for name, answer in prepared.items()},
            cache_hits={name: answer.get("cache_hits") or 0 for name, answer in prepared.items()},
            choices={s.name: s.choices for s in subjects},
            artifacts={name: self._artifacts(answer) for name, answer in prepared.items()},
            noop_ns=self._noop_ns,
            slow_rounds=self._slow_rounds[0],
            rounds=self._slow_rounds[1],
        )

    def _snapshot(self) -> dict[str, Any]:
        pids: list[int] = []
        self._pool.each_alive(lambda worker: pids.append(worker.pid))
        snapshot = machine.snapshot(pids=[*pids, *self._nursery.pids])
        snapshot["own_cpu_s"] += self._nursery.ended_cpu_s
        return snapshot

    def _time(self, subjects: Sequence[Subject]) -> None:
        """Blocks of all subjects in turn, so that drift of the machine hits all alike, each round
        in a new random order; samples of one index belong to one round. Twice on the way the
        inputs get other memory: placement is a lottery that one draw would decide."""
        for subject in subjects:
            self._guarded(subject, subject.calibrate)
            short = subject.call_ns < SHORT_CALL_NS
            if subject.failure is None and (short or self._on_device):
                self._measure_noop(subject)
        before = self._snapshot()
        target = self.options.settings.target
        with self._sampling(target) as sampler:
            default = clocks.default_mhz(target, self.facts["gpus"]) if self._on_device else None
            clock = clocks.CaseClock(target, self._clock_mhz, sampler, default)
            self._take_rounds(subjects, clock)
        self._slow_rounds = self._drop_slow(subjects, clock)
        self._clock = clock.told() if self._on_device or clock.discarded else {}
        self._snapshots = (before, self._snapshot())

    def _take_rounds(self, subjects: Sequence[Subject], clock: clocks.CaseClock) -> None:
        rounds = self._rounds([s for s in subjects if s.failure is None])
        for number in range(rounds):
            order = [s for s in subjects if s.failure is None]
            self._random.shuffle(order)
            for subject in order:
                if number and number % (rounds // judging.GROUPS) == 0:
                    self._guarded(subject, subject.place)
            for subject in order:
                if subject.failure is not None:
                    continue
                with clock.block():
                    block = self._guarded(subject, subject.time)
                if block and block["recompiled"]:
                    times = block["recompiled"]
                    subject.fail(Status.RECOMPILED, f"compiled {times} times while it was timed")
            clock.end_round()

    def _drop_slow(self, subjects: Sequence[Subject], clock: clocks.CaseClock) -> tuple[int, int]:
        """Leave out the rounds at a low clock, for all subjects alike, unless they are most of
        them: then they stay, to be told. Returns how many stayed, and of how many."""
        keep = clock.at_speed()
        slow = len(keep) - sum(keep)
        if not slow or slow > len(keep) / 2:
            return slow, len(keep)
        clock.discarded = slow
        for subject in subjects:
            if subject.failure is None:
                subject.blocks = [
                    b for b, at_speed in zip(subject.blocks, keep, strict=True) if at_speed
                ]
                subject.groups = 1  # they are no longer of one size
        return 0, len(keep)

    def _time_without_fusion(self, subjects: Sequence[Subject]) -> None:
        """As ``_time``, each compiled subject interleaved with itself without fusion."""
        pairs = {s.name: fusion_effect.without_fusion(s) for s in subjects if not s.compiler.eager}
        variants = [variant for variant in pairs.values() if variant is not None]
        for variant in variants:
            self._prepare(variant)
        self._time([*subjects, *(v for v in variants if v.failure is None)])
        self._fusion = {
            s.name: fusion_effect.effect(s, pairs[s.name], self._kernels)
            for s in subjects
            if s.name in pairs
        }

    def _contest(self, subjects: Sequence[Subject]) -> None:
        """Verdict mode: new processes for each pair; its samples replace the quick ones."""
        if len(subjects) < 2:
            return
        options, before = self.options, self._snapshot()
        with self._accounting("operators"):
            outcome = contest.contest(
                [subject.entry(options) for subject in subjects],
                self._nursery,
                timeout_s=options.timeout_s,
                time_limit_s=options.verdict_limit_s,
                threads=options.settings.threads or available_cores(),
                seed=self._random.randrange(2**31),
            )
        self._snapshots = (before, self._snapshot())
        how = contest.described(outcome, [subject.spec(options) for subject in subjects])
        for subject in subjects:
            name = subject.name
            if name in outcome.failures:
                failure = outcome.failures[name]
                subject.fail(failure.status, f"in verdict mode: {failure.reason}")
            else:
                subject.take(outcome, how)

    def _profile(self, subjects: Sequence[Subject]) -> None:
        """Which kernels the device ran and for how long; a compiler that cannot be profiled keeps
        its times, and says why it has none of its kernels."""
        self._pool.each_alive(self._release)
        for subject in subjects:
            with self._accounting("kernel lists"):
                try:
                    subject.profile(self._pool, self.options)
                except WorkerFailure as failure:
                    subject.unprofiled = f"{failure.status.value}: {failure.reason}"

    def _time_cold(self, subjects: Sequence[Subject]) -> None:
        """Single calls of all subjects in turn, each after the caches were flushed."""
        for _ in range(COLD_SAMPLES):
            order = [s for s in subjects if s.failure is None]
            self._random.shuffle(order)
            for subject in order:
                self._guarded(subject, subject.time_cold)

    def _measure_noop(self, subject: Subject) -> None:
        """What a call of this compiler costs that does nothing; a compiler that cannot compile
        nothing leaves no figure."""
        name = subject.name
        if name in self._noop_ns:
            return
        with self._accounting("operators"), contextlib.suppress(WorkerFailure):
            self._noop_ns[name] = subject.measure_noop(self._pool, self.options)["call_ns"]

    def _rounds(self, subjects: Sequence[Subject]) -> int:
        options = self.options
        round_ns = sum(s.call_ns * (s.iterations + 1) for s in subjects)
        if not round_ns:
            return 0
        fitting = options.budget_s * len(subjects) * 1e9 / round_ns
        rounds = int(min(options.max_samples, max(options.min_samples, fitting)))
        return rounds - rounds % judging.GROUPS

    def _guarded(self, subject: Subject, action: Any) -> wire.Message | None:
        with self._accounting("operators"):
            try:
                answer: wire.Message | None = action(self._pool, self.options)
            except WorkerFailure as failure:
                subject.fail(failure.status, failure.reason)
                return None
        return answer

    @contextlib.contextmanager
    def _accounting(self, part: str) -> Iterator[None]:
        began = time.monotonic()
        try:
            yield
        finally:
            self.seconds[part] += time.monotonic() - began

    def _record(self, subject: Subject) -> Record:
        kernels = self._kernels(subject.prepared)
        extra = {**self._clock, **self._fusion.get(subject.name, {})}
        return make_record(subject, self.options, kernels, extra)

    def _kernels(self, prepared: wire.Message) -> tuple[Any, str]:
        if not prepared:
            return None, ""
        kernels = facts.kernels_of(self._artifacts(prepared), self.registry)
        return (None, kernels) if isinstance(kernels, str) else (kernels, "")

    def _artifacts(self, prepared: wire.Message) -> list[Artifact]:
        return [Artifact(**artifact) for artifact in prepared["artifacts"]]


def _blame_reference(subjects: Sequence[Subject]) -> None:
    """When implementations of several frontends all disagree with the reference, it is the
    reference that is wrong: independent libraries seldom share a mistake."""
    ran = [s for s in subjects if s.prepared]
    wrong = [s for s in ran if s.failure is not None and s.failure[0] is Status.WRONG]
    if len(wrong) == len(ran) and len({s.compiler.frontend.name for s in wrong}) >= 2:
        for subject in wrong:
            assert subject.failure is not None
            reason = f"every implementation disagrees with the reference: {subject.failure[1]}"
            subject.fail(Status.WRONG_REFERENCE, reason)

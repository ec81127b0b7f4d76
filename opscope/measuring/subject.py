"""How a session measures, and one compiler on one case in whatever worker currently serves it."""

from __future__ import annotations

import sys
from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import Any

from opscope import attached
from opscope.compiler import Compiler, Settings
from opscope.dtypes import dtype
from opscope.measuring import contest, judging
from opscope.nouns import Case, Operator, OperatorSource
from opscope.records import Status
from opscope.verdicts.protocol import Outcome
from opscope.worker import allocator, wire
from opscope.worker.data import input_bytes
from opscope.worker.parent import Worker, WorkerPool, WorkerSpec, available_bytes


@dataclass(frozen=True, kw_only=True)
class Options:
    """How a session measures.

    ``block_ns`` is the length that one sample aims at, ``budget_s`` the time for the samples of one
    compiler in one case, within ``min_samples`` and ``max_samples``. ``pythons`` maps a frontend to
    the interpreter of its worker, ``more_pythons`` to others that are measured besides: a compiler
    served by the first of those is called ``torch-inductor@2``, and so on. ``roofs`` False does
    without roofline positions: measuring a machine takes ten seconds, the first time.
    ``kernel_times`` profiles each compiler on a device after it was timed. ``cold`` also takes
    samples of single calls with flushed caches. ``fusion_effect`` measures each compiled case
    without fusion besides. ``verdict`` measures until every two
    compilers of a case are decided, at most ``verdict_limit_s`` for two of them and as much again
    for each more.
    """

    settings: Settings = field(default_factory=Settings)
    pythons: Mapping[str, str] = field(default_factory=dict)
    more_pythons: Mapping[str, tuple[str, ...]] = field(default_factory=dict)
    timeout_s: float = 300.0
    memory_limit_bytes: int | None = None
    block_ns: float = 10e6
    budget_s: float = 1.0
    min_samples: int = 6
    max_samples: int = 25
    seed: int = 0
    roofs: bool = True
    kernel_times: bool = True
    cold: bool = False
    fusion_effect: bool = False
    verdict: bool = False
    verdict_limit_s: float = 60.0


def memory_shortage(operator: Operator, case: Case, *, outputs: bool = True) -> str:
    """Why the case cannot be made here, with the bytes needed and there; empty if it can."""
    needed, there = input_bytes(operator, case, outputs=outputs), available_bytes()
    if needed <= there:
        return ""
    return f"needs {needed / 2**30:.1f} GiB, {there / 2**30:.1f} GiB are available"


class Subject:
    """One compiler on one case, in whatever worker currently serves it.

    ``name`` is the compiler's, with ``@2`` and so on for one in a further interpreter.
    """

    def __init__(
        self,
        name: str,
        compiler: Compiler,
        compiler_path: Path,
        source: OperatorSource,
        case: Case,
        folder: Path,
    ) -> None:
        self.name = name
        self.compiler = compiler
        self.path = compiler_path
        self.source = source
        self.case = case
        self.folder = folder
        self.failure: tuple[Status, str] | None = None
        self.prepared: wire.Message = {}
        self.versions: Mapping[str, str] = {}
        self.iterations = 0
        self.call_ns = 0.0
        self.blocks: list[wire.Message] = []
        self.cold: list[wire.Message] = []
        self.profiled: wire.Message = {}
        self.unprofiled = ""
        self.allocator: Mapping[str, Any] = {}
        self.groups = judging.GROUPS
        self.processes = 1
        self.verdicts: dict[str, Any] = {}
        self.variant = ""
        self.flags: Mapping[str, str] = {}
        self.choices: list[Mapping[str, str]] = []
        """What each build of it chose by tuning; empty where nothing is tuned."""
        self._worker: Worker | None = None

    @property
    def key(self) -> str:
        return f"{self.source.operator.name}/{self.case.id}/{self.name}/{self.variant}"

    def varied(self, variant: str, flags: Mapping[str, str]) -> Subject:
        """The same compiler on the same case under further flags. It gives no record of its own."""
        subject = Subject(self.name, self.compiler, self.path, self.source, self.case, self.folder)
        subject.variant, subject.flags = variant, flags
        return subject

    def _with_flags(self, options: Options) -> Options:
        if not self.flags:
            return options
        settings = options.settings
        changed = replace(settings, flags={**settings.flags, **self.flags})
        return replace(options, settings=changed)

    def spec(self, options: Options) -> WorkerSpec:
        options = self._with_flags(options)
        wide = any(
            dtype(spec.dtype_in(self.case)).bytes == 8
            for spec in self.source.operator.inputs(self.case).values()
        )
        spec = worker_spec(self.compiler, self.path, options, wide=wide)
        _, _, number = self.name.partition("@")
        if number:
            more = options.more_pythons[self.compiler.frontend.name]
            spec = replace(spec, python=more[int(number) - 2])
        return spec

    def prepare(self, pool: WorkerPool, options: Options) -> None:
        """Compile and check in a live worker, unless that is already done in this one.

        Raises WorkerFailure.
        """
        worker = pool.worker(self.spec(options))
        if worker is self._worker:
            return
        self.versions = worker.hello["versions"]
        self.allocator = worker.hello.get("allocator", {})
        self.prepared = worker.request("prepare", pool.timeout_s, **self._prepare(options))
        self._built(self.prepared)
        self._worker = worker

    def _built(self, answer: Mapping[str, Any]) -> None:
        """Note what one build of it chose by tuning: nothing, if a cache spared the tuning."""
        if answer.get("choices"):
            self.choices.append(answer["choices"])

    def _prepare(self, options: Options) -> wire.Message:
        """The arguments of a worker's command ``prepare``."""
        return {
            "key": self.key,
            "operator": operator_message(self.source),
            "case": wire.case_to_json(self.case),
            "compiler_path": str(self.path),
            "flags": dict(self._with_flags(options).settings.flags),
            "folder": str(self.folder),
        }

    def entry(self, options: Options) -> contest.Entry:
        """What verdict mode starts, again and again."""
        return contest.Entry(
            name=self.name,
            spec=self.spec(options),
            prepare=self._prepare(options),
            built=self._built,
        )

    def calibrate(self, pool: WorkerPool, options: Options) -> None:
        """Find how many calls make a sample. Raises WorkerFailure."""
        self.prepare(pool, options)
        assert self._worker is not None
        answer = self._worker.request(
            "calibrate", pool.timeout_s, key=self.key, target_ns=options.block_ns
        )
        self.iterations, self.call_ns = answer["iterations"], answer["call_ns"]

    def time(self, pool: WorkerPool, options: Options) -> wire.Message:
        """Take one sample. Raises WorkerFailure."""
        self.prepare(pool, options)
        assert self._worker is not None
        block = self._worker.request(
            "time", pool.timeout_s, key=self.key, iterations=self.iterations
        )
        self.blocks.append(block)
        return block

    def time_cold(self, pool: WorkerPool, options: Options) -> wire.Message:
        """Take one sample of a single call with flushed caches. Raises WorkerFailure."""
        self.prepare(pool, options)
        assert self._worker is not None
        block = self._worker.request("time", pool.timeout_s, key=self.key, iterations=1, cold=True)
        self.cold.append(block)
        return block

    def place(self, pool: WorkerPool, options: Options) -> wire.Message:
        """Give the inputs other memory. Raises WorkerFailure."""
        self.prepare(pool, options)
        assert self._worker is not None
        seed = len(self.blocks) + 1
        return self._worker.request("place", pool.timeout_s, key=self.key, seed=seed)

    def measure_noop(self, pool: WorkerPool, options: Options) -> wire.Message:
        """Time a call that does next to nothing. Raises WorkerFailure."""
        self.prepare(pool, options)
        assert self._worker is not None
        return self._worker.request("noop", pool.timeout_s, key=self.key)

    def profile(self, pool: WorkerPool, options: Options) -> None:
        """Compile once more and profile, in a process that never times: a profiler leaves hooks
        behind. It finds what is in this one's compile caches. Raises WorkerFailure."""
        self.prepare(pool, options)
        assert self._worker is not None
        spec = self.spec(options)
        caches = self.compiler.frontend().private_caches(str(self._worker.folder))
        environment = {**spec.environment, **caches, "OPSCOPE_WORKER": "profiles"}
        asked = self._prepare(options)
        del asked["key"]
        worker = pool.worker(replace(spec, environment=environment))
        self.profiled = worker.request("profile", pool.timeout_s, **asked, written=True)

    def replay(self, pool: WorkerPool, options: Options) -> wire.Message:
        """Run its program one operation at a time. Raises WorkerFailure."""
        self.prepare(pool, options)
        assert self._worker is not None
        return self._worker.request("replay", pool.timeout_s, key=self.key)

    def take(self, outcome: Outcome, how: wire.Message) -> None:
        """Have the samples and verdicts of verdict mode instead of the quick ones."""
        name = self.name
        self.verdicts = {"verdict_mode": how}
        pairs = outcome.blocks.get(name)
        if not pairs:
            return
        self.blocks = [dict(block) for pair in pairs for block in pair]
        self.iterations = self.blocks[0]["iterations"]
        self.groups = self.processes = len(pairs)
        found = {b: v.to_json() for (new, b), v in outcome.verdicts.items() if new == name}
        self.verdicts["verdicts"] = found

    def fail(self, status: Status, reason: str) -> None:
        self.failure = (status, reason)
        self.blocks.clear()


def worker_spec(
    compiler: Compiler, compiler_path: Path, options: Options, *, wide: bool = False
) -> WorkerSpec:
    """The worker that serves ``compiler`` under ``options``; ``wide`` for 64-bit types."""
    frontend = compiler.frontend()
    settings = replace(options.settings, wide=wide)
    return WorkerSpec(
        frontend=frontend.name,
        compiler_path=str(compiler_path),
        python=options.pythons.get(frontend.name, sys.executable),
        settings=settings,
        environment={
            **thread_environment(settings),
            **allocator.environment(settings.allocator),
            **frontend.private_caches("{caches}"),
            **frontend.environment(settings),
            **attached.environment(settings.target),
        },
        fork_environment=frontend.fork_environment(),
    )


def thread_environment(settings: Settings) -> dict[str, str]:
    """Thread counts for every library that reads one, the same for all frontends.

    OMP serves PyTorch, MKL and oneDNN; 0 leaves the libraries their default, which is every core
    that the process may use.
    """
    if not settings.threads:
        return {}
    names = ("OMP_NUM_THREADS", "MKL_NUM_THREADS", "OPENBLAS_NUM_THREADS", "VECLIB_MAXIMUM_THREADS")
    return dict.fromkeys(names, str(settings.threads))


def operator_message(source: OperatorSource) -> wire.Message:
    return {"path": str(source.path), "digest": source.digest}

"""Verdict mode on real workers: the runners of ``protocol``, one new process each."""

from __future__ import annotations

import contextlib
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any, Protocol

from opscope.verdicts.protocol import Contestant, Outcome, RunnerFailure, VerdictMode
from opscope.worker.parent import WorkerFailure, WorkerSpec
from opscope.worker.zygote import Nursery, forks


@dataclass(frozen=True, kw_only=True)
class Entry:
    """A compiler on a case: which worker serves it and what prepares it there.

    ``prepare`` are the arguments of the worker's command of that name; ``key`` is one of them.
    ``built`` is given what each new process answers to it.
    """

    name: str
    spec: WorkerSpec
    prepare: Mapping[str, Any]
    built: Callable[[Mapping[str, Any]], None] | None = None


class _Requests(Protocol):
    """As much of a worker as a runner needs."""

    def request(self, command: str, timeout_s: float, **arguments: Any) -> dict[str, Any]: ...
    def close(self) -> None: ...


class WorkerRunner:
    """A runner that asks a worker. Whatever goes wrong there is a RunnerFailure."""

    def __init__(self, worker: _Requests, key: str, timeout_s: float) -> None:
        self._worker, self._key, self._timeout_s = worker, key, timeout_s

    def _request(self, command: str, **arguments: Any) -> dict[str, Any]:
        try:
            return self._worker.request(command, self._timeout_s, key=self._key, **arguments)
        except WorkerFailure as failure:
            raise RunnerFailure(failure) from failure

    def calibrate(self, target_ns: float) -> tuple[int, float]:
        answer = self._request("calibrate", target_ns=target_ns)
        return answer["iterations"], answer["call_ns"]

    def place(self, seed: int) -> None:
        self._request("place", seed=seed)

    def time(self, iterations: int) -> Mapping[str, Any]:
        return self._request("time", iterations=iterations)

    def close(self) -> None:
        with contextlib.suppress(WorkerFailure, OSError):
            self._worker.close()


def contest(
    entries: Sequence[Entry],
    nursery: Nursery,
    *,
    timeout_s: float,
    time_limit_s: float,
    threads: int,
    seed: int = 0,
) -> Outcome:
    """All entries against each other; ``Outcome.failures`` holds WorkerFailures."""
    mode = VerdictMode(time_limit_s=time_limit_s, single_thread=threads == 1, seed=seed)
    return mode.run([contestant(entry, nursery, timeout_s) for entry in entries])


def contestant(entry: Entry, nursery: Nursery, timeout_s: float) -> Contestant:
    """An entry as something that can be started in a new process again and again."""
    spec = forkable(entry.spec)

    def start() -> WorkerRunner:
        try:
            worker = nursery.new(spec)
        except WorkerFailure as failure:
            raise RunnerFailure(failure) from failure
        runner = WorkerRunner(worker, entry.prepare["key"], timeout_s)
        try:
            answer = worker.request("prepare", timeout_s, **entry.prepare, lean=True)
        except WorkerFailure as failure:
            runner.close()
            raise RunnerFailure(failure) from failure
        if entry.built is not None:
            entry.built(answer)
        return runner

    return Contestant(entry.name, start)


def forkable(spec: WorkerSpec) -> WorkerSpec:
    """A process that is going to be forked must have no helpers and no second thread: NumPy's BLAS
    would start one on import."""
    if not forks(spec):
        return spec
    alone = {"OPENBLAS_NUM_THREADS": "1", **spec.fork_environment}
    return replace(spec, environment={**spec.environment, **alone})


def described(outcome: Outcome, specs: Sequence[WorkerSpec]) -> dict[str, Any]:
    """How the verdicts came about, for the records."""
    plan = outcome.plan
    return {
        "pairs": outcome.pairs,
        "blocks": plan.blocks if plan else 0,
        "new_memory_before_each_block": bool(plan and plan.place),
        "dropped_blocks": outcome.dropped,
        "stop": outcome.stop.unmet or "decided",
        "seconds": outcome.seconds,
        "processes": "forked" if all(map(forks, specs)) else "fresh",
    }

"""Where the time of one executable goes, by its framework's own profiler, in the worker."""

from __future__ import annotations

import time
from collections.abc import Callable
from typing import Any

from opscope.compiler import Compiled, Frontend
from opscope.worker.wire import Message

MOST_CALLS, LEAST_CALLS = 20, 3
BUDGET_NS = 5e8


def profile(frontend: Frontend, compiled: Compiled, inputs: tuple[Any, ...]) -> Message:
    """Answers with the durations of every event by name, in time order, over ``calls`` calls; what
    a call took with and without the profiler (``traced_ns``, ``plain_ns``); and, with a device,
    ``device``: the kernels it ran, by name in the order of their first launch, with launches and
    time per call."""

    def run(n: int) -> float:
        began = time.perf_counter_ns()
        for _ in range(n):
            frontend.wait(compiled.call(*inputs))
        return (time.perf_counter_ns() - began) / n

    frontend.wait((compiled.first or compiled.call)(*inputs))
    run(2)
    calls = int(min(MOST_CALLS, max(LEAST_CALLS, BUDGET_NS / max(1.0, run(1)))))
    plain_ns = run(calls)
    traced: list[float] = []
    events = frontend.profile(_noting(run, calls, traced))
    durations: dict[str, list[float]] = {}
    launched: dict[str, list[float]] = {}
    for event in events:
        durations.setdefault(event.name, []).append(event.duration_ns)
        if event.kernel:
            launched.setdefault(event.kernel, []).append(event.duration_ns)
    return {
        "events": durations,
        "calls": calls,
        "plain_ns": plain_ns,
        "traced_ns": traced[0],
        "device": [
            {"name": name, "launches": len(times) / calls, "time_ns": sum(times) / calls}
            for name, times in launched.items()
        ],
    }


def _noting(run: Callable[[int], float], calls: int, traced: list[float]) -> Callable[[], None]:
    def once() -> None:
        traced.append(run(calls))

    return once

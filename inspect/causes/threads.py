"""Threads: one side keeps more cores busy."""

from __future__ import annotations

from opscope.cause import Cause, Evidence, SideFacts
from opscope.inspect.causes._common import both_known

LEAST_CORES = 1.4
"""Busy cores below which one thread's clocks may just disagree, as they do for short calls."""


def judge(slow: SideFacts, fast: SideFacts) -> Evidence | None:
    if not both_known(slow, fast, "cpu_ns", "call_ns"):
        return None
    cores = [s.counts["cpu_ns"] / s.counts["call_ns"] for s in (slow, fast)]
    if cores[1] < LEAST_CORES or cores[1] < 1.25 * cores[0]:
        return None
    lines = tuple(f"{s.name}: {c:.2f} cores busy" for s, c in zip((slow, fast), cores, strict=True))
    return Evidence(lines=lines, weight=2.0)


CAUSE = Cause(
    name="threads",
    title="threads: one side keeps more cores busy",
    reads=("cpu_ns", "call_ns"),
    levers=("one-thread",),
    confirms="with one thread on both sides the gap closes",
    judge=judge,
)

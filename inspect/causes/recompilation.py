"""Recompilation: the compiler runs while the calls are timed."""

from __future__ import annotations

from opscope.cause import Cause, Evidence, SideFacts
from opscope.inspect.causes._common import both_known


def judge(slow: SideFacts, fast: SideFacts) -> Evidence | None:
    if not both_known(slow, fast, "recompilations"):
        return None
    slow_n, fast_n = slow.counts["recompilations"], fast.counts["recompilations"]
    if slow_n <= fast_n:
        return None
    lines = (f"compiled anew while timed: {slow_n:.2g} times a call, {fast_n:.2g} there",)
    return Evidence(lines=lines, stages=("guards",), weight=3.0)


CAUSE = Cause(
    name="recompilation",
    title="recompilation in the timed calls",
    reads=("recompilations",),
    levers=("inner-jits-off",),
    confirms="without a jit inside nothing is compiled while timed, and the gap closes",
    judge=judge,
)

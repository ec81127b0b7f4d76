"""Mathematical functions: another function, or another approximation, for the same values."""

from __future__ import annotations

from opscope.cause import Cause, Evidence, SideFacts
from opscope.inspect.causes._common import TRANSCENDENTAL, only


def judge(slow: SideFacts, fast: SideFacts) -> Evidence | None:
    own, others = only(slow, fast, TRANSCENDENTAL), only(fast, slow, TRANSCENDENTAL)
    if not own or not others:
        return None
    lines = (f"{slow.name} computes {', '.join(own)} where {fast.name} has {', '.join(others)}",)
    stages = ("hlo-optimized", "output-code", "dispatched-ops")
    return Evidence(lines=lines, stages=stages, weight=1.5)


CAUSE = Cause(
    name="math_mode",
    title="mathematical functions and their approximation",
    reads=("operations",),
    levers=("fast-math",),
    confirms="with fast approximations on both sides the gap closes",
    judge=judge,
    refutable=False,
)

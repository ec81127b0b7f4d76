"""Mathematical functions: another function, or another way of computing the same one."""

from __future__ import annotations

from opscope.cause import Cause, Evidence, SideFacts
from opscope.inspect.causes._common import TRANSCENDENTAL, both_known, only

INLINE = "inline code, no function is called"


def judge(slow: SideFacts, fast: SideFacts) -> Evidence | None:
    lines = []
    weight = 0.0
    own, others = only(slow, fast, TRANSCENDENTAL), only(fast, slow, TRANSCENDENTAL)
    if own and others:
        lines.append(
            f"{slow.name} computes {', '.join(own)} where {fast.name} has {', '.join(others)}"
        )
        weight = 1.5
    same = sorted(TRANSCENDENTAL & {*slow.operations} & {*fast.operations})
    ways = [side.notes.get("math_calls", ()) for side in (slow, fast)]
    if same and both_known(slow, fast, "math_calls") and ways[0] != ways[1]:
        told = [", ".join(way) or INLINE for way in ways]
        lines += [
            f"{side.name} computes {', '.join(same)} by {way}"
            for side, way in zip((slow, fast), told, strict=True)
        ]
        weight = max(weight, 1.1)
    if not lines:
        return None
    stages = ("asm", "hlo-optimized", "output-code", "dispatched-ops")
    return Evidence(lines=tuple(lines), stages=stages, weight=weight)


CAUSE = Cause(
    name="math_mode",
    title="mathematical functions and their approximation",
    reads=("operations", "math_calls"),
    levers=("fast-math",),
    confirms="with fast approximations on both sides the gap closes",
    judge=judge,
    refutable=False,
)

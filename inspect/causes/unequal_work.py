"""Unequal work: one side does what the other has folded, found dead, or does less often."""

from __future__ import annotations

from opscope.cause import Cause, Evidence, SideFacts
from opscope.inspect.causes._common import HEAVY, only, size

OFTEN = HEAVY - {"reduce_sum", "reduce_max", "reduce_min", "pow", "rsqrt", "sqrt"}
"""Operations whose number means something: a variance has one sum or two."""


def judge(slow: SideFacts, fast: SideFacts) -> Evidence | None:
    if not slow.kernels or not fast.kernels or only(fast, slow, HEAVY):
        return None
    lines = []
    if missing := only(slow, fast, HEAVY - {"rsqrt", "sqrt", "pow"}):
        lines.append(f"{slow.name} computes {', '.join(missing)}, {fast.name} does not at all")
    for operation in sorted(OFTEN):
        counts = [side.operations.get(operation, 0) for side in (slow, fast)]
        if counts[1] and counts[0] >= 2 * counts[1]:
            lines.append(f"{operation}: {counts[0]} times against {counts[1]}")
    if not lines:
        return None
    constant = fast.count("constant_bytes")
    if constant and constant > 0.1 * fast.least_bytes:
        lines.append(f"{fast.name} holds a constant of {size(constant)}: it was computed before")
    stages = ("hlo-optimized", "output-code", "dispatched-ops", "aten-graph")
    return Evidence(lines=tuple(lines), stages=stages, weight=2.2)


CAUSE = Cause(
    name="unequal_work",
    title="unequal work: folded, dropped as dead, or done less often on one side",
    reads=("operations", "constant_bytes", "kernels"),
    levers=("constant-folding-off",),
    confirms="without folding the fast side does the work too, and the gap closes",
    judge=judge,
)

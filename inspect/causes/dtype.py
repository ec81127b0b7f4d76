"""Wider types: arithmetic in float64 that the other side does in the case's own type."""

from __future__ import annotations

from opscope.cause import Cause, Evidence, SideFacts
from opscope.inspect.causes._common import both_known


def judge(slow: SideFacts, fast: SideFacts) -> Evidence | None:
    if not both_known(slow, fast, "float64_values"):
        return None
    wide = [s.counts["float64_values"] for s in (slow, fast)]
    if not wide[0] or wide[1] >= 0.5 * wide[0]:
        return None
    lines = [f"lines with float64 values: {wide[0]:.0f} against {wide[1]:.0f}"]
    lines += [f"{slow.name}: {line}" for line in slow.notes.get("float64_values", ())[:2]]
    return Evidence(
        lines=tuple(lines),
        stages=("hlo-optimized", "output-code", "dispatched-ops"),
        weight=3.0 if not wide[1] else 1.5,
    )


CAUSE = Cause(
    name="dtype",
    title="wider type: arithmetic in float64 on one side only",
    reads=("float64_values",),
    levers=("narrow-types",),
    confirms="with float32 wherever there is float64 the gap closes",
    judge=judge,
)

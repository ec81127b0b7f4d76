"""Fusion: the same operations in more kernels, so more passes over memory."""

from __future__ import annotations

from opscope.cause import Cause, Evidence, SideFacts
from opscope.inspect.causes._common import HEAVY, only, size

APART = ("graphs", "callbacks")
"""What keeps kernels apart by itself: then it is the cause, and fewer fusions what follows."""


def judge(slow: SideFacts, fast: SideFacts) -> Evidence | None:
    if not slow.kernels or not fast.kernels:
        return None
    if slow.launches <= fast.launches or not any(k.fused for k in fast.kernels):
        return None
    if only(fast, slow, HEAVY) and only(slow, fast, HEAVY):
        return None  # different programs: their numbers of kernels say nothing about fusion
    lines = [f"kernels: {slow.launches} against {fast.launches} for the same operations"]
    fewer_bytes = False
    if slow.bytes is not None and fast.bytes is not None:
        lines.append(f"bytes that kernels move: {size(slow.bytes)} against {size(fast.bytes)}")
        fewer_bytes = slow.bytes > 1.1 * fast.bytes
        if not fewer_bytes:
            return None
    most = max(fast.kernels, key=lambda k: len(k.ops))
    lines.append(f"{fast.name}: {most.name} does {', '.join(most.ops[:8])}")
    weight = min(3.0, slow.launches / max(1, fast.launches))
    if any((slow.count(name) or 0) > (fast.count(name) or 0) for name in APART):
        weight = 1.0
    return Evidence(
        lines=tuple(lines),
        stages=("hlo-optimized", "output-code", "dispatched-ops"),
        weight=weight if fewer_bytes else 1.0,
    )


CAUSE = Cause(
    name="fusion",
    title="fusion: more passes over memory",
    reads=("kernels", "operations", *APART),
    levers=("fusion-off",),
    confirms="without fusion on both sides the gap closes",
    judge=judge,
)

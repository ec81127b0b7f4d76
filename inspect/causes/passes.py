"""Passes inside a kernel: one launch, whose loops go through the same memory in turn."""

from __future__ import annotations

from opscope.cause import Cause, Evidence, SideFacts
from opscope.inspect.causes._common import size

LEAST = 0.25
"""Share of all inputs and outputs that must be read again, to be worth a cause."""


def judge(slow: SideFacts, fast: SideFacts) -> Evidence | None:
    again = slow.count("reread_bytes")
    if not again or slow.bytes is None or fast.bytes is None or not slow.least_bytes:
        return None
    if again < LEAST * slow.least_bytes:
        return None
    other = fast.count("reread_bytes")
    if slow.bytes + again <= 1.1 * (fast.bytes + (other or 0.0)):
        return None
    told = "what its loops read again is not known" if other is None else f"{size(other)} again"
    lines = [
        f"{slow.name}: the loops of its kernels read {size(again)} again that a loop before them"
        f" has read, beside {size(slow.bytes)} once",
        f"{fast.name}: {size(fast.bytes)}; {told}",
    ]
    if reread := slow.notes.get("reread"):
        lines.append(f"read again: {', '.join(reread)}")
    weight = 1.4 if other is None else 1.6
    return Evidence(lines=tuple(lines), stages=("output-code",), weight=weight)


CAUSE = Cause(
    name="passes",
    title="loops of one kernel that read the same memory again",
    reads=("kernels", "reread_bytes"),
    levers=(),
    confirms="nothing here makes one loop of several",
    judge=judge,
)

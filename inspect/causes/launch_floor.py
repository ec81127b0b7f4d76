"""The floor of tiny sizes: what an empty call costs already."""

from __future__ import annotations

from opscope.cause import Cause, Evidence, SideFacts
from opscope.inspect.causes._common import both_known, gap_ns, microseconds

LEAST = 0.15
"""Share of the gap below which a fixed cost is no cause of it."""


def judge(slow: SideFacts, fast: SideFacts) -> Evidence | None:
    if not both_known(slow, fast, "noop_ns", "call_ns"):
        return None
    share = slow.counts["noop_ns"] - fast.counts["noop_ns"]
    if share <= 0 or share < LEAST * gap_ns(slow, fast):
        return None
    lines = tuple(
        f"{s.name}: an empty call takes {microseconds(s.counts['noop_ns'])} of"
        f" {microseconds(s.counts['call_ns'])}"
        for s in (slow, fast)
    )
    return Evidence(lines=lines, share_ns=share, weight=2.0)


CAUSE = Cause(
    name="launch_floor",
    title="launch floor: an empty call costs more on one side",
    reads=("noop_ns", "call_ns"),
    levers=("size-sweep",),
    confirms="the gap between empty calls is left when the size goes to zero",
    judge=judge,
)

"""Page faults: memory that is new in every call."""

from __future__ import annotations

from opscope.cause import Cause, Evidence, SideFacts
from opscope.inspect.causes._common import NOTICEABLE, both_known, gap_ns

FAULT_NS = 4000.0
"""What a minor fault of 4 KiB costs at most, with the clearing of its page: 0.25 µs on a current
x86 server, 3.7 µs were seen on a virtual one. Too wide apart to estimate a share from."""


def judge(slow: SideFacts, fast: SideFacts) -> Evidence | None:
    if not both_known(slow, fast, "page_faults", "call_ns"):
        return None
    more = slow.counts["page_faults"] - fast.counts["page_faults"]
    if more < 8 or more * FAULT_NS < 2 * NOTICEABLE * gap_ns(slow, fast):
        return None
    lines = tuple(
        f"{s.name}: {s.counts['page_faults']:.0f} page faults a call" for s in (slow, fast)
    )
    return Evidence(lines=lines, weight=1.2)


CAUSE = Cause(
    name="page_faults",
    title="page faults: memory that is new in every call",
    reads=("page_faults", "call_ns"),
    levers=("tuned-allocator",),
    confirms="with an allocator that keeps its memory the faults and the gap are gone",
    judge=judge,
)

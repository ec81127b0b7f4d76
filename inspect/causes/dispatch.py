"""Dispatch: time per call that does not depend on the size, beyond that of an empty call."""

from __future__ import annotations

from opscope.cause import Cause, Evidence, SideFacts
from opscope.inspect.causes._common import both_known, gap_ns, microseconds

LEAST = 0.15
"""Share of the gap below which a fixed cost is no cause of it."""


HAVE_A_NAME = ("callbacks", "graph_breaks", "recompilations")
"""Fixed costs of a kind of their own: where a side has more of them, they are no mere dispatch."""

FAULTS = 8
"""Page faults more in a call from which on its fixed cost may be theirs: memory that is new in
every call need not depend on the size."""


def judge(slow: SideFacts, fast: SideFacts) -> Evidence | None:
    if not both_known(slow, fast, "intercept_ns", "noop_ns", "call_ns"):
        return None
    if any((slow.count(name) or 0) > (fast.count(name) or 0) for name in HAVE_A_NAME):
        return None
    if max(1, slow.count("graphs") or 1) > max(1, fast.count("graphs") or 1):
        return None
    if (slow.count("page_faults") or 0) - (fast.count("page_faults") or 0) >= FAULTS:
        return None
    fixed = [max(0.0, s.counts["intercept_ns"] - s.counts["noop_ns"]) for s in (slow, fast)]
    share = fixed[0] - fixed[1]
    if share <= 0 or share < LEAST * gap_ns(slow, fast):
        return None
    lines = [
        f"{s.name}: {microseconds(s.counts['intercept_ns'])} of a call are left at size zero"
        f" (extrapolated), {microseconds(s.counts['noop_ns'])} are an empty call"
        for s in (slow, fast)
    ]
    if slow.kernels and fast.kernels:
        lines.append(f"launches: {slow.launches} against {fast.launches}")
    return Evidence(lines=tuple(lines), share_ns=share, weight=2.0)


CAUSE = Cause(
    name="dispatch",
    title="dispatch: time per call and per operation that no size explains",
    reads=(
        *("intercept_ns", "noop_ns", "call_ns", "kernels", "page_faults", "graphs"),
        *HAVE_A_NAME,
    ),
    levers=("size-sweep",),
    confirms="the gap that is left at size zero, in a straight line over sizes, is its share",
    judge=judge,
)

"""Layout: kernels that only copy or transpose."""

from __future__ import annotations

from opscope.cause import Cause, Evidence, SideFacts
from opscope.inspect.causes._common import both_known, size


def judge(slow: SideFacts, fast: SideFacts) -> Evidence | None:
    if not both_known(slow, fast, "copy_kernels", "copy_bytes"):
        return None
    more = slow.counts["copy_bytes"] - fast.counts["copy_bytes"]
    if slow.counts["copy_kernels"] <= fast.counts["copy_kernels"] or more < 0.1 * slow.least_bytes:
        return None
    copies = [k.name for k in slow.kernels if k.kind == "copy" or "clone" in k.name]
    lines = (
        f"copies: {slow.counts['copy_kernels']:.0f} kernels, {size(slow.counts['copy_bytes'])},"
        f" against {fast.counts['copy_kernels']:.0f}, {size(fast.counts['copy_bytes'])}",
        f"{slow.name}: {', '.join(copies[:4]) or 'none by name'}",
    )
    stages = ("hlo-optimized", "output-code", "dispatched-ops")
    weight = min(3.0, 1.0 + more / max(1, slow.least_bytes))
    return Evidence(lines=lines, stages=stages, weight=weight)


CAUSE = Cause(
    name="layout_copies",
    title="layout: copies and transposes",
    reads=("copy_kernels", "copy_bytes", "kernels"),
    levers=("layout-optimisation-off", "convolution-canonicalization-off"),
    confirms="where the compiler is told to leave layouts alone the copies and the gap are gone",
    judge=judge,
)

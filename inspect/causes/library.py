"""Products, convolutions and reductions: by a library on one side only, or by different ones.

That both call something else for a product speaks for neither side: the times and the switch
decide. A library can be the faster loop; it can also stand in the way of fusion, for what goes into
it and comes out of it is written to memory.
"""

from __future__ import annotations

from opscope.cause import Cause, Evidence, SideFacts
from opscope.inspect.causes._common import both_known, size

REDUCTIONS = ("dot-library-off", "library-off")
STAGES = ("hlo-optimized", "output-code", "dispatched-ops")


def judge(slow: SideFacts, fast: SideFacts) -> Evidence | None:
    return _products(slow, fast) or _in_the_way(slow, fast) or _reductions(slow, fast)


def _products(slow: SideFacts, fast: SideFacts) -> Evidence | None:
    if not both_known(slow, fast, "products", "library_products"):
        return None
    if not slow.counts["products"] or not fast.counts["products"]:
        return None
    shares = [s.counts["library_products"] / s.counts["products"] for s in (slow, fast)]
    ways = [side.notes.get("products", ()) for side in (slow, fast)]
    if shares[0] > shares[1] or (shares[0] == shares[1] and ways[0] == ways[1]):
        return None
    lines = tuple(
        f"{s.name}: {s.counts['library_products']:.0f} of {s.counts['products']:.0f} products or"
        f" convolutions by a library: {', '.join(_named(s))}"
        for s in (slow, fast)
    )
    return Evidence(lines=lines, stages=STAGES, weight=2.0 if shares[0] < shares[1] else 1.4)


def _in_the_way(slow: SideFacts, fast: SideFacts) -> Evidence | None:
    if not both_known(slow, fast, "library_products", "library_reductions"):
        return None
    if slow.bytes is None or fast.bytes is None or slow.bytes < 1.5 * fast.bytes:
        return None
    calls = [s.counts["library_products"] + s.counts["library_reductions"] for s in (slow, fast)]
    if not calls[0] or calls[1] or slow.launches <= fast.launches:
        return None  # with libraries on both sides the switch would take the fast side's as well
    if _runs_by_operation(slow):
        return None
    lines = (
        f"{slow.name}: a library does {calls[0]:.0f} of {len(slow.kernels)} kernels, which move"
        f" {size(slow.bytes)}: what goes into a library is written to memory",
        f"{fast.name}: no library, {len(fast.kernels)} kernels, {size(fast.bytes)}",
    )
    return Evidence(lines=lines, stages=STAGES, weight=1.8, levers=REDUCTIONS)


def _reductions(slow: SideFacts, fast: SideFacts) -> Evidence | None:
    if not both_known(slow, fast, "reductions", "library_reductions"):
        return None
    if slow.counts["library_reductions"] or not fast.counts["library_reductions"]:
        return None
    if not slow.counts["reductions"] or _runs_by_operation(fast):
        return None
    lines = tuple(
        f"{s.name}: {s.counts['library_reductions']:.0f} of {s.counts['reductions']:.0f} kernels"
        " with reductions are a library's"
        for s in (slow, fast)
    )
    return Evidence(lines=lines, stages=STAGES, weight=1.3, levers=REDUCTIONS)


def _runs_by_operation(side: SideFacts) -> bool:
    """Whether all kernels are a library's or copies: that says nothing of a single one."""
    kinds = {kernel.kind for kernel in side.kernels}
    return len(side.kernels) > 1 and kinds <= {"library", "copy"}


def _named(side: SideFacts) -> list[str]:
    wanted = [k for k in side.kernels if k.flops] or list(side.kernels)
    return [f"{kernel.name} ({kernel.kind})" for kernel in wanted[:3]]


CAUSE = Cause(
    name="library",
    title="products, convolutions or reductions by another library, or by generated loops",
    reads=("products", "library_products", "reductions", "library_reductions", "kernels"),
    levers=("onednn-off", *REDUCTIONS),
    confirms="without the library the fast side loses its advantage, or the slow one its burden",
    judge=judge,
)

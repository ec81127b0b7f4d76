"""Products and convolutions: by a library on one side only, or by different ones.

That both call something else speaks for neither side: the times and the switch decide.
"""

from __future__ import annotations

from opscope.cause import Cause, Evidence, SideFacts
from opscope.inspect.causes._common import both_known


def judge(slow: SideFacts, fast: SideFacts) -> Evidence | None:
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
    return Evidence(
        lines=lines,
        stages=("hlo-optimized", "output-code", "dispatched-ops"),
        weight=2.0 if shares[0] < shares[1] else 1.4,
    )


def _named(side: SideFacts) -> list[str]:
    wanted = [k for k in side.kernels if k.flops] or list(side.kernels)
    return [f"{kernel.name} ({kernel.kind})" for kernel in wanted[:3]]


CAUSE = Cause(
    name="library",
    title="products or convolutions by another library, or by generated loops",
    reads=("products", "library_products", "kernels"),
    levers=("onednn-off", "dot-library-off", "library-off"),
    confirms="without the library the fast side loses its advantage",
    judge=judge,
)

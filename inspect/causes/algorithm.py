"""Algorithm: another way to the same result, with more arithmetic or larger intermediates."""

from __future__ import annotations

from opscope.cause import Cause, Evidence, SideFacts
from opscope.inspect.causes._common import HEAVY, TRANSCENDENTAL, only, size

WAYS = HEAVY - TRANSCENDENTAL


def judge(slow: SideFacts, fast: SideFacts) -> Evidence | None:
    lines = []
    weight = 0.0
    own, others = only(slow, fast, WAYS), only(fast, slow, WAYS)
    if own and others:
        lines.append(
            f"{slow.name} does {', '.join(own)} where {fast.name} does {', '.join(others)}"
        )
        weight += 1.5
    flops = [side.count("product_flops") for side in (slow, fast)]
    if flops[0] is not None and flops[1] is not None and flops[0] > 2 * max(1.0, flops[1]):
        lines.append(
            f"floating-point operations of products: {flops[0]:.3g} against {flops[1]:.3g}"
        )
        weight += 1.0
    looped = [side.count("looped_launches") or 0 for side in (slow, fast)]
    if looped[0] >= 8 * max(1.0, looped[1]):
        lines.append(f"a kernel is launched {looped[0]:.0f} times in a loop, {looped[1]:.0f} there")
        weight += 1.0
    largest = [side.count("largest_kernel_bytes") for side in (slow, fast)]
    if _written_out(slow, largest):
        lines.append(
            f"the largest kernel moves {size(largest[0] or 0)}, {size(largest[1] or 0)} there;"
            f" inputs and outputs are {size(slow.least_bytes)}: an intermediate is written out"
        )
        weight += 1.0
    if not lines:
        return None
    stages = ("hlo-optimized", "output-code", "dispatched-ops")
    return Evidence(lines=tuple(lines), stages=stages, weight=weight)


def _written_out(slow: SideFacts, largest: list[float | None]) -> bool:
    own, other = largest
    if not own or not other or not slow.least_bytes:
        return False
    return own > 2 * other and own > 2 * slow.least_bytes


CAUSE = Cause(
    name="algorithm",
    title="another algorithm: more arithmetic or larger intermediates",
    reads=("operations", "product_flops", "looped_launches", "largest_kernel_bytes"),
    levers=("pattern-matcher-off", "algebra-off", "arithmetic-off"),
    confirms="without the rewriting that chose the better way the gap closes",
    judge=judge,
    refutable=False,
)

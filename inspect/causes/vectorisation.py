"""Vectorisation: scalar or narrower arithmetic in the machine code."""

from __future__ import annotations

from opscope.cause import Cause, Evidence, SideFacts
from opscope.inspect.causes._common import both_known

SCALAR = ("vectors-off", "optimisation-off")
"""Switches that leave no vectors; narrower ones would say nothing about having none."""
NARROW = ("narrow-vectors",)


def judge(slow: SideFacts, fast: SideFacts) -> Evidence | None:
    names = ("scalar_instructions", "vector_instructions", "widest_vector_bits")
    if not both_known(slow, fast, *names):
        return None
    if _libraries(slow) != _libraries(fast):
        return None
    scalar = [s.counts["scalar_instructions"] / _total(s) for s in (slow, fast)]
    widths = [s.counts["widest_vector_bits"] for s in (slow, fast)]
    less = scalar[0] > 0.5 and scalar[0] > scalar[1] + 0.25
    narrower = widths[0] < widths[1]
    if not less and not narrower:
        return None
    lines = tuple(
        f"{s.name}: {share:.0%} of {_total(s):.0f} arithmetic instructions are scalar, vectors of"
        f" {width:.0f} bits"
        for s, share, width in zip((slow, fast), scalar, widths, strict=True)
    )
    return Evidence(
        lines=lines, stages=("asm",), weight=2.5 if less else 1.5, levers=SCALAR if less else NARROW
    )


def _libraries(side: SideFacts) -> int:
    """Kernels whose instructions were not counted: a side with more of them did its arithmetic
    there, and what was counted are the remains."""
    return sum(kernel.kind == "library" for kernel in side.kernels)


def _total(side: SideFacts) -> float:
    return max(1.0, side.counts["scalar_instructions"] + side.counts["vector_instructions"])


CAUSE = Cause(
    name="vectorisation",
    title="vectorisation: scalar or narrower instructions",
    reads=("scalar_instructions", "vector_instructions", "widest_vector_bits", "kernels"),
    levers=(*SCALAR, *NARROW),
    confirms="without vectors (or with narrow ones) the fast side loses its advantage",
    judge=judge,
)

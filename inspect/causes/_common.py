"""What several causes use: words for figures, and which operations are work of their own."""

from __future__ import annotations

from collections.abc import Iterable

from opscope.cause import SideFacts

TRANSCENDENTAL = frozenset(
    ("exp", "log", "tanh", "erf", "sigmoid", "cos", "sin", "pow", "rsqrt", "sqrt")
)
HEAVY = TRANSCENDENTAL | {
    *("matmul", "convolution", "cumsum", "cumprod", "sort", "argmax", "argmin", "gather"),
    *("scatter", "random", "reduce_sum", "reduce_max", "reduce_min", "reduce_prod"),
}
"""Operations that another program for the same mathematics would not have by chance."""

NOTICEABLE = 0.05
"""Share of a call below which an estimate is not worth a cause."""


def only(slow: SideFacts, fast: SideFacts, among: Iterable[str]) -> list[str]:
    """Operations among these that the slow side does and the fast one does not."""
    return sorted(o for o in among if slow.operations.get(o) and not fast.operations.get(o))


def both_known(slow: SideFacts, fast: SideFacts, *names: str) -> bool:
    return all(side.count(name) is not None for side in (slow, fast) for name in names)


def gap_ns(slow: SideFacts, fast: SideFacts) -> float:
    """How far apart the two sides' calls are, whichever takes longer; 0 if not measured."""
    return abs((slow.count("call_ns") or 0.0) - (fast.count("call_ns") or 0.0))


def microseconds(ns: float) -> str:
    return f"{ns / 1e3:.3g} µs"


def size(count: float) -> str:
    return f"{count / 2**20:.3g} MiB"

"""Host: Python is called, or a tensor's values are taken out, in the middle of a call."""

from __future__ import annotations

from opscope.cause import Cause, Evidence, SideFacts

WORDS = ("numpy", ".item", "tolist", "from_numpy", "callback", "__array__")


def judge(slow: SideFacts, fast: SideFacts) -> Evidence | None:
    lines = []
    callbacks = [side.count("callbacks") for side in (slow, fast)]
    if callbacks[0] is not None and callbacks[1] is not None and callbacks[0] > callbacks[1]:
        lines.append(f"calls back to Python: {callbacks[0]:.0f} against {callbacks[1]:.0f}")
        lines += slow.notes.get("callbacks", ())[:2]
    told, others = (_about_host(side) for side in (slow, fast))
    if len(told) > len(others):
        lines += [f"{slow.name}, graph break: {line}" for line in told[:2]]
    if not lines:
        return None
    stages = ("hlo-optimized", "guards", "graphdef")
    return Evidence(lines=tuple(lines), stages=stages, weight=2.8)


def _about_host(side: SideFacts) -> list[str]:
    reasons = side.notes.get("graph_breaks", ())
    return [line for line in reasons if any(word in line for word in WORDS)]


CAUSE = Cause(
    name="host_copies",
    title="host copies: values go through Python or NumPy in the middle of a call",
    reads=("callbacks", "graph_breaks"),
    levers=(),
    confirms="no switch takes them away: consistent at best",
    judge=judge,
)

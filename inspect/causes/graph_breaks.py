"""Graph breaks: the function is compiled in pieces, with Python between them."""

from __future__ import annotations

from opscope.cause import Cause, Evidence, SideFacts
from opscope.inspect.causes._common import both_known


def judge(slow: SideFacts, fast: SideFacts) -> Evidence | None:
    if not both_known(slow, fast, "graphs"):
        return None
    graphs = [side.counts["graphs"] for side in (slow, fast)]
    if graphs[0] <= graphs[1]:
        return None
    lines = [f"graphs: {graphs[0]:.0f} against {graphs[1]:.0f}"]
    lines += [f"{slow.name}: {line}" for line in slow.notes.get("graph_breaks", ())[:2]]
    return Evidence(lines=tuple(lines), stages=("guards", "dynamo-graph"), weight=2.0)


CAUSE = Cause(
    name="graph_breaks",
    title="graph breaks: compiled in pieces with Python between them",
    reads=("graphs", "graph_breaks"),
    levers=("one-graph",),
    confirms="with all operations in one graph the gap closes",
    judge=judge,
)

"""Inductor's scheduler nodes: each node's ``debug_str()`` and the origins of its buffers.

Inductor's own text tells what a node reads and writes. A line ``NAME.origins = ['add', 'rsqrt']``
after it, where NAME is the node or one of its parts, adds the FX nodes of the post-grad graph that
it computes; the dumping side writes those lines (``part.node.get_origins()``)::

    op0_op1: FusedSchedulerNode(SchedulerNode,SchedulerNode)
    op0_op1.writes = [MemoryDep('buf0', c0, {c0: 512}), MemoryDep('buf1', c0, {c0: 512})]
    op0.origins = ['mean']
    op1.origins = ['mean_1', 'sub']
"""

from __future__ import annotations

import re
from dataclasses import dataclass, field

from opscope.facts import Anchor, Facts, Node, Parser, UnknownText, shortened
from opscope.inspect.parsers._wrapper import computing, operator_of_node
from opscope.records import Kernel

_HEAD = re.compile(r"(\w+): (\w+)(?:\((.*)\))?\s*$")
_FIELD = re.compile(r"(\w+)\.(writes|unmet_dependencies|met_dependencies|origins|snodes)\b")
_DEPENDENCY = re.compile(r"(?:Dep)\((?:name=)?'(\w+)'")
_PART = re.compile(r"[a-z]+[0-9]+")
_QUOTED = re.compile(r"'(\w+)'")
_KERNEL = re.compile(r"\w+\.node\.kernel = (\S+)")
_BODY = re.compile(r"\s|class \w+|\w+\.\w+|\]|\w+ = |[A-Z]\w+\(|\)|#|var_ranges|inner_fn")


@dataclass(kw_only=True, slots=True)
class _Scheduled:
    name: str
    kind: str
    first: int
    last: int
    parts: str = ""
    kernel: str = ""
    writes: dict[str, None] = field(default_factory=dict)
    reads: dict[str, None] = field(default_factory=dict)
    origins: dict[str, None] = field(default_factory=dict)


def parse(text: str) -> Facts:
    reader = _Reader()
    for number, line in enumerate(text.splitlines(), 1):
        reader.line(number, line)
    scheduled = reader.scheduled
    if not scheduled:
        reader.unknown.append(UnknownText(1, shortened(text), "holds no scheduler node"))
    for node in scheduled:
        head = Anchor(line=node.first, names=tuple(node.origins), kernel=node.name)
        reader.anchors.append(head)
    return Facts(
        kernels=tuple(_kernel(node) for node in scheduled),
        nodes=tuple(_node(node) for node in scheduled),
        anchors=tuple(sorted(reader.anchors, key=lambda a: a.line)),
        unknown=tuple(reader.unknown),
    )


class _Reader:
    def __init__(self) -> None:
        self.scheduled: list[_Scheduled] = []
        self.anchors: list[Anchor] = []
        self.unknown: list[UnknownText] = []
        self._owners: dict[str, _Scheduled] = {}
        self._dependencies: dict[str, None] = {}

    def line(self, number: int, line: str) -> None:
        head, named = _HEAD.match(line), _FIELD.match(line)
        if head and "Node" in head[2]:
            self._begin(head, number)
        if not self.scheduled:
            if line.strip():
                self.unknown.append(UnknownText(number, shortened(line), "outside any node"))
            return
        node = self._owners.get(named[1], self.scheduled[-1]) if named else self.scheduled[-1]
        node.last = max(node.last, number)
        if named and named[2] == "origins":
            origins = _QUOTED.findall(line)
            node.origins.update(dict.fromkeys(origins))
            self.anchors.append(Anchor(line=number, names=tuple(origins), kernel=node.name))
            return
        if named:
            self._dependencies = node.writes if named[2] == "writes" else node.reads
        elif kernel := _KERNEL.match(line):
            node.kernel = kernel[1]
        elif line[:1].strip() and not head and not _BODY.match(line):
            self.unknown.append(UnknownText(number, shortened(line), "is no part of a node"))
        self._dependencies.update(dict.fromkeys(_DEPENDENCY.findall(line)))

    def _begin(self, head: re.Match[str], number: int) -> None:
        """A node, or a part of the fused node before it (whose name joins those of its parts)."""
        self._dependencies = {}
        if head[1] in self._owners:
            return
        node = _Scheduled(
            name=head[1], kind=head[2], first=number, last=number, parts=head[3] or ""
        )
        self.scheduled.append(node)
        self._owners.update(dict.fromkeys(_PART.findall(node.name), node))
        self._owners[node.name] = node


def _kernel(node: _Scheduled) -> Kernel:
    kind = "library" if node.kind.startswith("Extern") else "generated"
    return Kernel(
        name=node.kernel or node.name,
        kind="other" if "Nop" in node.kind else kind,
        ops=computing(map(operator_of_node, node.origins)),
        lines=(node.first, node.last),
    )


def _node(node: _Scheduled) -> Node:
    return Node(
        name=node.name,
        op=node.kind,
        line=node.first,
        type=node.parts,
        operands=tuple(name for name in node.reads if name not in node.writes),
        source=",".join(node.origins),
        attributes={"writes": ",".join(node.writes)},
    )


PARSER = Parser(
    name="inductor_ir", summary="Inductor's scheduler nodes: buffers and origins", parse=parse
)

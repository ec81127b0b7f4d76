"""TensorFlow graphs in text format: nodes, and as kernels what the executor runs.

Every node with a computation is one call of a library kernel. Nodes that only name, route or hold
values are none. ``_FusedMatMul`` and the like carry the operations they took over in ``fused_ops``.

A comment ``# at FILE:LINE FILE:LINE`` inside a node gives the source places of the operation,
outermost first; the dumping side writes it from ``Operation.traceback`` (text format allows
comments).
"""

from __future__ import annotations

import re
from dataclasses import dataclass, field

from opscope.facts import Anchor, Facts, Frame, Node, Parser, UnknownText, shortened
from opscope.records import Kernel

NO_KERNEL = frozenset(
    (
        *(
            "Placeholder",
            "Const",
            "NoOp",
            "Identity",
            "IdentityN",
            "_Arg",
            "_Retval",
            "ReadVariableOp",
        ),
        *(
            "VarHandleOp",
            "Shape",
            "Reshape",
            "ExpandDims",
            "Squeeze",
            "StopGradient",
            "Rank",
            "Size",
        ),
        *("PreventGradient", "Switch", "Merge", "Enter", "Exit", "NextIteration", "LoopCond"),
        *("ControlTrigger", "_Send", "_Recv", "_HostSend", "_HostRecv", "BroadcastGradientArgs"),
        *("PlaceholderWithDefault", "ShapeN", "Snapshot"),
    )
)
COPIES = frozenset(("Transpose", "Concat", "ConcatV2", "Slice", "StridedSlice", "Pack", "Unpack"))
_FIELD = re.compile(r'\s*(name|op|input|device|key): "((?:[^"\\]|\\.)*)"\s*$')
_OPEN = re.compile(r"\s*([\w.]+)\s*(?::\s*)?\{\s*$")
_VALUE = re.compile(r"\s*(\w+): (.*)$")
_FUSED = re.compile(r'\s*s: "((?:[^"\\]|\\.)*)"')
_PLACE = re.compile(r"(?<!\S)(\S.{0,400}?):([0-9]{1,9})(?=\s|$)")


@dataclass(kw_only=True, slots=True)
class _Reading:
    line: int
    within: str = ""
    name: str = ""
    op: str = ""
    op_line: int = 0
    inputs: list[str] = field(default_factory=list)
    fused: list[str] = field(default_factory=list)
    type: str = ""
    key: str = ""
    frames: tuple[Frame, ...] = ()
    last: int = 0


def parse(text: str) -> Facts:
    nodes: list[_Reading] = []
    unknown: list[UnknownText] = []
    path: list[str] = []
    function = ""
    for number, line in enumerate(text.splitlines(), 1):
        body = line.strip()
        if not body:
            continue
        reading = nodes[-1] if nodes and any(p in ("node", "node_def") for p in path) else None
        if body[0] == "#":
            if reading and body.startswith("# at "):
                places = (Frame(f, int(n)) for f, n in _PLACE.findall(body[5:]))
                reading.frames = tuple(places)[::-1]
        elif opened := _OPEN.match(line):
            path.append(opened[1])
            if opened[1] in ("node", "node_def") and len(path) <= 3:
                nodes.append(_Reading(line=number, within=function))
        elif body[0] == "}":
            if not path:
                unknown.append(UnknownText(number, shortened(body), "closes nothing"))
            elif path.pop() in ("node", "node_def") and reading:
                reading.last = number
            function = function if path else ""
        elif named := _FIELD.match(line):
            if path and path[-1] == "signature" and named[1] == "name":
                function = named[2]
            elif reading and path[-1] in ("node", "node_def"):
                _top_field(reading, named, number)
            elif reading and named[1] == "key":
                reading.key = named[2]
        elif reading and reading.key == "fused_ops" and (fused := _FUSED.match(line)):
            reading.fused.append(fused[1])
        elif value := _VALUE.match(line):
            if reading and reading.key in ("T", "dtype") and value[1] == "type":
                reading.type = value[2]
        else:
            unknown.append(UnknownText(number, shortened(body), "is no text-format field"))
    if not nodes:
        unknown.append(UnknownText(1, shortened(text), "holds no node"))
    named_nodes = [node for node in nodes if node.op and node.name]
    for node in nodes:
        if not (node.op and node.name):
            unknown.append(
                UnknownText(node.line, shortened(node.name or node.op), "has no name or no op")
            )
    return Facts(
        kernels=tuple(_kernel(n) for n in named_nodes if n.op not in NO_KERNEL and not n.within),
        nodes=tuple(_node(n) for n in named_nodes),
        anchors=tuple(
            Anchor(line=n.op_line, frames=n.frames, names=(n.name,))
            for n in named_nodes
            if n.op not in ("Placeholder", "NoOp", "_Arg", "_Retval")
        ),
        unknown=tuple(sorted(unknown, key=lambda u: u.line)),
    )


def _top_field(reading: _Reading, named: re.Match[str], number: int) -> None:
    if named[1] == "name":
        reading.name = named[2]
    elif named[1] == "op":
        reading.op, reading.op_line = named[2], number
    elif named[1] == "input":
        reading.inputs.append(named[2].lstrip("^").partition(":")[0])


def _kernel(node: _Reading) -> Kernel:
    main = node.op.removeprefix("_Fused").removeprefix("_MklNative").removeprefix("_Mkl")
    return Kernel(
        name=node.name,
        kind="copy" if node.op in COPIES else "library",
        ops=(main, *node.fused) if node.fused else (node.op,),
        lines=(node.line, max(node.line, node.last)),
        notes=(node.op,) if node.fused else (),
    )


def _node(node: _Reading) -> Node:
    return Node(
        name=node.name,
        op=node.op,
        line=node.op_line,
        type=node.type,
        operands=tuple(node.inputs),
        within=node.within,
        attributes={"fused_ops": ",".join(node.fused)} if node.fused else {},
    )


PARSER = Parser(name="graphdef", summary="TensorFlow graphs: nodes, kernels, places", parse=parse)

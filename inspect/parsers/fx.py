"""FX graphs as ``GraphModule.print_readable`` writes them (Dynamo, AOTAutograd, post-grad).

A comment gives the source line of all nodes up to the next one::

    # File: /home/me/op.py:17 in gelu, code: y = x @ w
    y: "f32[256, 1024]" = l_x_ @ l_w_;  l_x_ = l_w_ = None
"""

from __future__ import annotations

import re

from opscope.facts import Anchor, Facts, Frame, Node, Parser, UnknownText, shortened

_PLACE = re.compile(r"# .*?File: ([^:]+):([0-9]{1,9}) in")
_FUNCTION = re.compile(r"\s+def (\w+)\(self(?:, )?(.*)")
_CLASS = re.compile(r"\s*class ([\w.<>]+)\(")
_ASSIGNED = re.compile(r'(\w+)(?:\s*:\s*(?:"([^"]*)"|([\w.]+)))?\s*= (.+)')
_CALL = re.compile(r"([A-Za-z_][\w.]*)\(")
_WORD = re.compile(r"(?<![\w.\"'])([A-Za-z_]\w*)(?![\w.(=])")
_OPERATOR = re.compile(r"\w+(?:\[[^\]]*\])? (@|\+|-|\*\*|\*|//|/|%|<=|>=|<|>|==|!=|&|\||\^) ")
_FREED = re.compile(r";\s+\w+ = (?:\w+ = )*None\s*$")
_IDLE = re.compile(
    r"\s*(?:return\b|[\w, ]+, = fx_pytree|\w+: \"[^\"]*\";|#|@|pass$|import |from |\)"
    r"|\w+ = None|_set_grad|torch\.\w+\.|fx_pytree)"
)
_KEYWORDS = frozenset(
    ("None", "True", "False", "inf", "nan", "self", "device", "torch", "in", "is")
)
_PYTHON_OPERATORS = {
    "@": "matmul", "+": "add", "-": "sub", "*": "mul", "/": "div", "//": "floordiv", "%": "mod",
    "**": "pow", "<": "lt", ">": "gt", "<=": "le", ">=": "ge", "==": "eq", "!=": "ne",
    "&": "and_", "|": "or_", "^": "xor",
}  # fmt: skip


def parse(text: str) -> Facts:
    nodes: list[Node] = []
    anchors: list[Anchor] = []
    unknown: list[UnknownText] = []
    frames: tuple[Frame, ...] = ()
    module = ""
    for number, line in enumerate(text.splitlines(), 1):
        body = line.strip()
        if not body:
            continue
        if body[0] == "#":
            place = _PLACE.match(body)
            if place or "No stacktrace found" in body:
                frames = (Frame(place[1], int(place[2])),) if place else ()
        elif named := _CLASS.match(line):
            module, frames = named[1], ()
        elif _FUNCTION.match(line):
            frames = ()
        elif assigned := _ASSIGNED.match(body):
            node = _node(assigned, number, module)
            nodes.append(node)
            if node.op != "placeholder":
                anchors.append(Anchor(line=number, frames=frames, names=(node.name,)))
        elif not _IDLE.match(line):
            unknown.append(UnknownText(number, shortened(body), "is no FX node"))
    if not nodes and not module:
        unknown.append(UnknownText(1, shortened(text), "holds no FX graph"))
    return Facts(nodes=tuple(nodes), anchors=tuple(anchors), unknown=tuple(unknown))


def _node(assigned: re.Match[str], number: int, module: str) -> Node:
    value = _FREED.sub("", assigned[4])
    call = _CALL.match(value)
    operator = _OPERATOR.search(value[:200])
    if call:
        op = call[1].removeprefix("torch.ops.")
    elif operator:
        op = _PYTHON_OPERATORS[operator[1]]
    else:
        op = "getitem" if value.endswith("]") and "[" in value else "placeholder"
        op = "get_attr" if value.startswith("self.") else op
    operands = (w for w in _WORD.findall(value[: 1 << 14]) if w not in _KEYWORDS)
    return Node(
        name=assigned[1],
        op=op,
        line=number,
        type=assigned[2] or assigned[3] or "",
        operands=tuple(dict.fromkeys(operands)),
        within=module,
    )


PARSER = Parser(name="fx", summary="FX graphs: nodes, operators, source lines", parse=parse)

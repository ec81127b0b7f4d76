"""MLIR text (StableHLO, Triton IR, Triton GPU IR): operations and their source places.

Places need ``loc(...)`` at the end of the lines, that is text printed with debug information. An
alias may name another, a call site (callee and caller) or a fusion; the whole chain is given,
innermost first.
"""

from __future__ import annotations

import re

from opscope.facts import Anchor, Facts, Frame, Node, Parser, UnknownText, shortened

_ALIAS = re.compile(r"(#loc\w*) = loc\((.*)\)\s*$")
_POSITION = re.compile(r'"((?:[^"\\]|\\.)*)":([0-9]{1,9}):[0-9]{1,9}|(#loc\w*)\b')
_OPERATION = re.compile(
    r"\s*(?:(%[\w#]+)(?::[0-9]+)?(?:, %[\w#:]+)* = )?"
    r'"?([a-z]\w*\.[\w.]+|return|call)"?(?=[\s(<{]|$)'
)
_OPERAND = re.compile(r"%[\w#]+")
_FUNCTION = re.compile(r"\s*(?:func|tt)\.func (?:\w+ )*@([\w.$]+)")
_CALLEE = re.compile(r"@([\w.$]+)")
_IDLE = re.compile(r"\s*(?:[})\]{\^#]|module\b|//|$|loc\(|\(|-> )")
_LONGEST = 64


def parse(text: str) -> Facts:
    lines = text.splitlines()
    locations = _Locations(lines)
    nodes: list[Node] = []
    anchors: list[Anchor] = []
    unknown: list[UnknownText] = []
    function = ""
    for number, line in enumerate(lines, 1):
        if named := _FUNCTION.match(line):
            function = named[1]
            continue
        operation = _OPERATION.match(line)
        if operation is None or operation[2].startswith("module"):
            if not _IDLE.match(line) and not _continues(line):
                unknown.append(UnknownText(number, shortened(line), "is no MLIR operation"))
            continue
        at = line.rfind(" loc(") + 1
        nodes.append(_node(operation, line, number, function))
        anchors.append(
            Anchor(line=number, frames=locations.of(line[at + 4 :]) if at else (), kernel=function)
        )
    if not nodes:
        unknown.append(UnknownText(1, shortened(text), "holds no MLIR operation"))
    return Facts(nodes=tuple(nodes), anchors=tuple(anchors), unknown=tuple(unknown))


def _continues(line: str) -> bool:
    """Operands, results and attributes of an operation that began on an earlier line."""
    return line.lstrip()[:1] in ("%", ":", "<", '"', ",") or line.rstrip()[-1:] in ("{", ",", "(")


def _node(operation: re.Match[str], line: str, number: int, function: str) -> Node:
    rest = line[operation.end() :].partition(" loc(")[0]
    _, colon, type_ = rest.rpartition(" : ")
    return Node(
        name=operation[1] or "",
        op=operation[2],
        line=number,
        type=type_.rpartition("-> ")[2].strip() if colon else "",
        operands=tuple(dict.fromkeys(_OPERAND.findall(rest))),
        within=function,
        calls=tuple(_CALLEE.findall(rest)[:1]) if operation[2].endswith("call") else (),
    )


class _Locations:
    """The location aliases of a module, resolved once each."""

    def __init__(self, lines: list[str]) -> None:
        found = (_ALIAS.match(line) for line in lines if line.startswith("#loc"))
        self._aliases = {match[1]: match[2] for match in found if match}
        self._known: dict[str, tuple[Frame, ...]] = {}

    def of(self, expression: str) -> tuple[Frame, ...]:
        """Places named by ``expression`` and by the aliases in it, depth first."""
        frames: dict[Frame, None] = {}
        seen: set[str] = set()
        pending = [expression.rstrip(") \t")] if expression.startswith("#") else [expression]
        while pending and len(frames) < _LONGEST:
            part = pending.pop()
            if part.startswith("#"):
                if part in seen:
                    continue
                seen.add(part)
                part = self._aliases.get(part, "")
            inner = []
            for file, line, alias in _POSITION.findall(part):
                if alias:
                    inner.append(alias)
                elif not inner:
                    frames[Frame(file, int(line))] = None
                else:
                    inner.append(f'"{file}":{line}:0')
            pending += reversed(inner)
        return tuple(frames)


PARSER = Parser(name="mlir", summary="MLIR: operations and their source places", parse=parse)

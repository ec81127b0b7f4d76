"""Jaxprs printed with ``pretty_print(source_info=True)``: equations and their source lines::

e:f32[512] = rsqrt d      # op.py:11:8 (layernorm)
"""

from __future__ import annotations

import re

from opscope.facts import Anchor, Facts, Frame, Node, Parser, UnknownText, shortened

_NAME = re.compile(r"(?<!\w)(\w+):([a-z]\w*\[[^\[\]]*\])")
_PRIMITIVE = re.compile(r"[a-z]\w*")
_POSITION = re.compile(r":([0-9]{1,9})(?::[0-9]{1,9})?$")
_OPERAND = re.compile(r"(?:^|\s)([a-z]{1,4})(?=\s|$)")
_BRACKETS = re.compile(r"\[[^\[\]]*\]")


_NAMED = re.compile(r"\bjaxpr=(\w+)")
_LET = re.compile(r"\s*let (\w+) = \{ lambda\b")
_CLOSED = re.compile(r"\bin \(.*\) \}")


def parse(text: str) -> Facts:
    nodes: list[Node] = []
    anchors: list[Anchor] = []
    unknown: list[UnknownText] = []
    functions = _Functions()
    for number, line in enumerate(text.splitlines(), 1):
        body, _, note = line.partition(" # ")
        within = functions.at(body, number)
        results, equals, value = body.partition(" = ")
        named, primitive = _NAME.search(results), _PRIMITIVE.match(value)
        if not equals or primitive is None or not (named or results.strip() == "_"):
            if equals and note:
                unknown.append(UnknownText(number, shortened(line), "is no equation"))
            continue
        frames = _place(note)
        nodes.append(
            Node(
                name=named[1] if named else "",
                op=primitive[0],
                line=number,
                type=named[2] if named else "",
                operands=tuple(_OPERAND.findall(_BRACKETS.sub(" ", value[primitive.end() :]))),
                within=within,
                calls=(*_NAMED.findall(value), f"line {number}"),
            )
        )
        anchors.append(Anchor(line=number, frames=frames))
    if not nodes and "lambda" not in text:
        unknown.append(UnknownText(1, shortened(text), "holds no equation"))
    return Facts(nodes=tuple(nodes), anchors=tuple(anchors), unknown=tuple(unknown))


def _place(note: str) -> tuple[Frame, ...]:
    """``/my files/op.py:11:8 (layernorm)`` as a frame; the path may hold anything."""
    path = note.strip()
    if path.endswith(")"):
        path = path[: path.rfind(" (")] if " (" in path else path
    position = _POSITION.search(path)
    return (Frame(path[: position.start()], int(position[1])),) if position else ()


class _Functions:
    """Which jaxpr a line belongs to: the outermost (empty), one that was named (``let f = { lambda
    ...``), or one that stands inside an equation (``line 12``, the equation's line)."""

    def __init__(self) -> None:
        self._open: list[str] = []
        self._equation = 0

    def at(self, body: str, number: int) -> str:
        within = self._open[-1] if self._open else ""
        if " = " in body and "{ lambda" not in body.partition(" = ")[0]:
            self._equation = number
        if named := _LET.match(body):
            self._open.append(named[1])
        elif "{ lambda" in body:
            self._open.append("" if body.startswith("{ lambda") else f"line {self._equation}")
        if self._open and _CLOSED.search(body):
            self._open.pop()
        return within


PARSER = Parser(name="jaxpr", summary="jaxprs: equations and their source lines", parse=parse)

"""Jaxprs printed with ``pretty_print(source_info=True)``: equations and their source lines::

e:f32[512] = rsqrt d      # op.py:11:8 (layernorm)
"""

from __future__ import annotations

import re

from opscope.facts import Anchor, Facts, Frame, Node, Parser, UnknownText, shortened

_NAME = re.compile(r"(?<!\w)(\w+):([a-z]\w*\[[^\[\]]*\])")
_PRIMITIVE = re.compile(r"[a-z]\w*")
_PLACE = re.compile(r"\s*([^\s:#]+):([0-9]{1,9})(?::[0-9]{1,9})?(?: \(.*\))?\s*$")
_OPERAND = re.compile(r"(?:^|\s)([a-z]{1,4})(?=\s|$)")
_BRACKETS = re.compile(r"\[[^\[\]]*\]")


def parse(text: str) -> Facts:
    nodes: list[Node] = []
    anchors: list[Anchor] = []
    unknown: list[UnknownText] = []
    for number, line in enumerate(text.splitlines(), 1):
        body, _, note = line.partition(" # ")
        results, equals, value = body.partition(" = ")
        named, primitive = _NAME.search(results), _PRIMITIVE.match(value)
        if not equals or primitive is None or not (named or results.strip() == "_"):
            if equals and note:
                unknown.append(UnknownText(number, shortened(line), "is no equation"))
            continue
        place = _PLACE.match(note)
        frames = (Frame(place[1], int(place[2])),) if place else ()
        nodes.append(
            Node(
                name=named[1] if named else "",
                op=primitive[0],
                line=number,
                type=named[2] if named else "",
                operands=tuple(_OPERAND.findall(_BRACKETS.sub(" ", value[primitive.end() :]))),
            )
        )
        anchors.append(Anchor(line=number, frames=frames))
    if not nodes and "lambda" not in text:
        unknown.append(UnknownText(1, shortened(text), "holds no equation"))
    return Facts(nodes=tuple(nodes), anchors=tuple(anchors), unknown=tuple(unknown))


PARSER = Parser(name="jaxpr", summary="jaxprs: equations and their source lines", parse=parse)

"""The source of generated kernels as a file of its own: Inductor's C++ or Triton, or hand-written.

Anchors need ``@src:NODE`` comments (see ``_kernel_lines``); without them every statement is still
listed, unlinked.
"""

from __future__ import annotations

import re

from opscope.facts import Anchor, Facts, Parser, UnknownText, shortened
from opscope.inspect.parsers._kernel_lines import KernelLines

_FUNCTION = re.compile(r"def (\w+)\(|extern \"C\"\s+(?:\w+ )*?\s*void\s+(\w+)\(")


def parse(text: str) -> Facts:
    anchors: list[Anchor] = []
    name = ""
    body = KernelLines()
    found = False
    for number, line in enumerate(text.splitlines(), 1):
        if function := _FUNCTION.match(line):
            anchors += body.anchors(name)
            name, body, found = function[1] or function[2], KernelLines(), True
        elif found:
            body.read(number, line)
    anchors += body.anchors(name)
    unknown = () if found else (UnknownText(1, shortened(text), "holds no kernel function"),)
    return Facts(anchors=tuple(anchors), unknown=unknown)


PARSER = Parser(
    name="kernel_source", summary="generated C++ and Triton kernels: statements", parse=parse
)

"""LLVM IR: which function an instruction is in, and its source places from ``!dbg`` metadata.

Triton writes ``!dbg`` with inlining chains; XLA writes none, so there the name of the function,
which is that of the HLO instruction, is all there is.
"""

from __future__ import annotations

import re

from opscope.facts import Anchor, Facts, Frame, Parser, UnknownText, shortened

_DEFINE = re.compile(r'define .*?@"?([\w.$\-]+)"?\(')
_INSTRUCTION = re.compile(r"  (?:%\S+ = |store |call |br |ret |tail |fence |switch |unreachable)")
_DEBUG = re.compile(r"!dbg (![0-9]+)")
_METADATA = re.compile(r"(![0-9]+) = (.*)$")
_LINE = re.compile(r"\bline: ([0-9]{1,9})")
_SCOPE = re.compile(r"\bscope: (![0-9]+)")
_INLINED = re.compile(r"\binlinedAt: (![0-9]+)")
_FILE = re.compile(r"\bfile: (![0-9]+)")
_FILE_NAME = re.compile(r'\bfilename: "([^"]*)"')
_DEEPEST = 50


def parse(text: str) -> Facts:
    lines = text.splitlines()
    debug = _DebugInfo(lines)
    anchors: list[Anchor] = []
    unknown: list[UnknownText] = []
    function = ""
    found = False
    for number, line in enumerate(lines, 1):
        if named := _DEFINE.match(line):
            function, found = named[1], True
        elif line.startswith("}"):
            function = ""
        elif _INSTRUCTION.match(line):
            if not function:
                unknown.append(UnknownText(number, shortened(line), "outside any function"))
                continue
            at = _DEBUG.search(line)
            frames = debug.of(at[1]) if at else ()
            anchors.append(Anchor(line=number, frames=frames, kernel=function))
    if not found:
        unknown.append(UnknownText(1, shortened(text), "defines no function"))
    return Facts(anchors=tuple(anchors), unknown=tuple(unknown))


class _DebugInfo:
    def __init__(self, lines: list[str]) -> None:
        found = (_METADATA.match(line) for line in lines if line.startswith("!"))
        self._entries = {match[1]: match[2] for match in found if match}
        self._files: dict[str, str] = {}
        self._chains: dict[str, tuple[Frame, ...]] = {}

    def of(self, location: str) -> tuple[Frame, ...]:
        """The inlining chain of a DILocation, innermost first; line 0 is no place."""
        if location not in self._chains:
            chain: list[Frame] = []
            seen: set[str] = set()
            at: str | None = location
            while at is not None and at not in seen and len(chain) < _DEEPEST:
                seen.add(at)
                entry = self._entries.get(at, "")
                line, scope = _LINE.search(entry), _SCOPE.search(entry)
                if line and scope and int(line[1]):
                    chain.append(Frame(self._file(scope[1]), int(line[1])))
                inlined = _INLINED.search(entry)
                at = inlined[1] if inlined else None
            self._chains[location] = tuple(chain)
        return self._chains[location]

    def _file(self, scope: str) -> str:
        """Of a scope: up through the scopes to the first that names a file."""
        at = scope
        for _ in range(_DEEPEST):
            if at in self._files:
                break
            entry = self._entries.get(at, "")
            if name := _FILE_NAME.search(entry):
                self._files[at] = name[1]
                break
            above = _FILE.search(entry) or _SCOPE.search(entry)
            if above is None:
                return ""
            at = above[1]
        self._files[scope] = self._files.get(at, "")
        return self._files[scope]


PARSER = Parser(name="llvm", summary="LLVM IR: functions and source places", parse=parse)

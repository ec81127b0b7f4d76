"""Places in source files as assembly tells them: DWARF ``.loc`` directives.

``.loc FILE LINE COLUMN [, function_name .., inlined_at FILE LINE COLUMN]`` holds until the next.
``inlined_at`` names one parent only; parents are printed first, so the latest ``.loc`` at that
position gives the rest of the chain. Inside inline assembly LLVM counts the line up per line of
assembly, so only the first ``.loc`` of such a block is believed.
"""

from __future__ import annotations

import re

from opscope.facts import Frame

_FILE = re.compile(r'\s*\.file\s+([0-9]{1,6})\s+"([^"]*)"(?:\s+"([^"]*)")?')
_LOC = re.compile(r"\s*\.loc\s+([0-9]{1,9})\s+([0-9]{1,9})\s+([0-9]{1,9})")
_INLINED = re.compile(r"\binlined_at ([0-9]{1,9}) ([0-9]{1,9}) ([0-9]{1,9})")
_NAMED = re.compile(r"(?:;|//|#) *([^\s:;@\[\]]+):([0-9]{1,9}):[0-9]{1,9}")
_DEEPEST = 50

Position = tuple[str, str, str]


class LineTable:
    """Follows the directives of one file; :attr:`frames` are the next instruction's."""

    def __init__(self) -> None:
        self.frames: tuple[Frame, ...] = ()
        self._files: dict[str, str] = {}
        self._chains: dict[Position, tuple[Frame, ...]] = {}
        self._inline: int | None = None

    def files(self, text: str) -> None:
        """Learn the file numbers, which may stand at the end of the text."""
        for line in text.splitlines():
            if match := _FILE.match(line):
                self._files[match[1]] = match[3] or match[2]

    def read(self, line: str) -> bool:
        """Take in a line; True if it is a directive or a marker that needs no further look."""
        if "inline asm" in line:
            if "begin inline asm" in line:
                self._inline = 0
            elif "end inline asm" in line:
                self._inline = None
            return line.lstrip().startswith(("//", ";", "#"))
        location = _LOC.match(line)
        if location is None:
            return False
        if self._inline is not None:
            self._inline += 1
            if self._inline > 1:
                return True
        self.frames = self._chain((location[1], location[2], location[3]), line)
        return True

    def _chain(self, own: Position, line: str) -> tuple[Frame, ...]:
        number = int(own[1])
        place = (Frame(self._files.get(own[0], _named(line)), number),) if number else ()
        inlined = _INLINED.search(line)
        if inlined is None:
            chain = place
        else:
            parent = (inlined[1], inlined[2], inlined[3])
            above = self._chains.get(parent)
            if above is None:
                above = (Frame(self._files.get(parent[0], ""), int(parent[1])),)
            chain = (*place, *above)[:_DEEPEST]
        self._chains[own] = chain
        return chain


def _named(line: str) -> str:
    comment = _NAMED.search(line[:500])
    return comment[1] if comment else ""

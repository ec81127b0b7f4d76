"""Lines of a generated C++ or Triton kernel: which statement computes what.

Inductor itself leaves no trace of a line's origin. With ``@src:NODE[,NODE]`` at the end of a line
(a comment of either language) that line is known to compute these FX nodes.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass, field

from opscope.facts import Anchor

_NOTE = re.compile(r"@src:([\w,]+)")
_STATEMENT = re.compile(
    r"\s+(?:auto tmp|tmp\w* = |in_out_ptr|out_ptr|float tmp|at::vec::\w+<\w+> tmp|tl\.store"
    r"|tl\.atomic|_tmp\w* = |\w+ = tl\.|transpose_mxn|\w+\[[^=]*\] = )"
)
_C_HEADER = re.compile(r"(?:for ?\(|if ?\()")
_PYTHON_HEADER = re.compile(r"(?:for|if|while) [^(].*:$")
_DEFINED = re.compile(r"\s*(?:auto )?(_?tmp\w*) [+\-*]?= (.*)")
_TEMPORARY = re.compile(r"\btmp\d+\b")
_LOAD = re.compile(r"\btl\.load\(|\bloadu\(|^\w*_ptr\d*\[")
_STORE = re.compile(r"\btl\.store\(|\btl\.atomic_|\.store\(|\btranspose_mxn|\b\w*out_ptr\d*\[")


@dataclass(slots=True)
class _Open:
    """A loop or condition whose end has not been reached."""

    line: int
    indent: int
    python: bool
    names: dict[str, None] = field(default_factory=dict)


@dataclass(slots=True)
class KernelLines:
    """Reads the lines of one kernel. ``computes`` False after all of them: it only moves data."""

    computes: bool = False
    stores: bool = False
    names: dict[int, tuple[str, ...]] = field(default_factory=dict)
    statements: list[int] = field(default_factory=list)
    _open: list[_Open] = field(default_factory=list)
    _untagged: dict[str, list[int]] = field(default_factory=dict)

    def read(self, number: int, line: str) -> None:
        """One line, as it stands in the text; ``number`` is its place there."""
        body = line.lstrip()
        if not body:
            return
        indent = len(line) - len(body)
        self._close(indent, body)
        note = _NOTE.search(line)
        names = tuple(dict.fromkeys(n for n in note[1].split(",") if n)) if note else ()
        if names:
            self._tag(number, names, body)
        if _STATEMENT.match(line):
            self.statements.append(number)
            self._weigh(number, body, bool(names))
        if _C_HEADER.match(body):
            self._open.append(_Open(number, indent, python=False))
        elif _PYTHON_HEADER.match(body):
            self._open.append(_Open(number, indent, python=True))

    def _tag(self, number: int, names: tuple[str, ...], body: str) -> None:
        self.names[number] = names
        if self._open:
            self._open[-1].names.update(dict.fromkeys(names))
        # a load is written when its first user is, and may carry no note of its own
        for temporary in set(_TEMPORARY.findall(body)) & self._untagged.keys():
            for earlier in self._untagged.pop(temporary):
                self.names[earlier] = names

    def _weigh(self, number: int, body: str, tagged: bool) -> None:
        defined = _DEFINED.match(body)
        if defined:
            if not tagged:
                self._untagged.setdefault(defined[1], []).append(number)
            if not _LOAD.search(defined[2]):
                self.computes = True
        if _STORE.search(body):
            self.stores = True
            self.computes = self.computes or "atomic" in body

    def _close(self, indent: int, body: str) -> None:
        """A brace ends a C++ block at its own depth, any line a Python block at most that deep."""
        while self._open:
            block = self._open[-1]
            ended = indent < block.indent or (
                indent == block.indent and (block.python or body[0] == "}")
            )
            if not ended:
                return
            self._open.pop()
            if block.names:
                self.names[block.line] = tuple(block.names)
                if self._open:
                    self._open[-1].names.update(block.names)

    def anchors(self, kernel: str) -> Iterator[Anchor]:
        """Statements, and whatever else is known to compute something."""
        self._close(-1, "}")
        for line in sorted({*self.statements, *self.names}):
            yield Anchor(line=line, names=self.names.get(line, ()), kernel=kernel)

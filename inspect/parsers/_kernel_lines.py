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
_DEFINED = re.compile(r"\s*(?:[\w:<>]+ )?(_?tmp\w*) [+\-*]?= (.*)")
_TEMPORARY = re.compile(r"\b_?tmp\w*")
_LOAD = re.compile(r"\btl\.load\(|\bloadu\(|^\w*_ptr\d*\[")
_STORE = re.compile(r"\btl\.store\(|\btl\.atomic_|\.store\(|\btranspose_mxn|\b\w*out_ptr\d*\[")


@dataclass(slots=True)
class _Open:
    """A loop or condition whose end has not been reached."""

    line: int
    indent: int
    python: bool
    names: dict[str, None] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class _Statement:
    """A statement that assigns ``defined`` (if that is a temporary) from the ``used`` ones."""

    line: int
    defined: str
    used: frozenset[str]


@dataclass(slots=True)
class KernelLines:
    """Reads the lines of one kernel. ``computes`` False after all of them: it only moves data."""

    computes: bool = False
    stores: bool = False
    names: dict[int, tuple[str, ...]] = field(default_factory=dict)
    _statements: list[_Statement] = field(default_factory=list)
    _open: list[_Open] = field(default_factory=list)

    def read(self, number: int, line: str) -> None:
        """One line, as it stands in the text; ``number`` is its place there."""
        body = line.lstrip()
        if not body:
            return
        indent = len(line) - len(body)
        self._close(indent, body)
        if note := _NOTE.search(line):
            names = tuple(dict.fromkeys(n for n in note[1].split(",") if n))
            self.names[number] = names
            if self._open:
                self._open[-1].names.update(dict.fromkeys(names))
        if _STATEMENT.match(line):
            self._statement(number, body)
        if _C_HEADER.match(body):
            self._open.append(_Open(number, indent, python=False))
        elif _PYTHON_HEADER.match(body):
            self._open.append(_Open(number, indent, python=True))

    def _statement(self, number: int, body: str) -> None:
        defined = _DEFINED.match(body)
        used = frozenset(_TEMPORARY.findall(defined[2] if defined else body))
        self._statements.append(_Statement(number, defined[1] if defined else "", used))
        if defined and not _LOAD.search(defined[2]):
            self.computes = True
        if _STORE.search(body):
            self.stores = True
            self.computes = self.computes or "atomic" in body

    def _inherit(self) -> None:
        """A temporary without a note belongs to the operation that uses it first.

        Such are loads that are written late, and the inner steps of one operation (the sums of a
        variance), of which only the last carries its node.
        """
        user: dict[str, tuple[str, ...]] = {}
        for statement in reversed(self._statements):
            inherited = user.pop(statement.defined, ())
            names = self.names.get(statement.line) or inherited
            if names:
                self.names[statement.line] = names
                user.update(dict.fromkeys(statement.used, names))

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
        self._inherit()
        for line in sorted({*(s.line for s in self._statements), *self.names}):
            yield Anchor(line=line, names=self.names.get(line, ()), kernel=kernel)

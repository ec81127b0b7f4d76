"""Loops of Inductor's C++ kernels: a kernel that goes through the same memory several times is one
launch, and still several passes.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass, field
from itertools import pairwise

_FUNCTION = re.compile(r"\bvoid\s{1,8}(\w{1,200})\s{0,8}\(")
_PARAMETER = re.compile(r"\b([\w:]{1,40})\s{0,8}\*\s{0,8}((?:in_out|in|out)_ptr[0-9]{1,4})\b")
_LOOP = re.compile(
    r"\bfor\s*\(\s*int64_t\s+(\w{1,20})\s*=\s*static_cast<int64_t>\(([0-9]{1,12})LL?\)\s*;"
    r"\s*\1\s*<\s*static_cast<int64_t>\(([0-9]{1,12})LL?\)"
)
_ALIAS = re.compile(r"\bauto\s+(\w{1,20})\s*=\s*((?:in_out|in|out)_ptr[0-9]{1,4})\s*;")
_READ = re.compile(
    r"\b((?:in_out|in|out)_ptr[0-9]{1,4})\s{0,4}(?:\[|\+\s{0,4}static_cast)((?:(?!_ptr)[^;]){0,400})"
)
_VARIABLE = re.compile(r"\bx[0-9]{1,3}\b")
_OFFSET = re.compile(r"(?<![\w*.])([0-9]{1,12})LL?\b(?!\s{0,4}\*)")
MOST_PARAMETERS = 20_000
"""Characters of a kernel's list of parameters that are read."""
LEAST_BYTES = 256 * 1024
"""An array that is smaller may stay in a core's own cache, and reading it again costs little."""
_BYTES = {
    **{"double": 8, "int64_t": 8, "float": 4, "int32_t": 4, "int": 4},
    **{"bfloat16": 2, "half": 2, "at::BFloat16": 2, "at::Half": 2, "int16_t": 2},
    **{"bool": 1, "int8_t": 1, "uint8_t": 1, "unsigned char": 1},
}


@dataclass
class Nest:
    """One outermost loop: the bytes of each pointer that are read in it, by parameter and by where
    the loop begins in it (slices that do not overlap are different memory)."""

    reads: dict[tuple[str, int], int] = field(default_factory=dict)

    @property
    def read_bytes(self) -> dict[str, int]:
        """By parameter, the largest slice."""
        found: dict[str, int] = {}
        for (name, _), count in self.reads.items():
            found[name] = max(found.get(name, 0), count)
        return found


def kernels(text: str) -> list[list[Nest]]:
    """The loop nests of each kernel in C++ text, in order; what is no such loop is left out."""
    starts = [match.start() for match in _FUNCTION.finditer(text) if "kernel" in match[1]]
    return [list(_nests(text[a:b])) for a, b in pairwise([*starts, len(text)])]


def reread_bytes(nests: list[Nest]) -> int:
    """Bytes of larger arrays that are read again by a later nest of the same kernel."""
    found: dict[tuple[str, int], list[int]] = {}
    for nest in nests:
        for slice_, count in nest.reads.items():
            if count >= LEAST_BYTES:
                found.setdefault(slice_, []).append(count)
    return sum(sum(counts) - max(counts) for counts in found.values())


def _nests(kernel: str) -> Iterator[Nest]:
    head, _, body = kernel.partition("{")
    parameters = _PARAMETER.findall(head[:MOST_PARAMETERS])
    widths = {name: _BYTES.get(type_, 4) for type_, name in parameters}
    same = dict(_ALIAS.findall(body))
    depth = 0
    open_loops: list[tuple[int, str, int, int]] = []  # depth, variable, first, extent
    nest: Nest | None = None
    for line in body.splitlines():
        loop = _LOOP.search(line)
        if loop:
            if not open_loops:
                nest = Nest()
                yield nest
            first, last = int(loop[2]), int(loop[3])
            open_loops.append((depth, loop[1], first, max(0, last - first)))
        elif nest is not None and open_loops:
            ranges = {variable: (first, extent) for _, variable, first, extent in open_loops}
            _reads(line, nest, ranges, widths, same)
        for brace in re.findall(r"[{}]", line.partition("//")[0]):
            depth += 1 if brace == "{" else -1
            while brace == "}" and open_loops and open_loops[-1][0] >= depth:
                open_loops.pop()
        if depth < 0:
            return


def _reads(
    line: str,
    nest: Nest,
    ranges: dict[str, tuple[int, int]],
    widths: dict[str, int],
    same: dict[str, str],
) -> None:
    _, _, value = line.partition(" = ")
    if not value or "_ptr" not in value or ".store(" in line:
        return
    for pointer, index in _READ.findall(value):
        elements, begins = 1, sum(map(int, _OFFSET.findall(index)))
        for variable in set(_VARIABLE.findall(index)):
            first, extent = ranges.get(variable, (0, 1))
            elements, begins = elements * extent, begins + first
        name = same.get(pointer, pointer)
        slice_ = (name, begins)
        nest.reads[slice_] = max(nest.reads.get(slice_, 0), elements * widths.get(name, 4))

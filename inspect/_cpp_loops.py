"""Loops of Inductor's C++ kernels: a kernel that goes through the same memory several times is one
launch, and still several passes.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass, field
from itertools import pairwise

_KERNEL = re.compile(r"\bvoid\s+\w*kernel\w*\s*\(")
_PARAMETER = re.compile(r"([\w:]+)\s*\*\s*(?:__restrict__\s*)?((?:in_out|in|out)_ptr[0-9]{1,4})\b")
_LOOP = re.compile(
    r"\bfor\s*\(\s*int64_t\s+(\w{1,20})\s*=\s*static_cast<int64_t>\(([0-9]{1,12})LL?\)\s*;"
    r"\s*\1\s*<\s*static_cast<int64_t>\(([0-9]{1,12})LL?\)"
)
_ALIAS = re.compile(r"\bauto\s+(\w{1,20})\s*=\s*((?:in_out|in|out)_ptr[0-9]{1,4})\s*;")
_READ = re.compile(r"\b((?:in_out|in|out)_ptr[0-9]{1,4})\s*(\[|\+\s*static_cast)([^;]{0,400})")
_VARIABLE = re.compile(r"\bx[0-9]{1,3}\b")
_BYTES = {
    **{"double": 8, "int64_t": 8, "float": 4, "int32_t": 4, "int": 4},
    **{"bfloat16": 2, "half": 2, "at::BFloat16": 2, "at::Half": 2, "int16_t": 2},
    **{"bool": 1, "int8_t": 1, "uint8_t": 1, "unsigned char": 1},
}


@dataclass
class Nest:
    """One outermost loop: the bytes of each pointer that are read in it, by parameter."""

    read_bytes: dict[str, int] = field(default_factory=dict)


def kernels(text: str) -> list[list[Nest]]:
    """The loop nests of each kernel in C++ text, in order; what is no such loop is left out."""
    edges = [*(match.start() for match in _KERNEL.finditer(text)), len(text)]
    return [list(_nests(text[a:b])) for a, b in pairwise(edges)]


def reread_bytes(nests: list[Nest]) -> int:
    """Bytes that are read again by a later nest of the same kernel."""
    found: dict[str, list[int]] = {}
    for nest in nests:
        for pointer, count in nest.read_bytes.items():
            found.setdefault(pointer, []).append(count)
    return sum(sum(counts) - max(counts) for counts in found.values())


def _nests(kernel: str) -> Iterator[Nest]:
    head, _, body = kernel.partition("{")
    widths = {name: _BYTES.get(type_, 4) for type_, name in _PARAMETER.findall(head)}
    same = dict(_ALIAS.findall(body))
    depth = 0
    open_loops: list[tuple[int, str, int]] = []  # depth, variable, extent
    nest: Nest | None = None
    for line in body.splitlines():
        loop = _LOOP.search(line)
        if loop:
            if not open_loops:
                nest = Nest()
                yield nest
            open_loops.append((depth, loop[1], max(0, int(loop[3]) - int(loop[2]))))
        elif nest is not None and open_loops:
            extents = {variable: extent for _, variable, extent in open_loops}
            _reads(line, nest, extents, widths, same)
        for brace in re.findall(r"[{}]", line.partition("//")[0]):
            depth += 1 if brace == "{" else -1
            while brace == "}" and open_loops and open_loops[-1][0] >= depth:
                open_loops.pop()
        if depth < 0:
            return


def _reads(
    line: str, nest: Nest, extents: dict[str, int], widths: dict[str, int], same: dict[str, str]
) -> None:
    _, _, value = line.partition(" = ")
    if not value or "_ptr" not in value or ".store(" in line:
        return
    for pointer, _, index in _READ.findall(value):
        elements = 1
        for variable in set(_VARIABLE.findall(index)):
            elements *= extents.get(variable, 1)
        name = same.get(pointer, pointer)
        count = elements * widths.get(name, 4)
        nest.read_bytes[name] = max(nest.read_bytes.get(name, 0), count)

"""Operators that an eager runtime dispatched, one a line in the order they ran.

The dumping side writes this format::

    aten.addmm.default(f32[512], f32[8,16], f32[16,512]) -> f32[8,512]  # at op.py:12
    aten.t.default(f32[8,16]) -> f32[16,8]  # view
    jit(layernorm)(f32[8,48]) -> f32[8,48]  # generated: sub, mul, rsqrt
    MatMul(f32[8,16], f32[16,512]) -> f32[8,512]

Types are written as XLA writes them. After ``#``, separated by ``;``: ``view`` (nothing is
launched), ``copy``, ``generated: OPS`` (the runtime compiled this one by itself, from these
operations), ``at FILE:LINE``. Bytes are all arguments and results; FLOPs are counted for matrix
products.
"""

from __future__ import annotations

import re

from opscope.facts import Anchor, Facts, Frame, Node, Parser, UnknownText, shortened
from opscope.inspect.parsers._hlo_text import dimensions, elements, size_bytes
from opscope.records import Kernel

_LINE = re.compile(r"([\w.:()<>/\-]+?)\(([^()#]*)\)(?: -> ([^#]*))?\s*(?:#(.*))?$")
_TYPE = re.compile(r"[a-z]\w*\[[0-9,]*\]")
_PLACE = re.compile(r"at (\S+):([0-9]{1,9})$")
_PRODUCTS = frozenset(("mm", "bmm", "matmul", "MatMul", "BatchMatMulV2", "addmm", "baddbmm"))


def parse(text: str) -> Facts:
    kernels: list[Kernel] = []
    nodes: list[Node] = []
    anchors: list[Anchor] = []
    unknown: list[UnknownText] = []
    for number, line in enumerate(text.splitlines(), 1):
        body = line.strip()
        if not body or body[0] == "#":
            continue
        called = _LINE.match(body[: 1 << 14])
        if called is None:
            unknown.append(UnknownText(number, shortened(body), "is no dispatched operator"))
            continue
        notes = [note.strip() for note in (called[4] or "").split(";") if note.strip()]
        place = next((m for note in notes if (m := _PLACE.match(note))), None)
        frames = (Frame(place[1], int(place[2])),) if place else ()
        name, given, results = called[1], called[2], called[3] or ""
        nodes.append(
            Node(
                name=name,
                op=_operator(name),
                line=number,
                type=results.strip(),
                operands=tuple(_TYPE.findall(given)),
            )
        )
        anchors.append(Anchor(line=number, frames=frames, kernel=name))
        if "view" not in notes:
            kernels.append(_kernel(name, given, results, notes, number, frames))
    if not nodes:
        unknown.append(UnknownText(1, shortened(text), "holds no dispatched operator"))
    return Facts(
        kernels=tuple(kernels),
        nodes=tuple(nodes),
        anchors=tuple(anchors),
        unknown=tuple(unknown),
    )


def _operator(name: str) -> str:
    """``aten::add.Tensor`` and ``aten.add.Tensor`` as ``aten.add``."""
    parts = name.replace("::", ".").split(".")
    return ".".join(parts[:2])


def _kernel(
    name: str, given: str, results: str, notes: list[str], number: int, frames: tuple[Frame, ...]
) -> Kernel:
    generated = next((n for n in notes if n.startswith("generated")), None)
    ops: tuple[str, ...] = (_operator(name),)
    if generated and ":" in generated:
        ops = tuple(o.strip() for o in generated.partition(":")[2].split(",") if o.strip())
    moved = size_bytes(given) + size_bytes(results)
    return Kernel(
        name=name,
        kind="generated" if generated else "copy" if "copy" in notes else "library",
        ops=ops,
        bytes=moved or None,
        flops=_flops(name, given, results),
        lines=(number, number),
        source_lines=tuple(frame.line for frame in frames),
    )


def _flops(name: str, given: str, results: str) -> int | None:
    operator = _operator(name).rsplit(".", 1)[-1]
    if operator not in _PRODUCTS:
        return None
    operands = _TYPE.findall(given)[operator in ("addmm", "baddbmm") :]
    left = dimensions(operands[0]) if len(operands) > 1 else ()
    right = dimensions(operands[1]) if len(operands) > 1 else ()
    out = dimensions(results)
    if len(left) < 2 or len(right) < 2 or len(out) < 2:
        return None
    # whichever operand is transposed, k is what m x k, k x n and m x n leave over
    k_squared = elements(operands[0]) * elements(operands[1]) // max(1, elements(results))
    batch = 1
    for size in out[:-2]:
        batch *= size
    k = round((k_squared / max(1, batch)) ** 0.5)
    return 2 * elements(results) * k if k * k * batch == k_squared else None


PARSER = Parser(name="ops", summary="operators that an eager runtime dispatched", parse=parse)

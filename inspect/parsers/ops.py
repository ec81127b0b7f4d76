"""Operators that an eager runtime dispatched, one a line in the order they ran::

    aten.addmm.default(f32[64], f32[8,24], f32[24,64]) -> f32[8,64]  # at mlp.py:42
    aten.t.default(f32[8,16]) -> f32[16,8]  # view; at mlp.py:43
    jit(_var)(f32[8,48]) -> f32[8,1]  # generated: reduce_sum, sub, mul

Types are named as XLA names them; the frameworks' own names (``float32``) are understood as well.
Notes stand after ``#``, separated by semicolons: ``view`` (nothing was launched), ``copy``,
``generated: OPS`` (compiled from these), ``at FILE:LINE``. Bytes are all arguments and results;
FLOPs are counted for matrix products. An operator of ATen or TensorFlow is a library kernel; a JAX
primitive is a kernel that XLA generated for itself.
"""

from __future__ import annotations

import math
import re
from dataclasses import replace

from opscope.dtypes import DTYPES
from opscope.facts import Anchor, Facts, Frame, Node, Parser, UnknownText, shortened
from opscope.inspect.parsers._hlo_text import BYTES as XLA_BYTES
from opscope.records import Kernel

_LINE = re.compile(
    r"([\w.:/\-]+(?:\([\w.<>]*\))?)\(([^()#]*)\)"
    r"(?: -> ([^#(]*)(?:\(\))?(?:\((\w+)\))?)?\s*(?:#(.*))?$"
)
_TYPE = re.compile(r"\b([a-z]\w*)\[([0-9,]*)\]")
_PLACE = re.compile(r"(?:at )?([^:]+):([0-9]{1,9})$")
_PRODUCTS = frozenset(
    ("mm", "bmm", "matmul", "MatMul", "BatchMatMulV2", "addmm", "baddbmm", "dot_general")
)
_BYTES = {
    **{name: dtype.bytes for name, dtype in DTYPES.items()},
    **{"uint8": 1, "int16": 2, "uint16": 2, "uint64": 8, "complex64": 8, "half": 2},
    **{name: int(size) for name, size in XLA_BYTES.items() if size >= 1},
}


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
        name, taken, given = called[1], _types(called[2]), _types(called[3] or "")
        notes = [n.strip() for n in (called[4] or "", *(called[5] or "").split(";")) if n.strip()]
        place = next((m for note in notes if (m := _PLACE.match(note))), None)
        frames = (Frame(place[1], int(place[2])),) if place else ()
        nodes.append(
            Node(
                name=name,
                op=_operator(name),
                line=number,
                type=(called[3] or "").strip(),
                operands=tuple(part.strip() for part in _SPLIT.split(called[2]) if part.strip()),
                attributes={"notes": "; ".join(notes)} if notes else {},
            )
        )
        anchors.append(Anchor(line=number, frames=frames, kernel=name))
        if "view" not in notes:
            kernel = _kernel(name, taken, given, notes)
            lines = tuple(frame.line for frame in frames)
            kernels.append(replace(kernel, lines=(number, number), source_lines=lines))
    if not nodes:
        unknown.append(UnknownText(1, shortened(text), "holds no dispatched operator"))
    return Facts(
        kernels=tuple(kernels),
        nodes=tuple(nodes),
        anchors=tuple(anchors),
        unknown=tuple(unknown),
    )


Type = tuple[str, tuple[int, ...]]
_SPLIT = re.compile(r",(?![0-9])")


def _types(text: str) -> list[Type]:
    """``float32[8,24], bool[]`` as pairs of element type and sizes."""
    return [
        (name, tuple(int(size[:12]) for size in sizes.split(",") if size))
        for name, sizes in _TYPE.findall(text)
    ]


def _elements(type_: Type) -> int:
    product = 1
    for size in type_[1]:
        product *= size
    return product


def _operator(name: str) -> str:
    """``aten::add.Tensor`` and ``aten.add.Tensor`` as ``aten.add``."""
    parts = name.replace("::", ".").split(".")
    return ".".join(parts[:2])


def _kernel(name: str, taken: list[Type], given: list[Type], notes: list[str]) -> Kernel:
    operator = _operator(name)
    made = next((n.partition(":")[2] for n in notes if n.startswith("generated")), None)
    ops = tuple(o.strip() for o in (made or "").split(",") if o.strip()) or (operator,)
    from_jax = "." not in operator and not operator[0].isupper() and operator[0] != "_"
    kind = "generated" if from_jax or made is not None else "library"
    known = all(type_[0] in _BYTES for type_ in (*taken, *given))
    moved = sum(_BYTES.get(t[0], 0) * _elements(t) for t in (*taken, *given))
    return Kernel(
        name=name,
        kind="copy" if "copy" in notes else kind,
        ops=ops,
        bytes=moved if known and moved else None,
        flops=_flops(operator, taken, given),
    )


def _flops(operator: str, taken: list[Type], given: list[Type]) -> int | None:
    """2 m n k of a product. Whichever operand is transposed, the square of k is what the sizes
    m k, k n and m n (each times the batch) leave over."""
    short = operator.rsplit(".", 1)[-1]
    operands = taken[short in ("addmm", "baddbmm") :]
    if short not in _PRODUCTS or len(operands) < 2 or not given:
        return None
    left, right, out = operands[0], operands[1], given[0]
    if min(len(left[1]), len(right[1]), len(out[1])) < 2:
        return None
    batch = 1
    for size in out[1][:-2]:
        batch *= size
    product = _elements(left) * _elements(right)
    k = math.isqrt(product // max(1, _elements(out) * batch))
    exact = k * k * _elements(out) * batch == product
    return 2 * _elements(out) * k if exact else None


PARSER = Parser(name="ops", summary="operators that an eager runtime dispatched", parse=parse)

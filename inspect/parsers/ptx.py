"""PTX: instruction mix per entry and function, and source places from ``.loc`` directives."""

from __future__ import annotations

import re

from opscope.facts import Anchor, Facts, Parser, UnknownText, shortened
from opscope.inspect.parsers._places import LineTable
from opscope.inspect.parsers._tally import Tally
from opscope.records import Kernel

_FUNCTION = re.compile(r"(?:\.\w+\s+)*\.(entry|func)\s+(?:\([^)]*\)\s*)?([\w$.]+)")
_INSTRUCTION = re.compile(r"\s*(?:@!?%\w+\s+)?([a-z][\w.:]*)(?=[\s;])")
_VECTOR = re.compile(r"\.v([248])\b")
_WIDTH = re.compile(r"\.[a-z]+([0-9]{1,3})(?:x2)?\b")
_COPIED = re.compile(r"\], (0x[0-9a-fA-F]{1,4}|[0-9]{1,4})\b")
_MATRIX = re.compile(r"\.x([124])\b")
_TENSOR = ("mma.", "wgmma.mma", "tcgen05.mma", "wmma.mma")
_SPECIAL = ("ex2", "lg2", "sin", "cos", "tanh", "rsqrt", "sqrt", "rcp", "div.f", "div.r", "div.a")
_SHARED = re.compile(r"\s*(?:\.\w+ )*\.shared .*\[([0-9]{1,9})\];")
_BRACES = ("{", "}", ")", "(")


def parse(text: str) -> Facts:
    table = LineTable()
    table.files(text)
    tallies: list[tuple[Tally, bool]] = []
    anchors: list[Anchor] = []
    unknown: list[UnknownText] = []
    depth, shared = 0, 0
    for number, line in enumerate(text.splitlines(), 1):
        body = line.strip()
        if not body or table.read(line):
            continue
        if declared := _SHARED.match(line):
            shared += int(declared[1])
        if body.startswith("//") or body[0] == "$":
            continue
        if body[0] == ".":
            if function := _FUNCTION.match(body):
                tallies.append((Tally(function=function[2], first=number), function[1] == "entry"))
                depth = 0
            elif body.startswith(".section"):
                depth = 0
            continue
        depth += {"{": 1, "}": -1}.get(body[0], 0) if body in ("{", "}") else 0
        if body[0] in _BRACES or body.startswith("."):
            continue
        instruction = _INSTRUCTION.match(line)
        if instruction and tallies and depth > 0:
            _count(tallies[-1][0], number, instruction[1], body)
            name = tallies[-1][0].function
            anchors.append(Anchor(line=number, frames=table.frames, kernel=name))
        elif not tallies or (depth > 0 and not body.endswith(":")):
            unknown.append(UnknownText(number, shortened(body), "is no PTX instruction"))
    if not tallies:
        unknown.append(UnknownText(1, shortened(text), "holds no PTX entry"))
    return Facts(
        kernels=tuple(
            Kernel(name=t.function, kind="generated", lines=(t.first, max(t.first, t.last)))
            for t, entry in tallies
            if entry
        ),
        code=tuple(t.code() for t, _ in tallies),
        anchors=tuple(anchors),
        counts={"static_shared_bytes": shared} if shared else {},
        unknown=tuple(unknown),
    )


def _count(tally: Tally, number: int, opcode: str, body: str) -> None:
    tally.last = number
    tally.opcodes[opcode] += 1
    head = opcode.partition(".")[0]
    if opcode.startswith(_TENSOR):
        tally.tensor_core += 1
    elif head == "fma":
        tally.fma += 1
    elif head in ("ld", "ldu") and ".param" not in opcode:
        tally.loads[_bytes(opcode)] += 1
    elif head in ("st", "red") and ".param" not in opcode:
        tally.stores[_bytes(opcode)] += 1
    elif opcode.startswith("ldmatrix"):
        matrices = _MATRIX.search(opcode)
        tally.loads[4 * int(matrices[1]) if matrices else 0] += 1
    elif opcode.startswith("cp.async") and (
        ".shared.global" in opcode or "global.shared" in opcode
    ):
        copied = _COPIED.search(body)
        counted = tally.stores if "global.shared" in opcode else tally.loads
        counted[int(copied[1], 0) if copied else 0] += 1
    elif opcode.startswith(_SPECIAL):
        tally.special += 1
    elif head in ("bra", "brx", "ret", "exit"):
        tally.branches += 1
    elif head == "call":
        tally.calls += 1
    elif head in ("bar", "barrier", "mbarrier"):
        tally.barriers += 1


def _bytes(opcode: str) -> int:
    """``ld.global.v4.b32``: 16 bytes a thread."""
    vector = _VECTOR.search(opcode)
    widths = _WIDTH.findall(opcode.replace("L1::", "").replace("L2::", ""))
    return int(widths[-1]) * (int(vector[1]) if vector else 1) // 8 if widths else 0


PARSER = Parser(name="ptx", summary="PTX: instruction mix and source places", parse=parse)

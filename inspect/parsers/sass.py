"""SASS as ``nvdisasm`` or ``cuobjdump -sass`` prints it: instruction mix, registers, places.

Places come from the ``//## File "f", line n inlined at "g", line m`` comments of ``nvdisasm -gi``,
or of ``-gp``, where the file is ``.nv_debug_ptx_txt`` and the line one of the PTX text.
"""

from __future__ import annotations

import re

from opscope.facts import Anchor, Facts, Frame, Parser, UnknownText, shortened
from opscope.inspect.parsers._tally import Tally
from opscope.records import Kernel

_LABEL = re.compile(r"\.text\.([\w$.]+):|\s*Function : ([\w$.]+)")
_INSTRUCTION = re.compile(r"\s+/\*([0-9a-f]{4,6})\*/\s+(?:@!?U?P\w+ )?([A-Z][\w.]*)")
_PLACE = re.compile(r'\s*//## File "([^"]*)", line ([0-9]{1,9})')
_INLINED = re.compile(r'inlined at "([^"]*)", line ([0-9]{1,9})')
_REGISTERS = re.compile(r"SHI_REGISTERS=([0-9]{1,4})|EIATTR_REGCOUNT.*?([0-9]{1,4})$")
_WIDTH = re.compile(r"\.(128|64|32|16|8)\b|\.[US](8|16)\b")
_TENSOR = re.compile(r"(?:[HIQDBOF]|UTC[HIQO]|[HIQ]G|E[HQ])MMA\b|[HIQ]GMMA|UTC\w*MMA")
_SASS_LINE = re.compile(r"\s*/\*[0-9a-fx]+\*/")
_FMA = ("FFMA", "HFMA2", "DFMA", "FFMA2")


def parse(text: str) -> Facts:
    tallies: list[Tally] = []
    anchors: list[Anchor] = []
    unknown: list[UnknownText] = []
    frames: tuple[Frame, ...] = ()
    pending: list[Frame] | None = None
    registers: int | None = None
    in_code = False
    for number, line in enumerate(text.splitlines(), 1):
        if place := _PLACE.match(line):
            pending = [] if pending is None else pending
            pending.append(Frame(place[1], int(place[2])))
            pending += [Frame(file, int(at)) for file, at in _INLINED.findall(line)]
        elif label := _LABEL.match(line):
            tallies.append(Tally(function=label[1] or label[2], first=number, registers=registers))
            frames, pending, registers, in_code = (), None, None, True
        elif line.lstrip().startswith(".section\t") or line.startswith("\t.section"):
            in_code = False
        elif instruction := _INSTRUCTION.match(line):
            if pending is not None:
                frames, pending = tuple(pending), None
            if not tallies or not in_code:
                unknown.append(UnknownText(number, shortened(line), "outside any function"))
            elif not instruction[2].startswith("NOP"):
                _count(tallies[-1], number, instruction[2], line)
                name = tallies[-1].function
                anchors.append(Anchor(line=number, frames=frames, kernel=name))
        elif told := _REGISTERS.search(line):
            registers = int(told[1] or told[2])
        elif in_code and line.strip() and not _known(line):
            unknown.append(UnknownText(number, shortened(line), "is no SASS instruction"))
    if not tallies:
        unknown.append(UnknownText(1, shortened(text), "holds no SASS function"))
    return Facts(
        kernels=tuple(
            Kernel(
                name=t.function,
                kind="generated",
                lines=(t.first, max(t.first, t.last)),
                registers=t.registers,
            )
            for t in tallies
        ),
        code=tuple(t.code() for t in tallies),
        anchors=tuple(anchors),
        unknown=tuple(unknown),
    )


def _known(line: str) -> bool:
    """Labels, directives, comments, encodings and cuobjdump's rulers."""
    body = line.strip()
    return body[0] in ".#/$" or body.endswith(":") or bool(_SASS_LINE.match(line))


def _count(tally: Tally, number: int, opcode: str, line: str) -> None:
    tally.last = number
    head = opcode.partition(".")[0]
    tally.opcodes[opcode] += 1
    if _TENSOR.match(opcode):
        tally.tensor_core += 1
    elif head in _FMA:
        tally.fma += "-RZ, RZ," not in line  # the assembler's way to load a constant
    elif head in ("LDG", "LDS", "LDSM", "LD", "LDL", "LDGSTS"):
        tally.loads[_bytes(opcode)] += 1
    elif head in ("STG", "STS", "STSM", "ST", "STL", "RED", "REDG"):
        tally.stores[_bytes(opcode)] += 1
    elif head == "MUFU":
        tally.special += 1
    elif head in ("BRA", "BRX", "EXIT", "RET", "JMP", "BSYNC"):
        tally.branches += 1
    elif head == "CALL":
        tally.calls += 1
    elif head in ("BAR", "DEPBAR", "SYNCS"):
        tally.barriers += 1


def _bytes(opcode: str) -> int:
    """``LDG.E.128``: 16 bytes a thread; without a width it is 4."""
    widths = [int(bits or small) for bits, small in _WIDTH.findall(opcode)]
    if opcode.startswith(("LDSM", "STSM")):
        matrices = re.search(r"\.([124])\b", opcode)
        return 4 * (int(matrices[1]) if matrices else 1)
    return widths[-1] // 8 if widths else 4


PARSER = Parser(name="sass", summary="SASS: instruction mix, registers, places", parse=parse)

"""x86 assembly as ``objdump -d`` prints it (Intel or AT&T syntax), or as a compiler writes it.

With ``objdump -d -l --inlines`` the chain of source lines stands above each run of instructions::

    _mm256_mul_ps(...):
    avxintrin.h:320
    inlined by kernel.main.cpp:24 (kernel._omp_fn.0)
        25d8:   vmulps ymm0,ymm1,YMMWORD PTR [rax]

Without it an instruction is known by its function only.
"""

from __future__ import annotations

import re

from opscope.facts import Anchor, Facts, Frame, Parser, UnknownText, shortened
from opscope.inspect.parsers._places import LineTable
from opscope.inspect.parsers._tally import Tally

_HEADER = re.compile(r"[0-9a-f]{4,16} <(.+)>:\s*$")
_DISASSEMBLED = re.compile(
    r"\s+[0-9a-f]{1,16}:\t(?:(?:[0-9a-f]{2} )+\s*\t?)?\s*"
    r"(?:(?:lock|rep[nz]*|bnd|notrack|cs|data16) )*([a-z]\w*)\s*(.*)"
)
_PLACE = re.compile(r"\s*(?:\(?inlined by\)? )?(\S+):([0-9]{1,9})(?: \(.*\))?\s*$")
_LABEL = re.compile(r'"?([A-Za-z_][\w$.@]*)"?:')
_WRITTEN = re.compile(r"\s+([a-z]\w*)(?:\s+(.*))?$")
_OTHER = re.compile(r".*file format |Disassembly of section|\s*\.\.\.$|\s*[.#/]|\s*$|\S.*:\s*$")
_ARITHMETIC = re.compile(
    r"v?(?:add|sub|mul|div|sqrt|rsqrt|rcp|max|min|fn?m(?:add|sub)[0-9]*|dp|hadd)\w*?([ps])([sdh])$"
)
_SIZE = {"BYTE": 1, "WORD": 2, "DWORD": 4, "QWORD": 8, "XMMWORD": 16, "YMMWORD": 32, "ZMMWORD": 64}
_POINTER = re.compile(r"\b(BYTE|[XYZDQ]?(?:MM)?WORD) (?:PTR|BCST)")
_REGISTER = re.compile(r"\b([xyz])mm[0-9]")
_BITS = {"x": 128, "y": 256, "z": 512}
_SCALAR_BITS = {"s": 32, "d": 64, "h": 16}
_SUFFIX = {"b": 1, "w": 2, "l": 4, "q": 8}
_IDLE = frozenset(("nop", "nopw", "nopl", "int3", "data16", "cs", "xchg", "endbr64", "ud2"))


def parse(text: str) -> Facts:
    lines = text.splitlines()
    reader = _Disassembly() if any(map(_DISASSEMBLED.match, lines)) else _Source(text)
    for number, line in enumerate(lines, 1):
        reader.line(number, line)
    if not reader.tallies:
        reader.unknown.append(UnknownText(1, shortened(text), "holds no function"))
    return Facts(
        code=tuple(t.code() for t in reader.tallies if t.opcodes),
        anchors=tuple(reader.anchors),
        unknown=tuple(reader.unknown),
    )


class _Reader:
    def __init__(self) -> None:
        self.tallies: list[Tally] = []
        self.anchors: list[Anchor] = []
        self.unknown: list[UnknownText] = []

    def line(self, number: int, line: str) -> None:
        raise NotImplementedError

    def _begin(self, number: int, name: str) -> None:
        self.tallies.append(Tally(function=name, first=number))

    def _instruction(
        self, number: int, mnemonic: str, operands: str, frames: tuple[Frame, ...]
    ) -> None:
        if not self.tallies:
            self.unknown.append(UnknownText(number, shortened(mnemonic), "outside any function"))
        elif mnemonic not in _IDLE:
            tally = self.tallies[-1]
            _count(tally, number, mnemonic, re.split(r"[#<]", operands, maxsplit=1)[0].strip())
            self.anchors.append(Anchor(line=number, frames=frames, kernel=tally.function))

    def _other(self, number: int, line: str) -> None:
        if not _OTHER.match(line):
            self.unknown.append(UnknownText(number, shortened(line), "is no x86 instruction"))


class _Disassembly(_Reader):
    """What objdump prints: an address before each instruction, source lines between them."""

    def __init__(self) -> None:
        super().__init__()
        self._frames: tuple[Frame, ...] = ()
        self._pending: list[Frame] = []

    def line(self, number: int, line: str) -> None:
        if instruction := _DISASSEMBLED.match(line):
            if self._pending:
                self._frames, self._pending = tuple(self._pending), []
            self._instruction(number, instruction[1], instruction[2], self._frames)
        elif header := _HEADER.match(line):
            self._begin(number, header[1])
            self._frames, self._pending = (), []
        elif place := _PLACE.match(line):
            self._pending.append(Frame(place[1], int(place[2])))
        else:
            self._other(number, line)


class _Source(_Reader):
    """What a compiler writes for an assembler: labels, directives, instructions."""

    def __init__(self, text: str) -> None:
        super().__init__()
        self._table = LineTable()
        self._table.files(text)

    def line(self, number: int, line: str) -> None:
        if self._table.read(line):
            return
        if label := _LABEL.match(line):
            self._begin(number, label[1])
        elif self.tallies and (instruction := _WRITTEN.match(line)):
            self._instruction(number, instruction[1], instruction[2] or "", self._table.frames)
        else:
            self._other(number, line)


def _count(tally: Tally, number: int, mnemonic: str, operands: str) -> None:
    tally.last = number
    tally.opcodes[mnemonic] += 1
    arithmetic = _ARITHMETIC.match(mnemonic)
    widest = max((_BITS[x] for x in _REGISTER.findall(operands)), default=0)
    if arithmetic:
        tally.vector_bits[widest if arithmetic[1] == "p" else _SCALAR_BITS[arithmetic[2]]] += 1
    if re.match(r"vfn?m(?:add|sub)", mnemonic):
        tally.fma += 1
    elif mnemonic.startswith(("tdp", "tcmm")):
        tally.tensor_core += 1
    elif re.match(r"v?(?:div|r?sqrt|rcp)", mnemonic):
        tally.special += 1
    elif mnemonic[0] == "j" or mnemonic.startswith("ret"):
        tally.branches += 1
    elif mnemonic.startswith("call"):
        tally.calls += 1
    elif mnemonic.endswith("fence"):
        tally.barriers += 1
    _count_memory(tally, mnemonic, operands, widest)


def _count_memory(tally: Tally, mnemonic: str, operands: str, widest: int) -> None:
    """A memory operand is written if it is the destination of a move, and read otherwise.

    Destination first is Intel's order, destination last (registers with %) AT&T's.
    """
    if mnemonic.startswith(("lea", "prefetch", "nop", "jmp", "call")):
        return
    if "[" in operands:
        pointer = _POINTER.search(operands)
        size = _SIZE[pointer[1]] if pointer and pointer[1] in _SIZE else widest // 8
        bracket = operands.index("[")
        stored = "," not in operands[:bracket] and "," in operands[operands.rfind("]") :]
    elif "(" in operands and "%" in operands:
        size = widest // 8 or _SUFFIX.get(mnemonic[-1], 0)
        stored = operands.endswith(")") and "," in operands[: operands.rfind("(") + 1]
    else:
        return
    moved = mnemonic.startswith(("mov", "vmov", "vextract", "vpextr", "vcvtps2ph", "push", "set"))
    (tally.stores if stored and moved else tally.loads)[size] += 1


PARSER = Parser(name="x86", summary="x86 assembly: instruction mix and source places", parse=parse)

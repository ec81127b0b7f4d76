"""HLO text to instructions: the syntax, without any judgement of what runs.

The text is XLA's ``HloModule::ToString`` (also ``Compiled.as_text()`` of JAX, TensorFlow's
``experimental_get_compiler_ir`` and XLA's dump folder)::

    HloModule jit_f, is_scheduled=true, ...
    StackFrames
    3 {file_location_id=3 parent_frame_id=3}
    %fused_computation (p: f32[8]) -> f32[8] {
      ROOT %neg.1 = f32[8]{0} negate(%p), metadata={op_name="jit(f)/neg" stack_frame_id=3}
    }
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field, replace

from opscope.facts import Frame, UnknownText, shortened

BYTES = {
    **dict.fromkeys(("pred", "s8", "u8", "f8e5m2", "f8e4m3", "f8e4m3fn", "f8e8m0fnu"), 1.0),
    **dict.fromkeys(("s4", "u4", "f4e2m1fn"), 0.5),
    **dict.fromkeys(("s16", "u16", "f16", "bf16"), 2.0),
    **dict.fromkeys(("s32", "u32", "f32"), 4.0),
    **dict.fromkeys(("s64", "u64", "f64", "c64"), 8.0),
    "c128": 16.0,
    "token": 0.0,
}

_COMPUTATION = re.compile(r"(ENTRY )?%?([\w.\-]+) (?:\(|\{$)")
_INSTRUCTION = re.compile(r"(ROOT )?%?([\w.\-]+) = ")
_OPCODE = re.compile(r"([a-z][\w\-]*)\(")
_BRACKET = re.compile(r'[(){}]|"(?:[^"\\]|\\.?)*(?:"|$)')  # an open string ends with its line
_OPERAND = re.compile(r"%([\w.\-]+)")
_BARE_OPERAND = re.compile(r"(?:^|, |\s)([A-Za-z_][\w.\-]*)(?=,|$)")
_ARRAY = re.compile(r"\b([a-z]\w*)\[([\d,<=]*)\]")
_CALLED = re.compile(
    r"\b(calls|to_apply|condition|body|true_computation|false_computation)=%?([\w.\-]+)"
)
_BRANCHES = re.compile(r"\bbranch_computations=\{([^{}]*)\}")
_OP_NAME = re.compile(r'\bop_name="((?:[^"\\]|\\.)*)"')
_OP_TYPE = re.compile(r'\bop_type="((?:[^"\\]|\\.)*)"')
_SOURCE = re.compile(r'\bsource_file="((?:[^"\\]|\\.)*)" source_line=(\d+)')
_FRAME = re.compile(r"\bstack_frame_id=(\d+)")
_DEEPEST_FUSION = 8
_TABLES = ("FileNames", "FunctionNames", "FileLocations", "StackFrames")
_ROW = re.compile(r"(\d{1,9}) (.*)")
_NUMBER = re.compile(r"[0-9]+")
_FIELD = re.compile(r"\b(\w+)=(\d{1,9})\b")


@dataclass(frozen=True, kw_only=True, slots=True)
class Instruction:
    """One line of a computation. ``attributes`` is the text after the operands."""

    name: str
    opcode: str
    type: str
    operands: tuple[str, ...]
    attributes: str
    line: int
    root: bool
    calls: tuple[tuple[str, str], ...] = ()
    op_name: str = ""
    op_type: str = ""
    frame: int = 0
    place: Frame | None = None
    arguments: str = ""


@dataclass(kw_only=True, slots=True)
class Computation:
    name: str
    line: int
    entry: bool
    instructions: list[Instruction] = field(default_factory=list)
    marked_root: Instruction | None = None

    @property
    def by_name(self) -> dict[str, Instruction]:
        return {instruction.name: instruction for instruction in self.instructions}

    @property
    def root(self) -> Instruction | None:
        last = self.instructions[-1] if self.instructions else None
        return self.marked_root or last


@dataclass(kw_only=True, slots=True)
class Module:
    name: str
    line: int
    scheduled: bool = False
    computations: dict[str, Computation] = field(default_factory=dict)
    tables: dict[str, dict[int, str]] = field(default_factory=lambda: {t: {} for t in _TABLES})

    @property
    def entry(self) -> Computation | None:
        return next((c for c in self.computations.values() if c.entry), None)


def read(text: str) -> tuple[list[Module], list[UnknownText]]:
    """Every module of ``text``, and the lines that fit nowhere."""
    modules: list[Module] = []
    unknown: list[UnknownText] = []
    computation: Computation | None = None
    table = ""
    for number, raw in enumerate(text.splitlines(), 1):
        line = raw.strip()
        if not line:
            table = ""
            continue
        if line.startswith("//"):
            continue
        if line.startswith("HloModule "):
            modules.append(_module(line, number))
            computation, table = None, ""
            continue
        if not modules:
            modules.append(Module(name="", line=number))
        module = modules[-1]
        if line in _TABLES:
            table = line
        elif table and (row := _ROW.fullmatch(line)):
            module.tables[table][int(row[1])] = row[2]
        elif line[0] == "}":
            if computation is None:
                unknown.append(UnknownText(number, shortened(raw), "closes nothing"))
            computation = None
        elif instruction := _instruction(line, number):
            if computation is None:
                unknown.append(UnknownText(number, shortened(raw), "outside any computation"))
            else:
                computation.instructions.append(instruction)
                if instruction.root:
                    computation.marked_root = instruction
        elif line.endswith("{") and (header := _COMPUTATION.match(line)):
            computation = Computation(name=header[2], line=number, entry=bool(header[1]))
            module.computations.setdefault(computation.name, computation)
        else:
            unknown.append(UnknownText(number, shortened(raw), "is no HLO"))
    for module in modules:
        _one_fusion_each(module, unknown)
    return modules, unknown


def _one_fusion_each(module: Module, unknown: list[UnknownText]) -> None:
    """A fused computation belongs to one instruction; in damaged text to the first one."""
    taken: set[str] = set()
    for computation in module.computations.values():
        for position, instruction in enumerate(computation.instructions):
            if instruction.opcode != "fusion":
                continue
            names = {name for _, name in instruction.calls}
            if names & taken:
                computation.instructions[position] = replace(instruction, calls=())
                reason = "fuses what another instruction has fused"
                unknown.append(UnknownText(instruction.line, shortened(instruction.name), reason))
            taken |= names


def _module(line: str, number: int) -> Module:
    name = line.removeprefix("HloModule ").split(",", 1)[0].strip()
    return Module(name=name, line=number, scheduled="is_scheduled=true" in line)


def _instruction(line: str, number: int) -> Instruction | None:
    head = _INSTRUCTION.match(line)
    if head is None:
        return None
    end_of_type = _end_of_type(line, head.end())
    opcode = _OPCODE.match(line, end_of_type + 1)
    if opcode is None:
        return None
    close = _closing(line, opcode.end() - 1)
    arguments, attributes = line[opcode.end() : close], line[close + 1 :]
    op_name, op_type = _OP_NAME.search(attributes), _OP_TYPE.search(attributes)
    frame, place = _FRAME.search(attributes), _SOURCE.search(attributes)
    return Instruction(
        name=head[2],
        opcode=opcode[1],
        type=line[head.end() : end_of_type],
        operands=_operands(arguments) if opcode[1] != "constant" else (),
        attributes=attributes,
        arguments=arguments,
        line=number,
        root=bool(head[1]),
        calls=tuple(_called(attributes)),
        op_name=op_name[1] if op_name else "",
        op_type=op_type[1] if op_type else "",
        frame=int(frame[1][:9]) if frame else 0,
        place=Frame(place[1], int(place[2][:9])) if place else None,
    )


def _end_of_type(line: str, start: int) -> int:
    """Where the result type that begins at ``start`` ends: a tuple in parentheses, or one word."""
    if line.startswith("(", start):
        return _closing(line, start) + 1
    space = line.find(" ", start)
    return len(line) if space < 0 else space


def _closing(line: str, start: int) -> int:
    """Where the bracket at ``start`` is closed; the end of the line if it is not."""
    depth = 0
    for bracket in _BRACKET.finditer(line, start):
        if bracket[0] in "({":
            depth += 1
        elif bracket[0] in ")}":
            depth -= 1
            if depth == 0:
                return bracket.start()
    return len(line)


def _operands(arguments: str) -> tuple[str, ...]:
    if "%" in arguments:
        return tuple(_OPERAND.findall(arguments))
    return tuple(_BARE_OPERAND.findall(arguments))


def _called(attributes: str) -> Iterator[tuple[str, str]]:
    yield from _CALLED.findall(attributes)
    for listed in _BRANCHES.findall(attributes):
        for name in listed.split(","):
            yield "branch", name.strip().lstrip("%")


def dimensions(type_: str) -> tuple[int, ...]:
    """Of an array type (the first one of a tuple); dynamic bounds (``<=8``) count in full."""
    array = _ARRAY.search(type_)
    return () if array is None else _sizes(array[2])


def _sizes(text: str) -> tuple[int, ...]:
    return tuple(int(size[:12]) for size in _NUMBER.findall(text))


def elements(type_: str) -> int:
    """Of an array type; of a tuple, those of all its arrays together."""
    return sum(_product(_sizes(sizes)) for _, sizes in _ARRAY.findall(type_))


def size_bytes(type_: str) -> int:
    """Bytes of an array or tuple type; element types that are not known count nothing."""
    return int(sum(BYTES.get(t, 0.0) * _product(_sizes(s)) for t, s in _ARRAY.findall(type_)))


def element_type(type_: str) -> str:
    array = _ARRAY.search(type_)
    return array[1] if array else ""


def _product(sizes: tuple[int, ...]) -> int:
    product = 1
    for size in sizes:
        product *= size
    return product


def nested(body: Computation, called: Mapping[str, Computation]) -> list[Computation]:
    """The computation of a fusion and of the fusions inside it (TPUs nest them), each once."""
    found, level = {body.name: body}, [body]
    for _ in range(_DEEPEST_FUSION):
        inner = {
            name: called[name]
            for computation in level
            for instruction in computation.instructions
            if instruction.opcode == "fusion"
            for role, name in instruction.calls
            if role == "calls" and name in called and name not in found
        }
        if not inner:
            break
        found |= inner
        level = list(inner.values())
    return list(found.values())


class Frames:
    """The stack frame table of a module, resolved.

    XLA prints parent ids one too high (a root frame, whose parent id is 0, prints its own id 1),
    so a table that begins with a frame that is its own parent is read with every parent less one.
    """

    def __init__(self, module: Module) -> None:
        self._tables = module.tables
        self._places: dict[int, Frame | None] = {}
        first = min(self._tables["StackFrames"], default=0)
        self._shift = int(self._fields("StackFrames", first).get("parent_frame_id") == first)

    def of(self, frame: int, limit: int = 100) -> tuple[Frame, ...]:
        """The places of ``frame`` and its callers, innermost first."""
        places: list[Frame] = []
        while frame in self._tables["StackFrames"] and len(places) < limit:
            row = self._fields("StackFrames", frame)
            place = self._place(row.get("file_location_id", 0))
            if place is not None:
                places.append(place)
            parent = row.get("parent_frame_id", 0) - self._shift
            if parent >= frame:  # parents are printed before their children; else a cycle
                break
            frame = parent
        return tuple(places)

    def _place(self, location: int) -> Frame | None:
        if location not in self._places:
            row = self._fields("FileLocations", location)
            name = self._tables["FileNames"].get(row.get("file_name_id", 0))
            self._places[location] = Frame(name.strip('"'), row.get("line", 0)) if name else None
        return self._places[location]

    def _fields(self, table: str, row: int) -> dict[str, int]:
        return {k: int(v) for k, v in _FIELD.findall(self._tables[table].get(row, ""))}

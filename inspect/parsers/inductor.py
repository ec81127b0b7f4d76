"""Inductor's output code (PyTorch 2.9 to 2.13): the wrapper's calls, the C++ and Triton kernels.

Kernels are listed in the order in which ``call`` launches them, once per launch. Generated ones
come from ``async_compile`` blocks; ``extern_kernels.*``, ``torch.ops.*`` and ``aten.*`` calls are
the library's. A generated kernel that only loads and stores is a copy.

The operations of a generated kernel are those of its ``Graph fragment`` comment, every node once;
failing that, of ``@src:NODE`` comments on its lines; failing that, the operators in its name, where
each operator is named once however often it occurs. Bytes are whole buffers: each input read once,
each output written once. FLOPs are counted for matrix products and convolutions only.

Anchors: a kernel line with ``@src:a,b`` names the FX nodes of the post-grad graph that it computes,
a loop header those of its block. A launch names the nodes of the fragment, or those of the Dynamo
graph that its comment names (as ``dynamo-graph:NODE``).
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass, field, replace

from opscope.facts import Anchor, Facts, Node, Parser, UnknownText, shortened
from opscope.inspect.parsers._kernel_lines import KernelLines
from opscope.inspect.parsers._wrapper import (
    Buffers,
    computing,
    fused_operators,
    library_flops,
    operator_of_node,
    pointer_types,
    split_arguments,
)
from opscope.records import Kernel

_DEFINITION = re.compile(r"(\w+) = async_compile\.(\w+)\(")
_FRAGMENT = re.compile(r"#\s+%(\w+) : .*\bcall_function\[target=([\w.]+)\]")
_COMMENT = re.compile(r"# Topologically Sorted Source Nodes: \[([^\]]*)\]")
_ATEN = re.compile(r"Original ATen: \[([^\[\]]*)\]")
_FUNCTION = re.compile(r"(\s*)def (call|partition_\d+)\((?:self, )?args\):")
_LAUNCH = re.compile(r"(\w+)\.run\(|(cpp_\w+)\(")
_LIBRARY = re.compile(
    r"(?:(\w+) = )?((?:extern_kernels|torch\.ops\.\w+|aten|inductor_ops|_quantized)\.[\w.]+)\("
)
_COPY = re.compile(r"(\w+)\.copy_\((\w+)")
_PARTITION = re.compile(r"[^#]*\bself\.partitions\[(\d+)\]\(|[^#]*\b(?:partition_)(\d+)\(")
_SIGNATURE = re.compile(r"'signature': \{([^{}]*)\}")
_SIGNATURE_ITEM = re.compile(r"'(\w+)': '([^']*)'")
_C_TYPES = re.compile(r"'([^']*)'")
_C_PARAMETER = re.compile(r"(?<![\w:<>])[\w:<>]+\*+\s?(?:__restrict__ )?(\w+)[,)]")
_IDLE = re.compile(
    r"#|del |return\b|with |args\b|assert_|torch\.(?:cuda|xpu|_C)\b|run_intermediate_hooks"
    r"|[\w, ()]+ = (?:args\b|get_raw_stream|copy_if_misaligned|\[|\w+\[|\w+\.item\(|\w+\.size|None)"
    r"|\w+ = \w+(?:;|$)|for |if |else|print\(|global "
)


@dataclass(kw_only=True, slots=True)
class _Block:
    """One ``async_compile`` definition, with the comments above it."""

    name: str
    language: str
    lines: tuple[int, int]
    nodes: dict[str, str] = field(default_factory=dict)
    original: tuple[str, ...] = ()
    types: list[tuple[int, bool]] = field(default_factory=list)
    parameters: list[str] = field(default_factory=list)
    body: KernelLines = field(default_factory=KernelLines)

    @property
    def ops(self) -> tuple[str, ...]:
        if self.nodes:
            return computing(self.nodes.values())
        tagged = dict.fromkeys(n for names in self.body.names.values() for n in names)
        if tagged:
            return computing(map(operator_of_node, tagged))
        return computing(self.original or fused_operators(self.name))

    @property
    def kind(self) -> str:
        return "copy" if self.body.stores and not self.body.computes else "generated"


@dataclass(frozen=True, kw_only=True, slots=True)
class _Launch:
    """One call in the wrapper. ``partition`` stands for all calls of that function instead."""

    line: int
    name: str = ""
    arguments: tuple[str, ...] = ()
    result: str = ""
    sources: tuple[str, ...] = ()
    original: tuple[str, ...] = ()
    kind: str = "generated"
    partition: str = ""


def parse(text: str) -> Facts:
    reader = _Reader()
    lines = text.splitlines()
    for line in lines:
        if " = rand_strided(" in line or "assert_size_stride(" in line:
            reader.buffers.read(line.strip())
    for number, line in enumerate(lines, 1):
        reader.line(number, line)
    launches = list(reader.launches())
    if not launches and not reader.saw_call:
        first = shortened(lines[0]) if lines else ""
        reader.unknown.append(UnknownText(1, first, "holds no function call(args)"))
    anchors = [a for block in reader.blocks.values() for a in block.body.anchors(block.name)]
    anchors += [_launch_anchor(launch, reader.blocks) for launch in launches]
    return Facts(
        kernels=tuple(_kernel(launch, reader) for launch in launches),
        nodes=tuple(_node(launch) for launch in launches),
        anchors=tuple(sorted(anchors, key=lambda a: a.line)),
        counts={"launches": len(launches), "definitions": len(reader.blocks)},
        unknown=tuple(reader.unknown),
    )


class _Reader:
    """Takes the text line by line: comments, kernel definitions, functions of launches."""

    def __init__(self) -> None:
        self.blocks: dict[str, _Block] = {}
        self.buffers = Buffers()
        self.unknown: list[UnknownText] = []
        self.saw_call = False
        self._functions: dict[str, list[_Launch]] = {}
        self._block: _Block | None = None
        self._function: tuple[str, int] | None = None
        self._sources: tuple[str, ...] = ()
        self._original: tuple[str, ...] = ()
        self._nodes: dict[str, str] = {}

    def line(self, number: int, line: str) -> None:
        if self._block is not None:
            self._in_block(self._block, number, line)
        elif not line.strip():
            return
        elif definition := _DEFINITION.match(line):
            self._begin_block(definition, number, line)
        elif function := _FUNCTION.match(line):
            self._function = (function[2], len(function[1]))
            self.saw_call = self.saw_call or function[2] == "call"
        elif self._function and len(line) - len(line.lstrip()) > self._function[1]:
            self._in_function(self._function[0], number, line)
        else:
            self._function = None
            self._comment(line)

    def _comment(self, line: str) -> None:
        if line.startswith("# kernel path"):
            self._nodes = {}
        elif comment := _COMMENT.match(line):
            self._sources = _listed(comment[1])
            original = _ATEN.search(line)
            self._original = _listed(original[1]) if original else ()
        elif fragment := _FRAGMENT.match(line):
            self._nodes[fragment[1]] = _operator(fragment[2])

    def _begin_block(self, definition: re.Match[str], number: int, line: str) -> None:
        block = _Block(
            name=definition[1],
            language=definition[2],
            lines=(number, number),
            nodes=self._nodes,
            original=self._original,
        )
        if block.language.startswith("cpp"):
            block.types = pointer_types(_C_TYPES.findall(line.partition("]")[0]))
        self._nodes, self._sources, self._original = {}, (), ()
        self.blocks[block.name] = block
        self._block = None if line.count("'''") == 2 else block

    def _in_block(self, block: _Block, number: int, line: str) -> None:
        block.lines = (block.lines[0], number)
        if line.startswith("'''"):
            self._block = None
            return
        if _DEFINITION.match(line):  # the end of the block before is missing
            self._block = None
            self.line(number, line)
            return
        if not block.types and (signature := _SIGNATURE.search(line)):
            items = _SIGNATURE_ITEM.findall(signature[1])
            block.parameters = [name for name, _ in items]
            block.types = pointer_types([type_ for _, type_ in items])
        elif block.language.startswith("cpp") and len(block.parameters) < len(block.types):
            block.parameters += _C_PARAMETER.findall(line)
        block.body.read(number, line)

    def _in_function(self, function: str, number: int, line: str) -> None:
        body = line.strip()
        launches = self._functions.setdefault(function, [])
        if launch := self._launch(number, body):
            launches.append(launch)
            self._sources = self._original = ()
        elif comment := _COMMENT.match(body):
            self._sources = _listed(comment[1])
            original = _ATEN.search(body)
            self._original = _listed(original[1]) if original else ()
        elif not self.buffers.read(body) and not _IDLE.match(body):
            self.unknown.append(UnknownText(number, shortened(body), "in the wrapper"))

    def _launch(self, number: int, body: str) -> _Launch | None:
        if generated := _LAUNCH.match(body):
            name = generated[1] or generated[2]
            launch = self._call(number, name, body[generated.end() :])
            block = self.blocks.get(name)
            types = block.types if block else []
            for argument, (size, _) in zip(launch.arguments, types, strict=False):
                self.buffers.type(argument, size)
            return launch
        if library := _LIBRARY.match(body):
            launch = self._call(number, library[2], body[library.end() :])
            return replace(launch, kind="library", result=library[1] or "")
        if copy := _COPY.match(body):
            launch = self._call(number, "copy_", f"{copy[2]}, {copy[1]})")
            return replace(launch, kind="copy")
        if body[:1] != "#" and (partition := _PARTITION.match(body)):
            called = f"partition_{partition[1] or partition[2]}"
            return _Launch(line=number, partition=called)
        return None

    def _call(self, number: int, name: str, arguments: str) -> _Launch:
        return _Launch(
            line=number,
            name=name,
            arguments=tuple(split_arguments(arguments)),
            sources=self._sources,
            original=self._original,
        )

    def launches(self) -> Iterator[_Launch]:
        """In the order of ``call``; without one (truncated text), of the partitions there are."""
        main = self._functions.get("call")
        if main is None:
            main = [launch for some in self._functions.values() for launch in some]
        for launch in main:
            inner = self._functions.get(launch.partition, []) if launch.partition else [launch]
            yield from (one for one in inner if not one.partition)


def _listed(text: str) -> tuple[str, ...]:
    return tuple(part for item in text.split(",") if (part := item.strip()))


def _operator(target: str) -> str:
    """``torch.ops.aten.mean.dim`` as ``aten.mean``."""
    parts = target.removeprefix("torch.ops.").split(".")
    return ".".join(parts[:2])


def _node(launch: _Launch) -> Node:
    return Node(
        name=launch.name,
        op="launch",
        line=launch.line,
        operands=launch.arguments,
        source=", ".join(launch.sources),
        attributes={"result": launch.result} if launch.result else {},
    )


def _launch_anchor(launch: _Launch, blocks: dict[str, _Block]) -> Anchor:
    block = blocks.get(launch.name)
    if block is not None:
        body = dict.fromkeys(n for names in block.body.names.values() for n in names)
        names = tuple(block.nodes or body)
    else:
        names = tuple(f"dynamo-graph:{name}" for name in launch.sources)
    return Anchor(line=launch.line, names=names, kernel=launch.name)


def _kernel(launch: _Launch, reader: _Reader) -> Kernel:
    block = reader.blocks.get(launch.name)
    if block is None:
        return _library_kernel(launch, reader.buffers)
    return Kernel(
        name=launch.name,
        kind=block.kind,
        ops=block.ops,
        bytes=_generated_bytes(launch, block, reader.buffers),
        lines=block.lines,
        notes=("a template with its epilogue",) if "_tem_fused" in launch.name else (),
    )


def _library_kernel(launch: _Launch, buffers: Buffers) -> Kernel:
    if launch.kind == "generated":  # launched, but its definition is not in this text
        ops = computing(launch.original or fused_operators(launch.name))
        return Kernel(name=launch.name, kind="generated", ops=ops, lines=(launch.line, launch.line))
    called = launch.name.removeprefix("torch.ops.")
    operator = called.removeprefix("extern_kernels.")
    operator = _operator(operator if "." in operator else f"aten.{operator}")
    ops = (operator,) if launch.kind == "library" else ()
    named = [
        argument.partition("=")[2] if _keyword(argument) else argument
        for argument in launch.arguments
    ]
    result = buffers.of(launch.result) if launch.result else None
    touched = [buffer for name in named if (buffer := buffers.of(name)) is not None]
    written = [result] if launch.result else []
    sizes = [buffer.bytes if buffer else None for buffer in (*touched, *written)]
    if result is not None and not result.itemsize and touched and touched[0].itemsize:
        sizes[-1] = (result.elements or 0) * touched[0].itemsize or None
    original = tuple(o for o in launch.original if o not in ops)
    return Kernel(
        name=called,
        kind=launch.kind,
        ops=ops,
        bytes=None if None in sizes or not sizes else sum(size or 0 for size in sizes),
        flops=library_flops(operator, launch.arguments, buffers, result),
        lines=(launch.line, launch.line),
        notes=(f"from {', '.join(original)}",) if original else (),
    )


def _keyword(argument: str) -> bool:
    return re.match(r"\w+=[^=]", argument) is not None


def _generated_bytes(launch: _Launch, block: _Block, buffers: Buffers) -> int | None:
    total = 0
    for position, (argument, (size, _)) in enumerate(
        zip(launch.arguments, block.types, strict=False)
    ):
        if not size:
            continue
        buffer = buffers.of(argument)
        if buffer is None or buffer.elements is None:
            return None
        name = block.parameters[position] if position < len(block.parameters) else ""
        total += buffer.elements * size * (2 if name.startswith("in_out") else 1)
    return total or None


PARSER = Parser(
    name="inductor", summary="Inductor's output code: launches, kernels, operators", parse=parse
)

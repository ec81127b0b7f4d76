"""What a stage's text says: the words that parsers answer in, and the kernel list of a compilation.

A parser is a file in ``inspect/parsers/`` that defines ``PARSER``: pure, text in, :class:`Facts`
out. The stage catalogue names the parser of each stage; the registry finds it.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Any, Protocol

from opscope.records import Artifact, Kernel
from opscope.stages import STAGES

KERNEL_STAGES = (
    "hlo-optimized",
    "output-code",
    "graphdef-optimized",
    "dispatched-ops",
    "graphdef",
    "sass",
    "ptx",
    "amdgcn",
)
"""Stages that tell which kernels run, best first: what a scheduler wrote comes before what the
machine code of single kernels shows."""


@dataclass(frozen=True, slots=True)
class UnknownText:
    """A line that was not understood: its 1-based number, its text (shortened), and why."""

    line: int
    text: str
    reason: str = ""


@dataclass(frozen=True, kw_only=True, slots=True)
class Node:
    """One operation of a graph or IR: an HLO instruction, an FX node, a TensorFlow node.

    ``type`` is written as the text writes it; ``within`` is the computation or function it stands
    in, ``calls`` the computations it calls, ``source`` the operation of the stage above that it
    was made from (HLO's ``op_name``), ``attributes`` what else the text says that is worth a look.
    """

    name: str
    op: str
    line: int
    type: str = ""
    operands: tuple[str, ...] = ()
    within: str = ""
    calls: tuple[str, ...] = ()
    source: str = ""
    attributes: Mapping[str, str] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class Frame:
    """A place in a source file, as the text names it. ``line`` is 1-based."""

    file: str
    line: int


@dataclass(frozen=True, kw_only=True, slots=True)
class Anchor:
    """A line that stands for some operation, with what the text says about where that comes from.

    ``frames`` are places in source files, innermost first; ``names`` are names of nodes in other
    stages of the same compilation. Both empty: the compiler left no trace on this line.
    ``kernel`` is the generated kernel that the line belongs to.
    """

    line: int
    frames: tuple[Frame, ...] = ()
    names: tuple[str, ...] = ()
    kernel: str = ""


@dataclass(frozen=True, kw_only=True, slots=True)
class Code:
    """The instruction mix of one function of machine code, and its resources where they are told.

    ``loads`` and ``stores`` count instructions by bytes moved per thread or lane group (0 where the
    mnemonic does not tell); ``vector_bits`` counts arithmetic instructions by register width on a
    CPU. ``opcodes`` counts every mnemonic. ``tensor_core`` are wgmma, mma, tcgen05 and mfma.
    """

    function: str
    lines: tuple[int, int]
    instructions: int = 0
    fma: int = 0
    tensor_core: int = 0
    special: int = 0
    branches: int = 0
    calls: int = 0
    barriers: int = 0
    vector_bits: Mapping[int, int] = field(default_factory=dict)
    loads: Mapping[int, int] = field(default_factory=dict)
    stores: Mapping[int, int] = field(default_factory=dict)
    opcodes: Mapping[str, int] = field(default_factory=dict)
    registers: int | None = None
    spill_bytes: int | None = None
    shared_bytes: int | None = None
    stack_bytes: int | None = None


@dataclass(frozen=True, kw_only=True)
class Facts:
    """What one text says. ``counts`` are named totals, such as ``entry_fusions`` of HLO."""

    kernels: tuple[Kernel, ...] = ()
    nodes: tuple[Node, ...] = ()
    code: tuple[Code, ...] = ()
    anchors: tuple[Anchor, ...] = ()
    counts: Mapping[str, int] = field(default_factory=dict)
    unknown: tuple[UnknownText, ...] = ()


@dataclass(frozen=True, kw_only=True)
class Parser:
    """Reads one text format.

    ``parse`` never raises, whatever the text, and takes time linear in its length; what it does not
    understand goes into ``unknown`` and the rest is kept.
    """

    name: str
    summary: str
    parse: Callable[[str], Facts]


@dataclass(frozen=True, kw_only=True)
class View:
    """Something that ``inspect/`` makes of artifacts or facts: line links, an alignment, a diff.

    The registry finds it in ``inspect/NAME.py`` as ``VIEW``; what ``function`` takes and returns is
    the view's own.
    """

    name: str
    summary: str
    function: Callable[..., Any]


class HasParsers(Protocol):
    """The part of :class:`opscope.registry.Registry` that is needed here."""

    @property
    def parsers(self) -> Mapping[str, Parser]: ...


def shortened(text: str, width: int = 120) -> str:
    """``text`` on one line of at most ``width`` characters."""
    line = " ".join(text[: 4 * width].split())
    return line if len(line) <= width else line[: width - 1] + "…"


def parse(artifact: Artifact, registry: HasParsers) -> Facts | None:
    """The facts of an artifact; None if it is absent or its stage has no parser."""
    stage = STAGES.get(artifact.stage)
    if artifact.text is None or stage is None or stage.parser is None:
        return None
    parser = registry.parsers.get(stage.parser)
    return None if parser is None else parser.parse(artifact.text)


def kernels_of(artifacts: Sequence[Artifact], registry: HasParsers) -> tuple[Kernel, ...] | str:
    """The kernels of a compilation in the order they run, or the reason why they are not known.

    They come from the first of :data:`KERNEL_STAGES` whose text names any; when that stage came in
    several parts (a forward and a backward graph), from all of them, but if one part has no name
    the others are variants of it and left out. Each kernel carries the name of its stage, and the
    registers, spills and shared memory that other artifacts tell about it.
    """
    tried = []
    for name in KERNEL_STAGES:
        parts = [a for a in artifacts if a.stage == name and a.text is not None]
        parts = [a for a in parts if not a.part] or parts
        read = [(a, parsed) for a in parts if (parsed := parse(a, registry)) is not None]
        facts = [parsed for _, parsed in read]
        kernels: tuple[Kernel, ...] = ()
        for part, parsed in read:
            own = tuple(replace(k, stage=name) for k in parsed.kernels)
            if name == "output-code":
                own = _with_origins(own, parsed, part.part, artifacts, registry)
            kernels += own
        if kernels or (facts and not any(fact.unknown for fact in facts)):
            return _with_resources(kernels, artifacts, registry)
        if parts:
            tried.append(f"{name} names none" + _where(fact.unknown for fact in facts))
    absent = [f"{a.stage}: {a.absent}" for a in artifacts if a.stage in KERNEL_STAGES and a.absent]
    return "; ".join([*tried, *absent]) or "no stage that tells the kernels was captured"


def _where(unknown: Iterable[tuple[UnknownText, ...]]) -> str:
    for found in unknown:
        if found:
            return f" (line {found[0].line} was not understood: {found[0].text})"
    return ""


def _with_origins(
    kernels: tuple[Kernel, ...],
    facts: Facts,
    part: str,
    artifacts: Sequence[Artifact],
    registry: HasParsers,
) -> tuple[Kernel, ...]:
    """Generated kernels with the operations of the scheduler nodes whose buffers they write.

    The name of a C++ kernel tells each operator once, and a composite one instead of its parts; the
    scheduler's text of the same graph, where it was captured with origins, tells them all.
    """
    scheduled = [
        (set(node.attributes.get("writes", "").split(",")), kernel.ops)
        for artifact in artifacts
        if artifact.stage == "inductor-ir"
        and artifact.part == part
        and (found := parse(artifact, registry)) is not None
        for node, kernel in zip(found.nodes, found.kernels, strict=False)
        if kernel.ops and kernel.kind == "generated"
    ]
    launches = [node.operands for node in facts.nodes]
    if not scheduled or len(launches) != len(kernels):
        return kernels
    result = []
    for kernel, operands in zip(kernels, launches, strict=True):
        # A buffer is written by the first launch that mentions it; the later ones read it.
        own = [node for node in scheduled if node[0] & set(operands)]
        scheduled = [node for node in scheduled if node not in own]
        ops = [op for _, made in own for op in made]
        generated = kernel.kind == "generated" and ops
        result.append(replace(kernel, ops=tuple(ops)) if generated else kernel)
    return tuple(result)


def _with_resources(
    kernels: tuple[Kernel, ...], artifacts: Sequence[Artifact], registry: HasParsers
) -> tuple[Kernel, ...]:
    """Kernels joined with what ``ptxas-info`` or machine code say about functions of their name
    (in which dots are underscores). Of several variants of a function the first one counts."""
    told: dict[str, Code] = {}
    for stage in ("ptxas-info", "sass", "ptx", "amdgcn"):
        for artifact in artifacts:
            if artifact.stage == stage and (facts := parse(artifact, registry)) is not None:
                for code in facts.code:
                    told[code.function] = _merged(told.get(code.function), code)
    return tuple(
        _with_code(kernel, told.get(kernel.name) or told.get(kernel.name.replace(".", "_")))
        for kernel in kernels
    )


_RESOURCES = ("registers", "spill_bytes", "shared_bytes")


def _with_code(kernel: Kernel, code: Code | None) -> Kernel:
    missing = [name for name in _RESOURCES if code and getattr(kernel, name) is None]
    return replace(kernel, **{name: getattr(code, name) for name in missing})


def _merged(first: Code | None, second: Code) -> Code:
    """``first`` with the resources that only ``second`` tells."""
    if first is None:
        return second
    names = (*_RESOURCES, "stack_bytes")
    missing = [name for name in names if getattr(first, name) is None]
    return replace(first, **{name: getattr(second, name) for name in missing})

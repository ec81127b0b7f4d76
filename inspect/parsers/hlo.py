"""HLO modules to kernels, nodes and source places.

A kernel is every instruction that control flow reaches and that moves or computes something:
fusions, library calls, copies, lone operations. Parameters, constants, tuples,
get-tuple-elements and bitcasts are none. A fusion that wraps one library operation is a library
kernel with one source operation, so it counts as a kernel and not as a fusion. Bytes and FLOPs are
of one launch; a loop whose trip count XLA knows launches its kernels that often.

The source operations of a kernel are the distinct (op_name, source position) pairs of its
instructions; only if nothing in it has metadata do the opcodes stand in.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from itertools import islice

from opscope.facts import Anchor, Facts, Frame, Node, Parser, UnknownText, shortened
from opscope.inspect.parsers._hlo_cost import flops, instruction_flops, moved_bytes
from opscope.inspect.parsers._hlo_launches import Launch, launches
from opscope.inspect.parsers._hlo_text import (
    Computation,
    Frames,
    Instruction,
    Module,
    nested,
    read,
)
from opscope.records import Kernel

NOTHING = frozenset(
    (
        *("parameter", "constant", "tuple", "get-tuple-element", "bitcast", "after-all"),
        *("opt-barrier", "partition-id", "replica-id", "add-dependency", "get-dimension-size"),
        *("async-update", "async-done", "copy-done", "all-reduce-done", "all-gather-done"),
        *("collective-permute-done", "recv-done", "send-done"),
    )
)
SHAPING = NOTHING | {"broadcast", "iota", "bitcast-convert", "reshape"}
COPIES = frozenset(
    (
        *("copy", "copy-start", "transpose", "reshape", "slice", "concatenate", "reverse"),
        *("dynamic-slice", "dynamic-update-slice", "pad"),
    )
)
LIBRARY = frozenset(
    (
        *("dot", "convolution", "fft", "sort", "topk", "custom-call", "cholesky"),
        *("triangular-solve", "all-reduce", "all-gather", "all-to-all", "reduce-scatter"),
        *("collective-permute", "send", "recv", "infeed", "outfeed", "all-reduce-start"),
        *("all-gather-start", "collective-permute-start"),
    )
)
_MOST_PLACES = 64
_FUSION_CONFIG = re.compile(r'"kind":"(__[\w$]+)"')
_LIBRARY_FUSIONS = ("__ynn", "__xnn", "__onednn", "__cudnn", "__cublas", "__custom_fusion")
NOTHING_TARGETS = frozenset(
    ("ConcatBitcast", "AllocateBuffer", "Sharding", "SPMDFullToShardShape", "SPMDShardToFullShape")
)
"""Custom calls by which XLA only tells itself something."""
_GENERATED_TARGETS = ("triton", "mosaic", "tpu_custom_call")
_FUSION_KIND = re.compile(r"\bkind=k(\w+)")
_TARGET = re.compile(r'\bcustom_call_target="([^"]*)"')


def parse(text: str) -> Facts:
    modules, unknown = read(text)
    if not modules:
        unknown.append(UnknownText(1, "", "holds no HLO module"))
    kernels: list[Kernel] = []
    nodes: list[Node] = []
    anchors: list[Anchor] = []
    counts: Counter[str] = Counter()
    for module in modules:
        if module.entry is None:
            unknown.append(
                UnknownText(module.line, shortened(module.name), "has no ENTRY computation")
            )
        kernels += _kernels(module, unknown)
        nodes += _nodes(module)
        anchors += _anchors(module)
        counts.update(_totals(module))
    return Facts(
        kernels=tuple(kernels),
        nodes=tuple(nodes),
        anchors=tuple(anchors),
        counts=dict(counts),
        unknown=tuple(sorted(unknown, key=lambda u: u.line)),
    )


def _totals(module: Module) -> dict[str, int]:
    entry = module.entry
    every = [i for c in module.computations.values() for i in c.instructions]
    return {
        "computations": len(module.computations),
        "instructions": len(every),
        "fusions": sum(i.opcode == "fusion" for i in every),
        "entry_fusions": sum(i.opcode == "fusion" for i in entry.instructions) if entry else 0,
    }


def _kernels(module: Module, unknown: list[UnknownText]) -> Iterator[Kernel]:
    by_name: dict[str, dict[str, Instruction]] = {}
    inputs = _input_names(module)
    for launch in launches(module, unknown):
        if not _is_nothing(launch.instruction):
            computation = launch.computation
            if computation.name not in by_name:
                by_name[computation.name] = computation.by_name
            yield _kernel(launch, by_name[computation.name], module.computations, inputs)


def _is_nothing(instruction: Instruction) -> bool:
    if instruction.opcode == "custom-call":
        target = _TARGET.search(instruction.attributes)
        return target is not None and target[1] in NOTHING_TARGETS
    return instruction.opcode in NOTHING


def _input_names(module: Module) -> frozenset[str]:
    """How the arguments are called; a layout copy of one carries its name as if it were an op."""
    inputs = module.entry.instructions if module.entry else ()
    names = (i.op_name for i in inputs if i.opcode == "parameter" and i.op_name)
    return frozenset((*names, "XLA_Args", "XLA_Retvals"))


def _kernel(
    launch: Launch,
    by_name: Mapping[str, Instruction],
    called: Mapping[str, Computation],
    inputs: frozenset[str],
) -> Kernel:
    instruction = launch.instruction
    body = _body(instruction, called)
    bodies = nested(body, called) if body else []
    kind = _kind(instruction, bodies)
    counted = flops(body, called) if body else instruction_flops(instruction, by_name, called)
    countable = ("dot", "convolution") if counted == 0 else LIBRARY
    opaque = instruction.opcode in LIBRARY and instruction.opcode not in countable
    target = _TARGET.search(instruction.attributes)
    return Kernel(
        name=instruction.name,
        kind=kind,
        ops=_source_operations(instruction, bodies, called, inputs),
        bytes=moved_bytes(instruction, by_name, called),
        flops=None if opaque else counted,
        lines=(instruction.line, instruction.line),
        launches=launch.count,
        notes=(*launch.notes, *((f"calls {target[1]}",) if target else ())),
    )


def _body(instruction: Instruction, called: Mapping[str, Computation]) -> Computation | None:
    if instruction.opcode != "fusion":
        return None
    bodies = (called[n] for role, n in instruction.calls if role == "calls" and n in called)
    return next(bodies, None)


def _kind(instruction: Instruction, bodies: Sequence[Computation]) -> str:
    if instruction.opcode == "fusion":
        inner = {i.opcode for body in bodies for i in body.instructions} - NOTHING - {"fusion"}
        if inner and inner <= COPIES:
            return "copy"
        config = _FUSION_CONFIG.search(instruction.attributes)
        library = config is not None and config[1].startswith(_LIBRARY_FUSIONS)
        return "library" if library else "generated"
    if instruction.opcode == "custom-call":
        target = _TARGET.search(instruction.attributes)
        generated = target is not None and any(t in target[1] for t in _GENERATED_TARGETS)
        return "generated" if generated else "library"
    if instruction.opcode in COPIES:
        return "copy"
    return "library" if instruction.opcode in LIBRARY else "generated"


def _source_operations(
    instruction: Instruction,
    bodies: Sequence[Computation],
    called: Mapping[str, Computation],
    inputs: frozenset[str],
) -> tuple[str, ...]:
    """Names of the distinct source operations, in the order the kernel computes them.

    A reduction made by a compiler pass has no metadata of its own, but its region has.
    """
    inside = (i for body in bodies for i in body.instructions)
    parts = [i for i in inside if i.opcode not in NOTHING and i.opcode != "fusion"] or [instruction]
    named: dict[tuple[object, ...], str] = {}
    for part in parts:
        owner = part if part.op_name else _region_owner(part, called)
        if owner is not None and owner.op_name not in inputs:
            named[owner.op_name, owner.frame, owner.place] = _short(owner)
    if not named and instruction.op_name and instruction.op_name not in inputs:
        return (_short(instruction),)
    if named:
        return tuple(named.values())
    computing = [part for part in parts if part.opcode not in SHAPING] or parts
    return tuple(dict.fromkeys(_opcode(part, called) for part in computing))


def _opcode(part: Instruction, called: Mapping[str, Computation]) -> str:
    """Of a reduction, with what it reduces by: ``reduce-window:add``."""
    for role, name in part.calls:
        root = called[name].root if role == "to_apply" and name in called else None
        if root is not None:
            return f"{part.opcode}:{root.opcode}"
    return part.opcode


def _region_owner(part: Instruction, called: Mapping[str, Computation]) -> Instruction | None:
    for role, name in part.calls:
        root = called[name].root if role == "to_apply" and name in called else None
        if root is not None and root.op_name:
            return root
    return None


def _short(instruction: Instruction) -> str:
    """TensorFlow tells the operation's type; JAX the path of scopes that ends in the primitive."""
    return instruction.op_type or instruction.op_name.rsplit("/", 1)[-1] or instruction.op_name


def _nodes(module: Module) -> Iterator[Node]:
    for computation in module.computations.values():
        for i in computation.instructions:
            told = {
                "kind": _FUSION_KIND.search(i.attributes),
                "target": _TARGET.search(i.attributes),
                "config": _FUSION_CONFIG.search(i.attributes),
            }
            yield Node(
                name=i.name,
                op=i.opcode,
                line=i.line,
                type=i.type,
                operands=i.operands,
                within=computation.name,
                calls=tuple(name for _, name in i.calls),
                source=i.op_name,
                attributes={name: match[1] for name, match in told.items() if match},
            )


def _anchors(module: Module) -> Iterator[Anchor]:
    """Every instruction but parameters. A fusion takes the places of its whole body.

    The region of a reduction takes its users' places: shared and cloned regions keep the place of
    their first user. Of several frames only the innermost in one file is the operation's own, but
    which file is the operator's is not known here, so all are given.
    """
    frames = Frames(module)
    own = {
        (c.name, i.name): _places(i, frames)
        for c in module.computations.values()
        for i in c.instructions
    }
    users: dict[str, dict[Frame, None]] = {}
    region_names: dict[str, dict[str, None]] = {}
    for computation in module.computations.values():
        for i in computation.instructions:
            for role, name in i.calls:
                if role == "to_apply" and i.opcode != "call":
                    users.setdefault(name, {}).update(dict.fromkeys(own[computation.name, i.name]))
                    region_names.setdefault(name, {}).update(dict.fromkeys(_names(i)))
    for computation in module.computations.values():
        for i in computation.instructions:
            if i.opcode == "parameter":
                continue
            places, names = own[computation.name, i.name], _names(i)
            if users.get(computation.name):
                places = tuple(islice(users[computation.name], _MOST_PLACES))
            if computation.name in region_names:
                names = tuple(islice(region_names[computation.name], _MOST_PLACES)) or names
            body = _body(i, module.computations)
            if body is not None:
                parts = [(c, p) for c in nested(body, module.computations) for p in c.instructions]
                inner = [place for c, p in parts for place in own[c.name, p.name]]
                places = tuple(dict.fromkeys((*places, *inner)))
                every = (i, *(p for _, p in parts))
                names = tuple(dict.fromkeys(n for p in every for n in _names(p)))
            yield Anchor(line=i.line, frames=places, names=names, kernel=i.name)


def _places(instruction: Instruction, frames: Frames) -> tuple[Frame, ...]:
    if instruction.frame:
        return frames.of(instruction.frame)
    return (instruction.place,) if instruction.place else ()


def _names(instruction: Instruction) -> tuple[str, ...]:
    """``Gelu/mul:0`` as a TensorFlow node name (``Gelu/mul``); JAX scopes match no node."""
    name = instruction.op_name.partition(":")[0]
    return (name,) if name else ()


PARSER = Parser(name="hlo", summary="HLO text of XLA: kernels, instructions, places", parse=parse)

"""Why a compiler did not fuse, from its own log: Inductor's scheduler and XLA's fusion pass.

Inductor (``TORCH_LOGS=fusion``) names scheduler nodes, whose operations an earlier line of the log
tells::

    ... [__fusion]   SchedulerNode(name='op0'), Reduction(['[1024]', 'origins=OrderedSet([var_mean])
    ... [__fusion] cannot fuse op0 with op2: intermediate nodes between node1 & node2

XLA (``TF_CPP_VMODULE=instruction_fusion=10``) quotes instructions, with the operation of the source
in their metadata::

    Considering fusion of: %sub.1 = f32[8]{0} subtract(...), metadata={op_name="jit(f)/sub"} ...
    not fusing operand %rsqrt.0 = ... because Fusion is not profitable.

Two nodes that ended in one kernel after all, and operands that are no operations (parameters,
constants), are left out. Silence at the borders of library calls is common to both.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass

from opscope.facts import View, shortened

MOST = 40

_REFUSED = re.compile(r"cannot fuse (\w+) with (\w+): (.*)")
_NODE = re.compile(r"SchedulerNode\(name='(\w+)'\).*?origins=OrderedSet\(\[([^\]]*)\]")
_FUSED = re.compile(r"FusedSchedulerNode\(nodes=(\w+)\)|fusing (\w+) with (\w+)")
_CONSIDERED = re.compile(r"Considering fusion of: (%?[\w.\-]+) = (.*) with operand ")
_NOT_FUSED = re.compile(r"not fusing operand (%?[\w.\-]+) = (.*) because (.*)")
_OP_NAME = re.compile(r'op_name="([^"]*)"')
_OPCODE = re.compile(r"\S+ ([a-z][\w\-]*)\(")
_ROOT = re.compile(r"(jit\([^()]*\))/")
_NO_OPERATION = frozenset(("parameter", "constant", "get-tuple-element", "iota", "bitcast"))


@dataclass(frozen=True, kw_only=True)
class Reason:
    """Two operations that stayed apart, and the compiler's own words for why."""

    producer: str
    consumer: str
    reason: str


def read(log: str) -> tuple[Reason, ...]:
    """Each reason once, in the order of the log; never raises."""
    found = dict.fromkeys((*_inductor(log), *_xla(log)))
    return tuple(found)[:MOST]


def _inductor(log: str) -> Iterator[Reason]:
    operations: dict[str, str] = {}
    together: list[set[str]] = []
    refused: list[tuple[str, str, str]] = []
    for line in log.splitlines():
        if refusal := _REFUSED.search(line):
            refused.append((refusal[1], refusal[2], refusal[3]))
        elif fused := _FUSED.search(line):
            names = "_".join(name for name in fused.groups() if name)
            together.append(set(names.split("_")))
        elif node := _NODE.search(line):
            operations[node[1]] = node[2]
    for one, other, reason in refused:
        nodes = {*one.split("_"), *other.split("_")}
        if not any(nodes <= group for group in together):
            yield Reason(
                producer=_named(one, operations),
                consumer=_named(other, operations),
                reason=shortened(reason),
            )


def _named(node: str, operations: Mapping[str, str]) -> str:
    found = [operations[part] for part in node.split("_") if part in operations]
    return f"{node} ({', '.join(found)})" if found else node


def _xla(log: str) -> Iterator[Reason]:
    consumer, root = "", ""
    for line in log.splitlines():
        named = _ROOT.search(line)
        if named:
            root = root or named[1]
            if named[1] != root:  # another program in the same process: the probes of a worker
                return
        if considered := _CONSIDERED.search(line):
            consumer = _instruction(considered[1], considered[2])
        elif refusal := _NOT_FUSED.search(line):
            opcode = _OPCODE.search(refusal[2])
            if opcode is None or opcode[1] not in _NO_OPERATION:
                yield Reason(
                    producer=_instruction(refusal[1], refusal[2]),
                    consumer=consumer,
                    reason=shortened(refusal[3].rstrip(".")),
                )


def _instruction(name: str, text: str) -> str:
    source = _OP_NAME.search(text)
    told = source[1].rpartition("/")[2] if source else ""
    return f"{name.lstrip('%')} ({told})" if told else name.lstrip("%")


VIEW = View(
    name="fusion_reasons",
    summary="why a compiler did not fuse, from its own log",
    function=read,
)

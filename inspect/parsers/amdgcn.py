"""AMD GCN assembly: instruction mix per kernel, its resources, and source places from ``.loc``."""

from __future__ import annotations

import re

from opscope.facts import Anchor, Facts, Parser, UnknownText, shortened
from opscope.inspect.parsers._places import LineTable
from opscope.inspect.parsers._tally import Tally
from opscope.records import Kernel

_LABEL = re.compile(r"([A-Za-z_][\w$.]*):")
_INSTRUCTION = re.compile(r"\s+([a-z]\w*)(?:\s|$)")
_FUNCTION_TYPE = re.compile(r"\s*\.type\s+([\w$.]+),\s*@function")
_RESOURCE = re.compile(
    r"\s*\.(vgpr_count|agpr_count|vgpr_spill_count|group_segment_fixed_size"
    r"|private_segment_fixed_size):\s*([0-9]{1,9})"
)
_NAME = re.compile(r"\s*\.(?:name|symbol):\s*'?([\w$.]+?)(?:\.kd)?'?\s*$")
_WIDTH = re.compile(
    r"_(?:dwordx([234])|b(8|16|32|64|96|128)|([us]byte|[us]short|dword|short|byte))"
)
_SMALL = {"byte": 1, "short": 2, "dword": 4}
_LOADS = ("global_load", "buffer_load", "flat_load", "ds_load", "ds_read", "scratch_load")
_STORES = ("global_store", "buffer_store", "flat_store", "ds_store", "ds_write", "scratch_store")
_FMA = ("v_fma", "v_pk_fma", "v_fmac", "v_mac", "v_mad_f", "v_dual_fmac", "v_mad_mix", "v_fma_mix")
_SPECIAL = ("v_exp_", "v_log_", "v_rsq_", "v_rcp_", "v_sqrt_", "v_sin_", "v_cos_")
_IDLE = ("s_nop", "s_code_end", "s_waitcnt", "s_delay", "s_clause")


def parse(text: str) -> Facts:
    table = LineTable()
    table.files(text)
    lines = text.splitlines()
    functions = {m[1] for line in lines if (m := _FUNCTION_TYPE.match(line))}
    tallies: dict[str, Tally] = {}
    current: Tally | None = None
    anchors: list[Anchor] = []
    unknown: list[UnknownText] = []
    for number, line in enumerate(lines, 1):
        body = line.strip()
        if not body or table.read(line) or body[0] == ";":
            continue
        label = _LABEL.match(line)
        if label and label[1] in functions:
            current = tallies.setdefault(label[1], Tally(function=label[1], first=number))
        elif line.startswith((".Lfunc_end", "\t.section", "\t.amdgpu_metadata")):
            current = None
        elif label or body[0] in ".-$":
            continue
        elif current is not None:
            if instruction := _INSTRUCTION.match(line):
                _count(current, number, instruction[1])
                anchors.append(Anchor(line=number, frames=table.frames, kernel=current.function))
            else:
                unknown.append(UnknownText(number, shortened(body), "is no instruction"))
    _resources(lines, tallies)
    if not tallies:
        unknown.append(UnknownText(1, shortened(text), "holds no AMD GCN function"))
    return Facts(
        kernels=tuple(
            Kernel(
                name=t.function,
                kind="generated",
                lines=(t.first, max(t.first, t.last)),
                registers=t.registers,
                spill_bytes=t.spill_bytes,
                shared_bytes=t.shared_bytes,
            )
            for t in tallies.values()
        ),
        code=tuple(t.code() for t in tallies.values()),
        anchors=tuple(anchors),
        unknown=tuple(unknown),
    )


def _resources(lines: list[str], tallies: dict[str, Tally]) -> None:
    """From the metadata at the end: a list item a kernel, its keys in alphabetical order."""
    found: dict[str, int] = {}
    name = ""
    in_metadata = False
    for line in [*lines, "  - "]:
        in_metadata = in_metadata or ".amdgpu_metadata" in line
        if not in_metadata:
            continue
        if line.startswith("  - ") and name in tallies:
            tally = tallies[name]
            if "vgpr_count" in found:
                tally.registers = found["vgpr_count"] + found.get("agpr_count", 0)
            # a spilled register holds 4 bytes a lane
            tally.spill_bytes = 4 * found.get("vgpr_spill_count", 0)
            tally.shared_bytes = found.get("group_segment_fixed_size")
            tally.stack_bytes = found.get("private_segment_fixed_size")
        if line.startswith("  - "):
            found, name = {}, ""
        if resource := _RESOURCE.match(line.replace("  - ", "    ", 1)):
            found[resource[1]] = int(resource[2])
        elif (named := _NAME.match(line)) and named[1] in tallies:
            name = named[1]


def _count(tally: Tally, number: int, opcode: str) -> None:
    tally.last = number
    if opcode.startswith(_IDLE):
        return
    tally.opcodes[opcode] += 1
    if opcode.startswith(("v_mfma", "v_smfma", "v_wmma", "v_swmma")):
        tally.tensor_core += 1
    elif opcode.startswith(_FMA):
        tally.fma += 1
    elif opcode.startswith(_LOADS):
        tally.loads[_bytes(opcode)] += 1
    elif opcode.startswith(_STORES):
        tally.stores[_bytes(opcode)] += 1
    elif opcode.startswith(_SPECIAL):
        tally.special += 1
    elif opcode.startswith(("s_cbranch", "s_branch", "s_endpgm", "s_setpc")):
        tally.branches += 1
    elif opcode.startswith(("s_swappc", "s_call")):
        tally.calls += 1
    elif opcode.startswith("s_barrier"):
        tally.barriers += 1


def _bytes(opcode: str) -> int:
    """``global_load_dwordx4`` and ``global_load_b128``: 16 bytes a lane."""
    width = _WIDTH.search(opcode)
    if width is None:
        return 0
    if width[1]:
        return 4 * int(width[1])
    return int(width[2]) // 8 if width[2] else _SMALL[width[3].lstrip("us") or "short"]


PARSER = Parser(name="amdgcn", summary="AMD GCN assembly: mix, resources, places", parse=parse)

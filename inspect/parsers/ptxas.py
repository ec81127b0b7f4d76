"""Registers, spills, shared memory and stack: what ``ptxas -v``, ``cuobjdump -res-usage`` and the
metadata of AMD GCN assembly say."""

from __future__ import annotations

import re

from opscope.facts import Facts, Parser, UnknownText, shortened
from opscope.inspect.parsers._tally import Tally

_ENTRY = re.compile(
    r"ptxas info\s*: (?:Compiling entry function|Function properties for) '?([\w$.]+)'?"
)
_FUNCTION = re.compile(r"\s*Function ([\w$.]+):")
_STACK = re.compile(r"([0-9]{1,9}) bytes stack frame")
_SPILL = re.compile(r"([0-9]{1,9}) bytes spill (?:stores|loads)")
_USED = re.compile(r"Used ([0-9]{1,4}) registers")
_SHARED = re.compile(r"([0-9]{1,9}) bytes smem")
_LAUNCH = re.compile(r"launch: ([0-9]{1,9}) bytes dynamic shared memory")
_USAGE = re.compile(r"\b(REG|STACK|SHARED|LOCAL):([0-9]{1,9})")
_OTHER = re.compile(
    r"ptxas (?:info|warning)|Resource usage|\s*Common:|\s*GLOBAL:|Fatbin|=+$|\w+ = |\s*$"
)


_AMD = re.compile(
    r"(?:; |\.)(NumVgprs|vgpr_count|vgpr_spill_count|private_segment_fixed_size"
    r"|group_segment_fixed_size)\s*:\s*([0-9]{1,9})\s*$"
)
_AMD_OTHER = re.compile(r"; \w+ ?: |\.\w+:\s")


def parse(text: str) -> Facts:
    tallies: dict[str, Tally] = {}
    current: Tally | None = None
    unknown: list[UnknownText] = []
    for number, line in enumerate(text.splitlines(), 1):
        if named := _ENTRY.match(line) or _FUNCTION.match(line):
            current = tallies.setdefault(named[1], Tally(function=named[1], first=number))
            current.last = number
        elif amd := _AMD.match(line):  # the one kernel of the text, which does not name it
            tally = tallies.setdefault("", Tally(function="", first=number))
            _amd(tally, number, amd[1], int(amd[2]))
        elif _AMD_OTHER.match(line):
            continue
        elif not _told(line, current, number) and not _OTHER.match(line):
            unknown.append(UnknownText(number, shortened(line), "tells no resource"))
    return Facts(code=tuple(t.code() for t in tallies.values()), unknown=tuple(unknown))


def _amd(tally: Tally, number: int, name: str, value: int) -> None:
    tally.last = number
    if name in ("NumVgprs", "vgpr_count"):
        tally.registers = value
    elif name == "vgpr_spill_count":  # a spilled register holds 4 bytes a lane
        tally.spill_bytes = 4 * value
    elif name == "private_segment_fixed_size":
        tally.stack_bytes = value
    else:
        tally.shared_bytes = value


def _told(line: str, tally: Tally | None, number: int) -> bool:
    usage = dict(_USAGE.findall(line))
    stack, used, shared = _STACK.search(line), _USED.search(line), _SHARED.search(line)
    spills = _SPILL.findall(line)
    launch = _LAUNCH.match(line)
    if tally is None or not (usage or stack or used or shared or spills or launch):
        return False
    tally.last = number
    if launch:  # ptxas cannot know it: added by opscope from what Triton asks for at a launch
        tally.shared_bytes = (tally.shared_bytes or 0) + int(launch[1])
    if stack:
        tally.stack_bytes = int(stack[1])
    if spills:  # what is stored is loaded again: the larger of both is what does not fit
        tally.spill_bytes = max(map(int, spills))
    if used:
        tally.registers = int(used[1])
        tally.shared_bytes = int(shared[1]) if shared else 0
    if "REG" in usage:
        tally.registers = int(usage["REG"])
        tally.stack_bytes = int(usage.get("STACK", 0))
        tally.shared_bytes = int(usage.get("SHARED", 0))
        tally.spill_bytes = int(usage.get("LOCAL", 0))
    return True


PARSER = Parser(name="ptxas", summary="registers, spills and shared memory", parse=parse)

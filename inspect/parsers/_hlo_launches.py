"""Which instructions of an HLO module are launched, how often, and in what order.

Control flow is followed from ENTRY: the bodies and conditions of loops, the branches of
conditionals, the targets of calls and of asynchronous starts. A computation that is reached from
two places is listed once, with the launches of both. A call that would recurse (HLO has none;
damaged text may) is cut and reported.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass

from opscope.facts import UnknownText, shortened
from opscope.inspect.parsers._hlo_text import Computation, Instruction, Module

CONTROL = frozenset(("while", "conditional", "call", "async-start"))
_TRIPS = re.compile(r'"known_trip_count":\{"n":"([0-9]{1,15})"')
_MOST_LAUNCHES = 1 << 53
_MOST_NOTES = 4


@dataclass(frozen=True, kw_only=True, slots=True)
class Launch:
    """An instruction of a computation that runs ``count`` times; ``notes`` say why and whether."""

    instruction: Instruction
    computation: Computation
    count: int
    notes: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class _Run:
    callee: Computation
    times: int
    note: str = ""


def launches(module: Module, unknown: list[UnknownText]) -> Iterator[Launch]:
    """Every instruction that control flow reaches, control flow itself left out."""
    entry = module.entry
    if entry is None:
        return
    runs = _Runs(module, unknown)
    counts, notes = _counts(runs.callers_first(entry), runs)
    seen = {entry.name}
    stack = [(entry, iter(entry.instructions))]
    while stack:
        computation, instructions = stack[-1]
        instruction = next(instructions, None)
        if instruction is None:
            stack.pop()
            continue
        inner = [r.callee for r in runs.of(computation, instruction) if r.callee.name not in seen]
        inner = list({c.name: c for c in inner}.values())
        seen.update(c.name for c in inner)
        stack += [(callee, iter(callee.instructions)) for callee in reversed(inner)]
        if instruction.opcode not in CONTROL:
            yield Launch(
                instruction=instruction,
                computation=computation,
                count=counts[computation.name],
                notes=notes[computation.name],
            )


def _counts(
    order: list[Computation], runs: _Runs
) -> tuple[dict[str, int], dict[str, tuple[str, ...]]]:
    """How often each computation runs and why; ``order`` has callers before callees."""
    counts = {c.name: 0 for c in order} | {order[0].name: 1}
    notes: dict[str, tuple[str, ...]] = {c.name: () for c in order}
    for computation in order:
        for instruction in computation.instructions:
            for run in runs.of(computation, instruction):
                name = run.callee.name
                more = counts[computation.name] * run.times
                counts[name] = min(_MOST_LAUNCHES, counts[name] + more)
                told = (*notes[name], *notes[computation.name], run.note)
                notes[name] = tuple(dict.fromkeys(n for n in told if n))[:_MOST_NOTES]
    return counts, notes


class _Runs:
    """What a control-flow instruction runs, with the edges that would close a cycle left out."""

    def __init__(self, module: Module, unknown: list[UnknownText]) -> None:
        self._computations = module.computations
        self._unknown = unknown
        self._cut: set[tuple[str, str]] = set()

    def of(self, computation: Computation, instruction: Instruction) -> Iterator[_Run]:
        if instruction.opcode not in CONTROL:
            return
        trips = _TRIPS.search(instruction.attributes)
        for role, name in instruction.calls:
            callee = self._computations.get(name)
            if callee is None or (computation.name, name) in self._cut:
                continue
            if role in ("body", "condition"):
                times = int(trips[1]) + (role == "condition") if trips else 1
                told = f"{times} times" if trips else "an unknown number of times"
                yield _Run(callee, times, f"runs {told} in {instruction.name}")
            elif instruction.opcode == "conditional":
                yield _Run(callee, 1, f"one branch of {instruction.name}")
            else:
                yield _Run(callee, 1)

    def callers_first(self, entry: Computation) -> list[Computation]:
        """Every computation reached from ``entry``, each after all that run it."""
        done: list[Computation] = []
        seen, open_ = {entry.name}, {entry.name}
        stack = [(entry, iter(self._callees(entry)))]
        while stack:
            computation, callees = stack[-1]
            callee = next(callees, None)
            if callee is None:
                done.append(computation)
                open_.discard(computation.name)
                stack.pop()
            elif callee.name in open_:
                self._cut.add((computation.name, callee.name))
                self._unknown.append(
                    UnknownText(callee.line, shortened(callee.name), "runs itself")
                )
            elif callee.name not in seen:
                seen.add(callee.name)
                open_.add(callee.name)
                stack.append((callee, iter(self._callees(callee))))
        return done[::-1]

    def _callees(self, computation: Computation) -> list[Computation]:
        runs = (run for i in computation.instructions for run in self.of(computation, i))
        return list({run.callee.name: run.callee for run in runs}.values())

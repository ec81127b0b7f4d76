"""Counts the instructions of one function; the machine-code parsers fill it."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass, field

from opscope.facts import Code


@dataclass(kw_only=True, slots=True)
class Tally:
    function: str
    first: int
    last: int = 0
    fma: int = 0
    tensor_core: int = 0
    special: int = 0
    branches: int = 0
    calls: int = 0
    barriers: int = 0
    vector_bits: Counter[int] = field(default_factory=Counter)
    loads: Counter[int] = field(default_factory=Counter)
    stores: Counter[int] = field(default_factory=Counter)
    opcodes: Counter[str] = field(default_factory=Counter)
    registers: int | None = None
    spill_bytes: int | None = None
    shared_bytes: int | None = None
    stack_bytes: int | None = None

    def code(self) -> Code:
        return Code(
            function=self.function,
            lines=(self.first, max(self.first, self.last)),
            instructions=self.opcodes.total(),
            fma=self.fma,
            tensor_core=self.tensor_core,
            special=self.special,
            branches=self.branches,
            calls=self.calls,
            barriers=self.barriers,
            vector_bits=dict(sorted(self.vector_bits.items())),
            loads=dict(sorted(self.loads.items())),
            stores=dict(sorted(self.stores.items())),
            opcodes=dict(self.opcodes.most_common()),
            registers=self.registers,
            spill_bytes=self.spill_bytes,
            shared_bytes=self.shared_bytes,
            stack_bytes=self.stack_bytes,
        )

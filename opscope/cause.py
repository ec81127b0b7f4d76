"""The words of an explanation: what is known of two sides, why one may be slower, and what throwing
a switch did to it. Frozen data, standard library only.

A file in ``inspect/causes/`` defines ``CAUSE``: pure, facts in, evidence out. It names the levers
that would test it; the compilers own them, and :mod:`opscope.explaining.intervene` throws them.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping
from dataclasses import asdict, dataclass, field
from enum import StrEnum
from pathlib import Path
from typing import Any

from opscope.decode import decode
from opscope.errors import UsageError
from opscope.records import Kernel


class Standing(StrEnum):
    """How sure a cause is.

    CONFIRMED: its switch was thrown and the gap moved by its share. CONSISTENT: there is evidence,
    and no switch, or one that did not decide. REFUTED: the switch took effect and the gap stayed.
    UNTESTED: the switch could not be thrown, or changed nothing.
    """

    CONFIRMED = "confirmed"
    CONSISTENT = "consistent"
    REFUTED = "refuted"
    UNTESTED = "untested"


@dataclass(frozen=True, kw_only=True)
class SideFacts:
    """What is known of one side. A figure that is not in ``counts`` is not known, and not zero.

    ``operations`` counts what its kernels do, by names that are the same for every compiler.
    ``counts`` holds what the artifacts tell (see ``inspect/evidence.py``) and what was measured per
    call: ``call_ns``, ``cpu_ns``, ``page_faults``, ``noop_ns``, ``intercept_ns``,
    ``recompilations``. ``notes`` quotes the text behind a count; ``least_bytes`` and ``flops`` are
    the operator's own model, ``claims`` the compiler's.
    """

    name: str
    compiler: str
    eager: bool = False
    kernels: tuple[Kernel, ...] = ()
    kernels_reason: str = ""
    operations: Mapping[str, int] = field(default_factory=dict)
    counts: Mapping[str, float] = field(default_factory=dict)
    notes: Mapping[str, tuple[str, ...]] = field(default_factory=dict)
    flops: int = 0
    least_bytes: int = 0
    claims: Mapping[str, float] = field(default_factory=dict)

    def count(self, name: str) -> float | None:
        return self.counts.get(name)

    @property
    def launches(self) -> int:
        return sum(kernel.launches for kernel in self.kernels)

    @property
    def bytes(self) -> int | None:
        """Bytes that the kernels move, counted from the IR; None if any does not tell."""
        if not self.kernels or any(kernel.bytes is None for kernel in self.kernels):
            return None
        return sum((kernel.bytes or 0) * kernel.launches for kernel in self.kernels)

    @classmethod
    def from_json(cls, data: object) -> SideFacts:
        return decode(cls, data, "facts")


@dataclass(frozen=True, kw_only=True)
class Evidence:
    """What speaks for a cause: ``lines`` for a reader, ``stages`` that ``opscope dump`` shows.

    ``share_ns`` is an estimate of how much slower it makes the slow side, where the facts tell;
    ``weight`` ranks causes without one (1 is ordinary, 3 leaves little room for others). ``levers``
    are those of the cause that test this evidence; empty means all of them.
    """

    lines: tuple[str, ...]
    stages: tuple[str, ...] = ()
    share_ns: float | None = None
    weight: float = 1.0
    levers: tuple[str, ...] = ()


Judge = Callable[[SideFacts, SideFacts], Evidence | None]
"""``judge(slow, fast)``: the evidence that this cause makes ``slow`` slower than ``fast``."""


@dataclass(frozen=True, kw_only=True)
class Cause:
    """A reason why one side can be slower than another.

    ``reads`` names the facts that ``judge`` looks at; without them it answers None. ``levers`` are
    switches that take the cause away, or the other side's advantage; ``confirms`` says which
    movement of the gap would confirm it. ``judge`` knows neither operator nor compiler by name.
    """

    name: str
    title: str
    reads: tuple[str, ...]
    levers: tuple[str, ...]
    confirms: str
    judge: Judge
    refutable: bool = True
    """Whether a switch that took effect and left the gap speaks against the cause; False where the
    switches need not take all of it away."""

    @property
    def summary(self) -> str:
        return self.title


@dataclass(frozen=True, kw_only=True)
class Intervention:
    """A switch that was thrown on the sides that have it.

    ``effects`` says for each side what changed; ``gap_ns`` is the gap with it, ``share_ns`` how far
    the gap moved and ``interval`` the bounds of that, over ``pairs`` pairs, with ``confidence`` (0:
    the full spread). ``log_move`` is the movement of ln(B/A). ``both_orders`` is the range of the
    share when another switch was thrown before or after.
    """

    lever: str
    title: str
    scope: str
    effects: Mapping[str, str]
    not_clean: str = ""
    gap_ns: float | None = None
    share_ns: float | None = None
    interval: tuple[float, float] | None = None
    log_move: float | None = None
    pairs: int = 0
    confidence: float = 0.0
    both_orders: tuple[float, float] | None = None
    reason: str = ""


@dataclass(frozen=True, kw_only=True)
class Finding:
    """A cause with what became of it. ``share_ns`` has the sign of the gap if it explains some of
    it; None where neither a switch nor the evidence gives a figure."""

    id: str
    title: str
    share_ns: float | None
    share_percent: float | None
    standing: Standing
    evidence: tuple[str, ...]
    commands: tuple[str, ...] = ()
    intervention: Intervention | None = None
    estimated: bool = False
    """Whether the share is estimated from the evidence, not measured by a switch."""
    bounded: bool = False
    """Whether the share is an upper bound: the switch is not clean, or took away more than the
    gap."""
    slow: str = ""


@dataclass(frozen=True, kw_only=True)
class Conclusion:
    """Why B is slower or faster than A, as ``opscope explain --json`` prints it.

    ``gap_ns`` is B's time less A's, per call.

    ``verdict`` is a verdict's JSON; ``causes`` is empty unless it is decided and the difference is
    of interest. ``unexplained_interval`` bounds the rest, in percent of the gap. ``kernels`` has
    ``a``, ``b`` and ``regions``; ``not_fused`` what each compiler says about what it did not fuse;
    ``work`` the FLOPs and bytes of ``a`` and ``b`` by every account;
    ``differences`` what two kept sessions differ in, whatever the verdict.
    """

    operator: str
    case: str
    target: str
    a: str
    b: str
    verdict: Mapping[str, Any]
    ratio: float | None
    interval: tuple[float | None, float | None]
    a_ns: float | None = None
    b_ns: float | None = None
    gap_ns: float | None = None
    causes: tuple[Finding, ...] = ()
    unexplained_percent: float | None = None
    unexplained_interval: tuple[float, float] | None = None
    kernels: Mapping[str, Any] = field(default_factory=dict)
    not_fused: Mapping[str, Any] = field(default_factory=dict)
    work: Mapping[str, Any] = field(default_factory=dict)
    differences: tuple[str, ...] = ()
    why_no_causes: str = ""
    doubts: tuple[str, ...] = ()
    seconds: float = 0.0
    schema: int = 1

    def to_json(self) -> dict[str, Any]:
        return asdict(self)


def load_explanations(path: Path) -> tuple[Conclusion, ...]:
    """One explanation or a list of them; UsageError names the file and the field."""
    try:
        data = json.loads(path.read_text(encoding="utf-8"))
        if isinstance(data, list):
            return tuple(decode(Conclusion, item, f"[{i}]") for i, item in enumerate(data))
        return (decode(Conclusion, data),)
    except (OSError, ValueError, RecursionError, UsageError) as error:
        raise UsageError(f"{path}: {error}") from error

"""What was seen of two sides, before anything is concluded from it: plain data that can be kept.

A kept observation gives the same explanation again, on any machine, without a framework.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import asdict, dataclass, field
from typing import Any

from opscope.cause import Cause, Evidence, SideFacts
from opscope.decode import decode
from opscope.explaining.laboratory import Timed


@dataclass(frozen=True, kw_only=True)
class Trial:
    """One switch, thrown on the sides that have it.

    ``arms`` gives for ``A`` and ``B`` the arm that stands for the side with the switch thrown: its
    own without it, where there is no such switch or it changed nothing. ``reason`` says why the
    trial does not count; ``intercepts`` marks the sweep over sizes, whose figures are in the facts.
    """

    lever: str
    title: str
    scope: str
    arms: Mapping[str, str]
    effects: Mapping[str, str]
    not_clean: str = ""
    reason: str = ""
    intercepts: bool = False


@dataclass(frozen=True, kw_only=True)
class Observation:
    """``screened`` and ``decided`` hold the times of arms in quick and in verdict mode; ``joint``
    names arms with two switches thrown, by ``lever+lever``, as ``Trial.arms`` does. ``commands``
    and ``stages`` are how each side is dumped, and what it can show."""

    operator: str
    case: str
    target: str
    a: SideFacts
    b: SideFacts
    verdict: Mapping[str, Any]
    verdict_times: Mapping[str, Timed]
    trials: tuple[Trial, ...] = ()
    screened: Mapping[str, Timed] = field(default_factory=dict)
    decided: Mapping[str, Timed] = field(default_factory=dict)
    joint: Mapping[str, Mapping[str, str]] = field(default_factory=dict)
    regions: tuple[Mapping[str, Any], ...] = ()
    not_fused: Mapping[str, Any] = field(default_factory=dict)
    work: Mapping[str, Any] = field(default_factory=dict)
    profiles: Mapping[str, Any] = field(default_factory=dict)
    differences: tuple[str, ...] = ()
    doubts: tuple[str, ...] = ()
    commands: Mapping[str, str] = field(default_factory=dict)
    stages: Mapping[str, tuple[str, ...]] = field(default_factory=dict)
    seconds: float = 0.0

    def to_json(self) -> dict[str, Any]:
        return asdict(self)

    @classmethod
    def from_json(cls, data: object) -> Observation:
        """What ``to_json`` wrote; UsageError names a missing or malformed field."""
        return decode(cls, data, "observation")


@dataclass(frozen=True)
class Suspect:
    """A cause with its evidence; ``slow`` is the letter of the side that it makes slower."""

    cause: Cause
    evidence: Evidence
    slow: str

    @property
    def levers(self) -> tuple[str, ...]:
        return self.evidence.levers or self.cause.levers


def suspects(a: SideFacts, b: SideFacts, causes: Sequence[Cause]) -> list[Suspect]:
    """Every cause that the facts speak for, on either side, the strongest evidence first."""
    found = []
    for cause in causes:
        for slow, own, other in (("A", a, b), ("B", b, a)):
            evidence = cause.judge(own, other)
            if evidence is not None:
                found.append(Suspect(cause, evidence, slow))
    return sorted(found, key=lambda s: (-s.evidence.weight, s.cause.name))

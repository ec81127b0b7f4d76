"""The kernels of both sides beside each other: by names, by the values they make, with times."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from statistics import median
from typing import Any

from opscope.cause import SideFacts
from opscope.dumping import dump, profiling
from opscope.errors import OpscopeError
from opscope.explaining.laboratory import Arm, Laboratory, Timed
from opscope.explaining.observation import Observation
from opscope.records import Kernel
from opscope.registry import Registry
from opscope.verdicts.verdict import quantile

AGREE = 0.20
"""How far the kernels' times may be, in sum, from the untraced call: a profiler can slow kernels
down, some more than others, and then their times are of another run."""

Say = Callable[[str], None]


def regions(
    registry: Registry, a: SideFacts, b: SideFacts, values: Sequence[Any] = ()
) -> tuple[Mapping[str, Any], ...]:
    """Kernels that do the same, as JSON; ``values`` are what :func:`by_values` found."""
    view = registry.views.get("align")
    if view is None or not a.kernels or not b.kernels:
        return ()
    return tuple(
        {
            "a": [kernel.name for kernel in row.left.kernels],
            "b": [kernel.name for kernel in row.right.kernels],
            "operations": list(row.shared),
            "only_a": list(row.only_left),
            "only_b": list(row.only_right),
            "how": row.how,
            "bytes": [row.left.bytes, row.right.bytes],
            "flops": [row.left.flops, row.right.flops],
            "time_ns": [row.left.time_ns, row.right.time_ns],
        }
        for row in view.function(a.kernels, b.kernels, values)
    )


def undecided(found: Sequence[Mapping[str, Any]]) -> bool:
    """Whether names left kernels of both sides without a partner."""
    return any(not row["b"] for row in found) and any(not row["a"] for row in found)


def by_values(
    lab: Laboratory, sides: Mapping[str, Arm], a: SideFacts, b: SideFacts, say: Say
) -> tuple[list[Any], str]:
    """What a replay of both says about which kernels belong together, and why it says nothing."""
    view = lab.registry.views.get("values")
    if view is None:
        return [], "inspect/values.py is missing or broken: opscope list --json"
    programs = []
    for letter, arm in sides.items():
        say(f"replaying {letter}, operation by operation")
        answer = lab.replay(arm)
        if answer["absent"]:
            return [], f"{letter}: {answer['absent']}"
        programs.append(answer["nodes"])
    return view.function(*programs, a.kernels, b.kernels), ""


def compared(
    lab: Laboratory, seen: Observation, sides: Mapping[str, Arm], say: Say, *, profiles: bool
) -> Observation:
    """The observation with its regions: aligned by values where names do not decide, and with times
    of kernels where they can be trusted."""
    facts = {"A": seen.a, "B": seen.b}
    values: list[Any] = []
    doubts: tuple[str, ...] = ()
    if undecided(seen.regions):
        values, absent = by_values(lab, sides, seen.a, seen.b, say)
        if absent:
            doubts = (f"kernels are aligned by names only: {absent}",)
    told: dict[str, Any] = {}
    if profiles:
        for letter, arm in sides.items():
            say(f"timing the kernels of {letter}")
            untraced = seen.verdict_times[letter]
            facts[letter], told[letter.lower()] = timed(lab.registry, arm, facts[letter], untraced)
    return replace(
        seen,
        a=facts["A"],
        b=facts["B"],
        regions=regions(lab.registry, facts["A"], facts["B"], values),
        profiles=told,
        doubts=(*seen.doubts, *doubts),
    )


def timed(
    registry: Registry, arm: Arm, known: SideFacts, untraced: Timed
) -> tuple[SideFacts, dict[str, Any]]:
    """The facts with times of kernels, if these can be trusted, and what was found of them."""
    spec = arm.arm
    try:
        request = dump.request(registry, spec.source, spec.case, spec.compiler, spec.options)
        found = profiling.profile(request)
    except OpscopeError as error:
        return known, {"trusted": False, "reason": str(error).splitlines()[0]}
    call_ns = median(quantile(pair, 0.25) for pair in untraced.pairs)
    kernels, told = judged(known.kernels, found.kernels, call_ns)
    return replace(known, kernels=kernels), {**told, "traced_ns": found.traced_ns}


def judged(
    own: Sequence[Kernel], profiled: Sequence[Kernel], call_ns: float
) -> tuple[tuple[Kernel, ...], dict[str, Any]]:
    """Kernels with the profiled times if their sum is within 20% of the untraced call, else as they
    were, and why."""
    told: dict[str, Any] = {"trusted": False, "untraced_ns": call_ns, "sum_ns": None}
    if len(own) != len(profiled) or any(
        k.kind != p.kind or k.ops != p.ops for k, p in zip(own, profiled, strict=True)
    ):
        return tuple(own), {**told, "reason": "the profiled program has other kernels"}
    missing = [kernel.name for kernel in profiled if kernel.time_ns is None]
    if missing:
        reason = f"the profile has no event of {', '.join(missing[:3])}"
        return tuple(own), {**told, "reason": reason}
    total = sum(kernel.time_ns or 0.0 for kernel in profiled)
    told["sum_ns"] = total
    if abs(total - call_ns) > AGREE * call_ns:
        reason = (
            f"they sum to {total / 1e3:.3g} µs, a call takes {call_ns / 1e3:.3g} µs without the"
            f" profiler: more than {AGREE:.0%} apart"
        )
        return tuple(own), {**told, "reason": reason}
    with_times = (replace(k, time_ns=p.time_ns) for k, p in zip(own, profiled, strict=True))
    return tuple(with_times), {**told, "trusted": True, "reason": ""}

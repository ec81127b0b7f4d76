"""``opscope explain``: measure two sides, gather what is known of them, throw switches, conclude.

The order is: the verdict on the gap; if it is of interest, the facts of both sides; the causes that
the facts speak for; a screening of their switches, all arms timed in turn; the two strongest again
in verdict mode, alone and together. What was seen goes into an Observation, and
:mod:`opscope.explaining.attribution` concludes from that alone.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Mapping, Sequence
from dataclasses import asdict, dataclass, replace
from statistics import median
from typing import Any

from opscope import facts
from opscope.cause import Cause, Conclusion, SideFacts, Standing
from opscope.dumping import dump
from opscope.errors import NotAvailableError, OpscopeError, UnsupportedError
from opscope.explaining import attribution, intervene, kernels, shares, work
from opscope.explaining.laboratory import Arm, ArmSpec, Laboratory, Timed
from opscope.explaining.observation import Observation, Trial, suspects
from opscope.measuring.subject import Options
from opscope.records import Artifact
from opscope.registry import Registry
from opscope.verdicts.verdict import (
    INTEREST,
    QUICK,
    VERDICT,
    Verdict,
    estimate,
    judge,
    quantile,
    undecided,
)

LIMIT_S = 90.0
"""What verdict mode may take for the gap, and once more for the top causes."""
TOP = 2
CONTENDED = "others used this core: times are CPU time, and caches were shared with them"
SWEEP_CALL_NS, SWEEP_EAGER_CALL_NS = 2e5, 1e6
"""Calls longer than this have no share of fixed cost that a sweep over sizes could find; eager ones
pay it for every operation."""

Say = Callable[[str], None]


@dataclass(frozen=True, kw_only=True)
class Question:
    """Two sides, ``A`` and ``B``; ``commands`` are how a user would dump each."""

    registry: Registry
    a: ArmSpec
    b: ArmSpec
    options: Options
    interest: float = INTEREST
    commands: Mapping[str, str]
    say: Say = print
    quick: bool = False
    """Whether to do without verdict mode: everything by screening, in minutes on a busy machine."""
    limit_s: float = LIMIT_S
    profiles: bool = True
    """Whether to time kernels under the frameworks' profilers; takes a compilation each."""
    reasons: bool = True
    """Whether to ask the compilers why they did not fuse; takes a compilation each."""


def explain(question: Question) -> tuple[Conclusion, Observation]:
    """The explanation and what it rests on. Raises OpscopeError if a side cannot be timed."""
    began = time.monotonic()
    with Laboratory(question.registry, question.options) as lab:
        seen = _observe(lab, question)
    seen = replace(seen, seconds=time.monotonic() - began)
    causes = list(question.registry.causes.values())
    return attribution.explain(seen, causes, question.interest), seen


def _observe(lab: Laboratory, question: Question) -> Observation:
    say = question.say
    sides: dict[str, Arm] = {}
    for spec in (question.a, question.b):
        say(f"compiling and checking {spec.name}: {spec.compiler}")
        arm = lab.arm(spec)
        if arm.failure is not None:
            status, reason = arm.failure
            raise _not_timed(f"{spec.name} ({spec.compiler}) is {status}: {reason}")
        sides[spec.name] = arm
    a, b = sides["A"], sides["B"]
    verdict, times = _gap(lab, question, a, b)
    say("gathering facts")
    known = {letter: gather(lab, arm, letter) for letter, arm in sides.items()}
    case, operator = a.case, a.source.operator
    seen = Observation(
        operator=operator.name,
        case=case.id,
        target=question.options.settings.target,
        a=known["A"],
        b=known["B"],
        verdict=verdict.to_json(),
        verdict_times=times,
        regions=kernels.regions(question.registry, known["A"], known["B"]),
        commands=question.commands,
        stages={letter: arm.compiler.stages for letter, arm in sides.items()},
    )
    if len(times) == 2:
        known = {x: shares.with_measured(known[x], times[x], None, None) for x in "AB"}
    accounts = work.accounts(question.registry, known, case.dtype, question.options)
    seen = replace(seen, work=accounts)
    seen = kernels.compared(lab, seen, sides, say, profiles=question.profiles and len(times) == 2)
    if not verdict.matters(question.interest) or len(times) < 2:
        return seen
    seen = _with_figures(lab, seen, sides, say)
    seen = _with_trials(lab, question, seen, sides)
    seen = _with_joint(lab, question, seen, sides)
    if any(t.clock == "cpu" for t in (*seen.verdict_times.values(), *seen.screened.values())):
        seen = replace(seen, doubts=(*seen.doubts, CONTENDED))
    if question.reasons:
        told = {letter.lower(): not_fused(lab, arm, say) for letter, arm in sides.items()}
        seen = replace(seen, not_fused=told)
    return seen


def _not_timed(reason: str) -> OpscopeError:
    error = OpscopeError(reason)
    error.exit_status = 1
    return error


def _gap(lab: Laboratory, question: Question, a: Arm, b: Arm) -> tuple[Verdict, dict[str, Timed]]:
    """The verdict on B/A with the times behind it.

    Where verdict mode did not get enough pairs (others use this machine), the screening's verdict
    stands in: three pairs that all differ by 5% the same way. It says in its mode that it does.
    """
    if not question.quick:
        question.say("measuring the gap, new processes for each pair")
        verdict, times = _verdict(lab, a, b, question.limit_s)
        if verdict.pairs >= VERDICT.looks[0]:
            return verdict, times
        question.say(f"verdict mode gave no verdict ({verdict.reason}); screening instead")
    else:
        question.say("screening the gap")
    times = lab.screen([a, b])
    for arm in (a, b):
        if arm.failure is not None:
            raise _not_timed(f"{arm.name} failed while it was timed: {arm.failure[1]}")
    pairs = zip(times["A"].pairs, times["B"].pairs, strict=True)
    return judge([estimate(one, other) for one, other in pairs], QUICK), times


def _verdict(lab: Laboratory, a: Arm, b: Arm, limit_s: float) -> tuple[Verdict, dict[str, Timed]]:
    outcome, times = lab.contest([a, b], limit_s)
    for name, failure in outcome.failures.items():
        raise _not_timed(f"{name} failed in verdict mode: {failure.reason}")
    verdict = outcome.verdicts.get(("B", "A"))
    if verdict is None:
        return undecided(judge([]), outcome.stop.unmet or "no pair was measured"), {}
    recompiling = [n for n, t in times.items() if t.recompilations > 0]
    if recompiling and not verdict.matters():
        verdict = undecided(verdict, f"{', '.join(recompiling)} recompiles while it is timed")
    return verdict, times


def gather(lab: Laboratory, arm: Arm, letter: str) -> SideFacts:
    """What the artifacts of an arm tell: those of its own executable, and of a dump besides."""
    registry, operator = lab.registry, arm.source.operator
    own = arm.artifacts
    artifacts = [*own, *_dumped(registry, arm.arm, {a.stage for a in own if a.text})]
    found = facts.kernels_of(own, registry)
    if isinstance(found, str):
        found = facts.kernels_of(artifacts, registry)
    known = () if isinstance(found, str) else found
    view = registry.views.get("evidence")
    if view is None:
        raise NotAvailableError("inspect/evidence.py is missing or broken: opscope list --json")
    read = view.function(artifacts, known, registry)
    return SideFacts(
        name=f"{letter} ({arm.compiler.name})",
        compiler=arm.compiler.name,
        eager=arm.compiler.eager,
        kernels=known,
        kernels_reason=found if isinstance(found, str) else "",
        operations=read.operations,
        counts=read.counts,
        notes=read.notes,
        flops=operator.total_flops(arm.case),
        least_bytes=operator.total_least_bytes(arm.case),
        claims=arm.prepared.get("claims", {}),
    )


def _dumped(registry: Registry, spec: ArmSpec, there: set[str]) -> list[Artifact]:
    """Artifacts of a dump, without the stages that the executable itself gave; none where the
    compiler shows none."""
    try:
        request = dump.request(registry, spec.source, spec.case, spec.compiler, spec.options)
        found = dump.obtain(request).artifacts()
    except (UnsupportedError, NotAvailableError):
        return []
    return [artifact for artifact in found if artifact.stage not in there]


def _with_figures(
    lab: Laboratory, seen: Observation, sides: Mapping[str, Arm], say: Say
) -> Observation:
    """The facts with times, faults and, for short calls, the cost that no size explains."""
    sweep = _sweep(lab, sides, seen.verdict_times, say)
    made = {}
    empty_ns: dict[str, float | None] = {}
    for letter, side_facts in (("A", seen.a), ("B", seen.b)):
        intercept = sweep[letter][0] if sweep else None
        arm = sides[letter]
        # An empty call has nothing of the operator in it: one compiler has one figure
        setup = f"{arm.compiler.name} {arm.arm.options.pythons}"
        if setup not in empty_ns:
            share = lab.noop_share(arm)
            call_ns = shares.typical_ns(seen.verdict_times[letter])
            empty_ns[setup] = None if share is None else share * call_ns
        noop = empty_ns[setup]
        made[letter] = shares.with_measured(side_facts, seen.verdict_times[letter], noop, intercept)
    if not sweep:
        return replace(seen, a=made["A"], b=made["B"])
    effects = {letter: text for letter, (_, text, _) in sweep.items()}
    crooked = [f"{letter}: {reason}" for letter, (_, _, reason) in sweep.items() if reason]
    switch = intervene.OWN["size-sweep"]
    trial = Trial(
        lever=switch.lever,
        title=switch.title,
        scope=switch.scope,
        arms={"A": "A", "B": "B"},
        effects=effects,
        reason="; ".join(crooked),
        intercepts=True,
    )
    return replace(seen, a=made["A"], b=made["B"], trials=(trial,))


CROOKED = 0.15
"""A point further than this from the line, as a share of the gap, makes it no line."""


def _sweep(
    lab: Laboratory, sides: Mapping[str, Arm], times: Mapping[str, Timed], say: Say
) -> dict[str, tuple[float, str, str]]:
    """By side: the intercept in ns, the sweep in words, and why it is not to be trusted."""
    typical = {n: median(quantile(p, 0.25) for p in t.pairs) for n, t in times.items()}
    eager = any(arm.compiler.eager for arm in sides.values())
    if min(typical.values()) > (SWEEP_EAGER_CALL_NS if eager else SWEEP_CALL_NS):
        return {}
    operator, case = sides["A"].source.operator, sides["A"].case
    smaller = intervene.smaller_cases(operator, case)
    if not smaller:
        return {}
    arms = list(sides.values())
    for number, small in enumerate(smaller, 1):
        for arm in sides.values():
            say(f"sweeping sizes, {number} of {len(smaller)}: {small.id} with {arm.compiler.name}")
            made = lab.arm(intervene.swept(arm.arm, small))
            if made.failure is not None:
                return {}
            arms.append(made)
    screened = lab.screen(arms)
    found = {}
    for letter, arm in sides.items():
        names = [arm.name, *(intervene.swept(arm.arm, small).name for small in smaller)]
        if not set(names) <= set(screened):
            return {}
        # The fastest group: what disturbs so short a call only ever makes it longer
        ns = [min(quantile(p, 0.25) for p in screened[n].pairs) for n in names]
        sizes = [float(operator.total_least_bytes(c)) for c in (case, *smaller)]
        intercept, misfit = shares.fitted(sizes, ns)
        shown = ", ".join(f"{t / 1e3:.3g} µs at {s / 2**10:.4g} KiB"
                          for t, s in zip(ns, sizes, strict=True))  # fmt: skip
        gap_ns = abs(typical["A"] - typical["B"])
        off = f"its times are {misfit / 1e3:.3g} µs off a straight line"
        reason = off if misfit > CROOKED * gap_ns else ""
        found[letter] = (min(intercept, ns[-1]), shown, reason)
    return found


def _with_trials(
    lab: Laboratory, question: Question, seen: Observation, sides: Mapping[str, Arm]
) -> Observation:
    """The switches of the suspects, thrown and screened in quick mode."""
    causes = list(question.registry.causes.values())
    slower = _slower(seen)
    found = suspects(seen.a, seen.b, causes)
    levers = intervene.chosen_levers(question.registry, found, sides["A"], sides["B"], slower)
    thrown = [intervene.throw(lab, lever, sides, question.say) for lever in levers]
    arms = [*sides.values(), *(arm for t in thrown for arm in t.arms)]
    if len(arms) == len(sides):
        return replace(seen, trials=(*seen.trials, *(t.trial for t in thrown)))
    question.say(f"timing {len(arms)} arms in turn: {', '.join(levers)}")
    screened = lab.screen(arms)
    trials = [intervene.check_figures(t.trial, screened) for t in thrown]
    return replace(seen, trials=(*seen.trials, *trials), screened=screened)


def _slower(seen: Observation) -> str:
    return "B" if (Verdict.from_json(seen.verdict).ratio or 1.0) > 1 else "A"


def _with_joint(
    lab: Laboratory, question: Question, seen: Observation, sides: Mapping[str, Arm]
) -> Observation:
    """The top causes again in verdict mode: each switch alone, and two of them together."""
    causes = list(question.registry.causes.values())
    so_far = attribution.explain(seen, causes, question.interest)
    confirmed = [
        f.intervention.lever
        for f in so_far.causes
        if f.standing is Standing.CONFIRMED
        and f.intervention is not None
        and f.intervention.lever not in intervene.OWN
    ]
    top = [t for t in seen.trials if t.lever in confirmed[:TOP]]
    if not top or (question.quick and len(top) < TOP):
        return seen
    wanted = dict(sides)
    for trial in top:
        for name in trial.arms.values():
            wanted.setdefault(name, lab.known(name))
    joint: dict[str, Mapping[str, str]] = {}
    if len(top) == TOP:
        pair = _together(lab, top, sides, question.say)
        if pair:
            joint["+".join(t.lever for t in top)] = {k: arm.name for k, arm in pair.items()}
            wanted.update({arm.name: arm for arm in pair.values()})
    levers = ", ".join(trial.lever for trial in top)
    if question.quick:
        question.say(f"timing {levers} in both orders")
        return replace(seen, decided=lab.screen(list(wanted.values())), joint=joint)
    question.say(f"confirming {levers}: {len(wanted)} arms, new processes for each pair")
    _, decided = lab.contest(list(wanted.values()), question.limit_s)
    return replace(seen, decided=decided, joint=joint)


def _together(
    lab: Laboratory, trials: Sequence[Trial], sides: Mapping[str, Arm], say: Say
) -> dict[str, Arm]:
    """Both switches on each side that has both; a side with one stands with that. Empty if an arm
    fails."""
    made = {}
    for letter, side in sides.items():
        arm = side
        for trial in trials:
            switch = side.compiler.levers.get(trial.lever)
            if switch is None or trial.arms[letter] == letter:
                continue
            say(f"compiling {letter} with {' and '.join(t.lever for t in trials)}")
            arm = lab.arm(intervene.with_switch(arm.arm, switch))
            if arm.failure is not None:
                return {}
        made[letter] = arm
    return made


def not_fused(lab: Laboratory, arm: Arm, say: Say) -> dict[str, Any]:
    """What the compiler itself says about what it did not fuse; ``silent`` where it says nothing.

    A further compilation in a worker of its own, whose log is read.
    """
    environment = arm.compiler.fusion_log
    if not environment:
        return {"silent": f"{arm.compiler.name} tells no reasons", "reasons": []}
    view = lab.registry.views.get("fusion_reasons")
    if view is None:
        return {"silent": "inspect/fusion_reasons.py is missing or broken", "reasons": []}
    say(f"asking {arm.compiler.name} why it did not fuse more")
    spec = replace(arm.arm, name=f"{arm.name}?", environment=environment)
    asked = lab.arm(spec)
    if asked.failure is not None:
        return {"silent": f"it failed when asked: {asked.failure[1]}", "reasons": []}
    reasons = [asdict(reason) for reason in view.function(asked.log)]
    silent = "" if reasons else "it was asked and gave no reason: nothing was refused, or not here"
    return {"silent": silent, "reasons": reasons}


def conclude(seen: Observation, causes: Sequence[Cause]) -> Conclusion:
    """The explanation of a kept observation."""
    return attribution.explain(seen, causes)

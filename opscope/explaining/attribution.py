"""From an observation to an explanation: which cause has which share, and how sure that is. Pure.

A share is how far the gap B - A moved when a switch was thrown on both sides, over pairs of samples
taken side by side. A cause is confirmed only if the whole interval of its share lies on the side of
the gap, the share is worth speaking of, and the *ratio* moved the same way too: a switch that makes
both sides twice as slow moves the difference and explains nothing.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import replace

from opscope.cause import (
    Cause,
    Conclusion,
    Evidence,
    Finding,
    Intervention,
    SideFacts,
    Standing,
)
from opscope.explaining import shares
from opscope.explaining.observation import Observation, Suspect, Trial, suspects
from opscope.verdicts.verdict import INTEREST, Verdict

LEAST_SHARE = 0.15
"""Share of the gap below which a moved gap confirms nothing."""
NO_SHARE = 0.10
"""If the interval of a share ends below this, the switch refutes its cause."""
LEAST_LOG_MOVE = math.log1p(0.05)
FAULTS_OFF = "tuned-allocator"
"""The switch that takes away nothing but page faults."""
GONE = 0.25
"""Page faults that one side has more are gone with a switch if less than this share is left."""


def explain(seen: Observation, causes: Sequence[Cause], interest: float = INTEREST) -> Conclusion:
    """The explanation; without causes unless the verdict is decided and of interest."""
    verdict = Verdict.from_json(seen.verdict)
    times = {side: shares.typical_ns(seen.verdict_times[side]) for side in "AB" if side in
             seen.verdict_times}  # fmt: skip
    low, high = verdict.interval
    gap = times["B"] - times["A"] if len(times) == 2 else None
    blank = Conclusion(
        operator=seen.operator,
        case=seen.case,
        target=seen.target,
        a=seen.a.compiler,
        b=seen.b.compiler,
        verdict=seen.verdict,
        ratio=verdict.ratio,
        interval=(low if low > 0 else None, high if high < math.inf else None),
        a_ns=times.get("A"),
        b_ns=times.get("B"),
        gap_ns=gap,
        kernels={
            "a": [_kernel(k) for k in seen.a.kernels],
            "b": [_kernel(k) for k in seen.b.kernels],
            "regions": list(seen.regions),
            "profiles": dict(seen.profiles),
            "math_calls": {"a": _math_calls(seen.a), "b": _math_calls(seen.b)},
        },
        not_fused=seen.not_fused,
        work=seen.work,
        differences=seen.differences,
        doubts=seen.doubts,
        seconds=seen.seconds,
    )
    if not verdict.matters(interest):
        return replace(blank, why_no_causes=_why_none(verdict, interest))
    if not gap or (gap > 0) != ((verdict.ratio or 1.0) > 1):
        why = "the typical times contradict the verdict: nothing is claimed"
        return replace(blank, why_no_causes=why)
    findings = _findings(seen, causes, gap)
    explained = [f for f in findings if f.standing is Standing.CONFIRMED and f.share_percent]
    rest = 100.0 - sum(f.share_percent or 0.0 for f in explained)
    return replace(
        blank,
        causes=tuple(findings),
        unexplained_percent=rest,
        unexplained_interval=_rest_interval(explained),
        why_no_causes=""
        if findings
        else "unknown: no fact that was gathered tells the sides apart",
    )


def _why_none(verdict: Verdict, interest: float) -> str:
    if verdict.ratio is None or str(verdict.kind) == "UNDECIDED":
        return f"undecided, so no cause is claimed: {verdict.reason}"
    if str(verdict.kind) == "SAME":
        return "the sides take the same time: there is no gap to explain"
    return f"the gap is below {interest:.0%}, the smallest difference of interest"


def _math_calls(side: SideFacts) -> list[str] | None:
    """Functions of a mathematical library that the machine code calls; None if it was not seen."""
    known = side.count("math_calls") is not None
    return list(side.notes.get("math_calls", ())) if known else None


def _kernel(kernel: object) -> dict[str, object]:
    from dataclasses import asdict

    return asdict(kernel)  # type: ignore[call-overload,no-any-return]


def _findings(seen: Observation, causes: Sequence[Cause], gap: float) -> list[Finding]:
    trials = {trial.lever: trial for trial in seen.trials}
    slower = "B" if gap > 0 else "A"
    found = []
    for suspect in suspects(seen.a, seen.b, causes):
        trial = next((trials[x] for x in suspect.levers if x in trials), None)
        found.append(_finding(seen, suspect, trial, gap, towards=suspect.slow == slower))
    found = _without_doubles(found, slower)
    found = [_one_switch_one_share(f, found) for f in found]
    return _ordered([_part_of_another(seen, f, found) for f in found], gap)


def _part_of_another(seen: Observation, finding: Finding, found: Sequence[Finding]) -> Finding:
    """Page faults that go with another cause's switch are part of that cause: their share is in
    its share, and would be counted twice."""
    made = finding.intervention
    if finding.standing is not Standing.CONFIRMED or made is None or made.lever != FAULTS_OFF:
        return finding
    for other in found:
        lever = other.intervention.lever if other.intervention is not None else ""
        larger = abs(other.share_ns or 0.0) >= abs(finding.share_ns or 0.0)
        if other.standing is Standing.CONFIRMED and other.slow == finding.slow and larger:
            left = shares.faults_left(seen, finding.slow, lever)
            if lever != FAULTS_OFF and left is not None and left < GONE:
                reason = f"with {lever} its page faults go as well: they are part of {other.id}"
                return replace(
                    finding,
                    share_ns=None,
                    share_percent=None,
                    standing=Standing.CONSISTENT,
                    intervention=replace(made, reason=reason),
                    bounded=False,
                )
    return finding


def _finding(
    seen: Observation, suspect: Suspect, trial: Trial | None, gap: float, *, towards: bool
) -> Finding:
    evidence = suspect.evidence
    commands = tuple(
        f"{command} --stage {stage}"
        for side, command in seen.commands.items()
        for stage in [s for s in evidence.stages if s in seen.stages.get(side, ())][:1]
        if side == suspect.slow
    )
    blank = Finding(
        id=suspect.cause.name,
        title=suspect.cause.title,
        share_ns=None,
        share_percent=None,
        standing=Standing.CONSISTENT,
        evidence=evidence.lines,
        commands=commands,
        slow=suspect.slow,
    )
    estimate = _estimated(evidence, gap, towards)
    if trial is None:
        return replace(blank, share_ns=estimate, share_percent=_percent(estimate, gap),
                       estimated=estimate is not None)  # fmt: skip
    if trial.intercepts:
        return _by_sweep(blank, trial, estimate, gap, seen)
    made = shares.intervention(seen, trial, gap)
    if made.share_ns is None or made.interval is None:
        standing = Standing.UNTESTED
        return replace(blank, standing=standing, intervention=made, share_ns=estimate,
                       share_percent=_percent(estimate, gap),
                       estimated=estimate is not None)  # fmt: skip
    standing = _standing(made, gap, towards)
    share = made.share_ns
    if standing is Standing.CONFIRMED and share / gap > 1:
        share = gap  # a switch that overshoots bounds the share, it does not enlarge it
        note = "the gap turned round: the share is at most the gap"
        not_clean = "; ".join(filter(None, (made.not_clean, note)))
        made = replace(made, not_clean=not_clean)
    if standing is Standing.REFUTED and not suspect.cause.refutable:
        left = "the switch need not take this cause away: that the gap stayed says nothing"
        made = replace(made, reason=left)
        return replace(blank, standing=Standing.CONSISTENT, intervention=made)
    if standing is Standing.REFUTED:  # what the switch moved was not this cause
        return replace(blank, standing=standing, intervention=made)
    return replace(
        blank,
        share_ns=share,
        share_percent=_percent(share, gap),
        standing=standing,
        intervention=made,
        bounded=bool(made.not_clean),
    )


def _estimated(evidence: Evidence, gap: float, towards: bool) -> float | None:
    """The evidence's own estimate with the sign of its effect on B - A, at most the gap."""
    if evidence.share_ns is None:
        return None
    size = min(evidence.share_ns, abs(gap))
    return math.copysign(size, gap if towards else -gap)


def _percent(share: float | None, gap: float) -> float | None:
    return None if share is None else 100.0 * share / gap


def _by_sweep(
    blank: Finding, trial: Trial, estimate: float | None, gap: float, seen: Observation
) -> Finding:
    """Shares of what does not depend on the size: the switch is the size itself.

    ``effects`` of the sweep say how straight the lines were; a crooked one leaves the cause
    consistent.
    """
    made = Intervention(
        lever=trial.lever,
        title=trial.title,
        scope=trial.scope,
        effects=trial.effects,
        share_ns=estimate,
        reason=trial.reason,
    )
    enough = estimate is not None and abs(estimate) >= LEAST_SHARE * abs(gap)
    straight = not trial.reason
    confirmed = enough and straight and estimate is not None and (estimate > 0) == (gap > 0)
    return replace(
        blank,
        share_ns=estimate,
        share_percent=_percent(estimate, gap),
        standing=Standing.CONFIRMED if confirmed else Standing.CONSISTENT,
        intervention=made,
    )


def _standing(made: Intervention, gap: float, towards: bool) -> Standing:
    assert made.interval is not None
    assert made.share_ns is not None
    sign = math.copysign(1.0, gap if towards else -gap)
    low, high = sorted(sign * value / abs(gap) for value in made.interval)
    share = sign * made.share_ns / abs(gap)
    move = sign * (made.log_move or 0.0)
    if low > 0 and share >= LEAST_SHARE and move >= LEAST_LOG_MOVE:
        return Standing.CONFIRMED
    if high < NO_SHARE or (low > 0 and move < 0):
        return Standing.REFUTED
    return Standing.CONSISTENT


def _without_doubles(findings: list[Finding], towards: str) -> list[Finding]:
    """One finding for a cause: where there is evidence on both sides, that on the slower one."""
    first: dict[str, Finding] = {}
    for finding in sorted(findings, key=lambda f: f.slow != towards):
        first.setdefault(finding.id, finding)
    return list(first.values())


_ORDER = (Standing.CONFIRMED, Standing.CONSISTENT, Standing.UNTESTED, Standing.REFUTED)


def _ordered(findings: list[Finding], gap: float) -> list[Finding]:
    """What slows the slower side before what works against the gap, and what was refuted last; then
    by standing and by size. The sort keeps the order of the evidence where there is no figure."""
    towards = "B" if gap > 0 else "A"
    return sorted(
        findings,
        key=lambda f: (
            f.standing is Standing.REFUTED,
            f.slow != towards,
            _ORDER.index(f.standing),
            -(f.share_percent or 0.0) if f.standing is Standing.CONFIRMED else 0.0,
        ),
    )


def _one_switch_one_share(finding: Finding, findings: Sequence[Finding]) -> Finding:
    """Two causes that one switch tests cannot both have its share: the stronger evidence has it."""
    made = finding.intervention
    if made is None or finding.standing is not Standing.CONFIRMED or finding.estimated:
        return finding
    before = [
        f.id
        for f in findings[: findings.index(finding)]
        if f.intervention is not None
        and f.intervention.lever == made.lever
        and f.standing is Standing.CONFIRMED
        and made.interval is not None
    ]
    if not before:
        return finding
    reason = f"the same switch has confirmed {before[0]}: it cannot tell the two apart"
    return replace(
        finding,
        share_ns=None,
        share_percent=None,
        standing=Standing.CONSISTENT,
        intervention=replace(made, reason=reason),
    )


def _rest_interval(explained: Sequence[Finding]) -> tuple[float, float] | None:
    """Bounds of the rest in percent: what the shares' intervals leave, taken at their worst."""
    low = high = 100.0
    for finding in explained:
        made = finding.intervention
        share = finding.share_percent or 0.0
        bounds = (share, share)
        if made is not None and made.interval is not None and made.share_ns:
            unit = share / made.share_ns if made.share_ns else 0.0
            scaled = sorted(unit * value for value in made.interval)
            bounds = (scaled[0], scaled[1])
        if finding.bounded:  # anything from nothing to the bound
            bounds = (min(0.0, *bounds), max(0.0, *bounds))
        low, high = low - bounds[1], high - bounds[0]
    return (low, high) if explained else None

"""From an observation to an explanation: which cause has which share, and how sure that is. Pure.

A share is how far the gap B - A moved when a switch was thrown on both sides, over pairs of samples
taken side by side. A cause is confirmed only if the whole interval of its share lies on the side of
the gap, the share is worth speaking of, and the *ratio* moved the same way too: a switch that makes
both sides twice as slow moves the difference and explains nothing.
"""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from dataclasses import replace
from statistics import median

from opscope.cause import (
    Cause,
    Conclusion,
    Evidence,
    Finding,
    Intervention,
    SideFacts,
    Standing,
)
from opscope.explaining.laboratory import Timed
from opscope.explaining.observation import Observation, Suspect, Trial, suspects
from opscope.verdicts.verdict import INTEREST, Verdict, order_interval, quantile

LEAST_SHARE = 0.15
"""Share of the gap below which a moved gap confirms nothing."""
NO_SHARE = 0.10
"""If the interval of a share ends below this, the switch refutes its cause."""
LEAST_LOG_MOVE = math.log1p(0.05)
ENOUGH_PAIRS = 8
"""From so many pairs on there is an interval with a confidence; before, only a spread."""
DISTURBED = 1.25
"""An empty call that takes so many times as long as a full one is no measurement of it."""
CONFIDENCE = 0.95


def explain(seen: Observation, causes: Sequence[Cause], interest: float = INTEREST) -> Conclusion:
    """The explanation; without causes unless the verdict is decided and of interest."""
    verdict = Verdict.from_json(seen.verdict)
    times = {side: _typical_ns(seen.verdict_times[side]) for side in "AB" if side in
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
    return _ordered(_without_doubles(found, slower), gap)


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
    made = _intervention(seen, trial, gap)
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


def _intervention(seen: Observation, trial: Trial, gap: float) -> Intervention:
    """The trial with its figures: from verdict mode if it got that far, else from the screening."""
    blank = Intervention(
        lever=trial.lever,
        title=trial.title,
        scope=trial.scope,
        effects=trial.effects,
        not_clean=trial.not_clean,
        reason=trial.reason,
    )
    needed = {"A", "B", *trial.arms.values()}
    times = next((t for t in (seen.decided, seen.screened) if needed <= set(t)), None)
    if trial.reason or times is None:
        return replace(blank, reason=trial.reason or "its arms could not be timed")
    base, thrown = _gaps(times, "A", "B"), _gaps(times, trial.arms["A"], trial.arms["B"])
    typical = median(base)
    if typical == 0 or (typical > 0) != (gap > 0):
        return replace(blank, reason="the gap was not there while the switch was tried")
    # Shares of this session's gap, brought to the gap of the verdict
    shares = [gap * (g - w) / typical for g, w in zip(base, thrown, strict=False)]
    interval, confidence = _interval(shares)
    made = replace(
        blank,
        gap_ns=gap * median(thrown) / typical,
        share_ns=median(shares),
        interval=interval,
        log_move=median(_log_moves(times, trial.arms)),
        pairs=len(shares),
        confidence=confidence,
    )
    return _in_both_orders(made, seen, times, gap)


def _in_both_orders(
    made: Intervention, seen: Observation, times: Mapping[str, Timed], gap: float
) -> Intervention:
    """The share as the mean of throwing this switch first and throwing it second; that of throwing
    it alone if the other switch changes more than its cause."""
    for joint, arms in seen.joint.items():
        first, _, second = joint.partition("+")
        if made.lever not in (first, second) or not set(arms.values()) <= set(times):
            continue
        other = second if made.lever == first else first
        partner = next((t for t in seen.trials if t.lever == other), None)
        if partner is None or made.share_ns is None or not set(partner.arms.values()) <= set(times):
            continue
        alone = partner.arms
        base = median(_gaps(times, "A", "B"))
        after = median(_gaps(times, alone["A"], alone["B"]))
        both = median(_gaps(times, arms["A"], arms["B"]))
        second_share = gap * (after - both) / base
        orders = sorted((made.share_ns, second_share))
        share = made.share_ns if partner.not_clean else sum(orders) / 2
        return replace(made, share_ns=share, both_orders=(orders[0], orders[1]))
    return made


def _gaps(times: Mapping[str, Timed], a: str, b: str) -> list[float]:
    """B - A of each pair, each side's time by its lower quartile."""
    return [
        quantile(other, 0.25) - quantile(one, 0.25)
        for one, other in zip(times[a].pairs, times[b].pairs, strict=False)
    ]


def _log_moves(times: Mapping[str, Timed], arms: Mapping[str, str]) -> list[float]:
    """ln(B/A) less ln(B/A) with the switch, of each pair."""
    names = ("A", "B", arms["A"], arms["B"])
    rows = zip(*(times[name].pairs for name in names), strict=False)
    quarters = [[quantile(blocks, 0.25) for blocks in row] for row in rows]
    return [math.log(b / a) - math.log(bw / aw) for a, b, aw, bw in quarters]


def _interval(values: Sequence[float]) -> tuple[tuple[float, float], float]:
    if len(values) >= ENOUGH_PAIRS:
        return order_interval(values, 1 - CONFIDENCE), CONFIDENCE
    return (min(values), max(values)), 0.0


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
    shared = [_one_switch_one_share(f, findings) for f in findings]
    towards = "B" if gap > 0 else "A"
    return sorted(
        shared,
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


def _typical_ns(timed: Timed) -> float:
    """The median over pairs of each pair's lower quartile."""
    return median(quantile(pair, 0.25) for pair in timed.pairs)


def fitted(sizes: Sequence[float], times: Sequence[float]) -> tuple[float, float]:
    """``(intercept, misfit)`` of a straight line through times over sizes, by least squares.

    ``misfit`` is the largest distance of a point from the line, in the unit of the times.
    """
    mean_x, mean_y = sum(sizes) / len(sizes), sum(times) / len(times)
    spread = sum((x - mean_x) ** 2 for x in sizes)
    slope = (
        sum((x - mean_x) * (y - mean_y) for x, y in zip(sizes, times, strict=True)) / spread
        if spread
        else 0.0
    )
    intercept = mean_y - slope * mean_x
    misfit = max(abs(y - intercept - slope * x) for x, y in zip(sizes, times, strict=True))
    return intercept, misfit


def with_measured(
    facts: SideFacts, timed: Timed, noop_ns: float | None, intercept_ns: float | None
) -> SideFacts:
    """The facts with what was measured per call; what was not, or cannot be, stays unknown."""
    call_ns = _typical_ns(timed)
    cores_ns = timed.cpu_ns * (call_ns / timed.wall_ns if timed.wall_ns else 1.0)
    counts = {
        **facts.counts,
        "call_ns": call_ns,
        "cpu_ns": cores_ns,  # of a typical call too: means also have the blocks that were disturbed
        "page_faults": timed.page_faults,
        "recompilations": timed.recompilations,
    }
    # Measured apart from the full call, an empty one may come out a little longer where there is
    # nothing else; one that takes much longer was disturbed, and tells nothing
    if noop_ns is not None and noop_ns <= DISTURBED * counts["call_ns"]:
        counts["noop_ns"] = min(noop_ns, counts["call_ns"])
    if intercept_ns is not None:
        counts["intercept_ns"] = max(0.0, intercept_ns)
    return replace(facts, counts=counts)

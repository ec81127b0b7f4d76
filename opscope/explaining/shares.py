"""Figures of an explanation: what throwing a switch did to the gap, and facts that were measured.

Pure arithmetic over kept times; what follows from it is decided in
:mod:`opscope.explaining.attribution`.
"""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from dataclasses import replace
from statistics import median

from opscope.cause import Intervention, SideFacts
from opscope.explaining.laboratory import Timed
from opscope.explaining.observation import Observation, Trial
from opscope.verdicts.verdict import order_interval, quantile

ENOUGH_PAIRS = 8
"""From so many pairs on there is an interval with a confidence; before, only a spread."""
DISTURBED = 1.25
"""An empty call that takes so many times as long as a full one is no measurement of it."""
CONFIDENCE = 0.95


def intervention(seen: Observation, trial: Trial, gap: float) -> Intervention:
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


def faults_left(seen: Observation, side: str, lever: str) -> float | None:
    """Page faults of a side with a switch over those without it; None if that was not measured."""
    for times in (seen.decided, seen.screened):
        for trial in seen.trials:
            arm = trial.arms.get(side, side)
            if trial.lever == lever and arm != side and {side, arm} <= set(times):
                before = times[side].page_faults
                return times[arm].page_faults / before if before else None
    return None


def typical_ns(timed: Timed) -> float:
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
    call_ns = typical_ns(timed)
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

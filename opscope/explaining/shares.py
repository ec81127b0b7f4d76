"""Figures of an explanation: what throwing a switch did to the gap, and facts that were measured.

Pure arithmetic over kept times; what follows from it is decided in
:mod:`opscope.explaining.attribution`.
"""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from statistics import fmean, median

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
    base = median(_gaps(times, "A", "B"))
    if base == 0 or (base > 0) != (gap > 0):
        return replace(blank, reason="the gap was not there while the switch was tried")
    scale = gap / base  # this session's gap, brought to the gap of the verdict
    alone = _Thrown.of(times, {"A": "A", "B": "B"}, trial.arms, scale)
    after, clean = _after_another(seen, trial, times, scale)
    counted = alone
    if after is not None and clean == bool(trial.not_clean):
        counted = after if clean else alone
    elif after is not None:
        counted = alone.mean(after)
    interval, confidence = _interval(counted.shares)
    return replace(
        blank,
        gap_ns=scale * median(_gaps(times, trial.arms["A"], trial.arms["B"])),
        share_ns=median(counted.shares),
        interval=interval,
        log_move=median(counted.log_moves),
        pairs=len(counted.shares),
        confidence=confidence,
        both_orders=_range(alone, after),
    )


@dataclass(frozen=True)
class _Thrown:
    """What throwing a switch did in each pair: to B - A in ns, and to ln(B/A)."""

    shares: tuple[float, ...]
    log_moves: tuple[float, ...]

    @classmethod
    def of(
        cls,
        times: Mapping[str, Timed],
        before: Mapping[str, str],
        arms: Mapping[str, str],
        scale: float,
    ) -> _Thrown:
        gaps = _gaps(times, before["A"], before["B"]), _gaps(times, arms["A"], arms["B"])
        shares = tuple(scale * (one - other) for one, other in zip(*gaps, strict=False))
        return cls(shares, tuple(_log_moves(times, before, arms)))

    def mean(self, other: _Thrown) -> _Thrown:
        pairs = zip(self.shares, other.shares, strict=False)
        moves = zip(self.log_moves, other.log_moves, strict=False)
        return _Thrown(tuple(map(fmean, pairs)), tuple(map(fmean, moves)))


def _range(alone: _Thrown, after: _Thrown | None) -> tuple[float, float] | None:
    if after is None:
        return None
    low, high = sorted((median(alone.shares), median(after.shares)))
    return (low, high)


def _after_another(
    seen: Observation, trial: Trial, times: Mapping[str, Timed], scale: float
) -> tuple[_Thrown | None, bool]:
    """What the switch did where another one was thrown already, and whether that one is clean.

    Two clean switches share what they do together in both orders alike. One that changes more than
    its cause takes nothing from a clean one, and gets what is left of the gap after that. What goes
    beyond what was left is no share of the gap.
    """
    for joint, arms in seen.joint.items():
        levers = joint.split("+")
        if trial.lever not in levers or len(levers) != 2:
            continue
        other = levers[1] if trial.lever == levers[0] else levers[0]
        partner = next((t for t in seen.trials if t.lever == other), None)
        if partner is not None and {*arms.values(), *partner.arms.values()} <= set(times):
            moved = _Thrown.of(times, partner.arms, arms, scale)
            rest = [scale * gap for gap in _gaps(times, partner.arms["A"], partner.arms["B"])]
            sign = math.copysign(1.0, scale * median(_gaps(times, "A", "B")))
            left = tuple(
                sign * min(sign * share, max(0.0, sign * gap))
                for share, gap in zip(moved.shares, rest, strict=False)
            )
            return replace(moved, shares=left), not partner.not_clean
    return None, True


def _gaps(times: Mapping[str, Timed], a: str, b: str) -> list[float]:
    """B - A of each pair, each side's time by its lower quartile."""
    return [
        quantile(other, 0.25) - quantile(one, 0.25)
        for one, other in zip(times[a].pairs, times[b].pairs, strict=False)
    ]


def _log_moves(
    times: Mapping[str, Timed], before: Mapping[str, str], arms: Mapping[str, str]
) -> list[float]:
    """ln(B/A) less ln(B/A) with the switch, of each pair."""
    names = (before["A"], before["B"], arms["A"], arms["B"])
    rows = zip(*(times[name].pairs for name in names), strict=False)
    quarters = [[quantile(blocks, 0.25) for blocks in row] for row in rows]
    return [math.log(b / a) - math.log(bw / aw) for a, b, aw, bw in quarters]


def _interval(values: Sequence[float]) -> tuple[tuple[float, float], float]:
    if len(values) >= ENOUGH_PAIRS:
        return order_interval(values, 1 - CONFIDENCE), CONFIDENCE
    return (min(values), max(values)), 0.0


def faults_left(seen: Observation, side: str, lever: str) -> float | None:
    """What a switch leaves of the page faults that a side has beyond the other one's, as a share;
    None if that was not measured."""
    for times in (seen.decided, seen.screened):
        for trial in seen.trials:
            arm = trial.arms.get(side, side)
            if trial.lever == lever and arm != side and {"A", "B", arm} <= set(times):
                other = times["B" if side == "A" else "A"].page_faults
                more = times[side].page_faults - other
                return max(0.0, times[arm].page_faults - other) / more if more > 0 else None
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
    # Where there is nothing else an empty call may come out a little longer than a full one; one
    # that takes much longer was disturbed, and tells nothing
    if noop_ns is not None and noop_ns <= DISTURBED * counts["call_ns"]:
        counts["noop_ns"] = min(noop_ns, counts["call_ns"])
    if intercept_ns is not None:
        counts["intercept_ns"] = max(0.0, intercept_ns)
    return replace(facts, counts=counts)

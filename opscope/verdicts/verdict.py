"""Statistics: from interleaved samples to FAST, SLOW, SAME or UNDECIDED. Standard library only.

The unit of evidence is a *pair*: two workers that live at the same time, started for this pair, and
timed in turn (ABBA). Samples within one pair share its memory placement and its address layout, so
more of them say nothing about the next pair; intervals are over pairs.

A pair gives one log-ratio, the mean of two estimates: the median of the ratios of neighbouring
blocks (immune to drift) and the ratio of the lower quartiles (immune to the slow mode of a bimodal
operator). The interval is distribution-free: order statistics, that is the sign test inverted.
Student's t was tried and left operators with heavy tails undecided (JAX layer normalisation, one
pair in ten off by 40%); a bootstrap within one pair called 18 of 90 equal pairs different.

The interval is looked at after 8, 16 and 40 pairs. Each look has its share of the error, and what
an earlier look could not spend (coverage comes in steps) is left to the later ones, so all looks
together keep the stated confidence.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass
from enum import StrEnum
from statistics import median
from typing import Any, Self

from opscope.errors import UsageError

UNBOUNDED = (-math.inf, math.inf)


class Kind(StrEnum):
    """What can be said of a ratio new/baseline. SLOW means that the new one takes longer."""

    FAST = "FAST"
    SLOW = "SLOW"
    SAME = "SAME"
    UNDECIDED = "UNDECIDED"


@dataclass(frozen=True, kw_only=True)
class Rules:
    """How a verdict is reached.

    ``looks`` are the numbers of pairs after which the interval is looked at. The resolution is two
    bands: an interval wholly outside 1 +- ``different`` is FAST or SLOW, one wholly inside
    1 +- ``same`` is SAME. The smallest difference of interest plays no part in a verdict; see
    :meth:`Verdict.matters`.
    """

    mode: str
    looks: tuple[int, ...]
    different: float
    same: float
    confidence: float = 0.95

    @property
    def resolution(self) -> str:
        if not self.same:
            return f"different beyond {self.different:.0%}, never the same"
        return f"different beyond {self.different:.0%}, the same within {self.same:.0%}"


VERDICT = Rules(mode="verdict", looks=(8, 16, 40), different=0.01, same=0.03)
"""Measured on equal pairs: 0 of 45 called different."""

QUICK = Rules(mode="quick", looks=(3,), different=0.05, same=0.0)
"""Three pairs, six estimates, all beyond 5% the same way: 0 of 227 equal pairs called different."""

INTEREST = 0.05
"""The default smallest difference of interest."""


@dataclass(frozen=True, kw_only=True)
class Verdict:
    """A verdict on the ratio new/baseline of two times.

    ``interval`` holds the ratio with ``confidence``; in quick mode it is the full spread of the
    estimates, which has no stated coverage, and ``confidence`` is 0. ``ratio`` is None without a
    pair. ``reason`` says what was missing when the kind is UNDECIDED.
    """

    kind: Kind
    ratio: float | None
    interval: tuple[float, float]
    pairs: int
    mode: str
    confidence: float = 0.95
    resolution: str = ""
    reason: str = ""

    def matters(self, interest: float = INTEREST) -> bool:
        """Whether it is decided *and* the estimated difference is of interest.

        That decides on a colour and on a failing exit status, never on the verdict.
        """
        if self.ratio is None or self.kind not in (Kind.FAST, Kind.SLOW):
            return False
        return abs(math.log(self.ratio)) >= math.log1p(interest)

    @property
    def swapped(self) -> Verdict:
        """The same evidence, asked the other way round."""
        low, high = self.interval
        return Verdict(
            kind={Kind.FAST: Kind.SLOW, Kind.SLOW: Kind.FAST}.get(self.kind, self.kind),
            ratio=None if self.ratio is None else 1 / self.ratio,
            interval=(1 / high if high < math.inf else 0.0, 1 / low if low > 0 else math.inf),
            pairs=self.pairs,
            mode=self.mode,
            confidence=self.confidence,
            resolution=self.resolution,
            reason=self.reason,
        )

    def to_json(self) -> dict[str, Any]:
        """Plain JSON; an unbounded end of the interval is null."""
        low, high = self.interval
        return {
            "kind": str(self.kind),
            "ratio": self.ratio,
            "interval": [low if low > 0 else None, high if high < math.inf else None],
            "pairs": self.pairs,
            "mode": self.mode,
            "confidence": self.confidence,
            "resolution": self.resolution,
            "reason": self.reason,
        }

    @classmethod
    def from_json(cls, data: Any) -> Self:
        """What ``to_json`` wrote; UsageError for anything else."""
        try:
            low, high = data["interval"]
            return cls(
                kind=Kind(data["kind"]),
                ratio=data["ratio"],
                interval=(low if low is not None else 0.0, high if high is not None else math.inf),
                pairs=data["pairs"],
                mode=data["mode"],
                confidence=data.get("confidence", 0.95),
                resolution=data.get("resolution", ""),
                reason=data.get("reason", ""),
            )
        except (TypeError, KeyError, ValueError, AttributeError) as error:
            raise UsageError(f"not a verdict: {error!r}") from error

    def __str__(self) -> str:
        if self.ratio is None:
            return f"{self.kind} ({self.reason})"
        low, high = self.interval
        what = f"{self.confidence:.0%} interval" if self.confidence else "spread"
        text = f"{self.kind} {self.ratio:.3g}x, {what} {low:.3g} to {high:.3g}, {self.pairs} pairs"
        return f"{text} ({self.reason})" if self.reason else text


@dataclass(frozen=True)
class Estimate:
    """One pair's two log-ratios, new over baseline: of neighbouring blocks, of lower quartiles."""

    paired: float
    quartile: float

    @property
    def value(self) -> float:
        return (self.paired + self.quartile) / 2


def estimate(baseline_ns: Sequence[float], new_ns: Sequence[float]) -> Estimate:
    """The estimate from one pair's blocks; element i of both was timed side by side.

    Raises ValueError for unequal or no blocks, or a time that is not positive and finite.
    """
    if len(baseline_ns) != len(new_ns) or not baseline_ns:
        raise ValueError(f"{len(baseline_ns)} and {len(new_ns)} blocks do not pair")
    if not all(0 < t < math.inf for t in (*baseline_ns, *new_ns)):
        raise ValueError("a block time is not positive and finite")
    ratios = [math.log(new) - math.log(base) for base, new in zip(baseline_ns, new_ns, strict=True)]
    quartiles = math.log(quantile(new_ns, 0.25)) - math.log(quantile(baseline_ns, 0.25))
    return Estimate(paired=median(ratios), quartile=quartiles)


def quantile(values: Sequence[float], q: float) -> float:
    """The ``q``-quantile, interpolated linearly between order statistics."""
    ordered = sorted(values)
    at = (len(ordered) - 1) * q
    low = math.floor(at)
    high = min(low + 1, len(ordered) - 1)
    return ordered[low] + (ordered[high] - ordered[low]) * (at - low)


def order_interval(values: Sequence[float], alpha: float) -> tuple[float, float]:
    """A distribution-free interval for the median, with error at most ``alpha``.

    The sign test inverted: from the k-th smallest to the k-th largest value, with the largest k
    that keeps the error. Unbounded where there are too few values for any.
    """
    ordered = sorted(values)
    k = _trim(len(ordered), alpha)
    return (ordered[k - 1], ordered[-k]) if k else UNBOUNDED


def _trim(n: int, alpha: float) -> int:
    """The largest k with 2 P(Binomial(n, 1/2) < k) <= alpha, at most n/2; 0 if there is none."""
    k = 0
    while k + 1 <= (n + 1) // 2 and _tail(n, k + 1) <= alpha:
        k += 1
    return k


def _tail(n: int, k: int) -> float:
    """2 P(Binomial(n, 1/2) < k)."""
    return float(2 * sum(math.comb(n, i) for i in range(k)) / 2**n)


def look_alphas(looks: Sequence[int], alpha: float) -> list[float]:
    """The error that the order interval may have at each look, together at most ``alpha``.

    Look i of m may bring the total to i/m of ``alpha``. The coverage of an order interval comes in
    steps, so a look spends less than it may, and a later one has the rest.
    """
    spent, alphas = 0.0, []
    for i, n in enumerate(looks, start=1):
        available = alpha * i / len(looks) - spent
        alphas.append(available)
        k = _trim(n, available)
        spent += _tail(n, k) if k else 0.0
    return alphas


def judge(estimates: Sequence[Estimate], rules: Rules = VERDICT) -> Verdict:
    """The verdict on these pairs.

    Between two looks the last look's share of the error is used on the pairs there were then; pairs
    after the last look of the rules are left out, since no share is left for them.
    """
    taken = max((n for n in rules.looks if n <= len(estimates)), default=0)
    used = list(estimates[: taken or len(estimates)])
    if not used:
        return _verdict(rules, Kind.UNDECIDED, used, UNBOUNDED, "no pair was measured")
    if rules.mode == QUICK.mode:
        both = [value for e in used for value in (e.paired, e.quartile)]
        interval = (min(both), max(both))
    elif taken:
        alphas = look_alphas(rules.looks, 1 - rules.confidence)
        interval = order_interval([e.value for e in used], alphas[rules.looks.index(taken)])
    else:
        interval = UNBOUNDED
    if not taken:
        few = f"{len(used)} pairs, the first look is after {rules.looks[0]}"
        return _verdict(rules, Kind.UNDECIDED, used, interval, few)
    kind = _kind(interval, rules)
    return _verdict(rules, kind, used, interval, "" if kind != Kind.UNDECIDED else _unmet(rules))


def _kind(interval: tuple[float, float], rules: Rules) -> Kind:
    low, high = interval
    different, same = math.log1p(rules.different), math.log1p(rules.same)
    if low > different:
        return Kind.SLOW
    if high < -different:
        return Kind.FAST
    return Kind.SAME if -same < low and high < same else Kind.UNDECIDED


def _unmet(rules: Rules) -> str:
    if rules.mode == QUICK.mode:
        return f"not every estimate is beyond {rules.different:.0%} the same way"
    return f"the interval is neither beyond {rules.different:.0%} nor within {rules.same:.0%} of 1"


def _verdict(
    rules: Rules,
    kind: Kind,
    used: Sequence[Estimate],
    interval: tuple[float, float],
    reason: str,
) -> Verdict:
    low, high = interval
    return Verdict(
        kind=kind,
        ratio=math.exp(median(e.value for e in used)) if used else None,
        interval=(math.exp(low), math.exp(high)),
        pairs=len(used),
        mode=rules.mode,
        confidence=0.0 if rules.mode == QUICK.mode else rules.confidence,
        resolution=rules.resolution,
        reason=reason,
    )


def undecided(verdict: Verdict, reason: str) -> Verdict:
    """The same figures without a verdict: ``reason`` (an alarm, a time limit) forbids one."""
    return Verdict(
        kind=Kind.UNDECIDED,
        ratio=verdict.ratio,
        interval=verdict.interval,
        pairs=verdict.pairs,
        mode=verdict.mode,
        confidence=verdict.confidence,
        resolution=verdict.resolution,
        reason=reason,
    )


def sign_test(values: Sequence[float], centre: float = 0.0) -> float:
    """Two-sided p-value of the sign test that the median is ``centre``; ties count for neither."""
    above = sum(value > centre for value in values)
    below = sum(value < centre for value in values)
    return min(1.0, _tail(above + below, min(above, below) + 1)) if above + below else 1.0


def holm(p_values: Sequence[float]) -> list[float]:
    """p-values adjusted so that the chance of *any* false one stays below the level (Holm 1979)."""
    order = sorted(range(len(p_values)), key=p_values.__getitem__)
    adjusted, worst = [0.0] * len(p_values), 0.0
    for rank, i in enumerate(order):
        worst = max(worst, min(1.0, (len(p_values) - rank) * p_values[i]))
        adjusted[i] = worst
    return adjusted


def benjamini_hochberg(p_values: Sequence[float]) -> list[float]:
    """p-values adjusted so that the expected *share* of false ones stays below the level (1995)."""
    order = sorted(range(len(p_values)), key=p_values.__getitem__, reverse=True)
    adjusted, best = [0.0] * len(p_values), 1.0
    for rank, i in enumerate(order):
        best = min(best, p_values[i] * len(p_values) / (len(p_values) - rank))
        adjusted[i] = best
    return adjusted


def binomial_upper(successes: int, n: int, confidence: float = 0.95) -> float:
    """The exact one-sided upper bound (Clopper and Pearson 1934) for a probability.

    >>> round(binomial_upper(0, 60), 3)
    0.049
    """
    if successes >= n:
        return 1.0
    low, high = 0.0, 1.0
    for _ in range(60):
        p = (low + high) / 2
        below = sum(math.comb(n, i) * p**i * (1 - p) ** (n - i) for i in range(successes + 1))
        low, high = (p, high) if below > 1 - confidence else (low, p)
    return high

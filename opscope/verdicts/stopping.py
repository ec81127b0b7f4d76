"""When to stop measuring: rules that know nothing of clocks or workers, and say what was not met.

A rule is asked after every sample (or pair) with everything so far. It answers None to go on, or a
:class:`Stop` whose ``unmet`` names the criterion that the time limit cut short; empty means that
the measurement is complete.
"""

from __future__ import annotations

import math
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from statistics import median

from opscope.verdicts.verdict import Kind, Rules, order_interval


@dataclass(frozen=True)
class Stop:
    """Why measuring ended; ``unmet`` is empty if every criterion was met."""

    unmet: str = ""


@dataclass(frozen=True, kw_only=True)
class StableMedian:
    """Stop when the median of one stream of samples is known to ``precision`` (relative).

    The precision is the half-width of the 95% order interval. Samples of one process say nothing
    about the next process: this rule makes a number steady, it does not make a verdict.
    """

    samples: int = 12
    time_s: float = 0.0
    precision: float = 0.02
    time_limit_s: float = 2.0

    def stop(self, samples_ns: Sequence[float], elapsed_s: float) -> Stop | None:
        """``elapsed_s`` since this stream began; at least one sample is always taken."""
        unmet = self._unmet(samples_ns, elapsed_s)
        if not unmet:
            return Stop()
        if elapsed_s >= self.time_limit_s and samples_ns:
            return Stop(f"{unmet} after {elapsed_s:.3g} s")
        return None

    def _unmet(self, samples_ns: Sequence[float], elapsed_s: float) -> str:
        if len(samples_ns) < self.samples:
            return f"{len(samples_ns)} of {self.samples} samples"
        if elapsed_s < self.time_s:
            return f"{elapsed_s:.3g} of {self.time_s:.3g} s"
        precision = relative_precision(samples_ns)
        if precision > self.precision:
            return f"median known to {precision:.1%}, wanted {self.precision:.1%},"
        return ""


def relative_precision(samples_ns: Sequence[float], confidence: float = 0.95) -> float:
    """Half-width of the order interval of the median over the median; infinite for few samples."""
    low, high = order_interval(samples_ns, 1 - confidence)
    middle = median(samples_ns) if samples_ns else 0.0
    return (high - low) / 2 / middle if middle else math.inf


@dataclass(frozen=True, kw_only=True)
class Looks:
    """Stop at the first look at which every comparison is decided, or at the last one.

    ``time_limit_s`` counts the next pair in: a pair that would end after it is not begun.
    """

    rules: Rules
    time_limit_s: float = 60.0

    def stop(self, pairs: int, kinds: Iterable[Kind], elapsed_s: float) -> Stop | None:
        """``kinds`` are the verdicts on ``pairs`` pairs, one for each comparison."""
        if not pairs:
            return None
        open_ = sum(kind == Kind.UNDECIDED for kind in kinds)
        if pairs in self.rules.looks and not open_:
            return Stop()
        if pairs >= self.rules.looks[-1]:
            return Stop(f"undecided after all {pairs} pairs")
        if elapsed_s * (pairs + 1) / pairs > self.time_limit_s:
            look = min(n for n in self.rules.looks if n > pairs)
            limit = f"time limit of {self.time_limit_s:.3g} s"
            return Stop(f"{limit}: {pairs} pairs, the next look needs {look}")
        return None

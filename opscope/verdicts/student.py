"""Student's t distribution with integer degrees of freedom, and the normal one. Stdlib only.

Abramowitz and Stegun, Handbook of Mathematical Functions, 26.7.3 and 26.7.4: finite sums in the
angle atan(t / sqrt(n)).
"""

from __future__ import annotations

import math


def two_sided_p(t: float, degrees: int) -> float:
    """P(|T| > \\|t\\|) for T with ``degrees`` >= 1 degrees of freedom."""
    if math.isinf(t):
        return 0.0
    angle = math.atan(abs(t) / math.sqrt(degrees))
    cosine = math.cos(angle)
    if degrees % 2:
        term, total = cosine, 0.0
        for k in range(1, (degrees - 1) // 2 + 1):
            total += term
            term *= cosine * cosine * 2 * k / (2 * k + 1)
        within = 2 / math.pi * (angle + math.sin(angle) * total)
    else:
        term, total = 1.0, 0.0
        for k in range(1, degrees // 2 + 1):
            total += term
            term *= cosine * cosine * (2 * k - 1) / (2 * k)
        within = math.sin(angle) * total
    return min(1.0, max(0.0, 1.0 - within))


def quantile(alpha: float, degrees: int) -> float:
    """The t that is exceeded in magnitude with probability ``alpha``.

    >>> round(quantile(0.05, 4), 3)
    2.776
    """
    low, high = 0.0, 1.0
    while two_sided_p(high, degrees) > alpha and high < 1e12:
        high *= 2
    for _ in range(100):
        middle = (low + high) / 2
        low, high = (middle, high) if two_sided_p(middle, degrees) > alpha else (low, middle)
    return high


def normal_p(z: float) -> float:
    """P(|Z| > \\|z\\|) for a standard normal Z."""
    return math.erfc(abs(z) / math.sqrt(2))

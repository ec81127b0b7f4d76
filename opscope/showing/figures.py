"""Numbers as text: units, and no more digits than the noise supports.

Every report formats through these functions, so a figure reads the same in all of them.
"""

from __future__ import annotations

import math

ABSENT = "-"
DEFAULT_DIGITS = 3


def digits_for(value: float, noise: float | None) -> int:
    """Significant digits of ``value`` worth showing for a relative ``noise``, from two to four.

    The last digit shown is the first whose step is no larger than the noise: at 2 %, 1.73 but 8.4.
    Without an estimate (None, or 0 from too few samples) three are shown.
    """
    if noise is None or noise <= 0 or not value or not math.isfinite(value):
        return DEFAULT_DIGITS
    exponent = math.floor(math.log10(abs(value)))
    mantissa = abs(value) / 10.0**exponent
    return min(4, max(2, 1 + math.ceil(-math.log10(noise * mantissa) - 1e-9)))


def rounded(value: float, digits: int = DEFAULT_DIGITS) -> str:
    """``value`` with ``digits`` significant digits and without an exponent.

    >>> rounded(1234.5), rounded(0.012345, 2), rounded(2.0)
    ('1230', '0.012', '2.00')
    """
    if not math.isfinite(value):
        return str(value)
    if value == 0:
        return "0"
    exponent = math.floor(math.log10(abs(value)))
    scaled = round(value, digits - 1 - exponent)
    if scaled and math.floor(math.log10(abs(scaled))) > exponent:  # 9.996 became 10.00
        exponent += 1
    return f"{scaled:.{max(0, digits - 1 - exponent)}f}"


def _scaled(value: float, units: tuple[tuple[float, str], ...], digits: int) -> str:
    if not value:
        return f"0 {units[-1][1]}"
    for factor, unit in units:
        if float(rounded(abs(value) / factor, digits)) >= 1:
            return f"{rounded(value / factor, digits)} {unit}"
    factor, unit = units[-1]
    return f"{rounded(value / factor, digits)} {unit}"


_TIMES = ((1e9, "s"), (1e6, "ms"), (1e3, "µs"), (1.0, "ns"))
_BYTES = ((1e12, "TB"), (1e9, "GB"), (1e6, "MB"), (1e3, "kB"), (1.0, "B"))
_FLOPS = ((1e12, "TFLOP"), (1e9, "GFLOP"), (1e6, "MFLOP"), (1e3, "kFLOP"), (1.0, "FLOP"))


def duration(nanoseconds: float | None, noise: float | None = None) -> str:
    """``1.23 ms``; a dash for None."""
    if nanoseconds is None:
        return ABSENT
    return _scaled(nanoseconds, _TIMES, digits_for(nanoseconds, noise))


def seconds(value: float | None) -> str:
    """A duration given in seconds, such as a compile time, with two digits."""
    return ABSENT if value is None else _scaled(value * 1e9, _TIMES, 2)


def size(value: float | None) -> str:
    """Bytes, in decimal units."""
    return ABSENT if value is None else _scaled(value, _BYTES, DEFAULT_DIGITS)


def work(value: float | None) -> str:
    """Floating-point operations."""
    return ABSENT if value is None else _scaled(value, _FLOPS, DEFAULT_DIGITS)


def rate(value: float | None, noise: float | None = None) -> str:
    """A rate in the unit its heading names."""
    return ABSENT if value is None else rounded(value, digits_for(value, noise))


def percent(fraction: float | None, digits: int = 2) -> str:
    """``2.1 %``."""
    if fraction is None:
        return ABSENT
    return f"{rounded(100 * fraction, digits)} %"


def spread(fraction: float | None) -> str:
    """A relative noise in one or two digits: ``0.4 %``, ``12 %``."""
    if fraction is None:
        return ABSENT
    return percent(fraction, 2 if fraction >= 0.1 else 1)


def multiple(ratio: float | None, noise: float | None = None) -> str:
    """A ratio as ``1.80x``, never with more than two decimals."""
    if ratio is None:
        return ABSENT
    text = rounded(ratio, digits_for(ratio, noise))
    whole, _, decimals = text.partition(".")
    if len(decimals) > 2:
        text = f"{ratio:.2f}" if ratio >= 0.01 else rounded(ratio, 1)
    elif not decimals and len(whole) == 1:
        text = f"{ratio:.1f}"
    return f"{text}x"


def count(value: float | None) -> str:
    """A whole number, grouped by thousands."""
    return ABSENT if value is None else f"{round(value):,}"


def tiny(value: float | None) -> str:
    """An error or a tolerance: ``3.1e-07``; plain between 0.01 and 1000."""
    if value is None:
        return ABSENT
    if value == 0 or not math.isfinite(value) or 0.01 <= abs(value) < 1000:
        return rounded(value, 2)
    return f"{value:.1e}"

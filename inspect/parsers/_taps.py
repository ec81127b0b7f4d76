"""How many multiplications a convolution makes along one axis."""

from __future__ import annotations

_MOST_POSITIONS = 1 << 16


def taps(
    size: int,
    kernel: int,
    out: int,
    *,
    stride: int = 1,
    padding: int = 0,
    dilation: int = 1,
    spread: int = 1,
) -> int:
    """(output position, kernel position) pairs that meet an element of the input.

    Taps on padding or on the holes of a dilated input (``spread``) are no work. Past 65536 pairs
    the padding is counted in.
    """
    stride, dilation, spread = max(1, stride), max(1, dilation), max(1, spread)
    if kernel * out > _MOST_POSITIONS:
        return kernel * out // spread
    last = (size - 1) * spread
    return sum(
        0 <= (at := o * stride + k * dilation - padding) <= last and at % spread == 0
        for o in range(out)
        for k in range(kernel)
    )

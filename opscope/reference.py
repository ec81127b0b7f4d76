"""Pieces of float64 NumPy references that several operators share.

NumPy is imported inside, because operator files import this module in the parent process.
"""

from __future__ import annotations

import math
from itertools import product
from typing import Any


def erf(x: Any) -> Any:
    """Error function of a float64 array; NumPy has none, so it is the C library's, by element."""
    import numpy as np

    flat = np.ravel(x)
    return np.fromiter(map(math.erf, flat.tolist()), np.float64, flat.size).reshape(np.shape(x))


def gelu(x: Any) -> Any:
    """x times the normal distribution function, without approximation (arXiv:1606.08415)."""
    return x * normal_cdf(x)


def gelu_slope(x: Any) -> Any:
    """Derivative of :func:`gelu`."""
    import numpy as np

    return normal_cdf(x) + x * np.exp(-0.5 * x * x) / math.sqrt(2 * math.pi)


def normal_cdf(x: Any) -> Any:
    return 0.5 * (1 + erf(x * math.sqrt(0.5)))


def softmax(x: Any, axis: int = -1) -> Any:
    """Softmax along one axis; entries of minus infinity get weight 0."""
    import numpy as np

    weights = np.exp(x - x.max(axis, keepdims=True))
    return weights / weights.sum(axis, keepdims=True)


def softmax_gradient(y: Any, dy: Any, axis: int = -1) -> Any:
    """Gradient by the logits, from the softmax ``y`` itself."""
    return y * (dy - (y * dy).sum(axis, keepdims=True))


def conv2d(x: Any, w: Any, stride: int, pad: int, groups: int = 1) -> Any:
    """Convolution of x [n, h, w, c] with w [r, s, c / groups, k], zero-padded by ``pad``.

    One matrix product for each of the r * s taps.
    """
    y = 0.0
    for (row, column), window in _windows(x, w, stride, pad):
        y = y + _grouped_product(window, w[row, column], groups)
    return y


def conv2d_gradient(x: Any, w: Any, dy: Any, stride: int, pad: int, groups: int = 1) -> Any:
    """(dx, dw) of sum(conv2d(x, w) * dy)."""
    import numpy as np

    n, height, width, channels = x.shape
    padded = np.zeros((n, height + 2 * pad, width + 2 * pad, channels))
    dw = np.empty(w.shape)
    for (row, column), window in _windows(x, w, stride, pad):
        tap = w[row, column].reshape(channels // groups, groups, -1)
        back = tap.transpose(2, 1, 0).reshape(-1, channels)
        target = _window(padded, row, column, stride, dy.shape)
        target += _grouped_product(dy, back, groups)
        grouped = window.reshape(-1, groups, channels // groups).transpose(1, 2, 0)
        by_group = grouped @ dy.reshape(-1, groups, tap.shape[2]).transpose(1, 0, 2)
        dw[row, column] = by_group.transpose(1, 0, 2).reshape(w.shape[2:])
    return padded[:, pad : pad + height, pad : pad + width], dw


def _windows(x: Any, w: Any, stride: int, pad: int) -> Any:
    """For each tap of the filter: its position, and the part of x that it meets."""
    import numpy as np

    padded = np.pad(x, ((0, 0), (pad, pad), (pad, pad), (0, 0)))
    shape = (
        x.shape[0],
        conv_size(x.shape[1], w.shape[0], stride, pad),
        conv_size(x.shape[2], w.shape[1], stride, pad),
    )
    for row, column in product(range(w.shape[0]), range(w.shape[1])):
        yield (row, column), _window(padded, row, column, stride, shape)


def _window(padded: Any, row: int, column: int, stride: int, shape: tuple[int, ...]) -> Any:
    height, width = shape[1:3]
    rows = slice(row, row + stride * (height - 1) + 1, stride)
    columns = slice(column, column + stride * (width - 1) + 1, stride)
    return padded[:, rows, columns]


def _grouped_product(x: Any, w: Any, groups: int) -> Any:
    """x [..., c] times w [c / groups, k], group by group."""
    if groups == 1:
        return x @ w
    left = x.reshape(-1, groups, w.shape[0]).transpose(1, 0, 2)
    right = w.reshape(w.shape[0], groups, -1).transpose(1, 0, 2)
    return (left @ right).transpose(1, 0, 2).reshape(*x.shape[:-1], w.shape[1])


def conv_size(size: int, taps: int, stride: int, pad: int) -> int:
    """Output length of a convolution along one axis."""
    return (size + 2 * pad - taps) // stride + 1

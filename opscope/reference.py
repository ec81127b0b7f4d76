"""Pieces of float64 NumPy references that several operators share.

NumPy is imported inside, because operator files import this module in the parent process.
"""

from __future__ import annotations

import math
from itertools import product
from typing import Any

Pads = int | tuple[int, int]
"""Zeros on each side of rows and columns."""


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


def sigmoid(x: Any) -> Any:
    """1 / (1 + exp(-x)), without overflow."""
    import numpy as np

    return np.exp(-np.logaddexp(0, -x))


def silu(x: Any) -> Any:
    """x times its sigmoid (arXiv:1702.03118)."""
    return x * sigmoid(x)


def silu_slope(x: Any) -> Any:
    """Derivative of :func:`silu`."""
    return sigmoid(x) * (1 + x * (1 - sigmoid(x)))


def softmax(x: Any, axis: int = -1) -> Any:
    """Softmax along one axis; entries of minus infinity get weight 0."""
    import numpy as np

    weights = np.exp(x - x.max(axis, keepdims=True))
    return weights / weights.sum(axis, keepdims=True)


def softmax_gradient(y: Any, dy: Any, axis: int = -1) -> Any:
    """Gradient by the logits, from the softmax ``y`` itself."""
    return y * (dy - (y * dy).sum(axis, keepdims=True))


def normalise(x: Any, axes: Any, epsilon: float) -> tuple[Any, Any]:
    """x with mean 0 and variance 1 over ``axes``, and the factor 1 / sqrt(variance + epsilon)."""
    centred = x - x.mean(axes, keepdims=True)
    inverse = ((centred**2).mean(axes, keepdims=True) + epsilon) ** -0.5
    return centred * inverse, inverse


def normalise_gradient(normalised: Any, inverse: Any, dy: Any, axes: Any) -> Any:
    """Gradient by x of the first output of :func:`normalise`."""
    projected = normalised * (dy * normalised).mean(axes, keepdims=True)
    return inverse * (dy - dy.mean(axes, keepdims=True) - projected)


def attention(q: Any, k: Any, v: Any, visible: Any = None) -> Any:
    """softmax(q k^T / sqrt(dim)) v for [batch, heads, sequence, dim]; see attention_weights."""
    heads = q.shape[1] // v.shape[1]
    return attention_weights(q, k, visible) @ v.repeat(heads, 1)


def attention_weights(q: Any, k: Any, visible: Any = None) -> Any:
    """Weights [batch, heads, queries, keys]; where ``visible`` is False they are 0.

    k may have fewer heads, each of which serves the same number of consecutive heads of q.
    """
    import numpy as np

    keys = k.repeat(q.shape[1] // k.shape[1], 1)
    scores = q @ keys.swapaxes(-1, -2) / math.sqrt(q.shape[-1])
    return softmax(scores if visible is None else np.where(visible, scores, -np.inf))


def attention_gradient(q: Any, k: Any, v: Any, dy: Any, visible: Any = None) -> Any:
    """(dq, dk, dv) of :func:`attention`."""
    group = q.shape[1] // k.shape[1]
    weights = attention_weights(q, k, visible)
    dweights = dy @ v.repeat(group, 1).swapaxes(-1, -2)
    dscores = softmax_gradient(weights, dweights) / math.sqrt(q.shape[-1])

    def over_group(x: Any) -> Any:
        return x.reshape(x.shape[0], -1, group, *x.shape[2:]).sum(2)

    dk, dv = dscores.swapaxes(-1, -2) @ q, weights.swapaxes(-1, -2) @ dy
    return dscores @ k.repeat(group, 1), over_group(dk), over_group(dv)


def conv2d(x: Any, w: Any, stride: int, pad: Pads, groups: int = 1) -> Any:
    """Convolution of x [n, h, w, c] with w [r, s, c / groups, k], zero-padded by ``pad``.

    One matrix product for each of the r * s taps. ``pad`` is for both axes or (rows, columns).
    """
    y = 0.0
    for (row, column), window in _windows(x, w, stride, pad):
        y = y + _grouped_product(window, w[row, column], groups)
    return y


def conv2d_gradient(x: Any, w: Any, dy: Any, stride: int, pad: Pads, groups: int = 1) -> Any:
    """(dx, dw) of sum(conv2d(x, w) * dy)."""
    import numpy as np

    n, height, width, channels = x.shape
    top, left = _pads(pad)
    padded = np.zeros((n, height + 2 * top, width + 2 * left, channels))
    dw = np.empty(w.shape)
    for (row, column), window in _windows(x, w, stride, pad):
        tap = w[row, column].reshape(channels // groups, groups, -1)
        back = tap.transpose(2, 1, 0).reshape(-1, channels)
        target = _window(padded, row, column, stride, dy.shape)
        target += _grouped_product(dy, back, groups)
        dw[row, column] = _grouped_outer(window, dy, groups)
    return padded[:, top : top + height, left : left + width], dw


def _windows(x: Any, w: Any, stride: int, pad: Pads) -> Any:
    """For each tap of the filter: its position, and the part of x that it meets."""
    import numpy as np

    top, left = _pads(pad)
    padded = np.pad(x, ((0, 0), (top, top), (left, left), (0, 0)))
    shape = (
        x.shape[0],
        conv_size(x.shape[1], w.shape[0], stride, top),
        conv_size(x.shape[2], w.shape[1], stride, left),
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
    if groups == x.shape[-1] == w.shape[1]:
        return x * w[0]
    left = x.reshape(-1, groups, w.shape[0]).transpose(1, 0, 2)
    right = w.reshape(w.shape[0], groups, -1).transpose(1, 0, 2)
    return (left @ right).transpose(1, 0, 2).reshape(*x.shape[:-1], w.shape[1])


def _grouped_outer(x: Any, dy: Any, groups: int) -> Any:
    """Gradient by w of sum(_grouped_product(x, w) * dy)."""
    per_group = x.shape[-1] // groups
    if groups == x.shape[-1] == dy.shape[-1]:
        return (x * dy).sum((0, 1, 2))[None]
    left = x.reshape(-1, groups, per_group).transpose(1, 2, 0)
    right = dy.reshape(-1, groups, dy.shape[-1] // groups).transpose(1, 0, 2)
    return (left @ right).transpose(1, 0, 2).reshape(per_group, -1)


def _pads(pad: Pads) -> tuple[int, int]:
    return pad if isinstance(pad, tuple) else (pad, pad)


def conv_size(size: int, taps: int, stride: int, pad: int) -> int:
    """Output length of a convolution along one axis."""
    return (size + 2 * pad - taps) // stride + 1

"""A tensor in a few figures, so that two frameworks' intermediate values can be compared.

All figures are independent of the order of elements: two compilers keep the same values in
different layouts. NumPy only.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    import numpy

FIGURES = ("mean", "mean_abs", "rms", "smallest", "largest", "median")


def fingerprint(array: numpy.ndarray[Any, Any]) -> dict[str, float] | None:
    """``elements`` and the figures, in float64; None for what tells nothing: a single number, a
    constant, no numbers at all, or values that are not finite."""
    import numpy as np

    if array.size < 2 or array.dtype.kind not in "fiu":
        return None
    values = array.astype("float64").ravel()
    if not np.isfinite(values).all() or values.min() == values.max():
        return None
    figures = (values.mean(), np.abs(values).mean(), np.sqrt((values * values).mean()),
               values.min(), values.max(), np.median(values))  # fmt: skip
    found = {name: float(figure) for name, figure in zip(FIGURES, figures, strict=True)}
    return {"elements": float(array.size), **found}

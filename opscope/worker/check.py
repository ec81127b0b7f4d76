"""Correctness before timing: outputs against a float64 reference.

An element's *error* is |output - reference| divided by its scale, max(|reference|, rms(reference)):
relative for the large elements, absolute for those near zero, whose rounding error comes from the
large terms that cancelled in them.

The tolerance follows the standard model of rounding (Higham, Accuracy and Stability of Numerical
Algorithms, 2nd ed., sections 2.2 and 3.1), with the random-walk growth sqrt(n) for a sum of n terms
instead of the worst case n, and a margin on top: 16-bit types round to their own epsilon when they
are stored and add up in float32, as every framework here does on request or by default.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

from opscope.dtypes import DTYPES, dtype
from opscope.records import Accuracy, Status

if TYPE_CHECKING:
    import numpy

    Array = numpy.ndarray[Any, Any]

MARGIN = 8.0
"""Rounding steps that an operator may chain (a fused block of four or five operations), with room
for the variation of the random walk. A wrong formula is off by orders of magnitude more."""


def tolerance(dtype_name: str, reduction: int, factor: float = 1.0) -> float:
    """Allowed error for outputs of ``dtype_name`` that sum ``reduction`` terms; 0 for integers.

    >>> tolerance("int32", 100)
    0.0
    """
    kind = dtype(dtype_name)
    if not kind.floating:
        return 0.0
    accumulator = min(kind.epsilon, DTYPES["float32"].epsilon)
    return factor * MARGIN * (kind.epsilon + math.sqrt(max(1, reduction)) * accumulator)


def check(
    outputs: Sequence[Array],
    references: Sequence[Array],
    names: Sequence[str],
    limits: Sequence[float],
) -> tuple[Status, Accuracy]:
    """Compare all outputs; the first bad one decides the status, the worst one the error.

    ``outputs`` and ``references`` are arrays of equal shapes; ``limits`` their tolerances.
    """
    if len(outputs) != len(references):
        detail = f"{len(outputs)} outputs where the reference has {len(references)}"
        return Status.WRONG, Accuracy(
            error=math.inf, tolerance=max(limits, default=0.0), detail=detail
        )
    status, worst = Status.OK, Accuracy(error=0.0, tolerance=max(limits, default=0.0))
    for output, reference, name, limit in zip(outputs, references, names, limits, strict=True):
        one_status, accuracy = _check_one(output, reference, name, limit)
        if one_status is not Status.OK:
            return one_status, accuracy
        if accuracy.error >= worst.error:
            status, worst = one_status, accuracy
    return status, worst


def _check_one(output: Array, reference: Array, name: str, limit: float) -> tuple[Status, Accuracy]:
    import numpy as np

    def bad(status: Status, error: float, detail: str) -> tuple[Status, Accuracy]:
        return status, Accuracy(error=error, tolerance=limit, detail=detail)

    if output.shape != reference.shape:
        detail = f"{name} has shape {output.shape}, the reference {reference.shape}"
        return bad(Status.WRONG, math.inf, detail)
    if not output.size:
        return Status.OK, Accuracy(error=0.0, tolerance=limit)
    actual, expected = (np.atleast_1d(a).astype(np.float64) for a in (output, reference))
    difference = np.abs(actual - expected)
    magnitude = np.abs(expected)
    if not np.isfinite(difference).all():
        same = (actual == expected) | (np.isnan(actual) & np.isnan(expected))
        mismatched = ~same & ~(np.isfinite(actual) & np.isfinite(expected))
        if mismatched.any():
            count = f"{int(mismatched.sum())} of {output.size} elements"
            where = _first(mismatched, actual, expected, name)
            detail = f"{where}; {count} are not finite where the other is"
            return bad(Status.NONFINITE, math.inf, detail)
        difference[same] = 0.0
        magnitude[~np.isfinite(expected)] = 0.0
    flat = magnitude.ravel()
    rms = math.sqrt(float(np.dot(flat, flat)) / flat.size)
    error = np.divide(difference, np.maximum(magnitude, rms if rms > 0 else 1.0), out=difference)
    largest = float(error.max())
    if largest > limit:
        over = error > limit
        count = f"{int(over.sum())} of {output.size} elements"
        where = _first(over, actual, expected, name)
        detail = f"{where}; {count} differ by more than {limit:.2g}"
        return bad(Status.WRONG, largest, detail)
    return Status.OK, Accuracy(error=largest, tolerance=limit)


def _first(mask: Array, actual: Array, expected: Array, name: str) -> str:
    import numpy as np

    index = tuple(int(i) for i in np.unravel_index(int(mask.argmax()), mask.shape))
    position = f"{name}[{', '.join(map(str, index))}]"
    return f"{position} is {actual[index]:.9g}, the reference {expected[index]:.9g}"

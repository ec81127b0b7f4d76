"""Element types: their size, their rounding error, and how NumPy holds them.

NumPy has no bfloat16, so a bfloat16 array travels as float32 whose values are already rounded to
bfloat16: every framework's conversion of it is exact, and the inputs stay byte-identical.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from opscope.errors import unknown

if TYPE_CHECKING:
    import numpy


@dataclass(frozen=True, slots=True)
class DType:
    """One element type.

    ``epsilon`` is the distance from 1 to the next value (IEEE 754-2019, table 3.5; bfloat16 keeps
    8 significant bits), 0 for integers. ``numpy_name`` is the type that carries it between
    processes.
    """

    name: str
    bytes: int
    epsilon: float
    numpy_name: str

    @property
    def floating(self) -> bool:
        return self.epsilon > 0


DTYPES = {
    dtype.name: dtype
    for dtype in (
        DType("float64", 8, 2.0**-52, "float64"),
        DType("float32", 4, 2.0**-23, "float32"),
        DType("bfloat16", 2, 2.0**-7, "float32"),
        DType("float16", 2, 2.0**-10, "float16"),
        DType("int64", 8, 0.0, "int64"),
        DType("int32", 4, 0.0, "int32"),
        DType("int8", 1, 0.0, "int8"),
        DType("uint32", 4, 0.0, "uint32"),
        DType("bool", 1, 0.0, "bool"),
    )
}

FLOATING = ("float32", "bfloat16", "float16", "float64")
"""The floating types in the order in which operators name them."""


def dtype(name: str) -> DType:
    """The DType called ``name``; UsageError for any other name."""
    if name not in DTYPES:
        raise unknown("dtype", name, DTYPES)
    return DTYPES[name]


def cast(array: numpy.ndarray[Any, Any], name: str) -> numpy.ndarray[Any, Any]:
    """``array`` rounded to ``name`` (to nearest, ties to even), in its carrying NumPy type."""
    import numpy as np

    carried = np.asarray(array, dtype=dtype(name).numpy_name, order="C")
    if name != "bfloat16":
        return carried
    bits = carried.view(np.uint32)
    nearest_even = np.uint32(0x7FFF) + ((bits >> np.uint32(16)) & np.uint32(1))
    rounded = ((bits + nearest_even) & np.uint32(0xFFFF0000)).view(np.float32)
    return np.where(np.isnan(carried), carried, rounded)

"""What the child finds out beside time: which arithmetic runs, what the inputs hold and who changed
them. Works on any frontend through its tensors' ``@`` and ``*``.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import TYPE_CHECKING, Any

from opscope.compiler import Frontend, Settings
from opscope.dtypes import cast

if TYPE_CHECKING:
    import numpy

    Array = numpy.ndarray[Any, Any]

PRODUCT_LENGTH = 1024
SUM_LENGTH = 65536
SMALLEST_NORMAL = 2.0**-126
"""Of float32 and bfloat16; values of every type are held against it."""


def math_mode(frontend: Frontend, settings: Settings) -> dict[str, Any]:
    """The arithmetic of this process, told by its results and not by its settings.

    Returns
    -------
    dict
        ``float32_product``: float32, tf32 or bfloat16, the type whose rounding shows in a product
        of float32 matrices; ``accumulation``: float32 or bfloat16, the type in which a product of
        bfloat16 matrices is summed; ``flushes_denormals``. What a framework refuses is left out.
    """
    probed: dict[str, Any] = {}
    for name, probe in (
        ("float32_product", _float32_product),
        ("accumulation", _accumulation),
        ("flushes_denormals", _flushes_denormals),
    ):
        try:
            probed[name] = probe(frontend, settings)
        except (RuntimeError, TypeError, ValueError, NotImplementedError) as error:
            probed.setdefault("not_probed", {})[name] = str(error).splitlines()[0][:200]
    return probed


def _product(frontend: Frontend, settings: Settings, value: float, n: int, name: str) -> float:
    """One element of an 8 x n matrix of ``value`` times an n x 8 matrix of ones."""
    import numpy as np

    a = frontend.tensor(cast(np.full((8, n), value), name), name, settings)
    b = frontend.tensor(cast(np.ones((n, 8)), name), name, settings)
    return float(frontend.array(a @ b)[0, 0])


def _float32_product(frontend: Frontend, settings: Settings) -> str:
    """1.0001 survives in float32 only; 1.001 is 1 + 2^-10 in TF32 and 1 in bfloat16."""
    exact = 1.0001 * PRODUCT_LENGTH
    fine = _product(frontend, settings, 1.0001, PRODUCT_LENGTH, "float32")
    if abs(fine - exact) < 0.02:
        return "float32"
    coarse = _product(frontend, settings, 1.001, PRODUCT_LENGTH, "float32")
    return "tf32" if abs(coarse - PRODUCT_LENGTH) > 0.5 else "bfloat16"


def _accumulation(frontend: Frontend, settings: Settings) -> str:
    """65536 quarters: a bfloat16 sum stops growing at 64, in however many lanes it is kept."""
    total = _product(frontend, settings, 0.25, SUM_LENGTH, "bfloat16")
    return "float32" if abs(total / (0.25 * SUM_LENGTH) - 1) < 0.01 else "bfloat16"


def _flushes_denormals(frontend: Frontend, settings: Settings) -> bool:
    import numpy as np

    tiny = frontend.tensor(np.full(64, 1e-40, np.float32), "float32", settings)
    half = frontend.tensor(np.full(64, 0.5, np.float32), "float32", settings)
    return float(frontend.array(tiny * half)[0]) == 0.0


def content(arrays: Mapping[str, Array]) -> dict[str, Any]:
    """How many values of each array are not finite, denormal, or zero (a share)."""
    import numpy as np

    found: dict[str, dict[str, Any]] = {"nonfinite": {}, "denormal": {}, "zeros": {}}
    for name, array in arrays.items():
        if array.dtype.kind != "f" or not array.size:
            continue
        magnitude = np.abs(array)
        denormal = (magnitude > 0) & (magnitude < SMALLEST_NORMAL)
        found["nonfinite"][name] = nonfinite(array)
        found["denormal"][name] = int(denormal.sum())
        found["zeros"][name] = float((array == 0).mean())
    return found


def nonfinite(array: Array) -> int:
    """How many values are NaN or infinite."""
    import numpy as np

    return int(array.size - np.isfinite(array).sum())


def changed(
    frontend: Frontend, tensors: Iterable[Any], originals: Mapping[str, Array]
) -> list[str]:
    """Names of the tensors that no longer hold what they were made from, bit for bit.

    ``originals`` are in the tensors' order and layout.
    """
    import numpy as np

    different = []
    for tensor, (name, original) in zip(tensors, originals.items(), strict=True):
        now = frontend.array(tensor)
        floating = now.dtype.kind == "f"
        if not np.array_equal(now, original.astype(now.dtype), equal_nan=floating):
            different.append(name)
    return different

"""The text of the stage ``dispatched-ops``: one line for each operation an eager runtime ran.

::

    aten.addmm.default(float32[64], float32[8,24], float32[24,64]) -> float32[8,64]  # mlp.py:42
    aten.view.default(float32[8,64]) -> float32[512] (view)  # mlp.py:43

Types are written ``dtype[sizes]``. ``(view)`` marks an output that shares memory with an input:
nothing was computed or moved. The place after ``#`` is the innermost line of the operator's file.
"""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterable
from pathlib import Path
from types import CodeType
from typing import Any


def line(name: str, inputs: Iterable[str], outputs: Iterable[str], *, view: bool, at: str) -> str:
    """One operation; ``inputs`` and ``outputs`` are types, ``at`` is ``file:line`` or empty."""
    returned = ", ".join(outputs) or "()"
    shared = " (view)" if view else ""
    return f"{name}({', '.join(inputs)}) -> {returned}{shared}" + (f"  # {at}" if at else "")


def tensor_type(dtype: str, shape: Iterable[object]) -> str:
    return f"{dtype}[{','.join(str(size) for size in shape)}]"


def code_file(call: Callable[..., Any]) -> str:
    """The file that ``call`` was written in; empty if it is not a Python function."""
    code = getattr(call, "__code__", None)
    return code.co_filename if isinstance(code, CodeType) else ""


def place_in(file: str) -> str:
    """``name:line`` of this thread's innermost frame in ``file``; empty if there is none."""
    frame = sys._getframe(1)
    while frame is not None:
        if file and frame.f_code.co_filename == file:
            return f"{Path(file).name}:{frame.f_lineno}"
        frame = frame.f_back  # type: ignore[assignment]
    return ""

"""The text of the stage ``dispatched-ops``: one line for each operation an eager runtime ran.

::

    aten.addmm.default(f32[64], f32[8,24], f32[24,64]) -> f32[8,64]  # at mlp.py:42
    aten.view.default(f32[8,64]) -> f32[512]  # view; at mlp.py:43
    jit(_var)(f32[8,48]) -> f32[8,1]  # generated: reduce_sum, div, sub; at layernorm.py:70

Types are written as XLA writes them. ``view``: the output shares memory with an input, so nothing
was computed or moved. ``between host and device``: it was copied there. ``generated``: the runtime
compiled this one, from these operations. The place is the innermost line of the operator's file.
"""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterable
from pathlib import Path
from types import CodeType
from typing import Any

_TYPES = {
    "float64": "f64",
    "float32": "f32",
    "float16": "f16",
    "bfloat16": "bf16",
    "float8_e4m3fn": "f8e4m3fn",
    "float8_e5m2": "f8e5m2",
    "int64": "s64",
    "int32": "s32",
    "int16": "s16",
    "int8": "s8",
    "uint64": "u64",
    "uint32": "u32",
    "uint16": "u16",
    "uint8": "u8",
    "bool": "pred",
    "complex64": "c64",
    "complex128": "c128",
}


def line(
    name: str,
    inputs: Iterable[str],
    outputs: Iterable[str],
    *,
    view: bool = False,
    moved: bool = False,
    generated: Iterable[str] | None = None,
    at: str = "",
) -> str:
    """One operation; ``inputs`` and ``outputs`` are types, ``at`` is ``file:line`` or empty."""
    notes = ["view"] if view else []
    if moved:
        notes.append("between host and device")
    if generated is not None:
        notes.append(f"generated: {', '.join(generated)}")
    if at:
        notes.append(f"at {at}")
    returned = ", ".join(outputs) or "()"
    told = f"  # {'; '.join(notes)}" if notes else ""
    return f"{name}({', '.join(inputs)}) -> {returned}{told}"


def tensor_type(dtype: str, shape: Iterable[object]) -> str:
    """``f32[8,48]`` for ``float32`` and (8, 48)."""
    return f"{_TYPES.get(dtype, dtype)}[{','.join(str(size) for size in shape)}]"


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

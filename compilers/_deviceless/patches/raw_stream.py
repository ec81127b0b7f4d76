"""``torch._C._cuda_getCurrentRawStream``: Inductor's wrapper imports it by name when it is loaded,
and a build without CUDA has none."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from opscope.compilers._deviceless.absent import Absent

SYMBOLS = ()
CREATED = ("torch._C:_cuda_getCurrentRawStream",)


def replacements(absent: Absent) -> Mapping[str, Any]:
    return {"torch._C:_cuda_getCurrentRawStream": lambda *_: 0}

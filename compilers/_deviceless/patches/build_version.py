"""``torch.version``: code generation asks it whether this is a CUDA or a ROCm build."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from opscope.compilers._deviceless.absent import Absent

SYMBOLS = ("torch.version:cuda", "torch.version:hip")
CREATED = ()


def replacements(absent: Absent) -> Mapping[str, Any]:
    import torch

    if absent.device.platform == "rocm":
        return {"torch.version:cuda": None, "torch.version:hip": "7.0.0"}
    return {"torch.version:cuda": torch.version.cuda or "13.0", "torch.version:hip": None}

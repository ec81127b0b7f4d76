"""FakeTensorMode would start CUDA as soon as ``torch.cuda.is_available()`` says yes.

It has a switch for exactly this, which follows ``is_available``; here it is held on.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from opscope.compilers._deviceless.absent import Absent

SYMBOLS = (
    "torch._subclasses.fake_tensor:FakeTensorMode.avoid_device_init",
    "torch._subclasses.fake_tensor:init_gpu_context",
)
CREATED = ()


def replacements(absent: Absent) -> Mapping[str, Any]:
    return {
        "torch._subclasses.fake_tensor:FakeTensorMode.avoid_device_init": property(lambda _: True),
        "torch._subclasses.fake_tensor:init_gpu_context": lambda _: None,
    }

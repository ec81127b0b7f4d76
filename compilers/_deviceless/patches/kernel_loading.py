"""Inductor hands each kernel's source to AsyncCompile, which compiles it and loads it on a device.

Here every candidate configuration is compiled for the target and none is loaded. Combined kernels
(``multi_kernel``) choose among their parts by timing them, which cannot be done.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from opscope.compilers._deviceless.absent import Absent

_CLASS = "torch._inductor.async_compile:AsyncCompile"
SYMBOLS = (
    f"{_CLASS}.triton",
    f"{_CLASS}.wait",
    f"{_CLASS}.multi_kernel",
    "torch._inductor.runtime.triton_helpers:set_driver_to_gpu",
)
CREATED = ()


def replacements(absent: Absent) -> Mapping[str, Any]:
    def triton(self: Any, kernel_name: str, source_code: str, device_str: str = "cuda") -> None:
        absent.compile_kernel(kernel_name, source_code)

    return {
        f"{_CLASS}.triton": triton,
        f"{_CLASS}.wait": lambda self, scope: None,
        f"{_CLASS}.multi_kernel": lambda self, *_, **__: None,
        "torch._inductor.runtime.triton_helpers:set_driver_to_gpu": lambda: None,
    }

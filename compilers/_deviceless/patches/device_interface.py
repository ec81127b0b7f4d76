"""Dynamo's CudaInterface: it holds references to ``torch.cuda``'s functions, taken at import."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from opscope.compilers._deviceless.absent import Absent
from opscope.compilers._deviceless.patches.cuda_runtime import DeviceContext, answers

_CLASS = "torch._dynamo.device_interface:CudaInterface"
_SHARED = (
    "current_device",
    "device_count",
    "get_device_properties",
    "synchronize",
    "current_stream",
    "is_bf16_supported",
)
SYMBOLS = (
    *(f"{_CLASS}.{name}" for name in _SHARED),
    f"{_CLASS}.device",
    f"{_CLASS}.get_raw_stream",
    f"{_CLASS}.exchange_device",
    f"{_CLASS}.maybe_exchange_device",
    "torch._dynamo.device_interface:caching_worker_device_properties",
    "torch._dynamo.device_interface:caching_worker_current_devices",
)
CREATED = ()


def replacements(absent: Absent) -> Mapping[str, Any]:
    known = answers(absent)

    def zero(*_: Any) -> int:
        return 0

    return {
        **{f"{_CLASS}.{name}": staticmethod(known[name]) for name in _SHARED},
        f"{_CLASS}.device": DeviceContext,
        f"{_CLASS}.get_raw_stream": staticmethod(zero),
        f"{_CLASS}.exchange_device": staticmethod(zero),
        f"{_CLASS}.maybe_exchange_device": staticmethod(zero),
        "torch._dynamo.device_interface:caching_worker_device_properties": {
            "cuda": [absent.properties]
        },
        "torch._dynamo.device_interface:caching_worker_current_devices": {"cuda": 0},
    }

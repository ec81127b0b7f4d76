"""``torch.cuda``: Dynamo and Inductor ask it what the GPU is and can do, and here nothing answers.

The answers come from the table of devices. Inductor's lowering depends on them: the number of
multiprocessors decides the split of reductions, the capability which templates and types it uses.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from contextlib import AbstractContextManager
from typing import Any

from opscope.compilers._deviceless.absent import Absent

_NAMES = (
    "is_available",
    "device_count",
    "current_device",
    "get_device_properties",
    "get_device_capability",
    "get_device_name",
    "is_bf16_supported",
    "is_tf32_supported",
    "synchronize",
    "empty_cache",
    "mem_get_info",
    "get_arch_list",
    "current_stream",
    "is_initialized",
    "_lazy_init",
    "is_current_stream_capturing",
    "get_rng_state",
    "set_rng_state",
    "device",
)
SYMBOLS = (
    *(f"torch.cuda:{name}" for name in _NAMES),
    "torch.cuda.random:get_rng_state",
    "torch.cuda.random:set_rng_state",
)
CREATED = ()


class DeviceContext(AbstractContextManager[None]):
    """``torch.cuda.device``, with only one device to choose from."""

    def __init__(self, device: Any = 0) -> None:
        self.idx = 0

    def __exit__(self, *exception: object) -> None:
        return None


class Stream:
    """The default stream, on which nothing is ever queued."""

    device_index = 0
    stream_id = 0
    cuda_stream = 0
    device_type = 1

    def wait_stream(self, other: Any) -> None:
        return None

    def synchronize(self) -> None:
        return None


def answers(absent: Absent) -> dict[str, Callable[..., Any]]:
    """What ``torch.cuda.NAME()`` gives, for every name that Dynamo's interface shares."""
    memory = absent.properties.total_memory
    capability = absent.capability
    return {
        "is_available": lambda: True,
        "device_count": lambda: 1,
        "current_device": lambda: 0,
        "get_device_properties": lambda *_: absent.properties,
        "get_device_capability": lambda *_: capability,
        "get_device_name": lambda *_: absent.device.title,
        "is_bf16_supported": lambda *_, **__: True,
        "is_tf32_supported": lambda: absent.device.peak("tf32") is not None,
        "synchronize": lambda *_: None,
        "empty_cache": lambda: None,
        "mem_get_info": lambda *_: (memory, memory),
        "get_arch_list": lambda: [absent.device.arch],
        "current_stream": lambda *_: Stream(),
        "is_initialized": lambda: False,
        "_lazy_init": lambda: None,
        "is_current_stream_capturing": lambda: False,
    }


def replacements(absent: Absent) -> Mapping[str, Any]:
    import torch

    def state(*_: Any, **__: Any) -> Any:
        return torch.zeros(16, dtype=torch.uint8)

    def set_state(*_: Any, **__: Any) -> None:
        return None

    return {
        **{f"torch.cuda:{name}": answer for name, answer in answers(absent).items()},
        "torch.cuda:get_rng_state": state,
        "torch.cuda:set_rng_state": set_state,
        "torch.cuda.random:get_rng_state": state,
        "torch.cuda.random:set_rng_state": set_state,
        "torch.cuda:device": DeviceContext,
    }

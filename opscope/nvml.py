"""NVIDIA GPUs through the driver's own management library, by ctypes: no framework, no package.

``libnvidia-ml.so.1`` comes with every driver. The function and structure names below are those of
NVIDIA's nvml.h. A function that this driver or this GPU does not have leaves its entry out.
"""

from __future__ import annotations

import ctypes
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Any

LIBRARY = "libnvidia-ml.so.1"

_SM_CLOCK, _MEMORY_CLOCK = 1, 2
_TEMPERATURE_GPU = 0

POWER_CAP = "software power cap"

SLOWED_BY = {
    0x4: POWER_CAP,
    0x8: "hardware slowdown",
    0x10: "sync boost",
    0x20: "software thermal slowdown",
    0x40: "hardware thermal slowdown",
    0x80: "hardware power brake",
}
"""Bits of the clocks-event reasons that mean a clock below what was asked for. Idle (0x1), an
application clock (0x2) and a display clock (0x100) are choices, not slowdowns."""


class _Memory(ctypes.Structure):
    _fields_ = [
        ("total", ctypes.c_ulonglong),
        ("free", ctypes.c_ulonglong),
        ("used", ctypes.c_ulonglong),
    ]


class _Process(ctypes.Structure):
    _fields_ = [
        ("pid", ctypes.c_uint),
        ("used", ctypes.c_ulonglong),
        ("gpu_instance", ctypes.c_uint),
        ("compute_instance", ctypes.c_uint),
    ]


MOST_PROCESSES = 64
_NOT_AVAILABLE = 2**64 - 1


class _Utilization(ctypes.Structure):
    _fields_ = [("gpu", ctypes.c_uint), ("memory", ctypes.c_uint)]


@contextmanager
def opened(load: Callable[[str], Any] = ctypes.CDLL) -> Iterator[Any]:
    """The initialised library, or None where there is no driver or no GPU it will speak for."""
    try:
        library = load(LIBRARY)
    except OSError:
        yield None
        return
    if library.nvmlInit_v2() != 0:
        yield None
        return
    try:
        yield library
    finally:
        library.nvmlShutdown()


def gpu_facts(library: Any) -> list[dict[str, Any]]:
    """What does not change while measuring: name, memory, clocks, power limit, driver, ECC, MIG.

    ``default_sm_mhz`` is the clock for applications that ask for none; newer drivers tell the
    highest one only, which applications then get.
    """
    driver = _text(library, "nvmlSystemGetDriverVersion")
    return [
        _without_none(
            name=_text(library, "nvmlDeviceGetName", device),
            vendor="nvidia",
            uuid=_text(library, "nvmlDeviceGetUUID", device),
            compute_capability=_capability(library, device),
            memory_bytes=_memory(library, device, "total"),
            max_sm_mhz=_number(library, "nvmlDeviceGetMaxClockInfo", device, _SM_CLOCK),
            default_sm_mhz=_number(
                library, "nvmlDeviceGetDefaultApplicationsClock", device, _SM_CLOCK
            ),
            max_memory_mhz=_number(library, "nvmlDeviceGetMaxClockInfo", device, _MEMORY_CLOCK),
            power_limit_w=_watts(_number(library, "nvmlDeviceGetEnforcedPowerLimit", device)),
            ecc=_switched_on(library, "nvmlDeviceGetEccMode", device),
            mig=_switched_on(library, "nvmlDeviceGetMigMode", device),
            driver=driver,
        )
        for device in _devices(library)
    ]


def gpu_state(library: Any) -> list[dict[str, Any]]:
    """What may change while measuring: clocks, temperature, power, what slows it, how busy, free
    memory, and ``processes`` with the bytes each holds (in a container only those it can see)."""
    return [
        _without_none(
            sm_mhz=_number(library, "nvmlDeviceGetClockInfo", device, _SM_CLOCK),
            memory_mhz=_number(library, "nvmlDeviceGetClockInfo", device, _MEMORY_CLOCK),
            temperature_c=_number(library, "nvmlDeviceGetTemperature", device, _TEMPERATURE_GPU),
            power_w=_watts(_number(library, "nvmlDeviceGetPowerUsage", device)),
            busy_percent=_busy(library, device),
            slowed_by=_slowed_by(library, device),
            memory_free_bytes=_memory(library, device, "free"),
            processes=_processes(library, device),
        )
        for device in _devices(library)
    ]


def sm_clock(library: Any, index: int) -> tuple[float | None, list[str]]:
    """The SM clock of one GPU in MHz at this moment, and what holds it back."""
    device = ctypes.c_void_p()
    if library.nvmlDeviceGetHandleByIndex_v2(index, ctypes.byref(device)) != 0:
        return None, []
    mhz = _number(library, "nvmlDeviceGetClockInfo", device, _SM_CLOCK)
    return (None if mhz is None else float(mhz)), _slowed_by(library, device) or []


def _without_none(**values: Any) -> dict[str, Any]:
    return {name: value for name, value in values.items() if value is not None}


def _devices(library: Any) -> Iterator[Any]:
    for index in range(_number(library, "nvmlDeviceGetCount_v2") or 0):
        device = ctypes.c_void_p()
        if library.nvmlDeviceGetHandleByIndex_v2(index, ctypes.byref(device)) == 0:
            yield device


def _filled(library: Any, function: str, value: Any, *arguments: Any) -> bool:
    """Whether ``function(*arguments, &value)`` exists and succeeded."""
    call = getattr(library, function, None)
    return call is not None and call(*arguments, ctypes.byref(value)) == 0


def _number(library: Any, function: str, *arguments: Any) -> int | None:
    value = ctypes.c_uint()
    return value.value if _filled(library, function, value, *arguments) else None


def _watts(milliwatts: int | None) -> float | None:
    return None if milliwatts is None else milliwatts / 1000


def _text(library: Any, function: str, *arguments: Any) -> str | None:
    call, buffer = getattr(library, function, None), ctypes.create_string_buffer(96)
    if call is None or call(*arguments, buffer, ctypes.c_uint(len(buffer))) != 0:
        return None
    return buffer.value.decode(errors="replace")


def _capability(library: Any, device: Any) -> str | None:
    call = getattr(library, "nvmlDeviceGetCudaComputeCapability", None)
    major, minor = ctypes.c_int(), ctypes.c_int()
    if call is None or call(device, ctypes.byref(major), ctypes.byref(minor)) != 0:
        return None
    return f"{major.value}.{minor.value}"


def _memory(library: Any, device: Any, which: str) -> int | None:
    memory = _Memory()
    if not _filled(library, "nvmlDeviceGetMemoryInfo", memory, device):
        return None
    return int(getattr(memory, which))


def _switched_on(library: Any, function: str, device: Any) -> bool | None:
    call = getattr(library, function, None)
    current, pending = ctypes.c_uint(), ctypes.c_uint()
    if call is None or call(device, ctypes.byref(current), ctypes.byref(pending)) != 0:
        return None
    return bool(current.value)


def _processes(library: Any, device: Any) -> list[dict[str, int]] | None:
    names = [f"nvmlDeviceGetComputeRunningProcesses_{version}" for version in ("v3", "v2")]
    call = next((c for c in (getattr(library, n, None) for n in names) if c is not None), None)
    count, found = ctypes.c_uint(MOST_PROCESSES), (_Process * MOST_PROCESSES)()
    if call is None or call(device, ctypes.byref(count), found) != 0:
        return None
    return [
        {"pid": int(p.pid), **({"bytes": int(p.used)} if p.used != _NOT_AVAILABLE else {})}
        for p in found[: min(count.value, MOST_PROCESSES)]
    ]


def _busy(library: Any, device: Any) -> int | None:
    busy = _Utilization()
    if not _filled(library, "nvmlDeviceGetUtilizationRates", busy, device):
        return None
    return int(busy.gpu)


def _slowed_by(library: Any, device: Any) -> list[str] | None:
    reasons = ctypes.c_ulonglong()
    if not _filled(library, "nvmlDeviceGetCurrentClocksThrottleReasons", reasons, device):
        return None
    return [reason for bit, reason in SLOWED_BY.items() if reasons.value & bit]

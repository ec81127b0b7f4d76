"""Plays libnvidia-ml, so that what reads a GPU's state can be tested without one."""

from __future__ import annotations

from typing import Any


class FakeDriver:
    """One GPU. ``missing`` functions do not exist in this driver; ``sm_mhz`` may be changed."""

    def __init__(
        self, reasons: int = 0, initialises: int = 0, missing: tuple[str, ...] = ()
    ) -> None:
        self.reasons, self._initialises, self._missing = reasons, initialises, missing
        self.sm_mhz = 990
        self.shut_down = False

    def __getattr__(self, name: str) -> Any:
        if name in self.__dict__.get("_missing", ()) or not hasattr(type(self), f"do_{name}"):
            raise AttributeError(name)
        return getattr(self, f"do_{name}")

    def do_nvmlInit_v2(self) -> int:
        return self._initialises

    def do_nvmlShutdown(self) -> int:
        self.shut_down = True
        return 0

    def do_nvmlDeviceGetCount_v2(self, out: Any) -> int:
        out._obj.value = 1
        return 0

    def do_nvmlDeviceGetHandleByIndex_v2(self, index: int, out: Any) -> int:
        return 0 if index == 0 else 2

    def do_nvmlSystemGetDriverVersion(self, buffer: Any, size: Any) -> int:
        buffer.value = b"580.65"
        return 0

    def do_nvmlDeviceGetName(self, device: Any, buffer: Any, size: Any) -> int:
        buffer.value = b"NVIDIA H100"
        return 0

    def do_nvmlDeviceGetUUID(self, device: Any, buffer: Any, size: Any) -> int:
        buffer.value = b"GPU-0123abcd"
        return 0

    def do_nvmlDeviceGetCudaComputeCapability(self, device: Any, major: Any, minor: Any) -> int:
        major._obj.value, minor._obj.value = 9, 0
        return 0

    def do_nvmlDeviceGetMemoryInfo(self, device: Any, out: Any) -> int:
        out._obj.total, out._obj.free = 80 * 2**30, 79 * 2**30
        return 0

    def do_nvmlDeviceGetMaxClockInfo(self, device: Any, kind: int, out: Any) -> int:
        out._obj.value = {1: 1980, 2: 2619}[kind]
        return 0

    def do_nvmlDeviceGetDefaultApplicationsClock(self, device: Any, kind: int, out: Any) -> int:
        out._obj.value = {1: 1755, 2: 2619}[kind]
        return 0

    def do_nvmlDeviceGetClockInfo(self, device: Any, kind: int, out: Any) -> int:
        out._obj.value = {1: self.sm_mhz, 2: 2619}[kind]
        return 0

    def do_nvmlDeviceGetEnforcedPowerLimit(self, device: Any, out: Any) -> int:
        out._obj.value = 700000
        return 0

    def do_nvmlDeviceGetPowerUsage(self, device: Any, out: Any) -> int:
        out._obj.value = 345600
        return 0

    def do_nvmlDeviceGetTemperature(self, device: Any, sensor: int, out: Any) -> int:
        return 3  # not supported

    def do_nvmlDeviceGetEccMode(self, device: Any, current: Any, pending: Any) -> int:
        current._obj.value = 1
        return 0

    def do_nvmlDeviceGetMigMode(self, device: Any, current: Any, pending: Any) -> int:
        return 3

    def do_nvmlDeviceGetCurrentClocksThrottleReasons(self, device: Any, out: Any) -> int:
        out._obj.value = self.reasons
        return 0

    def do_nvmlDeviceGetComputeRunningProcesses_v3(
        self, device: Any, count: Any, found: Any
    ) -> int:
        count._obj.value = 2
        found[0].pid, found[0].used = 1, 2**30
        found[1].pid, found[1].used = 4194305, 2**64 - 1  # beyond the highest there can be
        return 0

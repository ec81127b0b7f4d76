"""The device as PyTorch would see it if it were there."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from types import SimpleNamespace
from typing import Any

from opscope.devices import Device

# What HIP reports as major and minor for an architecture: its first three digits.
_HIP_CAPABILITY = {"gfx942": (9, 4), "gfx950": (9, 5)}


@dataclass(frozen=True)
class Absent:
    """A device and what takes its kernels: ``compile_kernel(name, source)``."""

    device: Device
    compile_kernel: Callable[[str, str], None]

    @property
    def capability(self) -> tuple[int, int]:
        if self.device.platform == "rocm":
            return _HIP_CAPABILITY[self.device.arch]
        return self.device.compute_capability

    @property
    def properties(self) -> Any:
        """What ``torch.cuda.get_device_properties`` gives; no clock, for none may be timed by."""
        reported = self.device.reported
        major, minor = self.capability
        on_amd = self.device.platform == "rocm"
        return SimpleNamespace(
            name=self.device.title,
            major=major,
            minor=minor,
            total_memory=reported("memory_bytes"),
            multi_processor_count=reported("cores"),
            warp_size=reported("warp_size"),
            max_threads_per_multi_processor=reported("threads_per_core"),
            max_threads_per_block=reported("threads_per_block"),
            regs_per_multiprocessor=reported("registers_per_core"),
            shared_memory_per_block=reported("default_shared_memory_per_block_bytes"),
            shared_memory_per_block_optin=reported("shared_memory_per_block_bytes"),
            shared_memory_per_multiprocessor=reported("shared_memory_per_core_bytes"),
            L2_cache_size=reported("l2_cache_bytes"),
            gcnArchName=f"{self.device.arch}:sramecc+:xnack-" if on_amd else self.device.arch,
            is_integrated=0,
            is_multi_gpu_board=0,
        )

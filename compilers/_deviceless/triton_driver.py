"""A Triton driver for a device that is not there: it names the target and launches nothing.

``triton.runtime.driver.set_active`` is Triton's own way of plugging in a device, so hand-written
kernels go through the ordinary launch path (specialisation of arguments, options, compilation) and
nothing of Triton is patched. What would be a launch is recorded with its grid instead.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from types import SimpleNamespace
from typing import Any

from opscope.devices import DEVICES, Device


@dataclass(frozen=True, kw_only=True)
class Launch:
    """One launch that did not happen: ``grid`` in blocks; ``metadata`` is the compiled kernel's."""

    name: str
    hash: str
    grid: tuple[int, int, int]


def gpu_target(device: Device) -> Any:
    """Triton's GPUTarget for ``device``."""
    from triton.backends.compiler import GPUTarget

    if device.platform == "rocm":
        return GPUTarget("hip", device.arch, device.reported("warp_size"))
    major, minor = device.compute_capability
    return GPUTarget("cuda", major * 10 + minor, device.reported("warp_size"))


def _properties(device: Device) -> dict[str, int]:
    return {
        "max_shared_mem": device.reported("shared_memory_per_block_bytes"),
        "max_num_regs": device.reported("registers_per_core"),
        "multiprocessor_count": device.reported("cores"),
        "warpSize": device.reported("warp_size"),
        "sm_clock_rate": device.reported("boost_clock_mhz") * 1000,
        "mem_clock_rate": 0,
        "mem_bus_width": 0,
    }


def make_driver(device: Device, launched: Callable[[Launch], None]) -> Any:
    """An instance of Triton's DriverBase that answers for ``device`` and reports launches."""
    from triton.backends.driver import DriverBase

    target, number = gpu_target(device), list(DEVICES).index(device.name)

    class Launcher:
        def __init__(self, source: Any, metadata: Any) -> None:
            self.name, self.hash = metadata.name, metadata.hash

        def __call__(self, x: int, y: int, z: int, *arguments: Any) -> None:
            launched(Launch(name=self.name, hash=self.hash, grid=(x, y, z)))

    threads = device.reported("threads_per_block")
    utils = SimpleNamespace(
        get_device_properties=lambda index: _properties(device),
        load_binary=lambda name, kernel, shared, index: (0, 0, 0, 0, threads),
        unload_module=lambda module: None,
    )

    class Absent(DriverBase):  # type: ignore[misc]
        launcher_cls = Launcher

        def __init__(self) -> None:
            super().__init__()
            self.utils = utils

        @classmethod
        def is_active(cls) -> bool:
            return True

        def map_python_to_cpp_type(self, ty: str) -> str:
            return "void*" if ty.startswith("*") else "int64_t"

        def get_current_target(self) -> Any:
            return target

        def get_active_torch_device(self) -> Any:
            import torch

            return torch.device("cuda", 0)

        def get_device_capability(self, index: int = 0) -> tuple[int, int]:
            return device.compute_capability if device.platform == "cuda" else (9, 4)

        def get_current_device(self) -> int:  # kernels are cached by this number
            return number

        def set_current_device(self, index: int) -> None:
            return

        def get_current_stream(self, index: int = 0) -> int:
            return 0

        def get_device_interface(self) -> Any:
            import torch

            return torch.cuda

        def get_empty_cache_for_benchmark(self) -> None:
            return

        def clear_cache(self, cache: Any) -> None:
            return

        def get_benchmarker(self) -> Any:
            # Each configuration of an autotuned kernel is compiled once; none can win by its time.
            def benchmark(kernel: Callable[[], Any], *, quantiles: Any = None, **_: Any) -> Any:
                kernel()
                return [1.0] * len(quantiles) if quantiles else 1.0

            return benchmark

    return Absent()


@contextmanager
def absent_driver(device: Device, launched: Callable[[Launch], None]) -> Iterator[Any]:
    """Make ``device`` Triton's current one, and put back what was."""
    from triton.runtime import driver

    before = driver._active if hasattr(driver, "_active") else None
    made = make_driver(device, launched)
    driver.set_active(made)
    try:
        yield made
    finally:
        driver.set_active(before)

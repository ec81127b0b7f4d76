"""A frontend that computes with NumPy: starts in 0.2 s, so that every fault can be planted cheaply.

It calls itself torch, because operators may only name the frontends there are.
"""

from __future__ import annotations

import os
from collections.abc import Callable
from typing import Any

from opscope.compiler import Event, Frontend, Job, Settings


class NumPy(Frontend):
    name = "torch"
    module = "numpy"
    distributions = ("numpy",)
    extra = "torch"

    released = 0

    def release(self) -> None:
        self.released += 1

    def start(self, settings: Settings) -> None:
        self.on_device = settings.target != "cpu"

    def targets(self) -> tuple[str, ...]:
        return ("cpu", "cuda")  # a device that is only played

    def device_ns(
        self,
        call: Callable[..., Any],
        arguments: Any,
        iterations: int,
        flush: Callable[[], object] | None = None,
    ) -> float | None:
        if flush is not None:
            flush()
            return 3000.0 * iterations
        return 1000.0 * iterations if self.on_device else None

    def profile(self, run: Callable[[], None]) -> list[Event]:
        """Each call was a product by cuBLAS and a kernel that nobody knows."""
        calls = []
        before, self.wait = self.wait, calls.append  # type: ignore[method-assign]
        try:
            run()
        finally:
            self.wait = before  # type: ignore[method-assign]
        if os.environ.get("OPSCOPE_WORKER") != "profiles":
            raise RuntimeError("this process times: it must not be profiled")
        if os.environ.get("PLANTED_PROFILER") == "broken":
            raise RuntimeError("CUPTI_ERROR_INSUFFICIENT_PRIVILEGES")
        if os.environ.get("PLANTED_PROFILER") == "blind":
            return [Event("mm", 5.0) for _ in calls]  # the launch, on the host
        each = (Event("mm", 600.0, kernel="ampere_sgemm_128x64_tn"), Event("own", 300.0, "own"))
        return [event for _ in calls for event in each]

    def tensor(self, array: Any, dtype: str, settings: Settings) -> Any:
        return array.copy()

    def array(self, tensor: Any) -> Any:
        return tensor

    def wait(self, outputs: Any) -> None:
        pass

    def differentiate(self, call: Callable[..., Any], job: Job) -> Callable[..., Any]:
        raise AssertionError("planted operators have no backward direction")

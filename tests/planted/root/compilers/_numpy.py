"""A frontend that computes with NumPy: starts in 0.2 s, so that every fault can be planted cheaply.

It calls itself torch, because operators may only name the frontends there are.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from opscope.compiler import Frontend, Job, Settings


class NumPy(Frontend):
    name = "torch"
    module = "numpy"
    distributions = ("numpy",)
    extra = "torch"

    def start(self, settings: Settings) -> None:
        self.on_device = settings.target != "cpu"

    def targets(self) -> tuple[str, ...]:
        return ("cpu", "cuda")  # a device that is only played

    def device_ns(self, call: Callable[..., Any], arguments: Any, iterations: int) -> float | None:
        return 1000.0 * iterations if self.on_device else None

    def tensor(self, array: Any, dtype: str, settings: Settings) -> Any:
        return array.copy()

    def array(self, tensor: Any) -> Any:
        return tensor

    def wait(self, outputs: Any) -> None:
        pass

    def differentiate(self, call: Callable[..., Any], job: Job) -> Callable[..., Any]:
        raise AssertionError("planted operators have no backward direction")

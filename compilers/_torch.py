"""The PyTorch frontend: what torch-eager, torch-inductor and the like share."""

from __future__ import annotations

import re
import types
from collections.abc import Callable
from itertools import repeat
from typing import TYPE_CHECKING, Any

from opscope.compiler import Frontend, Job, Loop, Settings
from opscope.devices import host_of

if TYPE_CHECKING:
    from collections.abc import Sequence

    import numpy

    Array = numpy.ndarray[Any, Any]


_GRAPH = re.compile(r"^graph_\d+_")
"""What Inductor's C++ kernels carry before their names in a profile."""


class Torch(Frontend):
    name = "torch"
    module = "torch"
    distributions = ("torch", "triton")
    extra = "torch"

    def private_caches(self, folder: str) -> dict[str, str]:
        return {
            "TORCHINDUCTOR_CACHE_DIR": f"{folder}/inductor",
            "TRITON_CACHE_DIR": f"{folder}/triton",
        }

    def fork_environment(self) -> dict[str, str]:
        return {"TORCHINDUCTOR_COMPILE_THREADS": "1"}

    def start(self, settings: Settings) -> None:
        import torch

        if settings.threads:
            torch.set_num_threads(settings.threads)
        if settings.precision != "default":
            allowed = settings.precision == "tf32"
            torch.backends.cuda.matmul.allow_tf32 = allowed
            torch.backends.cudnn.allow_tf32 = allowed

    def targets(self) -> tuple[str, ...]:
        import torch

        if not torch.cuda.is_available():
            return ("cpu",)
        return ("rocm" if torch.version.hip else "cuda", "cpu")

    def math_mode(self) -> dict[str, Any]:
        import torch

        return {
            "threads": torch.get_num_threads(),
            "matmul_allow_tf32": torch.backends.cuda.matmul.allow_tf32,
            "cudnn_allow_tf32": torch.backends.cudnn.allow_tf32,
        }

    def tensor(self, array: Array, dtype: str, settings: Settings) -> Any:
        import torch

        return torch.tensor(array, dtype=getattr(torch, dtype), device=_device(settings.target))

    def array(self, tensor: Any) -> Array:
        import torch

        host = tensor.detach().cpu()
        values: Array = (host.float() if host.dtype == torch.bfloat16 else host).numpy()
        return values

    def wait(self, outputs: Any) -> None:
        import torch

        first = outputs[0] if isinstance(outputs, tuple | list) else outputs
        if first.device.type == "cuda":
            torch.cuda.synchronize(first.device)

    def differentiate(self, call: Callable[..., Any], job: Job) -> Callable[..., Any]:
        import torch

        count, wrt = len(job.arguments), job.wrt
        for position in wrt:
            self.differentiable(job.arguments[position])

        def forward_and_backward(*inputs: Any) -> tuple[Any, ...]:
            outputs = call(*inputs[:count])
            outputs = outputs if isinstance(outputs, tuple | list) else (outputs,)
            by = [inputs[position] for position in wrt]
            return (*outputs, *torch.autograd.grad(outputs, by, inputs[count:]))

        return forward_and_backward

    def differentiable(self, tensor: Any) -> Any:
        return tensor.requires_grad_(True)

    def device_ns(
        self, call: Callable[..., Any], arguments: Sequence[Any], iterations: int
    ) -> float | None:
        import torch

        if not any(argument.device.type == "cuda" for argument in arguments):
            return None
        start, end = (torch.cuda.Event(enable_timing=True) for _ in range(2))
        start.record()
        for _ in repeat(None, iterations):
            call(*arguments)
        end.record()
        end.synchronize()
        return float(start.elapsed_time(end)) * 1e6

    def memory_bytes(self) -> int | None:
        import torch

        return torch.cuda.max_memory_allocated() if torch.cuda.is_available() else None

    def profile(self, run: Callable[[], None]) -> list[tuple[str, float]]:
        from torch.autograd import DeviceType
        from torch.profiler import ProfilerActivity, profile

        activities = [ProfilerActivity.CPU]
        if self.targets()[0] != "cpu":
            activities.append(ProfilerActivity.CUDA)
        with profile(activities=activities) as profiler:
            run()
        events = sorted(profiler.events(), key=lambda event: event.time_range.start)
        found = []
        for event in events:
            on_host = event.device_type == DeviceType.CPU
            ns = (event.cpu_time_total if on_host else event.device_time_total) * 1e3
            found.append((_GRAPH.sub("", event.name), ns))
        return found

    def loop(self, call: Callable[..., Any], arguments: Sequence[Any], sync: str) -> Loop:
        if any(argument.device.type != "cpu" for argument in arguments):
            return super().loop(call, arguments, sync)

        def loop(n: int) -> None:  # on the CPU a call returns when it is done
            for _ in repeat(None, n):
                call(*arguments)

        return loop


def _device(target: str) -> str:
    """PyTorch's own name: its ROCm build calls the device cuda as well."""
    return host_of(target).replace("rocm", "cuda")


def event_name(kernel: str) -> str:
    """``aten::addmm``, as the profiler has it, for ``aten.addmm.default``, for
    ``torch.ops.aten.addmm.default`` and for ``extern_kernels.addmm``; other names as they are."""
    parts = kernel.removeprefix("torch.ops.").split(".")
    if len(parts) < 2:
        return kernel
    namespace = "aten" if parts[0] == "extern_kernels" else parts[0]
    return f"{namespace}::{parts[1]}"


def own_code(call: Callable[..., Any]) -> Callable[..., Any]:
    """``call`` as a function with a code object of its own.

    Dynamo counts recompilations per code object, and all cases of an operator share the inner
    function's: after eight of them it would silently run the rest uncompiled.
    """
    if not isinstance(call, types.FunctionType):
        return call
    copy = types.FunctionType(
        call.__code__.replace(),
        call.__globals__,
        call.__name__,
        call.__defaults__,
        call.__closure__,
    )
    copy.__kwdefaults__ = call.__kwdefaults__
    return copy

"""The PyTorch frontend: what torch-eager, torch-inductor and the like share."""

from __future__ import annotations

import json
import re
import tempfile
import types
from collections.abc import Callable, Iterator
from itertools import repeat
from pathlib import Path
from typing import TYPE_CHECKING, Any

from opscope.compiler import Event, Frontend, Job, Loop, Settings
from opscope.compilers import _torch_trace
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
    _held_bytes = 0

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
        if settings.precision == "highest":  # XLA sums products of narrow types in float32 too
            torch.backends.cuda.matmul.allow_bf16_reduced_precision_reduction = False
            torch.backends.cuda.matmul.allow_fp16_reduced_precision_reduction = False

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
            "float32_matmul_precision": torch.get_float32_matmul_precision(),
            "bfloat16_reduced_reduction": bool(
                torch.backends.cuda.matmul.allow_bf16_reduced_precision_reduction
            ),
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
        self,
        call: Callable[..., Any],
        arguments: Sequence[Any],
        iterations: int,
        flush: Callable[[], object] | None = None,
    ) -> float | None:
        import torch

        if not any(argument.device.type == "cuda" for argument in arguments):
            return None
        if flush is not None:
            return sum(_device_ns(call, arguments, 1, flush) for _ in range(iterations))
        torch.cuda.synchronize()
        return _device_ns(call, arguments, iterations, lambda: None)

    def memory_bytes(self) -> int | None:
        import torch

        if not torch.cuda.is_available():
            return None
        return int(torch.cuda.max_memory_allocated()) - self._held_bytes

    def release(self) -> None:
        import torch

        if torch.cuda.is_available():
            torch.cuda.synchronize()
            torch.cuda.empty_cache()
            torch.cuda.reset_peak_memory_stats()
            self._held_bytes = torch.cuda.memory_allocated()

    def profile(self, run: Callable[[], None]) -> list[Event]:
        from torch.autograd import DeviceType
        from torch.profiler import ProfilerActivity, profile

        on_device = self.targets()[0] != "cpu"
        activities = [ProfilerActivity.CPU, *([ProfilerActivity.CUDA] if on_device else [])]
        with profile(activities=activities) as profiler:
            run()
        if on_device and (found := _torch_trace.device_events(_chrome_trace(profiler))):
            return found
        events = sorted(profiler.events(), key=lambda event: event.time_range.start)
        return [
            Event(_GRAPH.sub("", event.name), event.cpu_time_total * 1e3)
            for event in events
            if event.device_type == DeviceType.CPU
        ]

    def replay(
        self, call: Callable[..., Any], inputs: Sequence[Any], *, decomposed: bool
    ) -> Iterator[tuple[str, tuple[int, ...], tuple[Any, ...]]]:
        from opscope.compilers import _torch_retraced

        return _torch_retraced.replayed(call, inputs, decomposed=decomposed)

    def loop(self, call: Callable[..., Any], arguments: Sequence[Any], sync: str) -> Loop:
        if any(argument.device.type != "cpu" for argument in arguments):
            return super().loop(call, arguments, sync)

        def loop(n: int) -> None:  # on the CPU a call returns when it is done
            for _ in repeat(None, n):
                call(*arguments)

        return loop


def _device_ns(
    call: Callable[..., Any],
    arguments: Sequence[Any],
    iterations: int,
    before: Callable[[], object],
) -> float:
    """Between two events on the stream that the calls go to."""
    import torch

    start, end = (torch.cuda.Event(enable_timing=True) for _ in range(2))
    before()
    start.record()
    for _ in repeat(None, iterations):
        call(*arguments)
    end.record()
    end.synchronize()
    return float(start.elapsed_time(end)) * 1e6


def _chrome_trace(profiler: Any) -> dict[str, Any]:
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "trace.json"
        profiler.export_chrome_trace(str(path))
        trace: dict[str, Any] = json.loads(path.read_text(encoding="utf-8", errors="replace"))
    return trace


def _device(target: str) -> str:
    """PyTorch's own name: its ROCm build calls the device cuda as well. A worker sees one card."""
    return host_of(target).partition(":")[0].replace("rocm", "cuda")


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

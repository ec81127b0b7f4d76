"""PyTorch in a script of its own: the functions that ``opscope repro`` copies into it.

Nothing here imports opscope. DEVICE and WIDE are replaced by the case's.
"""

from __future__ import annotations

from typing import Any

DEVICE = "cpu"


def to_tensor(array: Any, dtype: str) -> Any:
    import torch

    return torch.tensor(array, dtype=getattr(torch, dtype), device=DEVICE)


def to_array(tensor: Any) -> Any:
    import torch

    host = tensor.detach().cpu()
    return (host.float() if host.dtype == torch.bfloat16 else host).numpy()


def wait_for(outputs: Any) -> None:
    import torch

    if DEVICE != "cpu":
        torch.cuda.synchronize()


def with_gradient(call: Any, count: int, wrt: list[int]) -> Any:
    """A function of arguments and cotangents that gives outputs and gradients."""
    import torch

    def forward_and_backward(*inputs: Any) -> Any:
        for position in wrt:
            inputs[position].requires_grad_(True)
        outputs = call(*inputs[:count])
        outputs = outputs if isinstance(outputs, tuple | list) else (outputs,)
        by = [inputs[position] for position in wrt]
        return (*outputs, *torch.autograd.grad(outputs, by, inputs[count:]))

    return forward_and_backward


def compile_eager(call: Any, inputs: Any, flags: Any) -> Any:
    return call


def compile_inductor(call: Any, inputs: Any, flags: Any) -> Any:
    import torch

    return torch.compile(call, backend="inductor", options=flags or None)


def compile_reduce_overhead(call: Any, inputs: Any, flags: Any) -> Any:
    import torch

    return torch.compile(call, backend="inductor", options={"triton.cudagraphs": True, **flags})


def compile_max_autotune(call: Any, inputs: Any, flags: Any) -> Any:
    import torch

    options = {"max_autotune": True, "coordinate_descent_tuning": True, **flags}
    return torch.compile(call, backend="inductor", options=options)


def compile_triton(call: Any, inputs: Any, flags: Any) -> Any:
    """Kernels are compiled when they are launched; on a CPU Triton's interpreter runs them."""
    from types import SimpleNamespace

    from triton.runtime import driver

    def benchmark(kernel: Any, quantiles: Any = None, **_: Any) -> Any:
        kernel()
        return [1.0] * len(quantiles) if quantiles else 1.0

    if DEVICE == "cpu":  # nothing can be timed to tune a kernel: the first configuration is kept
        driver.set_active(SimpleNamespace(get_benchmarker=lambda: benchmark))
    return call


def show_triton(compiled: Any, inputs: Any) -> None:
    """Every text that Triton compiles a kernel to; nothing where the interpreter runs it."""
    from pathlib import Path

    from triton import knobs

    def show_files(*, metadata_group: dict[str, str], **_: Any) -> None:
        for path in metadata_group.values():
            if not path.endswith(("cubin", "hsaco", "json")):
                print(f"--- {Path(path).name}\n{Path(path).read_text()}")

    knobs.compilation.always_compile = True
    knobs.compilation.listener = show_files
    compiled(*inputs)


def show_profile(compiled: Any, inputs: Any) -> None:
    import torch

    with torch.profiler.profile() as profile:
        compiled(*inputs)
    print(profile.key_averages().table())


def show_output_code(compiled: Any, inputs: Any) -> None:
    """Inductor's wrapper and kernels, on standard error."""
    import torch
    import torch._inductor.config

    torch._logging.set_logs(output_code=True)
    torch._inductor.config.force_disable_caches = True
    torch._dynamo.reset()
    compiled(*inputs)

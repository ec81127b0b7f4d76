"""The Triton frontend: kernels written by hand, on PyTorch's tensors.

On a GPU they are compiled and run. On a CPU they run in Triton's interpreter, which executes a
kernel's Python source with NumPy: it checks the algorithm and says nothing about speed. On a named
device that is not here they are compiled and not run (:mod:`._deviceless.triton_kernels`).

What an implementation has to look like for all three::

    if TYPE_CHECKING:
        import triton.language as tl

    def triton(case):
        global tl  # a kernel finds it among its module's globals, in the interpreter only there
        import torch, triton
        import triton.language as tl

        @triton.jit
        def kernel(x, y, n, BLOCK: tl.constexpr): ...

        def call(x):  # ordinary tensors, ordinary launches
            y = torch.empty_like(x)
            kernel[(triton.cdiv(x.numel(), 1024),)](x, y, x.numel(), BLOCK=1024)
            return y

        return call

The grid and every ``constexpr`` may depend on shapes and dtypes, never on values: without a device
the launches are recorded from tensors that hold nothing.
"""

from __future__ import annotations

import os
from collections.abc import Callable
from types import SimpleNamespace
from typing import Any

from opscope.compiler import Job, Settings
from opscope.compilers._torch import Torch
from opscope.nouns import Unsupported


class Triton(Torch):
    name = "triton"
    module = "triton"
    distributions = ("triton", "torch")

    own_products = True

    def environment(self, settings: Settings) -> dict[str, str]:
        variables = super().environment(settings)
        if settings.precision != "default":  # for a tl.dot that does not say; TF32 is its default
            ieee_or_tf32 = {"highest": "ieee", "tf32": "tf32"}[settings.precision]
            variables["TRITON_F32_DEFAULT"] = ieee_or_tf32
        return {**variables, "TRITON_INTERPRET": "1"} if settings.target == "cpu" else variables

    def math_mode(self) -> dict[str, Any]:
        """What a kernel's ``tl.dot`` multiplies float32 in if it does not say."""
        return {"dot_default": os.environ.get("TRITON_F32_DEFAULT", "tf32")}

    def start(self, settings: Settings) -> None:
        super().start(settings)
        if settings.target == "cpu":
            _time_nothing()

    def differentiate(self, call: Callable[..., Any], job: Job) -> Callable[..., Any]:
        def checked(*inputs: Any) -> Any:
            outputs = call(*inputs)
            first = outputs[0] if isinstance(outputs, tuple | list) else outputs
            if not first.requires_grad:
                raise Unsupported("its hand-written kernels have no backward pass")
            return outputs

        return super().differentiate(checked, job)


def _time_nothing() -> None:
    """Let autotuned kernels run where there is no driver to time them with.

    Each configuration is executed once, which checks them all, and the first one is kept.
    """
    from triton.runtime import driver

    def benchmark(kernel: Callable[[], Any], *, quantiles: Any = None, **_: Any) -> Any:
        kernel()
        return [1.0] * len(quantiles) if quantiles else 1.0

    driver.set_active(SimpleNamespace(get_benchmarker=lambda: benchmark))

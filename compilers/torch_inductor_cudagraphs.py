"""torch.compile with CUDA graphs (mode ``reduce-overhead``): Inductor's kernels, launched at once.

The first calls of such a function are no replay: the first one runs the kernels one by one, the
second records them. Inputs are copied to where they were at the recording, as for any user.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from typing import Any

from opscope.compiler import Compiled, Job, Script
from opscope.compilers.torch_inductor import TorchInductor

CALLS_BEFORE_REPLAY = 2


class TorchInductorCudagraphs(TorchInductor):
    name = "torch-inductor-cudagraphs"
    summary = (
        "torch.compile, mode reduce-overhead: the kernels are recorded and launched as a graph"
    )
    script = Script(
        file="_script_torch", compile="compile_reduce_overhead", show="show_output_code"
    )
    mode = "reduce-overhead"
    targets = ("cuda", "rocm")
    deviceless = ()

    def build(self, job: Job) -> Compiled:
        compiled = super().build(job)
        assert compiled.first is not None
        return replace(compiled, first=_replayed(compiled.first, compiled.call))


def _replayed(first: Callable[..., Any], call: Callable[..., Any]) -> Callable[..., Any]:
    """The first call and those after it until one replays the graph: its outputs are the ones to
    be checked."""

    def calls(*inputs: Any) -> Any:
        outputs = first(*inputs)
        for _ in range(CALLS_BEFORE_REPLAY):
            del outputs  # a replay writes over the outputs of the one before
            outputs = call(*inputs)
        return outputs

    return calls


COMPILER = TorchInductorCudagraphs()

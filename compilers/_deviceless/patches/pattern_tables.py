"""Inductor traces its pattern tables once, with CUDA tensors if CUDA is there: that would need a
device. The patterns are device-agnostic graphs that each match checks anew, so they are traced on
the CPU, before anything is swapped.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from opscope.compilers._deviceless.absent import Absent

SYMBOLS = (
    "torch._inductor.fx_passes.joint_graph:lazy_init",
    "torch._inductor.fx_passes.post_grad:lazy_init",
)
CREATED = ()


def replacements(absent: Absent) -> Mapping[str, Any]:
    import torch
    from torch._inductor.fx_passes import joint_graph, post_grad

    cpu = torch.device("cpu")
    trace_joint, trace_post_grad = joint_graph.lazy_init, post_grad.lazy_init
    trace_joint(cpu)
    trace_post_grad()
    return {SYMBOLS[0]: lambda *_: trace_joint(cpu), SYMBOLS[1]: lambda *_: trace_post_grad()}

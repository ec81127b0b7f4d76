"""Inductor folds constants by running one-element factories on the node's device.

Here they run on the CPU.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from opscope.compilers._deviceless.absent import Absent

SYMBOLS = ("torch._inductor.fx_passes.joint_graph:UniformValueConstantFolder._deduce_value",)
CREATED = ()


def replacements(absent: Absent) -> Mapping[str, Any]:
    import torch
    from torch._inductor.fx_passes.joint_graph import UniformValueConstantFolder
    from torch.utils._python_dispatch import TorchDispatchMode

    class OnTheCpu(TorchDispatchMode):  # type: ignore[misc]
        def __torch_dispatch__(
            self, operator: Any, types: Any, args: Any = (), kwargs: Any = None
        ) -> Any:
            given = dict(kwargs or {})
            if getattr(given.get("device"), "type", None) == "cuda":
                given["device"] = torch.device("cpu")
            return operator(*args, **given)

    original = UniformValueConstantFolder._deduce_value

    def deduce(self: Any, node: Any) -> Any:
        with OnTheCpu():
            return original(self, node)

    return {SYMBOLS[0]: deduce}

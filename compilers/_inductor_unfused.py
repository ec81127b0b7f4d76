"""Inductor without fusion: every operation of the graph becomes a kernel of its own.

No option does this. ``max_fusion_size=1`` still inlines pointwise operations into their users and
leaves the loops of a C++ graph in one function. So while a graph is compiled, the scheduler's
choices refuse every fusion, every lowered operation is made a buffer, and each C++ loop nest gets
its own function. All is put back afterwards.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import ExitStack, contextmanager
from typing import Any

FLAG = "opscope.unfused"


@contextmanager
def unfused() -> Iterator[None]:
    """What is compiled while this stands is not fused."""
    from unittest import mock  # here: it costs `opscope list` asyncio

    from torch._inductor.choices import InductorChoices
    from torch._inductor.codegen.cpp import CppScheduling
    from torch._inductor.graph import GraphLowering
    from torch._inductor.virtualized import V

    class NoFusion(InductorChoices):  # type: ignore[misc]
        @staticmethod
        def can_fuse(*_: Any, **__: Any) -> bool:
            return False

        @staticmethod
        def can_fuse_vertical(*_: Any, **__: Any) -> bool:
            return False

        @staticmethod
        def can_fuse_horizontal(*_: Any, **__: Any) -> bool:
            return False

    import torch._functorch.config as functorch_config
    import torch._inductor.config as inductor_config

    with ExitStack() as stack:
        # Caches would give back the fused graph: it has the same key.
        stack.enter_context(inductor_config.patch(fx_graph_cache=False))
        stack.enter_context(functorch_config.patch(enable_autograd_cache=False))
        stack.enter_context(V.set_choices_handler(NoFusion()))
        stack.enter_context(mock.patch.object(CppScheduling, "MAX_FUSED_KERNEL_ARGS_NUM", 0))
        realizing = _realizing(GraphLowering.run_node)
        stack.enter_context(mock.patch.object(GraphLowering, "run_node", realizing))
        yield


def _realizing(run_node: Callable[..., Any]) -> Callable[..., Any]:
    def run(self: Any, node: Any) -> Any:
        from torch._inductor.ir import TensorBox
        from torch.utils._pytree import tree_leaves

        lowered = run_node(self, node)
        if node.op == "call_function":
            for leaf in tree_leaves(lowered):
                if isinstance(leaf, TensorBox):
                    leaf.realize()
        return lowered

    return run

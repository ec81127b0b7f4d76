"""A PyTorch function as the operations that it really does, in one graph: two levers.

``make_fx`` runs the function once on tensors without values and writes down every ATen operator.
What comes out has no Python between its operators, so nothing breaks Dynamo's graph any more; and
it can be gone through again with every float64 made a float32. A function that takes values out of
a tensor cannot be traced so, and fails: its values would be frozen into the graph.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from opscope import flags
from opscope.compiler import Job, Switch

ONE_GRAPH = "opscope.one-graph"
NARROW = "opscope.narrow"

_RETRACED = "the function is its ATen operators, traced once: Python around them is gone as well"

NARROW_TYPES = Switch(
    lever="narrow-types",
    title="float32 wherever the program has float64",
    scope="compile",
    flags={NARROW: "true"},
    check="no float64 is left in the program",
    not_clean=_RETRACED,
)
ONE_GRAPH_ONLY = Switch(
    lever="one-graph",
    title="the operations of the whole function in one graph",
    scope="compile",
    flags={ONE_GRAPH: "true"},
    check="there is one graph",
    not_clean=_RETRACED,
)


def retraced(call: Callable[..., Any], job: Job) -> Callable[..., Any]:
    """``call``, or what the flags make of it."""
    given = job.settings.flags
    narrow = flags.boolean(NARROW, given.get(NARROW, "false"))
    if not narrow and not flags.boolean(ONE_GRAPH, given.get(ONE_GRAPH, "false")):
        return call
    from torch.fx.experimental.proxy_tensor import make_fx

    def traced(function: Callable[..., Any]) -> Any:
        return make_fx(function, tracing_mode="fake")(*job.arguments)

    graph = traced(call)
    if narrow:
        graph = traced(_narrowing(graph))

    def one_graph(*inputs: Any) -> Any:
        return graph(*inputs)

    return one_graph


def without(given: Mapping[str, str]) -> dict[str, str]:
    """The flags that are not ours."""
    return {name: text for name, text in given.items() if name not in (NARROW, ONE_GRAPH)}


def _narrowing(graph: Any) -> Callable[..., Any]:
    """A function that runs the graph with float32 for float64; conversions that then convert
    nothing are left out, since even such a copy takes time."""
    import torch
    from torch.utils._pytree import tree_map

    copy = torch.ops.aten._to_copy.default

    def narrow(value: Any) -> Any:
        return torch.float32 if value is torch.float64 else value

    class Narrowing(torch.fx.Interpreter):  # type: ignore[misc]
        def call_function(self, target: Any, args: Any, kwargs: Any) -> Any:
            args, kwargs = tree_map(narrow, (args, kwargs))
            if target is copy and set(kwargs) <= {"dtype"} and args[0].dtype == kwargs.get("dtype"):
                return args[0]
            return super().call_function(target, args, kwargs)

        def get_attr(self, target: Any, args: Any, kwargs: Any) -> Any:
            value = super().get_attr(target, args, kwargs)
            wide = isinstance(value, torch.Tensor) and value.dtype == torch.float64
            return value.float() if wide else value

    def run(*inputs: Any) -> Any:
        return Narrowing(graph).run(*inputs)

    return run

"""A PyTorch function as the operations that it really does, in one graph: two levers.

``make_fx`` runs the function once on tensors without values and writes down every ATen operator.
What comes out has no Python between its operators, so nothing breaks Dynamo's graph any more; and
it can be gone through again with every float64 made a float32. A function that takes values out of
a tensor cannot be traced so, and fails: its values would be frozen into the graph.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
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


def replayed(
    call: Callable[..., Any], inputs: Sequence[Any], *, decomposed: bool
) -> Iterator[tuple[str, tuple[int, ...], tuple[Any, ...]]]:
    """The function's ATen operators, run one by one: see ``Frontend.replay``."""
    import torch
    from torch.fx.experimental.proxy_tensor import make_fx
    from torch.utils._pytree import tree_leaves

    table = None
    if decomposed:
        from torch._inductor.decomposition import select_decomp_table

        table = select_decomp_table()
    graph = make_fx(call, decomposition_table=table, tracing_mode="fake")(*inputs)
    made: list[tuple[str, tuple[int, ...], tuple[Any, ...]]] = []
    numbers: dict[Any, int] = {}

    class Recording(torch.fx.Interpreter):  # type: ignore[misc]
        def run_node(self, node: Any) -> Any:
            value = super().run_node(node)
            read = tuple(numbers[n] for n in node.all_input_nodes if n in numbers)
            if node.op == "call_function" and "getitem" in str(node.target):
                numbers[node] = read[0] if read else len(made)
            elif node.op == "call_function":
                numbers[node] = len(made)
                tensors = [x for x in tree_leaves(value) if isinstance(x, torch.Tensor)]
                made.append((str(node.target), read, tuple(tensors)))
            return value

    with torch.no_grad():
        Recording(graph).run(*inputs)
    return iter(made)


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

"""What Inductor passes through on its way, caught in process: no log is read and no file written.

Used for the CPU and attached GPUs as well as for devices that are not there. Everything is hooked
through Inductor's own configuration (custom passes, which change nothing here) and through
``GraphLowering.save_output_code``, the attribute that its own tests use.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass, field
from typing import Any

GRAPH_STAGES = (
    "dynamo-graph",
    "joint-graph",
    "aten-graph",
    "backward-graph",
    "post-grad-graph",
    "inductor-ir-pre-fusion",
    "inductor-ir",
    "output-code",
)


@dataclass
class Graph:
    """One graph that Inductor compiled. ``texts`` maps stage names to what was caught."""

    backward: bool
    texts: dict[str, str] = field(default_factory=dict)
    error: str = ""


@dataclass
class Capture:
    """``dynamo`` and ``joint`` hold one text per captured frame, ``graphs`` one per compilation."""

    dynamo: list[str] = field(default_factory=list)
    joint: list[str] = field(default_factory=list)
    graphs: list[Graph] = field(default_factory=list)

    @property
    def current(self) -> Graph:
        if not self.graphs:
            self.graphs.append(Graph(backward=False))
        return self.graphs[-1]


Inner = Callable[..., Any]
Around = Callable[[Graph, Inner, Any, Any, Mapping[str, Any]], Any]
"""Called as ``around(graph, inner, module, inputs, keywords)`` in place of
``inner(module, inputs, **keywords)``, which is Inductor's compilation of one graph."""


def _readable(graph: Any) -> str:
    owner = graph.owning_module
    return str(graph) if owner is None else printed(owner)


def printed(module: Any) -> str:
    """An FX module as Python text with shapes, and with the source line of each node."""
    text: str = module.print_readable(print_output=False)
    return text


def described(node: Any) -> str:
    """A scheduler node: its own account, with the FX nodes that each of its buffers came from."""
    lines = [node.debug_str()]
    for part in node.get_nodes():
        origins = part.node.get_origins() if part.node is not None else ()
        lines.append(f"{part.get_name()}.origins = {sorted(o.name for o in origins)}")
    return "\n".join(lines)


def settings(capture: Capture) -> dict[str, Any]:
    """Inductor configuration that fills ``capture``; caches are off so that every pass runs."""

    def joint(graph: Any) -> None:
        capture.joint.append(_readable(graph))

    def post_grad(graph: Any) -> None:
        capture.current.texts["post-grad-graph"] = _readable(graph)

    def scheduler(stage: str) -> Callable[[list[Any]], list[Any]]:
        def keep(nodes: list[Any]) -> list[Any]:
            text = "\n".join(described(node) for node in nodes)
            capture.current.texts[stage] = text
            return nodes

        return keep

    return {
        "joint_custom_post_pass": joint,
        "post_grad_custom_post_pass": post_grad,
        "_pre_fusion_custom_pass": scheduler("inductor-ir-pre-fusion"),
        "_post_fusion_custom_pass": scheduler("inductor-ir"),
        "fx_graph_cache": False,
        "compile_threads": 1,
    }


@contextmanager
def capturing(
    around: Around, options: Mapping[str, Any] | None = None
) -> Iterator[tuple[Capture, Callable[..., Any]]]:
    """(the capture, a backend for ``torch.compile`` that fills it); ``options`` are Inductor's."""
    import torch._dynamo
    import torch._functorch.config as functorch_config
    import torch._inductor.config as inductor_config
    from torch._inductor import compile_fx
    from torch._inductor.graph import GraphLowering

    capture = Capture()

    def save(code: str) -> None:
        capture.current.texts["output-code"] = code

    def inner(module: Any, inputs: Any, **keywords: Any) -> Any:
        graph = Graph(backward=bool(keywords.get("is_backward")))
        graph.texts["backward-graph" if graph.backward else "aten-graph"] = printed(module)
        capture.graphs.append(graph)
        return around(graph, compile_fx.compile_fx_inner, module, inputs, keywords)

    def backend(module: Any, inputs: Any, **keywords: Any) -> Any:
        capture.dynamo.append(printed(module))
        return compile_fx.compile_fx(module, inputs, inner_compile=inner)

    before = GraphLowering.save_output_code
    torch._dynamo.reset()
    GraphLowering.save_output_code = staticmethod(save)
    try:
        with (
            functorch_config.patch(enable_autograd_cache=False),
            inductor_config.patch({**settings(capture), **(options or {})}),
        ):
            yield capture, backend
    finally:
        GraphLowering.save_output_code = before
        torch._dynamo.reset()

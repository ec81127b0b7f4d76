"""TensorFlow's graphs: as traced, with each node's source line, and as the executor runs them."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Any

from opscope import flags
from opscope.records import Artifact


class GraphCollection:
    """The optimised graph of one function, collected during its first call: what
    ``tf.summary.trace_on(graph=True)`` collects."""

    def __init__(self, options: Mapping[str, str]) -> None:
        """``options`` are Grappler's, which TensorFlow keeps for the whole process: they stand
        only while the function is optimised."""
        self.partitions: list[Any] = []
        self._options = {name: flags.boolean(name, text) for name, text in options.items()}

    def watch(self, call: Callable[..., Any]) -> Callable[..., Any]:
        """``call`` for its first time, which traces, optimises and instantiates."""

        def first(*inputs: Any) -> Any:
            from tensorflow.python.eager import context

            own = context.context()
            before = own.get_optimizer_experimental_options()
            own.set_optimizer_experimental_options({**before, **self._options})
            own.enable_graph_collection()
            try:
                outputs = call(*inputs)
                metadata = own.export_run_metadata()
            finally:
                own.disable_graph_collection()
                own.set_optimizer_experimental_options(
                    {**dict.fromkeys(self._options, True), **before}
                )
            for function in metadata.function_graphs:
                self.partitions.extend(function.partition_graphs)
            return outputs

        return first

    def artifacts(self) -> tuple[Artifact, ...]:
        import tensorflow as tf

        tool = f"tensorflow {tf.__version__} RunMetadata"
        if not self.partitions:
            reason = "TensorFlow handed out no optimised graph for the first call"
            return (Artifact(stage="graphdef-optimized", absent=reason, tool=tool),)
        text = "".join(str(graph) for graph in self.partitions)
        return (Artifact(stage="graphdef-optimized", text=text, tool=tool),)


def optimizer_options() -> list[str]:
    """Grappler's switches: on by default, as their description in RewriterConfig has them."""
    from tensorflow.core.protobuf import rewriter_config_pb2

    fields = rewriter_config_pb2.RewriterConfig.DESCRIPTOR.fields
    return [f.name for f in fields if f.enum_type is not None and f.enum_type.name == "Toggle"]


def traced(concrete: Any, tool: str) -> Artifact:
    """The graph of a concrete function. Above the name of each node stands a comment with the
    places in Python that made it, outermost first, without TensorFlow's own."""
    import tensorflow as tf

    own = str(Path(tf.__file__).parent)
    graph = concrete.graph
    places = {
        operation.name: [
            f"{frame.filename}:{frame.lineno}"
            for frame in operation.traceback
            if not frame.filename.startswith(own) and not frame.filename.startswith("<")
        ]
        for operation in graph.get_operations()
    }
    lines = []
    for line in str(graph.as_graph_def()).splitlines():
        if line.startswith('  name: "') and (at := places.get(line.split('"')[1])):
            lines.append("  # at " + " ".join(at))
        lines.append(line)
    return Artifact(stage="graphdef", text="\n".join(lines) + "\n", tool=tool)

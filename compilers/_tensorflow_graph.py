"""The graph that TensorFlow's executor runs, as TensorFlow hands it out while it instantiates a
function: what ``tf.summary.trace_on(graph=True)`` collects."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from opscope.records import Artifact


class GraphCollection:
    """The optimised graph of one function, collected during its first call."""

    def __init__(self) -> None:
        self.partitions: list[Any] = []

    def watch(self, call: Callable[..., Any]) -> Callable[..., Any]:
        """``call`` for its first time, which traces, optimises and instantiates."""

        def first(*inputs: Any) -> Any:
            from tensorflow.python.eager import context

            own = context.context()
            own.enable_graph_collection()
            try:
                outputs = call(*inputs)
                metadata = own.export_run_metadata()
            finally:
                own.disable_graph_collection()
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

"""tf.function without XLA: traced to a graph, optimised by Grappler, run by its executor."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import replace
from typing import Any

from opscope.compiler import Compiled, Compiler, Job
from opscope.compilers import _tensorflow_graph
from opscope.compilers._tensorflow import TensorFlow
from opscope.records import Artifact


class TfGraph(Compiler):
    name = "tf-graph"
    summary = "tf.function, optimised by Grappler"
    frontend = TensorFlow
    targets = ("cpu", "cuda", "rocm")
    stages = ("graphdef", "graphdef-optimized")
    differentiate_first = True

    def known_flags(self) -> Iterable[str]:
        return _tensorflow_graph.optimizer_options()

    def compile(self, call: Callable[..., Any], job: Job) -> Compiled:
        import tensorflow as tf

        function = tf.function(call, jit_compile=False, autograph=False)
        return Compiled(call=function, compilations=function.experimental_get_tracing_count)

    def build(self, job: Job) -> Compiled:
        compiled = super().build(job)
        graphs = _tensorflow_graph.GraphCollection(job.settings.flags)
        return replace(compiled, first=graphs.watch(compiled.call), artifacts=graphs.artifacts)

    def dump(self, job: Job, stages: Sequence[str]) -> Iterator[Artifact]:
        import tensorflow as tf

        function: Any = super().build(job).call
        concrete = function.get_concrete_function(*job.inputs)
        yield _tensorflow_graph.traced(concrete, f"tensorflow {tf.__version__}")
        graphs = _tensorflow_graph.GraphCollection(job.settings.flags)
        graphs.watch(function)(*job.inputs)
        yield from graphs.artifacts()


COMPILER = TfGraph()

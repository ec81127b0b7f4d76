"""tf.function without XLA: traced to a graph, optimised by Grappler, run by its executor."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from typing import Any

from opscope.compiler import Compiled, Compiler, Job
from opscope.compilers._tensorflow import TensorFlow
from opscope.compilers._tensorflow_graph import GraphCollection


class TfGraph(Compiler):
    name = "tf-graph"
    summary = "tf.function, optimised by Grappler"
    frontend = TensorFlow
    targets = ("cpu", "cuda", "rocm")
    differentiate_first = True

    def compile(self, call: Callable[..., Any], job: Job) -> Compiled:
        import tensorflow as tf

        function = tf.function(call, jit_compile=False, autograph=False)
        return Compiled(call=function, compilations=function.experimental_get_tracing_count)

    def build(self, job: Job) -> Compiled:
        compiled = super().build(job)
        graphs = GraphCollection()
        return replace(compiled, first=graphs.watch(compiled.call), artifacts=graphs.artifacts)


COMPILER = TfGraph()

"""tf.function without XLA: traced to a graph, optimised by Grappler, run by its executor."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from opscope.compiler import Compiled, Compiler, Job
from opscope.compilers._tensorflow import TensorFlow


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


COMPILER = TfGraph()

"""tf.function(jit_compile=True): the traced graph as one cluster, compiled by TensorFlow's XLA."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from opscope.compiler import Compiled, Compiler, Job
from opscope.compilers._tensorflow import TensorFlow


class TfXla(Compiler):
    name = "tf-xla"
    summary = "tf.function with jit_compile, compiled by XLA"
    frontend = TensorFlow
    targets = ("cpu", "cuda", "rocm")
    differentiate_first = True

    def compile(self, call: Callable[..., Any], job: Job) -> Compiled:
        import tensorflow as tf

        function = tf.function(call, jit_compile=True, autograph=False)
        return Compiled(call=function, compilations=function.experimental_get_tracing_count)


COMPILER = TfXla()

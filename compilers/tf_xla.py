"""tf.function(jit_compile=True): the traced graph as one cluster, compiled by TensorFlow's XLA."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from typing import Any

from opscope.compiler import Compiled, Compiler, Job
from opscope.compilers._tensorflow import TensorFlow
from opscope.compilers._xla_dump import XlaDump
from opscope.records import Artifact


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

    def build(self, job: Job) -> Compiled:
        import tensorflow as tf

        compiled = super().build(job)
        dump = XlaDump()

        def artifacts() -> tuple[Artifact, ...]:
            tool = f"tensorflow {tf.__version__} xla_dump_to"
            return (dump.optimized_hlo(tool),)

        return replace(compiled, first=dump.watch(compiled.call), artifacts=artifacts)


COMPILER = TfXla()

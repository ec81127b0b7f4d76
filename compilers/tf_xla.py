"""tf.function(jit_compile=True): the traced graph as one cluster, compiled by TensorFlow's XLA."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import replace
from typing import Any

from opscope.compiler import Compiled, Compiler, Job
from opscope.compilers._tensorflow import TensorFlow
from opscope.compilers._xla_dump import XlaDump
from opscope.devices import DEVICES
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

    def dump(self, job: Job, stages: Sequence[str]) -> Iterator[Artifact]:
        if job.settings.target in DEVICES:
            from opscope.compilers._deviceless import tf_hlo

            call = self.frontend().differentiate(job.call, job) if job.backward else job.call
            return tf_hlo.dump(job, DEVICES[job.settings.target], stages, call)
        return super().dump(job, stages)


COMPILER = TfXla()

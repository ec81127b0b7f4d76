"""tf.function(jit_compile=True): the traced graph as one cluster, compiled by TensorFlow's XLA."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import replace
from typing import Any

from opscope.compiler import Compiled, Compiler, Job, Script
from opscope.compilers import _autotuned, _tensorflow_graph, _xla_flags, _xla_levers, _xla_stages
from opscope.compilers._tensorflow import TensorFlow
from opscope.compilers._xla_dump import XlaDump
from opscope.devices import DEVICES
from opscope.records import Artifact


class TfXla(Compiler):
    name = "tf-xla"
    summary = "tf.function with jit_compile, compiled by XLA"
    frontend = TensorFlow
    script = Script(file="_script_tensorflow", compile="compile_xla", show="show_optimized_hlo")
    deviceless = ("cuda", "tpu")
    targets = ("cpu", "cuda", "rocm")
    stages = (
        "graphdef",
        "stablehlo",
        "hlo",
        "hlo-passes",
        "hlo-optimized",
        "hlo-dot",
        "buffer-assignment",
        "llvm-ir",
        "llvm-ir-optimized",
        "asm",
        "thunks",
        "ttir",
        "ttgir",
        "ptx",
        "cubin",
        "sass",
        "ptxas-info",
        "llo",
        "schedule-analysis",
        "memory-use",
    )
    on_request = ("hlo-passes", "ttgir")
    differentiate_first = True
    levers = _xla_levers.levers("process")
    fusion_off = "fusion-off"
    fusion_log = _xla_levers.FUSION_LOG

    def known_flags(self) -> Iterable[str]:
        return _xla_flags.known("tensorflow")

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

        def choices() -> dict[str, str]:
            return _autotuned.xla(dump.optimized_hlo("").text or "")

        return replace(
            compiled,
            first=dump.watch(compiled.call),
            artifacts=artifacts,
            cache_hits=lambda: int(not dump.files),  # a compilation leaves files
            choices=None if job.settings.target == "cpu" else choices,
        )

    def dump(self, job: Job, stages: Sequence[str]) -> Iterator[Artifact]:
        if job.settings.target in DEVICES:
            from opscope.compilers._deviceless import tf_hlo

            call = self.frontend().differentiate(job.call, job) if job.backward else job.call
            return tf_hlo.dump(job, DEVICES[job.settings.target], stages, call)
        return self._dump(job, stages)

    def _dump(self, job: Job, stages: Sequence[str]) -> Iterator[Artifact]:
        import tensorflow as tf

        tool = f"tensorflow {tf.__version__}"
        function: Any = super().build(job).call
        yield _tensorflow_graph.traced(function.get_concrete_function(*job.inputs), tool)
        asked = function.experimental_get_compiler_ir(*job.inputs)
        yield _compiler_ir(asked, "stablehlo", "stablehlo", tool)
        dump = XlaDump()
        dump.watch(function)(*job.inputs)
        for artifact in _xla_stages.artifacts(dump.files, stages, f"{tool} xla_dump_to"):
            if artifact.stage == "hlo-dot" and artifact.absent:
                artifact = _compiler_ir(asked, "hlo-dot", "optimized_hlo_dot", tool)
            yield artifact


def _compiler_ir(asked: Callable[..., Any], stage: str, name: str, tool: str) -> Artifact:
    """What ``experimental_get_compiler_ir`` gives; derived, for it lowers once more to answer."""
    try:
        text = asked(stage=name)
    except ValueError as error:  # how it says that a stage is unknown or not for this device
        return Artifact(stage=stage, absent=f"TensorFlow: {error}", tool=tool)
    how = f"{tool} experimental_get_compiler_ir"
    return Artifact(stage=stage, text=text, tool=how, exact=False)


COMPILER = TfXla()

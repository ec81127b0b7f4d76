"""tf.function without XLA: traced to a graph, optimised by Grappler, run by its executor."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import replace
from typing import Any, ClassVar

from opscope.compiler import Compiled, Compiler, Job, Script, Switch
from opscope.compilers import _tensorflow_graph
from opscope.compilers._tensorflow import TensorFlow
from opscope.records import Artifact

_LEVERS = (
    Switch(
        lever="fusion-off",
        title="no merging of a product or convolution with what follows it",
        scope="compile",
        flags={"remapping": "false"},
        check="no _FusedMatMul or _FusedConv2D in the optimised graph",
    ),
    Switch(
        lever="arithmetic-off",
        title="no rewriting of arithmetic",
        scope="compile",
        flags={"arithmetic_optimization": "false"},
        check="the optimised graph has the traced operations",
    ),
    Switch(
        lever="layout-optimisation-off",
        title="convolutions keep the layout they came in",
        scope="compile",
        flags={"layout_optimizer": "false"},
        check="transposes around convolutions are gone",
    ),
    Switch(
        lever="constant-folding-off",
        title="no folding of constants",
        scope="compile",
        flags={"constant_folding": "false"},
        check="operations on constants are left in the optimised graph",
    ),
)


class TfGraph(Compiler):
    name = "tf-graph"
    summary = "tf.function, optimised by Grappler"
    frontend = TensorFlow
    script = Script(file="_script_tensorflow", compile="compile_graph", show="show_graph")
    targets = ("cpu", "cuda", "rocm")
    stages = ("graphdef", "graphdef-optimized")
    differentiate_first = True
    levers: ClassVar[Mapping[str, Switch]] = {switch.lever: switch for switch in _LEVERS}
    fusion_off = "fusion-off"

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

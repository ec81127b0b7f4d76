"""TensorFlow as it runs without a graph: one kernel per operation."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import replace
from typing import Any

from opscope.compiler import Compiled, Compiler, Job, Script
from opscope.compilers import _dispatched
from opscope.compilers._tensorflow import TensorFlow
from opscope.records import Artifact


class TfEager(Compiler):
    name = "tf-eager"
    summary = "TensorFlow without a graph"
    frontend = TensorFlow
    script = Script(file="_script_tensorflow", compile="compile_eager", show="show_graph")
    targets = ("cpu", "cuda", "rocm")
    stages = ("dispatched-ops",)
    eager = True
    differentiate_first = True

    def compile(self, call: Callable[..., Any], job: Job) -> Compiled:
        return Compiled(call=call)

    def build(self, job: Job) -> Compiled:
        compiled = super().build(job)
        return replace(compiled, artifacts=lambda: (dispatched_ops(compiled.call, job),))

    def dump(self, job: Job, stages: Sequence[str]) -> Iterator[Artifact]:
        yield dispatched_ops(self.build(job).call, job)


SHAPE_ONLY = ("Reshape", "ExpandDims", "Squeeze", "Identity")
"""Operations whose output is their input's buffer."""


def dispatched_ops(call: Callable[..., Any], job: Job) -> Artifact:
    """Calls once, untimed, with TensorFlow's operation callback."""
    import tensorflow as tf
    from tensorflow.python.framework import op_callbacks

    file = _dispatched.code_file(job.call)
    lines: list[str] = []

    def executed(
        op_type: str | bytes,
        inputs: Any,
        attrs: Any,
        outputs: Any,
        op_name: Any = None,
        graph: Any = None,
    ) -> None:
        if graph is None:
            name = op_type.decode() if isinstance(op_type, bytes) else op_type
            line = _dispatched.line(
                name,
                map(_type, inputs),
                map(_type, outputs),
                view=name in SHAPE_ONLY,
                at=_dispatched.place_in(file),
            )
            lines.append(line)

    op_callbacks.add_op_callback(executed)
    try:
        call(*job.inputs)
    finally:
        op_callbacks.remove_op_callback(executed)
    tool = f"tensorflow {tf.__version__} op_callbacks"
    return Artifact(stage="dispatched-ops", text="".join(f"{ln}\n" for ln in lines), tool=tool)


def _type(tensor: Any) -> str:
    return _dispatched.tensor_type(tensor.dtype.name, tensor.shape)


COMPILER = TfEager()

"""TensorFlow as it runs without a graph: one kernel per operation."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from opscope.compiler import Compiled, Compiler, Job
from opscope.compilers._tensorflow import TensorFlow


class TfEager(Compiler):
    name = "tf-eager"
    summary = "TensorFlow without a graph"
    frontend = TensorFlow
    targets = ("cpu", "cuda", "rocm")
    eager = True
    differentiate_first = True

    def compile(self, call: Callable[..., Any], job: Job) -> Compiled:
        return Compiled(call=call)


COMPILER = TfEager()

"""Calls the implementation as it is."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from _numpy import NumPy

from opscope.compiler import Compiled, Compiler, Job


class Plain(Compiler):
    name = "plain-a"
    summary = "the implementation, called as it is"
    frontend = NumPy
    eager = True

    def compile(self, call: Callable[..., Any], job: Job) -> Compiled:
        return Compiled(call=call)


COMPILER = Plain()

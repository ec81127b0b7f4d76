"""The wrapper and kernels that Inductor writes, caught while the timed executable is compiled.

``GraphLowering.save_output_code`` is the attribute that PyTorch's own tests hang a function on; it
is called for a graph from the cache as well. Compilation happens in the first call of a compiled
function, so the function is there during that call only.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Any

from opscope.records import Artifact

_AOT_ID = re.compile(r"^# AOT ID: \['\d+_(\w+)'\]", re.MULTILINE)


@contextmanager
def saving(save: Callable[[str], None]) -> Iterator[None]:
    """``save`` is given the text of every graph that Inductor compiles or takes from its cache."""
    from torch._inductor.graph import GraphLowering

    before = GraphLowering.save_output_code
    GraphLowering.save_output_code = staticmethod(save)
    try:
        yield
    finally:
        GraphLowering.save_output_code = before


class OutputCode:
    """The texts of one executable, in the order in which they were compiled."""

    def __init__(self) -> None:
        self.texts: list[str] = []

    def watch(self, call: Callable[..., Any]) -> Callable[..., Any]:
        """``call`` for its first time, which compiles."""

        def first(*inputs: Any) -> Any:
            with saving(self.texts.append):
                return call(*inputs)

        return first

    def artifacts(self) -> tuple[Artifact, ...]:
        import torch

        parts = part_names(self.texts)
        tool = f"torch {torch.__version__}"
        if not self.texts:
            reason = "Inductor compiled no graph: everything ran outside it"
            return (Artifact(stage="output-code", absent=reason, tool=tool),)
        return tuple(
            Artifact(stage="output-code", text=text, part=part, tool=tool)
            for part, text in zip(parts, self.texts, strict=True)
        )


def part_names(texts: list[str]) -> list[str]:
    """What distinguishes several graphs: ``forward`` and ``backward`` where that is enough."""
    if len(texts) < 2:
        return [""] * len(texts)
    found = [match[1] if (match := _AOT_ID.search(text)) else "graph" for text in texts]
    if len(set(found)) == len(found):
        return found
    return [f"{name}-{index}" for index, name in enumerate(found)]

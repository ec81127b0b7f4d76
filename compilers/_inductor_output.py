"""What Inductor schedules and writes, caught while the timed executable is compiled.

Compilation happens in the first call of a compiled function, so the hooks stand during that call
only: ``GraphLowering.save_output_code``, on which PyTorch's own tests hang a function (it is called
for a graph from the cache as well), and the configured pass after fusion, which changes nothing
here and tells which operations went into which kernel.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Any

from opscope.compilers._inductor_capture import described
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
    """The graphs of one executable, in the order in which they were compiled."""

    def __init__(self) -> None:
        self.texts: list[str] = []
        self.scheduled: list[str] = []
        """For each text what the scheduler fused, empty where it was not asked (a cached graph)."""
        self._pending = ""

    def watch(self, call: Callable[..., Any]) -> Callable[..., Any]:
        """``call`` for its first time, which compiles."""

        def first(*inputs: Any) -> Any:
            import torch._inductor.config as config

            hooks = {"_post_fusion_custom_pass": self._fused}
            known = hasattr(config, "_post_fusion_custom_pass")
            with saving(self._written), config.patch(hooks if known else {}):
                return call(*inputs)

        return first

    def _fused(self, nodes: list[Any]) -> list[Any]:
        self._pending = "\n".join(described(node) for node in nodes)
        return nodes

    def _written(self, text: str) -> None:
        self.texts.append(text)
        self.scheduled.append(self._pending)
        self._pending = ""

    def artifacts(self) -> tuple[Artifact, ...]:
        import torch

        tool = f"torch {torch.__version__}"
        if not self.texts:
            reason = "Inductor compiled no graph: everything ran outside it"
            return (Artifact(stage="output-code", absent=reason, tool=tool),)
        graphs = zip(part_names(self.texts), self.texts, self.scheduled, strict=True)
        return tuple(
            Artifact(stage=stage, text=text, part=part, tool=tool)
            for part, code, nodes in graphs
            for stage, text in (("inductor-ir", nodes), ("output-code", code))
            if text
        )


def part_names(texts: list[str]) -> list[str]:
    """What distinguishes several graphs: ``forward`` and ``backward`` where that is enough."""
    if len(texts) < 2:
        return [""] * len(texts)
    found = [match[1] if (match := _AOT_ID.search(text)) else "graph" for text in texts]
    if len(set(found)) == len(found):
        return found
    return [f"{name}-{index}" for index, name in enumerate(found)]

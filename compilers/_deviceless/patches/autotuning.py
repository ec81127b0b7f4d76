"""``max_autotune`` chooses a template by timing the candidates, which cannot be done here.

The first Triton template in Inductor's own order is taken, so that the code of a template can be
seen at all; the artifact's note says that nothing was tuned.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from opscope.compilers._deviceless.absent import Absent

_CLASS = "torch._inductor.select_algorithm:AlgorithmSelectorCache"
SYMBOLS = (f"{_CLASS}.make_benchmark_fn", f"{_CLASS}.make_precompile_fn")
CREATED = ()


def _preference(choices: Sequence[Any]) -> dict[Any, float]:
    """Not a time: only the order of these numbers is used, to prefer Triton over library calls."""
    library_last = ["Triton" not in type(choice).__name__ for choice in choices]
    return {c: 1.0 + library_last[i] + i / len(choices) for i, c in enumerate(choices)}


def replacements(absent: Absent) -> Mapping[str, Any]:
    def make_benchmark(cls: Any, choices: Any, *_: Any, **__: Any) -> Any:
        return lambda given, *_, **__: _preference(given)

    def make_precompile(self: Any, *_: Any, **__: Any) -> Any:
        return lambda *_, **__: {}

    return {
        f"{_CLASS}.make_benchmark_fn": classmethod(make_benchmark),
        f"{_CLASS}.make_precompile_fn": make_precompile,
    }

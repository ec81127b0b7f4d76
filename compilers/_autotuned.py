"""What autotuning chose, so that two builds of one program can be held against each other.

Inductor tells it as it tunes, by a hook that its own tests and logs use; XLA writes it into the
optimized module (on a CPU it tunes nothing); a hand-written kernel's autotuner keeps it.
"""

from __future__ import annotations

import contextlib
import json
import re
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from typing import Any

XLA_KEYS = (
    *("block_level_fusion_config", "triton_gemm_config", "selected_algorithm", "algorithm"),
    "cudnn_fusion_config",
)
"""Fields of ``backend_config`` that XLA's autotuner fills in."""

_INSTRUCTION = re.compile(r"\s*(?:ROOT )?%?([\w.\-]+) = ")
_TUNED_KINDS = ("__triton_nested_gemm_fusion", "__triton_gemm", "__cublas", "__cudnn")


@contextmanager
def inductor(chosen: dict[str, str]) -> Iterator[None]:
    """While this stands, ``chosen`` is given a line for every operation that Inductor tunes; what
    its cache answers is not tuned and gives none."""
    try:
        from torch._inductor.select_algorithm import add_feedback_saver, clear_feedback_savers
    except ImportError:  # before PyTorch 2.6
        yield
        return

    def save(timings: Mapping[Any, float], name: str, *_: Any, **__: Any) -> None:
        if timings:
            best = min(timings, key=lambda choice: timings[choice])
            kind = re.sub(r"_\d+$", "", str(best.name))
            told = f"{kind} {getattr(best, 'description', '')}".strip()
            chosen[f"{name} {len(chosen)}"] = told

    add_feedback_saver(save)
    try:
        yield
    finally:
        clear_feedback_savers()


def xla(text: str) -> dict[str, str]:
    """Instruction to tuned configuration, from an optimized HLO module."""
    found = {}
    for line in text.splitlines():
        named = _INSTRUCTION.match(line)
        _, there, config = line.partition("backend_config=")
        if named is None or not there or not any(kind in line for kind in _TUNED_KINDS):
            continue
        with contextlib.suppress(ValueError):
            told = dict(_tuned(json.JSONDecoder().raw_decode(config)[0]))
            if told:
                found[named[1]] = json.dumps(told, sort_keys=True)
    return found


def _tuned(config: Any) -> Iterator[tuple[str, Any]]:
    for key, value in config.items() if isinstance(config, Mapping) else ():
        if key in XLA_KEYS:
            yield key, value
        else:
            yield from _tuned(value)


def triton(call: Callable[..., Any]) -> dict[str, str]:
    """Kernel to configuration, of the autotuned kernels that ``call`` closes over; call it after
    they ran."""
    found = {}
    for cell in getattr(call, "__closure__", None) or ():
        best = getattr(cell.cell_contents, "best_config", None)
        if best is not None:
            kernel = cell.cell_contents
            name = getattr(getattr(kernel, "base_fn", kernel), "__name__", "kernel")
            found[str(name)] = str(best)
    return found

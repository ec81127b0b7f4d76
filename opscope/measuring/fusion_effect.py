"""What fusion gains: a compiled case measured once more without it, interleaved with itself.

The lever is the compiler's own (``fusion_off``). A ratio is told only if the kernels show that it
took effect.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from statistics import median
from typing import Any

from opscope.measuring.subject import Subject
from opscope.records import Kernel
from opscope.worker.wire import Message

Kernels = Callable[[Message], tuple[tuple[Kernel, ...] | None, str]]


def without_fusion(subject: Subject) -> Subject | None:
    """The same compiler on the same case with fusion switched off; None if it has no such lever."""
    compiler = subject.compiler
    if not compiler.fusion_off:
        return None
    switch = compiler.levers[compiler.fusion_off]
    return subject.varied(compiler.fusion_off, switch.flags)


def effect(fused: Subject, unfused: Subject | None, kernels: Kernels) -> dict[str, Any]:
    """``fusion_effect``: how many times longer the case takes without fusion, the median over
    rounds; else ``fusion_effect_reason``. ``kernels`` reads an answer of the worker's.

    ``fusion_effect_kernels`` are the launches with and without fusion.
    """
    if fused.failure is not None or not fused.blocks:
        return {}
    if unfused is None:
        return {"fusion_effect_reason": f"{fused.name} has no switch for fusion"}
    if unfused.failure is not None:
        status, reason = unfused.failure
        return {"fusion_effect_reason": f"without fusion: {status.value}: {reason}"}
    counts = [_launches(kernels(s.prepared)[0]) for s in (fused, unfused)]
    if counts[0] == counts[1]:
        return {"fusion_effect_reason": "switching fusion off changed no kernel"}
    return {
        "fusion_effect": ratio(_per_call(unfused), _per_call(fused)),
        "fusion_effect_kernels": [count[0] for count in counts],
    }


def _launches(found: Sequence[Kernel] | None) -> tuple[int, int]:
    listed = found or ()
    return sum(k.launches for k in listed), sum(k.fused for k in listed)


def _per_call(subject: Subject) -> list[float]:
    return [block["wall_ns"] / subject.iterations for block in subject.blocks]


def ratio(slow: Sequence[float], fast: Sequence[float]) -> float:
    """The median of the ratios of samples that were taken in the same round."""
    return median(a / b for a, b in zip(slow, fast, strict=False))

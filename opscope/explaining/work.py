"""FLOPs and bytes of both sides by every account, put together by ``inspect/reconcile.py``."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import asdict
from typing import Any

from opscope import machine
from opscope.cause import SideFacts
from opscope.measuring import peaks
from opscope.measuring.subject import Options
from opscope.registry import Registry


def accounts(
    registry: Registry, sides: Mapping[str, SideFacts], dtype: str, options: Options | None
) -> dict[str, Any]:
    """By letter in lower case, the reconciled accounts as JSON. Rates are held against the peaks
    that were measured here before; without ``options`` (nothing ran here) against none."""
    view = registry.views.get("reconcile")
    if view is None:
        return {}
    roofs = None
    facts = machine.facts() if options is not None else {}
    if options is not None:
        threads = options.settings.threads or facts["cores"]["usable"]
        roofs = peaks.stored(facts, options.settings.target, threads)
    made = {}
    for letter, side in sides.items():
        cached = side.least_bytes <= facts.get("last_level_cache_bytes", 0)
        bandwidth = roofs.memory_bytes_per_s if roofs is not None else None
        if roofs is not None and cached and roofs.cache_bytes_per_s:
            bandwidth = max(bandwidth or 0.0, roofs.cache_bytes_per_s)
        reconciled = view.function(
            flops=side.flops,
            least_bytes=side.least_bytes,
            kernels=side.kernels,
            claims=side.claims,
            call_ns=side.count("call_ns"),
            peak_flops_per_s=roofs.flops_per_s(dtype) if roofs is not None else None,
            peak_bytes_per_s=bandwidth,
        )
        made[letter.lower()] = asdict(reconciled)
    return made

"""The modelled needs of each kernel of a dump: a table for people and rows for JSON."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from opscope.devices import DEVICES
from opscope.dumping.dump import Dumped
from opscope.dumping.resources import Modelled, bound, model, rate_for
from opscope.measuring.launched import Profiled
from opscope.nouns import Case, Operator
from opscope.registry import Registry

HEADINGS = ("kernel", "bytes", "FLOPs", "at least", "by", "regs", "spills", "shared", "occupancy")


def modelled(
    dumped: Dumped, operator: Operator, case: Case, registry: Registry
) -> list[Modelled] | str:
    """Kernels of a dump for a named device, or why they are not known; none if it is attached."""
    device = DEVICES.get(dumped.manifest.target)
    if device is None:
        return []
    whole = operator.total_least_bytes(case), operator.total_flops(case)
    return model(dumped.artifacts(), device, case.dtype, registry, whole)


def whole(operator: Operator, case: Case, target: str) -> str:
    """The bound of the operator itself, whatever a compiler makes of it; empty if attached."""
    device = DEVICES.get(target)
    if device is None:
        return ""
    bytes_moved, flops = operator.total_least_bytes(case), operator.total_flops(case)
    rate = rate_for(device, case.dtype, tensor_core=case.dtype != "float32")
    least = bound(device, bytes_moved=bytes_moved, flops=flops, rate=rate)
    told = f", at least {_time(least[0])} by {least[1]} (modelled)" if least else ""
    return f"operator: at least {bytes_moved:,} bytes, {flops:,} FLOPs{told}"


def table(kernels: list[Modelled] | str) -> list[str]:
    """Lines to print; none where there is nothing to say."""
    if isinstance(kernels, str):
        return [f"kernels: not known: {kernels}"]
    if not kernels:
        return []
    rows = [HEADINGS, *map(_row, kernels)]
    widths = [max(len(row[column]) for row in rows) for column in range(len(HEADINGS))]
    return [
        "kernels, modelled from the table of devices, nothing measured:",
        *("  ".join(map(str.ljust, row, widths)).rstrip() for row in rows),
        *(f"note: {note}" for note in dict.fromkeys(n for it in kernels for n in it.kernel.notes)),
    ]


def rows(kernels: list[Modelled] | str) -> list[dict[str, Any]]:
    """One JSON object a kernel; every number but the compiler's own is marked as modelled."""
    return [] if isinstance(kernels, str) else [_json(it) for it in kernels]


def _row(it: Modelled) -> Sequence[str]:
    kernel = it.kernel
    least = "-" if it.bound_ns is None else _time(it.bound_ns)
    by = f"{it.bound_by} ({it.rate})" if it.rate else it.bound_by
    fits = it.occupancy
    name = kernel.name if len(kernel.name) <= 90 else kernel.name[:89] + "…"
    return (
        name + (" [tensor cores]" if it.tensor_core else ""),
        _count(kernel.bytes),
        _count(kernel.flops),
        least,
        by or "-",
        _count(kernel.registers),
        _count(kernel.spill_bytes),
        _count(kernel.shared_bytes),
        f"{fits.fraction:.0%}, {fits.blocks} blocks by {fits.limit}" if fits else "-",
    )


def _count(value: int | None) -> str:
    return "-" if value is None else f"{value:,}"


def _time(nanoseconds: float) -> str:
    return f"{nanoseconds / 1000:.3g} us" if nanoseconds >= 100 else f"{nanoseconds:.3g} ns"


def _json(it: Modelled) -> dict[str, Any]:
    kernel, fits = it.kernel, it.occupancy
    return {
        "name": kernel.name,
        "kind": kernel.kind,
        "ops": list(kernel.ops),
        "bytes": kernel.bytes,
        "flops": kernel.flops,
        "registers": kernel.registers,
        "spill_bytes": kernel.spill_bytes,
        "shared_bytes": kernel.shared_bytes,
        "threads_per_block": it.threads_per_block,
        "blocks": it.blocks,
        "tensor_core": it.tensor_core,
        "notes": list(kernel.notes),
        "modelled_bound_ns": it.bound_ns,
        "modelled_bound_by": it.bound_by,
        "modelled_rate": it.rate,
        "modelled_occupancy": fits.fraction if fits else None,
        "modelled_blocks_per_core": fits.blocks if fits else None,
        "modelled_occupancy_limit": fits.limit if fits else "",
    }


def show_profile(profiled: Profiled) -> None:
    """The kernels with their measured times, and what the profiler left out."""
    print("kernels, by the framework's own profiler in a run of its own:")
    rows = [("kernel", "launches", "time", "of the call", "operations")]
    for kernel in profiled.kernels:
        known = kernel.time_ns is not None
        time_us = f"{(kernel.time_ns or 0.0) / 1e3:.3g} µs" if known else "-"
        share = f"{(kernel.time_ns or 0.0) / profiled.traced_ns:.1%}" if known else "-"
        notes = f" ({'; '.join(kernel.notes)})" if kernel.notes else ""
        ops = ", ".join(kernel.ops)
        rows.append((kernel.name, str(kernel.launches), time_us, share, ops + notes))
    widths = [max(len(row[column]) for row in rows) for column in range(4)]
    for row in rows:
        padded = (cell.ljust(width) for cell, width in zip(row, widths, strict=False))
        print("  ".join((*padded, row[4])).rstrip())
    print(
        f"not in a kernel: {profiled.unattributed:.0%} of {profiled.traced_ns / 1e3:.3g} µs a call"
        f" ({profiled.plain_ns / 1e3:.3g} µs without the profiler)"
    )

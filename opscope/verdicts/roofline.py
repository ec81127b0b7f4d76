"""The roofs of a machine, and where a measurement stands under them. Pure: ``measuring/peaks.py``
measures the roofs and keeps them.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field

from opscope.dtypes import dtype as dtype_named


@dataclass(frozen=True, kw_only=True)
class Peaks:
    """The roofs of one target with one thread count.

    ``matmul_flops_per_s`` is by dtype, with ``float32-tf32`` beside ``float32``. ``tools`` says
    which library gave which roof. ``device_cache_bytes`` is the last cache of a device (on a CPU
    the machine's facts have it). ``disturbed``: other work ran, so the roofs may be too low.
    """

    target: str
    threads: int
    copy_bytes_per_s: float
    triad_bytes_per_s: float | None = None
    cache_bytes_per_s: float | None = None
    device_cache_bytes: int | None = None
    matmul_flops_per_s: Mapping[str, float] = field(default_factory=dict)
    tools: Mapping[str, str] = field(default_factory=dict)
    measured_at: str = ""
    disturbed: bool = False

    @property
    def memory_bytes_per_s(self) -> float:
        return max(self.copy_bytes_per_s, self.triad_bytes_per_s or 0.0)

    def flops_per_s(self, dtype: str, precision: str = "highest") -> float | None:
        """The roof for products of ``dtype``; None if it was not measured.

        A narrow type may be computed in float32, so its roof is never below that of float32; and
        with ``precision`` other than highest float32 may be computed in TF32.
        """
        names = [dtype]
        if dtype_named(dtype).floating and dtype_named(dtype).bytes <= 4:
            names.append("float32")
        if precision != "highest" and dtype == "float32":
            names.append("float32-tf32")
        known = [self.matmul_flops_per_s[name] for name in names if name in self.matmul_flops_per_s]
        return max(known) if known else None


@dataclass(frozen=True, kw_only=True)
class Position:
    """Where a measurement stands under the roofs.

    ``bound`` names the nearest roof: ``compute``, ``memory``, ``cache`` (the data stay in the
    last-level cache), ``latency`` (a no-op takes half as long) or ``unknown``. ``peak_fraction``
    is the least time that the nearest roof allows over the time taken. ``firm`` is False when
    other work ran while the roofs were measured, so that they may be too low, or if data may have
    stayed in the cache of a device that does not tell its size.
    """

    bound: str
    peak_fraction: float | None
    least_ns: float = 0.0
    evidence: str = ""
    firm: bool = True


UNKNOWN = Position(bound="unknown", peak_fraction=None, evidence="the roofs were not measured")


def position(
    *,
    time_ns: float,
    flops: int,
    least_bytes: int,
    dtype: str,
    peaks: Peaks | None,
    cache_bytes: int | None,
    cold: bool = False,
    precision: str = "highest",
    noop_ns: float = 0.0,
) -> Position:
    """The roofline position of one case.

    ``cache_bytes`` is the last-level cache; ``noop_ns`` what a call costs that does nothing. FLOPs
    and least bytes are the operator's own, so fused and unfused compilers have one roof.
    """
    if peaks is None or time_ns <= 0:
        return UNKNOWN
    roofs: dict[str, tuple[float, str]] = {}
    rate = peaks.flops_per_s(dtype, precision)
    if rate and flops:
        roofs["compute"] = (flops / rate * 1e9, f"{flops:.3g} FLOP at {rate / 1e9:.4g} GFLOP/s")
    cached = not cold and cache_bytes is not None and least_bytes <= cache_bytes
    memory, bandwidth = "memory", peaks.memory_bytes_per_s
    if cached and peaks.cache_bytes_per_s:
        memory, bandwidth = "cache", max(bandwidth, peaks.cache_bytes_per_s)
    unknown_cache = cache_bytes is None and not cold and peaks.target != "cpu"
    moved = f"{least_bytes:.3g} bytes at {bandwidth / 1e9:.4g} GB/s"
    roofs[memory] = (least_bytes / bandwidth * 1e9, moved)
    nearest = max(roofs, key=lambda name: roofs[name][0])
    least_ns, evidence = roofs[nearest]
    if noop_ns >= time_ns / 2:
        nearest, evidence = "latency", f"a call that does nothing takes {noop_ns:.4g} ns"
    return Position(
        bound=nearest,
        peak_fraction=least_ns / time_ns,
        least_ns=least_ns,
        evidence=evidence,
        firm=not (peaks.disturbed or (unknown_cache and nearest == memory)),
    )

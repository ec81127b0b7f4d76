"""From what a subject went through to its record. Nothing is measured or judged here."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from statistics import median
from typing import Any

from opscope.machine import available_cores
from opscope.measuring import launched
from opscope.measuring.launched import Profiled, joined
from opscope.measuring.subject import Options, Subject
from opscope.records import Accuracy, Measurement, Record, Status


def make_record(
    subject: Subject, options: Options, kernels: tuple[Any, str], extra: Mapping[str, Any]
) -> Record:
    """The record of ``subject``. ``kernels`` is the list, or None and the reason for that;
    ``extra`` goes beside the samples of a subject that was timed."""
    case, operator = subject.case, subject.source.operator
    status, reason = subject.failure or (Status.OK, "")
    prepared = subject.prepared
    flops, least_bytes = operator.total_flops(case), operator.total_least_bytes(case)
    measurement = _hot(subject, options)
    ran = _ran(subject, kernels)
    return Record(
        operator=operator.name,
        case=case.id,
        compiler=subject.name,
        frontend=subject.compiler.frontend.name,
        target=options.settings.target,
        status=status,
        reason=reason,
        params=dict(case.params),
        dtype=case.dtype,
        direction=case.direction,
        layout=case.layout,
        size=case.size,
        name=case.name,
        flops=flops,
        least_bytes=least_bytes,
        accuracy=Accuracy(**prepared["accuracy"]) if prepared else None,
        measurement=measurement,
        cold=_cold(subject, options),
        compile_s=prepared.get("compile_s"),
        first_call_s=prepared.get("first_call_s"),
        peak_memory_bytes=prepared.get("peak_memory_bytes"),
        eager=subject.compiler.eager,
        kernels=ran.kernels if ran else kernels[0],
        kernels_reason="" if ran else kernels[1],
        metrics={
            **_rates(measurement, flops, least_bytes),
            **_device(subject),
            **(launched.totals(ran.device) if ran else {}),
        },
        math_mode=prepared.get("math_mode", {}),
        versions=subject.versions,
        flags=dict(options.settings.flags),
        environment={"allocator": subject.allocator} if subject.allocator else {},
        extra={"groups": subject.groups, **subject.verdicts, **_profile(subject, ran), **extra}
        if measurement
        else {},
    )


def _ran(subject: Subject, kernels: tuple[Any, str]) -> Profiled | None:
    """The kernel list with the device's times, made of what ran where no stage tells one."""
    if not subject.profiled or subject.failure is not None:
        return None
    return joined(kernels[0] or (), subject.profiled, subject.compiler.event_name)


def _profile(subject: Subject, ran: Profiled | None) -> dict[str, Any]:
    """What the device ran, by its own names, and how the profiler changed a call."""
    if ran is None:
        return {"kernel_times_reason": subject.unprofiled} if subject.unprofiled else {}
    return {
        "device_kernels": [dict(row) for row in ran.device],
        "profile": {
            "unattributed": ran.unattributed,
            "traced_ns": ran.traced_ns,
            "plain_ns": ran.plain_ns,
            "calls": ran.calls,
        },
    }


def _hot(subject: Subject, options: Options) -> Measurement | None:
    if not subject.blocks:
        return None
    n = subject.iterations
    return Measurement(
        samples_ns=tuple(block["wall_ns"] / n for block in subject.blocks),
        iterations=n,
        processes=subject.processes,
        threads=options.settings.threads or available_cores(),
        cpu_ns=tuple(block["cpu_ns"] / n for block in subject.blocks),
        page_faults=tuple(block["page_faults"] / n for block in subject.blocks),
    )


def _cold(subject: Subject, options: Options) -> Measurement | None:
    if not subject.cold or subject.failure is not None:
        return None
    return Measurement(
        samples_ns=tuple(float(block["wall_ns"]) for block in subject.cold),
        iterations=1,
        cache="cold",
        threads=options.settings.threads or available_cores(),
        cpu_ns=tuple(float(block["cpu_ns"]) for block in subject.cold),
        page_faults=tuple(float(block["page_faults"]) for block in subject.cold),
    )


def _device(subject: Subject) -> dict[str, float]:
    """Times of a call beside the host's: by the device's clock (``device_ns``, with cold caches
    ``cold_device_ns``), and when only the last of many is waited for (``batch_ns``)."""
    if not subject.iterations or not subject.blocks:
        return {}
    found = {}
    for name in ("device_ns", "batch_ns"):
        if times := _known(subject.blocks, name):
            found[name] = median(times) / subject.iterations
    if cold := _known(subject.cold, "device_ns"):
        found["cold_device_ns"] = median(cold)
    if "device_ns" in found:
        host = median(block["wall_ns"] for block in subject.blocks) / subject.iterations
        found["launch_overhead_ns"] = max(0.0, host - found["device_ns"])
    return found


def _known(blocks: Sequence[Mapping[str, Any]], name: str) -> list[float]:
    return [block[name] for block in blocks if block.get(name) is not None]


def _rates(measurement: Measurement | None, flops: int, least_bytes: int) -> dict[str, float]:
    """Modelled work over measured time."""
    if measurement is None or not measurement.median_ns:
        return {}
    return {
        "gflops": flops / measurement.median_ns,
        "gbps": least_bytes / measurement.median_ns,
    }

"""From what a subject went through to its record. Nothing is measured or judged here."""

from __future__ import annotations

from collections.abc import Mapping
from statistics import median
from typing import Any

from opscope.measuring.machine import available_cores
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
        kernels=kernels[0],
        kernels_reason=kernels[1],
        metrics={**_rates(measurement, flops, least_bytes), **_device(subject)},
        math_mode=prepared.get("math_mode", {}),
        versions=subject.versions,
        flags=dict(options.settings.flags),
        environment={"allocator": subject.allocator} if subject.allocator else {},
        extra={"groups": subject.groups, **subject.verdicts, **extra} if measurement else {},
    )


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
    """Device time of a call, beside the host's, and what launching adds to it."""
    times = [block["device_ns"] for block in subject.blocks if block.get("device_ns") is not None]
    if not times or not subject.iterations:
        return {}
    host = median(block["wall_ns"] for block in subject.blocks) / subject.iterations
    device = median(times) / subject.iterations
    return {"device_ns": device, "launch_overhead_ns": max(0.0, host - device)}


def _rates(measurement: Measurement | None, flops: int, least_bytes: int) -> dict[str, float]:
    """Modelled work over measured time."""
    if measurement is None or not measurement.median_ns:
        return {}
    return {
        "gflops": flops / measurement.median_ns,
        "gbps": least_bytes / measurement.median_ns,
    }

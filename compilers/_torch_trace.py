"""What ran on a GPU, from a Chrome trace of torch.profiler: which kernels, below which operators.

The trace is what ``profiler.export_chrome_trace`` writes. Events have a category (``cat``):
operators are ``cpu_op``, launches ``cuda_runtime`` or ``cuda_driver`` (on AMD the same names), and
what the device did ``kernel``, ``gpu_memcpy`` and ``gpu_memset``. A launch and what it launched
have the same ``args.correlation``; an operator is what encloses the launch on its thread. Times are
in microseconds.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from opscope.compiler import Event

_DEVICE = ("kernel", "gpu_memcpy", "gpu_memset")
_LAUNCHES = ("cuda_runtime", "cuda_driver", "hip_runtime")

Row = Mapping[str, Any]


def device_events(trace: Mapping[str, Any]) -> list[Event]:
    """Every activity of the device in the order in which they began, under its own name, and every
    operator that launched some, with their time together.

    An operator that has the name of a kernel is left out: Inductor records the launch of a Triton
    kernel under the kernel's own name. Empty if the device did nothing.
    """
    rows = [row for row in trace.get("traceEvents", ()) if row.get("ph") == "X" and "dur" in row]
    activities = [row for row in rows if row.get("cat") in _DEVICE]
    launched_by = _operators_of_launches(rows)
    kernels = {str(row["name"]) for row in activities}
    found: list[tuple[float, Event]] = []
    below: dict[int, tuple[Row, float]] = {}
    for row in activities:
        name, ns = str(row["name"]), float(row["dur"]) * 1e3
        found.append((float(row["ts"]), Event(name, ns, kernel=name)))
        for operator in launched_by.get(_correlation(row), ()):
            if operator["name"] not in kernels:
                before = below.get(id(operator), (operator, 0.0))[1]
                below[id(operator)] = operator, before + ns
    for operator, ns in below.values():
        found.append((float(operator["ts"]), Event(str(operator["name"]), ns)))
    return [event for _, event in sorted(found, key=lambda entry: entry[0])]


def _correlation(row: Row) -> Any:
    return row.get("args", {}).get("correlation")


def _operators_of_launches(rows: Sequence[Row]) -> dict[Any, tuple[Row, ...]]:
    """By correlation number, the operators around the launch, the outermost first."""
    threads: dict[tuple[Any, Any], list[Row]] = {}
    for row in rows:
        if row.get("cat") == "cpu_op" or row.get("cat") in _LAUNCHES:
            threads.setdefault((row.get("pid"), row.get("tid")), []).append(row)
    return {c: around for own in threads.values() for c, around in _nested(own)}


def _nested(thread: Sequence[Row]) -> Iterator[tuple[Any, tuple[Row, ...]]]:
    open_operators: list[Row] = []
    for row in sorted(thread, key=lambda row: (float(row["ts"]), -float(row["dur"]))):
        while open_operators and _end(open_operators[-1]) < float(row["ts"]):
            open_operators.pop()
        if row["cat"] == "cpu_op":
            open_operators.append(row)
        elif _correlation(row) is not None:
            yield _correlation(row), tuple(open_operators)


def _end(row: Row) -> float:
    return float(row["ts"]) + float(row["dur"])

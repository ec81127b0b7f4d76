"""What ran, from the XSpace that the profilers of JAX and TensorFlow write.

An XSpace (tsl/profiler/protobuf/xplane.proto) has planes: ``/host:CPU``, and ``/device:GPU:0`` and
the like where there is a device. A plane has lines, a line events, an event statistics. On a GPU
every stream is a line and an event has the name of the kernel; on a TPU the line ``XLA Ops`` has an
event for every instruction. What XLA ran carries the statistics ``hlo_op`` and ``hlo_module``; a
kernel of TensorFlow's own carries the ``node:Type`` it was launched for.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from opscope.compiler import Event

_DERIVED = ("XLA Modules", "XLA TraceMe", "Steps", "TensorFlow Ops", "TensorFlow Name Scope")
"""Lines that tell what others tell, or what contains it."""
_INSTRUCTION = re.compile(r"%?([\w.\-]+)(?: =|$)")
_EAGER = "EagerLocalExecute: "


@dataclass(frozen=True, kw_only=True)
class Raw:
    """One event as a profile has it; ``stats`` by name."""

    plane: str
    line: str
    name: str
    start_ns: float
    duration_ns: float
    stats: Mapping[str, Any]

    @property
    def on_device(self) -> bool:
        return self.plane.startswith("/device:") and self.line not in _DERIVED


@dataclass(frozen=True, kw_only=True)
class Placed:
    """An event that belongs to something: when it began and the XLA module it is part of."""

    start_ns: float
    module: str
    event: Event


def of_device(events: Iterable[Raw]) -> list[Placed]:
    """What devices did, in the order in which they began; empty where there is none.

    Streams are what counts on a GPU; only where a device has none (a TPU) its other lines do.
    """
    there = [raw for raw in events if raw.on_device]
    streams = [raw for raw in there if raw.line.startswith("Stream")]
    placed = [
        Placed(
            start_ns=raw.start_ns,
            module=str(raw.stats.get("hlo_module", "")),
            event=Event(_launched_for(raw), raw.duration_ns, kernel=raw.name),
        )
        for raw in streams or there
    ]
    return sorted(placed, key=lambda entry: entry.start_ns)


def _launched_for(raw: Raw) -> str:
    """The HLO instruction or graph node of a device's event; its own name if none is told."""
    stats = raw.stats
    if stats.get("hlo_op"):
        return str(stats["hlo_op"])
    node = stats.get("tf_op") or str(stats.get("kernel_annotation", "")).rpartition("::")[2]
    if node:
        return _without_type(str(node))
    match = _INSTRUCTION.match(raw.name)
    return match[1] if match and raw.name.startswith("%") else raw.name


def of_host(events: Iterable[Raw], *, only_xla: bool) -> list[Placed]:
    """What the host ran: XLA's instructions, and unless ``only_xla`` TensorFlow's nodes and eager
    operations besides."""
    placed = []
    for raw in events:
        if raw.plane.startswith("/device:"):
            continue
        name = raw.stats.get("hlo_op")
        if name is None and only_xla:
            continue
        if name is None:
            name = _without_type(raw.name.removeprefix(_EAGER))
        module = str(raw.stats.get("hlo_module", ""))
        event = Event(str(name), raw.duration_ns)
        placed.append(Placed(start_ns=raw.start_ns, module=module, event=event))
    return sorted(placed, key=lambda entry: entry.start_ns)


def _without_type(name: str) -> str:
    return name.rpartition(":")[0] or name  # node:Type


def with_modules(found: Sequence[Placed]) -> Iterator[Event]:
    """Each event, and after each run of a module the module's. A run ends where another module
    begins, or where an instruction comes again (loops end runs early: their module then counts as
    several)."""
    module, total, before = "", 0.0, ""
    seen: set[str] = set()
    for placed in found:
        name, of = placed.event.name, placed.module
        again = name in seen and name != before  # one instruction may take several kernels
        if of != module or again:
            if module:
                yield Event(module, total)
            total = 0.0
            seen.clear()
        module, total = of, total + placed.event.duration_ns
        seen.add(name)
        before = name
        yield placed.event
    if module:
        yield Event(module, total)

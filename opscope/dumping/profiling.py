"""Time per kernel: events of a framework's profiler joined to the kernels of the same executable.

A profiled run is one of its own and never the timed one: profilers slow small kernels down, and
some of them not all alike. So both walls are told, with and without the profiler, and the share of
the profiled wall that no kernel accounts for.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from statistics import median
from typing import Any

from opscope import facts
from opscope.dumping.dump import as_error, worker_request
from opscope.dumping.request import Request
from opscope.errors import NotAvailableError
from opscope.records import Artifact, Kernel
from opscope.worker.parent import WorkerFailure, WorkerPool


@dataclass(frozen=True, kw_only=True)
class Profiled:
    """``kernels`` carry ``time_ns`` for all their launches in one call, where events were found.

    ``unattributed`` is the share of ``traced_ns``, the wall of a profiled call, that is in no
    kernel of the list: dispatch, waiting, and work that the list does not know.
    """

    kernels: tuple[Kernel, ...]
    unattributed: float
    traced_ns: float
    plain_ns: float
    calls: int


def profile(wanted: Request) -> Profiled:
    """Compile, run and profile in a worker of its own.

    Raises NotAvailableError where the kernels cannot be told or nothing can be run.
    """
    if wanted.registry.compiler(wanted.compiler.name).targets and not _runs(wanted):
        raise NotAvailableError(f"{wanted.target} is only compiled for: nothing to profile")
    options = wanted.options
    flags = {**wanted.compiler.profile_flags, **options.settings.flags}
    settings = replace(options.settings, flags=flags)
    wanted = replace(wanted, options=replace(options, settings=settings))
    with WorkerPool(
        timeout_s=options.timeout_s, memory_limit_bytes=options.memory_limit_bytes
    ) as pool:
        try:
            answer = worker_request(pool, wanted, "profile", folder=str(pool.scratch / "inputs"))
        except WorkerFailure as error:
            raise as_error(error) from error
    artifacts = [Artifact(**artifact) for artifact in answer["artifacts"]]
    found = facts.kernels_of(artifacts, wanted.registry)
    if isinstance(found, str):
        raise NotAvailableError(f"the kernels are not known: {found}")
    return joined(found, answer, wanted.compiler.event_name)


def _runs(wanted: Request) -> bool:
    return wanted.target.split(":")[0] in wanted.compiler.targets


def joined(
    kernels: Sequence[Kernel], answer: Mapping[str, Any], event_name: Callable[[str], str]
) -> Profiled:
    """Give each kernel the time of its events: the median over calls.

    Kernels that share an event name take its events in turn, if there are as many in each call as
    the kernels are launched; else all take an equal part, and say so.
    """
    calls = answer["calls"]
    sharing: dict[str, list[int]] = {}
    for index, kernel in enumerate(kernels):
        sharing.setdefault(event_name(kernel.name), []).append(index)
    timed = list(kernels)
    for name, indices in sharing.items():
        durations = answer["events"].get(name)
        if not durations:
            continue
        launches = sum(kernels[i].launches for i in indices)
        if len(durations) == launches * calls:
            _in_turn(timed, indices, durations, calls)
        else:
            each = sum(durations) / calls / launches
            for i in indices:
                note = f"{len(durations) / calls:g} events a call, {launches} launches known"
                time_ns = each * kernels[i].launches
                timed[i] = replace(kernels[i], time_ns=time_ns, notes=(*kernels[i].notes, note))
    attributed = sum(kernel.time_ns or 0.0 for kernel in timed)
    return Profiled(
        kernels=tuple(timed),
        unattributed=max(0.0, 1.0 - attributed / answer["traced_ns"]),
        traced_ns=answer["traced_ns"],
        plain_ns=answer["plain_ns"],
        calls=calls,
    )


def _in_turn(
    timed: list[Kernel], indices: Sequence[int], durations: Sequence[float], calls: int
) -> None:
    per_call = len(durations) // calls
    start = 0
    for i in indices:
        n = timed[i].launches
        sums = [
            sum(durations[call * per_call + start : call * per_call + start + n])
            for call in range(calls)
        ]
        timed[i] = replace(timed[i], time_ns=median(sums))
        start += n

"""Time per kernel: events of a framework's profiler joined to the kernels of the same executable.

A profiled run is one of its own and never the timed one: profilers slow small kernels down, and
some of them not all alike. So both walls are told, with and without the profiler, and the share of
the profiled wall that no kernel accounts for.
"""

from __future__ import annotations

from dataclasses import replace

from opscope import facts
from opscope.dumping.dump import as_error, worker_request
from opscope.dumping.request import Request
from opscope.errors import NotAvailableError
from opscope.measuring.launched import Profiled, joined
from opscope.records import Artifact
from opscope.worker.parent import WorkerFailure, WorkerPool


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
    if isinstance(found, str) and not answer["device"]:
        raise NotAvailableError(f"the kernels are not known: {found}")
    known = () if isinstance(found, str) else found
    return joined(known, answer, wanted.compiler.event_name)


def _runs(wanted: Request) -> bool:
    return wanted.target.split(":")[0] in wanted.compiler.targets

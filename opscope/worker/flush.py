"""Emptying the caches between two calls, so that the second one starts cold."""

from __future__ import annotations

import os
import threading
from collections.abc import Callable
from typing import Any

from opscope import machine
from opscope.compiler import Frontend, Settings

CACHES_OVER = 2
DEVICE_BYTES = 256 * 2**20
"""More than four times the L2 of any current GPU (H100 50 MB, B200 126 MB)."""


def flusher(frontend: Frontend, settings: Settings) -> Callable[[], None]:
    """A function after whose call the caches hold nothing of what was there before.

    On a CPU every core that may be used writes twice the last-level cache, so that private caches
    are emptied as well; on a device one framework operation reads and writes more than its L2.
    """
    if settings.target.split(":")[0] == "cpu":
        return _host_flusher(threads=settings.threads or machine.available_cores())
    return _device_flusher(frontend, settings)


def _host_flusher(threads: int) -> Callable[[], None]:
    import numpy as np

    cores = sorted(os.sched_getaffinity(0))[:threads] if hasattr(os, "sched_getaffinity") else []
    share = bytes_per_core(machine.facts().get("caches", []), max(1, len(cores)))
    buffers = [np.zeros(share // 8, np.int64) for _ in range(max(1, len(cores)))]
    if len(cores) < 2:
        return lambda: _touch(buffers[0], None)

    def flush() -> None:
        tasks = [
            threading.Thread(target=_touch, args=(buffer, core))
            for buffer, core in zip(buffers, cores, strict=True)
        ]
        for task in tasks:
            task.start()
        for task in tasks:
            task.join()

    return flush


def bytes_per_core(caches: list[dict[str, Any]], cores: int) -> int:
    """What each core has to write so that all caches, the shared ones too, are written twice."""
    data = [c for c in caches if c["type"] != "instruction"] or [{"bytes": 2**25, "shared_by": 1}]
    shares = [cache["bytes"] / min(cores, max(1, cache["shared_by"])) for cache in data]
    return int(CACHES_OVER * max(shares))


def _touch(buffer: Any, core: int | None) -> None:
    """Read and write every line of ``buffer`` on ``core``: pid 0 is the calling thread."""
    if core is not None:
        os.sched_setaffinity(0, [core])
    buffer += 1


def _device_flusher(frontend: Frontend, settings: Settings) -> Callable[[], None]:
    start = device_flush(frontend, settings)
    return lambda: frontend.wait(start())


def device_flush(frontend: Frontend, settings: Settings) -> Callable[[], Any]:
    """A function that starts, without waiting, what empties the caches of a device; it returns a
    tensor that can be waited for."""
    import numpy as np

    buffer = frontend.tensor(np.zeros(DEVICE_BYTES // 4, np.float32), "float32", settings)
    return lambda: buffer + buffer

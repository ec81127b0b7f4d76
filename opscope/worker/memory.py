"""How much memory one call takes on the host."""

from __future__ import annotations

import ctypes
from collections.abc import Callable
from pathlib import Path

STATUS = Path("/proc/self/status")
CLEAR_REFS = Path("/proc/self/clear_refs")


def peak_of_call(call: Callable[[], object]) -> int | None:
    """Bytes by which the resident set rises above its level before ``call``, at its highest.

    The high-water mark is reset first (proc_pid_clear_refs(5), value 5) and free heap given back,
    so that memory a compiler used before does not count. None where the kernel does not tell.
    """
    try:
        ctypes.CDLL(None).malloc_trim(0)
        CLEAR_REFS.write_text("5")
        before = _status_bytes("VmRSS")
        call()
        return max(0, _status_bytes("VmHWM") - before)
    except (OSError, AttributeError, KeyError):
        return None


def _status_bytes(field: str) -> int:
    for line in STATUS.read_text().splitlines():
        if line.startswith(field + ":"):
            return int(line.split()[1]) * 1024
    raise KeyError(field)

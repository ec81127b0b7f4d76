"""The worker's malloc: what keeps buffers of several MiB from being given back after every call.

With glibc's defaults a freed buffer above a moving threshold is unmapped, so each call faults its
pages in again: up to a thousand faults a call were seen, and times that differ by 60% between two
equal processes. ``tuned`` keeps freed memory and asks for huge pages where the kernel lets a
process choose (``madvise``). It is the same for every framework, goes into the record, and
``default`` leaves the process as a user's.
"""

from __future__ import annotations

import ctypes
import os
from collections.abc import Callable
from typing import Any

ALLOCATORS = ("tuned", "default")

# <malloc.h>: mallopt(3)
_TRIM_THRESHOLD, _TOP_PAD, _MMAP_MAX, _ARENA_MAX = -1, -2, -4, -8

TOP_PAD_BYTES = 64 * 2**20


def environment(allocator: str) -> dict[str, str]:
    """What must be set before the process starts: glibc reads its tunables once (2.35 or later
    knows this one; older ones ignore it)."""
    if allocator != "tuned":
        return {}
    ours = "glibc.malloc.hugetlb=1"
    others = [t for t in os.environ.get("GLIBC_TUNABLES", "").split(":") if t]
    kept = [t for t in others if not t.startswith("glibc.malloc.hugetlb=")]
    return {"GLIBC_TUNABLES": ":".join([*kept, ours])}


def apply(
    allocator: str, threads: int, load: Callable[[None], Any] = ctypes.CDLL
) -> dict[str, Any]:
    """Set this process's malloc; returns what was accepted, for the record.

    One arena only where one thread runs: threads that share it would wait for each other.
    """
    if allocator != "tuned":
        return {"allocator": "default"}
    mallopt = getattr(load(None), "mallopt", None)
    if mallopt is None:
        return {"allocator": "default", "reason": "this C library has no mallopt"}
    wanted = {
        "mmap_max": (_MMAP_MAX, 0),
        "trim_threshold_bytes": (_TRIM_THRESHOLD, 2**31 - 1),
        "top_pad_bytes": (_TOP_PAD, TOP_PAD_BYTES),
    }
    if threads == 1:
        wanted["arena_max"] = (_ARENA_MAX, 1)
    accepted = {name: value for name, (key, value) in wanted.items() if mallopt(key, value) == 1}
    hugetlb = "hugetlb=1" in os.environ.get("GLIBC_TUNABLES", "")
    return {"allocator": "tuned", **accepted, "huge_pages_asked_for": hugetlb}


def give_back() -> bool:
    """Return free heap to the kernel, so that what is allocated next gets other pages; whether
    that is possible here."""
    trim = getattr(ctypes.CDLL(None), "malloc_trim", None)
    if trim is None:
        return False
    trim(0)
    return True

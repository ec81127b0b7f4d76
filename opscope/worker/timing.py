"""The clock: how many calls make a sample, and one block of them. No statistics here.

A sample is the mean over enough consecutive calls that the clock (about 60 ns a reading) is far
below 1% of it; talking to the parent happens outside. The order in which compilers take their
turns is the parent's business (:mod:`opscope.measuring.run`).
"""

from __future__ import annotations

import gc
import math
import resource
import time
from collections.abc import Callable
from dataclasses import dataclass

from opscope.compiler import Loop

MAX_ITERATIONS = 1 << 20
SMALL_CALL_NS = 50e3
"""Below this a call is small: it is over before a second thread could take part."""
SETTLE_NS = 10e6
"""How long threads may take to find their cores after another process ran on them: until the
kernel balances its load, two of them can share a core while the other one idles (seen: calls of
0.9 ms that took 2.9 ms for 5 to 10 ms)."""
CALM_BLOCKS, SETTLED = 2, 0.9
"""Calls have settled when so many blocks in a row bring no less than this share of the time."""


@dataclass(frozen=True)
class Block:
    """One sample. Totals over ``iterations`` calls: wall time, CPU time of all threads, faults."""

    iterations: int
    wall_ns: int
    cpu_ns: int
    page_faults: int
    involuntary_switches: int


def time_block(loop: Loop, iterations: int, warm: int = 1, settle_ns: float = 0.0) -> Block:
    """``warm`` untimed calls, then ``iterations`` timed ones, the collector off. With ``settle_ns``
    untimed calls go on for so long, unless they turn out to be small."""
    if warm:
        loop(warm)
    if settle_ns:
        _settle(loop, settle_ns)
    collecting = gc.isenabled()
    gc.disable()
    try:
        before = resource.getrusage(resource.RUSAGE_SELF)
        cpu = time.process_time_ns()
        wall = time.perf_counter_ns()
        loop(iterations)
        wall = time.perf_counter_ns() - wall
        cpu = time.process_time_ns() - cpu
        after = resource.getrusage(resource.RUSAGE_SELF)
    finally:
        if collecting:
            gc.enable()
    return Block(
        iterations=iterations,
        wall_ns=wall,
        cpu_ns=cpu,
        page_faults=after.ru_minflt - before.ru_minflt,
        involuntary_switches=after.ru_nivcsw - before.ru_nivcsw,
    )


def _settle(loop: Loop, settle_ns: float) -> None:
    began = time.perf_counter_ns()
    while True:
        before = time.perf_counter_ns()
        loop(1)
        now = time.perf_counter_ns()
        if now - before < SMALL_CALL_NS or now - began >= settle_ns:
            return


def time_cold(loop: Loop, flush: Callable[[], None], iterations: int) -> Block:
    """``iterations`` single calls, each after ``flush`` has emptied the caches outside its time."""
    loop(1)
    blocks = []
    for _ in range(iterations):
        flush()
        blocks.append(time_block(loop, 1, warm=0))
    return Block(
        iterations=iterations,
        wall_ns=sum(block.wall_ns for block in blocks),
        cpu_ns=sum(block.cpu_ns for block in blocks),
        page_faults=sum(block.page_faults for block in blocks),
        involuntary_switches=sum(block.involuntary_switches for block in blocks),
    )


def calibrate(loop: Loop, target_ns: float, settle_ns: float = 0.0) -> tuple[int, float]:
    """``(iterations, call_ns)``: how many calls take about ``target_ns``; at least one.

    The count grows until a block is long enough to be trusted. Then blocks of the count so far
    found are timed for as long as calls become clearly faster: the first milliseconds of a process
    (threads that start, caches that fill) are up to seven times slower than what follows.
    """
    loop(2)
    if settle_ns:
        _settle(loop, settle_ns)
    iterations = 1
    while True:
        wall_ns = time_block(loop, iterations, warm=0).wall_ns
        if wall_ns > target_ns / 4 or iterations >= MAX_ITERATIONS:
            break
        iterations *= 4
    call_ns = max(1.0, wall_ns / iterations)
    repeats = 0
    while repeats < CALM_BLOCKS and call_ns < target_ns:
        iterations = _filling(target_ns, call_ns)
        again_ns = time_block(loop, iterations, warm=0).wall_ns / iterations
        repeats = 0 if again_ns < SETTLED * call_ns else repeats + 1
        call_ns = max(1.0, min(call_ns, again_ns))
    return _filling(target_ns, call_ns), call_ns


def _filling(target_ns: float, call_ns: float) -> int:
    return min(MAX_ITERATIONS, max(1, math.ceil(target_ns / call_ns)))

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


@dataclass(frozen=True)
class Block:
    """One sample. Totals over ``iterations`` calls: wall time, CPU time of all threads, faults."""

    iterations: int
    wall_ns: int
    cpu_ns: int
    page_faults: int
    involuntary_switches: int


def time_block(loop: Loop, iterations: int, warm: int = 1) -> Block:
    """``warm`` untimed calls, then ``iterations`` timed ones, the collector off."""
    if warm:
        loop(warm)
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


def calibrate(loop: Loop, target_ns: float) -> tuple[int, float]:
    """``(iterations, call_ns)``: how many calls take about ``target_ns``; at least one.

    The count grows until a block is long enough to be trusted; the fastest of three blocks decides,
    because a cold or disturbed block would make the samples too short.
    """
    loop(2)
    iterations = 1
    while True:
        wall_ns = time_block(loop, iterations, warm=0).wall_ns
        if wall_ns > target_ns / 4 or iterations >= MAX_ITERATIONS:
            break
        iterations *= 4
    if wall_ns < target_ns:
        wall_ns = min(wall_ns, *(time_block(loop, iterations, warm=0).wall_ns for _ in range(2)))
    call_ns = max(1.0, wall_ns / iterations)
    return min(MAX_ITERATIONS, max(1, math.ceil(target_ns / call_ns))), call_ns

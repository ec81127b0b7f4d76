"""Does opscope's clock agree with a loop that anybody would write? Same process, in turn.

Run as ``python -m tests.study.agreement COMPILER THREADS``; prints one JSON object a line. The
process is set up as a worker is (threads, malloc): else buffers that are given back to the system
after some calls and not after others make two equal loops differ by several per cent.
"""

from __future__ import annotations

import json
import os
import sys
import tempfile
import time
from collections.abc import Callable
from pathlib import Path
from statistics import median
from typing import Any

from opscope.compiler import Settings
from opscope.measuring.subject import operator_message
from opscope.nouns import Case, Params
from opscope.registry import Registry
from opscope.verdicts.verdict import order_interval
from opscope.worker import allocator, wire
from opscope.worker.data import write_case
from opscope.worker.service import Service

CASES: dict[str, dict[str, int]] = {
    "layernorm": {"rows": 1024, "features": 1024},
    "softmax": {"rows": 1024, "features": 1024},
    "matmul": {"m": 512, "n": 512, "k": 512},
    "gelu": {"size": 1},  # as small as a call can be: a few microseconds
}
PAIRS, BLOCK_NS, ALPHA = 600, 10e6, 0.05


def bare(call: Callable[..., Any], arguments: tuple[Any, ...], wait: Any, n: int) -> float:
    """Nanoseconds of one call, by hand."""
    if wait is None:
        began = time.perf_counter_ns()
        for _ in range(n):
            call(*arguments)
        return (time.perf_counter_ns() - began) / n
    began = time.perf_counter_ns()
    for _ in range(n):
        call(*arguments).block_until_ready()
    return (time.perf_counter_ns() - began) / n


def warm_up(call: Callable[..., Any], arguments: tuple[Any, ...], wait: Any) -> None:
    """10 ms of calls."""
    began = time.perf_counter()
    while time.perf_counter() - began < 0.01:
        bare(call, arguments, wait, 1)


def main(compiler: str, threads: int) -> None:
    if threads and hasattr(os, "sched_setaffinity"):
        os.sched_setaffinity(0, sorted(os.sched_getaffinity(0))[:threads])
    allocator.apply("tuned", threads)
    registry, settings = Registry(), Settings(target="cpu", threads=threads)
    path = str(registry.path("compilers", compiler))
    service = Service(path, settings)
    for name, params in CASES.items():
        source, case = registry.operator(name), Case(name, Params(**params))
        with tempfile.TemporaryDirectory() as folder:
            write_case(source.operator, case, Path(folder))
            arguments: dict[str, Any] = {
                "operator": operator_message(source),
                "case": wire.case_to_json(case),
                "compiler_path": path,
                "flags": {},
                "folder": folder,
            }
            service.do_prepare(key=name, lean=True, **arguments)
        call, inputs = service.executable(name)
        wait = None if compiler.startswith("torch") else "block_until_ready"
        n = service.do_calibrate(name, BLOCK_NS)["iterations"]
        ours, theirs = [], []
        for pair in range(PAIRS):
            for turn in (0, 1) if pair % 2 else (1, 0):
                warm_up(call, inputs, wait)
                if turn:
                    ours.append(service.do_time(name, n)["wall_ns"] / n)
                else:
                    theirs.append(bare(call, inputs, wait, n))
        ratios = [a / b for a, b in zip(ours, theirs, strict=True)]
        low, high = order_interval(ratios, ALPHA)
        found = {"operator": name, "compiler": compiler, "threads": threads, "calls": n}
        found |= {"opscope_ns": median(ours), "bare_ns": median(theirs), "pairs": PAIRS}
        print(json.dumps({**found, "ratio": median(ratios), "low": low, "high": high}))


if __name__ == "__main__":
    main(sys.argv[1], int(sys.argv[2]))

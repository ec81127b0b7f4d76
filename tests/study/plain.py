"""What a user writes without opscope: the call of one side, in a process of its own.

Run as ``python plain.py timer`` it prints the medians of torch.utils.benchmark's Timer; collected
by pytest it is a pytest-benchmark file. The sides come from the environment variable STUDY.
"""

from __future__ import annotations

import json
import os
import sys
from collections.abc import Callable
from typing import Any

CALLS = 10
"""Calls in one measured function where a tenth more of them is what is planted."""


def call_of(side: dict[str, Any], threads: int) -> Callable[[], object]:
    """One waited-for call (or ten) of a side."""
    if threads and hasattr(os, "sched_setaffinity"):
        os.sched_setaffinity(0, sorted(os.sched_getaffinity(0))[:threads])
    import numpy as np

    from opscope.nouns import Case, Params
    from opscope.registry import Registry

    operator = Registry().operator(side["operator"]).operator
    case = Case(side["operator"], Params(**side["params"]))
    rng = np.random.default_rng(0)
    arrays = [
        spec.fill(rng, spec.shape).astype("float32") for spec in operator.inputs(case).values()
    ]
    framework = side["compiler"].partition("-")[0]
    function: Any = operator.implementations[framework](case)
    once = {"torch": _torch, "jax": _jax}[framework](side["compiler"], function, arrays, threads)
    if not side["repeated"]:
        return once
    calls = round(CALLS * side["calls"])

    def several() -> None:
        for _ in range(calls):
            once()

    return several


def _torch(
    compiler: str, function: Callable[..., Any], arrays: list[Any], threads: int
) -> Callable[[], object]:
    import torch

    if threads:
        torch.set_num_threads(threads)
    tensors = [torch.from_numpy(array) for array in arrays]
    if compiler == "torch-inductor":
        function = torch.compile(function)
    return lambda: function(*tensors)


def _jax(
    compiler: str, function: Callable[..., Any], arrays: list[Any], threads: int
) -> Callable[[], object]:
    import jax

    placed = [jax.numpy.asarray(array) for array in arrays]
    compiled = jax.jit(function)
    return lambda: compiled(*placed).block_until_ready()


def _study() -> dict[str, Any]:
    study: dict[str, Any] = json.loads(os.environ["STUDY"])
    return study


def pytest_generate_tests(metafunc: Any) -> None:
    metafunc.parametrize("side", ["A", "B"])


def test_side(benchmark: Any, side: str) -> None:
    study = _study()
    call = call_of(study[side], study["threads"])
    call()
    benchmark(call)


def _timer() -> None:
    from torch.utils.benchmark import Timer

    study = _study()
    medians = {}
    for side in ("A", "B"):
        call = call_of(study[side], study["threads"])
        call()
        # Timer sets the number of threads itself, to 1 unless told otherwise
        threads = study["threads"] or len(os.sched_getaffinity(0))
        timer = Timer("call()", globals={"call": call}, num_threads=threads)
        medians[side] = timer.blocked_autorange().median
    print(json.dumps(medians))


if __name__ == "__main__" and sys.argv[1:] == ["timer"]:
    _timer()

"""Samples measured elsewhere, entered into pytest-benchmark through its public API."""

from __future__ import annotations

from typing import Any


class ReplayedClock:
    """A timer that reads 0 at the start of a pytest-benchmark round and the sample at its end."""

    __name__ = "opscope.worker"

    def __init__(self) -> None:
        self.now_s = 0.0
        self.reads = 0

    def __call__(self) -> float:
        self.reads += 1
        return self.now_s

    def replay(self, benchmark: Any, samples_s: list[float]) -> None:
        """Enter ``samples_s`` as the rounds of ``benchmark``."""
        remaining = iter(samples_s)

        def rewind() -> None:
            self.now_s = 0.0

        def call() -> None:
            self.now_s = next(remaining, samples_s[-1])

        before = self.reads
        benchmark.pedantic(call, setup=rewind, rounds=len(samples_s))
        if benchmark.enabled and self.reads - before != 2 * len(samples_s):
            raise RuntimeError("this pytest-benchmark does not read its timer twice a round")

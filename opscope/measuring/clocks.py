"""The clock of what is being measured, round by round: read only, nothing is ever set.

On a CPU it is read after each round. A GPU lowers its clock within milliseconds of becoming idle
or hot, so there a thread reads it while a block runs.
"""

from __future__ import annotations

import ctypes
import threading
from collections.abc import Callable, Iterator, Sequence
from contextlib import ExitStack, contextmanager
from statistics import median
from typing import Any

from opscope import attached, machine, nvml
from opscope.verdicts import alarms

INTERVAL_S = 0.002

Reading = tuple[float | None, list[str]]
"""A clock in MHz, and the reasons for which it is not higher."""


class Sampler:
    """Reads one GPU's clock in the background, but only while a block runs."""

    def __init__(self, read: Callable[[], Reading], interval_s: float = INTERVAL_S) -> None:
        self._read, self._interval_s = read, interval_s
        self._stop = threading.Event()
        self._lock = threading.Lock()
        self._running = threading.Event()
        self._readings: list[Reading] = []
        self._thread = threading.Thread(target=self._sample, daemon=True)

    def __enter__(self) -> Sampler:
        self._thread.start()
        return self

    def __exit__(self, *_: object) -> None:
        self._stop.set()
        self._running.set()
        self._thread.join()

    def _sample(self) -> None:
        while self._running.wait() and not self._stop.is_set():
            reading = self._read()
            with self._lock:
                self._readings.append(reading)
            self._stop.wait(self._interval_s)

    @contextmanager
    def block(self) -> Iterator[list[Reading]]:
        """The readings of a block, to be looked at after it: at least one, taken at its end."""
        readings: list[Reading] = []
        with self._lock:
            self._readings = readings
        self._running.set()
        try:
            yield readings
        finally:
            self._running.clear()
            last = self._read()
            with self._lock:
                self._readings = []
                readings.append(last)


@contextmanager
def sampling(target: str, load: Callable[[str], Any] = ctypes.CDLL) -> Iterator[Sampler | None]:
    """A sampler of the target's GPU; None where it is none or the driver does not answer."""
    with ExitStack() as stack:
        library = None
        if target.partition(":")[0] == "cuda":
            library = stack.enter_context(nvml.opened(load))
        index = attached.gpu_index(target, nvml.gpu_facts(library)) if library else None
        if library is None or index is None:
            yield None
            return
        yield stack.enter_context(Sampler(lambda: nvml.sm_clock(library, index)))


class CaseClock:
    """What the clock did in each round of one case, and which rounds count.

    ``default_mhz`` is the clock that a GPU runs at unless something holds it back; without one the
    highest of the rounds is the measure.
    """

    def __init__(
        self,
        target: str,
        read: Callable[[str], float | None] = machine.clock_mhz,
        sampler: Sampler | None = None,
        default_mhz: float | None = None,
    ) -> None:
        self._target, self._read, self._sampler = target, read, sampler
        self.default_mhz = default_mhz
        self.rounds_mhz: list[float | None] = []
        self._blocks_mhz: list[float] = []
        self._reasons: set[str] = set()
        self.discarded = 0

    @contextmanager
    def block(self) -> Iterator[None]:
        """One sample of one compiler is taken."""
        if self._sampler is None:
            yield
            return
        with self._sampler.block() as readings:
            yield
        known = [mhz for mhz, _ in readings if mhz is not None]
        self._reasons.update(reason for _, reasons in readings for reason in reasons)
        if known:
            self._blocks_mhz.append(median(known))

    def end_round(self) -> None:
        """All compilers had their turn: the round's clock is that of the slowest block."""
        if self._sampler is not None:
            self.rounds_mhz.append(min(self._blocks_mhz, default=None))
        else:
            self.rounds_mhz.append(self._read(self._target.partition(":")[0]))
        self._blocks_mhz = []

    def at_speed(self) -> list[bool]:
        """For each round whether it counts. Where a power cap alone keeps most rounds below the
        default, that is how the card runs under this load: the highest round is the measure."""
        keep = alarms.at_speed(self.rounds_mhz, self.default_mhz)
        if 2 * sum(keep) < len(keep) and self._reasons == {nvml.POWER_CAP}:
            keep = alarms.at_speed(self.rounds_mhz)
        return keep

    def told(self) -> dict[str, Any]:
        """For the records: the median clock, the default, what held it back, rounds left out."""
        known = [mhz for mhz in self.rounds_mhz if mhz is not None]
        told: dict[str, Any] = {"clock_mhz": median(known)} if known else {}
        if self.default_mhz is not None:
            told["default_clock_mhz"] = self.default_mhz
        if self._reasons:
            told["slowed_by"] = sorted(self._reasons)
        if self.discarded:
            told["discarded_rounds"] = self.discarded
        return told


def default_mhz(target: str, gpus: Sequence[dict[str, Any]]) -> float | None:
    """The SM clock that the target's GPU runs at by default; None for what is no such GPU."""
    index = attached.gpu_index(target, gpus)
    if index is None:
        return None
    gpu = gpus[index]
    mhz = gpu.get("default_sm_mhz") or gpu.get("max_sm_mhz")
    return None if mhz is None else float(mhz)

"""Each alarm: raised by what it is for, and silent otherwise. Readings are synthetic here; the same
alarms on real frameworks are in test_pitfalls*.py."""

from __future__ import annotations

import math
import os
import random
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st

from opscope import machine
from opscope.records import Accuracy, Alarm, Kernel, Measurement, Record, Status
from opscope.verdicts import alarms
from opscope.verdicts.alarms import BARRING, Doubt
from opscope.verdicts.roofline import Position
from opscope.worker import timing


def measurement(share: float = 1.0, time_ns: float = 1e6, n: int = 12) -> Measurement:
    return Measurement(samples_ns=(time_ns,) * n, iterations=1, cpu_ns=(time_ns * share,) * n)


def record(compiler: str, error: float = 0.0, time_ns: float = 1e6) -> Record:
    return Record(
        operator="op",
        case="c",
        compiler=compiler,
        frontend="torch",
        target="cpu",
        status=Status.OK,
        accuracy=Accuracy(error=error, tolerance=8e-5),
        measurement=measurement(time_ns=time_ns),
    )


def kind(alarm: Alarm | None) -> str:
    return alarm.kind if alarm else ""


def test_a_thread_that_waits_for_its_core_is_contended() -> None:
    assert kind(alarms.contended(measurement(0.5), {}, cores=2, threads=1)) == "contended"
    assert alarms.contended(measurement(0.97), {}, cores=2, threads=1) is None
    # several threads may well idle: the share tells nothing about them
    assert alarms.contended(measurement(0.5), {}, cores=2, threads=2) is None


def test_busy_others_are_contention_only_beyond_the_spare_cores() -> None:
    one, two = {"others_cores": 1.0}, {"others_cores": 1.6}
    assert alarms.contended(measurement(), one, cores=2, threads=1) is None
    assert kind(alarms.contended(measurement(), two, cores=2, threads=1)) == "contended"
    assert kind(alarms.contended(measurement(), one, cores=2, threads=2)) == "contended"


def test_steal_and_a_container_limit_are_contention_with_their_evidence() -> None:
    stolen = alarms.contended(measurement(), {"steal": 0.2}, cores=2, threads=1)
    assert stolen is not None
    assert "20%" in stolen.evidence
    limited = alarms.contended(measurement(), {"quota_throttled_us": 5e5}, cores=2, threads=1)
    assert limited is not None
    assert "0.5 s" in limited.evidence


@contextmanager
def spinning(core: int) -> Iterator[None]:
    code = f"import os; os.sched_setaffinity(0, [{core}])\nwhile True: pass"
    process = subprocess.Popen([sys.executable, "-c", code])
    try:
        time.sleep(0.2)
        yield
    finally:
        process.kill()
        process.wait()


def test_a_busy_process_on_the_same_core_is_noticed() -> None:
    """The check of the method: real readings, taken while another process spins on our core."""
    cores = os.sched_getaffinity(0)
    core = min(cores)

    def work(n: int) -> None:
        sum(range(20_000 * n))

    try:
        os.sched_setaffinity(0, [core])
        with spinning(core):
            blocks = [timing.time_block(work, 100) for _ in range(8)]
    finally:
        os.sched_setaffinity(0, cores)
    found = Measurement(
        samples_ns=tuple(float(b.wall_ns) for b in blocks),
        iterations=1,
        cpu_ns=tuple(float(b.cpu_ns) for b in blocks),
    )
    assert kind(alarms.contended(found, {}, cores=1, threads=1)) == "contended"


def test_a_busy_process_shows_between_two_snapshots() -> None:
    core = min(os.sched_getaffinity(0))
    with spinning(core):
        before = machine.snapshot()
        time.sleep(0.5)
        changed = machine.between(before, machine.snapshot())
    assert changed["others_cores"] > 0.3


def test_throttling_is_told_with_its_evidence() -> None:
    assert alarms.throttled({"throttles": 0, "clock_ratio": 0.5}) is None  # idle again
    assert kind(alarms.throttled({"throttles": 3})) == "throttled"
    assert kind(alarms.throttled({}, slow_rounds=8, rounds=12)) == "throttled"
    hot = ["software power cap", "hardware thermal slowdown"]
    gpu = alarms.throttled({}, [{"slowed_by": []}, {"slowed_by": hot}])
    assert gpu is not None
    assert gpu.evidence == "GPU 1 was held back: hardware thermal slowdown"
    assert alarms.throttled({}, [{"slowed_by": ["software power cap"]}]) is None


def test_a_round_at_a_low_clock_is_told_from_the_others() -> None:
    clocks = [2000.0, 1900.0, 1400.0, None, 2000.0]
    assert alarms.at_speed(clocks) == [True, True, False, True, True]
    assert alarms.at_speed([None, None]) == [True, True]


def kernel(flops: int | None, launches: int = 1) -> Kernel:
    return Kernel(name="k", kind="generated", flops=flops, launches=launches)


def test_a_dead_product_is_missed() -> None:
    assert kind(alarms.eliminated(10**9, 10**6, [kernel(10**6)])) == "eliminated"
    assert alarms.eliminated(10**9, 10**6, [kernel(10**9)]) is None
    assert alarms.eliminated(10**9, 10**6, [kernel(5 * 10**8, launches=2)]) is None


def test_uncounted_kernels_are_no_evidence_of_elimination() -> None:
    assert alarms.eliminated(10**9, 10**6, [kernel(10), kernel(None)]) is None
    assert alarms.eliminated(10**9, 10**6, None) is None


def test_an_operator_that_only_moves_data_cannot_lose_its_arithmetic() -> None:
    assert alarms.eliminated(100, 400, [kernel(0)]) is None
    assert alarms.eliminated(0, 400, [kernel(0)]) is None


def test_a_large_constant_is_folding() -> None:
    assert kind(alarms.folded(4 * 512 * 512, 4 * 512 * 512)) == "folded"
    assert alarms.folded(1024, 2048) is None
    assert alarms.folded(8192, 2**20) is None


def test_statuses_decide_a_record_and_doubts_only_mark_it() -> None:
    ok = record("a")
    changed = alarms.with_alarms(ok, [None, alarms.mutates_input(["x"])])
    assert changed.status is Status.MUTATES_INPUT
    assert "x" in changed.reason
    assert alarms.barred(changed) == "mutates-input"
    doubtful = alarms.with_alarms(ok, [alarms.contended(measurement(0.2), {}, 1, 1)])
    assert doubtful.status is Status.OK
    assert alarms.barred(doubtful) == "contended"
    assert alarms.with_alarms(ok, [None]) is ok
    assert alarms.barred(ok) == ""
    assert alarms.barred(replace(ok, measurement=None)) == "not timed"


@pytest.mark.parametrize("doubt", list(Doubt))
def test_every_kind_bars_or_is_a_status_or_is_only_for_the_reader(doubt: Doubt) -> None:
    only_told = {Doubt.BIMODAL, Doubt.WARM_CACHE, Doubt.DENORMAL, Doubt.OUTPUT_TYPE}
    status = alarms.status_of(Alarm(kind=doubt.value, evidence=""))
    assert (doubt in BARRING) + (status is not None) + (doubt in only_told) == 1


def test_one_nan_is_enough() -> None:
    found = alarms.with_alarms(record("a"), [alarms.nonfinite({"x": 0, "y": 1})])
    assert found.status is Status.NONFINITE
    assert "y holds 1" in found.reason
    assert alarms.nonfinite({"x": 0}) is None


def test_denormal_inputs_are_told() -> None:
    assert kind(alarms.denormal({"x": 3})) == "denormal"
    assert alarms.denormal({"x": 0}) is None


def test_more_than_the_roof_is_implausible() -> None:
    above = Position(bound="memory", peak_fraction=1.5, evidence="8e8 bytes at 20 GB/s")
    assert kind(alarms.implausible(above)) == "implausible"
    assert kind(alarms.implausible(replace(above, bound="compute"))) == "implausible"
    assert alarms.implausible(replace(above, bound="cache")) is None
    assert alarms.implausible(replace(above, peak_fraction=1.05)) is None
    assert alarms.implausible(replace(above, firm=False)) is None
    assert alarms.implausible(Position(bound="unknown", peak_fraction=None)) is None


def test_the_coarser_arithmetic_is_marked_and_the_finer_is_not() -> None:
    modes = {
        "torch-eager": {"float32_product": "float32", "accumulation": "float32"},
        "tf-xla": {"float32_product": "tf32", "accumulation": "float32"},
        "jax-jit": {"float32_product": "float32"},
    }
    found = alarms.unequal_math_mode(modes)
    assert list(found) == ["tf-xla"]
    assert "tf32" in found["tf-xla"].evidence
    assert "torch-eager" in found["tf-xla"].evidence
    assert alarms.unequal_math_mode(dict.fromkeys(modes, modes["tf-xla"])) == {}


def test_a_faster_and_much_less_accurate_compiler_is_marked() -> None:
    """A tolerance of 8e-5 is a margin of 8 on what the type explains."""
    fast, slow = record("fast", 1e-4, 1e6), record("slow", 1e-6, 2e6)
    assert list(alarms.less_accurate([fast, slow])) == ["fast"]
    assert alarms.less_accurate([record("fast", 9e-6, 1e6), slow]) == {}  # explained
    assert alarms.less_accurate([record("slow", 1e-4, 3e6), slow]) == {}  # not faster
    assert alarms.less_accurate([fast]) == {}


def test_more_busy_cores_than_threads_asked_for() -> None:
    assert kind(alarms.unequal_threads(measurement(1.8), 1)) == "unequal-threads"
    assert alarms.unequal_threads(measurement(1.05), 1) is None
    assert alarms.unequal_threads(measurement(1.8), 2) is None


def test_copies_that_another_compiler_does_not_make_are_unequal_work() -> None:
    found = alarms.unequal_work({"a": 0, "b": 4096}, least_bytes=8192)
    assert list(found) == ["b"]
    assert alarms.unequal_work({"a": 4096, "b": 4096}, least_bytes=8192) == {}
    assert alarms.unequal_work({}, least_bytes=8192) == {}


def test_two_modes_are_seen() -> None:
    rng = random.Random(0)
    for _ in range(50):
        modes = [1e6 if rng.random() < 0.5 else 1.3e6 for _ in range(10)] + [1e6, 1e6, 1.3e6, 1.3e6]
        samples = [mode * math.exp(rng.gauss(0, 0.015)) for mode in modes]
        assert kind(alarms.bimodal(samples)) == "bimodal"


@pytest.mark.parametrize("sigma", [0.01, 0.05, 0.2])
@pytest.mark.parametrize("n", [12, 25, 100])
def test_one_mode_is_not_two(sigma: float, n: int) -> None:
    rng = random.Random(n)
    found = sum(
        alarms.bimodal([1e6 * math.exp(rng.gauss(0, sigma)) for _ in range(n)]) is not None
        for _ in range(200)
    )
    assert found <= 4


def test_a_spike_is_not_a_mode() -> None:
    rng = random.Random(0)
    samples = [1e6 * math.exp(rng.gauss(0, 0.01)) for _ in range(20)]
    assert alarms.bimodal([*samples, 5e6, 6e6]) is None


@given(st.lists(st.floats(1.0, 1e12), max_size=40), st.floats(0.01, 100))
def test_modes_do_not_depend_on_the_unit(samples: list[float], scale: float) -> None:
    there = alarms.bimodal(samples)
    if there is None or len(set(samples)) > 2:
        return  # on the edge of a threshold rounding may decide
    assert alarms.bimodal([s * scale for s in samples]) is not None


def test_two_builds_that_choose_differently_are_unstable() -> None:
    found = alarms.unstable_autotune({"gemm": "tile 64"}, {"gemm": "tile 128", "conv": "b"})
    assert found is not None
    assert "tile 64 then tile 128" in found.evidence
    assert "none then b" in found.evidence
    assert alarms.unstable_autotune({"gemm": "a"}, {"gemm": "a"}) is None


def test_stages_that_a_cache_swallowed_are_told() -> None:
    found = alarms.warm_cache(["hlo", "llvm-ir", "asm"], ["hlo"])
    assert found is not None
    assert "asm, llvm-ir" in found.evidence
    assert alarms.warm_cache(["hlo"], ["hlo", "asm"]) is None

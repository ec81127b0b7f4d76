"""Pitfalls of the measurement itself: what is inside the clock, what the data are, what memory."""

from __future__ import annotations

import importlib.util
import subprocess
import sys
import time
from collections.abc import Callable
from dataclasses import replace
from itertools import count
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from opscope.compiler import Frontend, Job, Settings
from opscope.measuring.run import Session
from opscope.measuring.subject import Options
from opscope.nouns import OperatorSource
from opscope.records import Status
from opscope.registry import Registry
from opscope.worker import allocator, data, probes, timing
from opscope.worker.flush import CACHES_OVER, bytes_per_core

ROOT = Path(__file__).parents[2]
PLANTED_ROOT = ROOT / "tests" / "planted" / "root"
OPERATORS = Registry().operators
Plant = Callable[..., OperatorSource]


class Lazy(Frontend):
    """Calls return at once; the work is done when it is waited for."""

    name, module, distributions, extra = "torch", "numpy", (), "torch"

    def __init__(self) -> None:
        self.pending = 0

    def start(self, settings: Settings) -> None: ...

    def tensor(self, array: Any, dtype: str, settings: Settings) -> Any: ...

    def array(self, tensor: Any) -> Any: ...

    def differentiate(self, call: Callable[..., Any], job: Job) -> Callable[..., Any]:
        return call

    def wait(self, outputs: Any) -> None:
        time.sleep(0.05 * self.pending)
        self.pending = 0

    def call(self) -> None:
        self.pending += 1


@pytest.mark.parametrize(("sync", "calls"), [("call", 2), ("batch", 3)])
def test_work_that_is_done_later_is_inside_the_clock(sync: str, calls: int) -> None:
    lazy = Lazy()
    block = timing.time_block(lazy.loop(lazy.call, (), sync), calls, warm=0)
    assert block.wall_ns >= calls * 50e6


def test_every_output_is_waited_for() -> None:
    from opscope.compilers._jax import Jax

    class Output:
        ready = False

        def block_until_ready(self) -> None:
            self.ready = True

    outputs = (Output(), Output())
    Jax().wait(outputs)
    assert all(output.ready for output in outputs)


_WAIT = """
import importlib, sys
import numpy as np
from opscope.compiler import Settings
from opscope.worker import memory
from opscope.registry import Registry

compiler = Registry().compiler(sys.argv[1])
frontend, settings = compiler.frontend(), Settings(target="cpu", threads=1)
frontend.start(settings)
x = frontend.tensor(np.ones(1 << 24, np.float32), "float32", settings)
output = x + x
frontend.wait(output)
print(memory.peak_of_call(lambda: frontend.wait(output)))
"""


@pytest.mark.slow
@pytest.mark.parametrize("compiler", ["torch-eager", "tf-eager", "jax-eager"])
def test_waiting_copies_nothing(compiler: str) -> None:
    """A copy of the 64 MiB output would show in the memory of the call."""
    framework = {"tf-eager": "tensorflow"}.get(compiler, compiler.partition("-")[0])
    if importlib.util.find_spec(framework) is None:
        pytest.skip(f"{framework} is not installed")
    command = [sys.executable, "-c", _WAIT, compiler]
    done = subprocess.run(command, capture_output=True, text=True, timeout=300, cwd=ROOT)
    assert done.returncode == 0, done.stderr
    last = done.stdout.splitlines()[-1]
    if last == "None":
        pytest.skip("this kernel does not tell the memory of a call")
    assert int(last) < 1 << 23


@pytest.fixture
def options() -> Options:
    return Options(timeout_s=10.0, block_ns=1e5, budget_s=0.05, roofs=False)


def unknown_clock(target: str) -> None:
    return None


def planted(
    source: OperatorSource,
    options: Options,
    clock_mhz: Callable[[str], float | None] = unknown_clock,
) -> dict[str, Any]:
    (case,) = source.operator.cases(sizes=("tiny",), dtypes=("float32",))
    with Session(Registry(PLANTED_ROOT), options, clock_mhz) as session:
        return dict(session.measure(source, case, ["plain-a", "plain-b"], timed=True))


def test_a_slow_first_call_is_told_apart(plant: Plant, options: Options) -> None:
    body = """
    if not hasattr(planted, "compiled"):
        planted.compiled = True
        time.sleep(0.5)
    return 2 * x
    """
    for record in planted(plant("slow_once", body), options).values():
        assert record.status is Status.OK
        assert record.compile_s >= 0.4
        assert record.first_call_s >= 0.5
        assert record.measurement.median_ns < 0.4e9


def test_a_call_that_does_nothing_is_timed_beside_a_short_one(
    plant: Plant, options: Options
) -> None:
    for record in planted(plant("short", "return 2 * x"), options).values():
        assert record.metrics["noop_ns"] > 0


@pytest.mark.parametrize(("slow_one_in", "kept", "alarm"), [(3, 4, False), (1, 6, True)])
def test_rounds_at_a_low_clock_are_left_out_or_told(
    plant: Plant, options: Options, slow_one_in: int, kept: int, alarm: bool
) -> None:
    """A clock of 3 GHz that falls to 2 GHz in two rounds of six, or in all but the first."""
    rounds = count()

    def clock(target: str) -> float:
        number = next(rounds)
        return 2000.0 if (number and number % slow_one_in == 0) or number == 5 else 3000.0

    six = replace(options, min_samples=6, max_samples=6)
    for record in planted(plant("twice", "return 2 * x"), six, clock).values():
        assert len(record.measurement.samples_ns) == kept
        assert ("throttled" in {a.kind for a in record.alarms}) == alarm


def test_device_time_stands_beside_host_time(plant: Plant, options: Options) -> None:
    """A faked device whose clock says 1 us a call."""
    on_device = replace(options, settings=Settings(target="cuda"))
    source = plant("slow_launch", "time.sleep(1e-4); return 2 * x")
    for record in planted(source, on_device).values():
        assert record.metrics["device_ns"] == 1000.0
        assert record.metrics["launch_overhead_ns"] >= 99e3
    for record in planted(source, options).values():
        assert "device_ns" not in record.metrics


def test_cold_samples_are_kept_apart_from_hot_ones(plant: Plant, options: Options) -> None:
    hot = planted(plant("twice", "return 2 * x"), options)["plain-a"]
    assert hot.cold is None
    both = planted(plant("twice", "return 2 * x"), replace(options, cold=True))["plain-a"]
    assert (both.measurement.cache, both.cold.cache) == ("hot", "cold")
    assert both.cold.iterations == 1
    assert len(both.cold.samples_ns) == 10


caches = st.builds(
    lambda kind, size, shared: {"type": kind, "bytes": size, "shared_by": shared},
    st.sampled_from(["data", "unified", "instruction"]),
    st.integers(1 << 12, 1 << 28),
    st.integers(1, 64),
)


@given(st.lists(caches, max_size=4), st.integers(1, 128))
def test_flushing_writes_every_cache_over(found: list[dict[str, Any]], cores: int) -> None:
    share = bytes_per_core(found, cores)
    for cache in found:
        if cache["type"] != "instruction":
            writers = min(cores, cache["shared_by"])
            assert share * writers >= CACHES_OVER * cache["bytes"] - CACHES_OVER * writers


@pytest.mark.parametrize("name", sorted(OPERATORS))
def test_the_data_are_fit_for_timing(name: str, tmp_path: Path) -> None:
    """Few zeros (they draw less power and may be skipped), but for tables and masks; no denormals,
    nothing infinite, and the same bytes again from the same seed."""
    operator = OPERATORS[name].operator
    case = operator.cases(sizes=("tiny",), dtypes=operator.dtypes[:1])[0]
    specs = operator.inputs(case)
    folders = [tmp_path / "one", tmp_path / "two"]
    for folder in folders:
        data.write_inputs(operator, case, folder)
    arrays = {input_: data.load(folders[0], "input", input_) for input_ in specs}
    found = probes.content(arrays)
    assert not any(found["nonfinite"].values())
    assert not any(found["denormal"].values())
    zeros = {i: share for i, share in found["zeros"].items() if specs[i].differentiable}
    assert all(share < 0.01 for share in zeros.values()), zeros
    for input_, array in arrays.items():
        assert np.array_equal(array, data.load(folders[1], "input", input_))


def test_content_counts_what_is_wrong_with_data() -> None:
    bad = np.array([np.nan, np.inf, 1e-40, 0.0, 1.0], np.float32)
    found = probes.content({"x": bad, "i": np.array([1, 2])})
    assert found["nonfinite"] == {"x": 2}
    assert found["denormal"] == {"x": 1}
    assert found["zeros"] == {"x": 0.2}


@given(st.permutations("NHWC"), st.permutations("NHWC"))
def test_a_layout_there_and_back_is_the_same_tensor(one: list[str], other: list[str]) -> None:
    array = np.arange(2 * 3 * 4 * 5).reshape(2, 3, 4, 5)
    there, back = f"{''.join(one)}->{''.join(other)}", f"{''.join(other)}->{''.join(one)}"
    assert np.array_equal(data.permute(data.permute(array, there), back), array)


class FakeLibc:
    def __init__(self, refuses: tuple[int, ...] = ()) -> None:
        self.refuses, self.asked = refuses, dict[int, int]()

    def mallopt(self, key: int, value: int) -> int:
        self.asked[key] = value
        return 0 if key in self.refuses else 1


def test_the_allocator_says_what_was_accepted() -> None:
    libc = FakeLibc(refuses=(-1,))
    found = allocator.apply("tuned", threads=1, load=lambda _: libc)
    assert found["mmap_max"] == 0
    assert found["arena_max"] == 1
    assert "trim_threshold_bytes" not in found
    several = allocator.apply("tuned", threads=4, load=lambda _: FakeLibc())
    assert "arena_max" not in several
    untouched = FakeLibc()
    assert allocator.apply("default", 1, lambda _: untouched) == {"allocator": "default"}
    assert not untouched.asked
    assert allocator.apply("tuned", 1, lambda _: object())["allocator"] == "default"


def test_a_users_own_tunables_are_kept(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("GLIBC_TUNABLES", "glibc.malloc.tcache_count=0:glibc.malloc.hugetlb=0")
    ours = allocator.environment("tuned")["GLIBC_TUNABLES"]
    assert ours == "glibc.malloc.tcache_count=0:glibc.malloc.hugetlb=1"
    assert allocator.environment("default") == {}


_FAULTS = """
import resource, sys
import numpy as np
from opscope.worker import allocator
applied = allocator.apply(sys.argv[1], 1)
x = np.ones(1 << 22, np.float32)
for _ in range(3):
    y = x + x; z = y * y; del y, z
before = resource.getrusage(resource.RUSAGE_SELF).ru_minflt
for _ in range(10):
    y = x + x; z = y * y; del y, z
print(applied["allocator"], resource.getrusage(resource.RUSAGE_SELF).ru_minflt - before)
"""


def test_the_tuned_allocator_stops_page_faults() -> None:
    """Two buffers of 16 MiB a call; a kernel with huge pages faults 512 times less, but it does."""

    def faults(name: str) -> tuple[str, int]:
        command = [sys.executable, "-c", _FAULTS, name]
        done = subprocess.run(command, capture_output=True, text=True, check=True, cwd=ROOT)
        applied, count = done.stdout.split()
        return applied, int(count)

    applied, tuned = faults("tuned")
    if applied != "tuned":
        pytest.skip("this C library has no mallopt")
    assert tuned < 10
    assert faults("default")[1] > tuned

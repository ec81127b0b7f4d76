"""Measuring on a device, with one that is only played: times, kernels, clocks, memory."""

from __future__ import annotations

import json
import sys
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from opscope.compiler import Settings
from opscope.measuring import clocks, peaks
from opscope.measuring.run import Session
from opscope.measuring.subject import Options, operator_message
from opscope.nouns import OperatorSource
from opscope.records import Record, Status
from opscope.registry import Registry
from opscope.verdicts import roofline
from opscope.worker import data, faults, flush, peak_probe, wire
from opscope.worker.service import Service

sys.path.insert(0, str(Path(__file__).parent))
from _nvml import FakeDriver

PLANTED_ROOT = Path(__file__).parents[1] / "planted" / "root"
Plant = Callable[..., OperatorSource]

GPU = {"name": "played", "default_sm_mhz": 1000, "max_sm_mhz": 1200}


@pytest.fixture
def options() -> Options:
    return Options(
        settings=Settings(target="cuda"),
        timeout_s=120.0,
        block_ns=1e5,
        budget_s=0.05,
        roofs=False,
        min_samples=6,
        max_samples=6,
    )


def measured(source: OperatorSource, options: Options, **given: Any) -> Record:
    (case,) = source.operator.cases(sizes=("tiny",), dtypes=("float32",))
    with Session(Registry(PLANTED_ROOT), options, **given) as session:
        session.facts = {"gpus": [GPU], "cores": {"usable": 1}}  # type: ignore[misc]
        return session.measure(source, case, ["plain-a"], timed=True)["plain-a"]


def test_a_record_of_a_device_has_its_times_and_kernels(plant: Plant, options: Options) -> None:
    record = measured(plant("twice", "return 2 * x"), options)
    metrics = record.metrics
    assert metrics["device_ns"] == 1000.0, record.reason
    assert metrics["batch_ns"] > 0
    assert metrics["noop_ns"] > 0
    assert (metrics["kernel_ns"], metrics["kernels_launched"], metrics["library_calls"]) == (
        900.0,
        2.0,
        1.0,
    )
    assert record.kernels is not None
    assert [(k.name, k.kind, k.time_ns) for k in record.kernels] == [
        ("ampere_sgemm_128x64_tn", "library", 600.0),
        ("own", "other", 300.0),
    ]
    assert record.extra["device_kernels"][0]["library"] == "cuBLAS"
    assert record.extra["profile"]["calls"] >= 3
    assert Record.from_json(json.loads(json.dumps(record.to_json()))) == record


def test_cold_calls_are_timed_by_the_device_too_each_after_a_flush(
    plant: Plant, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    monkeypatch.setattr(flush, "DEVICE_BYTES", 4096)
    source = plant("twice", "return 2 * x")
    (case,) = source.operator.cases(sizes=("tiny",), dtypes=("float32",))
    compiler = str(PLANTED_ROOT / "compilers" / "plain_a.py")
    service = Service(compiler, Settings(target="cuda"))
    data.write_case(source.operator, case, tmp_path)
    asked = {"operator": operator_message(source), "case": wire.case_to_json(case), "flags": {}}
    service.do_prepare("k", **asked, compiler_path=compiler, folder=str(tmp_path))
    cold = service.do_time("k", 2, cold=True)
    assert (cold["device_ns"], "batch_ns" in cold) == (6000.0, False)
    hot = service.do_time("k", 2)
    assert hot["device_ns"] == 2000.0
    assert hot["batch_ns"] > 0
    service.do_release()
    assert service.frontend.released == 2  # type: ignore[attr-defined]


@pytest.mark.parametrize(
    ("how", "reason"),
    [("broken", "INSUFFICIENT_PRIVILEGES"), ("blind", "saw nothing of the device")],
)
def test_a_profiler_that_fails_or_sees_only_the_host_leaves_the_times(
    plant: Plant, options: Options, monkeypatch: pytest.MonkeyPatch, how: str, reason: str
) -> None:
    monkeypatch.setenv("PLANTED_PROFILER", how)
    record = measured(plant("twice", "return 2 * x"), options)
    assert record.status is Status.OK
    assert record.metrics["device_ns"] == 1000.0
    assert "kernel_ns" not in record.metrics
    assert reason in record.extra["kernel_times_reason"]
    assert record.kernels is None


def test_on_a_cpu_nothing_is_profiled(plant: Plant, options: Options) -> None:
    record = measured(plant("twice", "return 2 * x"), replace(options, settings=Settings()))
    assert not {"device_ns", "batch_ns", "kernel_ns"} & record.metrics.keys()
    assert not {"clock_mhz", "device_kernels"} & record.extra.keys()


class PlayedSampler:
    """Gives each block the next clock of a list, in MHz, and reasons for it."""

    def __init__(self, clocks_mhz: list[float], reasons: list[str]) -> None:
        self._clocks_mhz, self._reasons = iter(clocks_mhz), reasons

    @contextmanager
    def block(self) -> Iterator[list[clocks.Reading]]:
        yield [(next(self._clocks_mhz), self._reasons)]


@pytest.mark.parametrize(
    ("clocks_mhz", "reasons", "kept", "told"),
    [
        ([1000, 700, 760, 1200, 749, 1000], [], 4, {"discarded_rounds": 2}),
        ([700] * 6, ["hardware thermal slowdown"], 6, {"slowed_by": ["hardware thermal slowdown"]}),
        ([700] * 6, ["software power cap"], 6, {"slowed_by": ["software power cap"]}),
    ],
)
def test_samples_below_three_quarters_of_the_default_clock_are_left_out_and_counted(
    plant: Plant,
    options: Options,
    clocks_mhz: list[float],
    reasons: list[str],
    kept: int,
    told: dict[str, Any],
) -> None:
    @contextmanager
    def sampling(target: str) -> Iterator[Any]:
        yield PlayedSampler(clocks_mhz, reasons)

    record = measured(plant("twice", "return 2 * x"), options, sampling=sampling)
    assert record.measurement is not None
    assert len(record.measurement.samples_ns) == kept
    assert record.extra["default_clock_mhz"] == 1000
    assert {name: record.extra.get(name) for name in told} == told
    # all the time below the default for heat is an alarm; under a power cap it is how the card runs
    doubtful = "throttled" in {alarm.kind for alarm in record.alarms}
    assert doubtful == ("hardware thermal slowdown" in reasons)


def test_a_clock_is_read_while_a_block_runs_and_at_no_other_time() -> None:
    driver = FakeDriver()
    with clocks.sampling("cuda", lambda _: driver) as sampler:
        assert sampler is not None
        driver.sm_mhz = 1980
        with sampler.block() as readings:
            time.sleep(0.05)
            driver.sm_mhz = 1200
            time.sleep(0.05)
        driver.sm_mhz = 345  # idle
        time.sleep(0.02)
        seen = [mhz for mhz, _ in readings]
    assert driver.shut_down
    assert {1980, 1200} <= set(seen)
    assert 345 not in seen


def test_without_a_driver_there_is_no_clock_to_sample() -> None:
    def missing(name: str) -> Any:
        raise OSError(name)

    with clocks.sampling("cuda", missing) as sampler:
        assert sampler is None
    with clocks.sampling("cpu", lambda _: FakeDriver()) as sampler:
        assert sampler is None


def test_the_default_clock_is_the_drivers_or_the_highest() -> None:
    assert clocks.default_mhz("cuda", [GPU]) == 1000
    assert clocks.default_mhz("cuda", [{"max_sm_mhz": 1200}]) == 1200
    assert clocks.default_mhz("rocm", [GPU]) is None
    assert clocks.default_mhz("cuda", []) is None


@pytest.mark.parametrize(
    "message",
    [
        "CUDA out of memory. Tried to allocate 20.00 GiB. GPU 0 has a total capacity of 79.19 GiB"
        " of which 15.06 GiB is free.",
        "HIP out of memory. Tried to allocate 2.00 GiB",
        "CUDA error: out of memory\nCUDA kernel errors might be asynchronously reported",
        "CUDA error: CUBLAS_STATUS_ALLOC_FAILED when calling `cublasCreate(handle)`",
        "cuDNN error: CUDNN_STATUS_ALLOC_FAILED",
        "RESOURCE_EXHAUSTED: Out of memory while trying to allocate 68719476736 bytes.",
        "RESOURCE_EXHAUSTED: Failed to allocate request for 64.00GiB (68719476736B) on device 0",
        "INTERNAL: CUDA_ERROR_OUT_OF_MEMORY: out of memory",
        "RESOURCE_EXHAUSTED: Attempting to allocate 5.00G. That was not possible. There are 3.2G"
        " free.",
        "RESOURCE_EXHAUSTED: Ran out of memory in memory space hbm. Used 20.12G of 15.75G hbm.",
        "{{function_node __wrapped__MatMul}} OOM when allocating tensor with shape[65536,65536] and"
        " type float on /job:localhost/replica:0/task:0/device:GPU:0 by allocator GPU_0_bfc",
        "failed to allocate memory [Op:Mul]",
        "Failed copying input tensor from CPU:0 to GPU:0: Dst tensor is not initialized.",
        "[enforce fail at alloc_cpu.cpp:118] err == 0. DefaultCPUAllocator: can't allocate memory",
    ],
)
def test_what_the_frameworks_say_when_memory_runs_out(message: str) -> None:
    assert faults.fault(RuntimeError(message))["status"] == Status.OUT_OF_MEMORY


@pytest.mark.parametrize(
    "message",
    [
        "out of resource: shared memory, Required: 270336, Hardware limit: 232448.",
        "RESOURCE_EXHAUSTED: Shared memory size limit exceeded: requested 270336, available 232448",
        "too many resources requested for launch",
    ],
)
def test_a_kernel_that_needs_too_much_is_not_memory_that_ran_out(message: str) -> None:
    assert faults.fault(RuntimeError(message))["status"] == Status.FAILED


def test_a_lost_device_ends_its_worker_and_no_other(plant: Plant, options: Options) -> None:
    body = """
    raise RuntimeError("CUDA error: an illegal memory access was encountered")
    """
    lost, fine = plant("lost", body), plant("fine", "return 2 * x")
    with Session(Registry(PLANTED_ROOT), options) as session:
        session.facts = {"gpus": [], "cores": {"usable": 1}}  # type: ignore[misc]
        for source, status in ((lost, Status.CRASHED), (fine, Status.OK)):
            (case,) = source.operator.cases(sizes=("tiny",), dtypes=("float32",))
            records = session.measure(source, case, ["plain-a", "plain-b"], timed=False)
            assert {r.status for r in records.values()} == {status}


class PlayedLibrary(peak_probe.Library):
    """A device that copies at 1 TB/s and takes no time to launch: each call advances its clock."""

    batch = 10

    def __init__(self, target: str) -> None:
        assert target == "cuda"

    def version(self) -> str:
        return "played 1.0"

    def device_cache_bytes(self) -> int:
        return 50_000_000

    def copy(self, elements: int) -> Any:
        return lambda: time.sleep(self.batch * 1e-3)

    def triad(self, elements: int) -> Any:
        raise NotImplementedError

    def product(self, n: int, dtype: str) -> Any:
        if dtype == "float16":
            raise TypeError("no float16 here")
        return lambda: time.sleep(self.batch * 1e-3)


def test_roofs_of_a_device_are_of_batches_of_calls(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(peak_probe.LIBRARIES, "played", PlayedLibrary)
    request = {"library": "played", "target": "cuda:1", "cores": 0, "memory_bytes": 8 * 10**9}
    request |= {"dtypes": ["bfloat16", "float16"], "cache_bytes": 0, "budget_s": 0.01}
    answer = peak_probe.main(request)
    assert 1e12 < answer["copy_bytes_per_s"] <= 8e12  # 8 GB in a millisecond, or a little more
    assert 1e9 < answer["cache_bytes_per_s"] <= 25e9  # half of its cache, as fast
    assert answer["device_cache_bytes"] == 50_000_000
    assert 0 < answer["matmul_flops_per_s"]["bfloat16"] <= 2 * 512**3 / 1e-3
    assert answer["unmeasured"] == {"float16": "no float16 here"}


_INTERPRETER = """#!{python}
import json, os, sys
request = json.loads(sys.argv[-1])
assert request["target"] == "cuda" and os.environ["CUDA_VISIBLE_DEVICES"] == "1"
assert os.environ["XLA_PYTHON_CLIENT_PREALLOCATE"] == "false"
print(json.dumps({{
    "library": "played", "copy_bytes_per_s": 3e12, "cache_bytes_per_s": 5e12,
    "device_cache_bytes": 5e7, "matmul_flops_per_s": dict.fromkeys(request["dtypes"], 7e14),
}}))
"""


def test_roofs_are_measured_on_the_targets_card(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.delenv("CUDA_VISIBLE_DEVICES", raising=False)
    python = tmp_path / "python"
    python.write_text(_INTERPRETER.format(python=sys.executable))
    python.chmod(0o755)
    pythons = dict.fromkeys(("torch", "jax", "numpy"), str(python))
    found = peaks.measure({}, target="cuda:1", threads=1, pythons=pythons)
    assert found is not None
    assert found.copy_bytes_per_s == 3e12
    assert found.flops_per_s("bfloat16") == 7e14
    assert found.tools["copy_bytes_per_s"] == "played"


def test_data_that_stay_in_a_devices_cache_have_the_cache_as_their_roof() -> None:
    roofs = roofline.Peaks(
        target="cuda", threads=1, copy_bytes_per_s=3e12, cache_bytes_per_s=6e12,
        device_cache_bytes=50_000_000,
    )  # fmt: skip
    case = {"time_ns": 4e3, "flops": 0, "least_bytes": 20_000_000, "dtype": "float32"}
    inside = roofline.position(**case, peaks=roofs, cache_bytes=50_000_000)
    assert (inside.bound, inside.firm) == ("cache", True)
    unknown = roofline.position(
        **case, peaks=replace(roofs, cache_bytes_per_s=None), cache_bytes=None
    )
    assert unknown.peak_fraction is not None
    assert unknown.peak_fraction > 1.5
    assert not unknown.firm

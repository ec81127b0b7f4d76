"""Measured roofs: kept per machine, repeated when disturbed, and the position below them."""

from __future__ import annotations

import json
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from opscope import machine
from opscope.measuring import peaks
from opscope.measuring.peaks import PROBE
from opscope.verdicts import roofline
from opscope.verdicts.roofline import Peaks, position

ROOFS = Peaks(
    target="cpu",
    threads=2,
    copy_bytes_per_s=20e9,
    triad_bytes_per_s=25e9,
    cache_bytes_per_s=100e9,
    matmul_flops_per_s={"float32": 100e9, "bfloat16": 50e9, "float32-tf32": 400e9},
    measured_at="2026-01-01T00:00:00Z",
)
CACHE = 32 * 2**20


def where(**changes: Any) -> roofline.Position:
    case = {"time_ns": 1e6, "flops": 10**6, "least_bytes": 10**6, "dtype": "float32"}
    return position(**{**case, "peaks": ROOFS, "cache_bytes": CACHE, **changes})


def test_a_product_stands_under_the_compute_roof() -> None:
    found = where(flops=50 * 10**6, time_ns=1e6)
    assert found.bound == "compute"
    assert found.peak_fraction == pytest.approx(0.5)
    assert "100 GFLOP/s" in found.evidence


def test_a_copy_larger_than_the_cache_stands_under_the_memory_roof() -> None:
    found = where(least_bytes=10**8, time_ns=8e6)
    assert found.bound == "memory"
    assert found.peak_fraction == pytest.approx(0.5)


def test_a_copy_that_stays_in_cache_has_the_cache_as_its_roof_unless_it_is_cold() -> None:
    assert where(least_bytes=10**7, flops=0).bound == "cache"
    assert where(least_bytes=10**7, flops=0, cold=True).bound == "memory"
    assert where(least_bytes=10**7, flops=0, cache_bytes=None).bound == "memory"


def test_a_call_no_longer_than_two_no_ops_is_bound_by_latency() -> None:
    assert where(time_ns=4e3, noop_ns=3e3, flops=10, least_bytes=768).bound == "latency"
    assert where(time_ns=4e5, noop_ns=3e3, flops=10, least_bytes=768).bound == "cache"


def test_without_roofs_the_position_is_unknown() -> None:
    assert where(peaks=None) == roofline.UNKNOWN


def test_a_narrow_type_has_the_roof_of_float32_if_that_is_higher() -> None:
    assert ROOFS.flops_per_s("bfloat16") == 100e9
    assert ROOFS.flops_per_s("float64") is None
    assert ROOFS.flops_per_s("float32") == 100e9
    assert ROOFS.flops_per_s("float32", "tf32") == 400e9


@given(
    st.floats(1.0, 1e12),
    st.integers(0, 10**15),
    st.integers(1, 10**12),
    st.sampled_from(["float32", "bfloat16", "float64", "int32"]),
)
def test_a_higher_roof_never_raises_the_fraction(
    time_ns: float, flops: int, least_bytes: int, dtype: str
) -> None:
    higher = Peaks(
        target="cpu",
        threads=2,
        copy_bytes_per_s=40e9,
        cache_bytes_per_s=200e9,
        matmul_flops_per_s={"float32": 200e9},
    )
    low = where(time_ns=time_ns, flops=flops, least_bytes=least_bytes, dtype=dtype)
    high = where(time_ns=time_ns, flops=flops, least_bytes=least_bytes, dtype=dtype, peaks=higher)
    assert low.peak_fraction is not None
    assert high.peak_fraction is not None
    assert high.peak_fraction <= low.peak_fraction * (1 + 1e-12)


@pytest.fixture
def facts(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> dict[str, Any]:
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path))
    return machine.facts()


def test_numpy_alone_measures_this_machine(facts: dict[str, Any]) -> None:
    request = {"library": "numpy", "target": "cpu", "cores": 1, "dtypes": ["float32", "bfloat16"]}
    request |= {"memory_bytes": 2**24, "cache_bytes": 2**18, "budget_s": 0.05}
    done = subprocess.run(
        [sys.executable, "-P", str(PROBE), json.dumps(request)],
        capture_output=True,
        text=True,
        check=True,
        timeout=60,
    )
    answer = json.loads(done.stdout)
    assert 1e8 < answer["copy_bytes_per_s"] < 1e13
    assert 1e8 < answer["matmul_flops_per_s"]["float32"] < 1e14
    assert "bfloat16" in answer["unmeasured"]
    assert "triad_bytes_per_s" not in answer


def test_roofs_are_kept_per_thread_count(
    facts: dict[str, Any], monkeypatch: pytest.MonkeyPatch
) -> None:
    asked: list[int] = []

    def fake(facts: Any, *, threads: int, **_: Any) -> Peaks:
        asked.append(threads)
        return Peaks(target="cpu", threads=threads, copy_bytes_per_s=threads * 1e9)

    monkeypatch.setattr(peaks, "measure", fake)
    one = peaks.load_or_measure(facts, threads=1)
    assert one is not None
    assert peaks.load_or_measure(facts, threads=1) == one
    assert asked == [1]
    every = peaks.load_or_measure(facts)
    assert every is not None
    assert every.threads == facts["cores"]["usable"]
    assert peaks.stored(facts, "cpu", 1) == one
    peaks.load_or_measure(facts, threads=1, again=True)
    assert asked[-1] == 1


def test_a_disturbed_measurement_is_repeated_later_and_the_better_roof_kept(
    facts: dict[str, Any], monkeypatch: pytest.MonkeyPatch
) -> None:
    answers: Iterator[dict[str, Any]] = iter(
        [
            {"copy_bytes_per_s": 5e9, "disturbed": True, "measured_at": "2020-01-01T00:00:00Z"},
            {
                "copy_bytes_per_s": 4e9,
                "triad_bytes_per_s": 6e9,
                "measured_at": "2020-01-01T01:00:00Z",
            },
        ]
    )
    monkeypatch.setattr(
        peaks, "measure", lambda *_, **__: Peaks(target="cpu", threads=1, **next(answers))
    )
    first = peaks.load_or_measure(facts, threads=1)
    assert first is not None
    assert first.disturbed
    second = peaks.load_or_measure(facts, threads=1)
    assert second is not None
    assert (second.copy_bytes_per_s, second.triad_bytes_per_s) == (5e9, 6e9)
    assert not second.disturbed
    assert peaks.load_or_measure(facts, threads=1) == second


@pytest.mark.parametrize("text", ["", "[]", "{}", '{"schema": 1, "peaks": {"cpu/1": {"x": 1}}}'])
def test_a_foreign_file_is_measured_over(
    facts: dict[str, Any], monkeypatch: pytest.MonkeyPatch, text: str
) -> None:
    new = Peaks(target="cpu", threads=1, copy_bytes_per_s=1e9)
    monkeypatch.setattr(peaks, "measure", lambda *_, **__: new)
    path = machine.cache_directory() / "machines" / f"{machine.fingerprint(facts)}.json"
    path.parent.mkdir(parents=True)
    path.write_text(text)
    assert peaks.stored(facts, "cpu", 1) is None
    assert peaks.load_or_measure(facts, threads=1) == new
    assert peaks.stored(facts, "cpu", 1) == new


def test_no_library_is_no_roof(facts: dict[str, Any]) -> None:
    nowhere = dict.fromkeys(("torch", "jax", "numpy"), "/nonexistent/python")
    assert peaks.load_or_measure(facts, threads=1, pythons=nowhere) is None

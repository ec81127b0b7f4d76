"""From the records of one case and the readings around them to statuses, alarms and verdicts."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from opscope.measuring.judging import (
    GROUPS,
    Readings,
    host_copied_bytes,
    judge_case,
    largest_constant_bytes,
    quick_verdict,
)
from opscope.records import Accuracy, Artifact, Kernel, Measurement, Record, Status
from opscope.verdicts.roofline import Peaks
from opscope.verdicts.verdict import Kind, Verdict

CALM: dict[str, Any] = {"time_s": 0.0, "own_cpu_s": 0.0, "gpus": []}
CALM["cpu_ticks"] = {"busy": 0, "idle": 0, "steal": 0}


def readings(**changes: Any) -> Readings:
    after = {**CALM, "time_s": 1.0, "own_cpu_s": 1.0}
    after["cpu_ticks"] = {"busy": 100, "idle": 100, "steal": 0}
    values: dict[str, Any] = {"before": CALM, "after": after, "cores": 2, "threads": 2}
    return Readings(**{**values, **changes})


def record(compiler: str, samples_ns: Sequence[float], **changes: Any) -> Record:
    values: dict[str, Any] = {
        "operator": "op",
        "case": "c",
        "compiler": compiler,
        "frontend": "torch",
        "target": "cpu",
        "status": Status.OK,
        "dtype": "float32",
        "flops": 10**6,
        "least_bytes": 10**6,
        "accuracy": Accuracy(error=1e-7, tolerance=1e-5),
        "measurement": Measurement(samples_ns=tuple(samples_ns), iterations=1, threads=2),
        "extra": {"groups": GROUPS},
    }
    return Record(**{**values, **changes})


def verdicts(record: Record) -> dict[str, Verdict]:
    found: Mapping[str, Any] = record.extra["verdicts"]
    return {name: Verdict.from_json(data) for name, data in found.items()}


def test_a_clear_difference_is_a_quick_verdict_both_ways() -> None:
    one, other = judge_case([record("a", [1e6] * 12), record("b", [1.5e6] * 12)], readings())
    assert verdicts(one)["b"].kind == Kind.FAST
    assert verdicts(other)["a"].kind == Kind.SLOW
    assert verdicts(other)["a"].ratio == pytest.approx(1.5)


def test_a_difference_in_one_placement_only_is_none() -> None:
    samples = [1e6] * 8 + [1.5e6] * 4
    one, _ = judge_case([record("a", [1e6] * 12), record("b", samples)], readings())
    assert verdicts(one)["b"].kind == Kind.UNDECIDED


@given(st.integers(1, 40), st.integers(1, 40), st.integers(1, 8))
def test_any_number_of_samples_gives_some_verdict(n: int, m: int, groups: int) -> None:
    extra = {"groups": groups}
    one, other = record("a", [1e6] * n, extra=extra), record("b", [2e6] * m, extra=extra)
    kind = quick_verdict(one, other).kind
    assert kind in (Kind.SLOW, Kind.UNDECIDED)
    assert (kind == Kind.SLOW) == (n == m and n >= groups >= 3)


def test_contention_leaves_no_verdict_and_bars_the_ranking() -> None:
    busy = {**CALM, "time_s": 1.0, "own_cpu_s": 0.2}
    busy["cpu_ticks"] = {"busy": 200, "idle": 0, "steal": 0}
    pair = [record("a", [1e6] * 12), record("b", [1.5e6] * 12)]
    one, _ = judge_case(pair, readings(after=busy))
    assert [alarm.kind for alarm in one.alarms] == ["contended"]
    assert verdicts(one)["b"].kind == Kind.UNDECIDED
    assert verdicts(one)["b"].reason == "contended"


def test_a_failed_record_is_in_no_verdict() -> None:
    wrong = record("b", [1e6] * 12, status=Status.WRONG, measurement=None)
    one, other = judge_case([record("a", [1e6] * 12), wrong], readings())
    assert verdicts(one) == {}
    assert "verdicts" not in other.extra
    assert other.status is Status.WRONG


def test_verdict_mode_is_kept_and_its_end_is_told() -> None:
    decided = {"b": quick_verdict(record("b", [1e6] * 12), record("a", [1.1e6] * 12)).to_json()}
    a = record("a", [1e6] * 12, extra={"groups": 3, "verdicts": decided})
    stopped = {"groups": 3, "verdict_mode": {"stop": "time limit of 60 s"}}
    one, other = judge_case([a, record("b", [1.5e6] * 12, extra=stopped)], readings())
    assert verdicts(one)["b"].ratio == pytest.approx(1.1)
    assert verdicts(other)["a"].kind == Kind.UNDECIDED
    assert verdicts(other)["a"].reason == "time limit of 60 s"


def test_what_a_worker_found_becomes_the_status() -> None:
    a, b = record("a", [1e6] * 12), record("b", [1e6] * 12)
    inputs = {"a": {"changed": ["x"]}, "b": {"nonfinite": {"x": 2}}}
    one, other = judge_case([a, b], readings(inputs=inputs))
    assert (one.status, other.status) == (Status.MUTATES_INPUT, Status.NONFINITE)
    (again,) = judge_case([a], readings(recompiled={"a": 3}))
    assert again.status is Status.RECOMPILED


def test_the_roofline_position_is_in_the_record() -> None:
    peaks = Peaks(
        target="cpu", threads=2, copy_bytes_per_s=1e9, matmul_flops_per_s={"float32": 1e12}
    )
    fits = readings(peaks=peaks, facts={"last_level_cache_bytes": 1000})
    one, other = judge_case([record("a", [2e6] * 12), record("b", [0.5e6] * 12)], fits)
    assert one.extra["bound"] == "memory"
    assert one.metrics["peak_fraction"] == pytest.approx(0.5)
    assert [alarm.kind for alarm in other.alarms] == ["implausible"]


def test_coarser_arithmetic_and_less_accuracy_are_marked_across_a_case() -> None:
    fast = record("a", [1e6] * 12, accuracy=Accuracy(error=1e-4, tolerance=1e-4))
    slow = record("b", [2e6] * 12, math_mode={"float32_product": "float32"})
    marked, _ = judge_case([replace(fast, math_mode={"float32_product": "tf32"}), slow], readings())
    assert {alarm.kind for alarm in marked.alarms} == {"unequal-math-mode", "less-accurate"}


def test_the_largest_constant_of_a_module() -> None:
    text = """
      %c.0 = f32[] constant(1)
      constant.1 = bf16[64,128]{1,0} constant({...})
      %c.2 = s8[3]{0} constant({1, 2, 3})
      ROOT add = f32[512,512]{1,0} add(a, b)
    """
    assert largest_constant_bytes(text) == 2 * 64 * 128
    artifact = Artifact(stage="hlo-optimized", text=text)
    item = record("a", [1e6] * 12, least_bytes=8192)
    (folded,) = judge_case([item], readings(artifacts={"a": [artifact]}))
    assert folded.status is Status.FOLDED


@given(st.text(max_size=300))
def test_any_text_has_a_largest_constant(text: str) -> None:
    assert largest_constant_bytes(text) >= 0


def test_only_the_card_that_was_measured_counts(monkeypatch: pytest.MonkeyPatch) -> None:
    """The second card is hot, and a record's device time stands under the device's own roofs."""
    monkeypatch.delenv("CUDA_VISIBLE_DEVICES", raising=False)
    hot = {"slowed_by": ["hardware thermal slowdown"]}
    after = {**readings().after, "gpus": [{"slowed_by": []}, hot]}
    roofs = Peaks(
        target="cuda", threads=2, copy_bytes_per_s=1e12, cache_bytes_per_s=2e12,
        device_cache_bytes=10**7,
    )  # fmt: skip
    around = readings(after=after, facts={"gpus": [{}, {}]}, peaks=roofs)

    def judged(target: str) -> Record:
        times = {"device_ns": 1e3}
        return judge_case([record("a", [5e3] * 12, target=target, metrics=times)], around)[0]

    first, second = judged("cuda"), judged("cuda:1")
    assert "throttled" not in {alarm.kind for alarm in first.alarms}
    assert "throttled" in {alarm.kind for alarm in second.alarms}
    assert first.metrics["device_peak_fraction"] == pytest.approx(0.5)  # a megabyte, in the cache
    assert first.metrics["peak_fraction"] == pytest.approx(0.1)
    assert first.extra["bound"] == "cache"


HLO = "hlo-optimized"
CALLBACK = """HloModule m
ENTRY e {
  x = f32[1024]{0} parameter(0)
  y = (f32[1024]{0}) custom-call(x), custom_call_target="xla_ffi_python_cpu_callback"
  ROOT z = f32[1024]{0} add(x, x)
}
"""


def test_bytes_that_leave_for_the_host_are_those_of_the_kernels_that_say_so() -> None:
    kernels = (
        Kernel(name="y", kind="library", bytes=8192, launches=2, lines=(4, 4), stage=HLO),
        Kernel(name="z", kind="generated", bytes=8192, lines=(5, 5), stage=HLO),
    )
    artifact = Artifact(stage=HLO, text=CALLBACK)
    a = record("a", [1e6] * 12, kernels=kernels)
    b = record("b", [1e6] * 12, kernels=())
    unknown = record("c", [1e6] * 12, kernels=None)
    assert host_copied_bytes(a, [artifact]) == 16384
    assert host_copied_bytes(a, []) == 0
    small = {"least_bytes": 10**4}
    judged = judge_case(
        [replace(r, **small) for r in (a, b, unknown)], readings(artifacts={"a": [artifact]})
    )
    assert [[alarm.kind for alarm in r.alarms] for r in judged] == [["unequal-work"], [], []]


def test_readings_of_caches_and_builds_become_alarms() -> None:
    builds = [{"mm": "tile 64"}, {"mm": "tile 64"}, {"mm": "tile 128"}]
    a, b = judge_case(
        [record("a", [1e6] * 12), record("b", [1e6] * 12)],
        readings(cache_hits={"a": 2}, choices={"b": builds, "a": builds[:2]}),
    )
    assert [alarm.kind for alarm in a.alarms] == ["warm-cache"]
    assert [alarm.kind for alarm in b.alarms] == ["unstable-autotune"]
    assert "(build 3 of 3)" in b.alarms[0].evidence
    assert verdicts(a)["b"].reason == "unstable-autotune"

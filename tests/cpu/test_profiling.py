"""Time per kernel: how profiler events are joined to kernels, and one real profile."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from opscope import cli
from opscope.dumping.profiling import joined
from opscope.records import Kernel
from opscope.registry import Registry


def kernel(name: str, launches: int = 1) -> Kernel:
    return Kernel(name=name, kind="generated", launches=launches)


def answer(calls: int, traced_ns: float, **events: list[float]) -> dict[str, Any]:
    return {"calls": calls, "traced_ns": traced_ns, "plain_ns": traced_ns / 2, "events": events}


def same(name: str) -> str:
    return name


def test_kernels_of_one_name_take_events_in_turn() -> None:
    told = answer(3, 100.0, mm=[10, 30, 12, 28, 11, 32], add=[1, 2, 3], other=[5, 5, 5])
    found = joined([kernel("mm"), kernel("add"), kernel("mm")], told, same)
    assert [k.time_ns for k in found.kernels] == [11, 2, 30]
    assert found.unattributed == pytest.approx(0.57)


def test_launches_of_one_kernel_add_up() -> None:
    found = joined([kernel("loop", 2), kernel("loop")], answer(1, 10.0, loop=[1, 2, 4]), same)
    assert [k.time_ns for k in found.kernels] == [3, 4]


def test_another_number_of_events_is_shared_equally_and_said() -> None:
    found = joined([kernel("mm"), kernel("mm")], answer(2, 100.0, mm=[10, 10, 10]), same)
    assert [k.time_ns for k in found.kernels] == [7.5, 7.5]
    assert found.kernels[0].notes == ("1.5 events a call, 2 launches known",)


def test_kernels_without_events_have_no_time() -> None:
    found = joined([kernel("a"), kernel("b")], answer(1, 8.0, a=[2.0]), same)
    assert [k.time_ns for k in found.kernels] == [2.0, None]
    assert found.unattributed == 0.75


def test_more_time_in_threads_than_the_wall_leaves_nothing_over() -> None:
    assert joined([kernel("a")], answer(1, 8.0, a=[20.0]), same).unattributed == 0.0


@pytest.mark.parametrize(
    ("compiler", "name", "event"),
    [
        ("torch-eager", "aten.addmm.default", "aten::addmm"),
        ("torch-inductor", "extern_kernels.addmm", "aten::addmm"),
        ("torch-inductor", "torch.ops.aten.bmm.default", "aten::bmm"),
        ("torch-inductor", "cpp_fused_gelu_0", "cpp_fused_gelu_0"),
        ("jax-eager", "jit(_var)", "jit__var"),
        ("jax-jit", "add_rsqrt_fusion", "add_rsqrt_fusion"),
    ],
)
def test_names_of_kernels_in_profiles(compiler: str, name: str, event: str) -> None:
    assert Registry().compiler(compiler).event_name(name) == event


@pytest.mark.jax
def test_profile_of_a_real_executable(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path))
    asked = ["dump", "mlp", "--size", "small", "--target", "cpu", "--compiler", "jax-jit"]
    assert cli.main([*asked, "--profile", "--json"]) == 0
    profile = json.loads(capsys.readouterr().out)["profile"]
    times = {k["name"]: k["time_ns"] for k in profile["kernels"]}
    assert any("fusion" in name for name in times)
    assert all(time is None or time > 0 for time in times.values())
    assert sum(time is not None for time in times.values()) >= 3
    assert 0 <= profile["unattributed"] < 1

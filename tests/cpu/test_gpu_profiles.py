"""Profiles of a GPU, read from files in the profilers' formats (``golden/make_profiles.py``)."""

from __future__ import annotations

import json
from collections import Counter
from pathlib import Path
from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from opscope.compiler import Event
from opscope.compilers import _torch_trace
from opscope.dumping.profiling import joined
from opscope.measuring import launched
from opscope.records import Kernel
from opscope.registry import Registry

PROFILES = Path(__file__).parents[1] / "golden" / "profiles"
GEMM = "nvjet_sm90_tst_128x256_64x4_1x2_h_bz_coopA_TNT"


def torch_events() -> list[Event]:
    trace = json.loads((PROFILES / "torch-cuda.trace.json").read_text(encoding="utf-8"))
    return _torch_trace.device_events(trace)


def answer(events: list[Event], calls: int = 2, traced_ns: float = 100e3) -> dict[str, Any]:
    """As :mod:`opscope.worker.profiling` sums events up."""
    by_name: dict[str, list[float]] = {}
    device: dict[str, list[float]] = {}
    for event in events:
        by_name.setdefault(event.name, []).append(event.duration_ns)
        if event.kernel:
            device.setdefault(event.kernel, []).append(event.duration_ns)
    rows = [
        {"name": n, "launches": len(t) / calls, "time_ns": sum(t) / calls}
        for n, t in device.items()
    ]
    times = {"traced_ns": traced_ns, "plain_ns": traced_ns}
    return {"calls": calls, "events": by_name, "device": rows, **times}


def test_an_operator_has_the_time_of_what_it_launched_and_not_of_the_host() -> None:
    events = torch_events()
    assert [e.duration_ns for e in events if e.name == "aten::addmm"] == [13e3, 14e3]
    assert "aten::empty" not in {e.name for e in events}  # launched nothing


def test_a_kernel_named_like_its_launch_is_counted_once() -> None:
    times = [e.duration_ns for e in torch_events() if e.name == "triton_poi_fused_addmm_gelu_0"]
    assert times == [5e3, 5e3]


def test_inductors_kernels_get_the_devices_time() -> None:
    product = Kernel(name="extern_kernels.addmm", kind="library", ops=("addmm",))
    gelu = Kernel(name="triton_poi_fused_addmm_gelu_0", kind="generated", ops=("add", "gelu"))
    compiler = Registry().compiler("torch-inductor")
    found = joined([product, gelu], answer(torch_events()), compiler.event_name)
    assert [k.time_ns for k in found.kernels] == [13.5e3, 5e3]
    assert found.unattributed == pytest.approx(1 - 18.5 / 100)
    assert launched.totals(found.device) == {
        "kernel_ns": 1e3 + 12.5e3 + 5e3 + 2e3,
        "kernels_launched": 2.0,
        "library_calls": 1.0,
    }
    library = next(row for row in found.device if row["name"] == GEMM)
    assert library["library"] == "cuBLAS"


def test_a_compiler_without_a_list_gets_one_from_the_device() -> None:
    found = joined([], answer(torch_events()), lambda name: name)
    assert [(k.name[:6], k.kind, k.launches) for k in found.kernels] == [
        ("Memset", "copy", 1),
        ("nvjet_", "library", 1),
        ("triton", "generated", 1),
        ("Memcpy", "copy", 1),
    ]
    assert {k.stage for k in found.kernels} == {launched.STAGE}


@pytest.mark.jax
def test_jax_on_a_gpu_counts_streams_and_neither_launches_nor_modules_twice() -> None:
    pytest.importorskip("jax")
    from opscope.compilers._jax import profile_events

    events = profile_events(PROFILES / "jax-cuda.xplane.pb")
    assert Counter(e.name for e in events if e.kernel) == {
        "loop_reduce_fusion": 2,
        "cublas-gemm.1": 2,
        "loop_multiply_fusion": 2,
        "MemcpyD2D": 2,
    }
    assert [e.duration_ns for e in events if e.name == "loop_multiply_fusion"] == [4e3, 5e3]
    module = [e.duration_ns for e in events if e.name == "jit_layernorm"]
    assert module == [33e3, 34e3]
    product = Kernel(name="cublas-gemm.1", kind="library")
    found = joined([product], answer(events), Registry().compiler("jax-jit").event_name)
    assert found.kernels[0].time_ns == 20e3
    assert launched.totals(found.device)["library_calls"] == 1.0


@pytest.mark.jax
def test_a_tpu_names_instructions() -> None:
    pytest.importorskip("jax")
    from opscope.compilers._jax import profile_events

    events = profile_events(PROFILES / "jax-tpu.xplane.pb")
    assert [(e.name, e.duration_ns) for e in events] == [("fusion.1", 30e3), ("copy.2", 10e3)] * 2


@pytest.mark.slow  # an import of TensorFlow
@pytest.mark.tensorflow
def test_tensorflows_own_kernels_are_told_by_their_nodes() -> None:
    pytest.importorskip("tensorflow")
    from opscope.compilers._tensorflow import profile_events

    events = profile_events((PROFILES / "tensorflow-cuda.xplane.pb").read_bytes())
    assert [(e.name, e.duration_ns) for e in events] == [
        ("mlp/MatMul", 15e3),
        ("mlp/Gelu", 3e3),
    ] * 2
    assert {launched.made_by(e.kernel)[0] for e in events} == {"library"}


@pytest.mark.parametrize(
    ("name", "made_by"),
    [
        ("ampere_sgemm_128x64_tn", ("library", "cuBLAS")),
        ("sm90_xmma_gemm_bf16bf16_bf16f32_f32_tn_n_tilesize128x128x64", ("library", "cuBLAS")),
        ("void gemv2T_kernel_val<int, int, float, float>", ("library", "cuBLAS")),
        ("void cutlass::Kernel2<cutlass_80_tensorop_s1688gemm_128x128>", ("library", "cuBLAS")),
        ("sm80_xmma_fprop_implicit_gemm_f32f32_tf32f32_f32_nhwckrsc_nhwc", ("library", "cuDNN")),
        ("cudnn_generated_fort_native_sdpa_sm90_flash_fprop", ("library", "cuDNN")),
        (
            "void pytorch_flash::flash_fwd_kernel<Flash_fwd_kernel_traits<64, 128, 128, 4>>",
            ("library", "FlashAttention"),
        ),
        ("void at::native::vectorized_elementwise_kernel<4, at::...>", ("library", "ATen")),
        ("Cijk_Ailk_Bljk_SB_MT64x64x16_MI32x32x1x2", ("library", "rocBLAS")),
        ("triton_red_fused_native_layer_norm_0", ("generated", "")),
        ("triton_tem_fused_mm_3", ("generated", "")),
        ("loop_add_fusion", ("generated", "")),
        ("input_reduce_fusion_1", ("generated", "")),
        ("gemm_fusion_dot_5", ("generated", "")),
        ("wrapped_slice", ("generated", "")),
        ("Memcpy DtoD (Device -> Device)", ("copy", "")),
        ("MemsetD32", ("copy", "")),
        ("softmax_kernel", ("other", "")),
    ],
)
def test_who_made_a_kernel(name: str, made_by: tuple[str, str]) -> None:
    assert launched.made_by(name) == made_by


_ROWS = st.builds(
    lambda cat, name, ts, dur, tid, number: {
        "ph": "X", "cat": cat, "name": name, "ts": ts, "dur": dur, "tid": tid,
        "args": {"correlation": number} if number else {},
    },
    st.sampled_from(["kernel", "cpu_op", "cuda_runtime", "other"]),
    st.sampled_from(["aten::mm", "gemm", "cudaLaunchKernel"]),
    st.integers(0, 99),
    st.integers(0, 50),
    st.integers(0, 1),
    st.integers(0, 5),
)  # fmt: skip


@settings(max_examples=50, deadline=None, suppress_health_check=[HealthCheck.too_slow])
@given(st.lists(_ROWS, max_size=20))
def test_any_trace_is_read_and_no_time_is_lost(rows: list[dict[str, Any]]) -> None:
    events = _torch_trace.device_events({"traceEvents": rows})
    device = sum(row["dur"] * 1e3 for row in rows if row.get("cat") == "kernel")
    assert sum(e.duration_ns for e in events if e.kernel) == device

"""Occupancy and lower bounds: arithmetic that is modelled from the table of devices."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from opscope.devices import DEVICES, device
from opscope.dumping.resources import OPERATORS_OWN, bound, model, occupancy, rate_for
from opscope.records import Artifact
from opscope.registry import Registry

GPUS = [name for name in DEVICES if DEVICES[name].platform != "tpu"]


@pytest.mark.parametrize(
    ("name", "registers", "shared", "threads", "blocks", "limit"),
    [
        # By NVIDIA's occupancy calculator, as in its CUDA toolkit.
        ("a100", 32, 0, 256, 8, "threads"),
        ("a100", 64, 0, 256, 4, "registers"),
        ("a100", 255, 0, 256, 1, "registers"),
        ("h100", 32, 100_000, 128, 2, "shared memory"),
        ("h100", 16, 0, 32, 32, "blocks"),
        ("rtx3090", 32, 0, 256, 6, "threads"),
        ("rtx3090", 16, 0, 32, 16, "blocks"),
        # LLVM prints "Occupancy: 2" for 216 vector registers on gfx942.
        ("mi300x", 216, 0, 256, 2, "registers"),
        ("mi300x", 64, 65536, 256, 1, "shared memory"),
    ],
)
def test_occupancy(
    name: str, registers: int, shared: int, threads: int, blocks: int, limit: str
) -> None:
    found = occupancy(
        device(name), registers=registers, shared_bytes=shared, threads_per_block=threads
    )
    assert (found.blocks, found.limit) == (blocks, limit)


@given(
    st.sampled_from(GPUS),
    st.integers(0, 255),
    st.integers(0, 60_000),
    st.integers(1, 1024),
)
def test_occupancy_is_a_fraction_and_falls_with_need(
    name: str, registers: int, shared: int, threads: int
) -> None:
    it = device(name)
    found = occupancy(it, registers=registers, shared_bytes=shared, threads_per_block=threads)
    assert 0 <= found.fraction <= 1
    more = occupancy(
        it, registers=registers + 8, shared_bytes=shared + 512, threads_per_block=threads
    )
    assert more.blocks <= found.blocks


def test_a_bound_is_the_slower_of_memory_and_arithmetic() -> None:
    h100 = device("h100")
    moved = bound(h100, bytes_moved=3_352_320, flops=1, rate="fp32")
    computed = bound(h100, bytes_moved=1, flops=989_400_000, rate="bf16")
    assert moved is not None
    assert computed is not None
    assert moved[1] == "memory"
    assert computed[1] == "arithmetic"
    assert moved[0] == pytest.approx(1000.0)
    assert computed[0] == pytest.approx(1000.0)
    assert bound(h100, bytes_moved=None, flops=None, rate="fp32") is None


def test_rates_follow_type_and_unit() -> None:
    h100, a100 = device("h100"), device("a100")
    assert rate_for(h100, "bfloat16", tensor_core=True) == "bf16"
    assert rate_for(h100, "bfloat16", tensor_core=False) == "fp32"
    assert rate_for(h100, "float32", tensor_core=True) == "tf32"
    assert rate_for(a100, "float64", tensor_core=True) == "fp64_tensor"
    assert rate_for(device("mi350x"), "float32", tensor_core=True) == "fp32", "it has no TF32"
    assert rate_for(device("v5e"), "float32", tensor_core=False) == "bf16"


HLO = """HloModule jit_f, is_scheduled=true

%fused (p: f32[1024,1024]) -> f32[1024,1024] {
  %p = f32[1024,1024]{1,0} parameter(0)
  ROOT %exp = f32[1024,1024]{1,0} exponential(%p)
}

ENTRY %main (x: f32[1024,1024]) -> f32[1024,1024] {
  %x = f32[1024,1024]{1,0} parameter(0)
  ROOT %loop_fusion = f32[1024,1024]{1,0} fusion(%x), kind=kLoop, calls=%fused
}
"""
THUNKS = (
    "001: kKernel [source | sink] loop_fusion grid: [2048, 1, 1] threads: [128, 1, 1]"
    "  shared_memory: 0 bytes\n"
)
PTXAS = """ptxas info    : Compiling entry function 'loop_fusion' for 'sm_90a'
ptxas info    : Function properties for loop_fusion
    0 bytes stack frame, 0 bytes spill stores, 0 bytes spill loads
ptxas info    : Used 20 registers, used 0 barriers
"""


def test_a_compilation_is_joined_from_its_texts() -> None:
    artifacts = [
        Artifact(stage="hlo-optimized", text=HLO),
        Artifact(stage="thunks", text=THUNKS),
        Artifact(stage="ptxas-info", text=PTXAS, part="loop_fusion"),
        Artifact(stage="ptxas-info", text=PTXAS.replace("20", "99"), part="triton-tile/x"),
    ]
    found = model(artifacts, device("h100"), "float32", Registry())
    assert not isinstance(found, str), found
    (it,) = found
    assert it.kernel.registers == 20
    assert it.threads_per_block == 128
    assert it.blocks == 2048
    assert it.occupancy is not None
    assert it.occupancy.blocks == 16
    assert it.bound_by == "memory"
    assert it.bound_ns == pytest.approx(2 * 1024 * 1024 * 4 / 3.35232e12 * 1e9)


def test_no_kernels_give_a_reason() -> None:
    found = model([], device("h100"), "float32", Registry())
    assert isinstance(found, str)
    assert found


def test_the_only_kernel_does_all_of_the_operators_work() -> None:
    """Also where its text does not tell how much: a hand-written one's pointers have no size."""
    ptx = ".visible .entry kernel(\n)\n{\n\tret;\n}\n"
    one = [Artifact(stage="ptx", text=ptx, part="kernel")]
    whole = (8 * 1024**2, 4 * 1024**2)
    found = model(one, device("h100"), "float32", Registry(), whole)
    assert not isinstance(found, str), found
    (it,) = found
    assert (it.kernel.bytes, it.kernel.flops) == whole
    assert it.bound_by == "memory"
    assert it.kernel.notes == (OPERATORS_OWN,)
    two = [*one, Artifact(stage="ptx", text=ptx.replace("kernel", "other"), part="other")]
    found = model(two, device("h100"), "float32", Registry(), whole)
    assert not isinstance(found, str), found
    assert [it.bound_ns for it in found] == [None, None]

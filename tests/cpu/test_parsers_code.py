"""Machine code: instruction mixes counted by hand in golden files, resources, places."""

from __future__ import annotations

import sys
from pathlib import Path

import pytest

from opscope.facts import Code, Facts, Frame, kernels_of
from opscope.records import Artifact
from opscope.registry import Registry
from opscope.stages import STAGES

sys.path.insert(0, str(Path(__file__).parent))
from _golden import artifacts

REGISTRY = Registry()
NORM = "triton_per_fused_add_mean_mul_rsqrt_sub_0"


def text_of(folder: str, stage: str) -> str:
    (artifact,) = (a for a in artifacts(folder) if a.stage == stage)
    return artifact.text or ""


def facts(folder: str, stage: str) -> Facts:
    return REGISTRY.parsers[STAGES[stage].parser or ""].parse(text_of(folder, stage))


def code(folder: str, stage: str, function: str) -> Code:
    (found,) = (c for c in facts(folder, stage).code if c.function == function)
    return found


def test_ptx_loads_16_bytes_at_a_time_and_ends_in_one_store() -> None:
    found = code("inductor-sm_90/layernorm-forward", "ptx", NORM)
    assert found.instructions == 112
    assert found.loads == {4: 2, 16: 3}  # x, weight, bias; two partial sums from shared memory
    assert found.stores == {4: 2, 16: 1}
    assert found.special == 2  # a division and a reciprocal root
    assert found.barriers == 3
    assert found.opcodes["shfl.sync.bfly.b32"] == 16


def test_sass_says_the_same_about_memory_and_knows_the_special_unit() -> None:
    found = code("inductor-sm_90/layernorm-forward", "sass", NORM)
    assert found.loads == {4: 2, 16: 3}
    assert found.stores == {4: 2, 16: 1}
    assert found.special == 1  # MUFU.RSQ
    assert found.fma == 11  # FFMA; an HFMA2.MMA of zeros only loads a constant
    assert found.barriers == 3
    assert code("inductor-sm_90/gelu-forward", "sass", "triton_poi_fused_add_gelu_0").fma == 56


def test_tensor_core_instructions_are_counted() -> None:
    assert code("jax-h100/gelu-forward", "ptx", "gemm_fusion_dot").tensor_core == 2
    assert code("jax-h100/gelu-forward", "ptx", "loop_multiply_fusion").tensor_core == 0
    parse = REGISTRY.parsers["sass"].parse
    lines = [
        "HGMMA.64x128x16.F32 R24, gdesc[UR8], R24 ;",
        "UTCHMMA gdesc[UR4], gdesc[UR6], tmem[UR8] ;",
        "HMMA.16816.F32 R4, R8, R12, R4 ;",
        "@!P0 IMMA.16832.S8.S8 R4, R8, R12, R4 ;",
        "FFMA R1, R2, R3, R4 ;",
    ]
    body = "".join(f"        /*{i * 16:04x}*/    {line}\n" for i, line in enumerate(lines))
    (found,) = parse(f"\t\tFunction : kernel\n{body}").code
    assert (found.tensor_core, found.fma) == (4, 1)
    amd = (
        "\t.type k,@function\nk: ; @k\n\tv_mfma_f32_32x32x8_f16 a[0:15], v[0:1], v[2:3], a[0:15]\n"
        "\tv_wmma_f32_16x16x16_f16 v[0:7], v[8:15], v[16:23], v[0:7]\n"
    )
    assert REGISTRY.parsers["amdgcn"].parse(amd).code[0].tensor_core == 2


def test_amd_code_with_its_resources() -> None:
    found = code("inductor-gfx942/layernorm-forward", "amdgcn", NORM)
    assert found.loads == {4: 2, 16: 3}
    assert found.stores == {4: 2, 16: 1}
    assert (found.registers, found.spill_bytes, found.shared_bytes) == (19, 0, 0)
    assert found.special == 1
    assert found.barriers == 3


def test_x86_vector_width_fma_and_roots() -> None:
    (gelu,) = (
        c
        for c in facts("inductor-cpu/gelu-forward", "asm").code
        if c.function == "kernel._omp_fn.0"
    )
    assert set(gelu.vector_bits) == {256}
    assert gelu.fma == 6
    norm = code("inductor-cpu/layernorm-forward", "asm", "kernel._omp_fn.0")
    assert norm.opcodes["vsqrtss"] == 1
    assert norm.vector_bits[32] == 9  # scalar arithmetic on single numbers
    assert code("jax-cpu/gelu-forward", "asm", "select_multiply_fusion").fma == 31


@pytest.mark.parametrize(
    ("line", "load", "store"),
    [
        ("vmovups YMMWORD PTR [rax+0x20],ymm0", {}, {32: 1}),
        ("vmovups ymm0,YMMWORD PTR [rax+0x20]", {32: 1}, {}),
        ("vfmadd213ps ymm0,ymm1,YMMWORD PTR [rax]", {32: 1}, {}),
        ("vmovss DWORD PTR [rdx],xmm1", {}, {4: 1}),
        ("vmulps zmm0,zmm1,DWORD PTR [rax]{1to16}", {4: 1}, {}),
        ("lea rax,[rdi+rsi*4]", {}, {}),
        ("vmovups %ymm0,0x20(%rax)", {}, {32: 1}),
        ("vmovups 0x20(%rax),%ymm0", {32: 1}, {}),
        ("vaddps (%rax,%rcx,4),%ymm1,%ymm2", {32: 1}, {}),
    ],
)
def test_x86_memory_operands(line: str, load: dict[int, int], store: dict[int, int]) -> None:
    (found,) = REGISTRY.parsers["x86"].parse(f"0000000000001130 <f>:\n    1130:\t{line}\n").code
    assert (found.loads, found.stores) == (load, store)


def test_compiler_written_assembly_is_read_as_well() -> None:
    text = "\t.text\nf:\n\t.cfi_startproc\n# %bb.0:\n\tvaddps\t%ymm0, %ymm1, %ymm2\n\tretq\n"
    (found,) = REGISTRY.parsers["x86"].parse(text).code
    assert (found.function, found.instructions, found.vector_bits) == ("f", 2, {256: 1})


PTXAS = """ptxas info    : 0 bytes gmem
ptxas info    : Compiling entry function 'k' for 'sm_90a'
ptxas info    : Function properties for k
    64 bytes stack frame, 60 bytes spill stores, 64 bytes spill loads
ptxas info    : Used 255 registers, used 1 barriers, 512 bytes smem
ptxas info    : Compile time = 3.2 ms
"""


def test_ptxas_and_cuobjdump_tell_registers_spills_and_shared_memory() -> None:
    parse = REGISTRY.parsers["ptxas"].parse
    found = parse(PTXAS)
    assert found.unknown == ()
    (k,) = found.code
    assert (k.registers, k.spill_bytes, k.shared_bytes, k.stack_bytes) == (255, 64, 512, 64)
    usage = parse(
        "Resource usage:\n Common:\n  GLOBAL:0\n Function k:\n"
        "  REG:32 STACK:8 SHARED:1024 LOCAL:0 CONSTANT[0]:560 TEXTURE:0 SURFACE:0 SAMPLER:0\n"
    )
    (k,) = usage.code
    assert usage.unknown == ()
    assert (k.registers, k.spill_bytes, k.shared_bytes, k.stack_bytes) == (32, 0, 1024, 8)


def test_resources_are_joined_to_the_kernels_of_the_wrapper_by_name() -> None:
    (kernel,) = kernels_of(artifacts("inductor-sm_90/layernorm-forward"), REGISTRY)
    assert not isinstance(kernel, str)
    assert (kernel.name, kernel.registers, kernel.shared_bytes) == (NORM, 25, 32)
    alone = [Artifact(stage="ptxas-info", text=PTXAS), Artifact(stage="ptx", text=".entry k()\n")]
    (kernel,) = kernels_of(alone, REGISTRY)
    assert not isinstance(kernel, str)
    assert (kernel.name, kernel.kind, kernel.spill_bytes) == ("k", "generated", 64)


def test_inside_inline_assembly_only_the_first_place_counts_and_inlining_is_followed() -> None:
    text = """
\t.file 1 "kernel.py"
\t.file 2 "standard.py"
.visible .entry k()
{
\t.loc\t1 20 5
\t.loc\t2 290 36, function_name $L__info_string0, inlined_at 1 20 5
\t.loc\t2 260 15, function_name $L__info_string1, inlined_at 2 290 36
\tadd.f32 %f1, %f2, %f3;
\t.loc\t1 33 4
\t// begin inline asm
\t.loc\t1 33 4
\tmov.u32 %r1, 0x0;
\t.loc\t1 34 4
\tld.global.v4.b32 {%r1, %r2, %r3, %r4}, [%rd1];
\t// end inline asm
}
"""
    found = REGISTRY.parsers["ptx"].parse(text)
    assert [a.frames for a in found.anchors] == [
        (Frame("standard.py", 260), Frame("standard.py", 290), Frame("kernel.py", 20)),
        (Frame("kernel.py", 33),),
        (Frame("kernel.py", 33),),
    ]
    assert found.code[0].loads == {16: 1}


def test_dispatched_operators_have_bytes_flops_and_places() -> None:
    text = (
        "aten.addmm.default(float32[64], float32[8,24], float32[24,64]) -> float32[8,64] # f.py:4\n"
        "aten.view.default(float32[8,64]) -> float32[512] (view)  # f.py:5\n"
        "BatchMatMulV2(bfloat16[2,4,128,64], bfloat16[2,4,32,64]) -> bfloat16[2,4,128,32]\n"
        "jit(silu)(float32[8]) -> float32[8]\n"
        "jit(_var)(f32[8,48]) -> f32[8,1]  # generated: reduce_sum, sub, mul; at f.py:7\n"
        "aten.t.default(f32[8,16]) -> f32[16,8]  # view; at f.py:8\n"
        "aten.copy_.default(bf16[8], bf16[8]) -> bf16[8]  # copy\n"
        "NoOp() -> ()\n"
        "quantised(e7m0[8]) -> e7m0[8]\n"
    )
    found = REGISTRY.parsers["ops"].parse(text)
    assert found.unknown == ()
    addmm, product, silu, variance, copy, nothing, odd = found.kernels
    assert (variance.ops, variance.bytes) == (("reduce_sum", "sub", "mul"), 4 * (8 * 48 + 8))
    assert (variance.source_lines, variance.fused) == ((7,), True)
    assert (copy.kind, copy.bytes) == ("copy", 2 * 24)
    assert (addmm.bytes, addmm.flops) == (4 * (64 + 8 * 24 + 24 * 64 + 8 * 64), 2 * 8 * 24 * 64)
    assert addmm.source_lines == (4,)
    assert product.flops == 2 * 8 * 128 * 64 * 32
    assert silu.kind == "generated"
    assert (nothing.bytes, odd.bytes) == (None, None)  # a type of unknown size is not guessed

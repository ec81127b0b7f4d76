"""Six operators through every compiler for an H100 and a TPU v5e, and what must be in the text.

Each row is one compilation in a process of its own. The texts searched are all parts of one stage
together, so that a truth does not depend on how kernels are named.
"""

from __future__ import annotations

import re
import sys
from pathlib import Path

import pytest

sys.path.insert(0, str(Path(__file__).parent))
from deviceless_support import dump, installed, only

CUDA_PLUGIN, TPU = "jax_plugins.xla_cuda13", "libtpu"
NEEDS = {
    "torch-inductor": ("torch", "triton"),
    "triton": ("torch", "triton"),
    "jax-jit": ("jax",),
    "tf-xla": ("tensorflow", "jax"),
}

GPU_TRUTHS = [
    # compiler, operator, dtype, stage, what must be found in it
    ("torch-inductor", "matmul", "bfloat16", "output-code", r"extern_kernels\.mm\("),
    ("torch-inductor", "softmax", "float32", "ptx", r"\.visible \.entry triton_per_fused"),
    ("torch-inductor", "layernorm", "float32", "ptx", r"\.visible \.entry triton_per_fused"),
    ("torch-inductor", "attention", "bfloat16", "output-code", r"flash_attention"),
    ("torch-inductor", "attention", "float32", "output-code", r"efficient_attention"),
    ("torch-inductor", "conv2d", "float32", "output-code", r"extern_kernels\.convolution\("),
    ("torch-inductor", "mlp", "bfloat16", "ptx", r"\.target sm_90a"),
    ("triton", "matmul", "bfloat16", "ptx", r"wgmma\.mma_async"),
    ("triton", "softmax", "float32", "sass", r"MUFU\.EX2"),
    ("triton", "layernorm", "float32", "sass", r"MUFU\.RSQ|MUFU\.RCP|MUFU\.SQRT"),
    ("triton", "attention", "bfloat16", "ptx", r"wgmma\.mma_async"),
    ("jax-jit", "matmul", "bfloat16", "ptx", r"wgmma\.mma_async"),
    ("jax-jit", "softmax", "float32", "sass", r"MUFU\.EX2"),
    ("jax-jit", "layernorm", "float32", "sass", r"MUFU\.RSQ"),
    ("jax-jit", "attention", "bfloat16", "ptx", r"mma\.sync|wgmma"),
    ("jax-jit", "conv2d", "float32", "hlo-optimized", r"__cudnn\$conv"),
    ("jax-jit", "mlp", "bfloat16", "thunks", r"kCublasLtMatmul"),
    ("tf-xla", "matmul", "bfloat16", "ptx", r"wgmma\.mma_async"),
    ("tf-xla", "softmax", "float32", "sass", r"MUFU\.EX2"),
    ("tf-xla", "layernorm", "float32", "sass", r"MUFU\.RSQ"),
    ("tf-xla", "attention", "bfloat16", "ptx", r"mma\.sync|wgmma"),
    ("tf-xla", "conv2d", "float32", "hlo-optimized", r"__cudnn\$conv"),
    ("tf-xla", "mlp", "bfloat16", "thunks", r"kCublasLtMatmul"),
]
TPU_TRUTHS = [
    ("matmul", "vmatmul"),
    ("softmax", "vexp2"),
    ("layernorm", "vrsqrt"),
    ("attention", "vmatmul"),
    ("conv2d", "vmatmul"),
    ("mlp", "vmatmul"),
]


def require(*modules: str) -> None:
    if not installed(*modules):
        pytest.skip(f"needs {', '.join(modules)}")


def joined(parts: dict[str, dict[str, str]]) -> str:
    return "\n".join(artifact["text"] or "" for artifact in parts.values())


@pytest.mark.slow
@pytest.mark.parametrize(("compiler", "operator", "dtype", "stage", "truth"), GPU_TRUTHS)
def test_for_h100(
    tmp_path: Path, compiler: str, operator: str, dtype: str, stage: str, truth: str
) -> None:
    require(*NEEDS[compiler], *((CUDA_PLUGIN,) if compiler in ("jax-jit", "tf-xla") else ()))
    found = dump(tmp_path, compiler, operator, "h100", stage, dtype=dtype)
    assert re.search(truth, joined(found[stage])), f"no {truth} in {stage}"


@pytest.mark.slow
@pytest.mark.parametrize("compiler", ["jax-jit", "tf-xla"])
@pytest.mark.parametrize(("operator", "truth"), TPU_TRUTHS)
def test_for_v5e(tmp_path: Path, compiler: str, operator: str, truth: str) -> None:
    require(*NEEDS[compiler], TPU)
    found = dump(tmp_path, compiler, operator, "v5e", "llo", size="small")
    assert truth in joined(found["llo"])


@pytest.mark.slow
@pytest.mark.parametrize("operator", ["softmax", "layernorm"])
def test_inductor_fuses_into_one_kernel(tmp_path: Path, operator: str) -> None:
    require("torch", "triton")
    found = dump(tmp_path, "torch-inductor", operator, "h100", "output-code", "triton")
    names = {part.partition("[")[0] for part in found["triton"]}
    assert len(names) == 1
    assert "extern_kernels." not in only(found["output-code"])["text"].partition("def call")[2]


@pytest.mark.slow
@pytest.mark.parametrize(
    ("compiler", "operator"),
    # tf-xla's layernorm is three: XLA does not know TensorFlow's moments as a normalisation.
    [("jax-jit", "softmax"), ("jax-jit", "layernorm"), ("tf-xla", "softmax")],
)
def test_xla_fuses_into_one_kernel(tmp_path: Path, compiler: str, operator: str) -> None:
    require(*NEEDS[compiler], CUDA_PLUGIN)
    found = dump(tmp_path, compiler, operator, "h100", "thunks")
    assert only(found["thunks"])["text"].count("grid: [") == 1


@pytest.mark.slow
@pytest.mark.parametrize(
    ("device", "stage", "truth"),
    [
        ("a100", "ptx", r"mma\.sync"),
        ("b200", "ptx", r"tcgen05\.mma"),
        ("mi300x", "amdgcn", r"v_mfma_f32"),
    ],
)
def test_tritons_matmul_uses_each_devices_matrix_unit(
    tmp_path: Path, device: str, stage: str, truth: str
) -> None:
    require("torch", "triton")
    found = dump(tmp_path, "triton", "matmul", device, stage, dtype="bfloat16")
    assert re.search(truth, joined(found[stage]))


@pytest.mark.slow
def test_inductors_own_matmul_when_asked_to_tune(tmp_path: Path) -> None:
    require("torch", "triton")
    flags = '{"max_autotune": "True", "max_autotune_gemm_backends": "TRITON"}'
    how = {"dtype": "bfloat16", "FLAGS": flags}
    found = dump(tmp_path, "torch-inductor", "matmul", "h100", "output-code", "ptx", **how)
    assert re.search(r"mma\.sync|wgmma", joined(found["ptx"]))
    assert "triton_tem_fused_mm" in only(found["output-code"])["text"]
    assert "the winner of autotuning" in only(found["output-code"])["note"]

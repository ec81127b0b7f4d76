"""jax-jit and tf-xla for GPUs and TPUs that are not here: known truths in the text."""

from __future__ import annotations

import sys
from pathlib import Path

import pytest

sys.path.insert(0, str(Path(__file__).parent))
from deviceless_support import attempt, dump, installed, only, run_code

pytestmark = [pytest.mark.jax, pytest.mark.skipif(not installed("jax"), reason="needs jax")]
HAS_CUDA = installed("jax_plugins.xla_cuda13")
HAS_TPU = installed("libtpu")
needs_cuda = pytest.mark.skipif(not HAS_CUDA, reason="needs the extra xla-cuda")
needs_tpu = pytest.mark.skipif(not HAS_TPU, reason="needs the extra xla-tpu")


@needs_cuda
def test_layernorm_for_h100(tmp_path: Path) -> None:
    stages = dump(tmp_path, "jax-jit", "layernorm", "h100")
    for stage in ("jaxpr", "stablehlo", "hlo", "buffer-assignment", "llvm-ir", "ptxas-info"):
        assert only(stages[stage])["text"], stage
    assert len(stages["hlo-passes"]) > 5
    assert only(stages["thunks"])["text"].count("grid: [") == 1, "one fused kernel"
    assert "xtile" in only(stages["ttir"])["text"]
    assert list(stages["ptx"]) == list(stages["sass"]), "named by the kernel"
    assert ".target sm_90a" in only(stages["ptx"])["text"]
    assert "MUFU" in only(stages["sass"])["text"]
    assert only(stages["sass"])["exact"], "from the cubin in the executable"
    assert not only(stages["ptxas-info"])["exact"]
    for artifact in (artifact for parts in stages.values() for artifact in parts.values()):
        assert artifact["note"].startswith("compiled for NVIDIA H100 80GB HBM3 (h100, sm_90)")
        assert "not run, not autotuned" in artifact["note"]


@needs_cuda
@pytest.mark.slow
def test_triton_gpu_ir_is_made_when_asked_for_by_name(tmp_path: Path) -> None:
    stages = dump(tmp_path, "jax-jit", "layernorm", "h100", "ttgir")
    assert "#ttg.blocked" in only(stages["ttgir"])["text"]


@needs_cuda
@pytest.mark.slow
def test_a_product_comes_in_three_labelled_variants(tmp_path: Path) -> None:
    stages = dump(tmp_path, "jax-jit", "matmul", "h100", "thunks", "ptx", dtype="bfloat16")
    thunks = stages["thunks"]
    assert set(thunks) == {"", "triton-tile", "cublaslt"}
    assert "could not time" in thunks[""]["note"]
    assert "chosen by opscope" in thunks["triton-tile"]["note"]
    assert "kCublasLtMatmul" in thunks["cublaslt"]["text"]
    tiled = [a["text"] for part, a in stages["ptx"].items() if part.startswith("triton-tile/gemm")]
    assert "wgmma.mma_async" in tiled[0]


@needs_cuda
@pytest.mark.slow
def test_convolution_is_cudnns(tmp_path: Path) -> None:
    stages = dump(tmp_path, "jax-jit", "conv2d", "h100", "hlo-optimized", size="small")
    assert "__cudnn$conv" in only(stages["hlo-optimized"])["text"]


@needs_cuda
@pytest.mark.slow
def test_a_refusal_keeps_the_other_stages(tmp_path: Path) -> None:
    code = """
import json, jax, jax.numpy as jnp
from dataclasses import replace
from opscope.compiler import Job, Settings
from opscope.compilers._deviceless import jax_xla
from opscope.devices import device
from opscope.errors import StageError
from opscope.ops.matmul import OPERATOR
case = OPERATOR.cases(sizes=("tiny",))[0]
settings = Settings(target="h100", flags={"xla_gpu_no_such_option": "1"})
job = Job(operator=OPERATOR, case=case, call=jnp.matmul, arguments=(jnp.ones((8, 8)),) * 2,
          settings=settings)
stages = ["stablehlo", "hlo-optimized"]
found = []
try:
    for artifact in jax_xla.dump(job, device("h100"), stages, job.call):
        found.append(artifact.stage)
except StageError as error:
    print(json.dumps([found, error.stage, str(error)]))
"""
    found, stage, message = run_code(code)
    assert found == ["stablehlo"]
    assert stage == "hlo"
    assert "xla_gpu_no_such_option" in message


@needs_tpu
def test_layernorm_for_v5e(tmp_path: Path) -> None:
    stages = dump(tmp_path, "jax-jit", "layernorm", "v5e", size="small")
    assert "T(8,128)" in only(stages["hlo-optimized"])["text"], "tiled layouts"
    assert any("vpow2" in a["text"] or "vrsqrt" in a["text"] for a in stages["llo"].values())
    model = stages["schedule-analysis"]["model"]
    assert "estimated_cycles" in model["text"]
    assert "optimal_seconds" in model["text"]
    assert "not a measurement" in model["note"]
    assert model["text"].startswith("modelled:")
    assert "Total bytes" in only(stages["memory-use"])["text"]


@needs_tpu
@pytest.mark.slow
@pytest.mark.parametrize("device", ["v4", "v5p", "v6e", "tpu7x"])
def test_other_tpus(tmp_path: Path, device: str) -> None:
    stages = dump(tmp_path, "jax-jit", "matmul", device, "llo", dtype="bfloat16", size="small")
    assert any("vmatmul" in artifact["text"] for artifact in stages["llo"].values())


def test_what_is_missing_is_named_with_its_pip_command(tmp_path: Path) -> None:
    code = """
import json, importlib.util, sys
from opscope.compilers._deviceless import xla_gpu, xla_tpu
from opscope.devices import device
from opscope.errors import NotAvailableError
from opscope.nouns import Unsupported
xla_gpu.find_spec = xla_tpu.find_spec = lambda name: None
told = []
for module, name in ((xla_gpu, "h100"), (xla_tpu, "v5e"), (xla_gpu, "mi300x")):
    try:
        module.topology_device(device(name))
    except (NotAvailableError, Unsupported) as error:
        told.append(f"{type(error).__name__}: {error}")
print(json.dumps(told))
"""
    gpu, tpu, amd = run_code(code)
    assert gpu == (
        'NotAvailableError: jax\'s CUDA plugin is not installed: pip install "opscope[xla-cuda]"'
    )
    assert tpu == 'NotAvailableError: libtpu is not installed: pip install "opscope[xla-tpu]"'
    assert amd.startswith("Unsupported: opscope cannot compile with XLA for AMD Instinct MI300X")


@needs_cuda
@pytest.mark.slow
def test_the_same_process_still_compiles_the_same_for_the_cpu() -> None:
    code = """
import hashlib, json, jax, numpy
from opscope.compiler import Job, Settings
from opscope.compilers._deviceless import jax_xla
from opscope.devices import device
from opscope.ops.layernorm import OPERATOR
case = OPERATOR.cases(sizes=("tiny",))[0]
call = OPERATOR.implementations["jax"](case)
rng = numpy.random.default_rng(0)
specs = OPERATOR.inputs(case).values()
inputs = [jax.numpy.asarray(rng.standard_normal(s.shape), "float32") for s in specs]
digest = lambda data: hashlib.sha256(data).hexdigest()

def on_the_cpu():
    jax.clear_caches()
    compiled = jax.jit(call).lower(*inputs).compile()
    return digest(compiled(*inputs).tobytes()), digest(compiled.as_text().encode())

job = Job(operator=OPERATOR, case=case, call=call, arguments=tuple(inputs),
          settings=Settings(target="h100"))
cpu, made = [], []
for absent in (0, 1, 0):  # from one line, because the HLO names it
    if absent:
        made = list(jax_xla.dump(job, device("h100"), ["ptx"], call))
    else:
        cpu.append(on_the_cpu())
print(json.dumps([*cpu, len([a for a in made if a.stage == "ptx" and a.text])]))
"""
    before, after, kernels = run_code(code)
    assert kernels >= 1
    assert before == after


def test_a_compiler_without_any_way_to_the_device(tmp_path: Path) -> None:
    outcome = attempt(tmp_path, "jax-jit", "layernorm", "mi300x", size="tiny")
    assert outcome["error"].startswith("Unsupported: opscope cannot compile with XLA")


@needs_cuda
@pytest.mark.slow
@pytest.mark.tensorflow
@pytest.mark.skipif(not installed("tensorflow"), reason="needs tensorflow")
def test_tensorflows_hlo_for_h100(tmp_path: Path) -> None:
    stages = dump(tmp_path, "tf-xla", "layernorm", "h100")
    assert only(stages["hlo"])["tool"].startswith("tensorflow ")
    assert only(stages["hlo"])["exact"]
    for stage in ("hlo-optimized", "thunks", "ptx", "sass"):
        for artifact in stages[stage].values():
            assert "TF's HLO, compiled by jaxlib" in artifact["note"]
            assert "not run, not autotuned" in artifact["note"]
    assert any("MUFU.RSQ" in artifact["text"] for artifact in stages["sass"].values())


@needs_tpu
@pytest.mark.slow
@pytest.mark.tensorflow
@pytest.mark.skipif(not installed("tensorflow"), reason="needs tensorflow")
def test_tensorflows_hlo_for_v5e_backward(tmp_path: Path) -> None:
    how = {"size": "small", "direction": "backward"}
    stages = dump(tmp_path, "tf-xla", "matmul", "v5e", "hlo", "llo", **how)
    assert set(stages) == {"hlo", "llo"}
    assert any("vmatmul" in artifact["text"] for artifact in stages["llo"].values())

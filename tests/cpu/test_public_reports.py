"""Public bug reports about opening compilers, each ending with the right answer."""

from __future__ import annotations

import json
from collections.abc import Sequence
from pathlib import Path

import pytest

from opscope import cli
from opscope.dumping.manifest import Manifest, StageFile, manifest_paths
from opscope.measuring.run import Session
from opscope.measuring.subject import Options
from opscope.registry import Registry

HERE = Path(__file__).parent
Captured = pytest.CaptureFixture[str]


@pytest.fixture(autouse=True)
def _own_cache(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path / "cache"))


def dumped(out: Path, *arguments: str) -> Manifest:
    assert cli.main(["dump", *arguments, "--size", "tiny", "--out", str(out), "--no-cache"]) == 0
    (path,) = manifest_paths(out)
    return Manifest.load(path)


def stages(manifest: Manifest, names: Sequence[str]) -> list[StageFile]:
    return [stage for stage in manifest.stages if stage.stage in names and stage.file]


@pytest.mark.jax
def test_fusions_of_a_sum_of_cosines(capsys: Captured) -> None:
    # openxla/xla 16792: why does a reduction stop fusing? The kernels of both sizes say where.
    counts = []
    for n in (32, 33):
        asked = [str(HERE / "_op_sumcos.py"), "--shape", f"n={n}", "--target", "cpu", "--json"]
        assert cli.main(["diff", *asked, "--between", "jax-jit", "jax-jit"]) == 0
        made = json.loads(capsys.readouterr().out)
        counts.append((made["left"]["kernels"], made["left"]["fusions"]))
    assert counts[0] == (1, 1)
    assert counts[1][0] == 3


@pytest.mark.jax
def test_work_that_was_optimised_away_is_no_speed() -> None:
    # jax-ml/jax 13956: FLOPs counted naively over the time of optimised code are impossible rates.
    with Session(Registry(), Options(roofs=False, block_ns=1e5, budget_s=0.05)) as session:
        source = session.registry.operator(str(HERE / "_op_manysums.py"))
        case = source.operator.cases(sizes=("tiny",), directions=("forward",))[0]
        record = session.measure(source, case, ["jax-jit"], timed=True)["jax-jit"]
    assert record.kernels is not None
    n = case.params.n
    assert sum(kernel.flops or 0 for kernel in record.kernels) == 3 * n * n
    assert record.flops == 3000 * n * n
    assert "eliminated" in [alarm.kind for alarm in record.alarms]


@pytest.mark.torch
@pytest.mark.slow
def test_stages_are_there_in_spite_of_a_warm_cache(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    # pytorch/pytorch 152374: with a warm cache nothing is compiled, and debug folders stay empty.
    monkeypatch.setenv("TORCHINDUCTOR_CACHE_DIR", str(tmp_path / "warm"))
    names = ("dynamo-graph", "aten-graph", "post-grad-graph", "inductor-ir", "output-code", "asm")
    for run in ("first", "second"):
        asked = ["softmax", "--compiler", "torch-inductor", "--target", "cpu"]
        found = stages(dumped(tmp_path / run, *asked), names)
        assert {stage.stage for stage in found} == set(names)
        assert all(stage.lines for stage in found)


@pytest.mark.torch
@pytest.mark.slow
def test_ptx_of_a_triton_kernel_without_a_gpu(tmp_path: Path) -> None:
    # triton-lang/triton 2166: how to get the PTX of a kernel.
    pytest.importorskip("triton")
    asked = ["softmax", "--compiler", "triton", "--target", "h100"]
    manifest = dumped(tmp_path / "out", *asked)
    names = ("ttir", "ttgir", "llir", "ptx", "cubin")
    assert {stage.stage for stage in stages(manifest, names)} == set(names)
    assert manifest.label.startswith("compiled for NVIDIA H100")


@pytest.mark.tensorflow
def test_hlo_of_a_tensorflow_function(tmp_path: Path, capsys: Captured) -> None:
    # tensorflow/tensorflow 48967: how to get HLO, and plain errors for what there is not.
    asked = ["softmax", "--compiler", "tf-xla", "--target", "cpu"]
    names = ("stablehlo", "hlo", "hlo-optimized", "hlo-dot", "llvm-ir", "asm")
    found = stages(dumped(tmp_path / "out", *asked), names)
    assert {stage.stage for stage in found} == set(names)
    capsys.readouterr()
    assert cli.main(["dump", *asked, "--size", "tiny", "--stage", "ptx"]) == 2
    assert "hlo-optimized" in capsys.readouterr().err


@pytest.mark.tensorflow
@pytest.mark.skipif(Path("/dev/nvidia0").exists(), reason="there is a GPU")
def test_device_that_is_not_there(capsys: Captured) -> None:
    asked = ["softmax", "--compiler", "tf-xla", "--target", "cuda", "--size", "tiny"]
    assert cli.main(["dump", *asked]) == 3
    assert "tensorflow finds no cuda device here, only cpu" in capsys.readouterr().err

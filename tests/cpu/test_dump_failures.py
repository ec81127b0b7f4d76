"""What a compiler leaves when it dies on the way: the stages before, its own message, and where."""

from __future__ import annotations

from pathlib import Path
from textwrap import dedent, indent

import pytest

from opscope import cli
from opscope.dumping.manifest import Manifest, StageFile, manifest_paths

Captured = pytest.CaptureFixture[str]
pytestmark = pytest.mark.slow


@pytest.fixture(autouse=True)
def _own_cache(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path / "cache"))


def planted(folder: Path, frontend: str, body: str) -> Path:
    """An operator file y = 2 x whose implementation for ``frontend`` is ``body``."""
    path = folder / "planted.py"
    text = """
        from opscope.nouns import Operator, TensorSpec, preset

        def build(case):
            BODY

        OPERATOR = Operator(
            name="planted",
            summary="y = 2 x",
            presets=(preset("tiny", n=8), preset("default", n=64)),
            inputs=lambda case: {"x": TensorSpec((case.params.n,))},
            outputs=lambda case: {"y": TensorSpec((case.params.n,))},
            reference=lambda case, x: 2 * x,
            flops=lambda case: case.params.n,
            implementations={"FRONTEND": build},
        )
        """
    written = dedent(text).replace("FRONTEND", frontend)
    path.write_text(written.replace("    BODY", indent(dedent(body).strip(), " " * 4)))
    return path


def failed(out: Path, capsys: Captured, *arguments: str) -> tuple[dict[str, StageFile], str]:
    """Stages of a dump that fails, by name, and what was told on standard error."""
    assert cli.main(["dump", *arguments, "--size", "tiny", "--out", str(out)]) == 1
    (path,) = manifest_paths(out)
    return {s.stage: s for s in Manifest.load(path).stages}, capsys.readouterr().err


@pytest.mark.torch
def test_inductor_without_a_compiler_that_works(
    tmp_path: Path, capsys: Captured, monkeypatch: pytest.MonkeyPatch
) -> None:
    compiler = tmp_path / "g++"
    compiler.write_text('#!/bin/sh\necho "broken: no space for $1" >&2\nexit 1\n')
    compiler.chmod(0o755)
    monkeypatch.setenv("CXX", str(compiler))
    asked = ["layernorm", "--compiler", "torch-inductor", "--target", "cpu"]
    stages, told = failed(tmp_path / "out", capsys, *asked)
    assert "torch-inductor failed in " in told
    assert "InvalidCxxCompiler" in told
    for stage in ("dynamo-graph", "aten-graph", "post-grad-graph"):
        assert stages[stage].file, stage
    assert "failed" in stages["asm"].absent


@pytest.mark.tensorflow
def test_xla_without_the_operation(tmp_path: Path, capsys: Captured) -> None:
    body = """
        import tensorflow as tf

        def call(x):
            return tf.numpy_function(lambda y: y + y, [x], tf.float32)

        return call
        """
    path = planted(tmp_path, "tensorflow", body)
    asked = [str(path), "--compiler", "tf-xla", "--target", "cpu"]
    stages, told = failed(tmp_path / "out", capsys, *asked)
    assert "tf-xla failed in hlo" in told
    assert "PyFunc" in told
    assert stages["graphdef"].file
    assert "failed" in stages["hlo-optimized"].absent


@pytest.mark.torch
def test_triton_for_a_device_that_it_refuses(tmp_path: Path, capsys: Captured) -> None:
    pytest.importorskip("triton")
    body = """
        import torch
        import triton
        import triton.language as tl

        @triton.jit
        def doubling(x, y, N: tl.constexpr):
            at = tl.arange(0, N)
            tl.store(y + at, tl.no_such_function(tl.load(x + at)))

        def call(x):
            y = torch.empty_like(x)
            doubling[(1,)](x, y, x.numel())
            return y

        return call
        """
    path = planted(tmp_path, "triton", body)
    asked = [str(path), "--compiler", "triton", "--target", "h100"]
    stages, told = failed(tmp_path / "out", capsys, *asked)
    assert "triton failed in " in told
    assert "no_such_function" in told
    assert not stages["ptx"].file

"""Scripts for bug reports: nothing of opscope in them, and they ask what was asked here."""

from __future__ import annotations

import ast
import os
import subprocess
import sys
from pathlib import Path

import pytest

from opscope.cli import main
from opscope.compiler import Settings
from opscope.errors import NotAvailableError, UsageError
from opscope.registry import Registry
from opscope.scripts import repro, template

REGISTRY = Registry()
SCRIPTED = [name for name, compiler in REGISTRY.compilers.items() if compiler.script]
FORCED = {"torch": "nhwc", "jax": "nchw", "tensorflow": "nhwc"}
"""The layout of images that is not a frontend's own. TensorFlow has no other on a CPU."""
EAGER = [name for name, compiler in REGISTRY.compilers.items() if compiler.eager]


def script(
    operator: str,
    compiler: str,
    direction: str = "forward",
    question: str = "wrong",
    layout: str = "native",
) -> str:
    source = REGISTRY.operator(operator)
    case = source.operator.cases(sizes=("tiny",), directions=(direction,), layouts=(layout,))[0]
    request = repro.Request(
        source=source,
        case=case,
        compiler=REGISTRY.compiler(compiler),
        compiler_path=REGISTRY.path("compilers", compiler),
        settings=Settings(),
        question=question,
    )
    return repro.script(request)


def run_bare(path: Path) -> subprocess.CompletedProcess[str]:
    """In an interpreter that cannot find opscope: isolated, elsewhere, without our variables."""
    environment = {k: v for k, v in os.environ.items() if not k.startswith("PYTHON")}
    command = [sys.executable, "-I", str(path)]
    return subprocess.run(
        command, cwd=path.parent, env=environment, capture_output=True, text=True, timeout=300
    )


@pytest.mark.parametrize("operator", REGISTRY.operators)
def test_every_operator_can_be_written_for_every_framework(operator: str) -> None:
    direction = REGISTRY.operators[operator].operator.directions[-1]
    for compiler in EAGER:
        tree = ast.parse(script(operator, compiler, direction))
        imported = [n for n in ast.walk(tree) if isinstance(n, ast.Import | ast.ImportFrom)]
        names = " ".join(ast.unparse(node) for node in imported)
        assert "opscope" not in names
        assert sum(fw in names for fw in ("import torch", "tensorflow", "import jax")) == 1


@pytest.mark.torch
@pytest.mark.parametrize(
    ("operator", "labels"),
    [
        ("grouped_conv2d", ["y", "gradient of x", "gradient of w"]),
        ("topk", ["y", "gradient of x"]),
    ],
)
def test_a_script_runs_in_a_bare_interpreter(
    tmp_path: Path, operator: str, labels: list[str]
) -> None:
    path = tmp_path / "script.py"
    command = ["repro", operator, "--size", "tiny", "--direction", "backward"]
    assert main([*command, "--compiler", "torch-eager", "--out", str(path)]) == 0
    outcome = run_bare(path)
    assert outcome.returncode == 0, outcome.stderr
    lines = outcome.stdout.splitlines()
    assert [line.split(":")[0] for line in lines[:-1]] == labels
    assert lines[-1].startswith("median ")


@pytest.mark.torch
def test_a_triton_kernel_runs_interpreted(tmp_path: Path) -> None:
    pytest.importorskip("triton")
    path = tmp_path / "script.py"
    path.write_text(script("matmul", "triton"))
    outcome = run_bare(path)
    assert outcome.returncode == 0, outcome.stderr
    assert outcome.stdout.startswith("c: largest error ")


@pytest.mark.torch
def test_a_wrong_result_is_named_and_fails(tmp_path: Path) -> None:
    own = tmp_path / "my_op.py"
    text = template.operator_file(own)
    own.write_text(text.replace("torch.tanh(x) * scale", "torch.tanh(x) * (scale + (x > 1.5))"))
    path = tmp_path / "script.py"
    path.write_text(script(str(own), "torch-eager"))
    outcome = run_bare(path)
    assert outcome.returncode == 1, outcome.stderr
    assert "the reference" in outcome.stdout
    assert "elements are wrong" in outcome.stdout


@pytest.mark.slow
@pytest.mark.torch
@pytest.mark.jax
@pytest.mark.tensorflow
@pytest.mark.parametrize("compiler", [name for name in SCRIPTED if name != "triton"])
@pytest.mark.parametrize(
    ("operator", "direction", "layout"),
    [("layernorm", "forward", "native"), ("mlp", "backward", "native"), ("conv2d", "forward", "")],
)
def test_every_compilers_script_runs_in_a_bare_interpreter(
    tmp_path: Path, compiler: str, operator: str, direction: str, layout: str
) -> None:
    forced = FORCED[REGISTRY.compiler(compiler).frontend.name]
    path = tmp_path / "script.py"
    path.write_text(script(operator, compiler, direction, layout=layout or forced))
    outcome = run_bare(path)
    assert outcome.returncode == 0, outcome.stdout + outcome.stderr
    assert "largest error" in outcome.stdout


@pytest.mark.slow
@pytest.mark.torch
@pytest.mark.jax
@pytest.mark.tensorflow
@pytest.mark.parametrize(
    ("compiler", "seen"),
    [
        ("torch-inductor", "cpp_fused"),
        ("jax-eager", "lambda"),
        ("jax-jit", "ENTRY"),
        ("tf-graph", "node {"),
        ("tf-xla", "ENTRY"),
    ],
)
def test_a_dump_shows_what_the_compiler_made(tmp_path: Path, compiler: str, seen: str) -> None:
    path = tmp_path / "script.py"
    path.write_text(script("rope", compiler, question="dump"))
    outcome = run_bare(path)
    assert outcome.returncode == 0, outcome.stderr
    assert seen in outcome.stdout + outcome.stderr


def test_what_cannot_be_copied_is_said(tmp_path: Path) -> None:
    own = tmp_path / "my_op.py"
    text = template.operator_file(own)
    own.write_text(text.replace("reference=reference", "reference=lambda case, *x: x"))
    with pytest.raises(UsageError, match="reference must be a function at the top"):
        script(str(own), "torch-eager")
    with pytest.raises(NotAvailableError, match="no triton implementation"):
        script(str(own), "triton")

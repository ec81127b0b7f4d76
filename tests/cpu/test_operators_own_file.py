"""Operator files that people keep elsewhere: errors name the line, helpers and changes are seen."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest

from opscope.cli import main
from opscope.errors import UsageError
from opscope.measuring.run import Session
from opscope.measuring.subject import Options
from opscope.nouns import OperatorSource
from opscope.records import Status
from opscope.registry import Registry
from opscope.scripts import template
from opscope.sources import file_digest

ROOT = Path(__file__).resolve().parents[2]


def write(folder: Path, body: str, name: str = "my_op") -> Path:
    """The template with ``body`` put before its last statement, in ``folder``."""
    folder.mkdir(exist_ok=True)
    path = folder / f"{name}.py"
    text = template.operator_file(path)
    path.write_text(text.replace("OPERATOR = ", body + "\nOPERATOR = "))
    return path


def load(path: Path) -> OperatorSource:
    return Registry().operator(str(path))


def test_the_template_is_an_operator_as_it_stands(tmp_path: Path) -> None:
    path = tmp_path / "my_op.py"
    assert main(["new", str(path)]) == 0
    assert load(path).operator.name == "my_op"
    assert main(["new", str(path)]) == 2  # never overwritten


@pytest.mark.parametrize("name", ["2fast.py", "my-op.py", "my_op", "_helper.py"])
def test_a_file_name_that_is_no_operator_name_is_refused(tmp_path: Path, name: str) -> None:
    with pytest.raises(UsageError, match="name it after the operator"):
        template.write(tmp_path / name)


@pytest.mark.parametrize(
    ("body", "reason"),
    [
        ("import torch", "imports torch at the top"),
        ("if True:\n    from jax import numpy", "imports jax at the top"),
        ("def broken(:", "is not valid Python"),
        ("1 / 0", "ZeroDivisionError"),
        ("import no_such_module", "No module named 'no_such_module'"),
        ("summary = undefined_name", "name 'undefined_name' is not defined"),
    ],
)
def test_an_error_names_the_line(tmp_path: Path, body: str, reason: str) -> None:
    path = write(tmp_path, body)
    first = path.read_text().rpartition(body)[0].count("\n") + 1
    with pytest.raises(UsageError) as caught:
        load(path)
    assert reason in str(caught.value)
    named = [f"{path}:{line}:" for line in range(first, first + body.count("\n") + 1)]
    assert any(place in str(caught.value) for place in named), str(caught.value)


@pytest.mark.parametrize(
    ("old", "new", "reason"),
    [
        ('name="my_op"', 'name="my op"', "not an identifier"),
        ('preset("default"', 'preset("usual"', "unknown size 'usual'"),
        ('"float32", "bfloat16"', '"float23",', "unknown dtype 'float23'; did you mean 'float32'?"),
        ('"float32", "bfloat16"', '"float32"', "dtypes is the string 'float32', not a tuple"),
        ('{"torch": torch', '{"pytorch": torch', "unknown frontend 'pytorch'"),
        ("gradient=gradient,", "", "has the direction 'backward' but no gradient"),
        ("(p.rows, p.features)", "(p.rows, p.columns)", "no parameter 'columns'"),
    ],
)
def test_an_invalid_operator_names_the_line_of_its_definition(
    tmp_path: Path, old: str, new: str, reason: str
) -> None:
    path = write(tmp_path, "")
    path.write_text(path.read_text().replace(old, new))
    line = path.read_text().split("OPERATOR = ")[0].count("\n") + 1
    with pytest.raises(UsageError) as caught:
        load(path)
    assert f"{path}:{line}: " in str(caught.value)
    assert reason in str(caught.value)


def test_a_file_without_an_operator_or_that_is_not_there(tmp_path: Path) -> None:
    path = tmp_path / "nothing.py"
    path.write_text("x = 1\n")
    with pytest.raises(UsageError, match="defines no OPERATOR"):
        load(path)
    with pytest.raises(UsageError, match="No such file"):
        load(tmp_path / "absent.py")
    with pytest.raises(UsageError, match=r"unknown operator in .* 'other'"):
        Registry().operator(f"{write(tmp_path, '')}:other")


def test_helpers_beside_a_file_are_its_own(tmp_path: Path) -> None:
    """Also those imported inside a function, and two folders may use the same name."""
    found = []
    for number in (1, 2):
        folder = tmp_path / f"folder{number}"
        body = "import helper\nNUMBER = helper.NUMBER\ndef late():\n    from pack import part\n"
        path = write(folder, body + "    import pack.part\n    return part.VALUE + pack.part.VALUE")
        (folder / "helper.py").write_text(f"import deeper\nNUMBER = {number} + deeper.ZERO\n")
        (folder / "deeper.py").write_text("ZERO = 0\n")
        (folder / "pack").mkdir()
        (folder / "pack" / "__init__.py").write_text("")
        (folder / "pack" / "part.py").write_text(f"VALUE = {number}0\n")
        reference = load(path).operator.reference
        scope = reference.__globals__
        found.append((scope["NUMBER"], scope["late"]()))
    assert found == [(1, 20), (2, 40)]
    assert str(tmp_path / "folder1") not in sys.path


def test_a_change_is_seen(tmp_path: Path) -> None:
    path = write(tmp_path, "import helper\nSUMMARY = helper.SUMMARY")
    text = path.read_text().replace('summary="y = tanh(x) * scale"', "summary=SUMMARY")
    path.write_text(text)
    (tmp_path / "helper.py").write_text('SUMMARY = "before"\n')
    before = load(path)
    assert before.operator.summary == "before"
    (tmp_path / "helper.py").write_text('SUMMARY = "after"\n')
    after = load(path)
    assert after.operator.summary == "after"
    assert before.digest != after.digest
    path.write_text(text + "\n# another change\n")
    assert load(path).digest != after.digest


def test_the_digest_covers_the_mathematics_of_opscope() -> None:
    """gelu.py's outcome depends on reference.py, through which its digest must change."""
    alone = (ROOT / "ops" / "gelu.py").read_bytes()
    import hashlib

    assert file_digest(ROOT / "ops" / "gelu.py") != hashlib.sha256(alone).hexdigest()


@pytest.mark.torch
@pytest.mark.jax
def test_a_reference_that_all_frameworks_contradict_is_called_wrong(tmp_path: Path) -> None:
    path = write(tmp_path, "")
    path.write_text(path.read_text().replace("return np.tanh(x)", "return 1 + np.tanh(x)"))
    source = load(path)
    case = source.operator.cases(sizes=("tiny",))[0]
    with Session(Registry(), Options()) as session:
        records = session.measure(source, case, ["torch-eager", "jax-eager"], timed=True)
    for record in records.values():
        assert record.status is Status.WRONG_REFERENCE, record.reason
        assert "y[0, 0] is " in record.reason
        assert record.measurement is None


@pytest.mark.slow
@pytest.mark.torch
@pytest.mark.jax
def test_pytest_measures_a_file_from_any_directory(tmp_path: Path) -> None:
    folder = tmp_path / "elsewhere"
    path = write(folder, "from helper import double")
    (folder / "helper.py").write_text("def double(x):\n    return x * 2\n")
    doubled = "double(torch.tanh(x)) * scale / 2"
    path.write_text(path.read_text().replace("torch.tanh(x) * scale", doubled))
    plugins = ["-p", "opscope.pytest_plugin", "-p", "no:cacheprovider"]
    selected = ["--compilers", "torch-eager,torch-inductor,jax-jit", "--size", "tiny"]
    outcome = subprocess.run(
        [sys.executable, "-m", "pytest", "-q", *plugins, *selected, "elsewhere/my_op.py"],
        cwd=tmp_path,
        env={**os.environ, "PYTHONPATH": str(ROOT)},
        capture_output=True,
        text=True,
        timeout=300,
        check=False,
    )
    assert outcome.returncode == 0, outcome.stdout + outcome.stderr
    assert "3 passed" in outcome.stdout

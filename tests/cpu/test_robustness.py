"""What a user's surroundings do to a run: full disks, closed pipes, paths that are not there,
foreign messages and broken files. Each ends in one line and a status, never in a traceback."""

from __future__ import annotations

import os
import subprocess
import sys
from collections.abc import Sequence
from pathlib import Path

import pytest

from opscope import cli, selection
from opscope.errors import UsageError
from opscope.nouns import preset
from opscope.plain import cleaned, printable
from opscope.records import Run, Status
from opscope.registry import Registry, load_operator_file

ROOT = Path(__file__).resolve().parents[2]
PLANTED = ROOT / "tests" / "planted" / "root"
RUN = str(ROOT / "tests" / "golden" / "report" / "run.json")
PYTEST = ["-m", "pytest", "-p", "opscope.pytest_plugin", "--import-mode=importlib", "-q"]
PYTEST += ["-p", "no:cacheprovider"]

COMMANDS = (
    ["list", "--json"],
    ["--help"],
    ["report", RUN, "--format", "terminal"],
    ["compare", RUN, RUN],
)


def opscope(*arguments: str, shell_end: str) -> subprocess.CompletedProcess[str]:
    """Through a shell, whose pipes and redirections are what is tested."""
    words = " ".join(map(_quoted, [sys.executable, "-m", "opscope", *arguments]))
    return subprocess.run(
        ["bash", "-c", f"{words} {shell_end}"],
        cwd=ROOT,
        capture_output=True,
        text=True,
        timeout=120,
        check=False,
    )


def _quoted(word: str) -> str:
    return "'" + word.replace("'", "'\\''") + "'"


def pytest_run(where: Path, *arguments: str, path: str = "") -> subprocess.CompletedProcess[str]:
    environment = {
        **os.environ,
        "PYTHONPATH": str(ROOT),
        "OPSCOPE_PATH": path or str(PLANTED),
        "NO_COLOR": "1",
    }
    return subprocess.run(
        [sys.executable, *PYTEST, *arguments],
        cwd=where,
        env=environment,
        capture_output=True,
        text=True,
        timeout=120,
        check=False,
    )


@pytest.mark.skipif(not Path("/dev/full").exists(), reason="this system has no /dev/full")
@pytest.mark.parametrize("arguments", COMMANDS, ids=" ".join)
def test_a_full_disk_is_one_line(arguments: Sequence[str]) -> None:
    done = opscope(*arguments, shell_end="> /dev/full")
    assert done.returncode == 2
    assert done.stderr == "opscope: cannot write: No space left on device\n"


@pytest.mark.parametrize("arguments", COMMANDS, ids=" ".join)
def test_a_reader_that_leaves_is_no_fault(arguments: Sequence[str]) -> None:
    done = opscope(*arguments, shell_end="| head -c 1 > /dev/null; echo ${PIPESTATUS[0]}")
    assert done.stdout == "0\n"
    assert done.stderr == ""


def test_a_closed_standard_output_is_no_fault() -> None:
    done = opscope("list", "--json", shell_end=">&-")
    assert (done.returncode, done.stderr) == (0, "")


ESCAPES = "\x1b]0;owned\x07\x1b[2J\x9b31m\u202e"


def test_control_characters_are_written_out() -> None:
    shown = printable(f"a\n\tb {ESCAPES}")
    assert shown == "a\n\tb \\x1b]0;owned\\x07\\x1b[2J\\x9b31m\\u202e"
    assert printable("\ud800") == "\\ud800"
    shown.encode()
    assert cleaned({"a": [ESCAPES, 1.5], "b": (ESCAPES,)}) == {
        "a": [printable(ESCAPES), 1.5],
        "b": (printable(ESCAPES),),
    }
    assert cleaned(Status.OK) is Status.OK


def test_escapes_in_an_exception_reach_no_terminal(plant, tmp_path) -> None:
    """Of a framework or an operator: in pytest's failures, the report at the end, the records."""
    source = plant("escaping", f"raise RuntimeError({ESCAPES!r})")
    out = tmp_path / "ours.json"
    arguments = (str(source.path), "--compilers=plain-a", "--benchmark-only", "-rA")
    done = pytest_run(tmp_path, *arguments, f"--opscope-json={out}")
    assert done.returncode == 1
    assert "\\x1b]0;owned\\x07" in done.stdout
    for control in ("\x1b", "\x07", "\x9b", "\u202e"):
        assert control not in done.stdout
        assert control not in done.stderr
    shown = opscope("report", str(out), "--format", "terminal", shell_end="")
    assert "\x1b" not in shown.stdout


def test_escapes_in_somebody_elses_json_reach_no_terminal() -> None:
    data = {
        "schema": 1,
        "environment": {"host": ESCAPES},
        "records": [
            {"operator": ESCAPES, "case": "c", "compiler": "x", "frontend": "torch"}
            | {"target": "cpu", "status": "crashed", "reason": ESCAPES}
        ],
    }
    run = Run.from_json(data)
    assert run.records[0].operator == run.records[0].reason == printable(ESCAPES)
    assert run.environment["host"] == printable(ESCAPES)


def test_a_listed_folder_that_is_not_there_is_a_usage_error(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    monkeypatch.setenv("OPSCOPE_PATH", f"{tmp_path}{os.pathsep}/no/such/folder")
    assert cli.main(["list"]) == 2
    assert "OPSCOPE_PATH names '/no/such/folder', which is not a folder" in capsys.readouterr().err
    done = pytest_run(tmp_path, ".", path="/no/such/folder")
    assert done.returncode == 4
    assert "OPSCOPE_PATH names '/no/such/folder'" in done.stdout + done.stderr


def test_a_folder_that_is_listed_twice_is_read_once() -> None:
    own = Path(Registry().path("compilers", "jax-jit")).parents[1]
    assert Registry(PLANTED, PLANTED, own).faults(["compilers"]) == []


def test_a_broken_file_in_a_folder_of_operators_fails_by_name(tmp_path: Path) -> None:
    folder = tmp_path / "mine" / "ops"
    folder.mkdir(parents=True)
    (folder / "one.py").write_text("x = 1\n\ndef y(:\n    pass\n")
    (folder / "two.py").write_text("x = 1\n")
    (folder / "_helper.py").write_text("x = 1\n")
    done = pytest_run(tmp_path, "mine/ops", path=str(tmp_path / "mine"))
    assert done.returncode == 1
    assert "one.py:3: is not valid Python" in done.stdout
    assert "two.py: defines no OPERATOR" in done.stdout
    assert "2 failed" in done.stdout


def test_a_named_file_without_an_operator_fails_by_name(tmp_path: Path) -> None:
    """One that was meant as an operator: it speaks of opscope and is named like no test."""
    meant = tmp_path / "meant.py"
    meant.write_text("from opscope.nouns import Operator\n\nOPERATER = None\n")
    broken = tmp_path / "broken.py"
    broken.write_text("from opscope.nouns import Operator\nOPERATOR = Operator(\n")
    other = tmp_path / "test_other.py"
    other.write_text("import opscope\n\ndef test_it():\n    pass\n")
    done = pytest_run(tmp_path, "meant.py", "broken.py", "test_other.py")
    assert done.returncode == 1
    assert "meant.py: defines no OPERATOR" in done.stdout
    assert "broken.py:2: is not valid Python" in done.stdout
    assert "2 failed, 1 passed" in done.stdout


def test_a_null_byte_is_told_with_its_file(tmp_path: Path) -> None:
    path = tmp_path / "null.py"
    path.write_bytes(b"x = 1\x00\nOPERATOR = None\n")
    (fault,) = load_operator_file(path).faults
    assert str(fault).startswith(f"{path}: is not valid Python")
    assert "None" not in str(fault)
    with pytest.raises(UsageError, match="null bytes"):
        Registry().operator(str(path))


@pytest.mark.parametrize(
    ("option", "path"),
    [
        ("--opscope-json", "/dev/null"),
        ("--opscope-json", "n" * 300),
        ("--benchmark-json", "/no/such/folder/out.json"),
        ("--benchmark-json", "n" * 300),
    ],
)
def test_nothing_is_compiled_for_a_file_that_cannot_be_written(plant, tmp_path, option, path):
    trace = tmp_path / "was-run"
    source = plant("traced", f"open({str(trace)!r}, 'w').close(); return 2 * x")
    arguments = (str(source.path), "--compilers=plain-a", "--benchmark-only")
    done = pytest_run(tmp_path, *arguments, f"{option}={path}")
    assert done.returncode == 4, done.stdout + done.stderr
    assert path in done.stdout + done.stderr
    assert "Traceback" not in done.stdout + done.stderr
    assert not trace.exists()


def test_asking_whether_a_file_can_be_written_leaves_it_alone(tmp_path: Path) -> None:
    there = tmp_path / "there.json"
    there.write_text("precious")
    assert selection.writable(there) == there
    assert there.read_text() == "precious"
    assert selection.writable(tmp_path / "new.json") == tmp_path / "new.json"
    assert [p.name for p in tmp_path.iterdir()] == ["there.json"]


def test_a_file_that_ends_the_process_is_broken_and_ends_nothing(tmp_path: Path) -> None:
    path = tmp_path / "quits.py"
    path.write_text("import sys\nsys.exit(0)\n")
    (fault,) = load_operator_file(path).faults
    assert str(fault).startswith(f"{path}:2: does not import: SystemExit")


@pytest.mark.parametrize("name", ["keys", "items", "values", "get"])
def test_a_shape_parameter_that_hides_a_method_is_refused(name: str) -> None:
    with pytest.raises(ValueError, match=f"cannot be called '{name}'"):
        preset("tiny", **{name: 3})


SPACED = "/my files/an op.py"


@pytest.mark.parametrize(
    ("parser", "text"),
    [
        (
            "jaxpr",
            f"{{ lambda ; a:f32[8]. let\n    b:f32[8] = tanh a # {SPACED}:11:8 (my_op)\n  in",
        ),
        (
            "jaxpr",
            f"{{ lambda ; a:f32[8]. let\n    b:f32[8] = tanh a # {SPACED}:11:8\n  in (b,) }}",
        ),
        ("ops", f"aten.tanh.default(f32[8]) -> f32[8]  # at {SPACED}:11"),
        (
            "fx",
            f"def forward(self, x):\n    # File: {SPACED}:11 in op, code: x\n    y = torch.tanh(x)",
        ),
        (
            "graphdef",
            f'node {{\n  name: "y"\n  op: "Tanh"\n  # at {SPACED}:11 /other.py:3\n  input: "x"\n}}',
        ),
    ],
)
def test_a_space_in_a_path_breaks_no_link(parser: str, text: str) -> None:
    anchors = Registry().parsers[parser].parse(text).anchors
    frames = [frame for anchor in anchors for frame in anchor.frames]
    assert (SPACED, 11) in [(frame.file, frame.line) for frame in frames], anchors

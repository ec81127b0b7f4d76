"""Two versions explained by their kept sessions: a verdict as compare allows, nothing confirmed."""

from __future__ import annotations

import json
import sys
from pathlib import Path

import pytest

from opscope.cli import main
from opscope.records import Kernel, Run

sys.path.insert(0, str(Path(__file__).parent))
from _report_runs import record

FUSED = (Kernel(name="all", kind="generated", ops=("exp", "mul", "add"), bytes=8 << 20),)
APART = tuple(
    Kernel(name=name, kind="generated", ops=(name,), bytes=8 << 20)
    for name in ("exp", "mul", "add")
)


def session(path: Path, ns: float, kernels: tuple[Kernel, ...], version: str) -> str:
    made = record("jax-jit", ns, kernels=kernels, versions={"jax": version})
    other = record("torch-eager", 2e6)
    path.write_text(json.dumps(Run(records=(made, other)).to_json()))
    return str(path)


@pytest.fixture
def sides(tmp_path: Path) -> tuple[list[str], list[str]]:
    """Three sessions of each version, 1 ms and 2 ms."""
    old = [session(tmp_path / f"old{i}.json", 1e6 + 1e4 * i, FUSED, "0.9") for i in range(3)]
    new = [session(tmp_path / f"new{i}.json", 2e6 + 1e4 * i, APART, "0.10") for i in range(3)]
    return old, new


def explained(capsys: pytest.CaptureFixture[str], *given: str) -> dict:
    assert main(["explain", "matmul", "--json", "--compiler", "jax-jit", *given]) == 0
    return json.loads(capsys.readouterr().out)


def test_sessions_decide_and_nothing_is_confirmed(sides, capsys):
    old, new = sides
    made = explained(capsys, "--between", ",".join(old), ",".join(new))
    assert made["verdict"]["kind"] == "SLOW"
    assert [c["id"] for c in made["causes"]] == ["fusion"]
    (fusion,) = made["causes"]
    assert fusion["standing"] == "untested"
    assert fusion["slow"] == "B"
    assert "past" in fusion["intervention"]["reason"]
    assert fusion["share_ns"] is None
    assert made["unexplained_percent"] == 100


def test_what_differs_is_told(sides, capsys):
    old, new = sides
    made = explained(capsys, "--between", ",".join(old), ",".join(new))
    told = "\n".join(made["differences"])
    assert "version of jax: 0.9 became 0.10" in told
    assert "kernels: 1 became 3" in told
    assert "kernels only in A: generated (exp, mul, add)" in told
    assert "the code of stages was not compared" in told


def test_one_session_a_side_claims_no_cause(sides, capsys):
    old, new = sides
    made = explained(capsys, "--between", old[0], new[0])
    assert made["verdict"]["kind"] == "UNDECIDED"
    assert made["causes"] == []
    assert any("suspected SLOW" in doubt for doubt in made["doubts"])
    assert made["differences"]


def test_versions_that_take_the_same_time_have_no_causes(tmp_path, capsys):
    files = [session(tmp_path / f"{i}.json", 1e6 + 10 * i, FUSED, "0.9") for i in range(6)]
    made = explained(capsys, "--between", ",".join(files[:3]), ",".join(files[3:]))
    assert made["verdict"]["kind"] == "SAME"
    assert made["causes"] == []
    assert not [line for line in made["differences"] if "kernels" in line]


@pytest.mark.parametrize(
    ("given", "told"),
    [
        (["--between", "{old}", "{new}"], "say which: --compiler jax-jit"),
        (["--between", "{old}", "jax-jit"], "two compilers or two session files"),
        (["--between", "{old}", "{new}", "--compiler", "jax-jitt"], "jax-jit"),
        (["--between", "{old}", "{new}", "--flag-b", "a=b"], "have been run already"),
        (["--between", "{old}", "{old}x.json"], "No such file"),
        (["--between", "{old}", "{new}", "--artifacts-a", "{old}.none"], "no such folder"),
        (["--between", "jax-jit", "jax-eager", "--compiler", "jax-jit"], "go with session files"),
    ],
)
def test_what_cannot_be_meant_is_a_usage_error(sides, capsys, given, told):
    old, new = sides
    words = [word.format(old=old[0], new=new[0]) for word in given]
    assert main(["explain", "matmul", *words]) == 2
    assert told in capsys.readouterr().err


def test_the_screen_says_what_differs(sides, capsys):
    old, new = sides
    files = ["--between", ",".join(old), ",".join(new), "--compiler", "jax-jit"]
    assert main(["explain", "matmul", *files]) == 0
    shown = capsys.readouterr().out
    assert "jax-jit of new2.json" in shown
    assert "differs: version of jax: 0.9 became 0.10" in shown

"""``opscope diff`` between two versions of one framework, in two interpreters.

Set OPSCOPE_OTHER_JAX to a Python that has another jax than this one; nothing of opscope is needed
there but NumPy.
"""

from __future__ import annotations

import json
import os
from pathlib import Path
from typing import Any

import pytest

from opscope import cli
from opscope.dumping import diff
from opscope.dumping.dump import Dumped
from opscope.dumping.manifest import Manifest

OTHER = os.environ.get("OPSCOPE_OTHER_JAX", "")
LAYERNORM = ["layernorm", "--size", "tiny", "--target", "cpu"]
Captured = pytest.CaptureFixture[str]

needs_other = pytest.mark.skipif(not OTHER, reason="OPSCOPE_OTHER_JAX names no other interpreter")


@pytest.fixture(autouse=True)
def _own_cache(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path / "cache"))


def is_told(made: dict[str, Any]) -> None:
    """Both sides have kernels, other versions, and names that tell which is which."""
    left, right = made["left"], made["right"]
    assert left["versions"]["jax"] != right["versions"]["jax"]
    assert f"jax {left['versions']['jax']}" in left["name"]
    assert f"jax {right['versions']['jax']}" in right["name"]
    assert left["kernels"] > 0
    assert right["kernels"] > 0
    assert any(row["shared"] for row in made["rows"])


@needs_other
@pytest.mark.slow
@pytest.mark.jax
def test_two_interpreters(capsys: Captured) -> None:
    both = ["--between", "jax-jit", "jax-jit", "--python-b", f"jax={OTHER}"]
    asked = ["diff", *LAYERNORM, *both, "--stage", "hlo-optimized"]
    assert cli.main([*asked, "--json"]) == 0
    is_told(json.loads(capsys.readouterr().out))
    assert cli.main(asked) == 0
    told = capsys.readouterr().out
    assert "A: layernorm rows8_features48-float32-forward, jax-jit for cpu, jax " in told


@needs_other
@pytest.mark.slow
@pytest.mark.jax
def test_two_folders_from_two_interpreters(tmp_path: Path, capsys: Captured) -> None:
    folders = []
    for name, python in (("a", []), ("b", ["--python", f"jax={OTHER}"])):
        out = ["--out", str(tmp_path / name)]
        assert cli.main(["dump", *LAYERNORM, "--compiler", "jax-jit", *python, *out]) == 0
        folders.append(capsys.readouterr().out.strip())
    assert cli.main(["diff", *folders, "--json"]) == 0
    is_told(json.loads(capsys.readouterr().out))


def test_an_interpreter_that_is_not_there(capsys: Captured) -> None:
    both = ["--between", "jax-jit", "jax-jit", "--python-b", "jax=/nowhere/python"]
    assert cli.main(["diff", *LAYERNORM, *both]) == 2
    assert "--python jax=/nowhere/python: no such interpreter" in capsys.readouterr().err


def side(flags: dict[str, str], **versions: str) -> diff.Side:
    manifest = Manifest(
        operator="x", case="c", compiler="jax-jit", target="cpu", versions=versions, flags=flags
    )
    return diff.Side(dumped=Dumped(folder=Path(), manifest=manifest), kernels=())


def test_sides_are_told_apart_by_what_differs() -> None:
    old, new = side({}, jax="0.8", numpy="2"), side({}, jax="0.9", numpy="2")
    assert diff.names(old, new) == ("jax-jit for cpu, jax 0.8", "jax-jit for cpu, jax 0.9")
    assert diff.names(old, old) == ("jax-jit for cpu", "jax-jit for cpu")
    flagged = side({"a": "1"}, jax="0.9")
    assert diff.names(old, flagged) == ("jax-jit for cpu", "jax-jit for cpu a=1")

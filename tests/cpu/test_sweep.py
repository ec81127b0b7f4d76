"""Sweeps: what is compiled, what is not compiled again, and how it is told."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from opscope.compiler import Settings
from opscope.dumping import dump, sweep
from opscope.dumping.manifest import FILE_NAME, Manifest
from opscope.dumping.request import Request
from opscope.errors import NotAvailableError, OpscopeError, UnsupportedError
from opscope.measuring.subject import Options
from opscope.registry import Registry
from opscope.selection import Selection

OPTIONS = Options(settings=Settings(target="h100"))


@pytest.fixture
def made(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """Stands in for compiling: notes what was asked for, and fails as the operator's name says."""
    asked: list[str] = []
    errors = {
        "softmax": UnsupportedError("no such thing"),
        "gelu": NotAvailableError("not installed: pip install x"),
        "silu": OpscopeError("the worker crashed\nwith details"),
    }

    def obtain(request: Request, *, use_cache: bool = True) -> dump.Dumped:
        name = request.source.operator.name
        asked.append(f"{name} {request.compiler.name}")
        if name in errors:
            raise errors[name]
        folder = tmp_path / "dumps" / name
        folder.mkdir(parents=True, exist_ok=True)
        manifest = Manifest(
            operator=name, case=request.case.id, compiler=request.compiler.name, target="h100"
        )
        manifest.save(folder)
        failure = "it does not like mlp" if name == "mlp" else ""
        return dump.Dumped(folder=folder, manifest=manifest, failure=failure, failed_stage="ptx")

    monkeypatch.setattr(dump, "obtain", obtain)
    return asked


def work(*names: str) -> list[sweep.Job]:
    registry = Registry()
    sources = [registry.operator(name) for name in names]
    return list(sweep.plan(registry, sources, ["jax-jit"], Selection(), OPTIONS))


def test_every_end_has_its_status(tmp_path: Path, made: list[str]) -> None:
    jobs = work("layernorm", "softmax", "gelu", "silu", "mlp")
    outcomes = sweep.run(jobs, tmp_path / "out", "h100", jobs=2)
    assert [outcome.status for outcome in outcomes] == [
        "ok",
        "unsupported",
        "unavailable",
        "failed",
        "failed",
    ]
    folder = tmp_path / "out" / outcomes[0].folder
    assert (folder / FILE_NAME).is_file()
    text = "\n".join(sweep.summary(outcomes, "h100"))
    assert "gelu with jax-jit: unavailable: not installed: pip install x" in text
    assert "silu with jax-jit: failed: the worker crashed" in text
    assert "mlp with jax-jit: failed: in ptx: it does not like mlp" in text
    assert "compiled, not run, not autotuned" in text
    assert text.endswith("1 ok, 1 unsupported, 1 unavailable, 2 failed")


def test_what_was_done_is_not_done_again(tmp_path: Path, made: list[str]) -> None:
    out = tmp_path / "out"
    sweep.run(work("layernorm"), out, "h100", jobs=1)
    told: list[tuple[str, bool]] = []

    def tell(outcome: sweep.Outcome, again: bool) -> None:
        told.append((outcome.operator, again))

    outcomes = sweep.run(work("layernorm", "softmax"), out, "h100", jobs=1, told=tell)
    assert made == ["layernorm jax-jit", "softmax jax-jit"]
    assert [outcome.status for outcome in outcomes] == ["ok", "unsupported"]
    assert told == [("layernorm", True), ("softmax", False)]
    sweep.run(work("layernorm"), out, "h100", jobs=1, use_cache=False)
    assert made[-1] == "layernorm jax-jit"
    assert len(made) == 3


def test_what_failed_is_tried_again(tmp_path: Path, made: list[str]) -> None:
    for _ in range(2):
        sweep.run(work("silu", "gelu", "softmax"), tmp_path / "out", "h100", jobs=1)
    assert made.count("silu jax-jit") == 2
    assert made.count("gelu jax-jit") == 2
    assert made.count("softmax jax-jit") == 1


def test_an_interrupted_sweep_keeps_what_it_has(tmp_path: Path, made: list[str]) -> None:
    out = tmp_path / "out"

    def interrupt(outcome: sweep.Outcome, again: bool) -> None:
        raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        sweep.run(work("layernorm", "matmul", "rope"), out, "h100", jobs=1, told=interrupt)
    assert len(sweep.earlier(out)) == 1
    (out / sweep.FILE_NAME).open("a").write('{"operator": "torn')
    assert [o.operator for o in sweep.earlier(out).values()] == ["layernorm"]


def test_a_lost_folder_is_made_again(tmp_path: Path, made: list[str]) -> None:
    out = tmp_path / "out"
    (outcome,) = sweep.run(work("layernorm"), out, "h100", jobs=1)
    folder = out / outcome.folder
    (folder / FILE_NAME).unlink()
    folder.rmdir()
    sweep.run(work("layernorm"), out, "h100", jobs=1)
    assert made == ["layernorm jax-jit"] * 2


def test_what_cannot_be_is_not_even_started(tmp_path: Path, made: list[str]) -> None:
    registry = Registry()
    source = registry.operator("mlp")
    (job,) = sweep.plan(registry, [source], ["triton"], Selection(), OPTIONS)
    assert job.request is None
    (outcome,) = sweep.run([job], tmp_path / "out", "h100", jobs=1)
    assert outcome.status == "unsupported"
    assert outcome.reason.startswith("no triton implementation")
    assert made == []


def test_compilers_of_a_device_are_those_that_can_do_without_it() -> None:
    found = sweep.compilers_for(Registry(), "h100")
    assert found == ["jax-jit", "tf-xla", "torch-inductor", "triton"]
    assert "torch-inductor" not in sweep.compilers_for(Registry(), "v5e")


def test_bad_usage_is_named(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    from opscope.cli import main

    def told(*arguments: str) -> Any:
        status = main(["dump", "--target", "h100", *arguments])
        return status, capsys.readouterr().err

    assert told("--all") == (2, "opscope: --all needs --out DIR, a folder for what is made\n")
    status, text = told("--all", "--out", str(tmp_path), "--jobs", "0")
    assert (status, text) == (2, "opscope: --jobs 0: must be at least 1\n")
    status, text = told("layernorm")
    assert status == 2
    assert "takes an OPERATOR and --compiler NAME, or --all" in text


@pytest.mark.slow
@pytest.mark.torch
def test_a_real_sweep_of_one_operator(
    capsys: pytest.CaptureFixture[str], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    from opscope.cli import main

    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path / "cache"))
    given = ["--compiler", "torch-inductor,triton", "--target", "h100", "--size", "tiny", "--json"]
    status = main(["dump", "layernorm", "--all", *given, "--out", str(tmp_path / "out")])
    outcomes = json.loads(capsys.readouterr().out)
    assert status == 0
    assert [outcome["status"] for outcome in outcomes] == ["ok", "ok"]
    for outcome in outcomes:
        manifest = Manifest.load(tmp_path / "out" / outcome["folder"] / FILE_NAME)
        assert manifest.label.endswith("not run, not autotuned")
        assert any(stage.stage == "ptx" and stage.file for stage in manifest.stages)

"""``opscope dump``: stages, cache, errors and what is left behind. JAX stands for all compilers
here, for it starts fastest; every compiler's own stages are in test_dump_stages.py."""

from __future__ import annotations

import hashlib
import json
from pathlib import Path
from textwrap import dedent

import pytest

from opscope import cli
from opscope.dumping import dump
from opscope.dumping.manifest import Manifest, manifest_paths

pytestmark = pytest.mark.jax

LAYERNORM = ["layernorm", "--size", "tiny", "--target", "cpu", "--compiler", "jax-jit"]


@pytest.fixture(autouse=True)
def own_cache(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path / "cache"))
    return tmp_path / "cache"


Captured = pytest.CaptureFixture[str]


def test_list_then_stage_from_the_cache(capsys: Captured) -> None:
    assert cli.main(["dump", *LAYERNORM]) == 0
    listed = capsys.readouterr()
    assert "llvm-ir-optimized" in listed.out
    assert "jaxlib" in listed.out
    assert cli.main(["dump", *LAYERNORM, "--stage", "jaxpr"]) == 0
    shown = capsys.readouterr()
    assert "rsqrt" in shown.out
    assert "opscope" not in shown.out
    assert "from the cache" in shown.err


def test_flag_makes_another_dump_and_is_shown(capsys: Captured) -> None:
    cli.main(["dump", *LAYERNORM])
    capsys.readouterr()
    assert cli.main(["dump", *LAYERNORM, "--flag", "xla_disable_hlo_passes=fusion"]) == 0
    shown = capsys.readouterr()
    assert "from the cache" not in shown.err
    assert "flags: xla_disable_hlo_passes=fusion" in shown.out


def test_no_cache_compiles_again(capsys: Captured) -> None:
    cli.main(["dump", *LAYERNORM])
    capsys.readouterr()
    cli.main(["dump", *LAYERNORM, "--no-cache"])
    assert "from the cache" not in capsys.readouterr().err


def test_folder_has_every_stage_and_a_manifest(tmp_path: Path, capsys: Captured) -> None:
    out = tmp_path / "out"
    assert cli.main(["dump", *LAYERNORM, "--out", str(out), "--json"]) == 0
    told = json.loads(capsys.readouterr().out)
    (path,) = manifest_paths(out)
    manifest = Manifest.load(path)
    assert str(path.parent) == told["folder"]
    assert path.parent == out / "layernorm" / manifest.case / "jax-jit" / "cpu"
    there = [stage for stage in manifest.stages if stage.file]
    assert len(there) >= 8
    for stage in there:
        body = (path.parent / stage.file).read_bytes()
        assert hashlib.sha256(body).hexdigest() == stage.sha256
        assert stage.tool
    assert manifest.versions["jax"]
    assert manifest.source is not None
    assert "rsqrt" in "\n".join(manifest.source.text)


def test_writing_again_replaces_the_folder(tmp_path: Path) -> None:
    for flags in ([], ["--stage", "hlo-passes"], []):
        assert cli.main(["dump", *LAYERNORM, "--out", str(tmp_path / "out"), *flags]) == 0
    (path,) = manifest_paths(tmp_path / "out")
    names = {stage.file for stage in Manifest.load(path).stages if stage.file}
    assert {p.name for p in path.parent.iterdir()} == {*names, "manifest.json"}


def test_unknown_stage_names_those_of_this_compiler(capsys: Captured) -> None:
    assert cli.main(["dump", *LAYERNORM, "--stage", "stablehol"]) == 2
    told = capsys.readouterr().err
    assert "did you mean 'stablehlo'?" in told
    assert "jaxpr" in told
    assert "ttir" not in told
    assert cli.main(["dump", *LAYERNORM, "--stage", "ptx"]) == 2


def test_stage_that_this_compilation_lacks_gives_the_reason(capsys: Captured) -> None:
    product = ["matmul", *LAYERNORM[1:]]
    assert cli.main(["dump", *product, "--stage", "llvm-ir"]) == 3
    assert "libraries do all the work" in capsys.readouterr().err


def test_compiler_error_leaves_the_stages_before_it(tmp_path: Path, capsys: Captured) -> None:
    out = tmp_path / "out"
    body = 'import jax; x = jax.ffi.ffi_call("no_such_target", x)(x)'
    path = planted(tmp_path, body)
    assert cli.main(["dump", str(path), *LAYERNORM[1:], "--out", str(out)]) == 1
    told = capsys.readouterr().err
    assert "jax-jit failed in hlo" in told
    assert "no_such_target" in told
    (path,) = manifest_paths(out)
    stages = {stage.stage: stage for stage in Manifest.load(path).stages}
    assert stages["jaxpr"].file
    assert stages["stablehlo"].file
    assert "no_such_target" in stages["hlo"].absent
    assert not stages["asm"].file


def planted(folder: Path, body: str) -> Path:
    """An operator file whose JAX implementation begins with ``body``."""
    path = folder / "planted.py"
    text = f"""
        from opscope.nouns import Operator, TensorSpec, preset

        def jax(case):
            def call(x):
                import os
                {body}
                return x * 2
            return call

        OPERATOR = Operator(
            name="planted",
            summary="y = 2 x",
            presets=(preset("tiny", n=8), preset("default", n=64)),
            inputs=lambda case: {{"x": TensorSpec((case.params.n,))}},
            outputs=lambda case: {{"y": TensorSpec((case.params.n,))}},
            reference=lambda case, x: 2 * x,
            flops=lambda case: case.params.n,
            implementations={{"jax": jax}},
        )
        """
    path.write_text(dedent(text))
    return path


def test_operator_file_of_ones_own(tmp_path: Path, capsys: Captured) -> None:
    path = planted(tmp_path, "pass")
    asked = ["dump", f"{path}:planted", *LAYERNORM[1:], "--stage", "jaxpr"]
    assert cli.main(asked) == 0
    assert "mul" in capsys.readouterr().out
    path.write_text(path.read_text().replace("x * 2", "x + x"))
    assert cli.main(asked) == 0
    changed = capsys.readouterr()
    assert "add" in changed.out
    assert "from the cache" not in changed.err


def test_crash_of_the_worker_is_told_and_nothing_is_kept(
    tmp_path: Path, own_cache: Path, capsys: Captured
) -> None:
    path = planted(tmp_path, "os.kill(os.getpid(), 11)")
    assert cli.main(["dump", str(path), *LAYERNORM[1:]]) == 1
    assert "SIGSEGV" in capsys.readouterr().err
    assert not list(own_cache.rglob("*planted*"))
    assert not list((own_cache / "opscope" / "dumps").rglob("manifest.json"))


def test_missing_implementation_is_not_available(capsys: Captured, tmp_path: Path) -> None:
    path = planted(tmp_path, "pass")
    asked = [str(path), *LAYERNORM[1:-1], "torch-eager"]
    assert cli.main(["dump", *asked]) == 3
    assert "no torch implementation" in capsys.readouterr().err


@pytest.mark.parametrize(
    "command",
    [
        ["dump", "--compiler", "jax-jit"],
        ["dump", "--compiler", "triton", "--target", "h100"],
        ["dump", "--compiler", "jax-jit", "--profile"],
        ["diff", "--between", "jax-jit", "torch-inductor"],
        ["explain", "--between", "jax-jit", "torch-inductor"],
    ],
    ids=" ".join,
)
def test_what_does_not_fit_into_memory_is_refused_before_it_is_made(
    capsys: Captured, command: list[str]
) -> None:
    target = [] if "--target" in command else ["--target", "cpu"]
    shape = "m=1000000,n=1000000,k=1000000"
    assert cli.main([command[0], "matmul", *command[1:], *target, "--shape", shape]) == 3
    told = capsys.readouterr().err
    assert "matmul m1000000_n1000000_k1000000-float32-forward needs " in told
    assert "GiB are available" in told


def test_a_folder_that_was_being_written_never_looks_complete(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: Captured
) -> None:
    """Neither the first time, nor in place of an older dump that was complete."""
    out = tmp_path / "out"
    copy = dump.shutil.copyfile

    def disk_full(source: Path, target: Path) -> None:
        if Path(target).name.startswith("03-"):
            raise OSError(28, "No space left on device")
        copy(source, target)

    for older in (False, True):
        if older:
            assert cli.main(["dump", *LAYERNORM, "--out", str(out)]) == 0
            assert len(list(manifest_paths(out))) == 1
        with monkeypatch.context() as patch:
            patch.setattr(dump.shutil, "copyfile", disk_full)
            assert cli.main(["dump", *LAYERNORM, "--out", str(out)]) != 0
        assert "cannot be written: No space left" in capsys.readouterr().err
        assert list(manifest_paths(out)) == []
        (folder,) = (path for path in out.glob("*/*/*/*") if path.is_dir())
        assert list(folder.iterdir()) != []
        assert cli.main(["diff", str(folder), str(folder)]) == 2
        assert "holds no manifest.json" in capsys.readouterr().err

"""``opscope diff``: kernels side by side and one stage as a unified diff, with JAX for speed."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from opscope import cli

pytestmark = pytest.mark.jax

LAYERNORM = ["layernorm", "--size", "tiny", "--target", "cpu"]
Captured = pytest.CaptureFixture[str]


@pytest.fixture(autouse=True, scope="module")
def _own_cache(tmp_path_factory: pytest.TempPathFactory) -> Any:
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("XDG_CACHE_HOME", str(tmp_path_factory.mktemp("cache")))
        yield


def compared(capsys: Captured, *arguments: str) -> dict[str, Any]:
    assert cli.main(["diff", *arguments, "--json"]) == 0
    made: dict[str, Any] = json.loads(capsys.readouterr().out)
    return made


def test_fusion_switched_off_in_one_side(capsys: Captured) -> None:
    off = ["--flag-b", "xla_disable_hlo_passes=fusion"]
    made = compared(capsys, *LAYERNORM, "--between", "jax-jit", "jax-jit", *off)
    assert made["left"]["flags"] == {}
    assert made["right"]["flags"] == {"xla_disable_hlo_passes": "fusion"}
    assert made["left"]["fusions"] > 0
    assert made["right"]["fusions"] == 0
    assert made["right"]["kernels"] > made["left"]["kernels"]
    listed = [k["name"] for row in made["rows"] for k in row["left"]["kernels"]]
    assert len(listed) == len(set(listed)) == made["left"]["kernels"]


def test_the_same_twice_has_no_difference(capsys: Captured) -> None:
    same = ["--between", "jax-jit", "jax-jit", "--stage", "hlo-optimized"]
    made = compared(capsys, *LAYERNORM, *same)
    assert made["diff"]["lines"] == []
    assert all(row["how"] == "same kernel" for row in made["rows"])
    assert cli.main(["diff", *LAYERNORM, *same]) == 0
    assert "no difference but in names" in capsys.readouterr().out


def test_stage_as_a_unified_diff(capsys: Captured) -> None:
    off = ["--flag-b", "xla_disable_hlo_passes=fusion", "--stage", "hlo-optimized"]
    assert cli.main(["diff", *LAYERNORM, "--between", "jax-jit", "jax-jit", *off]) == 0
    text = capsys.readouterr().out
    assert "--- jax-jit for cpu\n" in text
    assert "+++ jax-jit for cpu xla_disable_hlo_passes=fusion\n" in text
    assert "\n-%fused_computation" in text


def test_two_compilers_align_where_they_compute_the_same(capsys: Captured) -> None:
    made = compared(capsys, *LAYERNORM, "--between", "jax-eager", "jax-jit")
    aligned = [row for row in made["rows"] if row["left"]["kernels"] and row["right"]["kernels"]]
    assert any("rsqrt" in row["shared"] for row in aligned)


def test_stage_that_only_one_has(capsys: Captured) -> None:
    asked = [*LAYERNORM, "--between", "jax-eager", "jax-jit", "--stage", "hlo"]
    assert cli.main(["diff", *asked]) == 2
    assert "unknown stage that both have 'hlo'" in capsys.readouterr().err


def test_two_folders_that_dump_wrote(tmp_path: Path, capsys: Captured) -> None:
    folders = []
    for name, flags in (("a", []), ("b", ["--flag", "xla_disable_hlo_passes=fusion"])):
        asked = ["dump", *LAYERNORM, "--compiler", "jax-jit", *flags, "--out", str(tmp_path / name)]
        assert cli.main(asked) == 0
        folders.append(capsys.readouterr().out.strip())
    made = compared(capsys, *folders)
    assert made["left"]["fusions"] > made["right"]["fusions"] == 0
    (Path(folders[0]) / "manifest.json").unlink()
    assert cli.main(["diff", *folders]) == 2
    assert "not a folder that opscope dump --out wrote" in capsys.readouterr().err


def test_asks_between_what(capsys: Captured) -> None:
    assert cli.main(["diff", *LAYERNORM]) == 2
    assert "--between A B" in capsys.readouterr().err
    assert cli.main(["diff", *LAYERNORM, "--between", "jax-jit", "jax-jitt"]) == 2
    assert "did you mean 'jax-jit'?" in capsys.readouterr().err

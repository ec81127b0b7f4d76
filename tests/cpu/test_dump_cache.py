"""The folder of kept dumps."""

from __future__ import annotations

import os
from pathlib import Path

from opscope.dumping import dump_cache
from opscope.dumping.manifest import FILE_NAME, Manifest, StageFile


def entry(folder: Path, *, used_s: float = 0.0, text: str | None = "text") -> Path:
    """A kept dump of one stage; without its file if ``text`` is None."""
    folder.mkdir(parents=True)
    if text is not None:
        (folder / "00-hlo.hlo").write_text(text)
    stage = StageFile(stage="hlo", file="00-hlo.hlo")
    made = Manifest(operator="o", case="c", compiler="k", target="cpu", stages=(stage,))
    os.utime(made.save(folder), (used_s, used_s))
    return folder


def test_only_what_is_whole_is_found(tmp_path: Path) -> None:
    assert dump_cache.find(tmp_path / "none") is None
    assert dump_cache.find(entry(tmp_path / "whole")) is not None
    assert dump_cache.find(entry(tmp_path / "no file", text=None)) is None
    broken = entry(tmp_path / "broken")
    (broken / FILE_NAME).write_text('{"schema": 1, "stages"')
    assert dump_cache.find(broken) is None


def test_least_recently_used_go_first(tmp_path: Path) -> None:
    for age in range(5):
        entry(tmp_path / "ab" / f"e{age}", used_s=1000.0 - age)
    dump_cache.find(tmp_path / "ab" / "e4")
    dump_cache.prune(tmp_path, most=2)
    assert {p.name for p in (tmp_path / "ab").iterdir()} == {"e0", "e4"}


def test_half_made_folders_are_swept_when_they_are_old(tmp_path: Path) -> None:
    for name in ("new", "old"):
        (tmp_path / "ab" / name).mkdir(parents=True)
    os.utime(tmp_path / "ab" / "old", (0, 0))
    dump_cache.prune(tmp_path)
    assert {p.name for p in (tmp_path / "ab").iterdir()} == {"new"}


def test_a_new_dump_replaces_the_kept_one(tmp_path: Path) -> None:
    kept = entry(tmp_path / "kept", text="old")
    dump_cache.keep(entry(tmp_path / "made", text="new"), kept)
    assert (kept / "00-hlo.hlo").read_text() == "new"
    assert not (tmp_path / "made").exists()

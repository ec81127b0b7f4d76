"""Where a run comes from."""

from __future__ import annotations

import re
import subprocess

from opscope.showing.provenance import provenance


def git(folder, *arguments):
    identity = ("-c", "user.name=t", "-c", "user.email=t@example.org")
    subprocess.run(["git", "-C", folder, *identity, *arguments], check=True, capture_output=True)


def test_a_changed_checkout_is_marked(tmp_path):
    git(tmp_path, "init")
    (tmp_path / "a").write_text("1")
    git(tmp_path, "add", "a")
    git(tmp_path, "commit", "-m", "first")
    clean = provenance(tmp_path)
    assert re.fullmatch(r"[0-9a-f]{12}", clean["commit"])
    assert re.fullmatch(r"\d{4}-\d\d-\d\dT\d\d:\d\d:\d\dZ", clean["time"])
    (tmp_path / "a").write_text("2")
    assert provenance(tmp_path)["commit"] == clean["commit"] + "+"


def test_a_folder_outside_git_has_a_time_only(tmp_path):
    assert set(provenance(tmp_path)) == {"time"}

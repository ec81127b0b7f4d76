"""The README's two files, added as it says and run through the real framework."""

from __future__ import annotations

import importlib.util
import json
import os
import re
import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[2]
_FILE = re.compile(r"<!-- file: (\S+) -->\n```python\n(.*?)```", re.DOTALL)


@pytest.mark.torch
@pytest.mark.skipif(importlib.util.find_spec("torch") is None, reason="needs PyTorch")
def test_adding_an_operator_and_a_compiler_is_one_file_each(tmp_path):
    files = dict(_FILE.findall((ROOT / "README.md").read_text()))
    assert set(files) == {"ops/scaled_add.py", "compilers/torch_script_trace.py"}
    for name, text in files.items():
        path = tmp_path / name
        path.parent.mkdir(parents=True)
        path.write_text(text)
    out = tmp_path / "records.json"
    done = subprocess.run(
        [
            *(sys.executable, "-m", "pytest", "-p", "opscope.pytest_plugin", "-q"),
            *("--import-mode=importlib", "ops/scaled_add.py", "--size=tiny", "--benchmark-only"),
            *("--compilers=torch-eager,torch-script", f"--opscope-json={out}"),
        ],
        cwd=tmp_path,
        env={**os.environ, "PYTHONPATH": str(ROOT), "OPSCOPE_PATH": str(tmp_path)},
        capture_output=True,
        text=True,
        timeout=300,
    )
    assert done.returncode == 0, done.stdout + done.stderr
    records = json.loads(out.read_text())["records"]
    assert {(r["operator"], r["compiler"], r["status"]) for r in records} == {
        ("scaled_add", "torch-eager", "ok"),
        ("scaled_add", "torch-script", "ok"),
    }
    assert all(r["measurement"]["samples_ns"] for r in records)


def test_the_names_in_the_readme_exist():
    text = (ROOT / "README.md").read_text()
    from opscope.cli import command_names
    from opscope.records import Status

    for command in re.findall(r"^opscope (\w+)", text, re.MULTILINE):
        assert command in command_names()
    for path in re.findall(r"\bops/(\w+)\.py\b", text):
        assert path == "scaled_add" or (ROOT / "ops" / f"{path}.py").exists()
    listed = re.findall(r"`([a-z-]+)`", text.partition("Statuses:")[2].partition("##")[0])
    assert set(listed) == {status.value for status in Status}

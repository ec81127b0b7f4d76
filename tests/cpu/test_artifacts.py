"""pytest's --artifacts: every stage of what was measured, ready for a report."""

from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path

import pytest

from opscope.cli import main
from opscope.dumping.manifest import Manifest, manifest_paths

ROOT = Path(__file__).parents[2]


def bench(*arguments: str) -> subprocess.CompletedProcess[str]:
    command = [sys.executable, "-m", "pytest", "ops/softmax.py", "--size", "tiny", *arguments]
    return subprocess.run(
        [*command, "--benchmark-only", "-p", "no:cacheprovider"],
        cwd=ROOT, capture_output=True, text=True, timeout=300, check=False,
    )  # fmt: skip


def test_a_folder_that_cannot_be_made_is_a_usage_error():
    done = bench("--artifacts", "/proc/no")
    assert done.returncode == 4
    assert "/proc/no: cannot be written" in done.stderr


@pytest.mark.slow
@pytest.mark.jax
def test_a_run_with_its_artifacts_becomes_a_report_with_code(tmp_path):
    pytest.importorskip("jinja2", reason="Jinja2 is not installed")
    folder, run, out = tmp_path / "artifacts", tmp_path / "run.json", tmp_path / "report.html"
    done = bench(
        "--compilers", "jax-jit", "--artifacts", str(folder), "--opscope-json", str(run)
    )  # fmt: skip
    assert done.returncode == 0, done.stdout + done.stderr
    (path,) = manifest_paths(folder)
    manifest = Manifest.load(path)
    (record,) = json.loads(run.read_text())["records"]
    assert (manifest.operator, manifest.case) == (record["operator"], record["case"])
    assert {"jaxpr", "hlo-optimized"} <= {stage.stage for stage in manifest.stages if stage.file}
    assert main(["report", str(run), "--artifacts", str(folder), "--out", str(out)]) == 0
    assert 'id="code-0"' in out.read_text()

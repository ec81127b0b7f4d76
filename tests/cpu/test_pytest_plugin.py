"""What ``pytest ops/`` does, seen from outside, with the planted compilers: no framework needed."""

from __future__ import annotations

import json
import os
import signal
import subprocess
import sys
import threading
import time
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[2]
PLANTED = ROOT / "tests" / "planted" / "root"
PLUGIN = ["-p", "opscope.pytest_plugin", "--import-mode=importlib", "-q", "-p", "no:cacheprovider"]


def run(where: Path, *arguments: str, timeout: float = 120) -> subprocess.CompletedProcess[str]:
    command = [sys.executable, "-m", "pytest", *PLUGIN, *arguments]
    return subprocess.run(
        command, cwd=where, capture_output=True, text=True, timeout=timeout, env=environment()
    )


def environment() -> dict[str, str]:
    path = os.pathsep.join(filter(None, (str(ROOT), os.environ.get("PYTHONPATH", ""))))
    return {**os.environ, "PYTHONPATH": path, "OPSCOPE_PATH": str(PLANTED), "NO_COLOR": "1"}


COMPILERS = "--compilers=plain-a,plain-b"


@pytest.fixture
def double(plant):
    return plant("double", "return 2 * x").path


def test_benchmarks_carry_the_workers_samples(double, tmp_path):
    out = tmp_path / "out.json"
    done = run(tmp_path, str(double), COMPILERS, "--benchmark-only", f"--benchmark-json={out}")
    assert done.returncode == 0, done.stdout + done.stderr
    data = json.loads(out.read_text())
    assert {b["name"] for b in data["benchmarks"]} == {
        "double[plain-a-n64-float32-forward]",
        "double[plain-b-n64-float32-forward]",
    }
    records = {r["compiler"]: r for r in data["opscope"]["records"]}
    for benchmark in data["benchmarks"]:
        record = records[benchmark["extra_info"]["compiler"]]
        samples = [ns / 1e9 for ns in record["measurement"]["samples_ns"]]
        assert benchmark["stats"]["data"] == pytest.approx(samples)
        assert benchmark["group"] == "double n64-float32-forward"
        assert benchmark["params"]["compiler"] == record["compiler"]
        assert benchmark["params"]["case"] == record["case"]
        assert benchmark["extra_info"]["error"] == 0.0
        assert benchmark["extra_info"]["flops"] == 64
    assert "double" in done.stdout
    assert "plain-b" in done.stdout


def test_compare_histogram_and_autosave_of_pytest_benchmark_work(double, tmp_path):
    first = run(tmp_path, str(double), COMPILERS, "--benchmark-only", "--benchmark-autosave")
    assert first.returncode == 0, first.stdout + first.stderr
    again = run(
        tmp_path,
        *(str(double), COMPILERS, "--benchmark-only", "--benchmark-compare=0001"),
        *("--benchmark-compare-fail=min:100000%", "--benchmark-group-by=param:compiler"),
    )
    assert again.returncode == 0, again.stdout + again.stderr
    assert "(0001_" in again.stdout
    failing = run(
        tmp_path,
        *(str(double), COMPILERS, "--benchmark-only", "--benchmark-compare=0001"),
        "--benchmark-compare-fail=min:-1000%",
    )
    assert failing.returncode != 0


def test_plain_pytest_checks_and_times_nothing(double, tmp_path):
    out = tmp_path / "records.json"
    done = run(tmp_path, str(double), COMPILERS, f"--opscope-json={out}")
    assert done.returncode == 0, done.stdout + done.stderr
    records = json.loads(out.read_text())["records"]
    assert [r["status"] for r in records] == ["ok", "ok"]
    assert all(r["measurement"] is None for r in records)
    assert all(r["accuracy"]["error"] == 0.0 for r in records)


def test_failures_fail_their_items_and_stay_in_the_json(plant, tmp_path):
    plant("double", "return 2 * x")
    plant("wrong", "y = 2 * x; y[3] += 1; return y")
    plant("aborts", "os.abort()")
    broken = plant("broken", "return 2 * x").path
    broken.write_text(broken.read_text().replace("from opscope", "import torch\nfrom opscope", 1))
    out, ours = tmp_path / "out.json", tmp_path / "ours.json"
    done = run(
        tmp_path,
        *(".", COMPILERS, "--benchmark-only", f"--benchmark-json={out}", f"--opscope-json={ours}"),
    )
    assert done.returncode == 1
    assert "2 passed" in done.stdout
    assert "5 failed" in done.stdout
    assert "broken.py:2: imports torch at the top" in done.stdout
    assert "wrong[plain-a" in done.stdout
    assert "y[3] is" in done.stdout
    assert "SIGABRT" in done.stdout
    for path in (out, ours):
        data = json.loads(path.read_text())
        records = data.get("opscope", data)["records"]
        statuses = sorted((r["operator"], r["status"]) for r in records)
        expected = [("aborts", "crashed"), ("double", "ok"), ("wrong", "wrong")]
        assert statuses == sorted(expected * 2)


def test_when_everything_fails_opscope_json_is_written_still(plant, tmp_path):
    source = plant("aborts", "os.abort()")
    out = tmp_path / "ours.json"
    done = run(tmp_path, str(source.path), COMPILERS, "--benchmark-only", f"--opscope-json={out}")
    assert done.returncode == 1
    assert {r["status"] for r in json.loads(out.read_text())["records"]} == {"crashed"}


def test_only_selected_compilers_are_measured(double, tmp_path):
    out = tmp_path / "ours.json"
    arguments = (str(double), COMPILERS, "-k", "plain-b", "--benchmark-only")
    done = run(tmp_path, *arguments, f"--opscope-json={out}")
    assert done.returncode == 0, done.stdout + done.stderr
    assert [r["compiler"] for r in json.loads(out.read_text())["records"]] == ["plain-b"]


def test_an_ad_hoc_shape(double, tmp_path):
    done = run(tmp_path, str(double), COMPILERS, "--shape", "n=100", "--collect-only")
    assert "double[plain-a-n100-float32-forward]" in done.stdout


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (["--compilers=plain-c"], "unknown compiler 'plain-c'; did you mean 'plain-"),
        (["--size=tinny"], "unknown size 'tinny'; did you mean 'tiny'? Known: default, large"),
        (["--dtype=float23"], "unknown dtype 'float23'; did you mean 'float32'?"),
        (["--target=cudda"], "unknown target 'cudda'; did you mean 'cuda'?"),
        (["--direction=back"], "unknown direction 'back'"),
        (["--shape=m:3"], "--shape takes NAME=VALUE"),
        (["--shape=q=3"], "unknown shape parameter of double 'q'"),
        (["--shape=n=0"], "must be positive"),
        (["--shape=n=2.5"], "takes int for n"),
        (["--python=torch=/no/such/python"], "no such interpreter"),
        (["--python=/usr/bin/python3"], "--python takes NAME=VALUE"),
        (["--python=tench=/usr/bin/python3"], "unknown frontend 'tench'; did you mean 'torch'?"),
        (["--opscope-json=/no/such/folder/out.json"], "/no/such/folder does not exist"),
        (["--opscope-json=."], "cannot be written"),
        (["--threads=-1"], "--threads"),
        (["--case-timeout=-1"], "must be a positive number of seconds"),
        (["--verdict-limit=nan"], "must be a positive number of seconds"),
        (["--dtype=float64"], "double has no such case; it has the sizes default, tiny"),
    ],
)
def test_a_bad_request_is_a_usage_error(arguments, message, double, tmp_path):
    done = run(tmp_path, str(double), COMPILERS, *arguments)
    assert done.returncode == 4, done.stdout + done.stderr
    assert message in done.stdout + done.stderr


def test_a_missing_framework_skips_unless_asked_for_by_name(double, tmp_path):
    bare = tmp_path / "bare"
    subprocess.run([sys.executable, "-m", "venv", "--without-pip", bare], check=True)
    python = f"--python=torch={bare / 'bin' / 'python'}"
    quiet = run(tmp_path, str(double), "-k", "plain", python, "-rs")
    assert quiet.returncode == 0, quiet.stdout + quiet.stderr
    assert "2 skipped" in quiet.stdout
    assert 'pip install "opscope[torch]"' in quiet.stdout
    asked = run(tmp_path, str(double), COMPILERS, python)
    assert asked.returncode == 1
    assert "unavailable" in asked.stdout


def test_an_operator_file_is_not_written_over(double, tmp_path):
    before = double.read_bytes()
    done = run(tmp_path, str(double), COMPILERS, f"--opscope-json={double}")
    assert done.returncode == 4
    assert "is what is read here" in done.stdout + done.stderr
    assert double.read_bytes() == before


def test_two_interpreters_of_one_frontend_are_compared(double, tmp_path):
    """In one run, interleaved, each under a name of its own."""
    other = tmp_path / "other-python"
    other.symlink_to(sys.executable)
    out = tmp_path / "ours.json"
    pythons = [f"--python=torch={sys.executable}", f"--python=torch={other}"]
    arguments = ("--compilers=plain-a", "--benchmark-only", f"--opscope-json={out}")
    done = run(tmp_path, str(double), *arguments, *pythons)
    assert done.returncode == 0, done.stdout + done.stderr
    records = json.loads(out.read_text())["records"]
    assert [r["compiler"] for r in records] == ["plain-a", "plain-a@2"]
    assert {r["status"] for r in records} == {"ok"}


def test_ctrl_c_keeps_what_was_measured_and_leaves_no_process(plant, tmp_path):
    plant("a_double", "return 2 * x")
    plant("b_sleeps", "time.sleep(1e6)")
    out = tmp_path / "ours.json"
    command = [sys.executable, "-m", "pytest", *PLUGIN, ".", COMPILERS, "--benchmark-only"]
    process = subprocess.Popen(
        [*command, f"--opscope-json={out}", "-vvv"],
        cwd=tmp_path,
        env=environment(),
        stdout=subprocess.PIPE,
        text=True,
        start_new_session=True,
    )
    assert process.stdout is not None
    guard = threading.Timer(60, process.kill)
    guard.start()
    for line in process.stdout:
        if "a_double[plain-b" in line and "PASSED" in line:
            break
    children = []
    while len(children) < 2 and process.poll() is None:
        time.sleep(0.1)
        children = _descendants(process.pid)
    guard.cancel()
    assert children
    process.send_signal(signal.SIGINT)
    process.communicate(timeout=30)
    assert process.returncode == 2
    statuses = [(r["operator"], r["status"]) for r in json.loads(out.read_text())["records"]]
    assert statuses == [("a_double", "ok")] * 2 + [("b_sleeps", "interrupted")] * 2
    assert [pid for pid in children if Path(f"/proc/{pid}").exists()] == []


def _descendants(pid: int) -> list[int]:
    parents = {}
    for stat in Path("/proc").glob("[0-9]*/stat"):
        try:
            fields = stat.read_text().rpartition(")")[2].split()
        except OSError:
            continue
        parents[int(stat.parent.name)] = int(fields[1])
    found = [child for child, parent in parents.items() if parent == pid]
    return found + [grandchild for child in found for grandchild in _descendants(child)]


@pytest.mark.slow
def test_verdict_mode_on_real_frameworks(tmp_path):
    """Whatever this machine lets it decide: the pairs with their interval, or what kept it from
    taking any, in the summary, in pytest-benchmark's JSON and in ours."""
    pytest.importorskip("torch")
    pytest.importorskip("jax")
    out = tmp_path / "out.json"
    done = run(
        ROOT,
        *("ops/softmax.py", "--benchmark-only", "--verdict", "--verdict-limit=30"),
        *("--size=small", "--threads=1", "--compilers=torch-eager,jax-jit"),
        f"--benchmark-json={out}",
        timeout=900,
    )
    assert done.returncode == 0, done.stdout + done.stderr
    data = json.loads(out.read_text())
    records = {r["compiler"]: r for r in data["opscope"]["records"]}
    assert set(records) == {"torch-eager", "jax-jit"}
    for benchmark in data["benchmarks"]:
        extra = benchmark["extra_info"]
        record = records[extra["compiler"]]
        assert extra["verdicts"] == record["extra"]["verdicts"]
        how = record["extra"]["verdict_mode"]
        (verdict,) = extra["verdicts"].values()
        if not how["pairs"]:
            assert verdict["kind"] == "UNDECIDED"
            assert how["stop"] != "decided"
            assert "doubtful" in done.stdout or how["stop"] in verdict["reason"]
            continue
        assert verdict["mode"] == "verdict"
        assert extra["processes"] == how["pairs"]
        assert len(record["measurement"]["samples_ns"]) == how["pairs"] * how["blocks"]
        if verdict["interval"][1] is not None:
            assert verdict["interval"][0] <= verdict["ratio"] <= verdict["interval"][1]
        if verdict["kind"] == "UNDECIDED":
            assert verdict["reason"]
        else:
            assert "verdict mode" in done.stdout

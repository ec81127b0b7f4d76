"""``opscope compare``: files of any origin, honest about how little one session says."""

from __future__ import annotations

import json
import math
import random
import subprocess
import sys
from collections import Counter
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from opscope import cli
from opscope.errors import UsageError
from opscope.records import Measurement, Record, Run, Status
from opscope.verdicts import student
from opscope.verdicts.compare import SESSION_NOISE, SessionFile, Timing, compare, load_session
from opscope.verdicts.verdict import Kind


def session(times_ns: Mapping[str, float], **circumstances: str) -> SessionFile:
    return SessionFile(
        Path("x.json"), {name: Timing(t) for name, t in times_ns.items()}, circumstances
    )


def sessions(
    rng: random.Random, n: int, ratio: float, cases: int, noise: float
) -> list[SessionFile]:
    return [
        session({f"c{i}": 1e6 * ratio * math.exp(rng.gauss(0, noise)) for i in range(cases)})
        for _ in range(n)
    ]


# Student's t: quantiles from Abramowitz and Stegun, table 26.10
@pytest.mark.parametrize(
    ("degrees", "alpha", "t"),
    [(1, 0.05, 12.706), (2, 0.05, 4.303), (3, 0.01, 5.841), (8, 0.05, 2.306), (30, 0.05, 2.042)],
)
def test_quantiles_of_student(degrees: int, alpha: float, t: float) -> None:
    assert student.quantile(alpha, degrees) == pytest.approx(t, abs=6e-4)
    assert student.two_sided_p(t, degrees) == pytest.approx(alpha, rel=1e-3)


@given(st.floats(0, 50), st.floats(0, 50), st.integers(1, 60))
def test_p_falls_with_t_and_lies_above_the_normal_one(a: float, b: float, degrees: int) -> None:
    low, high = sorted((a, b))
    assert student.two_sided_p(high, degrees) <= student.two_sided_p(low, degrees) + 1e-12
    assert student.two_sided_p(low, degrees) >= student.normal_p(low) - 1e-9


def test_one_session_on_a_side_is_at_best_suspected() -> None:
    suite = compare([session({"a": 1e6, "b": 1e6})], [session({"a": 1.6e6, "b": 1.1e6})])
    found = {c.name: c for c in suite.comparisons}
    assert found["a"].suspected == Kind.SLOW
    assert {c.verdict.kind for c in suite.comparisons} == {Kind.UNDECIDED}
    assert "assumed" in found["a"].verdict.reason
    assert found["b"].suspected is None
    assert any("one session on a side" in note for note in suite.notes)


def test_a_large_suspected_slowdown_fails_and_a_speedup_does_not() -> None:
    base = [session({"a": 1e6})]
    assert compare(base, [session({"a": 1.6e6})]).exit_status == 1
    assert compare(base, [session({"a": 0.6e6})]).exit_status == 0
    assert compare(base, [session({"a": 1.35e6})]).exit_status == 0


def test_a_quiet_machine_may_say_so() -> None:
    base, new = [session({"a": 1e6})], [session({"a": 1.1e6})]
    assert compare(base, new, session_noise=0.01).comparisons[0].suspected == Kind.SLOW


def test_several_sessions_on_both_sides_give_verdicts() -> None:
    rng = random.Random(1)
    base, slow = sessions(rng, 5, 1.0, 6, 0.01), sessions(rng, 5, 1.2, 6, 0.01)
    suite = compare(base, slow)
    assert {c.verdict.kind for c in suite.comparisons} == {Kind.SLOW}
    assert all(c.verdict.interval[0] < 1.2 < c.verdict.interval[1] for c in suite.comparisons)
    assert suite.exit_status == 1
    assert compare(slow, base).exit_status == 0
    same = compare(base, sessions(rng, 5, 1.0, 6, 0.005))
    assert Kind.SAME in {c.verdict.kind for c in same.comparisons}


def test_a_difference_below_interest_is_told_but_does_not_fail() -> None:
    rng = random.Random(2)
    base, new = sessions(rng, 6, 1.0, 1, 0.001), sessions(rng, 6, 1.03, 1, 0.001)
    suite = compare(base, new)
    assert suite.comparisons[0].verdict.kind == Kind.SLOW
    assert suite.exit_status == 0
    assert compare(base, new, interest=0.02).exit_status == 1


@pytest.mark.parametrize("files", [2, 3, 5])
def test_equal_sessions_rarely_fail_a_whole_suite(files: int) -> None:
    """Twenty cases, sessions that differ as they do on a shared machine; 200 suites."""
    rng = random.Random(files)
    failing = 0
    for _ in range(200):
        pair = [sessions(rng, files, 1.0, 20, SESSION_NOISE / math.sqrt(2)) for _ in range(2)]
        failing += compare(*pair).exit_status
    assert failing <= 10


def test_equal_single_sessions_rarely_fail_a_whole_suite() -> None:
    rng = random.Random(0)
    failing = 0
    for _ in range(200):
        pair = [sessions(rng, 1, 1.0, 20, SESSION_NOISE / math.sqrt(2)) for _ in range(2)]
        failing += compare(*pair).exit_status
    assert failing <= 10


def test_twenty_percent_is_found_with_five_calm_sessions_a_side() -> None:
    rng = random.Random(0)
    kinds: Counter[Kind] = Counter()
    for _ in range(50):
        pair = sessions(rng, 5, 1.0, 10, 0.03), sessions(rng, 5, 1.2, 10, 0.03)
        kinds.update(c.verdict.kind for c in compare(*pair).comparisons)
    assert kinds[Kind.SLOW] >= 0.9 * 500
    assert kinds[Kind.FAST] == 0


@given(
    st.lists(st.floats(1.0, 1e9), min_size=2, max_size=5),
    st.lists(st.floats(1.0, 1e9), min_size=2, max_size=5),
)
def test_swapping_the_sides_turns_the_verdict_round(a: list[float], b: list[float]) -> None:
    one, other = ([session({"x": t}) for t in times] for times in (a, b))
    there, back = compare(one, other).comparisons[0], compare(other, one).comparisons[0]
    assert there.verdict.kind == back.verdict.swapped.kind
    assert there.p == pytest.approx(back.p, abs=1e-9)


def test_other_machines_and_versions_are_told() -> None:
    suite = compare(
        [session({"a": 1}, cpu="X", torch="2.9")], [session({"a": 1}, cpu="Y", torch="2.9")]
    )
    assert "cpu: X against Y" in suite.notes
    assert not any("torch:" in note for note in suite.notes)


def test_cases_of_one_side_only_are_listed() -> None:
    suite = compare([session({"a": 1, "old": 1})], [session({"a": 1, "young": 1})])
    assert suite.only_in_baseline == ("old",)
    assert suite.only_in_new == ("young",)
    with pytest.raises(UsageError, match="in common"):
        compare([session({"a": 1})], [session({"b": 1})])


def record(status: Status = Status.OK, time_ns: float = 1e6) -> Record:
    timed = Measurement(samples_ns=(time_ns,) * 5, iterations=1) if status is Status.OK else None
    return Record(
        operator="op",
        case="n8-float32-forward",
        compiler="jax-jit",
        frontend="jax",
        target="cpu",
        status=status,
        measurement=timed,
        versions={"jax": "0.8"},
    )


def run_file(path: Path, *records: Record) -> Path:
    data = {"machine_info": {}, "benchmarks": [], "opscope": Run(records=records).to_json()}
    path.write_text(json.dumps(data))
    return path


def test_opscope_files_with_a_case_that_broke(tmp_path: Path) -> None:
    base = load_session(run_file(tmp_path / "a.json", record()))
    for status, exit_status in ((Status.WRONG, 1), (Status.UNAVAILABLE, None), (Status.OK, 0)):
        new = load_session(run_file(tmp_path / "b.json", record(status)))
        if exit_status is None:
            with pytest.raises(UsageError, match="in common"):
                compare([base], [new])
            continue
        suite = compare([base], [new])
        assert suite.exit_status == exit_status
        assert suite.comparisons[0].broken == ("wrong" if status is Status.WRONG else "")


def pytest_benchmark_file(path: Path, medians_s: Sequence[float], raw: bool) -> Path:
    benchmarks: list[dict[str, Any]] = []
    for number, seconds in enumerate(medians_s):
        stats: dict[str, Any] = {"median": seconds, "rounds": 3}
        if raw:
            stats |= {"median": -1.0, "data": [seconds * 2, seconds, seconds / 2]}
        benchmarks.append({"fullname": f"test_x.py::test[{number}]", "stats": stats})
    info = {"cpu": {"brand_raw": "Some CPU"}, "python_version": "3.12.1"}
    path.write_text(json.dumps({"machine_info": info, "benchmarks": benchmarks}))
    return path


@pytest.mark.parametrize("raw", [True, False], ids=["raw", "summary"])
def test_plain_pytest_benchmark_files(tmp_path: Path, raw: bool) -> None:
    found = load_session(pytest_benchmark_file(tmp_path / "a.json", [1e-3, 2e-3], raw))
    assert found.timings["test_x.py::test[1]"].median_ns == pytest.approx(2e6)
    assert found.circumstances == {"cpu": "Some CPU", "python": "3.12.1"}


def test_what_pytest_benchmark_itself_writes(tmp_path: Path) -> None:
    test = tmp_path / "test_it.py"
    test.write_text("def test_sum(benchmark):\n    benchmark(sum, range(1000))\n")
    out = tmp_path / "out.json"
    command = [sys.executable, "-m", "pytest", "-q", "-c", "/dev/null", f"--rootdir={tmp_path}"]
    command += ["-p", "no:cacheprovider", f"--benchmark-json={out}", str(test)]
    command += ["--benchmark-max-time=0.05"]
    subprocess.run(command, check=True, capture_output=True, timeout=120, cwd=tmp_path)
    (timing,) = load_session(out).timings.values()
    assert timing.median_ns is not None
    assert 1e2 < timing.median_ns < 1e9


json_values = st.recursive(
    st.none() | st.booleans() | st.floats(allow_nan=False) | st.text(max_size=5),
    lambda inner: (
        st.lists(inner, max_size=3)
        | st.dictionaries(
            st.sampled_from(
                ["benchmarks", "records", "opscope", "stats", "median", "fullname", "data"]
            ),
            inner,
            max_size=4,
        )
    ),
    max_leaves=12,
)


@given(json_values)
@settings(suppress_health_check=[HealthCheck.function_scoped_fixture])
def test_a_foreign_file_is_read_or_refused_by_name(tmp_path: Path, data: Any) -> None:
    path = tmp_path / "foreign.json"
    path.write_text(json.dumps(data))
    message = "foreign.json"
    try:
        load_session(path)
    except UsageError as error:
        message = str(error)
    assert "foreign.json" in message


def test_the_command(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    base = pytest_benchmark_file(tmp_path / "a.json", [1e-3, 1e-3], raw=False)
    slow = pytest_benchmark_file(tmp_path / "b.json", [2e-3, 1e-3], raw=False)
    assert cli.main(["compare", str(base), str(slow)]) == 1
    out = capsys.readouterr().out
    assert "suspected SLOW" in out
    assert "12% between sessions is assumed" in " ".join(out.split())
    assert cli.main(["compare", str(base), str(base)]) == 0
    capsys.readouterr()
    again = pytest_benchmark_file(tmp_path / "c.json", [1.001e-3, 1e-3], raw=False)
    slow_again = pytest_benchmark_file(tmp_path / "d.json", [2.001e-3, 1e-3], raw=False)
    several = ["--baseline", str(base), str(again), "--new", str(slow), str(slow_again)]
    assert cli.main(["compare", *several, "--json"]) == 1
    found = json.loads(capsys.readouterr().out)
    assert found["fails"] is True
    assert found["comparisons"][0]["verdict"]["kind"] == "SLOW"
    assert found["session_noise_assumed"] is None


def test_one_session_given_twice_is_not_two(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    base = pytest_benchmark_file(tmp_path / "a.json", [1e-3], raw=False)
    copy = tmp_path / "copy.json"
    copy.write_bytes(base.read_bytes())
    slow = pytest_benchmark_file(tmp_path / "b.json", [2e-3], raw=False)
    assert cli.main(["compare", "--baseline", str(base), str(copy), "--new", str(slow)]) == 2
    assert "are one session" in capsys.readouterr().err


def write(path: Path, *benchmarks: Any, **more: Any) -> Path:
    path.write_text(json.dumps({"benchmarks": benchmarks, **more}))
    return path


@pytest.mark.parametrize(
    ("entry", "message"),
    [
        ({"fullname": "x", "stats": {"mean": 1}}, "no 'median'"),
        ({"fullname": "x"}, "no 'stats'"),
        ({"stats": {"median": 1}}, "no 'name'"),
        ({"fullname": 3, "stats": {"median": 1}}, "its name 3 is no text"),
        ({"fullname": "x", "stats": {"median": "soon"}}, "could not convert"),
        ({"fullname": "x", "stats": {"data": "1,2"}}, "could not convert"),
        ("x", "object has no attribute"),
    ],
)
def test_what_a_file_lacks_is_told(tmp_path: Path, entry: Any, message: str) -> None:
    with pytest.raises(UsageError, match=r"a\.json: benchmarks\[0\]: ") as told:
        load_session(write(tmp_path / "a.json", entry))
    assert message in str(told.value)


@pytest.mark.parametrize("seconds", [0.0, -1.0, 1e300, 1e-300, float("nan"), float("inf")])
@pytest.mark.parametrize("raw", [True, False], ids=["raw", "summary"])
def test_what_can_be_no_time_is_none(tmp_path: Path, seconds: float, raw: bool) -> None:
    stats = {"data": [1.0, seconds]} if raw else {"median": seconds}
    path = write(tmp_path / "a.json", {"fullname": "x", "stats": stats})
    assert load_session(path).timings["x"].median_ns is None


def test_two_benchmarks_of_one_name_are_refused(tmp_path: Path) -> None:
    one = {"fullname": "x", "stats": {"median": 1}}
    with pytest.raises(UsageError, match="x is there twice"):
        load_session(write(tmp_path / "a.json", one, one))


def test_other_benchmarks_of_an_opscope_session_are_compared_too(tmp_path: Path) -> None:
    extra = {"operator": "op", "compiler": "jax-jit"}
    benchmarks = (
        {"fullname": "ours", "stats": {"median": 1}, "extra_info": extra},
        {"fullname": "theirs", "stats": {"median": 1}, "extra_info": {}},
    )
    path = write(tmp_path / "a.json", *benchmarks, opscope=Run(records=(record(),)).to_json())
    assert set(load_session(path).timings) == {"op[jax-jit-n8-float32-forward]", "theirs"}


def test_deeply_nested_json_is_refused(tmp_path: Path) -> None:
    path = tmp_path / "deep.json"
    path.write_text("[" * 100_000)
    with pytest.raises(UsageError, match=r"deep\.json"):
        load_session(path)


@pytest.mark.parametrize("option", ["--interest", "--session-noise"])
@pytest.mark.parametrize("value", ["nan", "inf", "-1", "1e308"])
def test_a_share_is_a_share(option: str, value: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert cli.main(["compare", "a.json", "b.json", f"{option}={value}"]) == 2
    assert option in capsys.readouterr().err


def test_without_noise_between_sessions_any_difference_is_suspected(tmp_path: Path) -> None:
    base, new = [session({"a": 1e6})], [session({"a": 1.2e6})]
    assert compare(base, new, session_noise=0.0).comparisons[0].suspected == Kind.SLOW


@pytest.mark.parametrize(
    "arguments",
    [[], ["a.json"], ["a", "b", "c"], ["a", "b", "--new", "c"], ["--new", "c"], ["/no/a", "/no/b"]],
)
def test_wrong_usage_is_2(arguments: list[str], capsys: pytest.CaptureFixture[str]) -> None:
    assert cli.main(["compare", *arguments]) == 2
    assert capsys.readouterr().out == ""

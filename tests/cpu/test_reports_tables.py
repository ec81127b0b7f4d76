"""What all reports share: ratios, ranks, means and rounding."""

from __future__ import annotations

import dataclasses
import math
import sys
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from opscope.errors import UsageError
from opscope.records import Alarm, Run, Status
from opscope.report import load_material
from opscope.showing import figures, tables, wording
from opscope.verdicts.verdict import Kind, Verdict

sys.path.insert(0, str(Path(__file__).parent))
from _report_runs import matmul_run, record


def only_table(*records):
    (table,) = tables.case_tables(Run(records=records))
    return table


def test_ranks_only_what_is_ok_timed_and_plausible():
    (table,) = tables.case_tables(matmul_run())
    assert [line.record.compiler for line in table.ranked] == [
        "torch-inductor", "jax-jit", "torch-eager", "tf-eager",
    ]  # fmt: skip
    assert table.fastest is not None
    assert table.fastest.record.compiler == "torch-inductor"
    assert {line.record.compiler for line in table.unranked} == {
        "triton", "tf-graph", "tf-xla", "jax-eager",
    }  # fmt: skip
    assert all(line.over_fastest is None for line in table.unranked)
    assert all(line.gflops_per_s is None for line in table.unranked)


@pytest.mark.parametrize("status", [s for s in Status if s is not Status.OK])
def test_a_record_that_is_not_ok_is_never_ranked_even_with_samples(status):
    table = only_table(record("torch-eager", 5e6), record("torch-inductor", 1e6, status=status))
    assert [line.record.compiler for line in table.ranked] == ["torch-eager"]
    assert table.ranked[0].over_fastest.value == 1


def test_ratios_are_of_times_and_against_the_own_frontends_eager():
    table = only_table(
        record("torch-eager", 4e6), record("torch-inductor", 2e6), record("jax-jit", 1e6)
    )
    inductor, jax = table.line("torch-inductor"), table.line("jax-jit")
    assert inductor.over_eager.value == pytest.approx(0.5, rel=0.02)
    assert inductor.over_fastest.value == pytest.approx(2, rel=0.02)
    assert jax.over_eager is None, "no eager compiler of its frontend was measured"
    assert table.line("torch-eager").over_eager is None


def test_a_baseline_that_failed_gives_no_ratio():
    table = only_table(record("torch-eager", status=Status.CRASHED), record("torch-inductor", 2e6))
    assert table.line("torch-inductor").over_eager is None
    assert table.line("torch-inductor").break_even is None


def test_rates_are_the_models_over_the_median():
    line = only_table(record("torch-eager", 1e6)).lines[0]
    assert line.gflops_per_s == pytest.approx(2 * 512**3 / line.median_ns)
    assert line.gbytes_per_s == pytest.approx(3 * 4 * 512**2 / line.median_ns)


def test_break_even_is_compile_time_over_gain():
    table = only_table(record("torch-eager", 3e6), record("torch-inductor", 1e6))
    line = table.line("torch-inductor")
    gain_ns = table.line("torch-eager").median_ns - line.median_ns
    assert line.break_even.calls == pytest.approx(1.7e9 / gain_ns)


@pytest.mark.parametrize(("median_ns", "reason"), [(3.01e6, "unclear"), (9e6, "never")])
def test_break_even_tells_why_there_is_none(median_ns, reason):
    table = only_table(record("torch-eager", 3e6), record("torch-inductor", median_ns))
    assert table.line("torch-inductor").break_even == tables.BreakEven(None, reason)


def test_leaders_are_all_that_noise_cannot_tell_apart():
    table = only_table(
        record("torch-eager", 2e6), record("torch-inductor", 1e6), record("jax-jit", 1.01e6)
    )
    assert {line.record.compiler for line in table.leaders} == {"torch-inductor", "jax-jit"}


def judged(item, other, kind, ratio, interval):
    verdict = Verdict(kind=kind, ratio=ratio, interval=interval, pairs=8, mode="verdict")
    return dataclasses.replace(item, extra={"verdicts": {other: verdict.to_json()}})


def test_a_verdict_decides_where_there_is_one():
    fast = record("torch-inductor", 1e6)
    slow = judged(record("jax-jit", 1.01e6), "torch-inductor", Kind.SLOW, 1.012, (1.01, 1.017))
    table = only_table(fast, slow)
    assert [line.record.compiler for line in table.leaders] == ["torch-inductor"]
    over = table.line("jax-jit").over_fastest
    assert wording.ratio_text(over) == "1.01x SLOW"
    assert wording.interval_text(over) == "1.01-1.02"
    assert wording.rules_text([table]) == "verdict mode, 8 pairs, 95% intervals"


def test_an_undecided_verdict_outweighs_a_ratio_beyond_the_noise():
    fast = record("torch-inductor", 1e6)
    other = judged(record("jax-jit", 2e6), "torch-inductor", Kind.UNDECIDED, 1.9, (0.9, 3.1))
    table = only_table(fast, other)
    assert len(table.leaders) == 2
    assert wording.ratio_text(table.line("jax-jit").over_fastest) == "1.90x ?"


def test_without_a_verdict_no_verdict_is_told():
    table = only_table(record("torch-inductor", 1e6), record("jax-jit", 2e6))
    assert wording.rules_text([table]) == ""
    assert "±" in wording.ratio_text(table.line("jax-jit").over_fastest)
    assert wording.interval_text(table.line("jax-jit").over_fastest) == "-"


def test_a_foreign_verdict_is_no_verdict():
    fast = record("torch-inductor", 1e6)
    other = record("jax-jit", 2e6, extra={"verdicts": {"torch-inductor": {"kind": "BEST"}}})
    assert only_table(fast, other).line("jax-jit").over_fastest.verdict is None


def test_alarms_of_a_case_are_told_once_by_kind():
    alarm = Alarm(kind="contended", evidence="busy")
    lines = only_table(
        *(record(name, 1e6, alarms=(alarm,)) for name in ("torch-eager", "jax-jit", "tf-xla"))
    ).lines
    assert wording.grouped_notes(lines) == [("contended: all", "busy")]
    assert wording.grouped_notes(lines[:2])[0][0] == "contended: torch-eager, jax-jit"


def with_case(item, case):
    return dataclasses.replace(item, case=case)


def test_geometric_mean_covers_only_cases_that_all_completed():
    run = Run(
        records=(
            with_case(record("torch-eager", 2e6), "a"),
            with_case(record("jax-jit", 1e6), "a"),
            with_case(record("torch-eager", 2e6), "b"),
            with_case(record("jax-jit", status=Status.TIMEOUT), "b"),
        )
    )
    overview = tables.overview(tables.case_tables(run))
    eager = next(s for s in overview.standings if s.compiler == "torch-eager")
    assert (overview.common, overview.cases) == (1, 2)
    assert eager.mean_over_fastest == pytest.approx(2, rel=0.02)
    assert (eager.completed, eager.wins) == (2, 1)
    assert next(s for s in overview.standings if s.compiler == "jax-jit").failed == 1


def test_a_compiler_with_few_cases_is_left_out_of_the_mean_and_named():
    records = [with_case(record("torch-eager", 2e6), str(i)) for i in range(5)]
    records.append(with_case(record("triton", 1e6), "0"))
    overview = tables.overview(tables.case_tables(Run(records=tuple(records))))
    assert overview.left_out == ("triton",)
    assert overview.common == 5
    triton = next(s for s in overview.standings if s.compiler == "triton")
    assert triton.mean_over_fastest is None


def test_the_overview_of_nothing_has_no_means():
    overview = tables.overview(tables.case_tables(Run(records=(record("jax-jit"),))))
    assert overview.common == 0
    assert [s.mean_over_fastest for s in overview.standings] == [None]


@pytest.mark.parametrize(
    ("value", "noise", "text"),
    [
        (1_734_567, 0.02, "1.73 ms"),
        (8_434_567, 0.02, "8.4 ms"),
        (1_734_567, 0.0005, "1.735 ms"),
        (1_734_567, 0.3, "1.7 ms"),
        (1_734_567, None, "1.73 ms"),
        (999_960, None, "1.00 ms"),
        (12.0, None, "12.0 ns"),
        (63e9, None, "63.0 s"),
        (0, None, "0 ns"),
        (None, None, "-"),
    ],
)
def test_durations_have_no_more_digits_than_the_noise_supports(value, noise, text):
    assert figures.duration(value, noise) == text


@pytest.mark.parametrize(
    ("value", "noise", "text"),
    [(1.0, None, "1.00x"), (1.8234, 1e-4, "1.82x"), (12.34, None, "12.3x"), (0.5512, None, "0.55x"),
     (123.4, 0.01, "123x"), (2.04, 0.2, "2.0x"), (None, None, "-")],
)  # fmt: skip
def test_multiples(value, noise, text):
    assert figures.multiple(value, noise) == text


@given(st.floats(min_value=1e-12, max_value=1e15), st.integers(min_value=1, max_value=6))
def test_rounding_keeps_the_value_to_the_digits_asked_for(value, digits):
    text = figures.rounded(value, digits)
    assert "e" not in text
    assert math.isclose(float(text), value, rel_tol=0.51 * 10.0 ** (1 - digits))


@given(st.floats(min_value=0.01, max_value=1e13), st.floats(min_value=1e-6, max_value=3))
def test_the_rounding_of_a_duration_stays_within_its_noise_or_four_digits(value, noise):
    number, unit = figures.duration(value, noise).split()
    factor = {"s": 1e9, "ms": 1e6, "µs": 1e3, "ns": 1.0}[unit]
    assert abs(float(number) * factor - value) <= value * max(0.51 * noise, 0.00051) + 0.0051


def test_alarms_that_do_not_bar_are_told_but_do_not_unrank():
    item = record("jax-jit", 1e6, alarms=(Alarm(kind="bimodal", evidence="1 and 2 ms"),))
    assert tables.ranked(item)
    assert wording.notes(item) == ("bimodal: 1 and 2 ms",)
    assert not tables.ranked(record("a", 1e6, alarms=(Alarm(kind="contended", evidence="busy"),)))


def test_a_broken_file_is_named_and_the_others_are_still_reported(tmp_path):
    import json

    good, cut, foreign = tmp_path / "good.json", tmp_path / "cut.json", tmp_path / "foreign.json"
    text = json.dumps(matmul_run().to_json())
    good.write_text(text)
    cut.write_text(text[: len(text) // 2])
    foreign.write_text('{"benchmarks": []}')
    material = load_material((good, cut, foreign))
    assert [named.name for named in material.runs] == ["good.json"]
    assert len(material.problems) == 2
    assert str(cut) in material.problems[0]
    assert "records" in material.problems[1]
    with pytest.raises(UsageError, match=r"cut\.json"):
        load_material((cut,))


def test_runs_are_put_in_the_order_of_their_times(tmp_path):
    import json

    paths = []
    for name, time in (("b", "2026-02-01T00:00:00"), ("a", "2026-01-01T00:00:00")):
        run = dataclasses.replace(matmul_run(), environment={"time": time})
        paths.append(tmp_path / f"{name}.json")
        paths[-1].write_text(json.dumps(run.to_json()))
    assert [named.name for named in load_material(tuple(paths)).runs] == ["a.json", "b.json"]
    assert [named.name for named in load_material(tuple(paths[::-1])).runs] == ["a.json", "b.json"]

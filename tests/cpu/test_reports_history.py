"""Several runs in one report: labels, trends, and what is said between neighbours."""

from __future__ import annotations

import dataclasses
import sys
from pathlib import Path

import pytest

from opscope.records import Run, Status
from opscope.report import NamedRun
from opscope.reports._charts import Palette
from opscope.reports._history import History
from opscope.showing import tables

sys.path.insert(0, str(Path(__file__).parent))
from _report_runs import record


def run(median_ns, name, version="2.12", status=Status.OK, **environment):
    measured = record("torch-eager", median_ns, versions={"torch": version})
    changed = dataclasses.replace(measured, status=status)
    return NamedRun(name=name, run=Run(records=(changed,), environment=environment))


def shown(*runs):
    history = History.of(runs)
    (table,) = tables.case_tables(runs[-1].run)
    return history, history.of_case(table, Palette.of([table]))


def test_a_single_run_has_no_history():
    history, case = shown(run(1e6, "a.json"))
    assert history.context is None
    assert case["history"] is None


@pytest.mark.parametrize(
    ("runs", "labels"),
    [
        ([run(1e6, "a.json", commit="1" * 12), run(1e6, "b.json", commit="2" * 12)],
         ["1" * 7, "2" * 7]),
        ([run(1e6, "a.json"), run(1e6, "b.json", "2.13")], ["a", "torch 2.13"]),
        ([run(1e6, "a.json"), run(1e6, "b.json")], ["a", "b"]),
    ],
)  # fmt: skip
def test_the_axis_tells_commits_else_versions_else_files(runs, labels):
    assert History.of(tuple(runs)).labels == labels


def test_between_two_sessions_a_small_difference_is_undecided_and_a_large_one_suspected():
    _, same = shown(run(1e6, "a.json"), run(1.02e6, "b.json"))
    _, slow = shown(run(1e6, "a.json"), run(3e6, "b.json"))
    assert same["neighbours"][0]["cells"] == ["1.02x UNDECIDED"]
    assert slow["neighbours"][0]["cells"] == ["3.00x suspected SLOW"]
    assert slow["history"] is not None


def test_a_failure_is_told_as_a_change_of_status():
    _, case = shown(run(1e6, "a.json"), run(1e6, "b.json", status=Status.WRONG))
    assert case["neighbours"][0]["cells"] == ["ok → wrong"]


def test_a_run_without_the_case_leaves_a_gap():
    other = dataclasses.replace(record("torch-eager", 1e6), case="other")
    middle = NamedRun(name="b.json", run=Run(records=(other,)))
    history, case = shown(run(1e6, "a.json"), middle, run(1e6, "c.json"))
    assert case["neighbours"][0]["cells"] == ["not measured", "not measured"]
    assert len(history.labels) == 3

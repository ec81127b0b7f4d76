"""Explanations in a report: read by field, shown with their standing, nothing claimed twice."""

from __future__ import annotations

import dataclasses
import json

import pytest
from hypothesis import given
from hypothesis import strategies as st

from opscope.cause import Conclusion, Finding, Intervention, Standing, load_explanations
from opscope.errors import UsageError
from opscope.reports import _why
from opscope.showing.sentences import lines
from opscope.verdicts.verdict import Kind, Verdict

SWITCH = Intervention(
    lever="threads-1",
    title="one thread on both sides",
    scope="process",
    effects={"A": "1 thread instead of 2"},
    share_ns=2500.0,
    interval=(2400.0, 2600.0),
    pairs=8,
    both_orders=(2300.0, 2700.0),
)
MADE = Conclusion(
    operator="layernorm",
    case="rows8",
    target="cpu",
    a="torch-inductor",
    b="jax-jit",
    verdict=Verdict(
        kind=Kind.SLOW, ratio=1.5, interval=(1.4, 1.6), pairs=16, mode="verdict"
    ).to_json(),
    ratio=1.5,
    interval=(1.4, 1.6),
    a_ns=4000.0,
    b_ns=6000.0,
    gap_ns=2000.0,
    causes=(
        Finding(
            id="threads",
            title="threads",
            share_ns=2500.0,
            share_percent=125.0,
            standing=Standing.CONFIRMED,
            evidence=("cpu time is 1.0 of the wall time",),
            commands=("opscope dump layernorm --stage cpp",),
            intervention=SWITCH,
        ),
        Finding(
            id="passes",
            title="passes over memory",
            share_ns=900.0,
            share_percent=45.0,
            standing=Standing.CONSISTENT,
            evidence=("25 MB instead of 8 MB",),
            estimated=True,
        ),
    ),
    unexplained_percent=-25.0,
    unexplained_interval=(-30.0, -20.0),
    not_fused={"a": ["mean and sub: another axis"], "b": []},
)


@pytest.mark.parametrize("several", [False, True])
def test_a_file_holds_one_or_several(tmp_path, several):
    path = tmp_path / "why.json"
    path.write_text(json.dumps([MADE.to_json()] * 2 if several else MADE.to_json()))
    assert load_explanations(path) == (MADE,) * (1 + several)


@pytest.mark.parametrize(
    ("change", "message"),
    [({"a": 3}, "a: 3 is not text"), ({"causes": [{"id": "x"}]}, r"causes\[0\].title: missing"),
     ({"gap_ns": "x"}, "gap_ns: 'x' is not a number")],
)  # fmt: skip
def test_what_does_not_fit_is_named(tmp_path, change, message):
    path = tmp_path / "why.json"
    path.write_text(json.dumps({**MADE.to_json(), **change}))
    with pytest.raises(UsageError, match=rf"why\.json: {message}"):
        load_explanations(path)


def test_only_confirmed_shares_are_steps_and_the_rest_is_shown():
    wide, narrow = _why.shown(MADE)["waterfall"]
    for drawn in (wide, narrow):
        assert ">+2.50 µs<" in drawn
        assert "passes over memory" not in drawn, "an estimate is no step"
        assert ">-500 ns<" in drawn, "2500 explained of a gap of 2000: 500 too much"


def test_a_cause_is_shown_with_its_standing_and_what_was_tried():
    confirmed, consistent = _why.shown(MADE)["causes"]
    assert confirmed["share"] == "2.50 µs, 125 %"
    assert "the gap moved by 2.50 µs (2.40 µs to 2.60 µs), 8 pairs" in confirmed["intervention"]
    assert consistent["share"] == "900 ns, 45 %, estimated"
    assert consistent["intervention"] == ["no switch for it here"]


def test_the_claim_is_the_verdict_with_its_interval():
    claim = _why.shown(MADE)["claim"]
    assert claim.startswith("SLOW 1.5x, 95% interval 1.4 to 1.6, 16 pairs")
    assert "unexplained -25 % (-30 to -20 %)" in claim


def test_without_causes_none_is_claimed():
    undecided = dataclasses.replace(MADE, causes=(), why_no_causes="UNDECIDED: no causes")
    shown = _why.shown(undecided)
    assert shown["claim"].endswith("UNDECIDED: no causes")
    assert shown["waterfall"] is None


def test_lines_put_any_json_into_words():
    value = {"bytes_moved": 12, "levers": ["a", "b"], "nested": [{"x": 1.23456}], "none": None}
    assert list(lines(value)) == ["bytes moved: 12", "levers: a, b", "nested: x: 1.235"]


TIMES = st.none() | st.floats(min_value=0, allow_infinity=False, width=32)
SHARES = st.none() | st.floats(allow_nan=False, allow_infinity=False, width=32)


@given(st.lists(SHARES, max_size=4), TIMES, TIMES)
def test_any_shares_make_a_waterfall_or_none(shares, a_ns, b_ns):
    causes = tuple(dataclasses.replace(MADE.causes[0], share_ns=share) for share in shares)
    _why.shown(dataclasses.replace(MADE, causes=causes, a_ns=a_ns, b_ns=b_ns))

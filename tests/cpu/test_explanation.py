"""Explanations in a report: read by their frame, shown in words, refused by field."""

from __future__ import annotations

import json

import pytest
from hypothesis import given
from hypothesis import strategies as st

from opscope.errors import UsageError
from opscope.explanation import Cause, Explanation, lines, load_explanations
from opscope.reports import _why

ONE = {
    "operator": "layernorm",
    "case": "rows8",
    "target": "cpu",
    "a": "torch-inductor",
    "b": "jax-jit",
    "verdict": "FAST",
    "ratio": 0.25,
    "interval": [0.22, None],
    "gap_ns": -2000.0,
    "causes": [
        {"id": "threads", "title": "one thread", "share_ns": -2500.0, "share_percent": 125.0,
         "standing": "confirmed", "evidence": {"cpu_time_over_wall": 1.0}, "intervention": None},
    ],
    "unexplained_percent": -25.0,
    "kernels": {"a": [], "b": [], "regions": []},
    "not_fused": [],
}  # fmt: skip


@pytest.mark.parametrize("several", [False, True])
def test_a_file_holds_one_or_several(tmp_path, several):
    path = tmp_path / "why.json"
    path.write_text(json.dumps([ONE, ONE] if several else ONE))
    found = load_explanations(path)
    assert len(found) == 1 + several
    assert found[0].key == ("layernorm", "rows8", "cpu")
    assert found[0].causes[0].standing == "confirmed"


@pytest.mark.parametrize(
    ("change", "message"),
    [({"a": 3}, "a: 3 is not text"), ({"causes": [{"id": "x"}]}, r"causes\[0\].title: missing"),
     ({"gap_ns": "x"}, "gap_ns: 'x' is not a number")],
)  # fmt: skip
def test_what_does_not_fit_is_named(tmp_path, change, message):
    path = tmp_path / "why.json"
    path.write_text(json.dumps({**ONE, **change}))
    with pytest.raises(UsageError, match=rf"why\.json: {message}"):
        load_explanations(path)


def test_steps_of_the_waterfall_sum_to_the_gap_with_the_rest_shown(tmp_path):
    path = tmp_path / "why.json"
    path.write_text(json.dumps(ONE))
    shown = _why.shown(load_explanations(path)[0])
    wide, narrow = shown["waterfall"]
    for drawn in (wide, narrow):
        assert "unexplained" in drawn
        assert "500 ns rest" in drawn, "2500 explained of a gap of 2000: 500 too much"
    assert shown["causes"][0]["share"] == "-2.50 µs, 125 %"
    assert "unexplained -25 %" in shown["claim"]


def test_without_causes_none_is_claimed():
    undecided = Explanation(operator="o", case="c", target="cpu", a="x", b="y", verdict="UNDECIDED")
    shown = _why.shown(undecided)
    assert shown["claim"] == "UNDECIDED; no cause is claimed"
    assert shown["waterfall"] is None


def test_lines_put_any_json_into_words():
    value = {"bytes_moved": 12, "levers": ["a", "b"], "nested": [{"x": 1.23456}], "none": None}
    assert list(lines(value)) == ["bytes moved: 12", "levers: a, b", "nested: x: 1.235"]


SHARES = st.none() | st.floats(allow_nan=False, allow_infinity=False, width=32)


@given(st.lists(SHARES, max_size=5), SHARES)
def test_any_shares_make_a_waterfall_or_none(shares, gap):
    causes = tuple(Cause(id="i", title="t", standing="odd", share_ns=share) for share in shares)
    explanation = Explanation(
        operator="o", case="c", target="cpu", a="x", b="y", gap_ns=gap, causes=causes
    )
    _why.shown(explanation)

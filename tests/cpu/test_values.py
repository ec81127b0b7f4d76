"""Alignment by value: real frameworks replayed, and what fingerprints may and may not match."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest

from opscope.cli import build_parser
from opscope.commands import explain as command
from opscope.explaining import explain, kernels
from opscope.explaining.laboratory import Laboratory
from opscope.inspect import align, values
from opscope.records import Kernel
from opscope.registry import Registry
from opscope.worker.fingerprint import fingerprint

LOGISTIC = Path(__file__).parent / "_op_logistic.py"
X = np.random.default_rng(5).normal(size=(6, 8)).astype("float32")


def program(*steps: tuple[str, tuple[int, ...], np.ndarray]) -> list[dict]:
    return [
        {"name": name, "operands": list(operands), "outputs": [fingerprint(array)]}
        for name, operands, array in steps
    ]


def run(name: str, *ops: str) -> Kernel:
    return Kernel(name=name, kind="generated", ops=ops or (name,))


def test_equal_and_proportional_values_are_cuts():
    total = X.sum(1)
    left = values.nodes(program(("exp", (), np.exp(X)), ("mean", (), total / 8)))
    right = values.nodes(program(("pow", (), np.exp(X)), ("reduce_sum", (), total)))
    first, second = values.cuts(left, right)
    assert (first.left, first.right, first.how) == (0, 0, values.EQUAL)
    assert (second.left, second.right, second.how) == (1, 1, values.PROPORTIONAL)
    assert second.factor == pytest.approx(8)


def test_another_layout_is_the_same_value_and_another_function_is_not():
    left = values.nodes(program(("a", (), np.exp(X))))
    assert values.cuts(left, values.nodes(program(("b", (), np.exp(X).T.copy()))))
    assert not values.cuts(left, values.nodes(program(("b", (), np.exp(1.01 * X)))))
    assert not values.cuts(left, values.nodes(program(("b", (), np.exp(X)[:3]))))


@pytest.mark.parametrize(
    "array", [np.float32(3), np.zeros((4, 4)), np.array([1.0, np.nan]), np.array([True, False])]
)
def test_what_tells_nothing_has_no_fingerprint(array):
    assert fingerprint(np.asarray(array)) is None


def test_a_view_is_not_matched_twice():
    left = program(("exp", (), np.exp(X)), ("view", (0,), np.exp(X).reshape(-1)))
    right = program(("exponential", (), np.exp(X)))
    assert len(values.cuts(values.nodes(left), values.nodes(right))) == 1


def test_what_lies_between_cuts_is_one_region():
    left = program(("sigmoid", (), 1 / (1 + np.exp(-X))))
    right = program(
        ("neg", (), -X),
        ("exp", (0,), np.exp(-X)),
        ("add", (1,), 1 + np.exp(-X)),
        ("div", (2,), 1 / (1 + np.exp(-X))),
    )
    ones, others = [run("aten.sigmoid")], [run(name) for name in ("neg", "exp", "add", "div")]
    assert all(not row.aligned for row in align.align(ones, others))
    found = values.joins(left, right, ones, others)
    (row,) = align.align(ones, others, found)
    assert row.how == align.SAME_VALUES
    assert [k.name for k in row.right.kernels] == ["neg", "exp", "add", "div"]


def test_names_that_decide_are_not_overruled():
    """Two exponentials on both sides: their order says which is which, whatever values say."""
    ones, others = [run("exp"), run("log")], [run("exp"), run("log")]
    wrong = [((0, 0), (1, 1), values.EQUAL)]
    assert align.align(ones, others, wrong) == align.align(ones, others)


@pytest.mark.torch
@pytest.mark.jax
def test_two_frameworks_are_aligned_where_no_name_decides():
    registry = Registry()
    given = ["explain", str(LOGISTIC), "--size", "tiny", "--threads", "1"]
    given += ["--between", "torch-eager", "jax-eager"]
    question = command.question_of(build_parser(given).parse_args(given), registry)
    with Laboratory(registry, question.options) as lab:
        sides = {spec.name: lab.arm(spec) for spec in (question.a, question.b)}
        assert not [arm.failure for arm in sides.values() if arm.failure]
        a, b = (explain.gather(lab, arm, letter) for letter, arm in sides.items())
        by_name = kernels.regions(registry, a, b)
        assert kernels.undecided(by_name)
        found, absent = kernels.by_values(lab, sides, a, b, lambda _: None)
    assert absent == ""
    regions = kernels.regions(registry, a, b, found)
    assert [len(row["a"]) for row in regions] == [2]
    assert regions[0]["how"] == "same values"
    assert len(regions[0]["b"]) == len(b.kernels)


def test_times_that_do_not_sum_to_a_call_are_not_used():
    own = (run("a"), run("b"))
    timed = (Kernel(name="a", kind="generated", ops=("a",), time_ns=5e5),
             Kernel(name="b", kind="generated", ops=("b",), time_ns=4e5))  # fmt: skip
    used, told = kernels.judged(own, timed, 1e6)
    assert told["trusted"]
    assert [k.time_ns for k in used] == [5e5, 4e5]
    used, told = kernels.judged(own, timed, 2e6)
    assert not told["trusted"]
    assert "more than 20% apart" in told["reason"]
    assert [k.time_ns for k in used] == [None, None]
    assert not kernels.judged(own, timed[:1], 1e6)[1]["trusted"]
    assert "no event of b" in kernels.judged(own, (timed[0], own[1]), 5e5)[1]["reason"]

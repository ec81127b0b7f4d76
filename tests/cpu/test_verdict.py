"""Properties of the statistics, and their agreement with exact arithmetic."""

from __future__ import annotations

import math
from fractions import Fraction
from statistics import median

import pytest
from hypothesis import given
from hypothesis import strategies as st

from opscope.errors import UsageError
from opscope.verdicts.stopping import Looks, StableMedian, relative_precision
from opscope.verdicts.verdict import (
    QUICK,
    VERDICT,
    Estimate,
    Kind,
    Rules,
    Verdict,
    benjamini_hochberg,
    binomial_upper,
    estimate,
    holm,
    judge,
    look_alphas,
    order_interval,
    sign_test,
    undecided,
)

times_ns = st.floats(1.0, 1e12)
pairs_of_blocks = st.integers(1, 30).flatmap(
    lambda n: st.tuples(*[st.lists(times_ns, min_size=n, max_size=n)] * 2)
)
log_ratios = st.floats(-1.5, 1.5)
estimates = st.lists(st.builds(Estimate, log_ratios, log_ratios), min_size=0, max_size=45)
rules = st.sampled_from([VERDICT, QUICK])
p_values = st.lists(st.floats(0, 1), max_size=30)


@given(pairs_of_blocks)
def test_swapping_the_sides_negates_the_estimate(blocks: tuple[list[float], list[float]]) -> None:
    there, back = estimate(*blocks), estimate(*reversed(blocks))
    assert there.paired == pytest.approx(-back.paired, abs=1e-9)
    assert there.quartile == pytest.approx(-back.quartile, abs=1e-9)


@given(pairs_of_blocks, st.floats(1e-3, 1e3))
def test_an_estimate_does_not_depend_on_the_unit(
    blocks: tuple[list[float], list[float]], scale: float
) -> None:
    base, new = blocks
    scaled = estimate([t * scale for t in base], [t * scale for t in new])
    assert scaled.value == pytest.approx(estimate(base, new).value, abs=1e-9)


@given(st.lists(times_ns, min_size=1, max_size=30), st.floats(0.1, 10))
def test_a_constant_factor_is_the_ratio(base: list[float], factor: float) -> None:
    found = estimate(base, [t * factor for t in base])
    assert math.exp(found.value) == pytest.approx(factor, rel=1e-9)


@pytest.mark.parametrize(
    ("base", "new"), [([], []), ([1.0], [1.0, 2.0]), ([0.0], [1.0]), ([1.0], [math.nan])]
)
def test_an_impossible_pair_is_refused(base: list[float], new: list[float]) -> None:
    with pytest.raises(ValueError, match=r"pair|positive"):
        estimate(base, new)


@given(estimates, rules)
def test_swapping_the_sides_turns_the_verdict_round(found: list[Estimate], how: Rules) -> None:
    there = judge(found, how)
    back = judge([Estimate(-e.paired, -e.quartile) for e in found], how)
    assert back.kind == there.swapped.kind
    assert back.interval == pytest.approx(there.swapped.interval)
    assert back.pairs == there.pairs


@given(estimates, rules, st.randoms())
def test_the_order_of_pairs_within_a_look_does_not_matter(
    found: list[Estimate], how: Rules, random: object
) -> None:
    look = max((n for n in how.looks if n <= len(found)), default=len(found))
    taken = found[:look]
    shuffled = list(taken)
    random.shuffle(shuffled)  # type: ignore[attr-defined]
    assert judge(shuffled, how) == judge(taken, how)


@given(estimates, rules)
def test_a_verdict_agrees_with_its_own_interval(found: list[Estimate], how: Rules) -> None:
    verdict = judge(found, how)
    low, high = verdict.interval
    if verdict.ratio is not None:
        assert low <= verdict.ratio * (1 + 1e-12)
        assert verdict.ratio <= high * (1 + 1e-12)
    rounding = 1e-9
    if verdict.kind == Kind.SLOW:
        assert low > (1 + how.different) * (1 - rounding)
    elif verdict.kind == Kind.FAST:
        assert high * (1 + how.different) < 1 + rounding
    elif len(found) >= how.looks[0]:
        assert low <= (1 + how.different) * (1 + rounding)
        assert high * (1 + how.different) >= 1 - rounding
    assert bool(verdict.reason) == (verdict.kind == Kind.UNDECIDED)


@given(estimates, rules)
def test_json_round_trip(found: list[Estimate], how: Rules) -> None:
    verdict = judge(found, how)
    assert Verdict.from_json(verdict.to_json()) == verdict


@given(st.recursive(st.none() | st.integers() | st.text(), lambda c: st.dictionaries(st.text(), c)))
def test_foreign_json_is_refused(data: object) -> None:
    with pytest.raises(UsageError):
        Verdict.from_json(data)


def test_quick_mode_never_says_same() -> None:
    assert judge([Estimate(0.0, 0.0)] * 3, QUICK).kind == Kind.UNDECIDED


def test_quick_mode_needs_every_estimate_beyond_its_band() -> None:
    beyond, within = math.log(1.06), math.log(1.04)
    assert judge([Estimate(beyond, beyond)] * 3, QUICK).kind == Kind.SLOW
    assert judge([Estimate(-beyond, -beyond)] * 3, QUICK).kind == Kind.FAST
    mixed = [Estimate(beyond, beyond)] * 2 + [Estimate(beyond, within)]
    assert judge(mixed, QUICK).kind == Kind.UNDECIDED


def test_too_few_pairs_are_undecided_with_the_number_that_is_missing() -> None:
    verdict = judge([Estimate(1.0, 1.0)] * 7)
    assert verdict.kind == Kind.UNDECIDED
    assert "7 pairs" in verdict.reason
    assert "8" in verdict.reason


def test_pairs_between_two_looks_wait_for_the_next() -> None:
    slow, fast = Estimate(0.2, 0.2), Estimate(-0.2, -0.2)
    assert judge([slow] * 8 + [fast] * 5) == judge([slow] * 8)


def test_the_looks_together_keep_the_error() -> None:
    looks, alpha = VERDICT.looks, 1 - VERDICT.confidence
    spent = Fraction(0)
    for n, available in zip(looks, look_alphas(looks, alpha), strict=True):
        low, _ = order_interval(range(n), available)
        outside = sum(math.comb(n, i) for i in range(int(low) + 1))
        spent += Fraction(2 * outside, 2**n)
    assert 0.03 < spent <= alpha


@given(st.integers(1, 60), st.floats(0.001, 0.5))
def test_the_order_interval_has_the_coverage_it_claims(n: int, alpha: float) -> None:
    low, high = order_interval([float(i) for i in range(n)], alpha)
    if low == -math.inf:
        assert Fraction(2, 2**n) > alpha
        return
    k = int(low)
    assert high == n - 1 - k
    assert Fraction(2 * sum(math.comb(n, i) for i in range(k + 1)), 2**n) <= alpha


@given(st.lists(st.floats(-1, 1), min_size=1, max_size=40), st.floats(-1, 1))
def test_the_sign_test_inverts_the_order_interval(values: list[float], centre: float) -> None:
    low, high = order_interval(values, 0.05)
    if centre < low or centre > high:
        assert sign_test(values, centre) <= 0.05


def test_known_p_values() -> None:
    assert sign_test([1.0] * 8) == 2 / 2**8
    assert sign_test([1.0, -1.0]) == 1.0
    assert sign_test([0.0, 0.0]) == 1.0
    # Holm: 3 x 0.01, 2 x 0.02, then no smaller than the one before; Benjamini-Hochberg: p n / rank
    assert holm([0.04, 0.01, 0.02]) == pytest.approx([0.04, 0.03, 0.04])
    assert benjamini_hochberg([0.04, 0.01, 0.02]) == pytest.approx([0.04, 0.03, 0.03])


@given(p_values)
def test_adjusting_never_lowers_a_p_value_nor_changes_the_order(values: list[float]) -> None:
    for adjusted in (holm(values), benjamini_hochberg(values)):
        assert all(a >= p - 1e-12 for a, p in zip(adjusted, values, strict=True))
        assert all(a <= 1 for a in adjusted)
        ranked = sorted(zip(values, adjusted, strict=True))
        assert [a for _, a in ranked] == sorted(adjusted)
    strict, lenient = holm(values), benjamini_hochberg(values)
    assert all(a >= b - 1e-12 for a, b in zip(strict, lenient, strict=True))


def test_binomial_bounds_known_from_tables() -> None:
    assert binomial_upper(0, 60) == pytest.approx(1 - 0.05 ** (1 / 60), abs=1e-9)
    assert binomial_upper(3, 60) == pytest.approx(0.1242, abs=5e-4)
    assert binomial_upper(5, 5) == 1.0


def test_only_a_decided_difference_of_interest_matters() -> None:
    small, large = [Estimate(0.03, 0.03)] * 8, [Estimate(0.08, 0.08)] * 8
    assert judge(small).kind == Kind.SLOW
    assert not judge(small).matters()
    assert judge(small).matters(0.02)
    assert judge(large).matters()
    assert judge(large).swapped.matters()
    assert not undecided(judge(large), "contended").matters()


def test_a_stable_stream_stops_as_soon_as_it_may() -> None:
    rule = StableMedian(samples=12, precision=0.02, time_limit_s=2)
    assert rule.stop([100.0] * 11, 0.1) is None
    assert rule.stop([100.0] * 12, 0.1) is not None
    stop = rule.stop([100.0] * 12, 0.1)
    assert stop is not None
    assert stop.unmet == ""


@given(st.lists(times_ns, min_size=1, max_size=40))
def test_the_time_limit_ends_a_stream_and_names_what_is_missing(samples: list[float]) -> None:
    rule = StableMedian(samples=12, precision=0.02, time_limit_s=2)
    stop = rule.stop(samples, 2.5)
    assert stop is not None
    if len(samples) < 12:
        assert f"{len(samples)} of 12 samples" in stop.unmet
    elif relative_precision(samples) > 0.02:
        assert "wanted 2.0%" in stop.unmet
    else:
        assert stop.unmet == ""
    assert relative_precision(samples) >= 0
    assert median(samples) > 0


def test_looks_end_when_decided_at_a_look_only() -> None:
    rule = Looks(rules=VERDICT, time_limit_s=60)
    assert rule.stop(7, [Kind.SLOW], 7.0) is None
    stop = rule.stop(8, [Kind.SLOW, Kind.SAME], 8.0)
    assert stop is not None
    assert stop.unmet == ""
    assert rule.stop(8, [Kind.SLOW, Kind.UNDECIDED], 8.0) is None


def test_looks_name_the_limit_they_ran_into() -> None:
    rule = Looks(rules=VERDICT, time_limit_s=60)
    late = rule.stop(12, [Kind.UNDECIDED], 57.0)
    assert late is not None
    assert "60 s" in late.unmet
    assert "16" in late.unmet
    last = rule.stop(40, [Kind.UNDECIDED], 10.0)
    assert last is not None
    assert "40 pairs" in last.unmet

"""Public reports of slow code, as ``opscope explain`` saw them here: concluded again from what was
kept, and the document that tells of them is what they say."""

from __future__ import annotations

import pytest

from opscope.cause import Conclusion
from opscope.registry import Registry
from opscope.verdicts.verdict import Kind
from tests.study import public_reports

REGISTRY = Registry()
QUESTIONS = {q.name: q for q in public_reports.QUESTIONS}
MADE = {q.name: public_reports.concluded(q, REGISTRY) for q in public_reports.QUESTIONS}
DOCUMENT = public_reports.ROOT / "docs" / "public-reports.md"

# what makes B slow: the first cause that does, and words of its evidence; none where none is known
ANSWERS = {
    "min-sum": ("launch_floor", "an empty call takes"),
    "cumprod": ("algorithm", "an intermediate is written out"),
    "cumsum": ("algorithm", "does reduce_sum where A (torch-eager) does cumsum"),
    "neighbours": ("library", "what goes into a library is written to memory"),
    "attention": ("page_faults", "page faults a call"),
}


def slows(made: Conclusion, side: str) -> list[tuple[str, str]]:
    return [(c.id, "\n".join(c.evidence)) for c in made.causes if c.slow == side]


@pytest.mark.parametrize("name", ANSWERS)
def test_what_makes_it_slow_is_named_where_the_gap_is_still_there(name: str) -> None:
    made, (cause, words) = MADE[name], ANSWERS[name]
    if made.verdict["kind"] != Kind.SLOW:
        pytest.skip(public_reports.answer(made, QUESTIONS[name]))
    first, evidence = slows(made, "B")[0]
    assert first == cause
    assert words in evidence


def test_the_vectorised_functions_that_compiled_code_calls_are_told() -> None:
    assert MADE["logit"].kernels["math_calls"]["a"] is None  # ATen's own code is not seen
    assert all(name.startswith("Sleef") for name in MADE["logit"].kernels["math_calls"]["b"])
    log = MADE["log-compiled"].kernels["math_calls"]
    assert log["a"]
    assert log["b"] == []
    assert "log by Sleef" in dict(slows(MADE["log-compiled"], "A"))["math_mode"]


def test_attention_writes_its_scores_to_memory() -> None:
    made = MADE["attention"]
    assert "an intermediate is written out" in dict(slows(made, "B"))["algorithm"]
    assert any("go through memory" in line for line in made.work["b"]["contradictions"])


def test_a_depthwise_convolution_is_by_different_libraries() -> None:
    assert "by a library" in dict(slows(MADE["depthwise"], "B"))["library"]


def test_a_sum_over_the_leading_axis_has_a_rate_below_the_peak_and_no_more_bytes() -> None:
    made = MADE["sum-leading"]
    assert not made.work["b"]["contradictions"]
    assert made.work["b"]["peak_shares"]


@pytest.mark.parametrize("name", MADE)
def test_nothing_is_claimed_without_a_gap_and_every_share_is_in_its_interval(name: str) -> None:
    made = MADE[name]
    if made.verdict["kind"] in (Kind.SAME, Kind.UNDECIDED):
        assert made.causes == ()
        return
    for found in made.causes:
        tried = found.intervention
        if tried is not None and tried.interval is not None and tried.share_ns is not None:
            assert tried.interval[0] <= tried.share_ns <= tried.interval[1]
    if made.unexplained_interval is not None:
        low, high = made.unexplained_interval
        assert low - 1 <= (made.unexplained_percent or 0.0) <= high + 1


def test_the_document_is_what_was_seen() -> None:
    text = DOCUMENT.read_text(encoding="utf-8")
    ran_on = (public_reports.KEPT / public_reports.RAN_ON).read_text("utf-8").splitlines()
    assert text == public_reports.render(MADE, ran_on)


def test_a_report_is_linked() -> None:
    for question in public_reports.QUESTIONS:
        if question.report:
            assert question.link.startswith("https://github.com/")
            assert question.link in DOCUMENT.read_text(encoding="utf-8")


def test_a_gap_that_is_no_longer_as_large_is_no_gap_that_holds() -> None:
    mish = public_reports.answer(MADE["mish"], QUESTIONS["mish"])
    assert mish.startswith(("not seen here", "smaller here"))
    assert " to " in mish  # with its interval

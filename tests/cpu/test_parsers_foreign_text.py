"""No parser raises, on any text; what is damaged is told by line, what is whole is kept."""

from __future__ import annotations

import random
import sys
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from opscope.facts import Facts
from opscope.registry import Registry

sys.path.insert(0, str(Path(__file__).parent))
from _golden import every_text

from opscope.stages import STAGES

PARSERS = Registry().parsers
GOLDEN = [
    (f"{folder}/{a.stage}{a.part}", STAGES[a.stage].parser or "", a.text or "")
    for folder, a in every_text()
]
SMALL = [(name, parser, text) for name, parser, text in GOLDEN if len(text) < 40_000]
WORDS = sorted({word for _, _, text in SMALL for word in text.split()[:400]})
"""Tokens of the real formats: random text rarely gets past a parser's first regular expression."""


def check(facts: Facts, text: str) -> None:
    """What holds for any answer: line numbers are real, counts are not negative."""
    lines = max(1, len(text.splitlines()))
    for unknown in facts.unknown:
        assert 1 <= unknown.line <= lines
        assert len(unknown.text) <= 120
    for anchor in facts.anchors:
        assert 1 <= anchor.line <= lines
    for kernel in facts.kernels:
        assert kernel.name
        assert kernel.kind in ("generated", "library", "copy", "other")
        assert kernel.launches >= 0
        assert (kernel.bytes or 0) >= 0 <= (kernel.flops or 0)
    for code in facts.code:
        assert code.instructions == sum(code.opcodes.values())


def test_every_stage_that_names_a_parser_has_it_and_every_format_a_golden_file() -> None:
    named = {stage.parser for stage in STAGES.values() if stage.parser}
    assert named <= set(PARSERS)
    assert named - {parser for _, parser, _ in GOLDEN} <= {"ops"}


@pytest.mark.parametrize(("name", "parser", "text"), GOLDEN, ids=[g[0] for g in GOLDEN])
def test_a_golden_file_is_understood_to_the_last_line(name: str, parser: str, text: str) -> None:
    facts = PARSERS[parser].parse(text)
    assert facts.unknown == ()
    assert facts.anchors or facts.code
    check(facts, text)


@pytest.mark.parametrize("parser", sorted(PARSERS))
@given(text=st.text())
@settings(max_examples=60, deadline=None)
def test_any_text_is_answered(parser: str, text: str) -> None:
    check(PARSERS[parser].parse(text), text)


@pytest.mark.parametrize("parser", sorted(PARSERS))
@given(
    lines=st.lists(
        st.lists(
            st.one_of(
                st.sampled_from(WORDS),
                st.sampled_from(["%", "{", "}", "(", ")", '"', "'''", "=", "\t", "   ", "#"]),
                st.text(max_size=5),
            ),
            max_size=8,
        ).map(" ".join),
        max_size=30,
    )
)
@settings(max_examples=60, deadline=None)
def test_any_arrangement_of_the_formats_own_words_is_answered(
    parser: str, lines: list[str]
) -> None:
    text = "\n".join(lines)
    check(PARSERS[parser].parse(text), text)


@given(
    sample=st.integers(0, len(SMALL) - 1),
    damage=st.sampled_from(["cut", "shuffle", "drop", "mangle", "double"]),
    seed=st.integers(0, 2**32),
)
@settings(max_examples=200, deadline=None)
def test_damaged_golden_files_are_answered(sample: int, damage: str, seed: int) -> None:
    _, parser, text = SMALL[sample]
    damaged = damaged_text(text, damage, random.Random(seed))
    check(PARSERS[parser].parse(damaged), damaged)


def damaged_text(text: str, damage: str, rng: random.Random) -> str:
    lines = text.splitlines()
    if damage == "cut":
        return text[: rng.randrange(len(text))]
    if damage == "shuffle":
        rng.shuffle(lines)
    elif damage == "drop":
        lines = [line for line in lines if rng.random() > 0.2]
    elif damage == "double":
        lines = [part for line in lines for part in [line] * rng.choice([1, 1, 2])]
    else:
        characters = list(text)
        for _ in range(20):
            characters[rng.randrange(len(characters))] = rng.choice("%{}()'\"=,:#\n 0x")
        return "".join(characters)
    return "\n".join(lines)


@pytest.mark.parametrize("parser", sorted(PARSERS))
@pytest.mark.parametrize(
    "piece",
    [
        "a", " ", "1", "%", "(", ")", "{", "}", '"', '\\"', "'", ":", "/", "; ", "#", "a:1 ", " (",
        'loc("', "calls=%a ", 'op_name="', "'signature': {", "Original ATen: [",
        "call_function[target=", "dim_labels=", "-> ", "tmp0", "ENTRY a {\n",
        "%a = f32[] call(), to_apply=%a\n",
        "%a = f32[] fusion(), calls=%a\n", "%a = f32[] reduce(), to_apply=%a\n",
        "node {\n", "for (\n", "# File: a:1 in b\n", "'''\n", "x = async_compile.cpp('''\n",
        "def call(args):\n",
    ],
)  # fmt: skip
def test_no_repetition_takes_more_than_linear_time(parser: str, piece: str) -> None:
    """A quadratic parser would take hours for these; the test would not come back."""
    text = piece * (100_000 // len(piece))
    check(PARSERS[parser].parse(text), text)


def test_a_damaged_line_costs_that_line_only() -> None:
    for name, parser, text in GOLDEN:
        if "/hlo-optimized" not in name and "output-code" not in name:
            continue
        whole = PARSERS[parser].parse(text)
        lines = text.splitlines()
        at = max(k.lines[0] for k in whole.kernels if k.lines) - 1
        if parser == "inductor":
            at = next(i for i, line in enumerate(lines) if "args.clear()" in line)
        damaged = [*lines[: at + 1], "        @@ what is this @@", *lines[at + 1 :]]
        facts = PARSERS[parser].parse("\n".join(damaged))
        assert [u.line for u in facts.unknown] == [at + 2], name
        assert len(facts.kernels) == len(whole.kernels), name

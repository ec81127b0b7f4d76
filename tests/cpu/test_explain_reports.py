"""Public reports of slow code: what the compilers' own output says about why, without a clock.

Whether a gap is there on this machine is for ``opscope explain`` to measure; what it would name as
its cause is in the code, and that is tested here.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import pytest

from opscope.cause import SideFacts
from opscope.cli import build_parser
from opscope.commands import explain as command
from opscope.explaining import explain, work
from opscope.explaining.laboratory import Laboratory
from opscope.explaining.observation import Suspect, suspects
from opscope.registry import Registry

pytestmark = [pytest.mark.slow, pytest.mark.torch, pytest.mark.jax]


@dataclass(frozen=True)
class Told:
    facts: dict[str, SideFacts]
    found: list[Suspect]
    work: dict[str, Any]

    def evidence(self, cause: str, slow: str) -> str:
        """What speaks for a cause on that side; empty if nothing does."""
        lines = [s.evidence.lines for s in self.found if (s.cause.name, s.slow) == (cause, slow)]
        return "\n".join(lines[0]) if lines else ""


def told(*given: str) -> Told:
    """The facts of both sides of a question, and which causes they speak for; nothing is timed."""
    registry = Registry()
    asked = ["explain", *given, "--threads", "1"]
    question = command.question_of(build_parser(asked).parse_args(asked), registry)
    with Laboratory(registry, question.options) as lab:
        arms = {spec.name: lab.arm(spec) for spec in (question.a, question.b)}
        assert not [arm.failure for arm in arms.values() if arm.failure]
        facts = {letter: explain.gather(lab, arm, letter) for letter, arm in arms.items()}
    causes = list(registry.causes.values())
    accounts = work.accounts(registry, facts, "float32", None)
    return Told(facts, suspects(facts["A"], facts["B"], causes), accounts)


def test_a_cumulative_sum_is_a_tree_in_xla() -> None:
    # jax-ml/jax 28097: windowed sums in several kernels where others make one sequential pass.
    made = told("cumsum", "--between", "torch-eager", "jax-jit", "--size", "small")
    assert "does reduce_sum where A (torch-eager) does cumsum" in made.evidence("algorithm", "B")
    assert made.facts["A"].launches == 1
    assert made.facts["B"].launches >= 3
    assert any("another algorithm" in line for line in made.work["b"]["contradictions"])


def test_attention_writes_its_scores_out_in_xla() -> None:
    # jax-ml/jax 24934, on a CPU: which implementation ran, and are scores materialised?
    made = told("attention", "--between", "torch-eager", "jax-jit", "--shape", "seq=512")
    assert "an intermediate is written out" in made.evidence("algorithm", "B")
    assert "flash_attention_for_cpu" in made.evidence("library", "B")
    assert "copies" in made.evidence("layout_copies", "B")
    assert any("go through memory" in line for line in made.work["b"]["contradictions"])
    assert not made.work["a"]["contradictions"]


def test_a_sum_over_the_leading_axis_moves_no_more_than_it_must() -> None:
    # jax-ml/jax 25187: one kernel on both sides, every byte once: what is left is how well the
    # loops use the memory, and no fact here tells that: unknown, not a cause.
    made = told("sum_leading", "--between", "torch-eager", "jax-jit", "--size", "small")
    assert made.found == []
    for side in made.facts.values():
        assert side.launches == 1
        assert side.bytes == side.least_bytes
    assert not made.work["b"]["contradictions"]


def test_the_backward_pass_of_a_cumulative_product_writes_a_larger_intermediate() -> None:
    # pytorch/pytorch 136263: compiled, an intermediate is larger than all that goes in or out.
    given = ("--size", "tiny", "--direction", "backward")
    made = told("cumprod", "--between", "torch-eager", "torch-inductor", *given)
    assert "an intermediate is written out" in made.evidence("algorithm", "B")
    assert not made.evidence("graph_breaks", "B")

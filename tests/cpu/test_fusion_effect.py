"""``--fusion-effect``: a compiled case once more without fusion."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from opscope.measuring import fusion_effect
from opscope.measuring.run import Session
from opscope.measuring.subject import Options
from opscope.records import Record
from opscope.registry import Registry


@pytest.fixture(scope="module")
def session() -> Iterator[Session]:
    options = Options(fusion_effect=True, roofs=False, block_ns=1e5, budget_s=0.05)
    with Session(Registry(), options) as session:
        yield session


def timed(session: Session, operator: str) -> dict[str, Record]:
    source = session.registry.operator(operator)
    cases = source.operator.cases(sizes=("tiny",), dtypes=("float32",), directions=("forward",))
    return session.measure(source, cases[0], ["jax-eager", "jax-jit"], timed=True)


@pytest.mark.jax
def test_ratio_where_the_kernels_changed(session: Session) -> None:
    records = timed(session, "layernorm")
    assert list(records) == ["jax-eager", "jax-jit"]  # what runs without fusion is no record
    extra = records["jax-jit"].extra
    assert extra["fusion_effect"] > 0
    fused, unfused = extra["fusion_effect_kernels"]
    assert fused == records["jax-jit"].kernel_count
    assert unfused > fused
    assert records["jax-jit"].flags == {}
    assert not [name for name in records["jax-eager"].extra if "fusion" in name]


@pytest.mark.jax
def test_no_ratio_where_nothing_changed(session: Session) -> None:
    extra = timed(session, "matmul")["jax-jit"].extra
    assert extra["fusion_effect_reason"] == "switching fusion off changed no kernel"
    assert "fusion_effect" not in extra


def test_ratio_is_of_samples_of_one_round() -> None:
    # the machine slowed down between the rounds: the ratio of the medians would be 8
    assert fusion_effect.ratio([2.0, 8.0, 8.0], [1.0, 1.0, 4.0]) == 2.0

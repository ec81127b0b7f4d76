"""Hand-written Triton kernels on a CPU: executed by Triton's interpreter, checked, never timed."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from opscope.measuring.run import Session
from opscope.measuring.subject import Options
from opscope.nouns import Case
from opscope.records import Status
from opscope.registry import Registry

pytest.importorskip("torch")
pytest.importorskip("triton")

REGISTRY = Registry()
CASES = [
    case
    for source in REGISTRY.operators.values()
    if "triton" in source.operator.implementations
    for case in source.operator.cases(sizes=("tiny",), layouts=("native",))
]


@pytest.fixture(scope="module")
def session() -> Iterator[Session]:
    with Session(REGISTRY, Options()) as opened:
        yield opened


def test_the_kernels_people_ask_for_are_there() -> None:
    found = {case.operator for case in CASES}
    asked = {"softmax", "layernorm", "rmsnorm", "matmul", "attention", "swiglu", "cross_entropy"}
    assert asked | {"rope"} <= found


@pytest.mark.parametrize("case", CASES, ids=lambda case: f"{case.operator}-{case.id}")
def test_kernel_agrees_with_the_reference(session: Session, case: Case) -> None:
    source = REGISTRY.operators[case.operator]
    record = session.measure(source, case, ["triton"], timed=True)["triton"]
    if case.direction == "forward" and case.dtype == "float32":
        assert record.status is Status.INTERPRETED, record.reason
    assert record.status in (Status.INTERPRETED, Status.UNSUPPORTED), record.reason
    assert record.measurement is None
    assert record.reason

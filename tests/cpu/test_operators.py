"""Every operator through every compiler, checked against its reference in the real workers.

The matrix comes from the registry: a new operator or compiler is in it without being named. All of
it is slow (CI runs it); the representative part takes the first tiny case of each operator.
"""

from __future__ import annotations

import os
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import ExitStack
from importlib.util import find_spec

import pytest

from opscope.measuring.run import Session
from opscope.measuring.subject import Options
from opscope.nouns import Case, Params
from opscope.records import Record, Status
from opscope.registry import Registry

REGISTRY = Registry()
OPERATORS = {name: source.operator for name, source in REGISTRY.operators.items()}
COMPILERS = [
    name
    for name, compiler in REGISTRY.compilers.items()
    if compiler.takes_part("cpu") and find_spec(compiler.frontend.module) is not None
]
ALL = [
    case
    for operator in OPERATORS.values()
    for case in operator.cases(sizes=("tiny",))
    # a layout and a type do not depend on each other
    if case.layout == "native" or case.dtype == "float32"
]
FIRST = [operator.cases(sizes=("tiny",), layouts=("native",))[0] for operator in OPERATORS.values()]
FIRST_BACKWARD = [
    operator.cases(sizes=("tiny",), directions=("backward",), layouts=("native",))[0]
    for operator in OPERATORS.values()
    if "backward" in operator.directions
]
HARMLESS = (Status.OK, Status.INTERPRETED, Status.UNSUPPORTED)


def named(case: Case) -> str:
    return f"{case.operator}-{case.id}"


@pytest.fixture(scope="module")
def session() -> Iterator[Session]:
    with Session(REGISTRY, Options()) as opened:
        yield opened


def measured(session: Session, case: Case, compilers: list[str]) -> dict[str, Record]:
    """Records by compiler; every one that is bad is told at once."""
    source = REGISTRY.operators[case.operator]
    records = session.measure(source, case, compilers, timed=False)
    assert list(records) == compilers
    bad = [f"{r.compiler}: {r.status} {r.reason}" for r in records.values() if r.status.bad]
    assert bad == []
    return records


def test_there_is_an_operator_for_everybody() -> None:
    """At least forty, each in all three frameworks or with a reason."""
    assert len(OPERATORS) >= 40
    for operator in OPERATORS.values():
        for frontend in ("torch", "tensorflow", "jax"):
            assert frontend in operator.implementations or operator.unsupported.get(frontend)


def test_operator_files_can_be_read_in_one_sitting() -> None:
    lengths = [len(source.path.read_text().splitlines()) for source in REGISTRY.operators.values()]
    assert max(lengths) < 250
    assert sum(length <= 120 for length in lengths) > 0.75 * len(lengths)


def test_float32_operators_that_are_differentiable_have_a_backward_pass() -> None:
    """The others say why in their files: they round, sort into integers, or are a whole step."""
    forward_only = [n for n, op in OPERATORS.items() if "backward" not in op.directions]
    integer_outputs = [
        name
        for name in forward_only
        if any(
            spec.dtype is not None and spec.dtype.startswith("int")
            for spec in OPERATORS[name].outputs(OPERATORS[name].cases()[0]).values()
        )
    ]
    assert len(forward_only) - len(integer_outputs) <= 3


@pytest.mark.parametrize("case", FIRST, ids=named)
def test_representative_forward(session: Session, case: Case) -> None:
    compilers = [c for c in COMPILERS if c in ("torch-eager", "tf-graph", "jax-jit")]
    measured(session, case, compilers)


@pytest.mark.parametrize("case", FIRST_BACKWARD, ids=named)
def test_representative_backward(session: Session, case: Case) -> None:
    measured(session, case, [c for c in COMPILERS if c in ("torch-eager", "tf-eager")])


@pytest.fixture(scope="module")
def lanes() -> Iterator[list[tuple[Session, list[str], ThreadPoolExecutor]]]:
    """Two sessions, each in a thread of its own, that check different compilers side by side:
    PyTorch's, whose C++ compiler takes half of the time, and the others."""
    torch = [name for name in COMPILERS if REGISTRY.compilers[name].frontend.module == "torch"]
    others = [name for name in COMPILERS if name not in torch]
    with ExitStack() as stack:
        yield [
            (
                stack.enter_context(Session(REGISTRY, Options())),
                compilers,
                # A worker dies with the thread that started it, which so has to stay.
                stack.enter_context(ThreadPoolExecutor(1)),
            )
            for compilers in (torch, others)
            if compilers
        ]


@pytest.mark.slow
@pytest.mark.parametrize("case", ALL, ids=named)
def test_everything(lanes: list[tuple[Session, list[str], ThreadPoolExecutor]], case: Case) -> None:
    running = [
        thread.submit(measured, session, case, compilers) for session, compilers, thread in lanes
    ]
    records = [record for future in running for record in future.result().values()]
    assert any(record.status is Status.OK for record in records)


@pytest.mark.skipif(not COMPILERS, reason="no framework is installed")
def test_a_case_too_large_for_the_memory_is_refused_before_it_is_made(session: Session) -> None:
    operator = REGISTRY.operators["triad"]
    there = os.sysconf("SC_PHYS_PAGES") * os.sysconf("SC_PAGE_SIZE")
    case = Case("triad", Params(size=there // 4))
    record = session.measure(operator, case, COMPILERS[:1], timed=True)[COMPILERS[0]]
    assert record.status is Status.OUT_OF_MEMORY
    assert "GiB" in record.reason
    assert "available" in record.reason


@pytest.mark.torch
def test_every_case_is_compiled_for_its_own_shapes(session: Session) -> None:
    """Dynamo makes sizes symbolic that differ from an earlier call of the same function."""
    source = REGISTRY.operators["softmax"]
    for rows in (24, 40):
        case = Case("softmax", Params(rows=rows, features=48))
        record = session.measure(source, case, ["torch-inductor"], timed=False)["torch-inductor"]
        assert record.status is Status.OK, record.reason
        (kernel,) = record.kernels or ()
        assert kernel.bytes is not None, "symbolic sizes tell no bytes"
        assert 2 * rows * 48 * 4 <= kernel.bytes < 3 * rows * 48 * 4

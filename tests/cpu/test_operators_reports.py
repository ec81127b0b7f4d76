"""Public bug reports about operators: each is a case here, and what they reported is looked for.

A wrong result must be refused with its first wrong element; where a framework has mended what was
reported, the test says "not seen here". Gaps in time are cases to be measured, not assertions.
"""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from opscope.measuring.run import Session
from opscope.measuring.subject import Options
from opscope.nouns import Case, Scalar
from opscope.records import Record, Status
from opscope.registry import Registry

REGISTRY = Registry()
PLANTED = Path(__file__).resolve().parents[1] / "planted" / "reports"

# report: operator, direction in which it shows, and its shapes
CASES: dict[str, tuple[str, str, dict[str, Scalar]]] = {
    "pytorch/pytorch#110611": ("pointwise_math", "forward", {"size": 2**20, "function": "logit"}),
    "pytorch/pytorch#93498": ("mish", "forward", {"size": 2**20}),
    "pytorch/pytorch#106466": ("min_sum", "forward", {"size": 192}),
    "pytorch/pytorch#136263": ("cumprod", "backward", {"outer": 8, "length": 32, "inner": 5000}),
    "jax-ml/jax#25187": ("sum_leading", "forward", {"leading": 128, "middle": 128}),
    "jax-ml/jax#28097": ("cumsum", "forward", {"rows": 4096, "features": 1024}),
    "jax-ml/jax#10434": ("argsort", "forward", {"size": 1_000_000}),
    "jax-ml/jax#23713": ("depthwise_conv2d", "forward", {"n": 1, "h": 124, "w": 124, "c": 256}),
    "jax-ml/jax#37465": ("neighbour_penalty", "forward", {"side": 256}),
    "openxla/xla#16792": ("sum_cos", "forward", {"size": 33}),
    "pytorch/pytorch#182225": ("rope", "forward", {"batch": 1, "heads": 2, "seq": 7, "dim": 16}),
    "jax-ml/jax#24934": ("attention", "forward", {"seq": 1024, "heads": 16, "dim": 64}),
}


def case_of(report: str) -> Case:
    operator, direction, shape = CASES[report]
    found = [
        case
        for case in REGISTRY.operators[operator].operator.cases(directions=(direction,))
        if shape.items() <= dict(case.params).items()
    ]
    assert found, f"{report}: {operator} has no case with {shape}"
    return found[0]


@pytest.fixture(scope="module")
def session() -> Iterator[Session]:
    with Session(REGISTRY, Options()) as opened:
        yield opened


def planted(session: Session, name: str, compilers: list[str]) -> dict[str, Record]:
    source = REGISTRY.operator(str(PLANTED / f"{name}.py"))
    case = source.operator.cases(sizes=("tiny",))[0]
    return session.measure(source, case, compilers, timed=True)


def refused(record: Record, status: Status, where: str) -> None:
    """``record`` is wrong in that way and says where first; or its framework is mended."""
    if record.status is Status.OK:
        pytest.skip(f"not seen here: {record.compiler} with {dict(record.versions)}")
    assert record.status is status, record.reason
    assert record.reason.startswith(where)
    assert record.measurement is None  # never timed, so never ranked


@pytest.mark.parametrize("report", CASES)
def test_the_report_is_a_case(report: str) -> None:
    assert case_of(report).operator in REGISTRY.operators


@pytest.mark.tensorflow
def test_int8_overflow_then_abs(session: Session) -> None:
    """tensorflow/tensorflow#118178"""
    records = planted(session, "int8_abs", ["tf-eager", "tf-xla"])
    assert records["tf-eager"].status is Status.OK
    refused(records["tf-xla"], Status.WRONG, "y[0] is -112, the reference 112")


@pytest.mark.tensorflow
def test_variance_of_equal_large_values(session: Session) -> None:
    """tensorflow/tensorflow#118179"""
    records = planted(session, "equal_moments", ["tf-eager", "tf-xla"])
    assert records["tf-eager"].status is Status.OK
    refused(records["tf-xla"], Status.WRONG, "variance[0] is 67108864, the reference 0")


@pytest.mark.jax
def test_softmax_of_scaled_huge_logits(session: Session) -> None:
    """jax-ml/jax#38609"""
    records = planted(session, "scaled_softmax", ["jax-eager", "jax-jit"])
    assert records["jax-eager"].status is Status.OK
    refused(records["jax-jit"], Status.NONFINITE, "y[0, 0] is nan, the reference 0")


@pytest.mark.jax
def test_a_reduction_stops_fusing_beyond_32_elements(session: Session) -> None:
    """openxla/xla#16792: the kernels of the executable itself tell."""
    source = REGISTRY.operators["sum_cos"]
    kernels = {}
    chosen = {"sizes": ("tiny",), "dtypes": ("float32",), "directions": ("forward",)}
    for case in source.operator.cases(**chosen):
        record = session.measure(source, case, ["jax-jit"], timed=False)["jax-jit"]
        assert record.status is Status.OK, record.reason
        kernels[case.params.size] = (record.kernel_count, record.fusion_count)
    if kernels[32] == kernels[33]:
        pytest.skip(f"not seen here: {kernels}")
    assert kernels[32] == (1, 1)
    assert (kernels[33][0] or 0) > 1


@pytest.mark.torch
def test_rounding_of_rope_in_bfloat16_is_no_bug(session: Session) -> None:
    """pytorch/pytorch#182225: both differ from each other, and both are within rounding."""
    source = REGISTRY.operators["rope"]
    case = source.operator.cases(sizes=("tiny",), dtypes=("bfloat16",), directions=("forward",))[0]
    records = session.measure(source, case, ["torch-eager", "torch-inductor"], timed=False)
    for record in records.values():
        assert record.status is Status.OK, record.reason
        assert record.accuracy is not None
        assert 0 < record.accuracy.error < record.accuracy.tolerance


@pytest.mark.slow
@pytest.mark.jax
def test_a_depthwise_convolution_is_no_library_call(session: Session) -> None:
    """jax-ml/jax#23713: XLA on a CPU makes a loop of it, where conv2d calls a library."""
    report = case_of("jax-ml/jax#23713")
    source = REGISTRY.operators["depthwise_conv2d"]
    record = session.measure(source, report, ["jax-jit"], timed=False)["jax-jit"]
    assert record.status is Status.OK, record.reason
    kinds = {kernel.kind for kernel in record.kernels or ()}
    if kinds == {"library"}:
        pytest.skip(f"not seen here: {record.kernels}")
    assert "generated" in kinds

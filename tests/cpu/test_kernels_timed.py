"""The kernels in a record are those of the very executable that was prepared for timing."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from opscope.measuring.run import Session
from opscope.measuring.subject import Options
from opscope.records import Record, Status
from opscope.registry import Registry

SUMCOS = str(Path(__file__).with_name("_op_sumcos.py"))


@pytest.fixture(scope="module")
def session() -> Iterator[Session]:
    with Session(Registry(), Options()) as session:
        yield session


def measured(
    session: Session, operator: str, compiler: str, direction: str = "forward", size: str = "tiny"
) -> Record:
    source = session.registry.operator(operator)
    cases = source.operator.cases(sizes=(size,), dtypes=("float32",), directions=(direction,))
    record = session.measure(source, cases[0], [compiler], timed=False)[compiler]
    assert record.status is Status.OK, record.reason
    return record


@pytest.mark.jax
def test_sum_of_cosines_stops_fusing_past_32_elements(session: Session) -> None:
    # openxla/xla issue 16792
    assert measured(session, SUMCOS, "jax-jit", size="tiny").fusion_count == 1
    after = measured(session, SUMCOS, "jax-jit", size="default")
    assert after.kernel_count == 3


@pytest.mark.jax
def test_lone_product_is_a_kernel_and_no_fusion(session: Session) -> None:
    record = measured(session, "matmul", "jax-jit")
    assert (record.kernel_count, record.fusion_count) == (1, 0)


@pytest.mark.tensorflow
def test_tensorflow_tells_kernels_of_xla_from_its_own_compilation(session: Session) -> None:
    record = measured(session, "layernorm", "tf-xla")
    assert record.kernels is not None, record.kernels_reason
    assert record.fusion_count is not None
    assert record.fusion_count >= 1
    again = measured(session, "matmul", "tf-xla")
    assert (again.kernel_count, again.fusion_count) == (1, 0)


@pytest.mark.torch
@pytest.mark.slow
def test_inductor_makes_layernorm_one_kernel(session: Session) -> None:
    forward = measured(session, "layernorm", "torch-inductor")
    assert (forward.kernel_count, forward.fusion_count) == (1, 1)
    backward = measured(session, "layernorm", "torch-inductor", "backward")
    assert backward.kernel_count == 2
    product = measured(session, "matmul", "torch-inductor")
    assert (product.kernel_count, product.fusion_count) == (1, 0)


@pytest.mark.torch
def test_eager_kernels_are_the_dispatched_operators(session: Session) -> None:
    record = measured(session, "layernorm", "torch-eager", "backward")
    assert record.kernels is not None
    names = [kernel.name for kernel in record.kernels]
    assert names == ["aten.native_layer_norm.default", "aten.native_layer_norm_backward.default"]
    assert record.fusion_count == 0


@pytest.mark.jax
def test_eager_jax_dispatches_its_jitted_functions_whole(session: Session) -> None:
    record = measured(session, "layernorm", "jax-eager")
    assert record.kernels is not None
    names = [kernel.name for kernel in record.kernels]
    assert names[:3] == ["jit(_mean)", "jit(_var)", "jit(subtract)"]
    assert names.count("jit(multiply)") == 2
    assert "rsqrt" in names

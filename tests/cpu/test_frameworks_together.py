"""All three frameworks and Triton in one run: each in a process of its own, so none aborts."""

from __future__ import annotations

import importlib.util

import pytest

from opscope.compiler import Settings
from opscope.measuring.run import Session
from opscope.measuring.subject import Options
from opscope.records import Status
from opscope.registry import Registry

NEEDED = ("torch", "triton", "tensorflow", "jax")
COMPILERS = {
    "tf-eager": Status.OK,
    "torch-inductor": Status.OK,
    "triton": Status.INTERPRETED,
    "tf-xla": Status.OK,
    "jax-jit": Status.OK,
}


@pytest.mark.skipif(
    any(importlib.util.find_spec(name) is None for name in NEEDED),
    reason=f"needs {', '.join(NEEDED)}",
)
def test_tensorflow_and_triton_share_a_run() -> None:
    """TensorFlow before Triton in one process aborts: both bring an LLVM."""
    options = Options(settings=Settings(target="cpu"), budget_s=0.05, block_ns=1e6, roofs=False)
    with Session(Registry(), options) as session:
        source = session.registry.operator("layernorm")
        (case,) = source.operator.cases(
            sizes=("tiny",), dtypes=("float32",), directions=("forward",)
        )
        records = session.measure(source, case, list(COMPILERS), timed=True)
    assert {name: record.status for name, record in records.items()} == COMPILERS
    for record in records.values():
        assert record.accuracy is not None
        assert record.accuracy.error <= record.accuracy.tolerance
        assert (record.measurement is not None) == (record.status is Status.OK)
    for record in records.values():
        loaded = {name.removesuffix("-cpu") for name in record.versions}
        assert len(loaded & {"torch", "tensorflow", "jax"}) == 1, record.versions

"""Levers do what they say: options that exist, results that stay right, kernels that change."""

from __future__ import annotations

import random
from collections.abc import Iterator
from pathlib import Path

import pytest

from opscope.compiler import Settings
from opscope.compilers import _xla_flags
from opscope.measuring.run import Session
from opscope.measuring.subject import Options
from opscope.records import Record, Status
from opscope.registry import Registry

REGISTRY = Registry()
CASES = {"tf-graph": "mlp"}
"""An operator that the compiler fuses, where it is not layernorm."""


def with_fusion_switch() -> Iterator[object]:
    for name, compiler in REGISTRY.compilers.items():
        if compiler.fusion_off and compiler.takes_part("cpu"):
            yield pytest.param(name, marks=[] if name == "jax-jit" else pytest.mark.slow)


def measured(compiler: str, operator: str, direction: str, flags: dict[str, str]) -> Record:
    source = REGISTRY.operator(operator)
    cases = source.operator.cases(sizes=("tiny",), dtypes=("float32",), directions=(direction,))
    with Session(REGISTRY, Options(settings=Settings(flags=flags))) as session:
        return session.measure(source, cases[0], [compiler], timed=False)[compiler]


@pytest.mark.parametrize("compiler", list(with_fusion_switch()))
def test_fusion_off_leaves_no_fused_kernel(compiler: str) -> None:
    operator = CASES.get(compiler, "layernorm")
    made = REGISTRY.compiler(compiler)
    off = dict(made.levers[made.fusion_off].flags)
    fused = measured(compiler, operator, "forward", {})
    unfused = measured(compiler, operator, "forward", off)
    assert fused.status is unfused.status is Status.OK, unfused.reason
    assert unfused.flags == off
    assert fused.fusion_count
    assert unfused.fusion_count == 0
    assert (unfused.kernel_count or 0) > (fused.kernel_count or 0)


@pytest.mark.torch
@pytest.mark.slow
def test_inductor_without_fusion_is_right_backward_too() -> None:
    record = measured("torch-inductor", "mlp", "backward", {"opscope.unfused": "true"})
    assert record.status is Status.OK, record.reason
    assert record.fusion_count == 0


@pytest.mark.parametrize(("compiler", "module"), [("jax-jit", "jaxlib"), ("tf-xla", "tensorflow")])
def test_xla_has_the_options_of_its_levers(compiler: str, module: str) -> None:
    known = _xla_flags.known(module)
    if not known:
        pytest.skip(f"{module} is not installed")
    for lever, switch in REGISTRY.compiler(compiler).levers.items():
        assert switch.flags or switch.environment, lever
        assert set(switch.flags) <= set(known), lever
        _xla_flags.check(compiler, module, switch.flags)


def test_every_lever_says_what_must_change() -> None:
    for compiler in REGISTRY.compilers.values():
        for lever, switch in compiler.levers.items():
            assert switch.lever == lever
            assert switch.title
            assert switch.check
            assert switch.scope in ("call", "compile", "process", "source", "case")


@pytest.mark.torch
@pytest.mark.slow
def test_narrow_types_leave_no_conversion(tmp_path: Path) -> None:
    from tests.planted import plants

    plant = next(p for p in plants.PLANTS if p.cause == "dtype" and p.compiler == "torch-eager")
    pair = plants.planted(random.Random(1), 0, plant)
    wide = pair.write(tmp_path)["AB".index(pair.slow)]
    source = REGISTRY.operator(str(wide))
    case = source.operator.cases(sizes=("tiny",))[0]
    counts = []
    for flags in ({}, {"opscope.narrow": "true"}):
        with Session(REGISTRY, Options(settings=Settings(flags=flags))) as session:
            record = session.measure(source, case, ["torch-eager"], timed=False)["torch-eager"]
        assert record.status is Status.OK, record.reason
        assert record.kernels is not None
        counts.append(sum("_to_copy" in op for kernel in record.kernels for op in kernel.ops))
    assert counts[0] >= 2
    assert counts[1] == 0

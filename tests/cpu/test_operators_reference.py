"""Every operator's own mathematics, without any framework: shapes, gradients and costs."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

from opscope.dtypes import dtype
from opscope.nouns import Case, Operator
from opscope.registry import Registry

OPERATORS = {name: source.operator for name, source in Registry().operators.items()}
TINY = [case for op in OPERATORS.values() for case in op.cases(sizes=("tiny",))]
BACKWARD = [
    case
    for op in OPERATORS.values()
    for case in op.cases(
        sizes=("tiny",), dtypes=op.dtypes[:1], directions=("backward",), layouts=("native",)
    )
]


def named(case: Case) -> str:
    return f"{case.operator}-{case.id}"


def arrays(operator: Operator, case: Case) -> dict[str, Any]:
    """Inputs of ``case``; the floating ones in float64, not rounded."""
    rng = np.random.default_rng(case.seed)
    made = {}
    for name, spec in operator.inputs(case).items():
        kind = dtype(spec.dtype_in(case))
        values = np.asarray(spec.fill(rng, spec.shape))
        made[name] = values.astype(np.float64 if kind.floating else kind.numpy_name)
    return made


def tuple_of(value: Any) -> tuple[Any, ...]:
    return value if isinstance(value, tuple) else (value,)


def test_no_operator_file_is_broken() -> None:
    broken = [str(fault) for found in Registry().found("operators") for fault in found.faults]
    assert broken == []


@pytest.mark.parametrize("case", TINY, ids=named)
def test_inputs_and_outputs_are_what_the_specs_say(case: Case) -> None:
    operator = OPERATORS[case.operator]
    given = arrays(operator, case)
    for name, spec in operator.inputs(case).items():
        assert given[name].shape == spec.shape, name
    outputs = tuple_of(operator.reference(case, *given.values()))
    specs = operator.outputs(case)
    assert len(outputs) == len(specs)
    for output, (name, spec) in zip(outputs, specs.items(), strict=True):
        assert np.shape(output) == spec.shape, name
        assert np.all(np.isfinite(output)), name


@pytest.mark.parametrize("case", BACKWARD, ids=named)
def test_gradient_is_the_slope_of_the_reference(case: Case) -> None:
    """Central differences along random directions, one differentiable input at a time.

    With a step of 1e-5 and values of order 1 both the truncated term and rounding stay below 1e-8.
    """
    operator = OPERATORS[case.operator]
    given = arrays(operator, case)
    rng = np.random.default_rng(1)
    cotangents = [
        rng.standard_normal(spec.shape)
        for spec in operator.outputs(case).values()
        if dtype(spec.dtype_in(case)).floating
    ]
    floating = [dtype(s.dtype_in(case)).floating for s in operator.outputs(case).values()]

    def projected(moved: str, step: Any) -> float:
        values = {**given, moved: given[moved] + step}
        outputs = tuple_of(operator.reference(case, *values.values()))
        kept = [output for output, keep in zip(outputs, floating, strict=True) if keep]
        return sum(float((o * c).sum()) for o, c in zip(kept, cotangents, strict=True))

    assert operator.gradient is not None
    gradients = tuple_of(operator.gradient(case, *given.values(), *cotangents))
    names = operator.differentiable_inputs(case)
    assert len(gradients) == len(names)
    for name, got in zip(names, gradients, strict=True):
        assert got.shape == given[name].shape, name
        step = 1e-5 * rng.standard_normal(got.shape)
        slope = (projected(name, step) - projected(name, -step)) / 2
        expected = float((got * step).sum())
        scale = max(float(np.sqrt((got**2).sum() * (step**2).sum())), 1e-12)
        assert abs(slope - expected) < 1e-6 * scale, name

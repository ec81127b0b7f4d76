"""What the element-wise operators of one input share: shapes, cost and gradient."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from opscope.dtypes import FLOATING
from opscope.nouns import Case, Fill, Implementation, Operator, TensorSpec, normal, preset


def unary(
    name: str,
    summary: str,
    *,
    reference: Callable[..., Any],
    gradient: Callable[..., Any],
    flops: int,
    implementations: Mapping[str, Implementation],
    fill: Fill | None = None,
    dtypes: tuple[str, ...] = FLOATING,
    tolerance: float = 1.0,
) -> Operator:
    """An operator y[i] = f(x[i]) on a vector.

    ``flops`` is per element, counting a transcendental function as one.
    """
    filled = fill or normal()

    def inputs(case: Case) -> dict[str, TensorSpec]:
        return {"x": TensorSpec((case.params.size,), fill=filled)}

    def outputs(case: Case) -> dict[str, TensorSpec]:
        return {"y": TensorSpec((case.params.size,))}

    return Operator(
        name=name,
        summary=summary,
        presets=(
            preset("tiny", size=1000),
            preset("small", size=1 << 14),
            preset("default", size=1 << 20),
            preset("large", size=1 << 24),
        ),
        inputs=inputs,
        outputs=outputs,
        reference=reference,
        gradient=gradient,
        flops=lambda case: flops * int(case.params.size),
        directions=("forward", "backward"),
        dtypes=dtypes,
        tolerance=tolerance,
        implementations=implementations,
    )

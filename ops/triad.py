"""STREAM's triad (McCalpin 1995): what a loop that is bound by memory can reach on this machine."""

from __future__ import annotations

from typing import Any

from opscope.dtypes import FLOATING
from opscope.nouns import Case, Operator, TensorSpec, preset


def inputs(case: Case) -> dict[str, TensorSpec]:
    spec = TensorSpec((case.params.size,))
    return {"b": spec, "c": spec}


def outputs(case: Case) -> dict[str, TensorSpec]:
    return {"a": TensorSpec((case.params.size,))}


def reference(case: Case, b: Any, c: Any) -> Any:
    return b + 3.0 * c


def gradient(case: Case, b: Any, c: Any, da: Any) -> Any:
    return da, 3.0 * da


def torch(case: Case) -> Any:
    def triad(b: Any, c: Any) -> Any:
        return b + 3.0 * c

    return triad


def tensorflow(case: Case) -> Any:
    def triad(b: Any, c: Any) -> Any:
        return b + 3.0 * c

    return triad


def jax(case: Case) -> Any:
    def triad(b: Any, c: Any) -> Any:
        return b + 3.0 * c

    return triad


OPERATOR = Operator(
    name="triad",
    summary="a = b + 3 c",
    presets=(
        preset("tiny", size=1000),
        preset("small", size=1 << 14),
        preset("default", size=1 << 22),
        preset("large", size=1 << 26),
    ),
    inputs=inputs,
    outputs=outputs,
    reference=reference,
    gradient=gradient,
    flops=lambda case: 2 * case.params.size,
    directions=("forward", "backward"),
    dtypes=FLOATING,
    implementations={"torch": torch, "tensorflow": tensorflow, "jax": jax},
)

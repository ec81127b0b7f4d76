"""A thousand sums of the same four arrays, of which one needs doing (jax-ml/jax issue 13956)."""

from __future__ import annotations

from typing import Any

from opscope.nouns import Case, Operator, TensorSpec, preset

TIMES = 1000
NAMES = ("x", "y", "z", "w")


def jax(case: Case) -> Any:
    def many(x: Any, y: Any, z: Any, w: Any) -> Any:
        for _ in range(TIMES):
            out = x + y + z + w
        return out

    return many


def specs(*names: str) -> Any:
    return lambda case: {name: TensorSpec((case.params.n, case.params.n)) for name in names}


OPERATOR = Operator(
    name="manysums",
    summary="x + y + z + w, a thousand times",
    presets=(preset("tiny", n=64), preset("default", n=1000)),
    inputs=specs(*NAMES),
    outputs=specs("out"),
    reference=lambda case, x, y, z, w: x + y + z + w,
    flops=lambda case: 3 * TIMES * int(case.params.n) ** 2,
    implementations={"jax": jax},
)

"""The feed-forward block of Llama: (silu(x w_gate) * (x w_up)) w_down (arXiv:2002.05202)."""

from __future__ import annotations

from typing import Any

from opscope import reference as ref
from opscope.nouns import Case, Operator, TensorSpec, normal, preset

LLAMA = "Llama-3-8B: 4096 features, 14336 hidden; its config.json"


def inputs(case: Case) -> dict[str, TensorSpec]:
    p = case.params
    widen = TensorSpec((p.features, p.hidden), fill=normal(p.features**-0.5))
    narrow = TensorSpec((p.hidden, p.features), fill=normal(p.hidden**-0.5))
    return {
        "x": TensorSpec((p.rows, p.features)),
        "w_gate": widen,
        "w_up": widen,
        "w_down": narrow,
    }


def outputs(case: Case) -> dict[str, TensorSpec]:
    return {"y": TensorSpec((case.params.rows, case.params.features))}


def reference(case: Case, x: Any, w_gate: Any, w_up: Any, w_down: Any) -> Any:
    return (ref.silu(x @ w_gate) * (x @ w_up)) @ w_down


def gradient(case: Case, x: Any, w_gate: Any, w_up: Any, w_down: Any, dy: Any) -> Any:
    gate, up = x @ w_gate, x @ w_up
    dhidden = dy @ w_down.T
    dgate, dup = dhidden * up * ref.silu_slope(gate), dhidden * ref.silu(gate)
    dx = dgate @ w_gate.T + dup @ w_up.T
    return dx, x.T @ dgate, x.T @ dup, (ref.silu(gate) * up).T @ dy


def torch(case: Case) -> Any:
    import torch.nn.functional as F

    def swiglu_mlp(x: Any, w_gate: Any, w_up: Any, w_down: Any) -> Any:
        return (F.silu(x @ w_gate) * (x @ w_up)) @ w_down

    return swiglu_mlp


def tensorflow(case: Case) -> Any:
    import tensorflow as tf

    def swiglu_mlp(x: Any, w_gate: Any, w_up: Any, w_down: Any) -> Any:
        return (tf.nn.silu(x @ w_gate) * (x @ w_up)) @ w_down

    return swiglu_mlp


def jax(case: Case) -> Any:
    import jax

    def swiglu_mlp(x: Any, w_gate: Any, w_up: Any, w_down: Any) -> Any:
        return (jax.nn.silu(x @ w_gate) * (x @ w_up)) @ w_down

    return swiglu_mlp


def flops(case: Case) -> int:
    """Three products, and silu 4 and product 1 for each hidden element."""
    p = case.params
    return int(p.rows * p.hidden * (6 * p.features + 5))


OPERATOR = Operator(
    name="swiglu_mlp",
    summary="gated two-layer perceptron, (silu(x w_gate) * (x w_up)) w_down",
    presets=(
        preset("tiny", rows=8, features=24, hidden=64),
        preset("small", rows=64, features=128, hidden=512),
        preset("default", rows=128, features=512, hidden=1536),
        preset("large", rows=1024, features=2048, hidden=5632),
        preset("large", name="llama3-8b", source=LLAMA, rows=128, features=4096, hidden=14336),
        preset("large", name="llama3-8b-decode", source=LLAMA, rows=1, features=4096, hidden=14336),
    ),
    inputs=inputs,
    outputs=outputs,
    reference=reference,
    gradient=gradient,
    flops=flops,
    reduction=lambda case: int(case.params.hidden),
    directions=("forward", "backward"),
    implementations={"torch": torch, "tensorflow": tensorflow, "jax": jax},
)

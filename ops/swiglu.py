"""SwiGLU's gate (arXiv:2002.05202): silu of one projection times the other."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from opscope import reference as ref
from opscope.nouns import Case, Operator, TensorSpec, preset

if TYPE_CHECKING:
    import triton.language as tl

LLAMA = "Llama-3-8B: 14336 hidden features, 2048 tokens; its config.json"


def inputs(case: Case) -> dict[str, TensorSpec]:
    spec = TensorSpec((case.params.rows, case.params.features))
    return {"gate": spec, "up": spec}


def outputs(case: Case) -> dict[str, TensorSpec]:
    return {"y": TensorSpec((case.params.rows, case.params.features))}


def reference(case: Case, gate: Any, up: Any) -> Any:
    return ref.silu(gate) * up


def gradient(case: Case, gate: Any, up: Any, dy: Any) -> Any:
    return dy * up * ref.silu_slope(gate), dy * ref.silu(gate)


def torch(case: Case) -> Any:
    import torch.nn.functional as F

    def swiglu(gate: Any, up: Any) -> Any:
        return F.silu(gate) * up

    return swiglu


def tensorflow(case: Case) -> Any:
    import tensorflow as tf

    def swiglu(gate: Any, up: Any) -> Any:
        return tf.nn.silu(gate) * up

    return swiglu


def jax(case: Case) -> Any:
    import jax

    def swiglu(gate: Any, up: Any) -> Any:
        return jax.nn.silu(gate) * up

    return swiglu


def triton(case: Case) -> Any:
    global tl
    import torch
    import triton
    import triton.language as tl

    @triton.jit
    def swiglu_kernel(gate, up, y, elements, BLOCK: tl.constexpr):
        at = tl.program_id(0) * BLOCK + tl.arange(0, BLOCK)
        inside = at < elements
        gates = tl.load(gate + at, mask=inside).to(tl.float32)
        ups = tl.load(up + at, mask=inside).to(tl.float32)
        y_values = gates * tl.sigmoid(gates) * ups
        tl.store(y + at, y_values.to(y.dtype.element_ty), mask=inside)

    def swiglu(gate: Any, up: Any) -> Any:
        y = torch.empty_like(gate)
        elements = gate.numel()
        swiglu_kernel[(triton.cdiv(elements, 1024),)](gate, up, y, elements, BLOCK=1024)
        return y

    return swiglu


OPERATOR = Operator(
    name="swiglu",
    summary="gated activation, y = silu(gate) * up",
    presets=(
        preset("tiny", rows=8, features=48),
        preset("small", rows=64, features=256),
        preset("default", rows=512, features=2048),
        preset("large", rows=4096, features=8192),
        preset("large", name="llama3-8b", source=LLAMA, rows=2048, features=14336),
    ),
    inputs=inputs,
    outputs=outputs,
    reference=reference,
    gradient=gradient,
    flops=lambda case: 5 * case.params.rows * case.params.features,
    directions=("forward", "backward"),
    dtypes=("float32", "bfloat16", "float16"),
    implementations={"torch": torch, "tensorflow": tensorflow, "jax": jax, "triton": triton},
)

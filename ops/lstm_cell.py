"""One step of a long short-term memory; gates are in PyTorch's order: input, forget, cell, output.

Weights are [inputs, 4 * hidden], and the two biases of PyTorch's module are one.
"""

from __future__ import annotations

from typing import Any

from opscope import reference as ref
from opscope.nouns import Case, Operator, TensorSpec, normal, preset


def inputs(case: Case) -> dict[str, TensorSpec]:
    p = case.params
    state = TensorSpec((p.batch, p.hidden))
    return {
        "x": TensorSpec((p.batch, p.features)),
        "h": state,
        "c": state,
        "w_x": TensorSpec((p.features, 4 * p.hidden), fill=normal(p.features**-0.5)),
        "w_h": TensorSpec((p.hidden, 4 * p.hidden), fill=normal(p.hidden**-0.5)),
        "bias": TensorSpec((4 * p.hidden,), fill=normal(0.1)),
    }


def outputs(case: Case) -> dict[str, TensorSpec]:
    spec = TensorSpec((case.params.batch, case.params.hidden))
    return {"h_next": spec, "c_next": spec}


def _gates(x: Any, h: Any, w_x: Any, w_h: Any, bias: Any) -> Any:
    import numpy as np

    i, f, g, o = np.split(x @ w_x + h @ w_h + bias, 4, -1)
    return ref.sigmoid(i), ref.sigmoid(f), np.tanh(g), ref.sigmoid(o)


def reference(case: Case, x: Any, h: Any, c: Any, w_x: Any, w_h: Any, bias: Any) -> Any:
    import numpy as np

    i, f, g, o = _gates(x, h, w_x, w_h, bias)
    c_next = f * c + i * g
    return o * np.tanh(c_next), c_next


def gradient(
    case: Case, x: Any, h: Any, c: Any, w_x: Any, w_h: Any, bias: Any, dh_next: Any, dc_next: Any
) -> Any:
    import numpy as np

    i, f, g, o = _gates(x, h, w_x, w_h, bias)
    tanh = np.tanh(f * c + i * g)
    dc_next = dc_next + dh_next * o * (1 - tanh**2)
    slopes = (
        dc_next * g * i * (1 - i),
        dc_next * c * f * (1 - f),
        dc_next * i * (1 - g**2),
        dh_next * tanh * o * (1 - o),
    )
    dgates = np.concatenate(slopes, -1)
    by_state = (dgates @ w_x.T, dgates @ w_h.T, dc_next * f)
    return (*by_state, x.T @ dgates, h.T @ dgates, dgates.sum(0))


def torch(case: Case) -> Any:
    import torch

    def lstm_cell(x: Any, h: Any, c: Any, w_x: Any, w_h: Any, bias: Any) -> Any:
        i, f, g, o = torch.addmm(torch.addmm(bias, x, w_x), h, w_h).chunk(4, -1)
        c_next = torch.sigmoid(f) * c + torch.sigmoid(i) * torch.tanh(g)
        return torch.sigmoid(o) * torch.tanh(c_next), c_next

    return lstm_cell


def tensorflow(case: Case) -> Any:
    import tensorflow as tf

    def lstm_cell(x: Any, h: Any, c: Any, w_x: Any, w_h: Any, bias: Any) -> Any:
        i, f, g, o = tf.split(x @ w_x + h @ w_h + bias, 4, -1)
        c_next = tf.sigmoid(f) * c + tf.sigmoid(i) * tf.tanh(g)
        return tf.sigmoid(o) * tf.tanh(c_next), c_next

    return lstm_cell


def jax(case: Case) -> Any:
    import jax
    import jax.numpy as jnp

    def lstm_cell(x: Any, h: Any, c: Any, w_x: Any, w_h: Any, bias: Any) -> Any:
        i, f, g, o = jnp.split(x @ w_x + h @ w_h + bias, 4, -1)
        c_next = jax.nn.sigmoid(f) * c + jax.nn.sigmoid(i) * jnp.tanh(g)
        return jax.nn.sigmoid(o) * jnp.tanh(c_next), c_next

    return lstm_cell


def flops(case: Case) -> int:
    """Two products; additions 2 for each gate; for each cell 3 sigmoids of 3, 2 tanh, 4 more."""
    p = case.params
    return int(p.batch * p.hidden * (8 * (p.features + p.hidden) + 8 + 15))


OPERATOR = Operator(
    name="lstm_cell",
    summary="LSTM step, c' = sigmoid(f) c + sigmoid(i) tanh(g), h' = sigmoid(o) tanh(c')",
    presets=(
        preset("tiny", batch=4, features=12, hidden=16),
        preset("small", batch=16, features=64, hidden=64),
        preset("default", batch=64, features=512, hidden=512),
        preset("large", batch=256, features=1024, hidden=1024),
    ),
    inputs=inputs,
    outputs=outputs,
    reference=reference,
    gradient=gradient,
    flops=flops,
    reduction=lambda case: int(case.params.features + case.params.hidden),
    directions=("forward", "backward"),
    tolerance=2,  # sigmoids of sums, and products of them, each rounded
    implementations={"torch": torch, "tensorflow": tensorflow, "jax": jax},
)

"""The two-layer perceptron of a transformer block: gelu(x w1 + b1) w2 + b2, exact gelu."""

from __future__ import annotations

from typing import Any

from opscope import reference as ref
from opscope.nouns import Case, Operator, TensorSpec, normal, preset

GPT2 = "GPT-2 (small): 768 features, 3072 hidden, context 1024; openai/gpt-2 hparams"
VIT = "ViT-B/16 (arXiv:2010.11929): 768 features, 3072 hidden, 197 tokens, 8 images"


def inputs(case: Case) -> dict[str, TensorSpec]:
    p = case.params
    return {
        "x": TensorSpec((p.rows, p.features)),
        "w1": TensorSpec((p.features, p.hidden), fill=normal(p.features**-0.5)),
        "b1": TensorSpec((p.hidden,), fill=normal(0.1)),
        "w2": TensorSpec((p.hidden, p.features), fill=normal(p.hidden**-0.5)),
        "b2": TensorSpec((p.features,), fill=normal(0.1)),
    }


def outputs(case: Case) -> dict[str, TensorSpec]:
    return {"y": TensorSpec((case.params.rows, case.params.features))}


def reference(case: Case, x: Any, w1: Any, b1: Any, w2: Any, b2: Any) -> Any:
    return ref.gelu(x @ w1 + b1) @ w2 + b2


def gradient(case: Case, x: Any, w1: Any, b1: Any, w2: Any, b2: Any, dy: Any) -> Any:
    before = x @ w1 + b1
    dbefore = dy @ w2.T * ref.gelu_slope(before)
    dw2 = ref.gelu(before).T @ dy
    return dbefore @ w1.T, x.T @ dbefore, dbefore.sum(0), dw2, dy.sum(0)


def torch(case: Case) -> Any:
    import torch
    import torch.nn.functional as F

    def mlp(x: Any, w1: Any, b1: Any, w2: Any, b2: Any) -> Any:
        return torch.addmm(b2, F.gelu(torch.addmm(b1, x, w1)), w2)

    return mlp


def tensorflow(case: Case) -> Any:
    import tensorflow as tf

    def mlp(x: Any, w1: Any, b1: Any, w2: Any, b2: Any) -> Any:
        hidden = tf.nn.gelu(tf.nn.bias_add(tf.matmul(x, w1), b1), approximate=False)
        return tf.nn.bias_add(tf.matmul(hidden, w2), b2)

    return mlp


def jax(case: Case) -> Any:
    import jax

    def mlp(x: Any, w1: Any, b1: Any, w2: Any, b2: Any) -> Any:
        return jax.nn.gelu(x @ w1 + b1, approximate=False) @ w2 + b2

    return mlp


def flops(case: Case) -> int:
    """Two products; bias 1 and gelu 5 (scale, erf, add, two multiplies) a hidden element; bias."""
    p = case.params
    return int(p.rows * (4 * p.features * p.hidden + 6 * p.hidden + p.features))


OPERATOR = Operator(
    name="mlp",
    summary="two-layer perceptron, gelu(x w1 + b1) w2 + b2",
    presets=(
        preset("tiny", rows=8, features=24, hidden=64),
        preset("small", rows=64, features=128, hidden=512),
        preset("default", rows=128, features=512, hidden=2048),
        preset("large", rows=2048, features=1024, hidden=4096),
        preset("large", name="gpt2", source=GPT2, rows=1024, features=768, hidden=3072),
        preset("large", name="vit", source=VIT, rows=8 * 197, features=768, hidden=3072),
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

"""Fully connected layer; the weight is stored as [outputs, inputs], as checkpoints have it."""

from __future__ import annotations

from typing import Any

from opscope.nouns import Case, Operator, TensorSpec, normal, preset

BERT = "BERT-base (arXiv:1810.04805): 768 to 3072, 8 sequences of 512"
LLAMA = "Llama-3-8B: hidden size 4096 to vocabulary 128256, one token; its config.json"


def inputs(case: Case) -> dict[str, TensorSpec]:
    p = case.params
    return {
        "x": TensorSpec((p.rows, p.fan_in)),
        "w": TensorSpec((p.fan_out, p.fan_in), fill=normal(p.fan_in**-0.5)),
        "bias": TensorSpec((p.fan_out,), fill=normal(0.1)),
    }


def outputs(case: Case) -> dict[str, TensorSpec]:
    return {"y": TensorSpec((case.params.rows, case.params.fan_out))}


def reference(case: Case, x: Any, w: Any, bias: Any) -> Any:
    return x @ w.T + bias


def gradient(case: Case, x: Any, w: Any, bias: Any, dy: Any) -> Any:
    return dy @ w, dy.T @ x, dy.sum(0)


def torch(case: Case) -> Any:
    import torch.nn.functional as F

    def linear(x: Any, w: Any, bias: Any) -> Any:
        return F.linear(x, w, bias)

    return linear


def tensorflow(case: Case) -> Any:
    import tensorflow as tf

    def linear(x: Any, w: Any, bias: Any) -> Any:
        return tf.nn.bias_add(tf.matmul(x, w, transpose_b=True), bias)

    return linear


def jax(case: Case) -> Any:
    def linear(x: Any, w: Any, bias: Any) -> Any:
        return x @ w.T + bias

    return linear


OPERATOR = Operator(
    name="linear",
    summary="fully connected layer, y = x w^T + bias",
    presets=(
        preset("tiny", rows=8, fan_in=40, fan_out=24),
        preset("small", rows=64, fan_in=256, fan_out=256),
        preset("default", rows=256, fan_in=768, fan_out=768),
        preset("large", rows=2048, fan_in=2048, fan_out=2048),
        preset("large", name="bert", source=BERT, rows=8 * 512, fan_in=768, fan_out=3072),
        preset("large", name="llama3-8b-head", source=LLAMA, rows=1, fan_in=4096, fan_out=128256),
    ),
    inputs=inputs,
    outputs=outputs,
    reference=reference,
    gradient=gradient,
    flops=lambda case: case.params.rows * case.params.fan_out * (2 * case.params.fan_in + 1),
    reduction=lambda case: int(case.params.fan_in),
    directions=("forward", "backward"),
    dtypes=("float32", "bfloat16", "float16"),
    implementations={"torch": torch, "tensorflow": tensorflow, "jax": jax},
)

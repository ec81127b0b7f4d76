"""Cross entropy of each row: the negative log-softmax at the row's target class."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from opscope import reference as ref
from opscope.nouns import Case, Operator, TensorSpec, integers, preset

if TYPE_CHECKING:
    import triton.language as tl

GPT2 = "GPT-2: vocabulary 50257, context 1024; openai/gpt-2 hparams"
LLAMA = "Llama-3-8B: vocabulary 128256, 512 tokens; its config.json"


def inputs(case: Case) -> dict[str, TensorSpec]:
    p = case.params
    return {
        "logits": TensorSpec((p.rows, p.classes)),
        "target": TensorSpec((p.rows,), dtype="int32", fill=integers(0, p.classes)),
    }


def outputs(case: Case) -> dict[str, TensorSpec]:
    return {"loss": TensorSpec((case.params.rows,))}


def reference(case: Case, logits: Any, target: Any) -> Any:
    import numpy as np

    shifted = logits - logits.max(1, keepdims=True)
    return np.log(np.exp(shifted).sum(1)) - shifted[np.arange(len(target)), target]


def gradient(case: Case, logits: Any, target: Any, dloss: Any) -> Any:
    import numpy as np

    slopes = ref.softmax(logits)
    slopes[np.arange(len(target)), target] -= 1
    return slopes * dloss[:, None]


def torch(case: Case) -> Any:
    import torch.nn.functional as F

    def cross_entropy(logits: Any, target: Any) -> Any:
        return F.cross_entropy(logits, target.long(), reduction="none")

    return cross_entropy


def tensorflow(case: Case) -> Any:
    import tensorflow as tf

    def cross_entropy(logits: Any, target: Any) -> Any:
        return tf.nn.sparse_softmax_cross_entropy_with_logits(target, logits)

    return cross_entropy


def jax(case: Case) -> Any:
    import jax
    import jax.numpy as jnp

    def cross_entropy(logits: Any, target: Any) -> Any:
        scores = jax.nn.log_softmax(logits, -1)
        return -jnp.take_along_axis(scores, target[:, None], 1)[:, 0]

    return cross_entropy


def triton(case: Case) -> Any:
    """One program a row; the sum of exponentials is rescaled whenever the maximum grows."""
    global tl
    import triton
    import triton.language as tl

    @triton.jit
    def cross_entropy_kernel(logits, target, loss, stride, classes, BLOCK: tl.constexpr):
        row = tl.program_id(0).to(tl.int64)
        highest = -float("inf")
        total = 0.0
        for start in range(0, classes, BLOCK):
            column = start + tl.arange(0, BLOCK)
            inside = column < classes
            scores = tl.load(logits + row * stride + column, mask=inside, other=-float("inf"))
            scores = scores.to(tl.float32)
            raised = tl.maximum(highest, tl.max(scores, 0))
            total = total * tl.exp(highest - raised) + tl.sum(tl.exp(scores - raised), 0)
            highest = raised
        chosen = tl.load(logits + row * stride + tl.load(target + row)).to(tl.float32)
        tl.store(loss + row, (tl.log(total) + highest - chosen).to(loss.dtype.element_ty))

    def cross_entropy(logits: Any, target: Any) -> Any:
        rows, classes = logits.shape
        loss = logits.new_empty(rows)
        block = min(4096, triton.next_power_of_2(classes))
        cross_entropy_kernel[(rows,)](
            logits, target, loss, logits.stride(0), classes, BLOCK=block, num_warps=8
        )
        return loss

    return cross_entropy


OPERATOR = Operator(
    name="cross_entropy",
    summary="log-softmax and cross entropy, loss = log(sum(exp(logits))) - logits[target]",
    presets=(
        preset("tiny", rows=8, classes=48),
        preset("small", rows=64, classes=1000),
        preset("default", rows=256, classes=4096),
        preset("large", rows=2048, classes=32000),
        preset("large", name="gpt2", source=GPT2, rows=1024, classes=50257),
        preset("large", name="llama3-8b", source=LLAMA, rows=512, classes=128256),
    ),
    inputs=inputs,
    outputs=outputs,
    reference=reference,
    gradient=gradient,
    flops=lambda case: 3 * case.params.rows * case.params.classes,  # shift, exp, sum
    reduction=lambda case: int(case.params.classes),
    directions=("forward", "backward"),
    dtypes=("float32", "bfloat16", "float16"),
    implementations={"torch": torch, "tensorflow": tensorflow, "jax": jax, "triton": triton},
)

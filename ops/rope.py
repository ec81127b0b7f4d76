"""Rotary position embedding (arXiv:2104.09864) with rotated halves, as Llama's checkpoints have it.

bfloat16 results of two frameworks differ by whole rounding steps where products cancel: the case of
pytorch/pytorch#182225. Both are judged against float64.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from opscope.nouns import Case, Operator, TensorSpec, preset

if TYPE_CHECKING:
    import triton.language as tl

LLAMA = "Llama-3-8B: 32 heads of 128, base 500000; its config.json"
REPORT = "pytorch/pytorch#182225"


def _angles(shape: tuple[int, ...]) -> Any:
    """Position times frequency, [seq, dim]; both halves have the same frequencies."""
    import numpy as np

    frequencies = 500000.0 ** (-np.arange(0, shape[1], 2) / shape[1])
    return np.tile(np.arange(shape[0])[:, None] * frequencies, 2)


def cosines(rng: Any, shape: tuple[int, ...]) -> Any:
    import numpy as np

    return np.cos(_angles(shape))


def sines(rng: Any, shape: tuple[int, ...]) -> Any:
    import numpy as np

    return np.sin(_angles(shape))


def inputs(case: Case) -> dict[str, TensorSpec]:
    p = case.params
    return {
        "x": TensorSpec((p.batch, p.heads, p.seq, p.dim)),
        "cos": TensorSpec((p.seq, p.dim), fill=cosines, differentiable=False),
        "sin": TensorSpec((p.seq, p.dim), fill=sines, differentiable=False),
    }


def outputs(case: Case) -> dict[str, TensorSpec]:
    p = case.params
    return {"y": TensorSpec((p.batch, p.heads, p.seq, p.dim))}


def _rotated(x: Any) -> Any:
    import numpy as np

    half = x.shape[-1] // 2
    return np.concatenate([-x[..., half:], x[..., :half]], -1)


def reference(case: Case, x: Any, cos: Any, sin: Any) -> Any:
    return x * cos + _rotated(x) * sin


def gradient(case: Case, x: Any, cos: Any, sin: Any, dy: Any) -> Any:
    return dy * cos - _rotated(dy * sin)


def torch(case: Case) -> Any:
    import torch

    half = case.params.dim // 2

    def rope(x: Any, cos: Any, sin: Any) -> Any:
        return x * cos + torch.cat((-x[..., half:], x[..., :half]), -1) * sin

    return rope


def tensorflow(case: Case) -> Any:
    import tensorflow as tf

    half = case.params.dim // 2

    def rope(x: Any, cos: Any, sin: Any) -> Any:
        return x * cos + tf.concat((-x[..., half:], x[..., :half]), -1) * sin

    return rope


def jax(case: Case) -> Any:
    import jax.numpy as jnp

    half = case.params.dim // 2

    def rope(x: Any, cos: Any, sin: Any) -> Any:
        return x * cos + jnp.concatenate((-x[..., half:], x[..., :half]), -1) * sin

    return rope


def triton(case: Case) -> Any:
    """One program rotates ROWS positions; both halves of a position are read and written once."""
    global tl
    import torch
    import triton
    import triton.language as tl

    @triton.jit
    def rope_kernel(x, cos, sin, y, rows, seq, HALF: tl.constexpr, ROWS: tl.constexpr):
        row = tl.program_id(0) * ROWS + tl.arange(0, ROWS)[:, None]
        column = tl.arange(0, HALF)[None, :]
        first = row * (2 * HALF) + column
        angle = (row % seq) * (2 * HALF) + column
        inside = row < rows
        low = tl.load(x + first, mask=inside).to(tl.float32)
        high = tl.load(x + first + HALF, mask=inside).to(tl.float32)
        low_cos = tl.load(cos + angle, mask=inside).to(tl.float32)
        low_sin = tl.load(sin + angle, mask=inside).to(tl.float32)
        high_cos = tl.load(cos + angle + HALF, mask=inside).to(tl.float32)
        high_sin = tl.load(sin + angle + HALF, mask=inside).to(tl.float32)
        low_y = (low * low_cos - high * low_sin).to(y.dtype.element_ty)
        high_y = (high * high_cos + low * high_sin).to(y.dtype.element_ty)
        tl.store(y + first, low_y, mask=inside)
        tl.store(y + first + HALF, high_y, mask=inside)

    def rope(x: Any, cos: Any, sin: Any) -> Any:
        y = torch.empty_like(x)
        seq, dim = x.shape[-2:]
        rows = x.numel() // dim
        rope_kernel[(triton.cdiv(rows, 16),)](x, cos, sin, y, rows, seq, HALF=dim // 2, ROWS=16)
        return y

    return rope


OPERATOR = Operator(
    name="rope",
    summary="rotary position embedding, y = x cos + rotate_half(x) sin",
    presets=(
        preset("tiny", name="pytorch-182225", source=REPORT, batch=1, heads=2, seq=7, dim=16),
        preset("small", batch=1, heads=8, seq=128, dim=64),
        preset("default", batch=1, heads=16, seq=512, dim=128),
        preset("large", batch=8, heads=32, seq=1024, dim=128),
        preset("large", name="llama3-8b", source=LLAMA, batch=1, heads=32, seq=8192, dim=128),
    ),
    inputs=inputs,
    outputs=outputs,
    reference=reference,
    gradient=gradient,
    flops=lambda case: 3 * outputs(case)["y"].elements,
    directions=("forward", "backward"),
    dtypes=("float32", "bfloat16", "float16"),
    implementations={"torch": torch, "tensorflow": tensorflow, "jax": jax, "triton": triton},
)

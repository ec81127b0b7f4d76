"""Matrix product: c[m, n] = sum over k of a[m, k] b[k, n]."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from opscope.dtypes import FLOATING
from opscope.nouns import Case, Operator, TensorSpec, Unsupported, preset

if TYPE_CHECKING:
    import triton.language as tl

LLAMA = "Llama-3-8B: 4096 to 14336 features; its config.json"


def inputs(case: Case) -> dict[str, TensorSpec]:
    p = case.params
    return {"a": TensorSpec((p.m, p.k)), "b": TensorSpec((p.k, p.n))}


def outputs(case: Case) -> dict[str, TensorSpec]:
    return {"c": TensorSpec((case.params.m, case.params.n))}


def reference(case: Case, a: Any, b: Any) -> Any:
    return a @ b


def gradient(case: Case, a: Any, b: Any, dc: Any) -> Any:
    return dc @ b.T, a.T @ dc


def torch(case: Case) -> Any:
    import torch

    def matmul(a: Any, b: Any) -> Any:
        return torch.matmul(a, b)

    return matmul


def tensorflow(case: Case) -> Any:
    import tensorflow as tf

    def matmul(a: Any, b: Any) -> Any:
        return tf.matmul(a, b)

    return matmul


def jax(case: Case) -> Any:
    import jax.numpy as jnp

    def matmul(a: Any, b: Any) -> Any:
        return jnp.matmul(a, b)

    return matmul


def triton(case: Case) -> Any:
    """Tiles of c, numbered so that GROUP rows of tiles pass over the same columns of b together."""
    global tl
    if case.dtype == "float64":
        raise Unsupported("the kernel adds up in float32")
    import triton
    import triton.language as tl

    if case.dtype == "bfloat16" and triton.knobs.runtime.interpret:
        raise Unsupported("Triton's interpreter multiplies bit patterns in a bfloat16 tl.dot")

    def tile(m: int, n: int, k: int, warps: int, stages: int) -> Any:
        blocks = {"BLOCK_M": m, "BLOCK_N": n, "BLOCK_K": k, "GROUP": 8}
        return triton.Config(blocks, num_warps=warps, num_stages=stages)

    tiles = [
        tile(128, 256, 64, warps=8, stages=3),
        tile(128, 128, 64, warps=8, stages=4),
        tile(128, 64, 32, warps=4, stages=4),
        tile(64, 64, 32, warps=4, stages=4),
        tile(32, 64, 32, warps=2, stages=5),
    ]

    @triton.autotune(configs=tiles, key=["m", "n", "k"])
    @triton.jit
    def matmul_kernel(
        a, b, c, m, n, k, stride_a, stride_b, stride_c,
        BLOCK_M: tl.constexpr, BLOCK_N: tl.constexpr, BLOCK_K: tl.constexpr, GROUP: tl.constexpr,
    ):  # fmt: skip
        tiles_m, tiles_n = tl.cdiv(m, BLOCK_M), tl.cdiv(n, BLOCK_N)
        in_group = tl.program_id(0) % (GROUP * tiles_n)
        first_m = tl.program_id(0) // (GROUP * tiles_n) * GROUP
        height = min(tiles_m - first_m, GROUP)
        row = (first_m + in_group % height) * BLOCK_M + tl.arange(0, BLOCK_M)[:, None]
        column = (in_group // height) * BLOCK_N + tl.arange(0, BLOCK_N)[None, :]
        total = tl.zeros((BLOCK_M, BLOCK_N), tl.float32)
        for start in range(0, k, BLOCK_K):
            across = start + tl.arange(0, BLOCK_K)[None, :]
            down = start + tl.arange(0, BLOCK_K)[:, None]
            left = tl.load(a + row * stride_a + across, mask=(row < m) & (across < k), other=0.0)
            right = tl.load(b + down * stride_b + column, mask=(down < k) & (column < n), other=0.0)
            total = tl.dot(left, right, total, input_precision="ieee")
        c_values = total.to(c.dtype.element_ty)
        tl.store(c + row * stride_c + column, c_values, mask=(row < m) & (column < n))

    def matmul(a: Any, b: Any) -> Any:
        (m, k), n = a.shape, b.shape[1]
        c = a.new_empty(m, n)

        def grid(meta: Any) -> tuple[int]:
            return (triton.cdiv(m, meta["BLOCK_M"]) * triton.cdiv(n, meta["BLOCK_N"]),)

        matmul_kernel[grid](a, b, c, m, n, k, a.stride(0), b.stride(0), c.stride(0))
        return c

    return matmul


OPERATOR = Operator(
    name="matmul",
    summary="matrix product, c = a @ b",
    presets=(
        preset("tiny", m=32, n=48, k=40),
        preset("small", m=128, n=128, k=128),
        preset("default", m=512, n=512, k=512),
        preset("large", m=2048, n=2048, k=2048),
        preset("large", name="llama3-8b-up", source=LLAMA, m=512, n=14336, k=4096),
        preset("large", name="llama3-8b-up-decode", source=LLAMA, m=1, n=14336, k=4096),
    ),
    inputs=inputs,
    outputs=outputs,
    reference=reference,
    gradient=gradient,
    flops=lambda case: 2 * case.params.m * case.params.n * case.params.k,
    reduction=lambda case: int(case.params.k),
    directions=("forward", "backward"),
    dtypes=FLOATING,
    implementations={"torch": torch, "tensorflow": tensorflow, "jax": jax, "triton": triton},
)

"""``F.scaled_dot_product_attention`` picks its kernel in C++, where a CPU build falls back to
plain matrix products and a CUDA build asks the driver.

The stand-in, which Dynamo inlines, calls the operator that a GPU would most likely get: flash
attention for float16 and bfloat16 without a mask, memory-efficient attention otherwise. PyTorch may
choose cuDNN's where that is installed; every artifact says so.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from opscope.compilers._deviceless.absent import Absent

SYMBOLS = ("torch.nn.functional:scaled_dot_product_attention",)
CREATED = ()

FLASH_HEAD_LIMIT = 256  # and a multiple of 8: sdp_utils.cpp


def replacements(absent: Absent) -> Mapping[str, Any]:
    return {SYMBOLS[0]: attention}


def attention(
    query: Any,
    key: Any,
    value: Any,
    attn_mask: Any = None,
    dropout_p: float = 0.0,
    is_causal: bool = False,
    scale: float | None = None,
    enable_gqa: bool = False,
) -> Any:
    import torch

    aten = torch.ops.aten
    head = query.size(-1)
    if enable_gqa:
        key = key.repeat_interleave(query.size(-3) // key.size(-3), -3)
        value = value.repeat_interleave(query.size(-3) // value.size(-3), -3)
    half = query.dtype in (torch.float16, torch.bfloat16)
    if attn_mask is None and half and head <= FLASH_HEAD_LIMIT and head % 8 == 0:
        return aten._scaled_dot_product_flash_attention(
            query, key, value, dropout_p, is_causal, False, scale=scale
        )[0]
    if attn_mask is not None and attn_mask.dtype == torch.bool:
        # Not ``~attn_mask``: it asks for the device guard, which a build without CUDA has not.
        zeros = torch.zeros_like(attn_mask, dtype=query.dtype)
        attn_mask = torch.where(attn_mask, zeros, torch.full_like(zeros, float("-inf")))
    inputs = (query, key, value)
    for_backward = torch.is_grad_enabled() and any(tensor.requires_grad for tensor in inputs)
    return aten._scaled_dot_product_efficient_attention(
        query, key, value, attn_mask, for_backward, dropout_p, is_causal, scale=scale
    )[0]

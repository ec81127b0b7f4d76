"""Input and output specs that many small operators share."""

from __future__ import annotations

from typing import Any

from opscope.nouns import Case, TensorSpec


def matrix(case: Case) -> tuple[int, int]:
    """The shape [rows, features]."""
    return case.params.rows, case.params.features


def one_matrix(case: Case) -> dict[str, TensorSpec]:
    """An input x [rows, features] of normal values."""
    return {"x": TensorSpec(matrix(case))}


def same_matrix(case: Case) -> dict[str, TensorSpec]:
    """An output y [rows, features]."""
    return {"y": TensorSpec(matrix(case))}


def elements(case: Case) -> int:
    return int(case.params.rows * case.params.features)


def distinct(rng: Any, shape: tuple[int, ...]) -> Any:
    """Values of which no two in a row (last axis) are equal, in any floating type.

    Values of 8 significant bits are exact in bfloat16 and float16: 256 for each power of two with
    their negatives, from 2^-5 up to float16's largest, so a row has room for 5120. A longer row is
    normal and may have ties, which change which index is chosen but no value.
    """
    import numpy as np

    if shape[-1] > 20 * 256:
        return rng.standard_normal(shape)
    powers = 2.0 ** (np.arange(-(-shape[-1] // 256)) - 5)
    positive = (powers[:, None] * (1 + np.arange(128) / 128)).ravel()
    values = np.broadcast_to([*positive, *-positive], (*shape[:-1], 2 * positive.size))
    return rng.permuted(values, axis=-1)[..., : shape[-1]]

"""The sum of cosines: XLA's CPU compiler fuses it into one loop up to 32 elements only."""

from __future__ import annotations

from typing import Any

from opscope.nouns import Case, Operator, TensorSpec, preset


def jax(case: Case) -> Any:
    import jax.numpy as jnp

    return lambda x: jnp.sum(jnp.cos(x))


def tensorflow(case: Case) -> Any:
    import tensorflow as tf

    return lambda x: tf.reduce_sum(tf.cos(x))


def torch(case: Case) -> Any:
    import torch

    return lambda x: torch.sum(torch.cos(x))


def reference(case: Case, x: Any) -> Any:
    import numpy as np

    return np.cos(x).sum()


OPERATOR = Operator(
    name="sumcos",
    summary="sum of cosines",
    presets=(preset("tiny", n=32), preset("default", n=33)),
    inputs=lambda case: {"x": TensorSpec((case.params.n,))},
    outputs=lambda case: {"y": TensorSpec(())},
    reference=reference,
    flops=lambda case: 2 * case.params.n,
    reduction=lambda case: int(case.params.n),
    implementations={"jax": jax, "tensorflow": tensorflow, "torch": torch},
)

"""One step of AdamW (arXiv:1711.05101) on a flat parameter, the tenth; never differentiated."""

from __future__ import annotations

from typing import Any

from opscope.nouns import Case, Operator, TensorSpec, normal, preset, uniform

RATE, BETA1, BETA2, EPSILON, DECAY, STEP = 1e-2, 0.9, 0.999, 1e-8, 0.1, 10
CORRECTION1, CORRECTION2 = 1 - BETA1**STEP, 1 - BETA2**STEP
GPT2 = "GPT-2 (small): the 124439808 parameters; openai/gpt-2 hparams"


def inputs(case: Case) -> dict[str, TensorSpec]:
    size = (case.params.size,)
    return {
        "parameter": TensorSpec(size),
        "slope": TensorSpec(size, fill=normal(0.1)),
        "mean": TensorSpec(size, fill=normal(0.1)),
        "square": TensorSpec(size, fill=uniform(1e-4, 1e-2)),
    }


def outputs(case: Case) -> dict[str, TensorSpec]:
    spec = TensorSpec((case.params.size,))
    return {"parameter_next": spec, "mean_next": spec, "square_next": spec}


def _step(parameter: Any, slope: Any, mean: Any, square: Any, sqrt: Any) -> Any:
    """The same for NumPy and every framework, whose arrays know the operators used."""
    mean = BETA1 * mean + (1 - BETA1) * slope
    square = BETA2 * square + (1 - BETA2) * slope * slope
    scale = sqrt(square / CORRECTION2) + EPSILON
    parameter = parameter * (1 - RATE * DECAY) - (RATE / CORRECTION1) * mean / scale
    return parameter, mean, square


def reference(case: Case, parameter: Any, slope: Any, mean: Any, square: Any) -> Any:
    import numpy as np

    return _step(parameter, slope, mean, square, np.sqrt)


def torch(case: Case) -> Any:
    import torch

    def adamw(parameter: Any, slope: Any, mean: Any, square: Any) -> Any:
        return _step(parameter, slope, mean, square, torch.sqrt)

    return adamw


def tensorflow(case: Case) -> Any:
    import tensorflow as tf

    def adamw(parameter: Any, slope: Any, mean: Any, square: Any) -> Any:
        return _step(parameter, slope, mean, square, tf.sqrt)

    return adamw


def jax(case: Case) -> Any:
    import jax.numpy as jnp

    def adamw(parameter: Any, slope: Any, mean: Any, square: Any) -> Any:
        return _step(parameter, slope, mean, square, jnp.sqrt)

    return adamw


OPERATOR = Operator(
    name="adamw",
    summary="AdamW step: moments, bias correction, decoupled weight decay",
    presets=(
        preset("tiny", size=1000),
        preset("small", size=1 << 14),
        preset("default", size=1 << 20),
        preset("large", size=1 << 24),
        preset("large", name="gpt2", source=GPT2, size=124_439_808),
    ),
    inputs=inputs,
    outputs=outputs,
    reference=reference,
    # mean 3, square 4, scale 3, update 4
    flops=lambda case: 14 * case.params.size,
    dtypes=("float32", "float64"),
    implementations={"torch": torch, "tensorflow": tensorflow, "jax": jax},
)

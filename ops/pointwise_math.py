"""One transcendental function over a vector of probabilities.

The case of pytorch/pytorch#110611: compiled code lost to eager on some functions and not on others,
so each function is a case of its own.
"""

from __future__ import annotations

from typing import Any

from opscope.nouns import Case, Operator, TensorSpec, preset, uniform

REPORT = "pytorch/pytorch#110611"


def inputs(case: Case) -> dict[str, TensorSpec]:
    # 1 - edge must not round to 1, and a slope of 1e6 would hide all others
    edge = 1e-6 if case.dtype == "float32" and case.direction == "forward" else 2.0**-6
    return {"x": TensorSpec((case.params.size,), fill=uniform(edge, 1 - edge))}


def outputs(case: Case) -> dict[str, TensorSpec]:
    return {"y": TensorSpec((case.params.size,))}


def reference(case: Case, x: Any) -> Any:
    import numpy as np

    functions: dict[str, Any] = {
        "log": np.log,
        "logit": lambda x: np.log(x) - np.log1p(-x),
        "sigmoid": lambda x: 1 / (1 + np.exp(-x)),
        "tanh": np.tanh,
    }
    return functions[case.params.function](x)


def gradient(case: Case, x: Any, dy: Any) -> Any:
    y = reference(case, x)
    slopes = {
        "log": 1 / x,
        "logit": 1 / (x * (1 - x)),
        "sigmoid": y * (1 - y),
        "tanh": 1 - y**2,
    }
    return dy * slopes[case.params.function]


def torch(case: Case) -> Any:
    import torch

    function = getattr(torch, case.params.function)

    def pointwise_math(x: Any) -> Any:
        return function(x)

    return pointwise_math


def tensorflow(case: Case) -> Any:
    import tensorflow as tf

    def logit(x: Any) -> Any:
        return tf.math.log(x) - tf.math.log1p(-x)

    functions = {"log": tf.math.log, "sigmoid": tf.sigmoid, "tanh": tf.tanh, "logit": logit}
    function = functions[case.params.function]

    def pointwise_math(x: Any) -> Any:
        return function(x)

    return pointwise_math


def jax(case: Case) -> Any:
    import jax
    import jax.numpy as jnp
    import jax.scipy.special

    functions = {"log": jnp.log, "sigmoid": jax.nn.sigmoid, "tanh": jnp.tanh}
    function = functions.get(case.params.function, jax.scipy.special.logit)

    def pointwise_math(x: Any) -> Any:
        return function(x)

    return pointwise_math


FUNCTIONS = ("log", "logit", "sigmoid", "tanh")

OPERATOR = Operator(
    name="pointwise_math",
    summary="y = log(x), logit(x), sigmoid(x) or tanh(x), 0 < x < 1",
    presets=(
        *(preset("tiny", size=500, function=name) for name in FUNCTIONS),
        preset("small", size=1 << 14, function="tanh"),
        preset("default", name="pytorch-tanh", source=REPORT, size=1 << 20, function="tanh"),
        *(
            preset("large", name=f"pytorch-{name}", source=REPORT, size=1 << 20, function=name)
            for name in FUNCTIONS[:3]
        ),
    ),
    inputs=inputs,
    outputs=outputs,
    reference=reference,
    gradient=gradient,
    flops=lambda case: case.params.size * {"logit": 4, "sigmoid": 3}.get(case.params.function, 1),
    directions=("forward", "backward"),
    dtypes=("float32", "bfloat16"),
    implementations={"torch": torch, "tensorflow": tensorflow, "jax": jax},
)

"""Rows summed by segment, the aggregation step of a graph network; segments are unsorted."""

from __future__ import annotations

from typing import Any

from opscope.nouns import Case, Operator, TensorSpec, integers, preset


def inputs(case: Case) -> dict[str, TensorSpec]:
    p = case.params
    return {
        "x": TensorSpec((p.rows, p.features)),
        "segment": TensorSpec((p.rows,), dtype="int32", fill=integers(0, p.segments)),
    }


def outputs(case: Case) -> dict[str, TensorSpec]:
    return {"y": TensorSpec((case.params.segments, case.params.features))}


def reference(case: Case, x: Any, segment: Any) -> Any:
    import numpy as np

    y = np.zeros((case.params.segments, case.params.features))
    np.add.at(y, segment, x)
    return y


def gradient(case: Case, x: Any, segment: Any, dy: Any) -> Any:
    return dy[segment]


def torch(case: Case) -> Any:
    segments, features = case.params.segments, case.params.features

    def segment_sum(x: Any, segment: Any) -> Any:
        return x.new_zeros(segments, features).index_add(0, segment, x)

    return segment_sum


def tensorflow(case: Case) -> Any:
    import tensorflow as tf

    segments = case.params.segments

    def segment_sum(x: Any, segment: Any) -> Any:
        return tf.math.unsorted_segment_sum(x, segment, segments)

    return segment_sum


def jax(case: Case) -> Any:
    import jax

    segments = case.params.segments

    def segment_sum(x: Any, segment: Any) -> Any:
        return jax.ops.segment_sum(x, segment, segments)

    return segment_sum


OPERATOR = Operator(
    name="segment_sum",
    summary="segment sum, y[s] = sum of the x[i] with segment[i] = s",
    presets=(
        preset("tiny", rows=40, features=12, segments=10),
        preset("small", rows=1000, features=32, segments=100),
        preset("default", rows=10_000, features=128, segments=1000),
        preset("large", rows=200_000, features=256, segments=20_000),
    ),
    inputs=inputs,
    outputs=outputs,
    reference=reference,
    gradient=gradient,
    flops=lambda case: int(case.params.rows * case.params.features),
    directions=("forward", "backward"),
    backward_flops=lambda case: 0,
    reduction=lambda case: 4 * case.params.rows // case.params.segments,
    dtypes=("float32", "float64"),  # 16 bits lose a rounding step an addition
    implementations={"torch": torch, "tensorflow": tensorflow, "jax": jax},
)

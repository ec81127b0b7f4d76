"""The body of the scripts that ``opscope repro`` writes; what follows the mark is copied as it is.

The names declared here are defined by what the script has above that body: the case, its inputs,
the operator's reference and implementation, and how one compiler is used.
"""

from __future__ import annotations

import sys
import time
import zlib
from typing import Any

import numpy as np

case: Any = None
build: Any = None
reference: Any = None
gradient: Any = None
to_tensor: Any = None
to_array: Any = None
wait_for: Any = None
with_gradient: Any = None
compile_call: Any = None
show: Any = None
QUESTION = "time"
SEED = 0
FLAGS: dict[str, str] = {}
DIFFERENTIATE_FIRST = False
INPUTS: dict[str, Any] = {}
COTANGENTS: dict[str, Any] = {}
LIMITS: dict[str, float] = {}
WRT: list[int] = []

# The rest is the same in every such script.


def make(kind: str, name: str, shape: Any, dtype: str, fill: Any) -> Any:
    """The values of one input, rounded to ``dtype``, in a NumPy type that holds them exactly."""
    rng = np.random.default_rng([SEED, zlib.crc32(f"{kind} {name}".encode())])
    values = np.broadcast_to(fill(rng, shape), shape)
    carried = np.asarray(values, dtype={"bfloat16": "float32"}.get(dtype, dtype), order="C")
    if dtype != "bfloat16":
        return carried
    bits = carried.view(np.uint32)
    even = np.uint32(0x7FFF) + ((bits >> np.uint32(16)) & np.uint32(1))
    return ((bits + even) & np.uint32(0xFFFF0000)).view(np.float32)


def wide(array: Any) -> Any:
    return array.astype(np.float64) if array.dtype.kind == "f" else array


def permute(array: Any, layout: str | None) -> Any:
    """``array`` with its axes reordered as "NHWC->NCHW" says."""
    if not layout:
        return array
    source, target = layout.split("->")
    return np.ascontiguousarray(array.transpose([source.index(axis) for axis in target]))


def inverse(layout: str | None) -> str | None:
    return "->".join(reversed(layout.split("->"))) if layout else None


def listed(value: Any) -> list[Any]:
    return list(value) if isinstance(value, tuple | list) else [value]


def check(name: str, output: Any, expected: Any) -> bool:
    """Print the largest error, in units of an element's scale, and the first element beyond."""
    rms = np.sqrt(np.mean(np.square(expected.astype(np.float64)))) or 1.0
    error = np.abs(output.astype(np.float64) - expected) / np.maximum(np.abs(expected), rms)
    print(f"{name}: largest error {error.max():.3g}, allowed are {LIMITS[name]:.3g}")
    bad = ~(error <= LIMITS[name])  # a NaN is bad
    if bad.any():
        at = tuple(int(i) for i in np.argwhere(bad)[0])
        print(f"{name}{list(at)} is {output[at]!r}, the reference {expected[at]!r}", end="; ")
        print(f"{int(bad.sum())} of {bad.size} elements are wrong")
    return not bad.any()


def main() -> int:
    arrays = [make("input", name, *spec) for name, spec in INPUTS.items()]
    cotangents = [make("cotangent", name, *spec) for name, spec in COTANGENTS.items()]
    expected = listed(reference(case, *map(wide, arrays)))
    if WRT:
        expected += listed(gradient(case, *map(wide, arrays), *map(wide, cotangents)))

    program = build(case)
    call = getattr(program, "call", program)
    layouts = getattr(program, "input_layouts", {})
    back = getattr(program, "output_layouts", {})
    inputs = [
        to_tensor(permute(array, layouts.get(name)), dtype)
        for (name, (_, dtype, _)), array in zip(INPUTS.items(), arrays, strict=True)
    ] + [
        to_tensor(permute(array, inverse(back.get(name))), dtype)
        for (name, (_, dtype, _)), array in zip(COTANGENTS.items(), cotangents, strict=True)
    ]
    if WRT and DIFFERENTIATE_FIRST:
        call = with_gradient(call, len(arrays), WRT)
    compiled = compile_call(call, inputs, FLAGS)
    if WRT and not DIFFERENTIATE_FIRST:
        compiled = with_gradient(compiled, len(arrays), WRT)

    outputs = listed(compiled(*inputs))
    wait_for(outputs)
    names = list(INPUTS)
    axes = [back.get(name) for name in list(LIMITS)[: len(outputs) - len(WRT)]]
    axes += [inverse(layouts.get(names[position])) for position in WRT]
    right = True
    for name, tensor, layout, wanted in zip(LIMITS, outputs, axes, expected, strict=True):
        right &= check(name, permute(to_array(tensor), layout), np.asarray(wanted))
    if QUESTION == "dump":
        show(compiled, inputs)
    if QUESTION == "time":
        samples = []
        for _ in range(20):
            began = time.perf_counter()
            wait_for(compiled(*inputs))
            samples.append(time.perf_counter() - began)
        print(f"median {np.median(samples) * 1e3:.4f} ms, smallest {min(samples) * 1e3:.4f} ms")
    return 0 if right else 1


if __name__ == "__main__":
    sys.exit(main())

"""The files of one case: inputs, cotangents and references, made once and mapped by every worker.

Every framework gets the same bytes. Values come from ``numpy.random.default_rng`` seeded by the
case, are rounded to the case's dtype, and the float64 reference is computed from the rounded ones:
what is judged is the arithmetic of the framework, not the rounding of its inputs.
"""

from __future__ import annotations

import zlib
from pathlib import Path
from typing import TYPE_CHECKING, Any

from opscope.dtypes import cast, dtype
from opscope.nouns import Case, Operator, TensorSpec

if TYPE_CHECKING:
    import numpy

    Array = numpy.ndarray[Any, Any]


def write_case(operator: Operator, case: Case, folder: Path) -> None:
    """Write ``input-*``, ``cotangent-*`` (backward only) and ``reference-N`` files to ``folder``.

    Raises ValueError when the reference's outputs do not have the declared number and shapes.
    """
    import numpy as np

    folder.mkdir(parents=True, exist_ok=True)
    outputs = dict(operator.outputs(case))
    inputs = _fill(case, dict(operator.inputs(case)), "input", folder)
    references = _arrays(operator.reference(case, *inputs))
    _expect_shapes("reference", references, [spec.shape for spec in outputs.values()])
    if case.direction == "backward":
        assert operator.gradient is not None, "validated with the operator"
        cotangents = _fill(case, outputs, "cotangent", folder)
        gradients = _arrays(operator.gradient(case, *inputs, *cotangents))
        names = operator.differentiable_inputs(case)
        shapes = [operator.inputs(case)[name].shape for name in names]
        _expect_shapes("gradient", gradients, shapes)
        references += gradients
    for index, reference in enumerate(references):
        np.save(folder / f"reference-{index}.npy", reference)


def write_inputs(operator: Operator, case: Case, folder: Path) -> None:
    """The ``input-*`` and ``cotangent-*`` files of :func:`write_case`, without the reference."""
    folder.mkdir(parents=True, exist_ok=True)
    _fill(case, dict(operator.inputs(case)), "input", folder)
    if case.direction == "backward":
        _fill(case, dict(operator.outputs(case)), "cotangent", folder)


def _fill(case: Case, specs: dict[str, TensorSpec], kind: str, folder: Path) -> list[Array]:
    """Write each array in its carrying type; return the floating ones widened to float64."""
    import numpy as np

    arrays = []
    for name, spec in specs.items():
        rng = np.random.default_rng([case.seed, zlib.crc32(f"{kind} {name}".encode())])
        values = spec.fill(rng, spec.shape) if kind == "input" else rng.standard_normal(spec.shape)
        array = cast(np.broadcast_to(values, spec.shape), spec.dtype_in(case))
        np.save(folder / f"{kind}-{name}.npy", array)
        floating = dtype(spec.dtype_in(case)).floating
        arrays.append(array.astype(np.float64) if floating else array)
    return arrays


def _arrays(value: Any) -> list[Array]:
    import numpy as np

    return [np.asarray(array) for array in (value if isinstance(value, tuple | list) else (value,))]


def _expect_shapes(what: str, arrays: list[Array], shapes: list[tuple[int, ...]]) -> None:
    found = [array.shape for array in arrays]
    if found != shapes:
        raise ValueError(f"the {what} has shapes {found}, the operator declares {shapes}")


def load(folder: Path, kind: str, name: str) -> Array:
    """One array, mapped read-only."""
    import numpy as np

    array: Array = np.load(folder / f"{kind}-{name}.npy", mmap_mode="r")
    return array


def one() -> Array:
    """A single 1.0: the smallest input there is."""
    import numpy as np

    return np.ones(1, np.float32)


def load_references(folder: Path) -> list[Array]:
    """The references in order: forward outputs, then gradients."""
    import numpy as np

    count = len(list(folder.glob("reference-*.npy")))
    return [np.load(folder / f"reference-{index}.npy", mmap_mode="r") for index in range(count)]


def permute(array: Array, layout: str | None) -> Array:
    """``array`` with its axes reordered as ``"NHWC->NCHW"`` says; None leaves it."""
    import numpy as np

    if not layout:
        return array
    source, _, target = layout.partition("->")
    return np.ascontiguousarray(array.transpose([source.index(axis) for axis in target]))


def input_bytes(operator: Operator, case: Case, *, outputs: bool = True) -> int:
    """What preparing the case takes at least, in one worker and in the reference: the float64
    copies of everything and the tensors themselves. A dump makes no ``outputs``."""
    specs = [*operator.inputs(case).values()]
    if outputs or case.direction == "backward":
        specs += operator.outputs(case).values()
    return sum(spec.elements * 8 + 2 * spec.bytes_in(case) for spec in specs)

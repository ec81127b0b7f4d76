"""Bytes and FLOPs of HLO instructions, counted from shapes.

A multiply-add counts two, any other floating-point function of an element one; converting,
comparing, selecting and moving count nothing. The counting rules follow XLA's own
``HloCostAnalysis`` (xla/service/hlo_cost_analysis.cc), which counts select and compare besides.
"""

from __future__ import annotations

import re
from collections.abc import Mapping

from opscope.inspect.parsers._hlo_text import (
    Computation,
    Instruction,
    dimensions,
    element_type,
    elements,
    nested,
    size_bytes,
)
from opscope.inspect.parsers._taps import taps

ELEMENTWISE = frozenset(
    (
        *("abs", "add", "atan2", "cbrt", "ceil", "cosine", "divide", "erf", "exponential"),
        *("exponential-minus-one", "floor", "log", "log-plus-one", "logistic", "maximum"),
        *("minimum", "multiply", "negate", "power", "remainder", "round-nearest-afz"),
        *("round-nearest-even", "rsqrt", "sine", "sqrt", "subtract", "tan", "tanh"),
    )
)
_CUBLAS_AXES = re.compile(r'"lhs_contracting_dimensions":\[([0-9,"]*)\]')
_LONGEST_REGION = 64  # a sum has one operation, an argmax about ten
_DIMS = re.compile(
    r"\b(lhs_contracting_dims|window|dim_labels|size|stride|pad|lhs_dilate|rhs_dilate)"
    r"=(\{[^{}]*\}|[^\s,{}]+)"
)


def flops(computation: Computation, called: Mapping[str, Computation]) -> int:
    """Of every instruction of a fused computation, fusions inside included."""
    return sum(
        instruction_flops(instruction, by_name, called)
        for part in nested(computation, called)
        for by_name in (part.by_name,)
        for instruction in part.instructions
    )


def instruction_flops(
    instruction: Instruction,
    by_name: Mapping[str, Instruction],
    called: Mapping[str, Computation],
) -> int:
    opcode = instruction.opcode
    if opcode == "dot":
        return _dot_flops(instruction, by_name)
    if opcode == "convolution" or "__cudnn$convForward" in instruction.attributes:
        return _convolution_flops(instruction, by_name)
    if "__cublas$" in instruction.attributes:
        return _library_product_flops(instruction, by_name)
    if not _floating(instruction.type):
        return 0
    if opcode in ELEMENTWISE:
        return elements(instruction.type)
    per_step = max(1, _region_flops(instruction, called))
    if opcode == "reduce":
        read = sum(_elements_of(o, by_name) for o in instruction.operands[:1])
        return max(0, read - elements(_first(instruction.type))) * per_step
    if opcode == "reduce-window":
        window = 1
        for size in _window(instruction).get("size", "1").split("x"):
            window *= _number(size, 1)
        return elements(_first(instruction.type)) * max(0, window - 1) * per_step
    return 0


def _region_flops(instruction: Instruction, called: Mapping[str, Computation]) -> int:
    return sum(
        1
        for _, name in instruction.calls
        if name in called
        for inner in called[name].instructions[:_LONGEST_REGION]
        if inner.opcode in ELEMENTWISE
    )


def _floating(type_: str) -> bool:
    return element_type(type_)[:1] in ("f", "b", "c")


def _first(type_: str) -> str:
    return type_.partition("]")[0] + "]" if type_.startswith("(") else type_


def _elements_of(operand: str, by_name: Mapping[str, Instruction]) -> int:
    return elements(by_name[operand].type) if operand in by_name else 0


def _shape_of(
    operands: tuple[str, ...], at: int, by_name: Mapping[str, Instruction]
) -> tuple[int, ...]:
    if at >= len(operands) or operands[at] not in by_name:
        return ()
    return dimensions(by_name[operands[at]].type)


def _dot_flops(instruction: Instruction, by_name: Mapping[str, Instruction]) -> int:
    left = _shape_of(instruction.operands, 0, by_name)
    contracted = 1
    for axis in _fields(instruction).get("lhs_contracting_dims", "").strip("{}").split(","):
        at = _number(axis, -1)
        contracted *= left[at] if 0 <= at < len(left) else 1
    return 2 * elements(instruction.type) * contracted


def _library_product_flops(instruction: Instruction, by_name: Mapping[str, Instruction]) -> int:
    left = _shape_of(instruction.operands, 0, by_name)
    axes = _CUBLAS_AXES.search(instruction.attributes)
    contracted = 1
    for axis in axes[1].split(",") if axes else ():
        at = _number(axis.strip('"'), -1)
        contracted *= left[at] if 0 <= at < len(left) else 1
    return 2 * elements(_first(instruction.type)) * contracted


def _convolution_flops(instruction: Instruction, by_name: Mapping[str, Instruction]) -> int:
    """2 x every tap that falls on an input element; taps on padding or dilation holes are no work.

    ``dim_labels=b01f_01io->b01f`` names the axes of input, kernel and output.
    """
    labels = re.match(r"(\w+)_(\w+)->(\w+)", _fields(instruction).get("dim_labels", ""))
    kernel = _shape_of(instruction.operands, 1, by_name)
    image = _shape_of(instruction.operands, 0, by_name)
    out = dimensions(instruction.type)
    if labels is None or not (len(labels[1]) == len(image) == len(kernel) == len(out)):
        return 0
    window = _window(instruction)
    product = 1
    spatial = sorted(set(labels[2]) - set("io"))
    for number, axis in enumerate(spatial):
        if axis not in labels[1] or axis not in labels[3]:
            return 0
        product *= _taps(
            image[labels[1].index(axis)],
            kernel[labels[2].index(axis)],
            out[labels[3].index(axis)],
            {name: _nth(window.get(name, ""), number) for name in window},
        )
    channels = kernel[labels[2].index("i")] if "i" in labels[2] else 1
    features = out[labels[3].index("f")] if "f" in labels[3] else 1
    batch = out[labels[3].index("b")] if "b" in labels[3] else 1
    groups = re.search(r"\bbatch_group_count=(\d{1,9})", instruction.attributes)
    return 2 * product * channels * features * batch // (int(groups[1]) if groups else 1)


def _taps(size: int, kernel: int, out: int, window: Mapping[str, str]) -> int:
    return taps(
        size,
        kernel,
        out,
        stride=_number(window.get("stride", ""), 1),
        padding=_number(window.get("pad", "").partition("_")[0], 0),
        dilation=_number(window.get("rhs_dilate", ""), 1),
        spread=_number(window.get("lhs_dilate", ""), 1),
    )


def _fields(instruction: Instruction) -> dict[str, str]:
    return dict(_DIMS.findall(instruction.attributes))


def _window(instruction: Instruction) -> dict[str, str]:
    """``window={size=3x3 pad=1_1x1_1}`` as ``{"size": "3x3", "pad": "1_1x1_1"}``."""
    return dict(_DIMS.findall(_fields(instruction).get("window", "").strip("{}")))


def _nth(text: str, number: int) -> str:
    parts = text.split("x")
    return parts[number] if number < len(parts) else ""


def _number(text: str, default: int) -> int:
    digits = text.strip()
    return int(digits) if re.fullmatch(r"-?[0-9]{1,9}", digits) else default


def moved_bytes(
    instruction: Instruction,
    by_name: Mapping[str, Instruction],
    called: Mapping[str, Computation],
) -> int:
    """Each distinct operand read once, each result written once.

    A fusion that only slices an operand reads the slices; one that updates a slice of an operand
    in place reads and writes the update, not the whole.
    """
    bodies = (called[n] for role, n in instruction.calls if role == "calls" and n in called)
    body = next(bodies, None)
    written = size_bytes(instruction.type)
    operands = dict.fromkeys(instruction.operands)
    if instruction.opcode != "fusion" or body is None:
        if instruction.opcode == "dynamic-update-slice" and len(instruction.operands) > 1:
            update = by_name.get(instruction.operands[1])
            return 2 * size_bytes(update.type) if update else 0
        if instruction.opcode in ("dynamic-slice", "slice", "gather"):
            return 2 * written
        if instruction.opcode == "copy-start":  # gives (copy, original, context)
            return 2 * size_bytes(_first(instruction.type))
        return written + sum(size_bytes(by_name[o].type) for o in operands if o in by_name)
    touched = _touched_parameters(body)
    read: dict[str, int] = {}
    for position, operand in enumerate(instruction.operands):
        if operand in by_name:
            whole = size_bytes(by_name[operand].type)
            read[operand] = max(read.get(operand, 0), min(whole, touched.get(position, whole)))
    root = body.root
    if root is not None and root.opcode == "dynamic-update-slice" and len(root.operands) > 1:
        update = body.by_name.get(root.operands[1])
        written = size_bytes(update.type) if update else written
    return written + sum(read.values())


def _touched_parameters(body: Computation) -> dict[int, int]:
    """Bytes read of those parameters that are only sliced or only updated in place."""
    users: dict[str, list[Instruction]] = {}
    for instruction in body.instructions:
        for operand in dict.fromkeys(instruction.operands):
            users.setdefault(operand, []).append(instruction)
    by_name = body.by_name
    touched = {}
    for parameter in body.instructions:
        position = _number(parameter.arguments, -1)
        if parameter.opcode == "parameter" and position >= 0:
            parts = [_part(user, parameter.name, by_name) for user in users.get(parameter.name, ())]
            if parts and None not in parts:
                touched[position] = sum(part or 0 for part in parts)
    return touched


def _part(user: Instruction, operand: str, by_name: Mapping[str, Instruction]) -> int | None:
    """Bytes of ``operand`` that ``user`` reads, if that is less than all; else None."""
    if not user.operands or user.operands[0] != operand or operand in user.operands[1:]:
        return None
    if user.opcode in ("dynamic-slice", "slice", "gather"):
        return size_bytes(user.type)
    if user.opcode == "dynamic-update-slice":
        return 0
    return None

"""Operations by one name, however a framework spells them, and kernels lined up by them.

Matching by name is a reading aid, not evidence: two frameworks' kernels that hold an operation of
the same name stand in one row. The page says so where it uses it.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass

from opscope.records import Kernel

SAME = {
    "matmul": ("dot", "dot_general", "mm", "addmm", "bmm", "baddbmm", "einsum", "linear",
               "batchmatmul", "batchmatmulv2", "gemm", "dense"),
    "add": ("add_any", "addv2", "biasadd", "bias_add", "plus"),
    "sub": ("subtract", "minus"),
    "mul": ("multiply", "scale"),
    "div": ("divide", "realdiv", "true_divide", "divnonan"),
    "max": ("maximum", "reduce_max", "amax", "argmax"),
    "min": ("minimum", "reduce_min", "amin"),
    "sum": ("reduce_sum", "reducesum", "reduce"),
    "mean": ("reduce_mean", "moments"),
    "var": ("variance", "var_mean", "moments"),
    "square": ("squareddifference", "integer_pow"),
    "exp": ("exponential",),
    "log": ("logarithm", "log1p"),
    "pow": ("power",),
    "sigmoid": ("logistic",),
    "layernorm": ("layer_norm", "native_layer_norm", "batch_normalization"),
    "conv": ("convolution", "conv2d", "convolution_overrideable", "conv_general_dilated"),
    "attention": ("scaled_dot_product_attention", "dot_product_attention"),
    "softmax": ("_softmax", "log_softmax"),
    "cast": ("convert", "convert_element_type", "_to_copy", "to", "astype"),
    "where": ("select", "select_n", "selectv2"),
    "erf": ("gelu",),
    "copy": ("clone", "transpose", "permute", "contiguous", "bitcast"),
}  # fmt: skip
MADE_OF = {
    "layernorm": {"mean", "var", "sub", "rsqrt", "mul", "add"},
    "softmax": {"max", "sub", "exp", "sum", "div"},
    "attention": {"matmul", "mul", "softmax", "max", "sub", "exp", "sum", "div"},
    "var": {"mean", "sub", "square"},
    "erf": {"mul", "add"},
}
"""What one call stands for, when another implementation writes it out."""

_CANONICAL = {spelling: name for name, others in SAME.items() for spelling in (name, *others)}
_KNOWN_ALONE = ("rsqrt", "sqrt", "tanh", "gelu", "relu", "silu", "abs", "neg", "dropout", "cumsum")
_NAMES = frozenset(_CANONICAL) | frozenset(_KNOWN_ALONE)
_SYMBOLS = {"@": "matmul", "+": "add", "-": "sub", "*": "mul", "/": "div"}
_SYMBOL = re.compile(r"(?<=[\w)\]])\s*(\*\*|[@+*/-])\s*(?=[\w(\[])")


def canonical(operation: str) -> str:
    """``aten.add.Tensor`` -> ``add``; an operation that is not known keeps its own last name.

    >>> canonical("aten.native_layer_norm.default"), canonical("stablehlo.multiply")
    ('layernorm', 'mul')
    """
    parts = [p for p in re.split(r"[./:]", operation.strip()) if p]
    parts = [p for p in parts if p.lower() not in ("default", "tensor", "scalar", "out", "aten")]
    name = re.sub(r"_\d+$", "", parts[-1].lower()) if parts else operation.lower()
    return _CANONICAL.get(name, name)


def in_source(line: str) -> frozenset[str]:
    """The operations that a line of Python seems to compute."""
    code = re.sub(r"(\"[^\"]*\"|'[^']*')", "", line.split("#")[0])
    code = re.sub(r"\b\d[\d.]*(?:e[+-]?\d+)?", "0", code)  # 1e-5 subtracts nothing
    if code.lstrip().startswith(("import ", "from ", "def ", "@", '"""')):
        return frozenset()
    names = {w.lower() for w in re.findall(r"[A-Za-z_]\w*(?=\s*\()", code)} & _NAMES
    symbols = {"pow" if s == "**" else _SYMBOLS[s] for s in _SYMBOL.findall(code)}
    found = {canonical(name) for name in names} | symbols
    return frozenset(found.union(*(MADE_OF.get(name, ()) for name in found)))


@dataclass(frozen=True)
class Cell:
    """The kernels of one compiler that hold one operation, by their position in its list."""

    kernels: tuple[int, ...]


def aligned(columns: Sequence[Sequence[Kernel]]) -> list[tuple[str, list[Cell]]]:
    """One row per operation, in the order of the compiler with most of them; a cell per column.

    A kernel that names no operation has a row of its own under its own name.
    """
    per_column = [_kernels_by_operation(kernels) for kernels in columns]
    order: dict[str, None] = {}
    for found in sorted(per_column, key=len, reverse=True):
        order.update(dict.fromkeys(found))
    return [(name, [Cell(found.get(name, ())) for found in per_column]) for name in order]


def _kernels_by_operation(kernels: Sequence[Kernel]) -> dict[str, tuple[int, ...]]:
    found: dict[str, tuple[int, ...]] = {}
    for position, kernel in enumerate(kernels):
        for operation in dict.fromkeys(canonical(op) for op in kernel.ops or (kernel.name,)):
            found[operation] = (*found.get(operation, ()), position)
    return found

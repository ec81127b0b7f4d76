"""Operations by one name across frameworks, and kernels lined up by them."""

from __future__ import annotations

import pytest

from opscope.records import Kernel
from opscope.reports._operations import aligned, canonical, in_source


@pytest.mark.parametrize(
    ("spelling", "name"),
    [("aten.add.Tensor", "add"), ("aten.mm.default", "matmul"), ("stablehlo.multiply", "mul"),
     ("dot_general", "matmul"), ("jit(f)/jit(main)/reduce_sum", "sum"), ("mul_1", "mul"),
     ("AddV2", "add"), ("my_own_op", "my_own_op"), ("", "")],
)  # fmt: skip
def test_spellings(spelling, name):
    assert canonical(spelling) == name


@pytest.mark.parametrize(
    ("line", "operations"),
    [("    r = jax.lax.rsqrt(v + 1e-5)", {"rsqrt", "add"}),
     ("    y = x @ w", {"matmul"}),
     ("    m = x.mean(-1, keepdim=True)", {"mean"}),
     ("    return (x - mean) * scale  # times / over", {"sub", "mul"}),
     ("def mean(x):", set()), ("import torch.nn.functional as F", set()), ("", set()),
     ("    y = x ** 2", {"pow"})],
)  # fmt: skip
def test_what_a_source_line_computes(line, operations):
    assert in_source(line) == operations


def test_a_call_stands_for_what_another_writes_out():
    fused = in_source("return F.layer_norm(x, shape, weight, bias, EPSILON)")
    assert in_source("r = rsqrt(v + 1e-5)") <= fused
    assert in_source("m = jnp.mean(x, -1)") <= fused


def test_kernels_stand_in_the_row_of_each_of_their_operations():
    left = [Kernel(name="a", kind="generated", ops=("aten.add.Tensor", "aten.mul.Tensor"))]
    right = [Kernel(name="x", kind="library", ops=("dot",)), Kernel(name="y", kind="copy")]
    rows = {name: [cell.kernels for cell in cells] for name, cells in aligned([left, right])}
    assert rows == {"add": [(0,), ()], "mul": [(0,), ()], "matmul": [(), (0,)], "y": [(), (1,)]}

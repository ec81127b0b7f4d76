"""Passes over memory inside one C++ kernel, counted on Inductor's own text."""

from __future__ import annotations

import random
from pathlib import Path

from hypothesis import given
from hypothesis import strategies as st

from opscope.inspect import _cpp_loops

GOLDEN = Path(__file__).resolve().parents[1] / "golden" / "inductor-cpu"
FOUR_LOOPS = (GOLDEN / "layernorm-four-loops" / "cpp.cpp").read_text()
ONE_LOOP = (GOLDEN / "layernorm-forward" / "cpp.cpp").read_text()
X = 256 * 512 * 4


def test_loops_that_follow_each_other_read_the_same_array_again() -> None:
    # torch 2.13: layer_norm of (256, 512), whose variance is taken in two steps
    (nests,) = _cpp_loops.kernels(FOUR_LOOPS)
    assert [nest.read_bytes.get("in_ptr0") for nest in nests] == [X, None, X, X]
    rows = 256 * 4  # the sums are read again as well: once from out_ptr1, twice from in_out_ptr0
    assert _cpp_loops.reread_bytes(nests) == 2 * X + 2 * rows


def test_loops_inside_a_common_loop_are_one_pass() -> None:
    (nests,) = _cpp_loops.kernels(ONE_LOOP)
    assert len(nests) == 1
    assert _cpp_loops.reread_bytes(nests) == 0


def test_loops_that_threads_share_are_loops_too() -> None:
    parallel = FOUR_LOOPS.replace("    {\n        #pragma GCC", "    {\n        #pragma omp for", 1)
    assert _cpp_loops.reread_bytes(_cpp_loops.kernels(parallel)[0]) > 2 * X


@given(text=st.text())
def test_any_text_is_read(text: str) -> None:
    assert isinstance(_cpp_loops.kernels("void kernel(" + text), list)


@given(seed=st.integers(0, 2**32))
def test_shuffled_and_torn_text_is_read(seed: int) -> None:
    rng = random.Random(seed)
    lines = FOUR_LOOPS.splitlines()
    rng.shuffle(lines)
    for nests in _cpp_loops.kernels("\n".join(lines[: rng.randrange(len(lines))])):
        assert _cpp_loops.reread_bytes(nests) >= 0

"""Passes over memory inside one C++ kernel, counted on Inductor's own text."""

from __future__ import annotations

import random
import time
from pathlib import Path

from hypothesis import given
from hypothesis import strategies as st

from opscope.inspect import _cpp_loops

GOLDEN = Path(__file__).resolve().parents[1] / "golden" / "inductor-cpu"
FOUR_LOOPS = (GOLDEN / "layernorm-four-loops" / "cpp.cpp").read_text()
ONE_LOOP = (GOLDEN / "layernorm-forward" / "cpp.cpp").read_text()
X = 256 * 512 * 4

SHARED = """
extern "C"  void  kernel(const float* in_ptr0,
                       float* out_ptr0)
{{
    #pragma omp parallel
    {{
        int tid = omp_get_thread_num();
        {{
            #pragma omp for
            for(int64_t x0=static_cast<int64_t>(0L); x0<static_cast<int64_t>(262144L); x0+=1L)
            {{
                auto tmp0 = in_ptr0[static_cast<int64_t>(x0)];
            }}
        }}
        {{
            #pragma omp for
            for(int64_t x0=static_cast<int64_t>({first}L); x0<static_cast<int64_t>({last}L); x0+=1L)
            {{
                auto tmp0 = in_ptr0[static_cast<int64_t>({offset}x0)];
            }}
        }}
    }}
}}
"""


def test_loops_that_follow_each_other_read_the_same_array_again() -> None:
    # torch 2.13: layer_norm of (256, 512), whose variance is taken in two steps
    (nests,) = _cpp_loops.kernels(FOUR_LOOPS)
    assert [nest.read_bytes.get("in_ptr0") for nest in nests] == [X, None, X, X]
    assert _cpp_loops.reread_bytes(nests) == 2 * X  # the sums are small and stay in the cache


def test_loops_inside_a_common_loop_are_one_pass() -> None:
    (nests,) = _cpp_loops.kernels(ONE_LOOP)
    assert len(nests) == 1
    assert _cpp_loops.reread_bytes(nests) == 0


def test_loops_that_threads_share_are_loops_too() -> None:
    (nests,) = _cpp_loops.kernels(SHARED.format(first=0, last=262144, offset=""))
    assert [nest.read_bytes for nest in nests] == [{"in_ptr0": 1 << 20}] * 2
    assert _cpp_loops.reread_bytes(nests) == 1 << 20


def test_slices_that_do_not_overlap_are_not_read_again() -> None:
    later = {"first": 262144, "last": 524288, "offset": ""}
    behind = {"first": 0, "last": 262144, "offset": "262144L + "}
    for other in (later, behind):
        (nests,) = _cpp_loops.kernels(SHARED.format(**other))
        assert len(nests) == 2
        assert _cpp_loops.reread_bytes(nests) == 0


def test_long_hostile_text_takes_no_time() -> None:
    for text in ("void kernel(" + "a" * 100_000, "void " + "kernel" * 20_000 + "(",
                 "void kernel(){" + "y = in_ptr0[ " * 20_000):  # fmt: skip
        began = time.process_time()
        _cpp_loops.kernels(text)
        assert time.process_time() - began < 2.0


@given(text=st.text())
def test_any_text_is_read(text: str) -> None:
    assert isinstance(_cpp_loops.kernels("void kernel(" + text), list)


@given(seed=st.integers(0, 2**32))
def test_shuffled_and_torn_text_is_read(seed: int) -> None:
    rng = random.Random(seed)
    lines = FOUR_LOOPS.splitlines()
    rng.shuffle(lines)
    for nests in _cpp_loops.kernels("\n".join(lines[: rng.randrange(len(lines))])):
        read = sum(count for nest in nests for count in nest.reads.values())
        assert 0 <= _cpp_loops.reread_bytes(nests) <= read

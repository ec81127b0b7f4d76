"""FLOPs and bytes by three accounts: what agrees, what contradicts, what nobody knows."""

from __future__ import annotations

import pytest

from opscope.inspect.reconcile import reconcile
from opscope.records import Kernel

ONE = (Kernel(name="k", kind="generated", ops=("add",), bytes=8000, flops=1000),)


def told(**more: object) -> str:
    given = {"flops": 1000, "least_bytes": 8000, "kernels": ONE, "claims": {}, "call_ns": 1e3}
    return "\n".join(reconcile(**{**given, **more}).contradictions)


def test_accounts_that_agree_contradict_nothing():
    made = reconcile(
        flops=1000,
        least_bytes=8000,
        kernels=ONE,
        claims={"flops": 1100.0, "bytes": 8000.0},
        call_ns=1e3,
        peak_flops_per_s=2e9,
        peak_bytes_per_s=1e10,
    )
    assert made.contradictions == ()
    assert made.unknown == ()
    assert made.rates == {"flops_per_s": 1e9, "bytes_per_s": 8e9}
    assert made.peak_shares == pytest.approx({"flops": 0.5, "bytes": 0.8})
    assert made.flops.known() == {"operator": 1000, "compiler": 1100, "ir": 1000}


def test_a_naive_claim_is_named_and_impossible():
    """XLA counted a thousand additions of one sum as three thousand, its bytes as after fusion."""
    text = told(claims={"flops": 3e6, "bytes": 8000.0}, peak_flops_per_s=1e10)
    assert "claims 3e+06 FLOPs where the operator needs 1e+03" in text
    assert "its own IR has 1e+03" in text
    assert "claimed flops over the measured time are 3e+12 FLOP/s, above" in text


def test_intermediates_and_missing_work_are_named():
    apart = tuple(Kernel(name=f"k{i}", kind="generated", bytes=8000, flops=1000) for i in range(3))
    assert "intermediates go through memory" in told(kernels=apart)
    assert "another algorithm" in told(kernels=apart)
    less = (Kernel(name="k", kind="generated", bytes=4000, flops=100),)
    assert "folded or found dead" in told(kernels=less)
    assert "not all of the data" in told(kernels=less)


def test_what_is_told_in_part_is_a_lower_bound():
    part = (*ONE[:0], Kernel(name="k", kind="library", flops=100), Kernel(name="j", kind="copy"))
    made = reconcile(flops=1000, least_bytes=8000, kernels=part, claims={}, call_ns=None)
    assert made.contradictions == ()
    assert made.flops.partly == "1 of 2 kernels"
    assert made.bytes.ir is None
    assert "the compiler gives no cost analysis" in made.unknown
    assert "no kernel tells its bytes" in made.unknown
    assert made.rates == {}


def test_an_unknown_claim_is_no_claim():
    assert told(claims={"flops": -1.0}) == ""

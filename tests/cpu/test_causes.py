"""Every cause: named from its evidence, unknown without it, blind to names."""

from __future__ import annotations

from dataclasses import replace

import pytest

from opscope.cause import Cause, SideFacts
from opscope.records import Kernel
from opscope.registry import Registry

CAUSES: dict[str, Cause] = Registry().causes


def kernel(name: str, *ops: str, kind: str = "generated", **more) -> Kernel:
    return Kernel(name=name, kind=kind, ops=ops, bytes=more.pop("bytes", 1 << 20), **more)


def side(letter: str, *kernels: Kernel, ops: str = "", notes=None, **counts: float) -> SideFacts:
    return SideFacts(
        name=f"{letter} (x)",
        compiler="x",
        kernels=kernels,
        operations=dict.fromkeys(ops.split(), 1),
        counts={"call_ns": 1e6 if letter == "slow" else 5e5, **counts},
        notes=notes or {},
        least_bytes=1 << 20,
    )


FUSED = kernel("all", "aten.exp", "aten.mul", "aten.add")
APART = tuple(kernel(f"k{i}", "aten.mul") for i in range(3))
LIBRARY = {"products": 1, "library_products": 1}
LOOPS = {"products": 1, "library_products": 0}
SCALAR = {"scalar_instructions": 90, "vector_instructions": 10, "widest_vector_bits": 256}
VECTOR = {"scalar_instructions": 10, "vector_instructions": 90, "widest_vector_bits": 256}
BREAK = {"graph_breaks": ("1 x call to .numpy() on a tensor",)}

GUILTY = {
    "dispatch": (
        side("slow", intercept_ns=4e5, noop_ns=1e3),
        side("fast", intercept_ns=1e4, noop_ns=1e3),
    ),
    "launch_floor": (side("slow", noop_ns=3e5), side("fast", noop_ns=1e3)),
    "fusion": (side("slow", *APART, ops="exp"), side("fast", FUSED, ops="exp")),
    "library": (side("slow", kernel("loop", "dot"), **LOOPS), side("fast", **LIBRARY)),
    "algorithm": (side("slow", ops="matmul"), side("fast", ops="cumsum")),
    "vectorisation": (side("slow", **SCALAR), side("fast", **VECTOR)),
    "threads": (side("slow", cpu_ns=1e6), side("fast", cpu_ns=9.5e5)),
    "dtype": (side("slow", float64_values=3), side("fast", float64_values=0)),
    "math_mode": (side("slow", ops="erf"), side("fast", ops="tanh")),
    "layout_copies": (
        side("slow", kernel("c", "copy", kind="copy"), copy_kernels=1, copy_bytes=1 << 20),
        side("fast", copy_kernels=0, copy_bytes=0),
    ),
    "host_copies": (side("slow", callbacks=1), side("fast", callbacks=0)),
    "recompilation": (side("slow", recompilations=0.5), side("fast", recompilations=0)),
    "graph_breaks": (side("slow", graphs=3), side("fast", graphs=1)),
    "unequal_work": (side("slow", FUSED, ops="exp cos"), side("fast", FUSED, ops="exp")),
    "passes": (side("slow", FUSED, reread_bytes=2 << 20), side("fast", FUSED, reread_bytes=0)),
    "page_faults": (side("slow", page_faults=1000), side("fast", page_faults=0)),
}


def test_every_cause_has_a_case_here():
    assert set(GUILTY) == set(CAUSES)


@pytest.mark.parametrize("name", GUILTY)
def test_evidence_names_the_cause_and_its_absence_does_not(name):
    slow, fast = GUILTY[name]
    evidence = CAUSES[name].judge(slow, fast)
    assert evidence is not None
    assert all(evidence.lines)
    assert evidence.weight > 0
    assert CAUSES[name].judge(slow, slow) is None
    blind = replace(slow, kernels=(), operations={}, counts={}, notes={})
    assert CAUSES[name].judge(blind, fast) is None
    assert CAUSES[name].judge(blind, blind) is None


@pytest.mark.parametrize("name", GUILTY)
def test_a_cause_does_not_look_at_names(name):
    slow, fast = GUILTY[name]
    renamed = [replace(s, name="A", compiler=c) for s, c in ((slow, "jax-jit"), (fast, "tf-xla"))]
    named, again = CAUSES[name].judge(slow, fast), CAUSES[name].judge(*renamed)
    assert named is not None
    assert again is not None
    assert (named.weight, named.share_ns) == (again.weight, again.share_ns)


@pytest.mark.parametrize("name", GUILTY)
def test_the_other_side_is_not_blamed(name):
    slow, fast = GUILTY[name]
    if name in ("math_mode", "algorithm"):
        pytest.skip("another way is evidence on either side: the switch or the times decide")
    assert CAUSES[name].judge(fast, slow) is None


def test_levers_exist_somewhere():
    from opscope.explaining.intervene import OWN

    known = set(OWN) | {x for c in Registry().compilers.values() for x in c.levers}
    wanted = {lever for cause in CAUSES.values() for lever in cause.levers}
    assert wanted <= known


def test_a_graph_break_about_numpy_is_a_host_copy():
    slow = side("slow", graphs=2, notes=BREAK)
    evidence = CAUSES["host_copies"].judge(slow, side("fast", graphs=1))
    assert evidence is not None
    assert "numpy" in evidence.lines[0]


def test_different_programs_are_no_matter_of_fusion():
    slow = side("slow", *APART, ops="matmul exp")
    assert CAUSES["fusion"].judge(slow, side("fast", FUSED, ops="cumsum exp")) is None


def test_fixed_costs_with_a_name_of_their_own_are_no_dispatch():
    slow, fast = GUILTY["dispatch"]
    calling = replace(slow, counts={**slow.counts, "callbacks": 1})
    assert CAUSES["dispatch"].judge(calling, fast) is None


def test_the_same_function_by_a_library_or_inline_is_told_of_both_sides():
    calling = side("slow", ops="log", notes={"math_calls": ("Sleef_logf8_u10",)}, math_calls=1)
    inline = side("fast", ops="log", math_calls=0)
    for one, other in ((calling, inline), (inline, calling)):
        evidence = CAUSES["math_mode"].judge(one, other)
        assert evidence is not None
        assert "log by Sleef_logf8_u10" in " ".join(evidence.lines)
        assert "inline code" in " ".join(evidence.lines)
    unknown = side("fast", ops="log")
    assert CAUSES["math_mode"].judge(calling, unknown) is None


def test_the_fixed_cost_of_new_memory_is_no_dispatch():
    slow, fast = GUILTY["dispatch"]
    faulting = replace(slow, counts={**slow.counts, "page_faults": 8192})
    assert CAUSES["dispatch"].judge(faulting, replace(fast, counts={**fast.counts})) is None


def test_what_a_library_computes_is_not_in_the_instructions_that_were_counted():
    slow, fast = GUILTY["vectorisation"]
    calling = replace(slow, kernels=(kernel("ynn", "reduce", kind="library"),))
    assert CAUSES["vectorisation"].judge(calling, fast) is None
    both = replace(fast, kernels=calling.kernels)
    assert CAUSES["vectorisation"].judge(calling, both) is not None


def test_reductions_by_a_library_on_the_fast_side_are_told():
    loops = side("slow", kernel("loop", "reduce_sum"), reductions=1, library_reductions=0)
    library = side("fast", kernel("ynn", "reduce_sum"), reductions=1, library_reductions=1)
    evidence = CAUSES["library"].judge(loops, library)
    assert evidence is not None
    assert "1 of 1 kernels with reductions" in evidence.lines[1]
    assert CAUSES["library"].judge(library, loops) is None


def test_a_library_that_takes_the_reductions_stands_in_the_way_of_fusion():
    copies = tuple(kernel(f"slice{i}", "slice", kind="copy") for i in range(4))
    ynn = kernel("ynn", "reduce_sum", kind="library")
    apart = side("slow", *copies, ynn, kernel("add", "add"), reductions=1, library_reductions=1,
                 products=0, library_products=0)  # fmt: skip
    whole = side("fast", FUSED, reductions=1, library_reductions=0, products=0, library_products=0)
    evidence = CAUSES["library"].judge(apart, whole)
    assert evidence is not None
    assert "written to memory" in evidence.lines[0]
    eager = replace(apart, kernels=(*copies, ynn, ynn))  # operation by operation
    assert CAUSES["library"].judge(eager, whole) is None
    also = replace(whole, counts={**whole.counts, "library_products": 1})
    assert CAUSES["library"].judge(apart, also) is None  # the switch would take that one too


def test_what_is_not_known_of_the_other_side_is_told_as_unknown():
    slow, fast = GUILTY["passes"]
    silent = replace(fast, counts={"call_ns": 5e5})
    told, known = (CAUSES["passes"].judge(slow, other) for other in (silent, fast))
    assert "not known" in told.lines[1]
    assert told.weight < known.weight


def test_without_the_time_of_an_empty_call_dispatch_is_unknown():
    for slow, fast in (GUILTY["dispatch"], GUILTY["dispatch"][::-1]):
        unknown = replace(slow, counts={k: v for k, v in slow.counts.items() if k != "noop_ns"})
        assert CAUSES["dispatch"].judge(unknown, fast) is None
        assert CAUSES["dispatch"].judge(fast, unknown) is None

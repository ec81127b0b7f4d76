"""Kernels side by side, and diffs that ignore names."""

from __future__ import annotations

import sys
from pathlib import Path
from typing import Any

from hypothesis import given, settings
from hypothesis import strategies as st

from opscope.facts import kernels_of
from opscope.records import Kernel
from opscope.registry import Registry
from opscope.stages import STAGES

sys.path.insert(0, str(Path(__file__).parent))
from _golden import artifacts, every_text

REGISTRY = Registry()
ALIGN = REGISTRY.views["align"].function
DIFF = REGISTRY.views["difftext"].function


def kernels(folder: str) -> tuple[Kernel, ...]:
    found = kernels_of(artifacts(folder), REGISTRY)
    assert not isinstance(found, str), found
    return found


def rows(left: str, right: str) -> list[tuple[list[str], list[str], str]]:
    return [
        ([k.name for k in row.left.kernels], [k.name for k in row.right.kernels], row.how)
        for row in ALIGN(kernels(left), kernels(right))
    ]


def test_a_parser_or_a_view_is_added_with_one_file(tmp_path: Path) -> None:
    (tmp_path / "inspect" / "parsers").mkdir(parents=True)
    (tmp_path / "inspect" / "parsers" / "lines.py").write_text(
        "from opscope.facts import Facts, Parser\n"
        "def parse(text):\n    return Facts(counts={'lines': text.count('\\n')})\n"
        "PARSER = Parser(name='lines', summary='counts', parse=parse)\n"
    )
    (tmp_path / "inspect" / "longest.py").write_text(
        "from opscope.facts import View\n"
        "VIEW = View(name='longest', summary='the longest list', function=max)\n"
    )
    (tmp_path / "inspect" / "broken.py").write_text("VIEW = 'no view'\n")
    registry = Registry(tmp_path)
    assert registry.parsers["lines"].parse("a\nb\n").counts == {"lines": 2}
    assert registry.views["longest"].function([1], [2]) == [2]
    assert "hlo" in registry.parsers
    assert [fault.path.name for fault in registry.faults()] == ["broken.py"]


def test_products_and_epilogues_stand_beside_each_other() -> None:
    assert rows("inductor-cpu/gelu-forward", "jax-cpu/gelu-forward") == [
        (["extern_kernels.addmm"], ["ynn_fusion"], "same operations"),
        (["cpp_fused_gelu_0"], ["select_multiply_fusion"], "same operations"),
    ]


def test_attention_is_cut_at_the_same_places_on_a_gpu_and_taken_whole_on_a_cpu() -> None:
    gpu = rows("inductor-sm_90/attention-forward", "jax-h100/attention-forward")
    assert [(len(left), len(right)) for left, right, _ in gpu] == [(1, 1)] * 3
    cpu = rows("inductor-cpu/attention-forward", "jax-cpu/attention-forward")
    assert [(len(left), len(right)) for left, right, _ in cpu] == [(1, 5)]


def test_one_fused_kernel_stands_beside_all_that_do_its_work() -> None:
    (row,) = ALIGN(kernels("inductor-cpu/layernorm-forward"), kernels("jax-cpu/layernorm-forward"))
    assert len(row.left.kernels) == 1
    assert len(row.right.kernels) == 5
    assert row.left.bytes is not None
    assert row.right.bytes is not None
    assert row.right.bytes > 2.9 * row.left.bytes  # what fusing saves
    assert {"reduce_sum", "rsqrt"} <= set(row.shared)


def test_a_list_against_itself_gives_a_row_a_kernel() -> None:
    for folder in ("jax-cpu/layernorm-backward", "tf-xla-cpu/attention-forward"):
        listed = kernels(folder)
        found = ALIGN(listed, listed)
        assert [(r.left.kernels, r.right.kernels) for r in found] == [((k,), (k,)) for k in listed]
        assert all(not r.only_left and not r.only_right for r in found)


def test_what_has_no_partner_is_said_to_be_unaligned() -> None:
    left = [Kernel(name="a", kind="generated", ops=("cos",))]
    right = [Kernel(name="b", kind="generated", ops=("sin",))]
    assert {(len(r.left.kernels), len(r.right.kernels), r.how) for r in ALIGN(left, right)} == {
        (1, 0, "unaligned"),
        (0, 1, "unaligned"),
    }
    adds = [Kernel(name=n, kind="generated", ops=("add",)) for n in "ab"]
    assert {r.how for r in ALIGN(adds[:1], adds[1:])} == {"unaligned"}  # an add is just an add


def test_the_second_product_meets_the_second_product() -> None:
    def chain(prefix: str, *ops: tuple[str, ...]) -> list[Kernel]:
        return [Kernel(name=f"{prefix}{i}", kind="generated", ops=o) for i, o in enumerate(ops)]

    left = chain("l", ("aten.addmm",), ("aten.gelu",), ("aten.addmm",))
    right = chain("r", ("dot_general",), ("add", "erfc", "mul"), ("dot_general",), ("add",))
    found = [
        ([k.name for k in r.left.kernels], [k.name for k in r.right.kernels], r.how)
        for r in ALIGN(left, right)
    ]
    assert found == [
        (["l0"], ["r0"], "same operations"),
        (["l1"], ["r1"], "same operations"),
        (["l2"], ["r2", "r3"], "same operations"),  # addmm adds the bias that r3 adds
    ]


def test_generic_kernels_between_the_same_regions_stand_beside_each_other() -> None:
    found = rows("tf-graph-cpu/layernorm-forward", "jax-cpu/layernorm-forward")
    assert found[-1] == (
        ["mul_1", "mul_2", "add_1"],
        ["broadcast_add_fusion"],
        "between the same kernels",
    )
    assert (["sub"], ["broadcast_subtract_fusion"], "between the same kernels") in found


OPS = st.sampled_from(
    ["dot_general", "add", "mul", "exp", "reduce_sum", "aten._softmax", "odd", ""]
)
KERNELS = st.lists(
    st.builds(
        Kernel,
        name=st.sampled_from("abcdef"),
        kind=st.sampled_from(["generated", "library", "copy"]),
        ops=st.lists(OPS, max_size=4).map(tuple),
        bytes=st.one_of(st.none(), st.integers(0, 9)),
    ),
    max_size=7,
)


@given(left=KERNELS, right=KERNELS)
@settings(max_examples=150, deadline=None)
def test_every_kernel_is_in_exactly_one_row(left: list[Kernel], right: list[Kernel]) -> None:
    found = ALIGN(left, right)
    for side, listed in (("left", left), ("right", right)):
        placed: list[Any] = [k for row in found for k in getattr(row, side).kernels]
        assert sorted(map(id, placed)) == sorted(map(id, listed))
    assert all(row.aligned == (row.how != "unaligned") for row in found)


def test_texts_that_differ_in_names_only_do_not_differ() -> None:
    for stage, left, right in [
        ("hlo", "  %add.12 = f32[8]{0} add(%p.1, %p.2)", "  %add.7 = f32[8]{0} add(%p.3, %p)"),
        ("ptx", "\tadd.f32 \t%f12, %f1, %f2;", "\tadd.f32 \t%f3, %f9, %f2;"),
        ("llir", "  %12 = fadd float %1, %2, !dbg !7", "  %3 = fadd float %9, %2, !dbg !8"),
        ("sass", "        /*0010*/  FADD R1, R2, R3 ;", "        /*0a10*/  FADD R4, R2, R3 ;"),
        ("output-code", "    tmp1 = tmp0 + tmp2", "    tmp7 = tmp3 + tmp2"),
        ("ttgir", "  %1 = arith.addf %0, %2 : f32 loc(#loc3)", "  %9 = arith.addf %0, %5 : f32"),
        ("asm", "    25e1:\tjmp    2600 <kernel+0x8>", "    31e1:\tjmp    3200 <kernel+0x20>"),
    ]:
        assert DIFF(left, right, stage).lines == (), stage


def test_texts_that_say_something_else_do_differ() -> None:
    for stage, left, right in [
        ("hlo", "  %add.12 = f32[8]{0} add(%p.1, %p.2)", "  %add.7 = f32[9]{0} add(%p.3, %p)"),
        ("ptx", "\tadd.f32 \t%f12, %f1, %f2;", "\tmul.f32 \t%f3, %f9, %f2;"),
        ("output-code", "    tmp1 = tmp0 + 1.0", "    tmp1 = tmp0 + 2.0"),
        ("hlo", "  %exp.1 = f32[] exponential(%p)", "  %log.1 = f32[] exponential(%p)"),
    ]:
        diff = DIFF(left, right, stage)
        assert (diff.added, diff.removed) == (1, 1), stage
        assert f"-{left}" in diff.lines
        assert f"+{right}" in diff.lines


def test_an_inserted_line_is_all_that_differs_whatever_is_renumbered_after_it() -> None:
    left = "\n".join(f"    tmp{i} = tmp{i - 1} + 1" for i in range(1, 20))
    right = left.replace("    tmp5 = ", "    tmp99 = tl.exp(tmp4)\n    tmp5 = ")
    diff = DIFF(left, right, "triton", names=("before", "after"))
    assert [line for line in diff.lines if line[0] in "+-"] == [
        "--- before",
        "+++ after",
        "+    tmp99 = tl.exp(tmp4)",
    ]
    assert diff.lines[2] == "@@ -2,6 +2,7 @@"


def test_every_golden_text_equals_itself_and_is_not_normalised_away() -> None:
    for name, artifact in every_text():
        text = artifact.text or ""
        assert DIFF(text, text, artifact.stage).lines == ()
        if STAGES[artifact.stage].language != "protobuf" and len(text) < 40_000:
            assert DIFF(text, "", artifact.stage).removed > 3, (name, artifact.stage)

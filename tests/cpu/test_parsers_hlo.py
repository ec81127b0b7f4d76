"""HLO golden files against counts made by hand, and damaged text."""

from dataclasses import replace
from pathlib import Path

import pytest

from opscope.facts import Frame, kernels_of, parse
from opscope.records import Artifact, Kernel
from opscope.registry import Registry

GOLDEN = Path(__file__).parent.parent / "golden"


def hlo(name: str) -> Artifact:
    return Artifact(stage="hlo-optimized", text=(GOLDEN / name / "hlo-optimized.hlo").read_text())


def kernels(name: str) -> tuple[Kernel, ...]:
    found = kernels_of([hlo(name)], Registry())
    assert not isinstance(found, str), found
    return found


@pytest.mark.parametrize(
    ("name", "launches", "fusions"),
    [
        ("jax-cpu/matmul-forward", 1, 0),  # a lone dot wrapped as a library fusion
        ("jax-cpu/conv2d-forward", 1, 0),
        ("jax-cpu/sumcos32-forward", 1, 1),
        ("jax-cpu/sumcos33-forward", 3, 0),  # cosine, reduce-window, reduce: nothing together
        ("jax-cpu/layernorm-forward", 5, 4),  # the first YNN sum is alone
        ("jax-cpu/gelu-forward", 2, 1),
        ("jax-cpu/softmax-forward", 4, 1),  # YNN: max, subtract, exponential
        ("jax-cpu/attention-forward", 5, 1),
        ("jax-h100/layernorm-forward", 1, 1),
        ("jax-h100/softmax-forward", 1, 1),
        ("jax-h100/gelu-forward", 2, 1),
        ("jax-h100/sumcos33-forward", 1, 1),
        ("jax-v5e/softmax-forward", 4, 2),  # one of them a prefetch
        ("tf-xla-cpu/matmul-forward", 1, 0),
        ("tf-xla-cpu/sumcos33-forward", 3, 0),
        ("tf-xla-cpu/layernorm-forward", 5, 3),
        ("tf-xla-cpu/gelu-forward", 2, 1),
    ],
)
def test_kernels_and_fusions_are_those_counted_by_hand(
    name: str, launches: int, fusions: int
) -> None:
    found = kernels(name)
    assert sum(k.launches for k in found) == launches
    assert sum(k.fused for k in found) == fusions


def test_sum_of_cosines_goes_from_one_entry_fusion_to_three() -> None:
    registry = Registry()
    for name, fusions in (("sumcos32", 1), ("sumcos33", 3)):
        facts = parse(hlo(f"jax-cpu/{name}-forward"), registry)
        assert facts is not None
        assert facts.counts["entry_fusions"] == fusions


def test_kernels_of_a_layernorm_tell_their_operations_bytes_and_flops() -> None:
    found = kernels("jax-cpu/layernorm-forward")
    assert [k.kind for k in found] == ["library", "generated", "library", "generated", "generated"]
    assert found[1].ops == ("div", "sub")
    assert found[4].ops == ("div", "sub", "mul", "mul", "add")
    n = 512 * 1024
    assert found[1].bytes == 4 * (n + 512 + n)  # x and the sums read, the difference written
    assert found[2].flops == n + 512 * 1023  # squares, then sums of 1024
    assert all(k.stage == "hlo-optimized" and k.lines for k in found)


def test_flops_of_products_and_convolutions_count_taps_inside_the_image_only() -> None:
    assert kernels("jax-cpu/matmul-forward")[0].flops == 2 * 128 * 96 * 64
    # 28 x 28 outputs of a 3 x 3 kernel with padding 1: 28 * 3 - 2 taps along each axis
    assert kernels("jax-cpu/conv2d-forward")[0].flops == 2 * 82 * 82 * 2 * 16 * 32


def test_a_loop_launches_the_kernels_of_its_body_as_often_as_it_runs() -> None:
    found = {k.name: k for k in kernels("jax-cpu/scan-forward")}
    assert found["ynn_fusion"].launches == 10
    assert found["wrapped_compare"].launches == 11
    assert found["add_tanh_fusion"].notes == ("runs 10 times in while.6",)
    # reads one of ten slices, not all
    assert found["add_tanh_fusion"].bytes == 4 * (128 + 128 + 128) + 4
    assert "while.6" not in found


def test_a_fusion_takes_the_places_of_its_body_and_a_region_those_of_its_users() -> None:
    facts = parse(hlo("jax-cpu/layernorm-forward"), Registry())
    assert facts is not None
    lines = {
        anchor.kernel: {f.line for f in anchor.frames if f.file == "jax_ops.py"}
        for anchor in facts.anchors
    }
    assert lines["broadcast_add_fusion"] == {8, 9, 12, 13}
    assert lines["reduce_sum.12"] == {10}
    assert Frame("jax_ops.py", 11) in next(a.frames for a in facts.anchors if a.kernel == "rsqrt.2")


def test_fusions_inside_fusions_belong_to_the_outer_one() -> None:
    copy, fused = kernels("jax-v5e/gelu-forward")
    assert (copy.kind, copy.bytes) == ("copy", 2 * 4 * 512 * 1024)
    assert fused.ops == ("dot_general", "add", "mul", "neg", "erfc")
    assert (fused.flops or 0) > 2 * 256 * 512 * 1024


def test_library_calls_of_a_gpu_have_flops_and_signals_to_the_compiler_are_no_kernels() -> None:
    text = """HloModule m
ENTRY %main (a: f32[8,16], b: f32[16,4]) -> f32[8,4] {
  %a = f32[8,16]{1,0} parameter(0)
  %b = f32[16,4]{1,0} parameter(1)
  %s = f32[8,16]{1,0} custom-call(%a), custom_call_target="Sharding"
  %g = (f32[8,4]{1,0}, s8[1024]{0}) custom-call(%s, %b), TARGET
  ROOT %r = f32[8,4]{1,0} get-tuple-element(%g), index=0
}
"""
    target = 'custom_call_target="__cublas$gemm"'
    config = '"dot_dimension_numbers":{"lhs_contracting_dimensions":["1"]}'
    text = text.replace("TARGET", f"{target}, backend_config={{{config}}}")
    facts = parse(Artifact(stage="hlo-optimized", text=text), Registry())
    assert facts is not None
    (product,) = facts.kernels
    assert (product.kind, product.flops) == ("library", 2 * 8 * 16 * 4)
    assert product.notes == ("calls __cublas$gemm",)


def test_variants_of_a_compilation_are_not_added_to_it() -> None:
    whole = hlo("jax-cpu/layernorm-forward")
    variant = Artifact(stage="hlo-optimized", part="variant", text=whole.text)
    parts = [replace(variant, part=name) for name in ("forward", "backward")]
    assert len(kernels_of([whole, variant], Registry())) == 5
    assert len(kernels_of(parts, Registry())) == 10


def test_text_outside_any_computation_is_reported_with_its_line_and_the_rest_is_kept() -> None:
    text = hlo("jax-cpu/matmul-forward").text or ""
    lines = text.splitlines()
    lines.insert(len(lines) - 2, "  what is this?")
    damaged = Artifact(stage="hlo-optimized", text="\n".join(lines))
    facts = parse(damaged, Registry())
    assert facts is not None
    assert [(u.line, u.text) for u in facts.unknown] == [(len(lines) - 2, "what is this?")]
    assert len(facts.kernels) == 1


def test_without_a_stage_that_tells_kernels_the_reason_is_given() -> None:
    assert kernels_of([], Registry()) == "no stage that tells the kernels was captured"
    absent = Artifact(stage="hlo-optimized", absent="the dump folder was empty")
    assert kernels_of([absent], Registry()) == "hlo-optimized: the dump folder was empty"
    strange = Artifact(stage="hlo-optimized", text="hello")
    assert "line 1 was not understood: hello" in str(kernels_of([strange], Registry()))

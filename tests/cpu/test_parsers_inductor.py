"""Inductor's output code and scheduler nodes: launches, operators, bytes."""

from __future__ import annotations

import sys
from pathlib import Path

import pytest

from opscope.facts import Facts, kernels_of
from opscope.records import Artifact, Kernel
from opscope.registry import Registry

sys.path.insert(0, str(Path(__file__).parent))
from _golden import GOLDEN, artifacts


def kernels(folder: str) -> tuple[Kernel, ...]:
    code = [a for a in artifacts(folder) if a.stage == "output-code"]
    found = kernels_of(code, Registry())
    assert not isinstance(found, str), found
    return found


def parsed(text: str, parser: str = "inductor") -> Facts:
    return Registry().parsers[parser].parse(text)


@pytest.mark.parametrize(
    ("folder", "kinds"),
    [
        ("inductor-cpu/layernorm-forward", "g"),
        ("inductor-cpu/native_layernorm-forward", "g"),
        ("inductor-sm_90/layernorm-forward", "g"),
        ("inductor-sm_90/native_layernorm-forward", "g"),
        ("inductor-cpu-2.9.1/layernorm-forward", "g"),
        ("inductor-sm_90-2.9.1/layernorm-forward", "g"),
        ("inductor-sm_90-2.9.1/gelu-forward", "lg"),
        ("inductor-cpu/softmax-forward", "g"),
        ("inductor-cpu/matmul-forward", "l"),
        ("inductor-cpu/matmul-backward", "lll"),
        ("inductor-cpu/gelu-forward", "lg"),
        ("inductor-cpu-2.9.1/gelu-forward", "lg"),
        ("inductor-sm_90/gelu-forward", "lg"),
        ("inductor-cpu/gelu-backward", "lg" + "glgl"),
        ("inductor-sm_90/gelu-backward", "lg" + "glggl"),
        ("inductor-cpu/sdpa-forward", "l"),
        ("inductor-sm_90/attention-forward", "lgl"),
        ("inductor-cpu/conv2d-forward", "clc"),  # to channels-last, convolve, back
        ("inductor-cpu-2.9.1/conv2d-forward", "clc"),
        ("inductor-sm_90/conv2d-forward", "ccl"),
        ("inductor-cpu/sumcos32-forward", "g"),
    ],
)
def test_launches_are_those_of_the_wrapper_in_its_order(folder: str, kinds: str) -> None:
    assert "".join(kernel.kind[0] for kernel in kernels(folder)) == kinds


def test_operators_come_from_the_graph_fragment_then_the_tags_then_the_name() -> None:
    (triton,) = kernels("inductor-sm_90/native_layernorm-forward")
    assert triton.ops == (
        *("aten.var_mean", "aten.sub", "aten.add", "aten.rsqrt", "aten.mul", "aten.mul"),
        "aten.add",
    )
    tagged = kernels("inductor-cpu/gelu-forward")[1]
    assert tagged.ops == ("aten.mul", "aten.mul", "aten.erf", "aten.add", "aten.mul")
    named = kernels("inductor-cpu/native_layernorm-backward")
    assert named[0].ops == ("aten.native_layer_norm",)
    assert named[1].ops == ("aten.native_layer_norm", "aten.native_layer_norm_backward")
    assert kernels("inductor-cpu/softmax-backward")[1].ops == ("aten._softmax_backward_data",)


def test_a_library_call_is_one_operation_with_bytes_and_flops() -> None:
    addmm, gelu = kernels("inductor-cpu/gelu-forward")
    assert addmm.name == "extern_kernels.addmm"
    assert addmm.ops == ("aten.addmm",)
    assert not addmm.fused
    assert addmm.flops == 2 * 256 * 512 * 1024
    assert addmm.bytes == 4 * (256 * 512 + 512 * 1024 + 1024 + 256 * 1024)
    assert gelu.bytes == 2 * 4 * 256 * 1024  # in place: read and written
    convolution = kernels("inductor-cpu/conv2d-forward")[1]
    assert convolution.flops == 2 * 82 * 82 * 2 * 16 * 32  # taps on padding are no work


def test_bytes_of_a_generated_kernel_are_those_of_its_buffers() -> None:
    n = 512 * 1024
    (cpu,) = kernels("inductor-cpu/layernorm-forward")
    assert cpu.bytes == 4 * (2 * n + 2 * 1024 + 2 * 512)  # two sums a row go through memory
    (gpu,) = kernels("inductor-sm_90/layernorm-forward")
    assert gpu.bytes == 4 * (2 * n + 2 * 1024)


WRAPPER = """
triton_poi_fused_relu_0 = async_compile.triton('triton_poi_fused_relu_0', '''
    triton_meta={'signature': {'in_ptr0': '*bf16', 'out_ptr0': '*bf16', 'xnumel': 'i32'}},
def triton_poi_fused_relu_0(in_ptr0, out_ptr0, xnumel):
    tmp0 = tl.load(in_ptr0 + x0)
    tmp1 = triton_helpers.maximum(0, tmp0)
    tl.store(out_ptr0 + x0, tmp1)
''', device_str='cuda')

def partition_0(args):
    arg0_1, = args
    args.clear()
    assert_size_stride(arg0_1, (8, s0), (s0, 1))
    buf0 = empty_strided_cuda((8, 4), (4, 1), torch.bfloat16)
    triton_poi_fused_relu_0.run(arg0_1, buf0, 32, stream=stream0)
    return (buf0, )

class Runner:
    def call(self, args):
        arg0_1, = args
        args.clear()
        partition0_args = [arg0_1]
        (buf0,) = self.partitions[0](partition0_args)
        del partition0_args
        arg0_1.copy_(buf0)
        buf1 = torch.ops.aten.sort.default(buf0)
        return (buf1, )
"""


def test_graph_partitions_copies_and_fallbacks_are_launched_where_they_are_called() -> None:
    facts = parsed(WRAPPER)
    assert facts.unknown == ()
    assert [k.name for k in facts.kernels] == [
        "triton_poi_fused_relu_0",
        "copy_",
        "aten.sort.default",
    ]
    assert [k.kind for k in facts.kernels] == ["generated", "copy", "library"]
    assert facts.kernels[0].bytes is None  # one size is symbolic
    assert facts.kernels[0].ops == ("aten.relu",)


def test_without_call_the_reason_says_so() -> None:
    reason = kernels_of([Artifact(stage="output-code", text="import torch\n")], Registry())
    assert reason == "output-code names none (line 1 was not understood: import torch)"


def test_scheduler_nodes_tell_the_operators_that_the_kernel_name_hides() -> None:
    folder = "inductor-cpu/layernorm-forward"
    code, ir = (
        next(a for a in artifacts(folder) if a.stage == stage)
        for stage in ("output-code", "inductor-ir")
    )
    untagged = Artifact(
        stage="output-code",
        text="\n".join(line.partition("  // @src")[0] for line in (code.text or "").splitlines()),
    )
    (named,) = kernels_of([untagged], Registry())
    assert len(named.ops) == 5  # the name has each operator once
    assert isinstance(named, Kernel)
    (told,) = kernels_of([untagged, ir], Registry())
    assert isinstance(told, Kernel)
    assert sorted(told.ops) == sorted(
        ["aten.mean"] * 2 + ["aten.mul"] * 3 + ["aten.add"] * 2 + ["aten.sub", "aten.rsqrt"]
    )


def test_the_scheduler_text_gives_fused_nodes_with_buffers_and_origins() -> None:
    text = (GOLDEN / "inductor-cpu/layernorm-forward/inductor-ir.txt").read_text()
    facts = parsed(text, "inductor_ir")
    assert [node.name for node in facts.nodes] == ["op0_op1_op2"]
    assert facts.nodes[0].attributes["writes"] == "buf0,buf1,buf2"
    assert set(facts.nodes[0].operands) == {"arg0_1", "arg1_1", "arg2_1"}

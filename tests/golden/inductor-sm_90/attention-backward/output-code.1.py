# AOT ID: ['11_backward']
from ctypes import c_void_p, c_long, c_int
import torch
import math
import random
import os
import tempfile
from math import inf, nan
from cmath import nanj
from torch._inductor.hooks import run_intermediate_hooks
from torch._inductor.utils import maybe_profile
from torch._inductor.codegen.memory_planning import _align as align
from torch import device, empty_strided
from torch._inductor.async_compile import AsyncCompile
from torch._inductor.select_algorithm import extern_kernels
from torch._C._dynamo.guards import copy_if_misaligned
import triton
import triton.language as tl
from torch._inductor.runtime.triton_heuristics import start_graph, end_graph
from torch._C import _cuda_getCurrentRawStream as get_raw_stream

aten = torch.ops.aten
inductor_ops = torch.ops.inductor
_quantized = torch.ops._quantized
assert_size_stride = torch._C._dynamo.guards.assert_size_stride
assert_alignment = torch._C._dynamo.guards.assert_alignment
empty_strided_cpu = torch._C._dynamo.guards._empty_strided_cpu
empty_strided_cpu_pinned = torch._C._dynamo.guards._empty_strided_cpu_pinned
empty_strided_cuda = torch._C._dynamo.guards._empty_strided_cuda
empty_strided_xpu = torch._C._dynamo.guards._empty_strided_xpu
empty_strided_mtia = torch._C._dynamo.guards._empty_strided_mtia
reinterpret_tensor = torch._C._dynamo.guards._reinterpret_tensor
alloc_from_pool = torch.ops.inductor._alloc_from_pool
async_compile = AsyncCompile()
empty_strided_p2p = torch._C._distributed_c10d._SymmetricMemory.empty_strided_p2p


# kernel path: cl7rtkqiruea3v4csbtti2u4q3zfa7lyawtszkadaxq7j7ecvie3.py
# Topologically Sorted Source Nodes: [view_8, mul, sum_2, neg, fma, div_2], Original ATen: [aten.view, aten._softmax_backward_data, aten.div]
# Source node to ATen node mapping:
#   div_2 => div_2
#   fma => fma
#   mul => mul
#   neg => neg
#   sum_2 => sum_2
#   view_8 => view_8
# Graph fragment:
#   %bmm_3 : Tensor "f32[8, 128, 128][16384, 128, 1]cuda:0" = PlaceHolder[target=bmm_3]
#   %expand_2 : Tensor "f32[2, 4, 128, 128][65536, 16384, 128, 1]cuda:0" = PlaceHolder[target=expand_2]
#   %sum_2 : Tensor "f32[2, 4, 128, 1][512, 128, 1, 1024]cuda:0" = PlaceHolder[target=sum_2]
#   %view_8 : Tensor "f32[2, 4, 128, 128][65536, 16384, 128, 1]cuda:0"[num_users=1] = call_function[target=torch.ops.aten.reshape.default](args = (%bmm_3, [2, 4, 128, 128]), kwargs = {})
#   %mul : Tensor "f32[2, 4, 128, 128][65536, 16384, 128, 1]cuda:0"[num_users=2] = call_function[target=torch.ops.aten.mul.Tensor](args = (%view_8, %div_1), kwargs = {})
#   %sum_2 : Tensor "f32[2, 4, 128, 1][512, 128, 1, 1]cuda:0"[num_users=1] = call_function[target=torch.ops.aten.sum.dim_IntList](args = (%mul, [-1], True), kwargs = {})
#   %neg : Tensor "f32[2, 4, 128, 128][65536, 16384, 128, 1]cuda:0"[num_users=1] = call_function[target=torch.ops.aten.neg.default](args = (%div_1,), kwargs = {})
#   %fma : Tensor "f32[2, 4, 128, 128][65536, 16384, 128, 1]cuda:0"[num_users=1] = call_function[target=torch.ops.prims.fma.default](args = (%neg, %sum_2, %mul), kwargs = {})
#   %div_2 : Tensor "f32[2, 4, 128, 128][65536, 16384, 128, 1]cuda:0"[num_users=1] = call_function[target=torch.ops.aten.div.Tensor](args = (%fma, 8.0), kwargs = {})
#   return %sum_2,%div_2
triton_per_fused__softmax_backward_data_div_view_0 = async_compile.triton('triton_per_fused__softmax_backward_data_div_view_0', '''
import triton
import triton.language as tl

from torch._inductor.runtime import triton_helpers, triton_heuristics
from torch._inductor.runtime.triton_helpers import libdevice, math as tl_math
from torch._inductor.runtime.hints import AutotuneHint, ReductionHint, TileHint, DeviceProperties
triton_helpers.set_driver_to_gpu()

@triton_heuristics.persistent_reduction(
    size_hints={'x': 1024, 'r0_': 128},
    reduction_hint=ReductionHint.INNER,
    filename=__file__,
    triton_meta={'signature': {'in_out_ptr0': '*fp32', 'in_ptr0': '*fp32', 'xnumel': 'i32', 'r0_numel': 'i32', 'XBLOCK': 'constexpr'}, 'device': DeviceProperties(type='cuda', index=0, multi_processor_count=132, cc=90, major=9, regs_per_multiprocessor=65536, max_threads_per_multi_processor=2048, max_threads_per_block=1024, warp_size=32), 'constants': {}, 'native_matmul': False, 'enable_fp_fusion': True, 'launch_pdl': False, 'disable_ftz': False, 'configs': [{(0,): [['tt.divisibility', 16]], (1,): [['tt.divisibility', 16]], (2,): [['tt.divisibility', 16]], (3,): [['tt.divisibility', 16]]}]},
    inductor_meta={'grid_type': 'Grid1D', 'kernel_name': 'triton_per_fused__softmax_backward_data_div_view_0', 'mutated_arg_names': ['in_out_ptr0'], 'optimize_mem': True, 'no_x_dim': None, 'atomic_add_found': False, 'num_load': 2, 'num_store': 1, 'num_reduction': 1, 'autotune_hints': set(), 'tiling_scores': {'x': 0, 'r0_': 2097152}, 'backend_hash': 'A8D4B7AD1D7B76382BCCD53B62B20933A68DF17A6D0B3F8D0003D25864098BD5', 'assert_indirect_indexing': True, 'autotune_local_cache': True, 'autotune_pointwise': True, 'autotune_remote_cache': None, 'force_disable_caches': True, 'dynamic_scale_rblock': True, 'incremental_autotune': False, 'max_autotune': False, 'max_autotune_pointwise': False, 'min_split_scan_rblock': 256, 'spill_threshold': 16, 'store_cubin': False, 'deterministic': False, 'batch_invariant': False, 'force_filter_reduction_configs': False, 'mix_order_reduction_allow_multi_stages': True, 'dynamic_disable_pipelining': True, 'are_deterministic_algorithms_enabled': False}
)
@triton.jit
def triton_per_fused__softmax_backward_data_div_view_0(in_out_ptr0, in_ptr0, xnumel, r0_numel, XBLOCK : tl.constexpr):
    xnumel = 1024
    r0_numel = 128
    R0_BLOCK: tl.constexpr = 128
    rnumel = r0_numel
    RBLOCK: tl.constexpr = R0_BLOCK
    xoffset = tl.program_id(0) * XBLOCK
    xindex = xoffset + tl.arange(0, XBLOCK)[:, None]
    xmask = xindex < xnumel
    r0_index = tl.arange(0, R0_BLOCK)[None, :]
    r0_offset = 0
    r0_mask = tl.full([R0_BLOCK], True, tl.int1)[None, :]
    roffset = r0_offset
    rindex = r0_index
    r0_1 = r0_index  # @src:mul
    x0 = xindex  # @src:mul
    tmp0 = tl.load(in_ptr0 + (r0_1 + 128*x0), xmask, eviction_policy='evict_first', other=0.0)  # @src:mul
    tmp1 = tl.load(in_out_ptr0 + (r0_1 + 128*x0), xmask, eviction_policy='evict_first', other=0.0)  # @src:mul
    tmp2 = tmp0 * tmp1  # @src:mul
    tmp3 = tl.broadcast_to(tmp2, [XBLOCK, R0_BLOCK])  # @src:sum_2
    tmp5 = tl.where(xmask, tmp3, 0)  # @src:sum_2
    tmp6 = tl.sum(tmp5, 1)[:, None].to(tl.float32)  # @src:sum_2
    tmp7 = -tmp1  # @src:neg
    tmp8 = tl.fma(tmp7, tmp6, tmp2)  # @src:fma
    tmp9 = tl.full([1, 1], 0.125, tl.float32)  # @src:div_2
    tmp10 = tmp8 * tmp9  # @src:div_2
    tl.store(in_out_ptr0 + (r0_1 + 128*x0), tmp10, xmask)  # @src:div_2
''', device_str='cuda')


async_compile.wait(globals())
del async_compile

class Runner:
    def __init__(self, partitions):
        self.partitions = partitions

    def recursively_apply_fns(self, fns):
        new_callables = []
        for fn, c in zip(fns, self.partitions):
            new_callables.append(fn(c))
        self.partitions = new_callables

    def call(self, args):
        div_1, permute_2, permute_3, permute_4, tangents_1 = args
        args.clear()
        assert_size_stride(div_1, (2, 4, 128, 128), (65536, 16384, 128, 1), 'input')
        assert_size_stride(tangents_1, (2, 4, 128, 64), (32768, 8192, 64, 1), 'input')
        with torch.cuda._DeviceGuard(0):
            torch.cuda.set_device(0)
            tangents_1 = copy_if_misaligned(tangents_1)
            buf0 = empty_strided_cuda((8, 128, 64), (8192, 64, 1), torch.float32)
            # Topologically Sorted Source Nodes: [view_6, matmul_1, permute_1, bmm_2], Original ATen: [aten.view, aten.transpose, aten.bmm]
            extern_kernels.bmm(reinterpret_tensor(div_1, (8, 128, 128), (16384, 1, 128), 0), reinterpret_tensor(tangents_1, (8, 128, 64), (8192, 64, 1), 0), out=buf0)
            assert_size_stride(permute_2, (8, 64, 128), (8192, 1, 64), 'input')
            buf1 = empty_strided_cuda((8, 128, 128), (16384, 128, 1), torch.float32)
            # Topologically Sorted Source Nodes: [view_6, bmm_3], Original ATen: [aten.view, aten.bmm]
            extern_kernels.bmm(reinterpret_tensor(tangents_1, (8, 128, 64), (8192, 64, 1), 0), permute_2, out=buf1)
            del permute_2
            del tangents_1
            buf3 = div_1; del div_1  # reuse
            # Topologically Sorted Source Nodes: [view_8, mul, sum_2, neg, fma, div_2], Original ATen: [aten.view, aten._softmax_backward_data, aten.div]
            raw_stream0 = get_raw_stream(0)
            triton_per_fused__softmax_backward_data_div_view_0.run(buf3, buf1, 1024, 128, stream=raw_stream0)
            del buf1
            assert_size_stride(permute_3, (8, 64, 128), (8192, 1, 64), 'input')
            buf4 = empty_strided_cuda((8, 64, 128), (8192, 128, 1), torch.float32)
            # Topologically Sorted Source Nodes: [view_8, mul, neg, fma, div_2, view_9, bmm_4], Original ATen: [aten.view, aten._softmax_backward_data, aten.div, aten.bmm]
            extern_kernels.bmm(permute_3, reinterpret_tensor(buf3, (8, 128, 128), (16384, 128, 1), 0), out=buf4)
            del permute_3
            assert_size_stride(permute_4, (8, 128, 64), (8192, 64, 1), 'input')
            buf5 = empty_strided_cuda((8, 128, 64), (8192, 64, 1), torch.float32)
            # Topologically Sorted Source Nodes: [view_8, mul, neg, fma, div_2, view_9, bmm_5], Original ATen: [aten.view, aten._softmax_backward_data, aten.div, aten.bmm]
            extern_kernels.bmm(reinterpret_tensor(buf3, (8, 128, 128), (16384, 128, 1), 0), permute_4, out=buf5)
            del buf3
            del permute_4
        return (reinterpret_tensor(buf4, (2, 4, 128, 64), (32768, 8192, 1, 128), 0), reinterpret_tensor(buf5, (2, 4, 128, 64), (32768, 8192, 64, 1), 0), reinterpret_tensor(buf0, (2, 4, 128, 64), (32768, 8192, 64, 1), 0), )

runner = Runner(partitions=[])
call = runner.call
recursively_apply_fns = runner.recursively_apply_fns


def get_args():
    from torch._dynamo.testing import rand_strided
    div_1 = rand_strided((2, 4, 128, 128), (65536, 16384, 128, 1), device='cuda:0', dtype=torch.float32)
    permute_2 = rand_strided((8, 64, 128), (8192, 1, 64), device='cuda:0', dtype=torch.float32)
    permute_3 = rand_strided((8, 64, 128), (8192, 1, 64), device='cuda:0', dtype=torch.float32)
    permute_4 = rand_strided((8, 128, 64), (8192, 64, 1), device='cuda:0', dtype=torch.float32)
    tangents_1 = rand_strided((2, 4, 128, 64), (32768, 8192, 64, 1), device='cuda:0', dtype=torch.float32)
    return [div_1, permute_2, permute_3, permute_4, tangents_1]


def benchmark_compiled_module(args, times=10, repeat=10):
    from torch._inductor.utils import print_performance
    fn = lambda: call(list(args))
    return print_performance(fn, times=times, repeat=repeat, device='cuda')


if __name__ == "__main__":
    from torch._inductor.wrapper_benchmark import compiled_module_main
    args = get_args()
    compiled_module_main('None', lambda times, repeat: benchmark_compiled_module(args, times=times, repeat=repeat))

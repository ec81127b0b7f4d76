# AOT ID: ['11_forward']
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


# kernel path: c7oezw4tl5ruxocgn77ojpexfxofxf27odyumycun4rlb2qlbuvf.py
# Topologically Sorted Source Nodes: [matmul, softmax], Original ATen: [aten.view, aten.div, aten.mul, aten.amax, aten.sub, aten.abs, aten.ne, aten.eq, aten.all, aten._softmax]
# Source node to ATen node mapping:
#   matmul => view_2
#   softmax => div_1, exp, sum_1, where_self
# Graph fragment:
#   %bmm : Tensor "f32[8, 128, 128][16384, 128, 1]cuda:0" = PlaceHolder[target=bmm]
#   %any_dims : Tensor "b8[2, 4, 128, 1][512, 128, 1, 1024]cuda:0" = PlaceHolder[target=any_dims]
#   %amax_default : Tensor "f32[2, 4, 128, 1][512, 128, 1, 1024]cuda:0" = PlaceHolder[target=amax_default]
#   %amax_default_1 : Tensor "f32[2, 4, 128, 1][512, 128, 1, 1024]cuda:0" = PlaceHolder[target=amax_default_1]
#   %sum_1 : Tensor "f32[2, 4, 128, 1][512, 128, 1, 1024]cuda:0" = PlaceHolder[target=sum_1]
#   %view_2 : Tensor "f32[2, 4, 128, 128][65536, 16384, 128, 1]cuda:0"[num_users=2] = call_function[target=torch.ops.aten.reshape.default](args = (%bmm, [2, 4, 128, 128]), kwargs = {})
#   %div_tensor : Tensor "f32[2, 4, 128, 128][65536, 16384, 128, 1]cuda:0"[num_users=4] = call_function[target=torch.ops.aten.div.Tensor](args = (%view_2, 8.0), kwargs = {})
#   %mul_tensor : Tensor "f32[2, 4, 128, 128][65536, 16384, 128, 1]cuda:0"[num_users=2] = call_function[target=torch.ops.aten.mul.Tensor](args = (%view_2, 1), kwargs = {})
#   %amax_default : Tensor "f32[2, 4, 128, 1][512, 128, 1, 1]cuda:0"[num_users=1] = call_function[target=torch.ops.aten.amax.default](args = (%mul_tensor, [-1], True), kwargs = {})
#   %sub_tensor : Tensor "f32[2, 4, 128, 128][65536, 16384, 128, 1]cuda:0"[num_users=1] = call_function[target=torch.ops.aten.sub.Tensor](args = (%mul_tensor, %amax_default), kwargs = {})
#   %div_tensor_1 : Tensor "f32[2, 4, 128, 128][65536, 16384, 128, 1]cuda:0"[num_users=1] = call_function[target=torch.ops.aten.div.Tensor](args = (%sub_tensor, 8.0), kwargs = {})
#   %amax_default_1 : Tensor "f32[2, 4, 128, 1][512, 128, 1, 1]cuda:0"[num_users=1] = call_function[target=torch.ops.aten.amax.default](args = (%div_tensor, [-1], True), kwargs = {})
#   %sub_tensor_1 : Tensor "f32[2, 4, 128, 128][65536, 16384, 128, 1]cuda:0"[num_users=1] = call_function[target=torch.ops.aten.sub.Tensor](args = (%div_tensor, %amax_default_1), kwargs = {})
#   %abs_default : Tensor "f32[2, 4, 128, 128][65536, 16384, 128, 1]cuda:0"[num_users=1] = call_function[target=torch.ops.aten.abs.default](args = (%div_tensor,), kwargs = {})
#   %ne_scalar : Tensor "b8[2, 4, 128, 128][65536, 16384, 128, 1]cuda:0"[num_users=1] = call_function[target=torch.ops.aten.ne.Scalar](args = (%abs_default, inf), kwargs = {})
#   %eq_tensor : Tensor "b8[2, 4, 128, 128][65536, 16384, 128, 1]cuda:0"[num_users=1] = call_function[target=torch.ops.aten.eq.Tensor](args = (%div_tensor, %div_tensor), kwargs = {})
#   %mul_tensor_1 : Tensor "b8[2, 4, 128, 128][65536, 16384, 128, 1]cuda:0"[num_users=1] = call_function[target=torch.ops.aten.mul.Tensor](args = (%eq_tensor, %ne_scalar), kwargs = {})
#   %logical_not_default : Tensor "b8[2, 4, 128, 128][65536, 16384, 128, 1]cuda:0"[num_users=1] = call_function[target=torch.ops.aten.logical_not.default](args = (%mul_tensor_1,), kwargs = {})
#   %any_dims : Tensor "b8[2, 4, 128, 1][512, 128, 1, 1]cuda:0"[num_users=1] = call_function[target=torch.ops.aten.any.dims](args = (%logical_not_default, [-1], True), kwargs = {})
#   %logical_not_default_1 : Tensor "b8[2, 4, 128, 1][512, 128, 1, 1]cuda:0"[num_users=1] = call_function[target=torch.ops.aten.logical_not.default](args = (%any_dims,), kwargs = {})
#   %where_self : Tensor "f32[2, 4, 128, 128][65536, 16384, 128, 1]cuda:0"[num_users=1] = call_function[target=torch.ops.aten.where.self](args = (%logical_not_default_1, %div_tensor_1, %sub_tensor_1), kwargs = {})
#   %exp : Tensor "f32[2, 4, 128, 128][65536, 16384, 128, 1]cuda:0"[num_users=2] = call_function[target=torch.ops.aten.exp.default](args = (%where_self,), kwargs = {})
#   %sum_1 : Tensor "f32[2, 4, 128, 1][512, 128, 1, 1]cuda:0"[num_users=1] = call_function[target=torch.ops.aten.sum.dim_IntList](args = (%exp, [-1], True), kwargs = {})
#   %div_1 : Tensor "f32[2, 4, 128, 128][65536, 16384, 128, 1]cuda:0"[num_users=2] = call_function[target=torch.ops.aten.div.Tensor](args = (%exp, %sum_1), kwargs = {})
#   return %any_dims,%amax_default,%amax_default_1,%sum_1,%expand_2
triton_per_fused__softmax_abs_all_amax_div_eq_mul_ne_sub_view_0 = async_compile.triton('triton_per_fused__softmax_abs_all_amax_div_eq_mul_ne_sub_view_0', '''
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
    triton_meta={'signature': {'in_out_ptr0': '*fp32', 'xnumel': 'i32', 'r0_numel': 'i32', 'XBLOCK': 'constexpr'}, 'device': DeviceProperties(type='cuda', index=0, multi_processor_count=132, cc=90, major=9, regs_per_multiprocessor=65536, max_threads_per_multi_processor=2048, max_threads_per_block=1024, warp_size=32), 'constants': {}, 'native_matmul': False, 'enable_fp_fusion': True, 'launch_pdl': False, 'disable_ftz': False, 'configs': [{(0,): [['tt.divisibility', 16]], (1,): [['tt.divisibility', 16]], (2,): [['tt.divisibility', 16]]}]},
    inductor_meta={'grid_type': 'Grid1D', 'kernel_name': 'triton_per_fused__softmax_abs_all_amax_div_eq_mul_ne_sub_view_0', 'mutated_arg_names': ['in_out_ptr0'], 'optimize_mem': False, 'no_x_dim': None, 'atomic_add_found': False, 'num_load': 1, 'num_store': 1, 'num_reduction': 4, 'autotune_hints': set(), 'tiling_scores': {'x': 0, 'r0_': 1572864}, 'backend_hash': 'A8D4B7AD1D7B76382BCCD53B62B20933A68DF17A6D0B3F8D0003D25864098BD5', 'assert_indirect_indexing': True, 'autotune_local_cache': True, 'autotune_pointwise': True, 'autotune_remote_cache': None, 'force_disable_caches': True, 'dynamic_scale_rblock': True, 'incremental_autotune': False, 'max_autotune': False, 'max_autotune_pointwise': False, 'min_split_scan_rblock': 256, 'spill_threshold': 16, 'store_cubin': False, 'deterministic': False, 'batch_invariant': False, 'force_filter_reduction_configs': False, 'mix_order_reduction_allow_multi_stages': True, 'dynamic_disable_pipelining': True, 'are_deterministic_algorithms_enabled': False}
)
@triton.jit
def triton_per_fused__softmax_abs_all_amax_div_eq_mul_ne_sub_view_0(in_out_ptr0, xnumel, r0_numel, XBLOCK : tl.constexpr):
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
    r0_1 = r0_index  # @src:div_tensor
    x0 = xindex  # @src:div_tensor
    tmp0 = tl.load(in_out_ptr0 + (r0_1 + 128*x0), xmask, eviction_policy='evict_first', other=0.0)  # @src:div_tensor
    tmp1 = tl.full([1, 1], 0.125, tl.float32)  # @src:div_tensor
    tmp2 = tmp0 * tmp1  # @src:div_tensor
    tmp3 = tmp2 == tmp2  # @src:eq_tensor
    tmp4 = tl_math.abs(tmp2)  # @src:abs_default
    tmp5 = tl.full([1, 1], float("inf"), tl.float32)  # @src:ne_scalar
    tmp6 = tmp4 != tmp5  # @src:ne_scalar
    tmp7 = tmp3 & tmp6  # @src:mul_tensor_1
    tmp8 = tmp7 == 0  # @src:logical_not_default
    tmp9 = tl.broadcast_to(tmp8, [XBLOCK, R0_BLOCK])  # @src:any_dims
    tmp11 = tl.where(xmask, tmp9, False)  # @src:any_dims
    tmp12 = triton_helpers.any(tmp11, 1)[:, None].to(tl.int1)  # @src:any_dims
    tmp13 = tl.full([1, 1], 1.0, tl.float32)  # @src:mul_tensor
    tmp14 = tmp0 * tmp13  # @src:mul_tensor
    tmp15 = tl.broadcast_to(tmp14, [XBLOCK, R0_BLOCK])  # @src:amax_default
    tmp17 = tl.where(xmask, tmp15, float("-inf"))  # @src:amax_default
    tmp18 = triton_helpers.max2(tmp17, 1)[:, None].to(tl.float32)  # @src:amax_default
    tmp19 = tl.broadcast_to(tmp2, [XBLOCK, R0_BLOCK])  # @src:amax_default_1
    tmp21 = tl.where(xmask, tmp19, float("-inf"))  # @src:amax_default_1
    tmp22 = triton_helpers.max2(tmp21, 1)[:, None].to(tl.float32)  # @src:amax_default_1
    tmp23 = tmp12 == 0  # @src:logical_not_default_1
    tmp24 = tmp14 - tmp18  # @src:sub_tensor
    tmp25 = tmp24 * tmp1  # @src:div_tensor_1
    tmp26 = tmp2 - tmp22  # @src:sub_tensor_1
    tmp27 = tl.where(tmp23, tmp25, tmp26)  # @src:where_self
    tmp28 = libdevice.exp(tmp27)  # @src:exp
    tmp29 = tl.broadcast_to(tmp28, [XBLOCK, R0_BLOCK])  # @src:sum_1
    tmp31 = tl.where(xmask, tmp29, 0)  # @src:sum_1
    tmp32 = tl.sum(tmp31, 1)[:, None].to(tl.float32)  # @src:sum_1
    tmp33 = (tmp28 / tmp32)  # @src:div_1
    tl.store(in_out_ptr0 + (r0_1 + 128*x0), tmp33, xmask)  # @src:div_1
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
        primals_1, primals_2, primals_3 = args
        args.clear()
        assert_size_stride(primals_2, (2, 4, 128, 64), (32768, 8192, 64, 1), 'input')
        assert_size_stride(primals_1, (2, 4, 128, 64), (32768, 8192, 64, 1), 'input')
        with torch.cuda._DeviceGuard(0):
            torch.cuda.set_device(0)
            primals_2 = copy_if_misaligned(primals_2)
            primals_1 = copy_if_misaligned(primals_1)
            buf0 = empty_strided_cuda((8, 128, 128), (16384, 128, 1), torch.float32)
            # Topologically Sorted Source Nodes: [transpose, matmul], Original ATen: [aten.transpose, aten.view, aten.bmm]
            extern_kernels.bmm(reinterpret_tensor(primals_2, (8, 128, 64), (8192, 64, 1), 0), reinterpret_tensor(primals_1, (8, 64, 128), (8192, 1, 64), 0), out=buf0)
            buf5 = reinterpret_tensor(buf0, (2, 4, 128, 128), (65536, 16384, 128, 1), 0); del buf0  # reuse
            # Topologically Sorted Source Nodes: [matmul, softmax], Original ATen: [aten.view, aten.div, aten.mul, aten.amax, aten.sub, aten.abs, aten.ne, aten.eq, aten.all, aten._softmax]
            raw_stream0 = get_raw_stream(0)
            triton_per_fused__softmax_abs_all_amax_div_eq_mul_ne_sub_view_0.run(buf5, 1024, 128, stream=raw_stream0)
            assert_size_stride(primals_3, (2, 4, 128, 64), (32768, 8192, 64, 1), 'input')
            primals_3 = copy_if_misaligned(primals_3)
            buf6 = empty_strided_cuda((8, 128, 64), (8192, 64, 1), torch.float32)
            # Topologically Sorted Source Nodes: [matmul_1], Original ATen: [aten.view, aten.bmm]
            extern_kernels.bmm(reinterpret_tensor(buf5, (8, 128, 128), (16384, 128, 1), 0), reinterpret_tensor(primals_3, (8, 128, 64), (8192, 64, 1), 0), out=buf6)
        return (reinterpret_tensor(buf6, (2, 4, 128, 64), (32768, 8192, 64, 1), 0), buf5, reinterpret_tensor(primals_3, (8, 64, 128), (8192, 1, 64), 0), reinterpret_tensor(primals_2, (8, 64, 128), (8192, 1, 64), 0), reinterpret_tensor(primals_1, (8, 128, 64), (8192, 64, 1), 0), )

runner = Runner(partitions=[])
call = runner.call
recursively_apply_fns = runner.recursively_apply_fns


def get_args():
    from torch._dynamo.testing import rand_strided
    primals_1 = rand_strided((2, 4, 128, 64), (32768, 8192, 64, 1), device='cuda:0', dtype=torch.float32)
    primals_2 = rand_strided((2, 4, 128, 64), (32768, 8192, 64, 1), device='cuda:0', dtype=torch.float32)
    primals_3 = rand_strided((2, 4, 128, 64), (32768, 8192, 64, 1), device='cuda:0', dtype=torch.float32)
    return [primals_1, primals_2, primals_3]


def benchmark_compiled_module(args, times=10, repeat=10):
    from torch._inductor.utils import print_performance
    fn = lambda: call(list(args))
    return print_performance(fn, times=times, repeat=repeat, device='cuda')


if __name__ == "__main__":
    from torch._inductor.wrapper_benchmark import compiled_module_main
    args = get_args()
    compiled_module_main('None', lambda times, repeat: benchmark_compiled_module(args, times=times, repeat=repeat))

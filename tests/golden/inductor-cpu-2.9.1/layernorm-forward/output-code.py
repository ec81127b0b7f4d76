# AOT ID: ['0_inference']
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


cpp_fused_add_mean_mul_rsqrt_sub_0 = async_compile.cpp_pybinding(['const float*', 'const float*', 'const float*', 'float*', 'float*', 'float*'], '''
#include <torchcpp_prefix.h>
extern "C"  void  kernel(const float* in_ptr0,
                       const float* in_ptr1,
                       const float* in_ptr2,
                       float* out_ptr0,
                       float* out_ptr1,
                       float* out_ptr2)
{
    #pragma omp parallel num_threads(2)
    {
        int tid = omp_get_thread_num();
        {
            #pragma omp for
            for(int64_t x0=static_cast<int64_t>(0L); x0<static_cast<int64_t>(512L); x0+=static_cast<int64_t>(1L))
            {
                {
                    float tmp_acc0 = 0;
                    at::vec::Vectorized<float> tmp_acc0_vec = at::vec::Vectorized<float>(0);
                    for(int64_t x1=static_cast<int64_t>(0L); x1<static_cast<int64_t>(1024L); x1+=static_cast<int64_t>(8L))
                    {
                        {
                            if(C10_LIKELY(x1 >= static_cast<int64_t>(0) && x1 < static_cast<int64_t>(1024L)))
                            {
                                auto tmp0 = at::vec::Vectorized<float>::loadu(in_ptr0 + static_cast<int64_t>(x1 + 1024L*x0), static_cast<int64_t>(8));  // @src:mean
                                tmp_acc0_vec = tmp_acc0_vec + tmp0;  // @src:mean
                            }
                        }
                    }
                    tmp_acc0 = tmp_acc0 + at::vec::vec_reduce_all<float, 1>([](at::vec::Vectorized<float>& x, at::vec::Vectorized<float>& y) { return x + y; }, tmp_acc0_vec);  // @src:mean
                    out_ptr0[static_cast<int64_t>(x0)] = static_cast<float>(tmp_acc0);  // @src:mean
                }
                {
                    float tmp_acc0 = 0;
                    at::vec::Vectorized<float> tmp_acc0_vec = at::vec::Vectorized<float>(0);
                    for(int64_t x1=static_cast<int64_t>(0L); x1<static_cast<int64_t>(1024L); x1+=static_cast<int64_t>(8L))
                    {
                        {
                            if(C10_LIKELY(x1 >= static_cast<int64_t>(0) && x1 < static_cast<int64_t>(1024L)))
                            {
                                auto tmp0 = at::vec::Vectorized<float>::loadu(in_ptr0 + static_cast<int64_t>(x1 + 1024L*x0), static_cast<int64_t>(8));  // @src:sub
                                auto tmp1 = out_ptr0[static_cast<int64_t>(x0)];  // @src:mean
                                auto tmp2 = static_cast<float>(1024.0);  // @src:mean
                                auto tmp3 = tmp1 / tmp2;  // @src:mean
                                auto tmp4 = at::vec::Vectorized<float>(tmp3);  // @src:sub
                                auto tmp5 = tmp0 - tmp4;  // @src:sub
                                auto tmp6 = tmp5 * tmp5;  // @src:mul
                                tmp_acc0_vec = tmp_acc0_vec + tmp6;  // @src:mean_1
                            }
                        }
                    }
                    tmp_acc0 = tmp_acc0 + at::vec::vec_reduce_all<float, 1>([](at::vec::Vectorized<float>& x, at::vec::Vectorized<float>& y) { return x + y; }, tmp_acc0_vec);  // @src:mean_1
                    out_ptr1[static_cast<int64_t>(x0)] = static_cast<float>(tmp_acc0);  // @src:mean_1
                }
                for(int64_t x1=static_cast<int64_t>(0L); x1<static_cast<int64_t>(1024L); x1+=static_cast<int64_t>(8L))
                {
                    {
                        if(C10_LIKELY(x1 >= static_cast<int64_t>(0) && x1 < static_cast<int64_t>(1024L)))
                        {
                            auto tmp0 = at::vec::Vectorized<float>::loadu(in_ptr0 + static_cast<int64_t>(x1 + 1024L*x0), static_cast<int64_t>(8));  // @src:sub
                            auto tmp1 = out_ptr0[static_cast<int64_t>(x0)];  // @src:mean
                            auto tmp6 = out_ptr1[static_cast<int64_t>(x0)];  // @src:mean_1
                            auto tmp13 = at::vec::Vectorized<float>::loadu(in_ptr1 + static_cast<int64_t>(x1), static_cast<int64_t>(8));  // @src:mul_2
                            auto tmp15 = at::vec::Vectorized<float>::loadu(in_ptr2 + static_cast<int64_t>(x1), static_cast<int64_t>(8));  // @src:add_1
                            auto tmp2 = static_cast<float>(1024.0);  // @src:mean
                            auto tmp3 = tmp1 / tmp2;  // @src:mean
                            auto tmp4 = at::vec::Vectorized<float>(tmp3);  // @src:sub
                            auto tmp5 = tmp0 - tmp4;  // @src:sub
                            auto tmp7 = tmp6 / tmp2;  // @src:mean_1
                            auto tmp8 = static_cast<float>(1e-05);  // @src:add
                            auto tmp9 = float(tmp7 + tmp8);  // @src:add
                            auto tmp10 = 1 / std::sqrt(tmp9);  // @src:rsqrt
                            auto tmp11 = at::vec::Vectorized<float>(tmp10);  // @src:mul_1
                            auto tmp12 = tmp5 * tmp11;  // @src:mul_1
                            auto tmp14 = tmp12 * tmp13;  // @src:mul_2
                            auto tmp16 = tmp14 + tmp15;  // @src:add_1
                            tmp16.store(out_ptr2 + static_cast<int64_t>(x1 + 1024L*x0));  // @src:add_1
                        }
                    }
                }
            }
        }
    }
}
''')


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
        arg0_1, arg1_1, arg2_1 = args
        args.clear()
        assert_size_stride(arg0_1, (512, 1024), (1024, 1))
        assert_size_stride(arg1_1, (1024, ), (1, ))
        assert_size_stride(arg2_1, (1024, ), (1, ))
        buf0 = empty_strided_cpu((512, 1), (1, 512), torch.float32)
        buf1 = empty_strided_cpu((512, 1), (1, 512), torch.float32)
        buf2 = empty_strided_cpu((512, 1024), (1024, 1), torch.float32)
        cpp_fused_add_mean_mul_rsqrt_sub_0(arg0_1, arg1_1, arg2_1, buf0, buf1, buf2)
        del arg0_1
        del arg1_1
        del arg2_1
        return (buf2, )

runner = Runner(partitions=[])
call = runner.call
recursively_apply_fns = runner.recursively_apply_fns


def benchmark_compiled_module(times=10, repeat=10):
    from torch._dynamo.testing import rand_strided
    from torch._inductor.utils import print_performance
    arg0_1 = rand_strided((512, 1024), (1024, 1), device='cpu', dtype=torch.float32)
    arg1_1 = rand_strided((1024, ), (1, ), device='cpu', dtype=torch.float32)
    arg2_1 = rand_strided((1024, ), (1, ), device='cpu', dtype=torch.float32)
    fn = lambda: call([arg0_1, arg1_1, arg2_1])
    return print_performance(fn, times=times, repeat=repeat)


if __name__ == "__main__":
    from torch._inductor.wrapper_benchmark import compiled_module_main
    compiled_module_main('None', benchmark_compiled_module)

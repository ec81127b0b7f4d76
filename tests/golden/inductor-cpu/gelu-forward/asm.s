0000000000002580 <kernel._omp_fn.0>:
kernel._omp_fn.0():
cpkvrlm7lgqa5emnckqtyrf2vg4nhtzdgq7gb3gy6b6oflkzrnzm.main.cpp:7
    2580:	lea    r10,[rsp+0x8]
    2585:	and    rsp,0xffffffffffffffe0
    2589:	push   QWORD PTR [r10-0x8]
    258d:	push   rbp
    258e:	mov    rbp,rsp
    2591:	push   r13
    2593:	push   r12
    2595:	push   r10
    2597:	push   rbx
    2598:	mov    r12,rdi
    259b:	sub    rsp,0x90
cpkvrlm7lgqa5emnckqtyrf2vg4nhtzdgq7gb3gy6b6oflkzrnzm.main.cpp:9
    25a2:	call   2180 <omp_get_thread_num@plt>
    25a7:	movsxd rbx,eax
cpkvrlm7lgqa5emnckqtyrf2vg4nhtzdgq7gb3gy6b6oflkzrnzm.main.cpp:11
    25aa:	call   2160 <omp_get_num_threads@plt>
    25af:	movsxd rcx,eax
    25b2:	mov    eax,0x8000
    25b7:	cqo
    25b9:	idiv   rcx
    25bc:	cmp    rbx,rdx
    25bf:	jl     2700 <kernel._omp_fn.0+0x180>
    25c5:	imul   rbx,rax
    25c9:	add    rbx,rdx
    25cc:	add    rax,rbx
    25cf:	cmp    rbx,rax
    25d2:	jge    26df <kernel._omp_fn.0+0x15f>
_mm256_and_ps(float __vector(8), float __vector(8)):
avxintrin.h:174
inlined by torchvec256_float.h:221 (_ZNK2at3vec14CPU_CAPABILITY10VectorizedIfE3erfEv)
inlined by cpkvrlm7lgqa5emnckqtyrf2vg4nhtzdgq7gb3gy6b6oflkzrnzm.main.cpp:24 (kernel._omp_fn.0)
    25d8:	vbroadcastss ymm5,DWORD PTR [rip+0x1bdf]        # 41c0 <_fini+0x11ac>
_mm256_fmadd_ps(float __vector(8), float __vector(8), float __vector(8)):
fmaintrin.h:65
inlined by torchvec256_float.h:224 (_ZNK2at3vec14CPU_CAPABILITY10VectorizedIfE3erfEv)
inlined by cpkvrlm7lgqa5emnckqtyrf2vg4nhtzdgq7gb3gy6b6oflkzrnzm.main.cpp:24 (kernel._omp_fn.0)
    25e1:	vbroadcastss ymm4,DWORD PTR [rip+0x1c16]        # 4200 <_fini+0x11ec>
inlined by torchvec256_float.h:224 (_ZNK2at3vec14CPU_CAPABILITY10VectorizedIfE3erfEv)
inlined by cpkvrlm7lgqa5emnckqtyrf2vg4nhtzdgq7gb3gy6b6oflkzrnzm.main.cpp:24 (kernel._omp_fn.0)
    25ea:	shl    rbx,0x3
kernel._omp_fn.0():
cpkvrlm7lgqa5emnckqtyrf2vg4nhtzdgq7gb3gy6b6oflkzrnzm.main.cpp:7
    25ee:	mov    r13,QWORD PTR [r12]
    25f2:	lea    r12,[rax*8+0x0]
    25fa:	nop    WORD PTR [rax+rax*1+0x0]
cpkvrlm7lgqa5emnckqtyrf2vg4nhtzdgq7gb3gy6b6oflkzrnzm.main.cpp:15
    2600:	cmp    rbx,0x3ffff
    2607:	ja     26cf <kernel._omp_fn.0+0x14f>
_mm256_mul_ps(float __vector(8), float __vector(8)):
avxintrin.h:320
inlined by torchvec256_float.h:558 (_ZN2at3vec14CPU_CAPABILITYmlIfEENS1_10VectorizedIT_EERKS5_S7_)
inlined by cpkvrlm7lgqa5emnckqtyrf2vg4nhtzdgq7gb3gy6b6oflkzrnzm.main.cpp:20 (kernel._omp_fn.0)
    260d:	vmovups ymm7,YMMWORD PTR [r13+rbx*4+0x0]
_mm256_fmadd_ps(float __vector(8), float __vector(8), float __vector(8)):
fmaintrin.h:65
inlined by torchvec256_float.h:227 (_ZNK2at3vec14CPU_CAPABILITY10VectorizedIfE3erfEv)
inlined by cpkvrlm7lgqa5emnckqtyrf2vg4nhtzdgq7gb3gy6b6oflkzrnzm.main.cpp:24 (kernel._omp_fn.0)
    2614:	vbroadcastss ymm3,DWORD PTR [rip+0x1c83]        # 42a0 <_fini+0x128c>
_mm256_mul_ps(float __vector(8), float __vector(8)):
avxintrin.h:320
inlined by torchvec256_float.h:558 (_ZN2at3vec14CPU_CAPABILITYmlIfEENS1_10VectorizedIT_EERKS5_S7_)
inlined by cpkvrlm7lgqa5emnckqtyrf2vg4nhtzdgq7gb3gy6b6oflkzrnzm.main.cpp:23 (kernel._omp_fn.0)
    261d:	vmulps ymm0,ymm7,YMMWORD PTR [rip+0x1b7b]        # 41a0 <_fini+0x118c>
inlined by torchvec256_float.h:558 (_ZN2at3vec14CPU_CAPABILITYmlIfEENS1_10VectorizedIT_EERKS5_S7_)
inlined by cpkvrlm7lgqa5emnckqtyrf2vg4nhtzdgq7gb3gy6b6oflkzrnzm.main.cpp:20 (kernel._omp_fn.0)
    2625:	vmulps ymm6,ymm7,YMMWORD PTR [rip+0x1b53]        # 4180 <_fini+0x116c>
_mm256_and_ps(float __vector(8), float __vector(8)):
avxintrin.h:174
inlined by torchvec256_float.h:221 (_ZNK2at3vec14CPU_CAPABILITY10VectorizedIfE3erfEv)
inlined by cpkvrlm7lgqa5emnckqtyrf2vg4nhtzdgq7gb3gy6b6oflkzrnzm.main.cpp:24 (kernel._omp_fn.0)
    262d:	vandps ymm2,ymm5,ymm0
_mm256_mul_ps(float __vector(8), float __vector(8)):
avxintrin.h:320
inlined by torchvec256_float.h:558 (_ZN2at3vec14CPU_CAPABILITYmlIfEENS1_10VectorizedIT_EERKS5_S7_)
inlined by cpkvrlm7lgqa5emnckqtyrf2vg4nhtzdgq7gb3gy6b6oflkzrnzm.main.cpp:20 (kernel._omp_fn.0)
    2631:	vmovaps YMMWORD PTR [rbp-0x50],ymm6
_mm256_xor_ps(float __vector(8), float __vector(8)):
avxintrin.h:380
inlined by torchvec256_float.h:222 (_ZNK2at3vec14CPU_CAPABILITY10VectorizedIfE3erfEv)
inlined by cpkvrlm7lgqa5emnckqtyrf2vg4nhtzdgq7gb3gy6b6oflkzrnzm.main.cpp:24 (kernel._omp_fn.0)
    2636:	vxorps ymm1,ymm2,ymm0
_mm256_fmadd_ps(float __vector(8), float __vector(8), float __vector(8)):
fmaintrin.h:65
inlined by torchvec256_float.h:224 (_ZNK2at3vec14CPU_CAPABILITY10VectorizedIfE3erfEv)
inlined by cpkvrlm7lgqa5emnckqtyrf2vg4nhtzdgq7gb3gy6b6oflkzrnzm.main.cpp:24 (kernel._omp_fn.0)
    263a:	vfmadd132ps ymm1,ymm4,YMMWORD PTR [rip+0x1b9d]        # 41e0 <_fini+0x11cc>
_mm256_mul_ps(float __vector(8), float __vector(8)):
avxintrin.h:320
inlined by torchvec256_float.h:232 (_ZNK2at3vec14CPU_CAPABILITY10VectorizedIfE3erfEv)
inlined by cpkvrlm7lgqa5emnckqtyrf2vg4nhtzdgq7gb3gy6b6oflkzrnzm.main.cpp:24 (kernel._omp_fn.0)
    2643:	vmulps ymm0,ymm0,ymm0
_mm256_xor_ps(float __vector(8), float __vector(8)):
avxintrin.h:380
inlined by torchvec256_float.h:222 (_ZNK2at3vec14CPU_CAPABILITY10VectorizedIfE3erfEv)
inlined by cpkvrlm7lgqa5emnckqtyrf2vg4nhtzdgq7gb3gy6b6oflkzrnzm.main.cpp:24 (kernel._omp_fn.0)
    2647:	vmovaps YMMWORD PTR [rbp-0xb0],ymm2
inlined by torchvec256_float.h:233 (_ZNK2at3vec14CPU_CAPABILITY10VectorizedIfE3erfEv)
inlined by cpkvrlm7lgqa5emnckqtyrf2vg4nhtzdgq7gb3gy6b6oflkzrnzm.main.cpp:24 (kernel._omp_fn.0)
    264f:	vxorps ymm0,ymm5,ymm0
_mm256_div_ps(float __vector(8), float __vector(8)):
avxintrin.h:243
inlined by torchvec256_float.h:225 (_ZNK2at3vec14CPU_CAPABILITY10VectorizedIfE3erfEv)
inlined by cpkvrlm7lgqa5emnckqtyrf2vg4nhtzdgq7gb3gy6b6oflkzrnzm.main.cpp:24 (kernel._omp_fn.0)
    2653:	vdivps ymm1,ymm4,ymm1
_mm256_fmadd_ps(float __vector(8), float __vector(8), float __vector(8)):
fmaintrin.h:65
inlined by torchvec256_float.h:227 (_ZNK2at3vec14CPU_CAPABILITY10VectorizedIfE3erfEv)
inlined by cpkvrlm7lgqa5emnckqtyrf2vg4nhtzdgq7gb3gy6b6oflkzrnzm.main.cpp:24 (kernel._omp_fn.0)
    2657:	vfmadd213ps ymm3,ymm1,YMMWORD PTR [rip+0x1bc0]        # 4220 <_fini+0x120c>
inlined by torchvec256_float.h:228 (_ZNK2at3vec14CPU_CAPABILITY10VectorizedIfE3erfEv)
inlined by cpkvrlm7lgqa5emnckqtyrf2vg4nhtzdgq7gb3gy6b6oflkzrnzm.main.cpp:24 (kernel._omp_fn.0)
    2660:	vfmadd213ps ymm3,ymm1,YMMWORD PTR [rip+0x1bd7]        # 4240 <_fini+0x122c>
inlined by torchvec256_float.h:230 (_ZNK2at3vec14CPU_CAPABILITY10VectorizedIfE3erfEv)
inlined by cpkvrlm7lgqa5emnckqtyrf2vg4nhtzdgq7gb3gy6b6oflkzrnzm.main.cpp:24 (kernel._omp_fn.0)
    2669:	vmovaps YMMWORD PTR [rbp-0x90],ymm1
inlined by torchvec256_float.h:229 (_ZNK2at3vec14CPU_CAPABILITY10VectorizedIfE3erfEv)
inlined by cpkvrlm7lgqa5emnckqtyrf2vg4nhtzdgq7gb3gy6b6oflkzrnzm.main.cpp:24 (kernel._omp_fn.0)
    2671:	vfmadd213ps ymm3,ymm1,YMMWORD PTR [rip+0x1be6]        # 4260 <_fini+0x124c>
inlined by torchvec256_float.h:230 (_ZNK2at3vec14CPU_CAPABILITY10VectorizedIfE3erfEv)
inlined by cpkvrlm7lgqa5emnckqtyrf2vg4nhtzdgq7gb3gy6b6oflkzrnzm.main.cpp:24 (kernel._omp_fn.0)
    267a:	vfmadd213ps ymm3,ymm1,YMMWORD PTR [rip+0x1bfd]        # 4280 <_fini+0x126c>
inlined by torchvec256_float.h:230 (_ZNK2at3vec14CPU_CAPABILITY10VectorizedIfE3erfEv)
inlined by cpkvrlm7lgqa5emnckqtyrf2vg4nhtzdgq7gb3gy6b6oflkzrnzm.main.cpp:24 (kernel._omp_fn.0)
    2683:	vmovaps YMMWORD PTR [rbp-0x70],ymm3
at::vec::CPU_CAPABILITY::Vectorized<float>::erf() const:
torchvec256_float.h:235
inlined by cpkvrlm7lgqa5emnckqtyrf2vg4nhtzdgq7gb3gy6b6oflkzrnzm.main.cpp:24 (kernel._omp_fn.0)
    2688:	call   2270 <Sleef_expf8_u10@plt>
_mm256_xor_ps(float __vector(8), float __vector(8)):
avxintrin.h:380
inlined by torchvec256_float.h:236 (_ZNK2at3vec14CPU_CAPABILITY10VectorizedIfE3erfEv)
inlined by cpkvrlm7lgqa5emnckqtyrf2vg4nhtzdgq7gb3gy6b6oflkzrnzm.main.cpp:24 (kernel._omp_fn.0)
    268d:	vmovaps ymm5,YMMWORD PTR [rip+0x1b2b]        # 41c0 <_fini+0x11ac>
_mm256_mul_ps(float __vector(8), float __vector(8)):
avxintrin.h:320
inlined by torchvec256_float.h:238 (_ZNK2at3vec14CPU_CAPABILITY10VectorizedIfE3erfEv)
inlined by cpkvrlm7lgqa5emnckqtyrf2vg4nhtzdgq7gb3gy6b6oflkzrnzm.main.cpp:24 (kernel._omp_fn.0)
    2695:	vmovaps ymm1,YMMWORD PTR [rbp-0x90]
_mm256_fmadd_ps(float __vector(8), float __vector(8), float __vector(8)):
fmaintrin.h:65
inlined by torchvec256_float.h:239 (_ZNK2at3vec14CPU_CAPABILITY10VectorizedIfE3erfEv)
inlined by cpkvrlm7lgqa5emnckqtyrf2vg4nhtzdgq7gb3gy6b6oflkzrnzm.main.cpp:24 (kernel._omp_fn.0)
    269d:	vmovaps ymm4,YMMWORD PTR [rip+0x1b5b]        # 4200 <_fini+0x11ec>
_mm256_xor_ps(float __vector(8), float __vector(8)):
avxintrin.h:380
inlined by torchvec256_float.h:240 (_ZNK2at3vec14CPU_CAPABILITY10VectorizedIfE3erfEv)
inlined by cpkvrlm7lgqa5emnckqtyrf2vg4nhtzdgq7gb3gy6b6oflkzrnzm.main.cpp:24 (kernel._omp_fn.0)
    26a5:	vmovaps ymm2,YMMWORD PTR [rbp-0xb0]
inlined by torchvec256_float.h:236 (_ZNK2at3vec14CPU_CAPABILITY10VectorizedIfE3erfEv)
inlined by cpkvrlm7lgqa5emnckqtyrf2vg4nhtzdgq7gb3gy6b6oflkzrnzm.main.cpp:24 (kernel._omp_fn.0)
    26ad:	vxorps ymm0,ymm5,ymm0
_mm256_mul_ps(float __vector(8), float __vector(8)):
avxintrin.h:320
inlined by torchvec256_float.h:238 (_ZNK2at3vec14CPU_CAPABILITY10VectorizedIfE3erfEv)
inlined by cpkvrlm7lgqa5emnckqtyrf2vg4nhtzdgq7gb3gy6b6oflkzrnzm.main.cpp:24 (kernel._omp_fn.0)
    26b1:	vmulps ymm1,ymm1,ymm0
_mm256_fmadd_ps(float __vector(8), float __vector(8), float __vector(8)):
fmaintrin.h:65
inlined by torchvec256_float.h:239 (_ZNK2at3vec14CPU_CAPABILITY10VectorizedIfE3erfEv)
inlined by cpkvrlm7lgqa5emnckqtyrf2vg4nhtzdgq7gb3gy6b6oflkzrnzm.main.cpp:24 (kernel._omp_fn.0)
    26b5:	vfmadd132ps ymm1,ymm4,YMMWORD PTR [rbp-0x70]
_mm256_xor_ps(float __vector(8), float __vector(8)):
avxintrin.h:380
inlined by torchvec256_float.h:240 (_ZNK2at3vec14CPU_CAPABILITY10VectorizedIfE3erfEv)
inlined by cpkvrlm7lgqa5emnckqtyrf2vg4nhtzdgq7gb3gy6b6oflkzrnzm.main.cpp:24 (kernel._omp_fn.0)
    26bb:	vxorps ymm2,ymm2,ymm1
_mm256_add_ps(float __vector(8), float __vector(8)):
avxintrin.h:149
inlined by torchvec256_float.h:544 (_ZN2at3vec14CPU_CAPABILITYplIfEENS1_10VectorizedIT_EERKS5_S7_)
inlined by cpkvrlm7lgqa5emnckqtyrf2vg4nhtzdgq7gb3gy6b6oflkzrnzm.main.cpp:27 (kernel._omp_fn.0)
    26bf:	vaddps ymm2,ymm2,ymm4
_mm256_mul_ps(float __vector(8), float __vector(8)):
avxintrin.h:320
inlined by torchvec256_float.h:558 (_ZN2at3vec14CPU_CAPABILITYmlIfEENS1_10VectorizedIT_EERKS5_S7_)
inlined by cpkvrlm7lgqa5emnckqtyrf2vg4nhtzdgq7gb3gy6b6oflkzrnzm.main.cpp:28 (kernel._omp_fn.0)
    26c3:	vmulps ymm2,ymm2,YMMWORD PTR [rbp-0x50]
_mm256_storeu_ps(float*, float __vector(8)):
avxintrin.h:911
inlined by torchvec256_float.h:126 (_ZNK2at3vec14CPU_CAPABILITY10VectorizedIfE5storeEPvl)
inlined by cpkvrlm7lgqa5emnckqtyrf2vg4nhtzdgq7gb3gy6b6oflkzrnzm.main.cpp:29 (kernel._omp_fn.0)
    26c8:	vmovups YMMWORD PTR [r13+rbx*4+0x0],ymm2
inlined by torchvec256_float.h:126 (_ZNK2at3vec14CPU_CAPABILITY10VectorizedIfE5storeEPvl)
inlined by cpkvrlm7lgqa5emnckqtyrf2vg4nhtzdgq7gb3gy6b6oflkzrnzm.main.cpp:29 (kernel._omp_fn.0)
    26cf:	add    rbx,0x8
inlined by torchvec256_float.h:126 (_ZNK2at3vec14CPU_CAPABILITY10VectorizedIfE5storeEPvl)
inlined by cpkvrlm7lgqa5emnckqtyrf2vg4nhtzdgq7gb3gy6b6oflkzrnzm.main.cpp:29 (kernel._omp_fn.0)
    26d3:	cmp    r12,rbx
inlined by torchvec256_float.h:126 (_ZNK2at3vec14CPU_CAPABILITY10VectorizedIfE5storeEPvl)
inlined by cpkvrlm7lgqa5emnckqtyrf2vg4nhtzdgq7gb3gy6b6oflkzrnzm.main.cpp:29 (kernel._omp_fn.0)
    26d6:	jg     2600 <kernel._omp_fn.0+0x80>
inlined by torchvec256_float.h:126 (_ZNK2at3vec14CPU_CAPABILITY10VectorizedIfE5storeEPvl)
inlined by cpkvrlm7lgqa5emnckqtyrf2vg4nhtzdgq7gb3gy6b6oflkzrnzm.main.cpp:29 (kernel._omp_fn.0)
    26dc:	vzeroupper
kernel._omp_fn.0():
cpkvrlm7lgqa5emnckqtyrf2vg4nhtzdgq7gb3gy6b6oflkzrnzm.main.cpp:7
    26df:	add    rsp,0x90
    26e6:	pop    rbx
    26e7:	pop    r10
    26e9:	pop    r12
    26eb:	pop    r13
    26ed:	pop    rbp
    26ee:	lea    rsp,[r10-0x8]
    26f2:	ret
    26f3:	data16 cs nop WORD PTR [rax+rax*1+0x0]
    26fe:	xchg   ax,ax
    2700:	inc    rax
cpkvrlm7lgqa5emnckqtyrf2vg4nhtzdgq7gb3gy6b6oflkzrnzm.main.cpp:9
    2703:	xor    edx,edx
    2705:	jmp    25c5 <kernel._omp_fn.0+0x45>
    270a:	nop    WORD PTR [rax+rax*1+0x0]

00000000000027e0 <kernel>:
kernel():
cpkvrlm7lgqa5emnckqtyrf2vg4nhtzdgq7gb3gy6b6oflkzrnzm.main.cpp:4
    27e0:	push   rbp
    27e1:	xor    ecx,ecx
    27e3:	xor    edx,edx
    27e5:	mov    rbp,rsp
    27e8:	push   r13
    27ea:	push   r12
    27ec:	push   rbx
    27ed:	sub    rsp,0x68
cpkvrlm7lgqa5emnckqtyrf2vg4nhtzdgq7gb3gy6b6oflkzrnzm.main.cpp:6
    27f1:	mov    rbx,QWORD PTR [rip+0x3770]        # 5f68 <inductor_cpu_integer_div_error_flag@@Base-0x2e0>
    27f8:	lea    r12,[rbp-0x40]
    27fc:	lea    rax,[rbp-0x78]
cpkvrlm7lgqa5emnckqtyrf2vg4nhtzdgq7gb3gy6b6oflkzrnzm.main.cpp:7
    2800:	mov    QWORD PTR [rbp-0x40],rdi
    2804:	mov    rsi,r12
    2807:	lea    rdi,[rip+0xfffffffffffffd72]        # 2580 <kernel._omp_fn.0>
cpkvrlm7lgqa5emnckqtyrf2vg4nhtzdgq7gb3gy6b6oflkzrnzm.main.cpp:5
    280e:	mov    DWORD PTR [rbp-0x78],0x0
cpkvrlm7lgqa5emnckqtyrf2vg4nhtzdgq7gb3gy6b6oflkzrnzm.main.cpp:6
    2815:	mov    QWORD PTR [rbx],rax
cpkvrlm7lgqa5emnckqtyrf2vg4nhtzdgq7gb3gy6b6oflkzrnzm.main.cpp:7
    2818:	call   2210 <GOMP_parallel@plt>
cpkvrlm7lgqa5emnckqtyrf2vg4nhtzdgq7gb3gy6b6oflkzrnzm.main.cpp:35
    281d:	mov    QWORD PTR [rbx],0x0
std::__atomic_base<int>::load(std::memory_order) const:
atomic_base.h:488
inlined by torchcpp_prefix.h:826 (_Z39inductor_cpu_throw_if_integer_div_errorRSt6atomicIiE)
inlined by cpkvrlm7lgqa5emnckqtyrf2vg4nhtzdgq7gb3gy6b6oflkzrnzm.main.cpp:36 (kernel)
    2824:	mov    eax,DWORD PTR [rbp-0x78]
inductor_cpu_throw_if_integer_div_error(std::atomic<int>&):
torchcpp_prefix.h:826
inlined by cpkvrlm7lgqa5emnckqtyrf2vg4nhtzdgq7gb3gy6b6oflkzrnzm.main.cpp:36 (kernel)
    2827:	test   eax,eax
inlined by cpkvrlm7lgqa5emnckqtyrf2vg4nhtzdgq7gb3gy6b6oflkzrnzm.main.cpp:36 (kernel)
    2829:	jne    2290 <kernel.cold>
kernel():
cpkvrlm7lgqa5emnckqtyrf2vg4nhtzdgq7gb3gy6b6oflkzrnzm.main.cpp:37
    282f:	lea    rsp,[rbp-0x18]
    2833:	pop    rbx
    2834:	pop    r12
    2836:	pop    r13
    2838:	pop    rbp
    2839:	ret
    283a:	nop    WORD PTR [rax+rax*1+0x0]


00000000000025b0 <kernel._omp_fn.0>:
kernel._omp_fn.0():
c6qwltfr57imwtb4yif7ecir3rpc3i2swwzslofj3hhp2ln2tas3.main.cpp:12
    25b0:	push   r13
    25b2:	lea    r13,[rsp+0x10]
    25b7:	and    rsp,0xffffffffffffffe0
    25bb:	push   QWORD PTR [r13-0x8]
    25bf:	push   rbp
    25c0:	mov    rbp,rsp
    25c3:	push   r15
    25c5:	push   r14
    25c7:	push   r13
    25c9:	push   r12
    25cb:	push   rbx
    25cc:	mov    r12,rdi
    25cf:	sub    rsp,0x88
c6qwltfr57imwtb4yif7ecir3rpc3i2swwzslofj3hhp2ln2tas3.main.cpp:14
    25d6:	call   21d0 <omp_get_thread_num@plt>
    25db:	mov    ebx,eax
c6qwltfr57imwtb4yif7ecir3rpc3i2swwzslofj3hhp2ln2tas3.main.cpp:16
    25dd:	call   2270 <omp_get_num_threads@plt>
    25e2:	movsxd rsi,eax
    25e5:	mov    eax,0x200
    25ea:	movsxd rcx,ebx
    25ed:	cqo
    25ef:	idiv   rsi
    25f2:	cmp    rcx,rdx
    25f5:	jl     27c4 <kernel._omp_fn.0+0x214>
    25fb:	imul   rcx,rax
    25ff:	add    rcx,rdx
    2602:	lea    rsi,[rax+rcx*1]
    2606:	cmp    rcx,rsi
    2609:	jge    27a8 <kernel._omp_fn.0+0x1f8>
    260f:	vmovss xmm1,DWORD PTR [rip+0x1b5d]        # 4174 <_fini+0xf50>
    2617:	vmovss xmm4,DWORD PTR [rip+0x1b59]        # 4178 <_fini+0xf54>
    261f:	mov    rdi,rcx
    2622:	shl    rcx,0x2
    2626:	vmovss xmm3,DWORD PTR [rip+0x1b4e]        # 417c <_fini+0xf58>
c6qwltfr57imwtb4yif7ecir3rpc3i2swwzslofj3hhp2ln2tas3.main.cpp:12
    262e:	mov    r9,QWORD PTR [r12]
    2632:	shl    rdi,0xc
c6qwltfr57imwtb4yif7ecir3rpc3i2swwzslofj3hhp2ln2tas3.main.cpp:32
    2636:	vxorps xmm2,xmm2,xmm2
c6qwltfr57imwtb4yif7ecir3rpc3i2swwzslofj3hhp2ln2tas3.main.cpp:12
    263a:	mov    r8,QWORD PTR [r12+0x20]
    263f:	mov    r15,QWORD PTR [r12+0x28]
    2644:	mov    r14,QWORD PTR [r12+0x18]
    2649:	mov    rdx,QWORD PTR [r12+0x10]
    264e:	mov    rax,QWORD PTR [r12+0x8]
    2653:	lea    r13,[r9+rdi*1]
    2657:	lea    rbx,[r9+rdi*1+0x1000]
    265f:	lea    r12,[r8+rcx*1]
    2663:	add    r15,rdi
    2666:	add    r14,rcx
    2669:	lea    rcx,[r8+rsi*4]
at::vec::CPU_CAPABILITY::Vectorized<float>::Vectorized(float):
torchvec256_float.h:39
inlined by c6qwltfr57imwtb4yif7ecir3rpc3i2swwzslofj3hhp2ln2tas3.main.cpp:37 (kernel._omp_fn.0)
    266d:	mov    rsi,r13
inlined by c6qwltfr57imwtb4yif7ecir3rpc3i2swwzslofj3hhp2ln2tas3.main.cpp:21 (kernel._omp_fn.0)
    2670:	vxorps xmm0,xmm0,xmm0
inlined by c6qwltfr57imwtb4yif7ecir3rpc3i2swwzslofj3hhp2ln2tas3.main.cpp:21 (kernel._omp_fn.0)
    2674:	data16 cs nop WORD PTR [rax+rax*1+0x0]
inlined by c6qwltfr57imwtb4yif7ecir3rpc3i2swwzslofj3hhp2ln2tas3.main.cpp:21 (kernel._omp_fn.0)
    267f:	nop
_mm256_add_ps(float __vector(8), float __vector(8)):
avxintrin.h:149
inlined by torchvec256_float.h:544 (_ZN2at3vec14CPU_CAPABILITYplIfEENS1_10VectorizedIT_EERKS5_S7_)
inlined by c6qwltfr57imwtb4yif7ecir3rpc3i2swwzslofj3hhp2ln2tas3.main.cpp:28 (kernel._omp_fn.0)
    2680:	vaddps ymm0,ymm0,YMMWORD PTR [rsi]
kernel._omp_fn.0():
c6qwltfr57imwtb4yif7ecir3rpc3i2swwzslofj3hhp2ln2tas3.main.cpp:22
    2684:	add    rsi,0x20
    2688:	cmp    rbx,rsi
    268b:	jne    2680 <kernel._omp_fn.0+0xd0>
_mm256_permute2f128_ps(float __vector(8), float __vector(8), int):
avxintrin.h:698
inlined by torchfunctional_base.h:67 (apply)
inlined by torchfunctional_base.h:178 (vec_reduce_all<float, kernel(float const*, float const*, float const*, float*, float*, float*)::<lambda(at::vec::CPU_CAPABILITY::Vectorized<float>&, at::vec::CPU_CAPABILITY::Vectorized<float>&)> >)
inlined by torchvec_n.h:392 (vec_reduce_all<float, 1, kernel(float const*, float const*, float const*, float*, float*, float*)::<lambda(at::vec::CPU_CAPABILITY::Vectorized<float>&, at::vec::CPU_CAPABILITY::Vectorized<float>&)> >)
inlined by c6qwltfr57imwtb4yif7ecir3rpc3i2swwzslofj3hhp2ln2tas3.main.cpp:32 (kernel._omp_fn.0)
    268d:	vperm2f128 ymm5,ymm0,ymm0,0x1
_mm256_set1_ps(float):
avxintrin.h:1321
inlined by torchvec256_float.h:39 (_ZN2at3vec14CPU_CAPABILITY10VectorizedIfEC4Ef)
inlined by c6qwltfr57imwtb4yif7ecir3rpc3i2swwzslofj3hhp2ln2tas3.main.cpp:47 (kernel._omp_fn.0)
    2693:	mov    rsi,r13
_mm256_add_ps(float __vector(8), float __vector(8)):
avxintrin.h:149
inlined by torchvec256_float.h:544 (_ZN2at3vec14CPU_CAPABILITYplIfEENS1_10VectorizedIT_EERKS5_S7_)
inlined by c6qwltfr57imwtb4yif7ecir3rpc3i2swwzslofj3hhp2ln2tas3.main.cpp:32 (operator())
inlined by torchfunctional_base.h:68 (apply)
inlined by torchfunctional_base.h:178 (vec_reduce_all<float, kernel(float const*, float const*, float const*, float*, float*, float*)::<lambda(at::vec::CPU_CAPABILITY::Vectorized<float>&, at::vec::CPU_CAPABILITY::Vectorized<float>&)> >)
inlined by torchvec_n.h:392 (vec_reduce_all<float, 1, kernel(float const*, float const*, float const*, float*, float*, float*)::<lambda(at::vec::CPU_CAPABILITY::Vectorized<float>&, at::vec::CPU_CAPABILITY::Vectorized<float>&)> >)
inlined by c6qwltfr57imwtb4yif7ecir3rpc3i2swwzslofj3hhp2ln2tas3.main.cpp:32 (kernel._omp_fn.0)
    2696:	vaddps ymm0,ymm5,ymm0
_mm256_shuffle_ps(float __vector(8), float __vector(8), int):
avxintrin.h:346
inlined by torchfunctional_base.h:70 (apply)
inlined by torchfunctional_base.h:178 (vec_reduce_all<float, kernel(float const*, float const*, float const*, float*, float*, float*)::<lambda(at::vec::CPU_CAPABILITY::Vectorized<float>&, at::vec::CPU_CAPABILITY::Vectorized<float>&)> >)
inlined by torchvec_n.h:392 (vec_reduce_all<float, 1, kernel(float const*, float const*, float const*, float*, float*, float*)::<lambda(at::vec::CPU_CAPABILITY::Vectorized<float>&, at::vec::CPU_CAPABILITY::Vectorized<float>&)> >)
inlined by c6qwltfr57imwtb4yif7ecir3rpc3i2swwzslofj3hhp2ln2tas3.main.cpp:32 (kernel._omp_fn.0)
    269a:	vpermilps ymm5,ymm0,0x4e
_mm256_add_ps(float __vector(8), float __vector(8)):
avxintrin.h:149
inlined by torchvec256_float.h:544 (_ZN2at3vec14CPU_CAPABILITYplIfEENS1_10VectorizedIT_EERKS5_S7_)
inlined by c6qwltfr57imwtb4yif7ecir3rpc3i2swwzslofj3hhp2ln2tas3.main.cpp:32 (operator())
inlined by torchfunctional_base.h:71 (apply)
inlined by torchfunctional_base.h:178 (vec_reduce_all<float, kernel(float const*, float const*, float const*, float*, float*, float*)::<lambda(at::vec::CPU_CAPABILITY::Vectorized<float>&, at::vec::CPU_CAPABILITY::Vectorized<float>&)> >)
inlined by torchvec_n.h:392 (vec_reduce_all<float, 1, kernel(float const*, float const*, float const*, float*, float*, float*)::<lambda(at::vec::CPU_CAPABILITY::Vectorized<float>&, at::vec::CPU_CAPABILITY::Vectorized<float>&)> >)
inlined by c6qwltfr57imwtb4yif7ecir3rpc3i2swwzslofj3hhp2ln2tas3.main.cpp:32 (kernel._omp_fn.0)
    26a0:	vaddps ymm5,ymm5,ymm0
_mm256_shuffle_ps(float __vector(8), float __vector(8), int):
avxintrin.h:346
inlined by torchfunctional_base.h:73 (apply)
inlined by torchfunctional_base.h:178 (vec_reduce_all<float, kernel(float const*, float const*, float const*, float*, float*, float*)::<lambda(at::vec::CPU_CAPABILITY::Vectorized<float>&, at::vec::CPU_CAPABILITY::Vectorized<float>&)> >)
inlined by torchvec_n.h:392 (vec_reduce_all<float, 1, kernel(float const*, float const*, float const*, float*, float*, float*)::<lambda(at::vec::CPU_CAPABILITY::Vectorized<float>&, at::vec::CPU_CAPABILITY::Vectorized<float>&)> >)
inlined by c6qwltfr57imwtb4yif7ecir3rpc3i2swwzslofj3hhp2ln2tas3.main.cpp:32 (kernel._omp_fn.0)
    26a4:	vpermilps ymm0,ymm5,0xb1
_mm256_add_ps(float __vector(8), float __vector(8)):
avxintrin.h:149
inlined by torchvec256_float.h:544 (_ZN2at3vec14CPU_CAPABILITYplIfEENS1_10VectorizedIT_EERKS5_S7_)
inlined by c6qwltfr57imwtb4yif7ecir3rpc3i2swwzslofj3hhp2ln2tas3.main.cpp:32 (operator())
inlined by torchfunctional_base.h:74 (apply)
inlined by torchfunctional_base.h:178 (vec_reduce_all<float, kernel(float const*, float const*, float const*, float*, float*, float*)::<lambda(at::vec::CPU_CAPABILITY::Vectorized<float>&, at::vec::CPU_CAPABILITY::Vectorized<float>&)> >)
inlined by torchvec_n.h:392 (vec_reduce_all<float, 1, kernel(float const*, float const*, float const*, float*, float*, float*)::<lambda(at::vec::CPU_CAPABILITY::Vectorized<float>&, at::vec::CPU_CAPABILITY::Vectorized<float>&)> >)
inlined by c6qwltfr57imwtb4yif7ecir3rpc3i2swwzslofj3hhp2ln2tas3.main.cpp:32 (kernel._omp_fn.0)
    26aa:	vaddps ymm0,ymm0,ymm5
at::vec::CPU_CAPABILITY::Vectorized<float>::Vectorized(float):
torchvec256_float.h:39
inlined by c6qwltfr57imwtb4yif7ecir3rpc3i2swwzslofj3hhp2ln2tas3.main.cpp:37 (kernel._omp_fn.0)
    26ae:	vxorps xmm5,xmm5,xmm5
kernel._omp_fn.0():
c6qwltfr57imwtb4yif7ecir3rpc3i2swwzslofj3hhp2ln2tas3.main.cpp:32
    26b2:	vaddss xmm6,xmm0,xmm2
c6qwltfr57imwtb4yif7ecir3rpc3i2swwzslofj3hhp2ln2tas3.main.cpp:33
    26b6:	vmovss DWORD PTR [r14],xmm6
c6qwltfr57imwtb4yif7ecir3rpc3i2swwzslofj3hhp2ln2tas3.main.cpp:46
    26bb:	vmulss xmm6,xmm6,xmm1
_mm256_set1_ps(float):
avxintrin.h:1321
inlined by torchvec256_float.h:39 (_ZN2at3vec14CPU_CAPABILITY10VectorizedIfEC4Ef)
inlined by c6qwltfr57imwtb4yif7ecir3rpc3i2swwzslofj3hhp2ln2tas3.main.cpp:47 (kernel._omp_fn.0)
    26bf:	vbroadcastss ymm6,xmm6
inlined by torchvec256_float.h:39 (_ZN2at3vec14CPU_CAPABILITY10VectorizedIfEC4Ef)
inlined by c6qwltfr57imwtb4yif7ecir3rpc3i2swwzslofj3hhp2ln2tas3.main.cpp:47 (kernel._omp_fn.0)
    26c4:	data16 cs nop WORD PTR [rax+rax*1+0x0]
inlined by torchvec256_float.h:39 (_ZN2at3vec14CPU_CAPABILITY10VectorizedIfEC4Ef)
inlined by c6qwltfr57imwtb4yif7ecir3rpc3i2swwzslofj3hhp2ln2tas3.main.cpp:47 (kernel._omp_fn.0)
    26cf:	nop
_mm256_sub_ps(float __vector(8), float __vector(8)):
avxintrin.h:368
inlined by torchvec256_float.h:551 (_ZN2at3vec14CPU_CAPABILITYmiIfEENS1_10VectorizedIT_EERKS5_S7_)
inlined by c6qwltfr57imwtb4yif7ecir3rpc3i2swwzslofj3hhp2ln2tas3.main.cpp:48 (kernel._omp_fn.0)
    26d0:	vmovups ymm7,YMMWORD PTR [rsi]
kernel._omp_fn.0():
c6qwltfr57imwtb4yif7ecir3rpc3i2swwzslofj3hhp2ln2tas3.main.cpp:38
    26d4:	add    rsi,0x20
_mm256_sub_ps(float __vector(8), float __vector(8)):
avxintrin.h:368
inlined by torchvec256_float.h:551 (_ZN2at3vec14CPU_CAPABILITYmiIfEENS1_10VectorizedIT_EERKS5_S7_)
inlined by c6qwltfr57imwtb4yif7ecir3rpc3i2swwzslofj3hhp2ln2tas3.main.cpp:48 (kernel._omp_fn.0)
    26d8:	vsubps ymm0,ymm7,ymm6
_mm256_mul_ps(float __vector(8), float __vector(8)):
avxintrin.h:320
inlined by torchvec256_float.h:558 (_ZN2at3vec14CPU_CAPABILITYmlIfEENS1_10VectorizedIT_EERKS5_S7_)
inlined by c6qwltfr57imwtb4yif7ecir3rpc3i2swwzslofj3hhp2ln2tas3.main.cpp:49 (kernel._omp_fn.0)
    26dc:	vmulps ymm0,ymm0,ymm0
_mm256_add_ps(float __vector(8), float __vector(8)):
avxintrin.h:149
inlined by torchvec256_float.h:544 (_ZN2at3vec14CPU_CAPABILITYplIfEENS1_10VectorizedIT_EERKS5_S7_)
inlined by c6qwltfr57imwtb4yif7ecir3rpc3i2swwzslofj3hhp2ln2tas3.main.cpp:50 (kernel._omp_fn.0)
    26e0:	vaddps ymm5,ymm5,ymm0
kernel._omp_fn.0():
c6qwltfr57imwtb4yif7ecir3rpc3i2swwzslofj3hhp2ln2tas3.main.cpp:38
    26e4:	cmp    rbx,rsi
    26e7:	jne    26d0 <kernel._omp_fn.0+0x120>
_mm256_permute2f128_ps(float __vector(8), float __vector(8), int):
avxintrin.h:698
inlined by torchfunctional_base.h:67 (apply)
inlined by torchfunctional_base.h:178 (vec_reduce_all<float, kernel(float const*, float const*, float const*, float*, float*, float*)::<lambda(at::vec::CPU_CAPABILITY::Vectorized<float>&, at::vec::CPU_CAPABILITY::Vectorized<float>&)> >)
inlined by torchvec_n.h:392 (vec_reduce_all<float, 1, kernel(float const*, float const*, float const*, float*, float*, float*)::<lambda(at::vec::CPU_CAPABILITY::Vectorized<float>&, at::vec::CPU_CAPABILITY::Vectorized<float>&)> >)
inlined by c6qwltfr57imwtb4yif7ecir3rpc3i2swwzslofj3hhp2ln2tas3.main.cpp:54 (kernel._omp_fn.0)
    26e9:	vperm2f128 ymm0,ymm5,ymm5,0x1
kernel._omp_fn.0():
c6qwltfr57imwtb4yif7ecir3rpc3i2swwzslofj3hhp2ln2tas3.main.cpp:57
    26ef:	xor    esi,esi
_mm256_add_ps(float __vector(8), float __vector(8)):
avxintrin.h:149
inlined by torchvec256_float.h:544 (_ZN2at3vec14CPU_CAPABILITYplIfEENS1_10VectorizedIT_EERKS5_S7_)
inlined by c6qwltfr57imwtb4yif7ecir3rpc3i2swwzslofj3hhp2ln2tas3.main.cpp:54 (operator())
inlined by torchfunctional_base.h:68 (apply)
inlined by torchfunctional_base.h:178 (vec_reduce_all<float, kernel(float const*, float const*, float const*, float*, float*, float*)::<lambda(at::vec::CPU_CAPABILITY::Vectorized<float>&, at::vec::CPU_CAPABILITY::Vectorized<float>&)> >)
inlined by torchvec_n.h:392 (vec_reduce_all<float, 1, kernel(float const*, float const*, float const*, float*, float*, float*)::<lambda(at::vec::CPU_CAPABILITY::Vectorized<float>&, at::vec::CPU_CAPABILITY::Vectorized<float>&)> >)
inlined by c6qwltfr57imwtb4yif7ecir3rpc3i2swwzslofj3hhp2ln2tas3.main.cpp:54 (kernel._omp_fn.0)
    26f1:	vaddps ymm0,ymm0,ymm5
_mm256_shuffle_ps(float __vector(8), float __vector(8), int):
avxintrin.h:346
inlined by torchfunctional_base.h:70 (apply)
inlined by torchfunctional_base.h:178 (vec_reduce_all<float, kernel(float const*, float const*, float const*, float*, float*, float*)::<lambda(at::vec::CPU_CAPABILITY::Vectorized<float>&, at::vec::CPU_CAPABILITY::Vectorized<float>&)> >)
inlined by torchvec_n.h:392 (vec_reduce_all<float, 1, kernel(float const*, float const*, float const*, float*, float*, float*)::<lambda(at::vec::CPU_CAPABILITY::Vectorized<float>&, at::vec::CPU_CAPABILITY::Vectorized<float>&)> >)
inlined by c6qwltfr57imwtb4yif7ecir3rpc3i2swwzslofj3hhp2ln2tas3.main.cpp:54 (kernel._omp_fn.0)
    26f5:	vpermilps ymm5,ymm0,0x4e
_mm256_add_ps(float __vector(8), float __vector(8)):
avxintrin.h:149
inlined by torchvec256_float.h:544 (_ZN2at3vec14CPU_CAPABILITYplIfEENS1_10VectorizedIT_EERKS5_S7_)
inlined by c6qwltfr57imwtb4yif7ecir3rpc3i2swwzslofj3hhp2ln2tas3.main.cpp:54 (operator())
inlined by torchfunctional_base.h:71 (apply)
inlined by torchfunctional_base.h:178 (vec_reduce_all<float, kernel(float const*, float const*, float const*, float*, float*, float*)::<lambda(at::vec::CPU_CAPABILITY::Vectorized<float>&, at::vec::CPU_CAPABILITY::Vectorized<float>&)> >)
inlined by torchvec_n.h:392 (vec_reduce_all<float, 1, kernel(float const*, float const*, float const*, float*, float*, float*)::<lambda(at::vec::CPU_CAPABILITY::Vectorized<float>&, at::vec::CPU_CAPABILITY::Vectorized<float>&)> >)
inlined by c6qwltfr57imwtb4yif7ecir3rpc3i2swwzslofj3hhp2ln2tas3.main.cpp:54 (kernel._omp_fn.0)
    26fb:	vaddps ymm5,ymm5,ymm0
_mm256_shuffle_ps(float __vector(8), float __vector(8), int):
avxintrin.h:346
inlined by torchfunctional_base.h:73 (apply)
inlined by torchfunctional_base.h:178 (vec_reduce_all<float, kernel(float const*, float const*, float const*, float*, float*, float*)::<lambda(at::vec::CPU_CAPABILITY::Vectorized<float>&, at::vec::CPU_CAPABILITY::Vectorized<float>&)> >)
inlined by torchvec_n.h:392 (vec_reduce_all<float, 1, kernel(float const*, float const*, float const*, float*, float*, float*)::<lambda(at::vec::CPU_CAPABILITY::Vectorized<float>&, at::vec::CPU_CAPABILITY::Vectorized<float>&)> >)
inlined by c6qwltfr57imwtb4yif7ecir3rpc3i2swwzslofj3hhp2ln2tas3.main.cpp:54 (kernel._omp_fn.0)
    26ff:	vpermilps ymm0,ymm5,0xb1
_mm256_add_ps(float __vector(8), float __vector(8)):
avxintrin.h:149
inlined by torchvec256_float.h:544 (_ZN2at3vec14CPU_CAPABILITYplIfEENS1_10VectorizedIT_EERKS5_S7_)
inlined by c6qwltfr57imwtb4yif7ecir3rpc3i2swwzslofj3hhp2ln2tas3.main.cpp:54 (operator())
inlined by torchfunctional_base.h:74 (apply)
inlined by torchfunctional_base.h:178 (vec_reduce_all<float, kernel(float const*, float const*, float const*, float*, float*, float*)::<lambda(at::vec::CPU_CAPABILITY::Vectorized<float>&, at::vec::CPU_CAPABILITY::Vectorized<float>&)> >)
inlined by torchvec_n.h:392 (vec_reduce_all<float, 1, kernel(float const*, float const*, float const*, float*, float*, float*)::<lambda(at::vec::CPU_CAPABILITY::Vectorized<float>&, at::vec::CPU_CAPABILITY::Vectorized<float>&)> >)
inlined by c6qwltfr57imwtb4yif7ecir3rpc3i2swwzslofj3hhp2ln2tas3.main.cpp:54 (kernel._omp_fn.0)
    2705:	vaddps ymm0,ymm0,ymm5
kernel._omp_fn.0():
c6qwltfr57imwtb4yif7ecir3rpc3i2swwzslofj3hhp2ln2tas3.main.cpp:54
    2709:	vaddss xmm0,xmm0,xmm2
c6qwltfr57imwtb4yif7ecir3rpc3i2swwzslofj3hhp2ln2tas3.main.cpp:55
    270d:	vmovss DWORD PTR [r12],xmm0
c6qwltfr57imwtb4yif7ecir3rpc3i2swwzslofj3hhp2ln2tas3.main.cpp:57
    2713:	jmp    2726 <kernel._omp_fn.0+0x176>
    2715:	data16 cs nop WORD PTR [rax+rax*1+0x0]
c6qwltfr57imwtb4yif7ecir3rpc3i2swwzslofj3hhp2ln2tas3.main.cpp:64
    2720:	vmovss xmm0,DWORD PTR [r12]
c6qwltfr57imwtb4yif7ecir3rpc3i2swwzslofj3hhp2ln2tas3.main.cpp:68
    2726:	vmulss xmm5,xmm1,DWORD PTR [r14]
c6qwltfr57imwtb4yif7ecir3rpc3i2swwzslofj3hhp2ln2tas3.main.cpp:71
    272b:	vmulss xmm0,xmm0,xmm1
_mm256_sub_ps(float __vector(8), float __vector(8)):
avxintrin.h:368
inlined by torchvec256_float.h:551 (_ZN2at3vec14CPU_CAPABILITYmiIfEENS1_10VectorizedIT_EERKS5_S7_)
inlined by c6qwltfr57imwtb4yif7ecir3rpc3i2swwzslofj3hhp2ln2tas3.main.cpp:70 (kernel._omp_fn.0)
    272f:	vmovups ymm8,YMMWORD PTR [r13+rsi*4+0x0]
_mm256_loadu_ps(float const*):
avxintrin.h:905
inlined by torchvec256_float.h:117 (_ZN2at3vec14CPU_CAPABILITY10VectorizedIfE5loaduEPKvl)
inlined by c6qwltfr57imwtb4yif7ecir3rpc3i2swwzslofj3hhp2ln2tas3.main.cpp:65 (kernel._omp_fn.0)
    2736:	vmovups ymm7,YMMWORD PTR [rax+rsi*4]
inlined by torchvec256_float.h:117 (_ZN2at3vec14CPU_CAPABILITY10VectorizedIfE5loaduEPKvl)
inlined by c6qwltfr57imwtb4yif7ecir3rpc3i2swwzslofj3hhp2ln2tas3.main.cpp:66 (kernel._omp_fn.0)
    273b:	vmovups ymm6,YMMWORD PTR [rdx+rsi*4]
kernel._omp_fn.0():
c6qwltfr57imwtb4yif7ecir3rpc3i2swwzslofj3hhp2ln2tas3.main.cpp:73
    2740:	vaddss xmm0,xmm0,xmm4
    2744:	vucomiss xmm2,xmm0
_mm256_set1_ps(float):
avxintrin.h:1321
inlined by torchvec256_float.h:39 (_ZN2at3vec14CPU_CAPABILITY10VectorizedIfEC4Ef)
inlined by c6qwltfr57imwtb4yif7ecir3rpc3i2swwzslofj3hhp2ln2tas3.main.cpp:69 (kernel._omp_fn.0)
    2748:	vbroadcastss ymm5,xmm5
_mm256_sub_ps(float __vector(8), float __vector(8)):
avxintrin.h:368
inlined by torchvec256_float.h:551 (_ZN2at3vec14CPU_CAPABILITYmiIfEENS1_10VectorizedIT_EERKS5_S7_)
inlined by c6qwltfr57imwtb4yif7ecir3rpc3i2swwzslofj3hhp2ln2tas3.main.cpp:70 (kernel._omp_fn.0)
    274d:	vsubps ymm5,ymm8,ymm5
std::sqrt(float):
/usr/include/c++/12/cmath:464
inlined by c6qwltfr57imwtb4yif7ecir3rpc3i2swwzslofj3hhp2ln2tas3.main.cpp:74 (kernel._omp_fn.0)
    2751:	ja     27ce <kernel._omp_fn.0+0x21e>
inlined by c6qwltfr57imwtb4yif7ecir3rpc3i2swwzslofj3hhp2ln2tas3.main.cpp:74 (kernel._omp_fn.0)
    2753:	vsqrtss xmm0,xmm0,xmm0
kernel._omp_fn.0():
c6qwltfr57imwtb4yif7ecir3rpc3i2swwzslofj3hhp2ln2tas3.main.cpp:74
    2757:	vdivss xmm0,xmm3,xmm0
_mm256_set1_ps(float):
avxintrin.h:1321
inlined by torchvec256_float.h:39 (_ZN2at3vec14CPU_CAPABILITY10VectorizedIfEC4Ef)
inlined by c6qwltfr57imwtb4yif7ecir3rpc3i2swwzslofj3hhp2ln2tas3.main.cpp:75 (kernel._omp_fn.0)
    275b:	vbroadcastss ymm0,xmm0
_mm256_mul_ps(float __vector(8), float __vector(8)):
avxintrin.h:320
inlined by torchvec256_float.h:558 (_ZN2at3vec14CPU_CAPABILITYmlIfEENS1_10VectorizedIT_EERKS5_S7_)
inlined by c6qwltfr57imwtb4yif7ecir3rpc3i2swwzslofj3hhp2ln2tas3.main.cpp:76 (kernel._omp_fn.0)
    2760:	vmulps ymm0,ymm0,ymm5
inlined by torchvec256_float.h:558 (_ZN2at3vec14CPU_CAPABILITYmlIfEENS1_10VectorizedIT_EERKS5_S7_)
inlined by c6qwltfr57imwtb4yif7ecir3rpc3i2swwzslofj3hhp2ln2tas3.main.cpp:77 (kernel._omp_fn.0)
    2764:	vmulps ymm0,ymm0,ymm7
_mm256_add_ps(float __vector(8), float __vector(8)):
avxintrin.h:149
inlined by torchvec256_float.h:544 (_ZN2at3vec14CPU_CAPABILITYplIfEENS1_10VectorizedIT_EERKS5_S7_)
inlined by c6qwltfr57imwtb4yif7ecir3rpc3i2swwzslofj3hhp2ln2tas3.main.cpp:78 (kernel._omp_fn.0)
    2768:	vaddps ymm0,ymm0,ymm6
_mm256_storeu_ps(float*, float __vector(8)):
avxintrin.h:911
inlined by torchvec256_float.h:126 (_ZNK2at3vec14CPU_CAPABILITY10VectorizedIfE5storeEPvl)
inlined by c6qwltfr57imwtb4yif7ecir3rpc3i2swwzslofj3hhp2ln2tas3.main.cpp:79 (kernel._omp_fn.0)
    276c:	vmovups YMMWORD PTR [r15+rsi*4],ymm0
kernel._omp_fn.0():
c6qwltfr57imwtb4yif7ecir3rpc3i2swwzslofj3hhp2ln2tas3.main.cpp:57
    2772:	add    rsi,0x8
    2776:	cmp    rsi,0x400
    277d:	jne    2720 <kernel._omp_fn.0+0x170>
    277f:	add    r12,0x4
    2783:	add    r15,0x1000
    278a:	add    r13,0x1000
    2791:	add    r14,0x4
    2795:	add    rbx,0x1000
    279c:	cmp    rcx,r12
    279f:	jne    266d <kernel._omp_fn.0+0xbd>
    27a5:	vzeroupper
c6qwltfr57imwtb4yif7ecir3rpc3i2swwzslofj3hhp2ln2tas3.main.cpp:12
    27a8:	add    rsp,0x88
    27af:	pop    rbx
    27b0:	pop    r12
    27b2:	pop    r13
    27b4:	pop    r14
    27b6:	pop    r15
    27b8:	pop    rbp
    27b9:	lea    rsp,[r13-0x10]
    27bd:	pop    r13
    27bf:	jmp    2250 <GOMP_barrier@plt>
    27c4:	inc    rax
c6qwltfr57imwtb4yif7ecir3rpc3i2swwzslofj3hhp2ln2tas3.main.cpp:14
    27c7:	xor    edx,edx
    27c9:	jmp    25fb <kernel._omp_fn.0+0x4b>
    27ce:	vmovaps YMMWORD PTR [rbp-0xb0],ymm6
    27d6:	vmovaps YMMWORD PTR [rbp-0x90],ymm7
    27de:	mov    QWORD PTR [rbp-0x50],rcx
    27e2:	vmovaps YMMWORD PTR [rbp-0x70],ymm5
    27e7:	mov    QWORD PTR [rbp-0x48],rsi
    27eb:	mov    QWORD PTR [rbp-0x40],rax
    27ef:	mov    QWORD PTR [rbp-0x38],rdx
std::sqrt(float):
/usr/include/c++/12/cmath:464
inlined by c6qwltfr57imwtb4yif7ecir3rpc3i2swwzslofj3hhp2ln2tas3.main.cpp:74 (kernel._omp_fn.0)
    27f3:	vzeroupper
inlined by c6qwltfr57imwtb4yif7ecir3rpc3i2swwzslofj3hhp2ln2tas3.main.cpp:74 (kernel._omp_fn.0)
    27f6:	call   2260 <sqrtf@plt>
kernel._omp_fn.0():
c6qwltfr57imwtb4yif7ecir3rpc3i2swwzslofj3hhp2ln2tas3.main.cpp:57
    27fb:	vxorps xmm2,xmm2,xmm2
c6qwltfr57imwtb4yif7ecir3rpc3i2swwzslofj3hhp2ln2tas3.main.cpp:74
    27ff:	vmovss xmm3,DWORD PTR [rip+0x1975]        # 417c <_fini+0xf58>
_mm256_mul_ps(float __vector(8), float __vector(8)):
avxintrin.h:320
inlined by torchvec256_float.h:558 (_ZN2at3vec14CPU_CAPABILITYmlIfEENS1_10VectorizedIT_EERKS5_S7_)
inlined by c6qwltfr57imwtb4yif7ecir3rpc3i2swwzslofj3hhp2ln2tas3.main.cpp:76 (kernel._omp_fn.0)
    2807:	vmovaps ymm5,YMMWORD PTR [rbp-0x70]
inlined by torchvec256_float.h:558 (_ZN2at3vec14CPU_CAPABILITYmlIfEENS1_10VectorizedIT_EERKS5_S7_)
inlined by c6qwltfr57imwtb4yif7ecir3rpc3i2swwzslofj3hhp2ln2tas3.main.cpp:77 (kernel._omp_fn.0)
    280c:	vmovaps ymm7,YMMWORD PTR [rbp-0x90]
_mm256_add_ps(float __vector(8), float __vector(8)):
avxintrin.h:149
inlined by torchvec256_float.h:544 (_ZN2at3vec14CPU_CAPABILITYplIfEENS1_10VectorizedIT_EERKS5_S7_)
inlined by c6qwltfr57imwtb4yif7ecir3rpc3i2swwzslofj3hhp2ln2tas3.main.cpp:78 (kernel._omp_fn.0)
    2814:	vmovaps ymm6,YMMWORD PTR [rbp-0xb0]
_mm256_storeu_ps(float*, float __vector(8)):
avxintrin.h:911
inlined by torchvec256_float.h:126 (_ZNK2at3vec14CPU_CAPABILITY10VectorizedIfE5storeEPvl)
inlined by c6qwltfr57imwtb4yif7ecir3rpc3i2swwzslofj3hhp2ln2tas3.main.cpp:79 (kernel._omp_fn.0)
    281c:	mov    rsi,QWORD PTR [rbp-0x48]
kernel._omp_fn.0():
c6qwltfr57imwtb4yif7ecir3rpc3i2swwzslofj3hhp2ln2tas3.main.cpp:57
    2820:	vmovss xmm1,DWORD PTR [rip+0x194c]        # 4174 <_fini+0xf50>
    2828:	vmovss xmm4,DWORD PTR [rip+0x1948]        # 4178 <_fini+0xf54>
    2830:	mov    rdx,QWORD PTR [rbp-0x38]
    2834:	mov    rax,QWORD PTR [rbp-0x40]
    2838:	mov    rcx,QWORD PTR [rbp-0x50]
c6qwltfr57imwtb4yif7ecir3rpc3i2swwzslofj3hhp2ln2tas3.main.cpp:74
    283c:	vdivss xmm0,xmm3,xmm0
_mm256_set1_ps(float):
avxintrin.h:1321
inlined by torchvec256_float.h:39 (_ZN2at3vec14CPU_CAPABILITY10VectorizedIfEC4Ef)
inlined by c6qwltfr57imwtb4yif7ecir3rpc3i2swwzslofj3hhp2ln2tas3.main.cpp:75 (kernel._omp_fn.0)
    2840:	vbroadcastss ymm0,xmm0
_mm256_mul_ps(float __vector(8), float __vector(8)):
avxintrin.h:320
inlined by torchvec256_float.h:558 (_ZN2at3vec14CPU_CAPABILITYmlIfEENS1_10VectorizedIT_EERKS5_S7_)
inlined by c6qwltfr57imwtb4yif7ecir3rpc3i2swwzslofj3hhp2ln2tas3.main.cpp:76 (kernel._omp_fn.0)
    2845:	vmulps ymm0,ymm0,ymm5
inlined by torchvec256_float.h:558 (_ZN2at3vec14CPU_CAPABILITYmlIfEENS1_10VectorizedIT_EERKS5_S7_)
inlined by c6qwltfr57imwtb4yif7ecir3rpc3i2swwzslofj3hhp2ln2tas3.main.cpp:77 (kernel._omp_fn.0)
    2849:	vmulps ymm0,ymm0,ymm7
_mm256_add_ps(float __vector(8), float __vector(8)):
avxintrin.h:149
inlined by torchvec256_float.h:544 (_ZN2at3vec14CPU_CAPABILITYplIfEENS1_10VectorizedIT_EERKS5_S7_)
inlined by c6qwltfr57imwtb4yif7ecir3rpc3i2swwzslofj3hhp2ln2tas3.main.cpp:78 (kernel._omp_fn.0)
    284d:	vaddps ymm0,ymm0,ymm6
_mm256_storeu_ps(float*, float __vector(8)):
avxintrin.h:911
inlined by torchvec256_float.h:126 (_ZNK2at3vec14CPU_CAPABILITY10VectorizedIfE5storeEPvl)
inlined by c6qwltfr57imwtb4yif7ecir3rpc3i2swwzslofj3hhp2ln2tas3.main.cpp:79 (kernel._omp_fn.0)
    2851:	vmovups YMMWORD PTR [r15+rsi*4],ymm0
kernel._omp_fn.0():
c6qwltfr57imwtb4yif7ecir3rpc3i2swwzslofj3hhp2ln2tas3.main.cpp:57
    2857:	add    rsi,0x8
    285b:	cmp    rsi,0x400
    2862:	jne    2720 <kernel._omp_fn.0+0x170>
    2868:	jmp    277f <kernel._omp_fn.0+0x1cf>
    286d:	nop    DWORD PTR [rax]

0000000000002940 <kernel>:
kernel():
c6qwltfr57imwtb4yif7ecir3rpc3i2swwzslofj3hhp2ln2tas3.main.cpp:9
    2940:	lea    r10,[rsp+0x8]
    2945:	and    rsp,0xffffffffffffffe0
c6qwltfr57imwtb4yif7ecir3rpc3i2swwzslofj3hhp2ln2tas3.main.cpp:12
    2949:	vmovq  xmm2,r8
    294e:	vmovq  xmm3,rdx
c6qwltfr57imwtb4yif7ecir3rpc3i2swwzslofj3hhp2ln2tas3.main.cpp:9
    2953:	push   QWORD PTR [r10-0x8]
    2957:	push   rbp
c6qwltfr57imwtb4yif7ecir3rpc3i2swwzslofj3hhp2ln2tas3.main.cpp:12
    2958:	vpinsrq xmm0,xmm2,r9,0x1
    295e:	vmovq  xmm4,rdi
    2963:	vpinsrq xmm1,xmm3,rcx,0x1
    2969:	xor    edx,edx
    296b:	xor    ecx,ecx
    296d:	lea    rdi,[rip+0xfffffffffffffc3c]        # 25b0 <kernel._omp_fn.0>
c6qwltfr57imwtb4yif7ecir3rpc3i2swwzslofj3hhp2ln2tas3.main.cpp:9
    2974:	mov    rbp,rsp
    2977:	push   r13
    2979:	push   r12
    297b:	push   r10
    297d:	push   rbx
c6qwltfr57imwtb4yif7ecir3rpc3i2swwzslofj3hhp2ln2tas3.main.cpp:11
    297e:	lea    rax,[rbp-0xa8]
    2985:	lea    r12,[rbp-0x70]
c6qwltfr57imwtb4yif7ecir3rpc3i2swwzslofj3hhp2ln2tas3.main.cpp:9
    2989:	sub    rsp,0x90
c6qwltfr57imwtb4yif7ecir3rpc3i2swwzslofj3hhp2ln2tas3.main.cpp:11
    2990:	mov    rbx,QWORD PTR [rip+0x3611]        # 5fa8 <inductor_cpu_integer_div_error_flag@@Base-0x2a0>
c6qwltfr57imwtb4yif7ecir3rpc3i2swwzslofj3hhp2ln2tas3.main.cpp:12
    2997:	vmovdqa XMMWORD PTR [rbp-0x50],xmm0
    299c:	vpinsrq xmm0,xmm4,rsi,0x1
    29a2:	vinserti128 ymm0,ymm0,xmm1,0x1
c6qwltfr57imwtb4yif7ecir3rpc3i2swwzslofj3hhp2ln2tas3.main.cpp:10
    29a8:	mov    DWORD PTR [rbp-0xa8],0x0
c6qwltfr57imwtb4yif7ecir3rpc3i2swwzslofj3hhp2ln2tas3.main.cpp:11
    29b2:	mov    rsi,r12
c6qwltfr57imwtb4yif7ecir3rpc3i2swwzslofj3hhp2ln2tas3.main.cpp:12
    29b5:	vmovdqa YMMWORD PTR [rbp-0x70],ymm0
c6qwltfr57imwtb4yif7ecir3rpc3i2swwzslofj3hhp2ln2tas3.main.cpp:11
    29ba:	mov    QWORD PTR [rbx],rax
c6qwltfr57imwtb4yif7ecir3rpc3i2swwzslofj3hhp2ln2tas3.main.cpp:12
    29bd:	vzeroupper
    29c0:	call   21a0 <GOMP_parallel@plt>
c6qwltfr57imwtb4yif7ecir3rpc3i2swwzslofj3hhp2ln2tas3.main.cpp:86
    29c5:	mov    QWORD PTR [rbx],0x0
std::__atomic_base<int>::load(std::memory_order) const:
atomic_base.h:488
inlined by torchcpp_prefix.h:826 (_Z39inductor_cpu_throw_if_integer_div_errorRSt6atomicIiE)
inlined by c6qwltfr57imwtb4yif7ecir3rpc3i2swwzslofj3hhp2ln2tas3.main.cpp:87 (kernel)
    29cc:	mov    eax,DWORD PTR [rbp-0xa8]
inductor_cpu_throw_if_integer_div_error(std::atomic<int>&):
torchcpp_prefix.h:826
inlined by c6qwltfr57imwtb4yif7ecir3rpc3i2swwzslofj3hhp2ln2tas3.main.cpp:87 (kernel)
    29d2:	test   eax,eax
inlined by c6qwltfr57imwtb4yif7ecir3rpc3i2swwzslofj3hhp2ln2tas3.main.cpp:87 (kernel)
    29d4:	jne    22a0 <kernel.cold>
kernel():
c6qwltfr57imwtb4yif7ecir3rpc3i2swwzslofj3hhp2ln2tas3.main.cpp:88
    29da:	lea    rsp,[rbp-0x20]
    29de:	pop    rbx
    29df:	pop    r10
    29e1:	pop    r12
    29e3:	pop    r13
    29e5:	pop    rbp
    29e6:	lea    rsp,[r10-0x8]
    29ea:	ret
    29eb:	nop    DWORD PTR [rax+rax*1+0x0]


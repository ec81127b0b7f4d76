00000000000025b0 <kernel._omp_fn.0>:
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
    25d6:	call   21d0 <omp_get_thread_num@plt>
    25db:	mov    ebx,eax
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
    262e:	mov    r9,QWORD PTR [r12]
    2632:	shl    rdi,0xc
    2636:	vxorps xmm2,xmm2,xmm2
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
    266d:	mov    rsi,r13
    2670:	vxorps xmm0,xmm0,xmm0
    2674:	data16 cs nop WORD PTR [rax+rax*1+0x0]
    267f:	nop
    2680:	vaddps ymm0,ymm0,YMMWORD PTR [rsi]
    2684:	add    rsi,0x20
    2688:	cmp    rbx,rsi
    268b:	jne    2680 <kernel._omp_fn.0+0xd0>
    268d:	vperm2f128 ymm5,ymm0,ymm0,0x1
    2693:	mov    rsi,r13
    2696:	vaddps ymm0,ymm5,ymm0
    269a:	vpermilps ymm5,ymm0,0x4e
    26a0:	vaddps ymm5,ymm5,ymm0
    26a4:	vpermilps ymm0,ymm5,0xb1
    26aa:	vaddps ymm0,ymm0,ymm5
    26ae:	vxorps xmm5,xmm5,xmm5
    26b2:	vaddss xmm6,xmm0,xmm2
    26b6:	vmovss DWORD PTR [r14],xmm6
    26bb:	vmulss xmm6,xmm6,xmm1
    26bf:	vbroadcastss ymm6,xmm6
    26c4:	data16 cs nop WORD PTR [rax+rax*1+0x0]
    26cf:	nop
    26d0:	vmovups ymm7,YMMWORD PTR [rsi]
    26d4:	add    rsi,0x20
    26d8:	vsubps ymm0,ymm7,ymm6
    26dc:	vmulps ymm0,ymm0,ymm0
    26e0:	vaddps ymm5,ymm5,ymm0
    26e4:	cmp    rbx,rsi
    26e7:	jne    26d0 <kernel._omp_fn.0+0x120>
    26e9:	vperm2f128 ymm0,ymm5,ymm5,0x1
    26ef:	xor    esi,esi
    26f1:	vaddps ymm0,ymm0,ymm5
    26f5:	vpermilps ymm5,ymm0,0x4e
    26fb:	vaddps ymm5,ymm5,ymm0
    26ff:	vpermilps ymm0,ymm5,0xb1
    2705:	vaddps ymm0,ymm0,ymm5
    2709:	vaddss xmm0,xmm0,xmm2
    270d:	vmovss DWORD PTR [r12],xmm0
    2713:	jmp    2726 <kernel._omp_fn.0+0x176>
    2715:	data16 cs nop WORD PTR [rax+rax*1+0x0]
    2720:	vmovss xmm0,DWORD PTR [r12]
    2726:	vmulss xmm5,xmm1,DWORD PTR [r14]
    272b:	vmulss xmm0,xmm0,xmm1
    272f:	vmovups ymm8,YMMWORD PTR [r13+rsi*4+0x0]
    2736:	vmovups ymm7,YMMWORD PTR [rax+rsi*4]
    273b:	vmovups ymm6,YMMWORD PTR [rdx+rsi*4]
    2740:	vaddss xmm0,xmm0,xmm4
    2744:	vucomiss xmm2,xmm0
    2748:	vbroadcastss ymm5,xmm5
    274d:	vsubps ymm5,ymm8,ymm5
    2751:	ja     27ce <kernel._omp_fn.0+0x21e>
    2753:	vsqrtss xmm0,xmm0,xmm0
    2757:	vdivss xmm0,xmm3,xmm0
    275b:	vbroadcastss ymm0,xmm0
    2760:	vmulps ymm0,ymm0,ymm5
    2764:	vmulps ymm0,ymm0,ymm7
    2768:	vaddps ymm0,ymm0,ymm6
    276c:	vmovups YMMWORD PTR [r15+rsi*4],ymm0
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
    27c7:	xor    edx,edx
    27c9:	jmp    25fb <kernel._omp_fn.0+0x4b>
    27ce:	vmovaps YMMWORD PTR [rbp-0xb0],ymm6
    27d6:	vmovaps YMMWORD PTR [rbp-0x90],ymm7
    27de:	mov    QWORD PTR [rbp-0x50],rcx
    27e2:	vmovaps YMMWORD PTR [rbp-0x70],ymm5
    27e7:	mov    QWORD PTR [rbp-0x48],rsi
    27eb:	mov    QWORD PTR [rbp-0x40],rax
    27ef:	mov    QWORD PTR [rbp-0x38],rdx
    27f3:	vzeroupper
    27f6:	call   2260 <sqrtf@plt>
    27fb:	vxorps xmm2,xmm2,xmm2
    27ff:	vmovss xmm3,DWORD PTR [rip+0x1975]        # 417c <_fini+0xf58>
    2807:	vmovaps ymm5,YMMWORD PTR [rbp-0x70]
    280c:	vmovaps ymm7,YMMWORD PTR [rbp-0x90]
    2814:	vmovaps ymm6,YMMWORD PTR [rbp-0xb0]
    281c:	mov    rsi,QWORD PTR [rbp-0x48]
    2820:	vmovss xmm1,DWORD PTR [rip+0x194c]        # 4174 <_fini+0xf50>
    2828:	vmovss xmm4,DWORD PTR [rip+0x1948]        # 4178 <_fini+0xf54>
    2830:	mov    rdx,QWORD PTR [rbp-0x38]
    2834:	mov    rax,QWORD PTR [rbp-0x40]
    2838:	mov    rcx,QWORD PTR [rbp-0x50]
    283c:	vdivss xmm0,xmm3,xmm0
    2840:	vbroadcastss ymm0,xmm0
    2845:	vmulps ymm0,ymm0,ymm5
    2849:	vmulps ymm0,ymm0,ymm7
    284d:	vaddps ymm0,ymm0,ymm6
    2851:	vmovups YMMWORD PTR [r15+rsi*4],ymm0
    2857:	add    rsi,0x8
    285b:	cmp    rsi,0x400
    2862:	jne    2720 <kernel._omp_fn.0+0x170>
    2868:	jmp    277f <kernel._omp_fn.0+0x1cf>
    286d:	nop    DWORD PTR [rax]

0000000000002940 <kernel>:
    2940:	lea    r10,[rsp+0x8]
    2945:	and    rsp,0xffffffffffffffe0
    2949:	vmovq  xmm2,r8
    294e:	vmovq  xmm3,rdx
    2953:	push   QWORD PTR [r10-0x8]
    2957:	push   rbp
    2958:	vpinsrq xmm0,xmm2,r9,0x1
    295e:	vmovq  xmm4,rdi
    2963:	vpinsrq xmm1,xmm3,rcx,0x1
    2969:	xor    edx,edx
    296b:	xor    ecx,ecx
    296d:	lea    rdi,[rip+0xfffffffffffffc3c]        # 25b0 <kernel._omp_fn.0>
    2974:	mov    rbp,rsp
    2977:	push   r13
    2979:	push   r12
    297b:	push   r10
    297d:	push   rbx
    297e:	lea    rax,[rbp-0xa8]
    2985:	lea    r12,[rbp-0x70]
    2989:	sub    rsp,0x90
    2990:	mov    rbx,QWORD PTR [rip+0x3611]        # 5fa8 <inductor_cpu_integer_div_error_flag@@Base-0x2a0>
    2997:	vmovdqa XMMWORD PTR [rbp-0x50],xmm0
    299c:	vpinsrq xmm0,xmm4,rsi,0x1
    29a2:	vinserti128 ymm0,ymm0,xmm1,0x1
    29a8:	mov    DWORD PTR [rbp-0xa8],0x0
    29b2:	mov    rsi,r12
    29b5:	vmovdqa YMMWORD PTR [rbp-0x70],ymm0
    29ba:	mov    QWORD PTR [rbx],rax
    29bd:	vzeroupper
    29c0:	call   21a0 <GOMP_parallel@plt>
    29c5:	mov    QWORD PTR [rbx],0x0
    29cc:	mov    eax,DWORD PTR [rbp-0xa8]
    29d2:	test   eax,eax
    29d4:	jne    22a0 <kernel.cold>
    29da:	lea    rsp,[rbp-0x20]
    29de:	pop    rbx
    29df:	pop    r10
    29e1:	pop    r12
    29e3:	pop    r13
    29e5:	pop    rbp
    29e6:	lea    rsp,[r10-0x8]
    29ea:	ret
    29eb:	nop    DWORD PTR [rax+rax*1+0x0]


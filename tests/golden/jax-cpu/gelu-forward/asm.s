
/module_0004.jit_gelu.obj-file.select_multiply_fusion_kernel_module.o:     file format elf64-x86-64


Disassembly of section .ltext:

0000000000000000 <select_multiply_fusion>:
   0:	push   rbp
   1:	mov    rbp,rsp
   4:	push   r15
   6:	push   r14
   8:	push   r13
   a:	push   r12
   c:	push   rbx
   d:	and    rsp,0xffffffffffffffe0
  11:	sub    rsp,0x500
  18:	mov    rax,QWORD PTR [rdi+0x8]
  1c:	mov    rax,QWORD PTR [rax]
  1f:	cmp    rax,0x1
  23:	ja     6b3 <select_multiply_fusion+0x6b3>
  29:	movabs rsi,0x0
  33:	movabs r13,0x0
  3d:	movabs r15,0x0
  47:	movabs rbx,0x0
  51:	movabs r12,0x0
  5b:	movabs r11,0x0
  65:	movabs r14,0x0
  6f:	movabs r10,0x0
  79:	movabs r9,0x0
  83:	mov    rdx,QWORD PTR [rdi+0x18]
  87:	movabs rdi,0x0
  91:	movabs r8,0x0
  9b:	shl    rax,0x13
  9f:	vbroadcastss ymm1,DWORD PTR [rsi]
  a4:	movabs rsi,0x0
  ae:	vbroadcastss ymm0,DWORD PTR [rdi]
  b3:	movabs rdi,0x0
  bd:	vbroadcastss ymm10,DWORD PTR [rsi]
  c2:	movabs rsi,0x0
  cc:	vbroadcastss ymm15,DWORD PTR [rdi]
  d1:	vbroadcastss ymm3,DWORD PTR [rsi]
  d6:	movabs rsi,0x0
  e0:	vbroadcastss ymm5,DWORD PTR [rsi]
  e5:	movabs rsi,0x0
  ef:	vbroadcastss ymm2,DWORD PTR [rsi]
  f4:	movabs rsi,0x0
  fe:	mov    rcx,QWORD PTR [rdx+0x10]
 102:	add    rax,QWORD PTR [rdx]
 105:	xor    edx,edx
 107:	vmovaps YMMWORD PTR [rsp+0x120],ymm0
 110:	vmovaps YMMWORD PTR [rsp+0x420],ymm1
 119:	vmovaps YMMWORD PTR [rsp+0x320],ymm10
 122:	vmovaps YMMWORD PTR [rsp+0x20],ymm15
 128:	vmovaps YMMWORD PTR [rsp+0x4a0],ymm3
 131:	vbroadcastss ymm3,DWORD PTR [rsi]
 136:	movabs rsi,0x0
 140:	vmovaps YMMWORD PTR [rsp+0x480],ymm2
 149:	vbroadcastss ymm2,DWORD PTR [rsi]
 14e:	movabs rsi,0x0
 158:	vmovaps YMMWORD PTR [rsp+0x460],ymm3
 161:	vbroadcastss ymm3,DWORD PTR [rsi]
 166:	movabs rsi,0x0
 170:	vbroadcastss ymm7,DWORD PTR [rsi]
 175:	movabs rsi,0x0
 17f:	vmovaps YMMWORD PTR [rsp+0x440],ymm2
 188:	vbroadcastss ymm2,DWORD PTR [rsi]
 18d:	movabs rsi,0x0
 197:	vmovaps YMMWORD PTR [rsp+0x100],ymm3
 1a0:	vbroadcastss ymm3,DWORD PTR [rsi]
 1a5:	movabs rsi,0x0
 1af:	vbroadcastss ymm6,DWORD PTR [rsi]
 1b4:	movabs rsi,0x0
 1be:	vmovaps YMMWORD PTR [rsp+0x400],ymm2
 1c7:	vbroadcastss ymm2,DWORD PTR [rsi]
 1cc:	movabs rsi,0x0
 1d6:	vmovaps YMMWORD PTR [rsp+0x3e0],ymm3
 1df:	vbroadcastss ymm3,DWORD PTR [rsi]
 1e4:	movabs rsi,0x0
 1ee:	vbroadcastss ymm9,DWORD PTR [rsi]
 1f3:	movabs rsi,0x0
 1fd:	vmovaps YMMWORD PTR [rsp+0x140],ymm6
 206:	vmovaps YMMWORD PTR [rsp+0x3c0],ymm2
 20f:	vbroadcastss ymm2,DWORD PTR [r13+0x0]
 215:	movabs r13,0x0
 21f:	vmovaps YMMWORD PTR [rsp+0x3a0],ymm3
 228:	vbroadcastss ymm3,DWORD PTR [r13+0x0]
 22e:	movabs r13,0x0
 238:	vbroadcastss ymm8,DWORD PTR [r13+0x0]
 23e:	movabs r13,0x0
 248:	vmovaps YMMWORD PTR [rsp+0x380],ymm9
 251:	vmovaps YMMWORD PTR [rsp+0x360],ymm2
 25a:	vbroadcastss ymm2,DWORD PTR [r13+0x0]
 260:	movabs r13,0x0
 26a:	vmovaps ymm9,YMMWORD PTR [rsp+0x380]
 273:	vmovaps YMMWORD PTR [rsp+0x340],ymm3
 27c:	vbroadcastss ymm3,DWORD PTR [r13+0x0]
 282:	movabs r13,0x0
 28c:	vbroadcastss ymm12,DWORD PTR [r13+0x0]
 292:	movabs r13,0x0
 29c:	vbroadcastss ymm4,DWORD PTR [r13+0x0]
 2a2:	movabs r13,0x0
 2ac:	vmovaps YMMWORD PTR [rsp+0x300],ymm2
 2b5:	vbroadcastss ymm13,DWORD PTR [r13+0x0]
 2bb:	movabs r13,0x0
 2c5:	vbroadcastss ymm2,DWORD PTR [r13+0x0]
 2cb:	movabs r13,0x0
 2d5:	vmovaps YMMWORD PTR [rsp+0x2e0],ymm3
 2de:	vbroadcastss ymm3,DWORD PTR [r13+0x0]
 2e4:	movabs r13,0x0
 2ee:	vbroadcastss ymm11,DWORD PTR [r13+0x0]
 2f4:	movabs r13,0x0
 2fe:	vmovaps YMMWORD PTR [rsp+0x2c0],ymm4
 307:	vmovaps YMMWORD PTR [rsp+0x2a0],ymm13
 310:	vmovaps YMMWORD PTR [rsp+0x280],ymm2
 319:	vbroadcastss ymm2,DWORD PTR [r13+0x0]
 31f:	movabs r13,0x0
 329:	vmovaps YMMWORD PTR [rsp+0x260],ymm3
 332:	vbroadcastss ymm3,DWORD PTR [r13+0x0]
 338:	movabs r13,0x0
 342:	vmovaps YMMWORD PTR [rsp+0x240],ymm2
 34b:	vbroadcastss ymm2,DWORD PTR [r13+0x0]
 351:	movabs r13,0x0
 35b:	vmovaps YMMWORD PTR [rsp+0x220],ymm3
 364:	vbroadcastss ymm3,DWORD PTR [r13+0x0]
 36a:	movabs r13,0x0
 374:	vmovaps YMMWORD PTR [rsp+0x200],ymm2
 37d:	vbroadcastss ymm2,DWORD PTR [r13+0x0]
 383:	vmovaps YMMWORD PTR [rsp+0x1e0],ymm3
 38c:	vbroadcastss ymm3,DWORD PTR [r12]
 392:	vmovaps YMMWORD PTR [rsp+0x1c0],ymm2
 39b:	vbroadcastss ymm2,DWORD PTR [r15]
 3a0:	vmovaps YMMWORD PTR [rsp+0x1a0],ymm3
 3a9:	vbroadcastss ymm3,DWORD PTR [r14]
 3ae:	vmovaps YMMWORD PTR [rsp+0x180],ymm2
 3b7:	vbroadcastss ymm2,DWORD PTR [rbx]
 3bc:	movabs rbx,0x0
 3c6:	vbroadcastss ymm14,DWORD PTR [rbx]
 3cb:	vmovaps YMMWORD PTR [rsp+0x160],ymm3
 3d4:	vbroadcastss ymm3,DWORD PTR [rbx]
 3d9:	vmovaps YMMWORD PTR [rsp+0xe0],ymm2
 3e2:	vbroadcastss ymm2,DWORD PTR [r11]
 3e7:	vmovaps YMMWORD PTR [rsp+0xc0],ymm14
 3f0:	vbroadcastss ymm14,DWORD PTR [r10]
 3f5:	vmovaps YMMWORD PTR [rsp+0xa0],ymm2
 3fe:	vbroadcastss ymm2,DWORD PTR [r9]
 403:	vmovaps YMMWORD PTR [rsp+0x80],ymm14
 40c:	vbroadcastss ymm14,DWORD PTR [r8]
 411:	vmovaps YMMWORD PTR [rsp+0x60],ymm2
 417:	vbroadcastss ymm2,DWORD PTR [rsi]
 41c:	vmovaps YMMWORD PTR [rsp+0x40],ymm14
 422:	vmovaps YMMWORD PTR [rsp],ymm2
 427:	nop    WORD PTR [rax+rax*1+0x0]
 430:	xor    esi,esi
 432:	data16 data16 data16 data16 cs nop WORD PTR [rax+rax*1+0x0]
 440:	vmovups ymm0,YMMWORD PTR [rax+rsi*4]
 445:	vmovaps ymm6,YMMWORD PTR [rsp+0x240]
 44e:	vmovaps ymm15,YMMWORD PTR [rsp+0x120]
 457:	vaddps ymm0,ymm0,YMMWORD PTR [rcx+rsi*4]
 45c:	vmulps ymm14,ymm0,ymm1
 460:	vmovaps YMMWORD PTR [rsp+0x4c0],ymm0
 469:	vmulps ymm0,ymm14,ymm14
 46e:	vxorps ymm1,ymm0,ymm4
 472:	vmovaps ymm4,YMMWORD PTR [rsp+0x280]
 47b:	vdivps ymm2,ymm3,ymm0
 47f:	vmaxps ymm1,ymm13,ymm1
 483:	vmovaps ymm13,ymm12
 488:	vmovaps ymm12,ymm5
 48c:	vminps ymm4,ymm4,ymm1
 490:	vmovaps ymm1,YMMWORD PTR [rsp+0x260]
 499:	vfmadd213ps ymm15,ymm2,ymm10
 49e:	vmovaps ymm10,ymm7
 4a2:	vmovaps ymm7,YMMWORD PTR [rsp+0x80]
 4ab:	vfmadd213ps ymm15,ymm2,ymm5
 4b0:	vmovaps ymm5,YMMWORD PTR [rsp+0x1c0]
 4b9:	vfmadd213ps ymm15,ymm2,YMMWORD PTR [rsp+0x460]
 4c3:	vfmadd213ps ymm1,ymm4,ymm11
 4c8:	vfmadd213ps ymm15,ymm2,YMMWORD PTR [rsp+0x400]
 4d2:	vroundps ymm1,ymm1,0x9
 4d8:	vmaxps ymm1,ymm6,ymm1
 4dc:	vmovaps ymm6,YMMWORD PTR [rsp+0x220]
 4e5:	vfmadd213ps ymm15,ymm2,YMMWORD PTR [rsp+0x3c0]
 4ef:	vfmadd213ps ymm15,ymm2,YMMWORD PTR [rsp+0x360]
 4f9:	vminps ymm1,ymm6,ymm1
 4fd:	vfmadd231ps ymm4,ymm1,YMMWORD PTR [rsp+0x200]
 507:	vfmadd213ps ymm15,ymm2,YMMWORD PTR [rsp+0x300]
 511:	vfmadd231ps ymm4,ymm1,YMMWORD PTR [rsp+0x1e0]
 51b:	vfmadd213ps ymm15,ymm2,YMMWORD PTR [rsp+0x60]
 522:	vcvttps2dq ymm1,ymm1
 526:	vpslld ymm1,ymm1,0x17
 52b:	vpaddd ymm1,ymm1,YMMWORD PTR [rsp+0xc0]
 534:	vfmadd213ps ymm5,ymm4,YMMWORD PTR [rsp+0x1a0]
 53e:	vfmadd213ps ymm5,ymm4,YMMWORD PTR [rsp+0x180]
 548:	vmulps ymm6,ymm4,ymm4
 54c:	vfmadd213ps ymm5,ymm4,YMMWORD PTR [rsp+0x160]
 556:	vfmadd213ps ymm5,ymm4,YMMWORD PTR [rsp+0xe0]
 560:	vfmadd213ps ymm5,ymm4,ymm11
 565:	vfmadd213ps ymm6,ymm5,ymm4
 56a:	vmovaps ymm5,YMMWORD PTR [rsp+0x4a0]
 573:	vandps ymm4,ymm14,YMMWORD PTR [rsp+0xa0]
 57c:	vfmadd213ps ymm5,ymm2,YMMWORD PTR [rsp+0x480]
 586:	vfmadd213ps ymm5,ymm2,YMMWORD PTR [rsp+0x440]
 590:	vfmadd213ps ymm5,ymm2,YMMWORD PTR [rsp+0x3e0]
 59a:	vfmadd213ps ymm5,ymm2,YMMWORD PTR [rsp+0x3a0]
 5a4:	vfmadd213ps ymm5,ymm2,YMMWORD PTR [rsp+0x340]
 5ae:	vfmadd213ps ymm5,ymm2,YMMWORD PTR [rsp+0x2e0]
 5b8:	vfmadd213ps ymm5,ymm2,YMMWORD PTR [rsp+0x40]
 5bf:	vcmpltps ymm2,ymm4,ymm7
 5c4:	vblendvps ymm2,ymm5,ymm15,ymm2
 5ca:	vaddps ymm5,ymm6,ymm3
 5ce:	vmovaps ymm6,YMMWORD PTR [rsp+0x100]
 5d7:	vmovaps ymm15,YMMWORD PTR [rsp+0x140]
 5e0:	vmulps ymm1,ymm5,ymm1
 5e4:	vdivps ymm5,ymm3,ymm4
 5e8:	vmovaps ymm6,ymm6
 5ec:	vfmadd213ps ymm6,ymm0,ymm10
 5f1:	vfmadd213ps ymm6,ymm0,ymm15
 5f6:	vmovaps ymm15,YMMWORD PTR [rsp+0x20]
 5fc:	vmulps ymm1,ymm1,ymm5
 600:	vmovaps ymm5,YMMWORD PTR [rsp]
 605:	vfmadd213ps ymm6,ymm0,ymm9
 60a:	vmulps ymm1,ymm1,ymm2
 60e:	vxorps xmm2,xmm2,xmm2
 612:	vcmpltps ymm2,ymm14,ymm2
 617:	vfmadd213ps ymm6,ymm0,ymm8
 61c:	vcmpnltps ymm5,ymm5,ymm0
 621:	vandps ymm1,ymm5,ymm1
 625:	vsubps ymm5,ymm7,ymm1
 629:	vmovaps ymm7,ymm10
 62d:	vmovaps ymm10,YMMWORD PTR [rsp+0x320]
 636:	vblendvps ymm1,ymm1,ymm5,ymm2
 63c:	vmovaps ymm5,ymm12
 640:	vmovaps ymm12,ymm13
 645:	vfmadd213ps ymm6,ymm0,ymm12
 64a:	vmovaps ymm13,YMMWORD PTR [rsp+0x2a0]
 653:	vfmadd213ps ymm6,ymm0,ymm15
 658:	vcmpltps ymm0,ymm4,ymm3
 65d:	vmovaps ymm4,YMMWORD PTR [rsp+0x2c0]
 666:	vfnmadd213ps ymm6,ymm14,ymm3
 66b:	vblendvps ymm0,ymm1,ymm6,ymm0
 671:	vmulps ymm1,ymm11,YMMWORD PTR [rsp+0x4c0]
 67a:	vmulps ymm0,ymm1,ymm0
 67e:	vmovaps ymm1,YMMWORD PTR [rsp+0x420]
 687:	vmovups YMMWORD PTR [rax+rsi*4],ymm0
 68c:	add    rsi,0x8
 690:	cmp    rsi,0x400
 697:	jne    440 <select_multiply_fusion+0x440>
 69d:	inc    rdx
 6a0:	add    rax,0x1000
 6a6:	cmp    rdx,0x80
 6ad:	jne    430 <select_multiply_fusion+0x430>
 6b3:	xor    eax,eax
 6b5:	lea    rsp,[rbp-0x28]
 6b9:	pop    rbx
 6ba:	pop    r12
 6bc:	pop    r13
 6be:	pop    r14
 6c0:	pop    r15
 6c2:	pop    rbp
 6c3:	vzeroupper
 6c6:	ret

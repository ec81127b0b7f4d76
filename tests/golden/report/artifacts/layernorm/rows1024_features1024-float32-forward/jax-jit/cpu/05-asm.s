
/tmp/module_0000.jit_layernorm.obj-file.add_rsqrt_fusion_kernel_module.o:     file format elf64-x86-64


Disassembly of section .ltext:

0000000000000000 <add_rsqrt_fusion>:
add_rsqrt_fusion():
   0:	push   rbp
   1:	mov    rbp,rsp
   4:	and    rsp,0xffffffffffffffe0
   8:	sub    rsp,0x160
   f:	movabs rdx,0x0
  19:	mov    rax,QWORD PTR [rdi+0x18]
  1d:	xor    ecx,ecx
  1f:	vbroadcastss ymm0,DWORD PTR [rdx]
  24:	movabs rdx,0x0
  2e:	vbroadcastss ymm2,DWORD PTR [rdx]
  33:	movabs rdx,0x0
  3d:	vbroadcastss ymm1,DWORD PTR [rdx]
  42:	movabs rdx,0x0
  4c:	mov    rax,QWORD PTR [rax]
  4f:	vmovaps YMMWORD PTR [rsp+0x100],ymm0
  58:	vmovaps YMMWORD PTR [rsp+0xe0],ymm2
  61:	vbroadcastss ymm2,DWORD PTR [rdx]
  66:	movabs rdx,0x0
  70:	vmovaps YMMWORD PTR [rsp+0xc0],ymm1
  79:	vbroadcastss ymm1,DWORD PTR [rdx]
  7e:	movabs rdx,0x0
  88:	vmovaps YMMWORD PTR [rsp+0xa0],ymm2
  91:	vbroadcastss ymm2,DWORD PTR [rdx]
  96:	movabs rdx,0x0
  a0:	vmovaps YMMWORD PTR [rsp+0x80],ymm1
  a9:	vbroadcastss ymm1,DWORD PTR [rdx]
  ae:	movabs rdx,0x0
  b8:	vmovdqa ymm6,YMMWORD PTR [rsp+0x80]
  c1:	vmovaps YMMWORD PTR [rsp+0x60],ymm2
  c7:	vpbroadcastd ymm2,DWORD PTR [rdx]
  cc:	movabs rdx,0x0
  d6:	vmovaps YMMWORD PTR [rsp+0x40],ymm1
  dc:	vbroadcastss ymm1,DWORD PTR [rdx]
  e1:	vmovdqa ymm8,YMMWORD PTR [rsp+0x60]
  e7:	vmovdqa ymm9,YMMWORD PTR [rsp+0x40]
  ed:	vmovdqa YMMWORD PTR [rsp+0x20],ymm2
  f3:	vmovdqa ymm10,YMMWORD PTR [rsp+0x20]
  f9:	vmovaps YMMWORD PTR [rsp],ymm1
  fe:	xchg   ax,ax
 100:	vmovups ymm13,YMMWORD PTR [rax+rcx*4]
 105:	vmovaps ymm0,YMMWORD PTR [rsp+0x100]
 10e:	vmovaps ymm1,YMMWORD PTR [rsp+0xe0]
 117:	vmovaps ymm5,YMMWORD PTR [rsp+0xa0]
 120:	vmovaps ymm3,YMMWORD PTR [rsp+0xc0]
 129:	vmovups ymm14,YMMWORD PTR [rax+rcx*4+0x20]
 12f:	vmovups ymm12,YMMWORD PTR [rax+rcx*4+0x40]
 135:	vmovups ymm11,YMMWORD PTR [rax+rcx*4+0x60]
 13b:	vpcmpeqd ymm2,ymm2,ymm2
 13f:	vfmadd132ps ymm13,ymm1,ymm0
 144:	vfmadd132ps ymm14,ymm1,ymm0
 149:	vfmadd132ps ymm12,ymm1,ymm0
 14e:	vfmadd132ps ymm11,ymm1,ymm0
 153:	vxorps xmm0,xmm0,xmm0
 157:	vrsqrtps ymm15,ymm13
 15c:	vmulps ymm4,ymm13,ymm15
 161:	vmulps ymm7,ymm15,ymm3
 165:	vfmadd213ps ymm4,ymm15,ymm5
 16a:	vfmadd213ps ymm4,ymm7,ymm15
 16f:	vpcmpeqd ymm7,ymm13,ymm0
 173:	vpand  ymm0,ymm13,ymm6
 177:	vpcmpeqd ymm1,ymm8,ymm0
 17b:	vpor   ymm1,ymm7,ymm1
 17f:	vpaddd ymm7,ymm0,ymm2
 183:	vpsubd ymm0,ymm0,ymm10
 188:	vpminud ymm2,ymm7,ymm9
 18d:	vpcmpeqd ymm2,ymm7,ymm2
 191:	vpor   ymm1,ymm1,ymm2
 195:	vpminud ymm2,ymm0,YMMWORD PTR [rsp]
 19b:	vpcmpeqd ymm0,ymm0,ymm2
 19f:	vpand  ymm0,ymm13,ymm0
 1a3:	vmovaps ymm13,ymm3
 1a7:	vpor   ymm0,ymm1,ymm0
 1ab:	vblendvps ymm0,ymm4,ymm15,ymm0
 1b1:	vandps ymm4,ymm14,ymm6
 1b5:	vmovaps YMMWORD PTR [rsp+0x120],ymm0
 1be:	vrsqrtps ymm0,ymm14
 1c3:	vpcmpeqd ymm7,ymm8,ymm4
 1c7:	vmulps ymm1,ymm14,ymm0
 1cb:	vmulps ymm2,ymm0,ymm3
 1cf:	vmovdqa ymm3,YMMWORD PTR [rsp]
 1d4:	vfmadd213ps ymm1,ymm0,ymm5
 1d9:	vfmadd213ps ymm1,ymm2,ymm0
 1de:	vxorps xmm2,xmm2,xmm2
 1e2:	vpcmpeqd ymm2,ymm14,ymm2
 1e6:	vpor   ymm2,ymm2,ymm7
 1ea:	vpcmpeqd ymm7,ymm7,ymm7
 1ee:	vpaddd ymm7,ymm4,ymm7
 1f2:	vpsubd ymm4,ymm4,ymm10
 1f7:	vpminud ymm15,ymm7,ymm9
 1fc:	vpcmpeqd ymm7,ymm15,ymm7
 200:	vpor   ymm2,ymm2,ymm7
 204:	vpminud ymm7,ymm4,ymm3
 209:	vpcmpeqd ymm4,ymm4,ymm7
 20d:	vpand  ymm4,ymm14,ymm4
 211:	vpor   ymm2,ymm2,ymm4
 215:	vandps ymm4,ymm12,ymm6
 219:	vblendvps ymm14,ymm1,ymm0,ymm2
 21f:	vrsqrtps ymm0,ymm12
 224:	vpcmpeqd ymm7,ymm8,ymm4
 228:	vmulps ymm1,ymm12,ymm0
 22c:	vmulps ymm2,ymm13,ymm0
 230:	vfmadd213ps ymm1,ymm0,ymm5
 235:	vfmadd213ps ymm1,ymm2,ymm0
 23a:	vxorps xmm2,xmm2,xmm2
 23e:	vpcmpeqd ymm2,ymm12,ymm2
 242:	vpor   ymm2,ymm2,ymm7
 246:	vpcmpeqd ymm7,ymm7,ymm7
 24a:	vpaddd ymm7,ymm4,ymm7
 24e:	vpsubd ymm4,ymm4,ymm10
 253:	vpminud ymm15,ymm7,ymm9
 258:	vpcmpeqd ymm7,ymm15,ymm7
 25c:	vpor   ymm2,ymm2,ymm7
 260:	vpminud ymm7,ymm4,ymm3
 265:	vpcmpeqd ymm4,ymm4,ymm7
 269:	vandps ymm7,ymm11,ymm6
 26d:	vpand  ymm4,ymm12,ymm4
 271:	vpcmpeqd ymm12,ymm8,ymm7
 275:	vpor   ymm2,ymm2,ymm4
 279:	vblendvps ymm0,ymm1,ymm0,ymm2
 27f:	vrsqrtps ymm1,ymm11
 284:	vmulps ymm2,ymm11,ymm1
 288:	vmulps ymm4,ymm13,ymm1
 28c:	vfmadd213ps ymm2,ymm1,ymm5
 291:	vpcmpeqd ymm5,ymm5,ymm5
 295:	vfmadd213ps ymm2,ymm4,ymm1
 29a:	vxorps xmm4,xmm4,xmm4
 29e:	vpcmpeqd ymm4,ymm11,ymm4
 2a2:	vpor   ymm4,ymm12,ymm4
 2a6:	vpaddd ymm12,ymm7,ymm5
 2aa:	vpsubd ymm7,ymm7,ymm10
 2af:	vpminud ymm5,ymm7,ymm3
 2b4:	vmovaps ymm3,YMMWORD PTR [rsp+0x120]
 2bd:	vpminud ymm15,ymm12,ymm9
 2c2:	vpcmpeqd ymm7,ymm7,ymm5
 2c6:	vpcmpeqd ymm12,ymm12,ymm15
 2cb:	vpor   ymm4,ymm12,ymm4
 2cf:	vpand  ymm7,ymm11,ymm7
 2d3:	vpor   ymm4,ymm4,ymm7
 2d7:	vblendvps ymm1,ymm2,ymm1,ymm4
 2dd:	vmovups YMMWORD PTR [rax+rcx*4],ymm3
 2e2:	vmovups YMMWORD PTR [rax+rcx*4+0x20],ymm14
 2e8:	vmovups YMMWORD PTR [rax+rcx*4+0x40],ymm0
 2ee:	vmovups YMMWORD PTR [rax+rcx*4+0x60],ymm1
 2f4:	add    rcx,0x20
 2f8:	cmp    rcx,0x200
 2ff:	jne    100 <add_rsqrt_fusion+0x100>
 305:	xor    eax,eax
 307:	mov    rsp,rbp
 30a:	pop    rbp
 30b:	vzeroupper
 30e:	ret

/tmp/module_0000.jit_layernorm.obj-file.broadcast_add_fusion_kernel_module.o:     file format elf64-x86-64


Disassembly of section .ltext:

0000000000000000 <broadcast_add_fusion>:
broadcast_add_fusion():
   0:	push   rbp
   1:	mov    rbp,rsp
   4:	mov    rax,QWORD PTR [rdi+0x8]
   8:	mov    r9,QWORD PTR [rax]
   b:	cmp    r9,0x1
   f:	ja     1f8 <broadcast_add_fusion+0x1f8>
  15:	mov    rdi,QWORD PTR [rdi+0x18]
  19:	movabs r11,0x0
  23:	vmovss xmm0,DWORD PTR [r11]
  28:	mov    r10,QWORD PTR [rdi+0x30]
  2c:	mov    r8,QWORD PTR [rdi+0x50]
  30:	mov    rax,QWORD PTR [rdi]
  33:	mov    rcx,QWORD PTR [rdi+0x10]
  37:	mov    rdx,QWORD PTR [rdi+0x20]
  3b:	mov    rsi,QWORD PTR [rdi+0x40]
  3f:	mov    rdi,r9
  42:	shl    r9,0x14
  46:	shl    rdi,0x8
  4a:	lea    r8,[r8+r9*1+0xe0]
  52:	lea    r9,[r10+r9*1+0xe0]
  5a:	xor    r10d,r10d
  5d:	nop    DWORD PTR [rax]
  60:	lea    r11,[r10+rdi*1]
  64:	vmulss xmm1,xmm0,DWORD PTR [rsi+r11*4]
  6a:	vbroadcastss ymm2,DWORD PTR [rdx+r11*4]
  70:	xor    r11d,r11d
  73:	vbroadcastss ymm1,xmm1
  78:	nop    DWORD PTR [rax+rax*1+0x0]
  80:	vmovups ymm3,YMMWORD PTR [r9+r11*1-0xe0]
  8a:	vmovups ymm4,YMMWORD PTR [r9+r11*1-0xc0]
  94:	vmovups ymm7,YMMWORD PTR [rcx+r11*1]
  9a:	vmovups ymm8,YMMWORD PTR [rcx+r11*1+0x20]
  a1:	vmovups ymm5,YMMWORD PTR [r9+r11*1-0xa0]
  ab:	vmovups ymm6,YMMWORD PTR [r9+r11*1-0x80]
  b2:	vmovups ymm9,YMMWORD PTR [rcx+r11*1+0x40]
  b9:	vmovups ymm10,YMMWORD PTR [rcx+r11*1+0x60]
  c0:	vsubps ymm3,ymm3,ymm1
  c4:	vsubps ymm4,ymm4,ymm1
  c8:	vmulps ymm3,ymm2,ymm3
  cc:	vmulps ymm4,ymm2,ymm4
  d0:	vfmadd213ps ymm7,ymm3,YMMWORD PTR [rax+r11*1]
  d6:	vfmadd213ps ymm8,ymm4,YMMWORD PTR [rax+r11*1+0x20]
  dd:	vsubps ymm3,ymm5,ymm1
  e1:	vsubps ymm4,ymm6,ymm1
  e5:	vmulps ymm3,ymm2,ymm3
  e9:	vmulps ymm4,ymm2,ymm4
  ed:	vmovups YMMWORD PTR [r8+r11*1-0xe0],ymm7
  f7:	vmovups YMMWORD PTR [r8+r11*1-0xc0],ymm8
 101:	vfmadd213ps ymm3,ymm9,YMMWORD PTR [rax+r11*1+0x40]
 108:	vfmadd213ps ymm4,ymm10,YMMWORD PTR [rax+r11*1+0x60]
 10f:	vmovups YMMWORD PTR [r8+r11*1-0xa0],ymm3
 119:	vmovups YMMWORD PTR [r8+r11*1-0x80],ymm4
 120:	vmovups ymm3,YMMWORD PTR [r9+r11*1-0x60]
 127:	vmovups ymm4,YMMWORD PTR [r9+r11*1-0x40]
 12e:	vmovups ymm5,YMMWORD PTR [rcx+r11*1+0x80]
 138:	vmovups ymm6,YMMWORD PTR [rcx+r11*1+0xa0]
 142:	vsubps ymm3,ymm3,ymm1
 146:	vsubps ymm4,ymm4,ymm1
 14a:	vmulps ymm3,ymm2,ymm3
 14e:	vmulps ymm4,ymm2,ymm4
 152:	vfmadd213ps ymm5,ymm3,YMMWORD PTR [rax+r11*1+0x80]
 15c:	vfmadd213ps ymm6,ymm4,YMMWORD PTR [rax+r11*1+0xa0]
 166:	vmovups YMMWORD PTR [r8+r11*1-0x60],ymm5
 16d:	vmovups YMMWORD PTR [r8+r11*1-0x40],ymm6
 174:	vmovups ymm3,YMMWORD PTR [r9+r11*1-0x20]
 17b:	vmovups ymm4,YMMWORD PTR [r9+r11*1]
 181:	vmovups ymm5,YMMWORD PTR [rcx+r11*1+0xc0]
 18b:	vmovups ymm6,YMMWORD PTR [rcx+r11*1+0xe0]
 195:	vsubps ymm3,ymm3,ymm1
 199:	vsubps ymm4,ymm4,ymm1
 19d:	vmulps ymm3,ymm2,ymm3
 1a1:	vmulps ymm4,ymm2,ymm4
 1a5:	vfmadd213ps ymm5,ymm3,YMMWORD PTR [rax+r11*1+0xc0]
 1af:	vfmadd213ps ymm6,ymm4,YMMWORD PTR [rax+r11*1+0xe0]
 1b9:	vmovups YMMWORD PTR [r8+r11*1-0x20],ymm5
 1c0:	vmovups YMMWORD PTR [r8+r11*1],ymm6
 1c6:	add    r11,0x100
 1cd:	cmp    r11,0x1000
 1d4:	jne    80 <broadcast_add_fusion+0x80>
 1da:	inc    r10
 1dd:	add    r8,0x1000
 1e4:	add    r9,0x1000
 1eb:	cmp    r10,0x100
 1f2:	jne    60 <broadcast_add_fusion+0x60>
 1f8:	xor    eax,eax
 1fa:	pop    rbp
 1fb:	vzeroupper
 1fe:	ret

/tmp/module_0000.jit_layernorm.obj-file.broadcast_subtract_fusion_kernel_module.o:     file format elf64-x86-64


Disassembly of section .ltext:

0000000000000000 <broadcast_subtract_fusion>:
broadcast_subtract_fusion():
   0:	push   rbp
   1:	mov    rbp,rsp
   4:	mov    rax,QWORD PTR [rdi+0x8]
   8:	mov    rdx,QWORD PTR [rax]
   b:	cmp    rdx,0x1
   f:	ja     1cf <broadcast_subtract_fusion+0x1cf>
  15:	mov    rsi,QWORD PTR [rdi+0x18]
  19:	movabs r8,0x0
  23:	mov    rax,rdx
  26:	shl    rax,0xa
  2a:	shl    rdx,0x14
  2e:	vmovss xmm0,DWORD PTR [r8]
  33:	mov    rcx,QWORD PTR [rsi+0x20]
  37:	mov    rdi,QWORD PTR [rsi]
  3a:	add    rax,QWORD PTR [rsi+0x10]
  3e:	xor    esi,esi
  40:	lea    rcx,[rcx+rdx*1+0x1e0]
  48:	lea    rdx,[rdi+rdx*1+0x1e0]
  50:	vmulss xmm1,xmm0,DWORD PTR [rax+rsi*4]
  55:	xor    edi,edi
  57:	vbroadcastss ymm1,xmm1
  5c:	nop    DWORD PTR [rax+0x0]
  60:	vmovups ymm2,YMMWORD PTR [rdx+rdi*4-0x1e0]
  69:	vmovups ymm3,YMMWORD PTR [rdx+rdi*4-0x1c0]
  72:	vmovups ymm4,YMMWORD PTR [rdx+rdi*4-0x1a0]
  7b:	vmovups ymm5,YMMWORD PTR [rdx+rdi*4-0x180]
  84:	vsubps ymm2,ymm2,ymm1
  88:	vsubps ymm3,ymm3,ymm1
  8c:	vsubps ymm4,ymm4,ymm1
  90:	vsubps ymm5,ymm5,ymm1
  94:	vmovups YMMWORD PTR [rcx+rdi*4-0x1e0],ymm2
  9d:	vmovups YMMWORD PTR [rcx+rdi*4-0x1c0],ymm3
  a6:	vmovups YMMWORD PTR [rcx+rdi*4-0x1a0],ymm4
  af:	vmovups YMMWORD PTR [rcx+rdi*4-0x180],ymm5
  b8:	vmovups ymm2,YMMWORD PTR [rdx+rdi*4-0x160]
  c1:	vmovups ymm3,YMMWORD PTR [rdx+rdi*4-0x140]
  ca:	vmovups ymm4,YMMWORD PTR [rdx+rdi*4-0x120]
  d3:	vmovups ymm5,YMMWORD PTR [rdx+rdi*4-0x100]
  dc:	vsubps ymm2,ymm2,ymm1
  e0:	vsubps ymm3,ymm3,ymm1
  e4:	vsubps ymm4,ymm4,ymm1
  e8:	vsubps ymm5,ymm5,ymm1
  ec:	vmovups YMMWORD PTR [rcx+rdi*4-0x160],ymm2
  f5:	vmovups YMMWORD PTR [rcx+rdi*4-0x140],ymm3
  fe:	vmovups YMMWORD PTR [rcx+rdi*4-0x120],ymm4
 107:	vmovups YMMWORD PTR [rcx+rdi*4-0x100],ymm5
 110:	vmovups ymm2,YMMWORD PTR [rdx+rdi*4-0xe0]
 119:	vmovups ymm3,YMMWORD PTR [rdx+rdi*4-0xc0]
 122:	vmovups ymm4,YMMWORD PTR [rdx+rdi*4-0xa0]
 12b:	vmovups ymm5,YMMWORD PTR [rdx+rdi*4-0x80]
 131:	vsubps ymm2,ymm2,ymm1
 135:	vsubps ymm3,ymm3,ymm1
 139:	vsubps ymm4,ymm4,ymm1
 13d:	vsubps ymm5,ymm5,ymm1
 141:	vmovups YMMWORD PTR [rcx+rdi*4-0xe0],ymm2
 14a:	vmovups YMMWORD PTR [rcx+rdi*4-0xc0],ymm3
 153:	vmovups YMMWORD PTR [rcx+rdi*4-0xa0],ymm4
 15c:	vmovups YMMWORD PTR [rcx+rdi*4-0x80],ymm5
 162:	vmovups ymm2,YMMWORD PTR [rdx+rdi*4-0x60]
 168:	vmovups ymm3,YMMWORD PTR [rdx+rdi*4-0x40]
 16e:	vmovups ymm4,YMMWORD PTR [rdx+rdi*4-0x20]
 174:	vmovups ymm5,YMMWORD PTR [rdx+rdi*4]
 179:	vsubps ymm2,ymm2,ymm1
 17d:	vsubps ymm3,ymm3,ymm1
 181:	vsubps ymm4,ymm4,ymm1
 185:	vsubps ymm5,ymm5,ymm1
 189:	vmovups YMMWORD PTR [rcx+rdi*4-0x60],ymm2
 18f:	vmovups YMMWORD PTR [rcx+rdi*4-0x40],ymm3
 195:	vmovups YMMWORD PTR [rcx+rdi*4-0x20],ymm4
 19b:	vmovups YMMWORD PTR [rcx+rdi*4],ymm5
 1a0:	sub    rdi,0xffffffffffffff80
 1a4:	cmp    rdi,0x400
 1ab:	jne    60 <broadcast_subtract_fusion+0x60>
 1b1:	inc    rsi
 1b4:	add    rcx,0x1000
 1bb:	add    rdx,0x1000
 1c2:	cmp    rsi,0x100
 1c9:	jne    50 <broadcast_subtract_fusion+0x50>
 1cf:	xor    eax,eax
 1d1:	pop    rbp
 1d2:	vzeroupper
 1d5:	ret

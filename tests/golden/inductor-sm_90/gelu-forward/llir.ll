; ModuleID = 'LLVMDialectModule'
source_filename = "LLVMDialectModule"
target datalayout = "e-p3:32:32-p4:32:32-p5:32:32-p6:32:32-p7:32:32-p101:32:32-i64:64-i128:128-i256:256-v16:16-v32:32-n16:32:64"

@.str = private unnamed_addr constant [11 x i8] c"__CUDA_FTZ\00", align 1

; Function Attrs: nounwind
define ptx_kernel void @triton_poi_fused_add_gelu_0(ptr addrspace(1) %0, ptr addrspace(1) %1, i32 %2, ptr addrspace(1) nofree readnone captures(none) %3, ptr addrspace(1) nofree readnone captures(none) %4) local_unnamed_addr #0 !dbg !6 {
  %6 = tail call i32 @llvm.nvvm.read.ptx.sreg.ctaid.x(), !dbg !14
  %7 = shl i32 %6, 10, !dbg !14
  %8 = tail call i32 @llvm.nvvm.read.ptx.sreg.tid.x(), !dbg !15
  %9 = shl nuw nsw i32 %8, 2, !dbg !15
  %10 = and i32 %9, 508, !dbg !15
  %11 = or disjoint i32 %10, %7, !dbg !16
  %12 = or disjoint i32 %11, 512, !dbg !16
  %13 = insertelement <2 x i32> poison, i32 %11, i64 0, !dbg !17
  %14 = insertelement <2 x i32> %13, i32 %12, i64 1, !dbg !17
  %15 = srem <2 x i32> %14, splat (i32 1024), !dbg !17
  %16 = sext i32 %11 to i64, !dbg !18
  %17 = getelementptr [4 x i8], ptr addrspace(1) %0, i64 %16, !dbg !18
  %18 = sext i32 %12 to i64, !dbg !18
  %19 = getelementptr [4 x i8], ptr addrspace(1) %0, i64 %18, !dbg !18
  %20 = tail call { i32, i32, i32, i32 } asm sideeffect "mov.u32 $0, 0x0;\0A\09mov.u32 $1, 0x0;\0A\09mov.u32 $2, 0x0;\0A\09mov.u32 $3, 0x0;\0A\09ld.global.v4.b32 { $0, $1, $2, $3 }, [ $4 + 0 ];", "=r,=r,=r,=r,l"(ptr addrspace(1) %17) #5, !dbg !19
  %21 = extractvalue { i32, i32, i32, i32 } %20, 0, !dbg !19
  %22 = extractvalue { i32, i32, i32, i32 } %20, 1, !dbg !19
  %23 = extractvalue { i32, i32, i32, i32 } %20, 2, !dbg !19
  %24 = extractvalue { i32, i32, i32, i32 } %20, 3, !dbg !19
  %25 = bitcast i32 %21 to float, !dbg !19
  %26 = bitcast i32 %22 to float, !dbg !19
  %27 = bitcast i32 %23 to float, !dbg !19
  %28 = bitcast i32 %24 to float, !dbg !19
  %29 = tail call { i32, i32, i32, i32 } asm sideeffect "mov.u32 $0, 0x0;\0A\09mov.u32 $1, 0x0;\0A\09mov.u32 $2, 0x0;\0A\09mov.u32 $3, 0x0;\0A\09ld.global.v4.b32 { $0, $1, $2, $3 }, [ $4 + 0 ];", "=r,=r,=r,=r,l"(ptr addrspace(1) %19) #5, !dbg !19
  %30 = extractvalue { i32, i32, i32, i32 } %29, 0, !dbg !19
  %31 = extractvalue { i32, i32, i32, i32 } %29, 1, !dbg !19
  %32 = extractvalue { i32, i32, i32, i32 } %29, 2, !dbg !19
  %33 = extractvalue { i32, i32, i32, i32 } %29, 3, !dbg !19
  %34 = bitcast i32 %30 to float, !dbg !19
  %35 = bitcast i32 %31 to float, !dbg !19
  %36 = bitcast i32 %32 to float, !dbg !19
  %37 = bitcast i32 %33 to float, !dbg !19
  %38 = extractelement <2 x i32> %15, i64 0, !dbg !20
  %39 = sext i32 %38 to i64, !dbg !20
  %40 = getelementptr [4 x i8], ptr addrspace(1) %1, i64 %39, !dbg !20
  %41 = extractelement <2 x i32> %15, i64 1, !dbg !20
  %42 = sext i32 %41 to i64, !dbg !20
  %43 = getelementptr [4 x i8], ptr addrspace(1) %1, i64 %42, !dbg !20
  %44 = tail call i64 asm "mov.u64 $0, 0x0;\0A\09createpolicy.fractional.L2::evict_last.b64 $0, 1.0;", "=l"() #5, !dbg !21
  %45 = tail call { i32, i32, i32, i32 } asm sideeffect "mov.u32 $0, 0x0;\0A\09mov.u32 $1, 0x0;\0A\09mov.u32 $2, 0x0;\0A\09mov.u32 $3, 0x0;\0A\09ld.global.L1::evict_last.L2::cache_hint.v4.b32 { $0, $1, $2, $3 }, [ $4 + 0 ], $5;", "=r,=r,=r,=r,l,l"(ptr addrspace(1) %40, i64 %44) #5, !dbg !21
  %46 = extractvalue { i32, i32, i32, i32 } %45, 0, !dbg !21
  %47 = extractvalue { i32, i32, i32, i32 } %45, 1, !dbg !21
  %48 = extractvalue { i32, i32, i32, i32 } %45, 2, !dbg !21
  %49 = extractvalue { i32, i32, i32, i32 } %45, 3, !dbg !21
  %50 = bitcast i32 %46 to float, !dbg !21
  %51 = bitcast i32 %47 to float, !dbg !21
  %52 = bitcast i32 %48 to float, !dbg !21
  %53 = bitcast i32 %49 to float, !dbg !21
  %54 = tail call { i32, i32, i32, i32 } asm sideeffect "mov.u32 $0, 0x0;\0A\09mov.u32 $1, 0x0;\0A\09mov.u32 $2, 0x0;\0A\09mov.u32 $3, 0x0;\0A\09ld.global.L1::evict_last.L2::cache_hint.v4.b32 { $0, $1, $2, $3 }, [ $4 + 0 ], $5;", "=r,=r,=r,=r,l,l"(ptr addrspace(1) %43, i64 %44) #5, !dbg !21
  %55 = extractvalue { i32, i32, i32, i32 } %54, 0, !dbg !21
  %56 = extractvalue { i32, i32, i32, i32 } %54, 1, !dbg !21
  %57 = extractvalue { i32, i32, i32, i32 } %54, 2, !dbg !21
  %58 = extractvalue { i32, i32, i32, i32 } %54, 3, !dbg !21
  %59 = bitcast i32 %55 to float, !dbg !21
  %60 = bitcast i32 %56 to float, !dbg !21
  %61 = bitcast i32 %57 to float, !dbg !21
  %62 = bitcast i32 %58 to float, !dbg !21
  %63 = fadd float %25, %50, !dbg !22
  %64 = fadd float %26, %51, !dbg !22
  %65 = fadd float %27, %52, !dbg !22
  %66 = fadd float %28, %53, !dbg !22
  %67 = fadd float %34, %59, !dbg !22
  %68 = fadd float %35, %60, !dbg !22
  %69 = fadd float %36, %61, !dbg !22
  %70 = fadd float %37, %62, !dbg !22
  %71 = fmul float %63, f0x3F3504F3, !dbg !23
  %72 = fmul float %64, f0x3F3504F3, !dbg !23
  %73 = fmul float %65, f0x3F3504F3, !dbg !23
  %74 = fmul float %66, f0x3F3504F3, !dbg !23
  %75 = fmul float %67, f0x3F3504F3, !dbg !23
  %76 = fmul float %68, f0x3F3504F3, !dbg !23
  %77 = fmul float %69, f0x3F3504F3, !dbg !23
  %78 = fmul float %70, f0x3F3504F3, !dbg !23
  %79 = tail call i32 @__nvvm_reflect(ptr nonnull @.str) #5, !dbg !24
  %.not.i = icmp eq i32 %79, 0, !dbg !24
  %80 = tail call float @llvm.nvvm.fabs.ftz.f32(float %71), !dbg !24
  %81 = tail call float @llvm.nvvm.fabs.f32(float %71), !dbg !24
  %.0.i = select i1 %.not.i, float %81, float %80, !dbg !24
  %82 = fcmp oge float %.0.i, 1.002960e+00, !dbg !24
  br i1 %82, label %__nv_fabsf.exit1.i, label %84, !dbg !24

__nv_fabsf.exit1.i:                               ; preds = %5
  %83 = tail call i32 @__nvvm_reflect(ptr nonnull @.str) #5, !dbg !24
  %.not1.i = icmp eq i32 %83, 0, !dbg !24
  %.01.i = select i1 %.not1.i, float %81, float %80, !dbg !24
  br label %__internal_fmad.exit.i, !dbg !24

84:                                               ; preds = %5
  %85 = fmul float %71, %71, !dbg !24
  br label %__internal_fmad.exit.i, !dbg !24

__internal_fmad.exit.i:                           ; preds = %84, %__nv_fabsf.exit1.i
  %86 = phi float [ f0x3F210A14, %__nv_fabsf.exit1.i ], [ f0x3E0375D3, %84 ], !dbg !24
  %87 = phi float [ f0x3F69B4F9, %__nv_fabsf.exit1.i ], [ f0xBEC093AC, %84 ], !dbg !24
  %88 = phi float [ f0x3E235519, %__nv_fabsf.exit1.i ], [ f0x3DE718AF, %84 ], !dbg !24
  %89 = phi float [ f0xBD24D99A, %__nv_fabsf.exit1.i ], [ f0xBCDC1BE7, %84 ], !dbg !24
  %90 = phi float [ f0x3C09919F, %__nv_fabsf.exit1.i ], [ f0x3BAAD5EA, %84 ], !dbg !24
  %91 = phi float [ f0xBAAE005B, %__nv_fabsf.exit1.i ], [ f0xBA574D20, %84 ], !dbg !24
  %92 = phi float [ f0x38EB4C3A, %__nv_fabsf.exit1.i ], [ f0x38B1E96A, %84 ], !dbg !24
  %93 = phi float [ %.01.i, %__nv_fabsf.exit1.i ], [ %85, %84 ], !dbg !24
  %94 = tail call i32 @__nvvm_reflect(ptr nonnull @.str) #5, !dbg !24
  %.not2.i = icmp eq i32 %94, 0, !dbg !24
  %95 = tail call float @llvm.nvvm.fma.rn.ftz.f(float %92, float %93, float %91) #5, !dbg !24
  %96 = tail call float @llvm.nvvm.fma.rn.f(float %92, float %93, float %91) #5, !dbg !24
  %.02.i = select i1 %.not2.i, float %96, float %95, !dbg !24
  %97 = tail call i32 @__nvvm_reflect(ptr nonnull @.str) #5, !dbg !24
  %.not3.i = icmp eq i32 %97, 0, !dbg !24
  %98 = tail call float @llvm.nvvm.fma.rn.ftz.f(float %.02.i, float %93, float %90) #5, !dbg !24
  %99 = tail call float @llvm.nvvm.fma.rn.f(float %.02.i, float %93, float %90) #5, !dbg !24
  %.03.i = select i1 %.not3.i, float %99, float %98, !dbg !24
  %100 = tail call i32 @__nvvm_reflect(ptr nonnull @.str) #5, !dbg !24
  %.not4.i = icmp eq i32 %100, 0, !dbg !24
  %101 = tail call float @llvm.nvvm.fma.rn.ftz.f(float %.03.i, float %93, float %89) #5, !dbg !24
  %102 = tail call float @llvm.nvvm.fma.rn.f(float %.03.i, float %93, float %89) #5, !dbg !24
  %.04.i = select i1 %.not4.i, float %102, float %101, !dbg !24
  %103 = tail call i32 @__nvvm_reflect(ptr nonnull @.str) #5, !dbg !24
  %.not5.i = icmp eq i32 %103, 0, !dbg !24
  %104 = tail call float @llvm.nvvm.fma.rn.ftz.f(float %.04.i, float %93, float %88) #5, !dbg !24
  %105 = tail call float @llvm.nvvm.fma.rn.f(float %.04.i, float %93, float %88) #5, !dbg !24
  %.05.i = select i1 %.not5.i, float %105, float %104, !dbg !24
  %106 = tail call i32 @__nvvm_reflect(ptr nonnull @.str) #5, !dbg !24
  %.not6.i = icmp eq i32 %106, 0, !dbg !24
  %107 = tail call float @llvm.nvvm.fma.rn.ftz.f(float %.05.i, float %93, float %87) #5, !dbg !24
  %108 = tail call float @llvm.nvvm.fma.rn.f(float %.05.i, float %93, float %87) #5, !dbg !24
  %.06.i = select i1 %.not6.i, float %108, float %107, !dbg !24
  %109 = tail call i32 @__nvvm_reflect(ptr nonnull @.str) #5, !dbg !24
  %.not7.i = icmp eq i32 %109, 0, !dbg !24
  %110 = tail call float @llvm.nvvm.fma.rn.ftz.f(float %.06.i, float %93, float %86) #5, !dbg !24
  %111 = tail call float @llvm.nvvm.fma.rn.f(float %.06.i, float %93, float %86) #5, !dbg !24
  %.07.i = select i1 %.not7.i, float %111, float %110, !dbg !24
  %112 = fneg float %93, !dbg !24
  %113 = select i1 %82, float %112, float %71, !dbg !24
  %114 = tail call i32 @__nvvm_reflect(ptr nonnull @.str) #5, !dbg !24
  %.not8.i = icmp eq i32 %114, 0, !dbg !24
  %115 = tail call float @llvm.nvvm.fma.rn.ftz.f(float %.07.i, float %113, float %113) #5, !dbg !24
  %116 = tail call float @llvm.nvvm.fma.rn.f(float %.07.i, float %113, float %113) #5, !dbg !24
  %.08.i = select i1 %.not8.i, float %116, float %115, !dbg !24
  br i1 %82, label %117, label %__nv_erff.exit, !dbg !24

117:                                              ; preds = %__internal_fmad.exit.i
  %118 = tail call float @llvm.nvvm.ex2.approx.ftz.f32(float %.08.i), !dbg !24
  %119 = fsub float 1.000000e+00, %118, !dbg !24
  %120 = bitcast float %119 to i32, !dbg !24
  %121 = bitcast float %71 to i32, !dbg !24
  %122 = and i32 %121, -2147483648, !dbg !24
  %123 = or i32 %122, %120, !dbg !24
  %124 = bitcast i32 %123 to float, !dbg !24
  br label %__nv_erff.exit, !dbg !24

__nv_erff.exit:                                   ; preds = %__internal_fmad.exit.i, %117
  %r.0.i = phi float [ %124, %117 ], [ %.08.i, %__internal_fmad.exit.i ], !dbg !24
  %125 = tail call i32 @__nvvm_reflect(ptr nonnull @.str) #5, !dbg !24
  %.not.i1 = icmp eq i32 %125, 0, !dbg !24
  %126 = tail call float @llvm.nvvm.fabs.ftz.f32(float %72), !dbg !24
  %127 = tail call float @llvm.nvvm.fabs.f32(float %72), !dbg !24
  %.0.i2 = select i1 %.not.i1, float %127, float %126, !dbg !24
  %128 = fcmp oge float %.0.i2, 1.002960e+00, !dbg !24
  br i1 %128, label %__nv_fabsf.exit1.i19, label %130, !dbg !24

__nv_fabsf.exit1.i19:                             ; preds = %__nv_erff.exit
  %129 = tail call i32 @__nvvm_reflect(ptr nonnull @.str) #5, !dbg !24
  %.not1.i20 = icmp eq i32 %129, 0, !dbg !24
  %.01.i21 = select i1 %.not1.i20, float %127, float %126, !dbg !24
  br label %__internal_fmad.exit.i3, !dbg !24

130:                                              ; preds = %__nv_erff.exit
  %131 = fmul float %72, %72, !dbg !24
  br label %__internal_fmad.exit.i3, !dbg !24

__internal_fmad.exit.i3:                          ; preds = %130, %__nv_fabsf.exit1.i19
  %132 = phi float [ f0x3F210A14, %__nv_fabsf.exit1.i19 ], [ f0x3E0375D3, %130 ], !dbg !24
  %133 = phi float [ f0x3F69B4F9, %__nv_fabsf.exit1.i19 ], [ f0xBEC093AC, %130 ], !dbg !24
  %134 = phi float [ f0x3E235519, %__nv_fabsf.exit1.i19 ], [ f0x3DE718AF, %130 ], !dbg !24
  %135 = phi float [ f0xBD24D99A, %__nv_fabsf.exit1.i19 ], [ f0xBCDC1BE7, %130 ], !dbg !24
  %136 = phi float [ f0x3C09919F, %__nv_fabsf.exit1.i19 ], [ f0x3BAAD5EA, %130 ], !dbg !24
  %137 = phi float [ f0xBAAE005B, %__nv_fabsf.exit1.i19 ], [ f0xBA574D20, %130 ], !dbg !24
  %138 = phi float [ f0x38EB4C3A, %__nv_fabsf.exit1.i19 ], [ f0x38B1E96A, %130 ], !dbg !24
  %139 = phi float [ %.01.i21, %__nv_fabsf.exit1.i19 ], [ %131, %130 ], !dbg !24
  %140 = tail call i32 @__nvvm_reflect(ptr nonnull @.str) #5, !dbg !24
  %.not2.i4 = icmp eq i32 %140, 0, !dbg !24
  %141 = tail call float @llvm.nvvm.fma.rn.ftz.f(float %138, float %139, float %137) #5, !dbg !24
  %142 = tail call float @llvm.nvvm.fma.rn.f(float %138, float %139, float %137) #5, !dbg !24
  %.02.i5 = select i1 %.not2.i4, float %142, float %141, !dbg !24
  %143 = tail call i32 @__nvvm_reflect(ptr nonnull @.str) #5, !dbg !24
  %.not3.i6 = icmp eq i32 %143, 0, !dbg !24
  %144 = tail call float @llvm.nvvm.fma.rn.ftz.f(float %.02.i5, float %139, float %136) #5, !dbg !24
  %145 = tail call float @llvm.nvvm.fma.rn.f(float %.02.i5, float %139, float %136) #5, !dbg !24
  %.03.i7 = select i1 %.not3.i6, float %145, float %144, !dbg !24
  %146 = tail call i32 @__nvvm_reflect(ptr nonnull @.str) #5, !dbg !24
  %.not4.i8 = icmp eq i32 %146, 0, !dbg !24
  %147 = tail call float @llvm.nvvm.fma.rn.ftz.f(float %.03.i7, float %139, float %135) #5, !dbg !24
  %148 = tail call float @llvm.nvvm.fma.rn.f(float %.03.i7, float %139, float %135) #5, !dbg !24
  %.04.i9 = select i1 %.not4.i8, float %148, float %147, !dbg !24
  %149 = tail call i32 @__nvvm_reflect(ptr nonnull @.str) #5, !dbg !24
  %.not5.i10 = icmp eq i32 %149, 0, !dbg !24
  %150 = tail call float @llvm.nvvm.fma.rn.ftz.f(float %.04.i9, float %139, float %134) #5, !dbg !24
  %151 = tail call float @llvm.nvvm.fma.rn.f(float %.04.i9, float %139, float %134) #5, !dbg !24
  %.05.i11 = select i1 %.not5.i10, float %151, float %150, !dbg !24
  %152 = tail call i32 @__nvvm_reflect(ptr nonnull @.str) #5, !dbg !24
  %.not6.i12 = icmp eq i32 %152, 0, !dbg !24
  %153 = tail call float @llvm.nvvm.fma.rn.ftz.f(float %.05.i11, float %139, float %133) #5, !dbg !24
  %154 = tail call float @llvm.nvvm.fma.rn.f(float %.05.i11, float %139, float %133) #5, !dbg !24
  %.06.i13 = select i1 %.not6.i12, float %154, float %153, !dbg !24
  %155 = tail call i32 @__nvvm_reflect(ptr nonnull @.str) #5, !dbg !24
  %.not7.i14 = icmp eq i32 %155, 0, !dbg !24
  %156 = tail call float @llvm.nvvm.fma.rn.ftz.f(float %.06.i13, float %139, float %132) #5, !dbg !24
  %157 = tail call float @llvm.nvvm.fma.rn.f(float %.06.i13, float %139, float %132) #5, !dbg !24
  %.07.i15 = select i1 %.not7.i14, float %157, float %156, !dbg !24
  %158 = fneg float %139, !dbg !24
  %159 = select i1 %128, float %158, float %72, !dbg !24
  %160 = tail call i32 @__nvvm_reflect(ptr nonnull @.str) #5, !dbg !24
  %.not8.i16 = icmp eq i32 %160, 0, !dbg !24
  %161 = tail call float @llvm.nvvm.fma.rn.ftz.f(float %.07.i15, float %159, float %159) #5, !dbg !24
  %162 = tail call float @llvm.nvvm.fma.rn.f(float %.07.i15, float %159, float %159) #5, !dbg !24
  %.08.i17 = select i1 %.not8.i16, float %162, float %161, !dbg !24
  br i1 %128, label %163, label %__nv_erff.exit22, !dbg !24

163:                                              ; preds = %__internal_fmad.exit.i3
  %164 = tail call float @llvm.nvvm.ex2.approx.ftz.f32(float %.08.i17), !dbg !24
  %165 = fsub float 1.000000e+00, %164, !dbg !24
  %166 = bitcast float %165 to i32, !dbg !24
  %167 = bitcast float %72 to i32, !dbg !24
  %168 = and i32 %167, -2147483648, !dbg !24
  %169 = or i32 %168, %166, !dbg !24
  %170 = bitcast i32 %169 to float, !dbg !24
  br label %__nv_erff.exit22, !dbg !24

__nv_erff.exit22:                                 ; preds = %__internal_fmad.exit.i3, %163
  %r.0.i18 = phi float [ %170, %163 ], [ %.08.i17, %__internal_fmad.exit.i3 ], !dbg !24
  %171 = tail call i32 @__nvvm_reflect(ptr nonnull @.str) #5, !dbg !24
  %.not.i23 = icmp eq i32 %171, 0, !dbg !24
  %172 = tail call float @llvm.nvvm.fabs.ftz.f32(float %73), !dbg !24
  %173 = tail call float @llvm.nvvm.fabs.f32(float %73), !dbg !24
  %.0.i24 = select i1 %.not.i23, float %173, float %172, !dbg !24
  %174 = fcmp oge float %.0.i24, 1.002960e+00, !dbg !24
  br i1 %174, label %__nv_fabsf.exit1.i41, label %176, !dbg !24

__nv_fabsf.exit1.i41:                             ; preds = %__nv_erff.exit22
  %175 = tail call i32 @__nvvm_reflect(ptr nonnull @.str) #5, !dbg !24
  %.not1.i42 = icmp eq i32 %175, 0, !dbg !24
  %.01.i43 = select i1 %.not1.i42, float %173, float %172, !dbg !24
  br label %__internal_fmad.exit.i25, !dbg !24

176:                                              ; preds = %__nv_erff.exit22
  %177 = fmul float %73, %73, !dbg !24
  br label %__internal_fmad.exit.i25, !dbg !24

__internal_fmad.exit.i25:                         ; preds = %176, %__nv_fabsf.exit1.i41
  %178 = phi float [ f0x3F210A14, %__nv_fabsf.exit1.i41 ], [ f0x3E0375D3, %176 ], !dbg !24
  %179 = phi float [ f0x3F69B4F9, %__nv_fabsf.exit1.i41 ], [ f0xBEC093AC, %176 ], !dbg !24
  %180 = phi float [ f0x3E235519, %__nv_fabsf.exit1.i41 ], [ f0x3DE718AF, %176 ], !dbg !24
  %181 = phi float [ f0xBD24D99A, %__nv_fabsf.exit1.i41 ], [ f0xBCDC1BE7, %176 ], !dbg !24
  %182 = phi float [ f0x3C09919F, %__nv_fabsf.exit1.i41 ], [ f0x3BAAD5EA, %176 ], !dbg !24
  %183 = phi float [ f0xBAAE005B, %__nv_fabsf.exit1.i41 ], [ f0xBA574D20, %176 ], !dbg !24
  %184 = phi float [ f0x38EB4C3A, %__nv_fabsf.exit1.i41 ], [ f0x38B1E96A, %176 ], !dbg !24
  %185 = phi float [ %.01.i43, %__nv_fabsf.exit1.i41 ], [ %177, %176 ], !dbg !24
  %186 = tail call i32 @__nvvm_reflect(ptr nonnull @.str) #5, !dbg !24
  %.not2.i26 = icmp eq i32 %186, 0, !dbg !24
  %187 = tail call float @llvm.nvvm.fma.rn.ftz.f(float %184, float %185, float %183) #5, !dbg !24
  %188 = tail call float @llvm.nvvm.fma.rn.f(float %184, float %185, float %183) #5, !dbg !24
  %.02.i27 = select i1 %.not2.i26, float %188, float %187, !dbg !24
  %189 = tail call i32 @__nvvm_reflect(ptr nonnull @.str) #5, !dbg !24
  %.not3.i28 = icmp eq i32 %189, 0, !dbg !24
  %190 = tail call float @llvm.nvvm.fma.rn.ftz.f(float %.02.i27, float %185, float %182) #5, !dbg !24
  %191 = tail call float @llvm.nvvm.fma.rn.f(float %.02.i27, float %185, float %182) #5, !dbg !24
  %.03.i29 = select i1 %.not3.i28, float %191, float %190, !dbg !24
  %192 = tail call i32 @__nvvm_reflect(ptr nonnull @.str) #5, !dbg !24
  %.not4.i30 = icmp eq i32 %192, 0, !dbg !24
  %193 = tail call float @llvm.nvvm.fma.rn.ftz.f(float %.03.i29, float %185, float %181) #5, !dbg !24
  %194 = tail call float @llvm.nvvm.fma.rn.f(float %.03.i29, float %185, float %181) #5, !dbg !24
  %.04.i31 = select i1 %.not4.i30, float %194, float %193, !dbg !24
  %195 = tail call i32 @__nvvm_reflect(ptr nonnull @.str) #5, !dbg !24
  %.not5.i32 = icmp eq i32 %195, 0, !dbg !24
  %196 = tail call float @llvm.nvvm.fma.rn.ftz.f(float %.04.i31, float %185, float %180) #5, !dbg !24
  %197 = tail call float @llvm.nvvm.fma.rn.f(float %.04.i31, float %185, float %180) #5, !dbg !24
  %.05.i33 = select i1 %.not5.i32, float %197, float %196, !dbg !24
  %198 = tail call i32 @__nvvm_reflect(ptr nonnull @.str) #5, !dbg !24
  %.not6.i34 = icmp eq i32 %198, 0, !dbg !24
  %199 = tail call float @llvm.nvvm.fma.rn.ftz.f(float %.05.i33, float %185, float %179) #5, !dbg !24
  %200 = tail call float @llvm.nvvm.fma.rn.f(float %.05.i33, float %185, float %179) #5, !dbg !24
  %.06.i35 = select i1 %.not6.i34, float %200, float %199, !dbg !24
  %201 = tail call i32 @__nvvm_reflect(ptr nonnull @.str) #5, !dbg !24
  %.not7.i36 = icmp eq i32 %201, 0, !dbg !24
  %202 = tail call float @llvm.nvvm.fma.rn.ftz.f(float %.06.i35, float %185, float %178) #5, !dbg !24
  %203 = tail call float @llvm.nvvm.fma.rn.f(float %.06.i35, float %185, float %178) #5, !dbg !24
  %.07.i37 = select i1 %.not7.i36, float %203, float %202, !dbg !24
  %204 = fneg float %185, !dbg !24
  %205 = select i1 %174, float %204, float %73, !dbg !24
  %206 = tail call i32 @__nvvm_reflect(ptr nonnull @.str) #5, !dbg !24
  %.not8.i38 = icmp eq i32 %206, 0, !dbg !24
  %207 = tail call float @llvm.nvvm.fma.rn.ftz.f(float %.07.i37, float %205, float %205) #5, !dbg !24
  %208 = tail call float @llvm.nvvm.fma.rn.f(float %.07.i37, float %205, float %205) #5, !dbg !24
  %.08.i39 = select i1 %.not8.i38, float %208, float %207, !dbg !24
  br i1 %174, label %209, label %__nv_erff.exit44, !dbg !24

209:                                              ; preds = %__internal_fmad.exit.i25
  %210 = tail call float @llvm.nvvm.ex2.approx.ftz.f32(float %.08.i39), !dbg !24
  %211 = fsub float 1.000000e+00, %210, !dbg !24
  %212 = bitcast float %211 to i32, !dbg !24
  %213 = bitcast float %73 to i32, !dbg !24
  %214 = and i32 %213, -2147483648, !dbg !24
  %215 = or i32 %214, %212, !dbg !24
  %216 = bitcast i32 %215 to float, !dbg !24
  br label %__nv_erff.exit44, !dbg !24

__nv_erff.exit44:                                 ; preds = %__internal_fmad.exit.i25, %209
  %r.0.i40 = phi float [ %216, %209 ], [ %.08.i39, %__internal_fmad.exit.i25 ], !dbg !24
  %217 = tail call i32 @__nvvm_reflect(ptr nonnull @.str) #5, !dbg !24
  %.not.i45 = icmp eq i32 %217, 0, !dbg !24
  %218 = tail call float @llvm.nvvm.fabs.ftz.f32(float %74), !dbg !24
  %219 = tail call float @llvm.nvvm.fabs.f32(float %74), !dbg !24
  %.0.i46 = select i1 %.not.i45, float %219, float %218, !dbg !24
  %220 = fcmp oge float %.0.i46, 1.002960e+00, !dbg !24
  br i1 %220, label %__nv_fabsf.exit1.i63, label %222, !dbg !24

__nv_fabsf.exit1.i63:                             ; preds = %__nv_erff.exit44
  %221 = tail call i32 @__nvvm_reflect(ptr nonnull @.str) #5, !dbg !24
  %.not1.i64 = icmp eq i32 %221, 0, !dbg !24
  %.01.i65 = select i1 %.not1.i64, float %219, float %218, !dbg !24
  br label %__internal_fmad.exit.i47, !dbg !24

222:                                              ; preds = %__nv_erff.exit44
  %223 = fmul float %74, %74, !dbg !24
  br label %__internal_fmad.exit.i47, !dbg !24

__internal_fmad.exit.i47:                         ; preds = %222, %__nv_fabsf.exit1.i63
  %224 = phi float [ f0x3F210A14, %__nv_fabsf.exit1.i63 ], [ f0x3E0375D3, %222 ], !dbg !24
  %225 = phi float [ f0x3F69B4F9, %__nv_fabsf.exit1.i63 ], [ f0xBEC093AC, %222 ], !dbg !24
  %226 = phi float [ f0x3E235519, %__nv_fabsf.exit1.i63 ], [ f0x3DE718AF, %222 ], !dbg !24
  %227 = phi float [ f0xBD24D99A, %__nv_fabsf.exit1.i63 ], [ f0xBCDC1BE7, %222 ], !dbg !24
  %228 = phi float [ f0x3C09919F, %__nv_fabsf.exit1.i63 ], [ f0x3BAAD5EA, %222 ], !dbg !24
  %229 = phi float [ f0xBAAE005B, %__nv_fabsf.exit1.i63 ], [ f0xBA574D20, %222 ], !dbg !24
  %230 = phi float [ f0x38EB4C3A, %__nv_fabsf.exit1.i63 ], [ f0x38B1E96A, %222 ], !dbg !24
  %231 = phi float [ %.01.i65, %__nv_fabsf.exit1.i63 ], [ %223, %222 ], !dbg !24
  %232 = tail call i32 @__nvvm_reflect(ptr nonnull @.str) #5, !dbg !24
  %.not2.i48 = icmp eq i32 %232, 0, !dbg !24
  %233 = tail call float @llvm.nvvm.fma.rn.ftz.f(float %230, float %231, float %229) #5, !dbg !24
  %234 = tail call float @llvm.nvvm.fma.rn.f(float %230, float %231, float %229) #5, !dbg !24
  %.02.i49 = select i1 %.not2.i48, float %234, float %233, !dbg !24
  %235 = tail call i32 @__nvvm_reflect(ptr nonnull @.str) #5, !dbg !24
  %.not3.i50 = icmp eq i32 %235, 0, !dbg !24
  %236 = tail call float @llvm.nvvm.fma.rn.ftz.f(float %.02.i49, float %231, float %228) #5, !dbg !24
  %237 = tail call float @llvm.nvvm.fma.rn.f(float %.02.i49, float %231, float %228) #5, !dbg !24
  %.03.i51 = select i1 %.not3.i50, float %237, float %236, !dbg !24
  %238 = tail call i32 @__nvvm_reflect(ptr nonnull @.str) #5, !dbg !24
  %.not4.i52 = icmp eq i32 %238, 0, !dbg !24
  %239 = tail call float @llvm.nvvm.fma.rn.ftz.f(float %.03.i51, float %231, float %227) #5, !dbg !24
  %240 = tail call float @llvm.nvvm.fma.rn.f(float %.03.i51, float %231, float %227) #5, !dbg !24
  %.04.i53 = select i1 %.not4.i52, float %240, float %239, !dbg !24
  %241 = tail call i32 @__nvvm_reflect(ptr nonnull @.str) #5, !dbg !24
  %.not5.i54 = icmp eq i32 %241, 0, !dbg !24
  %242 = tail call float @llvm.nvvm.fma.rn.ftz.f(float %.04.i53, float %231, float %226) #5, !dbg !24
  %243 = tail call float @llvm.nvvm.fma.rn.f(float %.04.i53, float %231, float %226) #5, !dbg !24
  %.05.i55 = select i1 %.not5.i54, float %243, float %242, !dbg !24
  %244 = tail call i32 @__nvvm_reflect(ptr nonnull @.str) #5, !dbg !24
  %.not6.i56 = icmp eq i32 %244, 0, !dbg !24
  %245 = tail call float @llvm.nvvm.fma.rn.ftz.f(float %.05.i55, float %231, float %225) #5, !dbg !24
  %246 = tail call float @llvm.nvvm.fma.rn.f(float %.05.i55, float %231, float %225) #5, !dbg !24
  %.06.i57 = select i1 %.not6.i56, float %246, float %245, !dbg !24
  %247 = tail call i32 @__nvvm_reflect(ptr nonnull @.str) #5, !dbg !24
  %.not7.i58 = icmp eq i32 %247, 0, !dbg !24
  %248 = tail call float @llvm.nvvm.fma.rn.ftz.f(float %.06.i57, float %231, float %224) #5, !dbg !24
  %249 = tail call float @llvm.nvvm.fma.rn.f(float %.06.i57, float %231, float %224) #5, !dbg !24
  %.07.i59 = select i1 %.not7.i58, float %249, float %248, !dbg !24
  %250 = fneg float %231, !dbg !24
  %251 = select i1 %220, float %250, float %74, !dbg !24
  %252 = tail call i32 @__nvvm_reflect(ptr nonnull @.str) #5, !dbg !24
  %.not8.i60 = icmp eq i32 %252, 0, !dbg !24
  %253 = tail call float @llvm.nvvm.fma.rn.ftz.f(float %.07.i59, float %251, float %251) #5, !dbg !24
  %254 = tail call float @llvm.nvvm.fma.rn.f(float %.07.i59, float %251, float %251) #5, !dbg !24
  %.08.i61 = select i1 %.not8.i60, float %254, float %253, !dbg !24
  br i1 %220, label %255, label %__nv_erff.exit66, !dbg !24

255:                                              ; preds = %__internal_fmad.exit.i47
  %256 = tail call float @llvm.nvvm.ex2.approx.ftz.f32(float %.08.i61), !dbg !24
  %257 = fsub float 1.000000e+00, %256, !dbg !24
  %258 = bitcast float %257 to i32, !dbg !24
  %259 = bitcast float %74 to i32, !dbg !24
  %260 = and i32 %259, -2147483648, !dbg !24
  %261 = or i32 %260, %258, !dbg !24
  %262 = bitcast i32 %261 to float, !dbg !24
  br label %__nv_erff.exit66, !dbg !24

__nv_erff.exit66:                                 ; preds = %__internal_fmad.exit.i47, %255
  %r.0.i62 = phi float [ %262, %255 ], [ %.08.i61, %__internal_fmad.exit.i47 ], !dbg !24
  %263 = tail call i32 @__nvvm_reflect(ptr nonnull @.str) #5, !dbg !24
  %.not.i67 = icmp eq i32 %263, 0, !dbg !24
  %264 = tail call float @llvm.nvvm.fabs.ftz.f32(float %75), !dbg !24
  %265 = tail call float @llvm.nvvm.fabs.f32(float %75), !dbg !24
  %.0.i68 = select i1 %.not.i67, float %265, float %264, !dbg !24
  %266 = fcmp oge float %.0.i68, 1.002960e+00, !dbg !24
  br i1 %266, label %__nv_fabsf.exit1.i85, label %268, !dbg !24

__nv_fabsf.exit1.i85:                             ; preds = %__nv_erff.exit66
  %267 = tail call i32 @__nvvm_reflect(ptr nonnull @.str) #5, !dbg !24
  %.not1.i86 = icmp eq i32 %267, 0, !dbg !24
  %.01.i87 = select i1 %.not1.i86, float %265, float %264, !dbg !24
  br label %__internal_fmad.exit.i69, !dbg !24

268:                                              ; preds = %__nv_erff.exit66
  %269 = fmul float %75, %75, !dbg !24
  br label %__internal_fmad.exit.i69, !dbg !24

__internal_fmad.exit.i69:                         ; preds = %268, %__nv_fabsf.exit1.i85
  %270 = phi float [ f0x3F210A14, %__nv_fabsf.exit1.i85 ], [ f0x3E0375D3, %268 ], !dbg !24
  %271 = phi float [ f0x3F69B4F9, %__nv_fabsf.exit1.i85 ], [ f0xBEC093AC, %268 ], !dbg !24
  %272 = phi float [ f0x3E235519, %__nv_fabsf.exit1.i85 ], [ f0x3DE718AF, %268 ], !dbg !24
  %273 = phi float [ f0xBD24D99A, %__nv_fabsf.exit1.i85 ], [ f0xBCDC1BE7, %268 ], !dbg !24
  %274 = phi float [ f0x3C09919F, %__nv_fabsf.exit1.i85 ], [ f0x3BAAD5EA, %268 ], !dbg !24
  %275 = phi float [ f0xBAAE005B, %__nv_fabsf.exit1.i85 ], [ f0xBA574D20, %268 ], !dbg !24
  %276 = phi float [ f0x38EB4C3A, %__nv_fabsf.exit1.i85 ], [ f0x38B1E96A, %268 ], !dbg !24
  %277 = phi float [ %.01.i87, %__nv_fabsf.exit1.i85 ], [ %269, %268 ], !dbg !24
  %278 = tail call i32 @__nvvm_reflect(ptr nonnull @.str) #5, !dbg !24
  %.not2.i70 = icmp eq i32 %278, 0, !dbg !24
  %279 = tail call float @llvm.nvvm.fma.rn.ftz.f(float %276, float %277, float %275) #5, !dbg !24
  %280 = tail call float @llvm.nvvm.fma.rn.f(float %276, float %277, float %275) #5, !dbg !24
  %.02.i71 = select i1 %.not2.i70, float %280, float %279, !dbg !24
  %281 = tail call i32 @__nvvm_reflect(ptr nonnull @.str) #5, !dbg !24
  %.not3.i72 = icmp eq i32 %281, 0, !dbg !24
  %282 = tail call float @llvm.nvvm.fma.rn.ftz.f(float %.02.i71, float %277, float %274) #5, !dbg !24
  %283 = tail call float @llvm.nvvm.fma.rn.f(float %.02.i71, float %277, float %274) #5, !dbg !24
  %.03.i73 = select i1 %.not3.i72, float %283, float %282, !dbg !24
  %284 = tail call i32 @__nvvm_reflect(ptr nonnull @.str) #5, !dbg !24
  %.not4.i74 = icmp eq i32 %284, 0, !dbg !24
  %285 = tail call float @llvm.nvvm.fma.rn.ftz.f(float %.03.i73, float %277, float %273) #5, !dbg !24
  %286 = tail call float @llvm.nvvm.fma.rn.f(float %.03.i73, float %277, float %273) #5, !dbg !24
  %.04.i75 = select i1 %.not4.i74, float %286, float %285, !dbg !24
  %287 = tail call i32 @__nvvm_reflect(ptr nonnull @.str) #5, !dbg !24
  %.not5.i76 = icmp eq i32 %287, 0, !dbg !24
  %288 = tail call float @llvm.nvvm.fma.rn.ftz.f(float %.04.i75, float %277, float %272) #5, !dbg !24
  %289 = tail call float @llvm.nvvm.fma.rn.f(float %.04.i75, float %277, float %272) #5, !dbg !24
  %.05.i77 = select i1 %.not5.i76, float %289, float %288, !dbg !24
  %290 = tail call i32 @__nvvm_reflect(ptr nonnull @.str) #5, !dbg !24
  %.not6.i78 = icmp eq i32 %290, 0, !dbg !24
  %291 = tail call float @llvm.nvvm.fma.rn.ftz.f(float %.05.i77, float %277, float %271) #5, !dbg !24
  %292 = tail call float @llvm.nvvm.fma.rn.f(float %.05.i77, float %277, float %271) #5, !dbg !24
  %.06.i79 = select i1 %.not6.i78, float %292, float %291, !dbg !24
  %293 = tail call i32 @__nvvm_reflect(ptr nonnull @.str) #5, !dbg !24
  %.not7.i80 = icmp eq i32 %293, 0, !dbg !24
  %294 = tail call float @llvm.nvvm.fma.rn.ftz.f(float %.06.i79, float %277, float %270) #5, !dbg !24
  %295 = tail call float @llvm.nvvm.fma.rn.f(float %.06.i79, float %277, float %270) #5, !dbg !24
  %.07.i81 = select i1 %.not7.i80, float %295, float %294, !dbg !24
  %296 = fneg float %277, !dbg !24
  %297 = select i1 %266, float %296, float %75, !dbg !24
  %298 = tail call i32 @__nvvm_reflect(ptr nonnull @.str) #5, !dbg !24
  %.not8.i82 = icmp eq i32 %298, 0, !dbg !24
  %299 = tail call float @llvm.nvvm.fma.rn.ftz.f(float %.07.i81, float %297, float %297) #5, !dbg !24
  %300 = tail call float @llvm.nvvm.fma.rn.f(float %.07.i81, float %297, float %297) #5, !dbg !24
  %.08.i83 = select i1 %.not8.i82, float %300, float %299, !dbg !24
  br i1 %266, label %301, label %__nv_erff.exit88, !dbg !24

301:                                              ; preds = %__internal_fmad.exit.i69
  %302 = tail call float @llvm.nvvm.ex2.approx.ftz.f32(float %.08.i83), !dbg !24
  %303 = fsub float 1.000000e+00, %302, !dbg !24
  %304 = bitcast float %303 to i32, !dbg !24
  %305 = bitcast float %75 to i32, !dbg !24
  %306 = and i32 %305, -2147483648, !dbg !24
  %307 = or i32 %306, %304, !dbg !24
  %308 = bitcast i32 %307 to float, !dbg !24
  br label %__nv_erff.exit88, !dbg !24

__nv_erff.exit88:                                 ; preds = %__internal_fmad.exit.i69, %301
  %r.0.i84 = phi float [ %308, %301 ], [ %.08.i83, %__internal_fmad.exit.i69 ], !dbg !24
  %309 = tail call i32 @__nvvm_reflect(ptr nonnull @.str) #5, !dbg !24
  %.not.i89 = icmp eq i32 %309, 0, !dbg !24
  %310 = tail call float @llvm.nvvm.fabs.ftz.f32(float %76), !dbg !24
  %311 = tail call float @llvm.nvvm.fabs.f32(float %76), !dbg !24
  %.0.i90 = select i1 %.not.i89, float %311, float %310, !dbg !24
  %312 = fcmp oge float %.0.i90, 1.002960e+00, !dbg !24
  br i1 %312, label %__nv_fabsf.exit1.i107, label %314, !dbg !24

__nv_fabsf.exit1.i107:                            ; preds = %__nv_erff.exit88
  %313 = tail call i32 @__nvvm_reflect(ptr nonnull @.str) #5, !dbg !24
  %.not1.i108 = icmp eq i32 %313, 0, !dbg !24
  %.01.i109 = select i1 %.not1.i108, float %311, float %310, !dbg !24
  br label %__internal_fmad.exit.i91, !dbg !24

314:                                              ; preds = %__nv_erff.exit88
  %315 = fmul float %76, %76, !dbg !24
  br label %__internal_fmad.exit.i91, !dbg !24

__internal_fmad.exit.i91:                         ; preds = %314, %__nv_fabsf.exit1.i107
  %316 = phi float [ f0x3F210A14, %__nv_fabsf.exit1.i107 ], [ f0x3E0375D3, %314 ], !dbg !24
  %317 = phi float [ f0x3F69B4F9, %__nv_fabsf.exit1.i107 ], [ f0xBEC093AC, %314 ], !dbg !24
  %318 = phi float [ f0x3E235519, %__nv_fabsf.exit1.i107 ], [ f0x3DE718AF, %314 ], !dbg !24
  %319 = phi float [ f0xBD24D99A, %__nv_fabsf.exit1.i107 ], [ f0xBCDC1BE7, %314 ], !dbg !24
  %320 = phi float [ f0x3C09919F, %__nv_fabsf.exit1.i107 ], [ f0x3BAAD5EA, %314 ], !dbg !24
  %321 = phi float [ f0xBAAE005B, %__nv_fabsf.exit1.i107 ], [ f0xBA574D20, %314 ], !dbg !24
  %322 = phi float [ f0x38EB4C3A, %__nv_fabsf.exit1.i107 ], [ f0x38B1E96A, %314 ], !dbg !24
  %323 = phi float [ %.01.i109, %__nv_fabsf.exit1.i107 ], [ %315, %314 ], !dbg !24
  %324 = tail call i32 @__nvvm_reflect(ptr nonnull @.str) #5, !dbg !24
  %.not2.i92 = icmp eq i32 %324, 0, !dbg !24
  %325 = tail call float @llvm.nvvm.fma.rn.ftz.f(float %322, float %323, float %321) #5, !dbg !24
  %326 = tail call float @llvm.nvvm.fma.rn.f(float %322, float %323, float %321) #5, !dbg !24
  %.02.i93 = select i1 %.not2.i92, float %326, float %325, !dbg !24
  %327 = tail call i32 @__nvvm_reflect(ptr nonnull @.str) #5, !dbg !24
  %.not3.i94 = icmp eq i32 %327, 0, !dbg !24
  %328 = tail call float @llvm.nvvm.fma.rn.ftz.f(float %.02.i93, float %323, float %320) #5, !dbg !24
  %329 = tail call float @llvm.nvvm.fma.rn.f(float %.02.i93, float %323, float %320) #5, !dbg !24
  %.03.i95 = select i1 %.not3.i94, float %329, float %328, !dbg !24
  %330 = tail call i32 @__nvvm_reflect(ptr nonnull @.str) #5, !dbg !24
  %.not4.i96 = icmp eq i32 %330, 0, !dbg !24
  %331 = tail call float @llvm.nvvm.fma.rn.ftz.f(float %.03.i95, float %323, float %319) #5, !dbg !24
  %332 = tail call float @llvm.nvvm.fma.rn.f(float %.03.i95, float %323, float %319) #5, !dbg !24
  %.04.i97 = select i1 %.not4.i96, float %332, float %331, !dbg !24
  %333 = tail call i32 @__nvvm_reflect(ptr nonnull @.str) #5, !dbg !24
  %.not5.i98 = icmp eq i32 %333, 0, !dbg !24
  %334 = tail call float @llvm.nvvm.fma.rn.ftz.f(float %.04.i97, float %323, float %318) #5, !dbg !24
  %335 = tail call float @llvm.nvvm.fma.rn.f(float %.04.i97, float %323, float %318) #5, !dbg !24
  %.05.i99 = select i1 %.not5.i98, float %335, float %334, !dbg !24
  %336 = tail call i32 @__nvvm_reflect(ptr nonnull @.str) #5, !dbg !24
  %.not6.i100 = icmp eq i32 %336, 0, !dbg !24
  %337 = tail call float @llvm.nvvm.fma.rn.ftz.f(float %.05.i99, float %323, float %317) #5, !dbg !24
  %338 = tail call float @llvm.nvvm.fma.rn.f(float %.05.i99, float %323, float %317) #5, !dbg !24
  %.06.i101 = select i1 %.not6.i100, float %338, float %337, !dbg !24
  %339 = tail call i32 @__nvvm_reflect(ptr nonnull @.str) #5, !dbg !24
  %.not7.i102 = icmp eq i32 %339, 0, !dbg !24
  %340 = tail call float @llvm.nvvm.fma.rn.ftz.f(float %.06.i101, float %323, float %316) #5, !dbg !24
  %341 = tail call float @llvm.nvvm.fma.rn.f(float %.06.i101, float %323, float %316) #5, !dbg !24
  %.07.i103 = select i1 %.not7.i102, float %341, float %340, !dbg !24
  %342 = fneg float %323, !dbg !24
  %343 = select i1 %312, float %342, float %76, !dbg !24
  %344 = tail call i32 @__nvvm_reflect(ptr nonnull @.str) #5, !dbg !24
  %.not8.i104 = icmp eq i32 %344, 0, !dbg !24
  %345 = tail call float @llvm.nvvm.fma.rn.ftz.f(float %.07.i103, float %343, float %343) #5, !dbg !24
  %346 = tail call float @llvm.nvvm.fma.rn.f(float %.07.i103, float %343, float %343) #5, !dbg !24
  %.08.i105 = select i1 %.not8.i104, float %346, float %345, !dbg !24
  br i1 %312, label %347, label %__nv_erff.exit110, !dbg !24

347:                                              ; preds = %__internal_fmad.exit.i91
  %348 = tail call float @llvm.nvvm.ex2.approx.ftz.f32(float %.08.i105), !dbg !24
  %349 = fsub float 1.000000e+00, %348, !dbg !24
  %350 = bitcast float %349 to i32, !dbg !24
  %351 = bitcast float %76 to i32, !dbg !24
  %352 = and i32 %351, -2147483648, !dbg !24
  %353 = or i32 %352, %350, !dbg !24
  %354 = bitcast i32 %353 to float, !dbg !24
  br label %__nv_erff.exit110, !dbg !24

__nv_erff.exit110:                                ; preds = %__internal_fmad.exit.i91, %347
  %r.0.i106 = phi float [ %354, %347 ], [ %.08.i105, %__internal_fmad.exit.i91 ], !dbg !24
  %355 = tail call i32 @__nvvm_reflect(ptr nonnull @.str) #5, !dbg !24
  %.not.i111 = icmp eq i32 %355, 0, !dbg !24
  %356 = tail call float @llvm.nvvm.fabs.ftz.f32(float %77), !dbg !24
  %357 = tail call float @llvm.nvvm.fabs.f32(float %77), !dbg !24
  %.0.i112 = select i1 %.not.i111, float %357, float %356, !dbg !24
  %358 = fcmp oge float %.0.i112, 1.002960e+00, !dbg !24
  br i1 %358, label %__nv_fabsf.exit1.i129, label %360, !dbg !24

__nv_fabsf.exit1.i129:                            ; preds = %__nv_erff.exit110
  %359 = tail call i32 @__nvvm_reflect(ptr nonnull @.str) #5, !dbg !24
  %.not1.i130 = icmp eq i32 %359, 0, !dbg !24
  %.01.i131 = select i1 %.not1.i130, float %357, float %356, !dbg !24
  br label %__internal_fmad.exit.i113, !dbg !24

360:                                              ; preds = %__nv_erff.exit110
  %361 = fmul float %77, %77, !dbg !24
  br label %__internal_fmad.exit.i113, !dbg !24

__internal_fmad.exit.i113:                        ; preds = %360, %__nv_fabsf.exit1.i129
  %362 = phi float [ f0x3F210A14, %__nv_fabsf.exit1.i129 ], [ f0x3E0375D3, %360 ], !dbg !24
  %363 = phi float [ f0x3F69B4F9, %__nv_fabsf.exit1.i129 ], [ f0xBEC093AC, %360 ], !dbg !24
  %364 = phi float [ f0x3E235519, %__nv_fabsf.exit1.i129 ], [ f0x3DE718AF, %360 ], !dbg !24
  %365 = phi float [ f0xBD24D99A, %__nv_fabsf.exit1.i129 ], [ f0xBCDC1BE7, %360 ], !dbg !24
  %366 = phi float [ f0x3C09919F, %__nv_fabsf.exit1.i129 ], [ f0x3BAAD5EA, %360 ], !dbg !24
  %367 = phi float [ f0xBAAE005B, %__nv_fabsf.exit1.i129 ], [ f0xBA574D20, %360 ], !dbg !24
  %368 = phi float [ f0x38EB4C3A, %__nv_fabsf.exit1.i129 ], [ f0x38B1E96A, %360 ], !dbg !24
  %369 = phi float [ %.01.i131, %__nv_fabsf.exit1.i129 ], [ %361, %360 ], !dbg !24
  %370 = tail call i32 @__nvvm_reflect(ptr nonnull @.str) #5, !dbg !24
  %.not2.i114 = icmp eq i32 %370, 0, !dbg !24
  %371 = tail call float @llvm.nvvm.fma.rn.ftz.f(float %368, float %369, float %367) #5, !dbg !24
  %372 = tail call float @llvm.nvvm.fma.rn.f(float %368, float %369, float %367) #5, !dbg !24
  %.02.i115 = select i1 %.not2.i114, float %372, float %371, !dbg !24
  %373 = tail call i32 @__nvvm_reflect(ptr nonnull @.str) #5, !dbg !24
  %.not3.i116 = icmp eq i32 %373, 0, !dbg !24
  %374 = tail call float @llvm.nvvm.fma.rn.ftz.f(float %.02.i115, float %369, float %366) #5, !dbg !24
  %375 = tail call float @llvm.nvvm.fma.rn.f(float %.02.i115, float %369, float %366) #5, !dbg !24
  %.03.i117 = select i1 %.not3.i116, float %375, float %374, !dbg !24
  %376 = tail call i32 @__nvvm_reflect(ptr nonnull @.str) #5, !dbg !24
  %.not4.i118 = icmp eq i32 %376, 0, !dbg !24
  %377 = tail call float @llvm.nvvm.fma.rn.ftz.f(float %.03.i117, float %369, float %365) #5, !dbg !24
  %378 = tail call float @llvm.nvvm.fma.rn.f(float %.03.i117, float %369, float %365) #5, !dbg !24
  %.04.i119 = select i1 %.not4.i118, float %378, float %377, !dbg !24
  %379 = tail call i32 @__nvvm_reflect(ptr nonnull @.str) #5, !dbg !24
  %.not5.i120 = icmp eq i32 %379, 0, !dbg !24
  %380 = tail call float @llvm.nvvm.fma.rn.ftz.f(float %.04.i119, float %369, float %364) #5, !dbg !24
  %381 = tail call float @llvm.nvvm.fma.rn.f(float %.04.i119, float %369, float %364) #5, !dbg !24
  %.05.i121 = select i1 %.not5.i120, float %381, float %380, !dbg !24
  %382 = tail call i32 @__nvvm_reflect(ptr nonnull @.str) #5, !dbg !24
  %.not6.i122 = icmp eq i32 %382, 0, !dbg !24
  %383 = tail call float @llvm.nvvm.fma.rn.ftz.f(float %.05.i121, float %369, float %363) #5, !dbg !24
  %384 = tail call float @llvm.nvvm.fma.rn.f(float %.05.i121, float %369, float %363) #5, !dbg !24
  %.06.i123 = select i1 %.not6.i122, float %384, float %383, !dbg !24
  %385 = tail call i32 @__nvvm_reflect(ptr nonnull @.str) #5, !dbg !24
  %.not7.i124 = icmp eq i32 %385, 0, !dbg !24
  %386 = tail call float @llvm.nvvm.fma.rn.ftz.f(float %.06.i123, float %369, float %362) #5, !dbg !24
  %387 = tail call float @llvm.nvvm.fma.rn.f(float %.06.i123, float %369, float %362) #5, !dbg !24
  %.07.i125 = select i1 %.not7.i124, float %387, float %386, !dbg !24
  %388 = fneg float %369, !dbg !24
  %389 = select i1 %358, float %388, float %77, !dbg !24
  %390 = tail call i32 @__nvvm_reflect(ptr nonnull @.str) #5, !dbg !24
  %.not8.i126 = icmp eq i32 %390, 0, !dbg !24
  %391 = tail call float @llvm.nvvm.fma.rn.ftz.f(float %.07.i125, float %389, float %389) #5, !dbg !24
  %392 = tail call float @llvm.nvvm.fma.rn.f(float %.07.i125, float %389, float %389) #5, !dbg !24
  %.08.i127 = select i1 %.not8.i126, float %392, float %391, !dbg !24
  br i1 %358, label %393, label %__nv_erff.exit132, !dbg !24

393:                                              ; preds = %__internal_fmad.exit.i113
  %394 = tail call float @llvm.nvvm.ex2.approx.ftz.f32(float %.08.i127), !dbg !24
  %395 = fsub float 1.000000e+00, %394, !dbg !24
  %396 = bitcast float %395 to i32, !dbg !24
  %397 = bitcast float %77 to i32, !dbg !24
  %398 = and i32 %397, -2147483648, !dbg !24
  %399 = or i32 %398, %396, !dbg !24
  %400 = bitcast i32 %399 to float, !dbg !24
  br label %__nv_erff.exit132, !dbg !24

__nv_erff.exit132:                                ; preds = %__internal_fmad.exit.i113, %393
  %r.0.i128 = phi float [ %400, %393 ], [ %.08.i127, %__internal_fmad.exit.i113 ], !dbg !24
  %401 = tail call i32 @__nvvm_reflect(ptr nonnull @.str) #5, !dbg !24
  %.not.i133 = icmp eq i32 %401, 0, !dbg !24
  %402 = tail call float @llvm.nvvm.fabs.ftz.f32(float %78), !dbg !24
  %403 = tail call float @llvm.nvvm.fabs.f32(float %78), !dbg !24
  %.0.i134 = select i1 %.not.i133, float %403, float %402, !dbg !24
  %404 = fcmp oge float %.0.i134, 1.002960e+00, !dbg !24
  br i1 %404, label %__nv_fabsf.exit1.i151, label %406, !dbg !24

__nv_fabsf.exit1.i151:                            ; preds = %__nv_erff.exit132
  %405 = tail call i32 @__nvvm_reflect(ptr nonnull @.str) #5, !dbg !24
  %.not1.i152 = icmp eq i32 %405, 0, !dbg !24
  %.01.i153 = select i1 %.not1.i152, float %403, float %402, !dbg !24
  br label %__internal_fmad.exit.i135, !dbg !24

406:                                              ; preds = %__nv_erff.exit132
  %407 = fmul float %78, %78, !dbg !24
  br label %__internal_fmad.exit.i135, !dbg !24

__internal_fmad.exit.i135:                        ; preds = %406, %__nv_fabsf.exit1.i151
  %408 = phi float [ f0x3F210A14, %__nv_fabsf.exit1.i151 ], [ f0x3E0375D3, %406 ], !dbg !24
  %409 = phi float [ f0x3F69B4F9, %__nv_fabsf.exit1.i151 ], [ f0xBEC093AC, %406 ], !dbg !24
  %410 = phi float [ f0x3E235519, %__nv_fabsf.exit1.i151 ], [ f0x3DE718AF, %406 ], !dbg !24
  %411 = phi float [ f0xBD24D99A, %__nv_fabsf.exit1.i151 ], [ f0xBCDC1BE7, %406 ], !dbg !24
  %412 = phi float [ f0x3C09919F, %__nv_fabsf.exit1.i151 ], [ f0x3BAAD5EA, %406 ], !dbg !24
  %413 = phi float [ f0xBAAE005B, %__nv_fabsf.exit1.i151 ], [ f0xBA574D20, %406 ], !dbg !24
  %414 = phi float [ f0x38EB4C3A, %__nv_fabsf.exit1.i151 ], [ f0x38B1E96A, %406 ], !dbg !24
  %415 = phi float [ %.01.i153, %__nv_fabsf.exit1.i151 ], [ %407, %406 ], !dbg !24
  %416 = tail call i32 @__nvvm_reflect(ptr nonnull @.str) #5, !dbg !24
  %.not2.i136 = icmp eq i32 %416, 0, !dbg !24
  %417 = tail call float @llvm.nvvm.fma.rn.ftz.f(float %414, float %415, float %413) #5, !dbg !24
  %418 = tail call float @llvm.nvvm.fma.rn.f(float %414, float %415, float %413) #5, !dbg !24
  %.02.i137 = select i1 %.not2.i136, float %418, float %417, !dbg !24
  %419 = tail call i32 @__nvvm_reflect(ptr nonnull @.str) #5, !dbg !24
  %.not3.i138 = icmp eq i32 %419, 0, !dbg !24
  %420 = tail call float @llvm.nvvm.fma.rn.ftz.f(float %.02.i137, float %415, float %412) #5, !dbg !24
  %421 = tail call float @llvm.nvvm.fma.rn.f(float %.02.i137, float %415, float %412) #5, !dbg !24
  %.03.i139 = select i1 %.not3.i138, float %421, float %420, !dbg !24
  %422 = tail call i32 @__nvvm_reflect(ptr nonnull @.str) #5, !dbg !24
  %.not4.i140 = icmp eq i32 %422, 0, !dbg !24
  %423 = tail call float @llvm.nvvm.fma.rn.ftz.f(float %.03.i139, float %415, float %411) #5, !dbg !24
  %424 = tail call float @llvm.nvvm.fma.rn.f(float %.03.i139, float %415, float %411) #5, !dbg !24
  %.04.i141 = select i1 %.not4.i140, float %424, float %423, !dbg !24
  %425 = tail call i32 @__nvvm_reflect(ptr nonnull @.str) #5, !dbg !24
  %.not5.i142 = icmp eq i32 %425, 0, !dbg !24
  %426 = tail call float @llvm.nvvm.fma.rn.ftz.f(float %.04.i141, float %415, float %410) #5, !dbg !24
  %427 = tail call float @llvm.nvvm.fma.rn.f(float %.04.i141, float %415, float %410) #5, !dbg !24
  %.05.i143 = select i1 %.not5.i142, float %427, float %426, !dbg !24
  %428 = tail call i32 @__nvvm_reflect(ptr nonnull @.str) #5, !dbg !24
  %.not6.i144 = icmp eq i32 %428, 0, !dbg !24
  %429 = tail call float @llvm.nvvm.fma.rn.ftz.f(float %.05.i143, float %415, float %409) #5, !dbg !24
  %430 = tail call float @llvm.nvvm.fma.rn.f(float %.05.i143, float %415, float %409) #5, !dbg !24
  %.06.i145 = select i1 %.not6.i144, float %430, float %429, !dbg !24
  %431 = tail call i32 @__nvvm_reflect(ptr nonnull @.str) #5, !dbg !24
  %.not7.i146 = icmp eq i32 %431, 0, !dbg !24
  %432 = tail call float @llvm.nvvm.fma.rn.ftz.f(float %.06.i145, float %415, float %408) #5, !dbg !24
  %433 = tail call float @llvm.nvvm.fma.rn.f(float %.06.i145, float %415, float %408) #5, !dbg !24
  %.07.i147 = select i1 %.not7.i146, float %433, float %432, !dbg !24
  %434 = fneg float %415, !dbg !24
  %435 = select i1 %404, float %434, float %78, !dbg !24
  %436 = tail call i32 @__nvvm_reflect(ptr nonnull @.str) #5, !dbg !24
  %.not8.i148 = icmp eq i32 %436, 0, !dbg !24
  %437 = tail call float @llvm.nvvm.fma.rn.ftz.f(float %.07.i147, float %435, float %435) #5, !dbg !24
  %438 = tail call float @llvm.nvvm.fma.rn.f(float %.07.i147, float %435, float %435) #5, !dbg !24
  %.08.i149 = select i1 %.not8.i148, float %438, float %437, !dbg !24
  br i1 %404, label %439, label %__nv_erff.exit154, !dbg !24

439:                                              ; preds = %__internal_fmad.exit.i135
  %440 = tail call float @llvm.nvvm.ex2.approx.ftz.f32(float %.08.i149), !dbg !24
  %441 = fsub float 1.000000e+00, %440, !dbg !24
  %442 = bitcast float %441 to i32, !dbg !24
  %443 = bitcast float %78 to i32, !dbg !24
  %444 = and i32 %443, -2147483648, !dbg !24
  %445 = or i32 %444, %442, !dbg !24
  %446 = bitcast i32 %445 to float, !dbg !24
  br label %__nv_erff.exit154, !dbg !24

__nv_erff.exit154:                                ; preds = %__internal_fmad.exit.i135, %439
  %r.0.i150 = phi float [ %446, %439 ], [ %.08.i149, %__internal_fmad.exit.i135 ], !dbg !24
  %447 = fmul float %70, 5.000000e-01, !dbg !25
  %448 = fmul float %69, 5.000000e-01, !dbg !25
  %449 = fmul float %68, 5.000000e-01, !dbg !25
  %450 = fmul float %67, 5.000000e-01, !dbg !25
  %451 = fmul float %66, 5.000000e-01, !dbg !25
  %452 = fmul float %65, 5.000000e-01, !dbg !25
  %453 = fmul float %64, 5.000000e-01, !dbg !25
  %454 = fmul float %63, 5.000000e-01, !dbg !25
  %455 = fadd float %r.0.i, 1.000000e+00, !dbg !26
  %456 = fadd float %r.0.i18, 1.000000e+00, !dbg !26
  %457 = fadd float %r.0.i40, 1.000000e+00, !dbg !26
  %458 = fadd float %r.0.i62, 1.000000e+00, !dbg !26
  %459 = fadd float %r.0.i84, 1.000000e+00, !dbg !26
  %460 = fadd float %r.0.i106, 1.000000e+00, !dbg !26
  %461 = fadd float %r.0.i128, 1.000000e+00, !dbg !26
  %462 = fadd float %r.0.i150, 1.000000e+00, !dbg !26
  %463 = fmul float %454, %455, !dbg !27
  %464 = fmul float %453, %456, !dbg !27
  %465 = fmul float %452, %457, !dbg !27
  %466 = fmul float %451, %458, !dbg !27
  %467 = fmul float %450, %459, !dbg !27
  %468 = fmul float %449, %460, !dbg !27
  %469 = fmul float %448, %461, !dbg !27
  %470 = fmul float %447, %462, !dbg !27
  %471 = bitcast float %463 to i32, !dbg !28
  %472 = bitcast float %464 to i32, !dbg !28
  %473 = bitcast float %465 to i32, !dbg !28
  %474 = bitcast float %466 to i32, !dbg !28
  tail call void asm sideeffect "st.global.v4.b32 [ $4 + 0 ], { $0, $1, $2, $3 };", "r,r,r,r,l"(i32 %471, i32 %472, i32 %473, i32 %474, ptr addrspace(1) %17) #5, !dbg !28
  %475 = bitcast float %467 to i32, !dbg !28
  %476 = bitcast float %468 to i32, !dbg !28
  %477 = bitcast float %469 to i32, !dbg !28
  %478 = bitcast float %470 to i32, !dbg !28
  tail call void asm sideeffect "st.global.v4.b32 [ $4 + 0 ], { $0, $1, $2, $3 };", "r,r,r,r,l"(i32 %475, i32 %476, i32 %477, i32 %478, ptr addrspace(1) %19) #5, !dbg !28
  ret void, !dbg !29
}

; Function Attrs: mustprogress nocallback nofree nosync nounwind speculatable willreturn memory(none)
declare noundef range(i32 0, 2147483647) i32 @llvm.nvvm.read.ptx.sreg.ctaid.x() #1

; Function Attrs: mustprogress nocallback nofree nosync nounwind speculatable willreturn memory(none)
declare noundef range(i32 0, 1024) i32 @llvm.nvvm.read.ptx.sreg.tid.x() #1

declare i32 @__nvvm_reflect(ptr) local_unnamed_addr #2

; Function Attrs: mustprogress nocallback nocreateundeforpoison nofree nosync nounwind speculatable willreturn memory(none)
declare float @llvm.nvvm.fabs.ftz.f32(float) #3

; Function Attrs: mustprogress nocallback nocreateundeforpoison nofree nosync nounwind speculatable willreturn memory(none)
declare float @llvm.nvvm.fabs.f32(float) #3

; Function Attrs: mustprogress nocallback nocreateundeforpoison nofree nosync nounwind speculatable willreturn memory(none)
declare float @llvm.nvvm.fma.rn.ftz.f(float, float, float) #3

; Function Attrs: mustprogress nocallback nocreateundeforpoison nofree nosync nounwind speculatable willreturn memory(none)
declare float @llvm.nvvm.fma.rn.f(float, float, float) #3

; Function Attrs: mustprogress nocallback nofree nosync nounwind willreturn memory(none)
declare float @llvm.nvvm.ex2.approx.ftz.f32(float) #4

attributes #0 = { nounwind "nvvm.reqntid"="128" }
attributes #1 = { mustprogress nocallback nofree nosync nounwind speculatable willreturn memory(none) }
attributes #2 = { "disable-tail-calls"="false" "frame-pointer"="all" "less-precise-fpmad"="false" "no-infs-fp-math"="false" "no-nans-fp-math"="false" "stack-protector-buffer-size"="8" "unsafe-fp-math"="false" "use-soft-float"="false" }
attributes #3 = { mustprogress nocallback nocreateundeforpoison nofree nosync nounwind speculatable willreturn memory(none) }
attributes #4 = { mustprogress nocallback nofree nosync nounwind willreturn memory(none) }
attributes #5 = { nounwind }

!llvm.dbg.cu = !{!0}
!llvm.module.flags = !{!2, !3}
!llvm.ident = !{!4}
!nvvmir.version = !{!5}

!0 = distinct !DICompileUnit(language: DW_LANG_C, file: !1, producer: "triton", isOptimized: true, runtimeVersion: 0, emissionKind: LineTablesOnly)
!1 = !DIFile(filename: "cocangpgzzdekozwzdbh6h2a2cyfeee6iytrr5donk5dhadip4en.py", directory: "")
!2 = !{i32 2, !"Debug Info Version", i32 3}
!3 = !{i32 4, !"nvvm-reflect-ftz", i32 1}
!4 = !{!"clang version 3.8.0 (tags/RELEASE_380/final)"}
!5 = !{i32 2, i32 0}
!6 = distinct !DISubprogram(name: "triton_poi_fused_add_gelu_0", linkageName: "triton_poi_fused_add_gelu_0", scope: !1, file: !1, line: 18, type: !7, scopeLine: 18, spFlags: DISPFlagDefinition | DISPFlagOptimized, unit: !0)
!7 = !DISubroutineType(cc: DW_CC_normal, types: !8)
!8 = !{null, !9, !9, !11, !12, !12}
!9 = !DIDerivedType(tag: DW_TAG_pointer_type, name: "pointer", baseType: !10, size: 64, dwarfAddressSpace: 1)
!10 = !DIBasicType(name: "float", size: 32, encoding: DW_ATE_float)
!11 = !DIBasicType(name: "int", size: 32, encoding: DW_ATE_signed)
!12 = !DIDerivedType(tag: DW_TAG_pointer_type, name: "pointer", baseType: !13, size: 64, dwarfAddressSpace: 1)
!13 = !DIBasicType(name: "unknown_type", encoding: DW_ATE_signed)
!14 = !DILocation(line: 20, column: 15, scope: !6)
!15 = !DILocation(line: 21, column: 24, scope: !6)
!16 = !DILocation(line: 21, column: 14, scope: !6)
!17 = !DILocation(line: 24, column: 11, scope: !6)
!18 = !DILocation(line: 25, column: 20, scope: !6)
!19 = !DILocation(line: 25, column: 12, scope: !6)
!20 = !DILocation(line: 26, column: 20, scope: !6)
!21 = !DILocation(line: 26, column: 12, scope: !6)
!22 = !DILocation(line: 27, column: 12, scope: !6)
!23 = !DILocation(line: 31, column: 12, scope: !6)
!24 = !DILocation(line: 32, column: 12, scope: !6)
!25 = !DILocation(line: 29, column: 12, scope: !6)
!26 = !DILocation(line: 34, column: 12, scope: !6)
!27 = !DILocation(line: 35, column: 13, scope: !6)
!28 = !DILocation(line: 36, column: 5, scope: !6)
!29 = !DILocation(line: 18, column: 1, scope: !6)

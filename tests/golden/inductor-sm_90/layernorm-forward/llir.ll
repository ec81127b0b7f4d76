; ModuleID = 'LLVMDialectModule'
source_filename = "LLVMDialectModule"
target datalayout = "e-p3:32:32-p4:32:32-p5:32:32-p6:32:32-p7:32:32-p101:32:32-i64:64-i128:128-i256:256-v16:16-v32:32-n16:32:64"

@global_smem = external local_unnamed_addr addrspace(3) global [0 x i8], align 16
@.str = private unnamed_addr constant [11 x i8] c"__CUDA_FTZ\00", align 1

; Function Attrs: nounwind
define ptx_kernel void @triton_per_fused_add_mean_mul_rsqrt_sub_0(ptr addrspace(1) %0, ptr addrspace(1) %1, ptr addrspace(1) %2, ptr addrspace(1) %3, i32 %4, i32 %5, ptr addrspace(1) nofree readnone captures(none) %6, ptr addrspace(1) nofree readnone captures(none) %7) local_unnamed_addr #0 !dbg !6 {
  %9 = tail call i32 @llvm.nvvm.read.ptx.sreg.ctaid.x(), !dbg !14
  %10 = icmp samesign ult i32 %9, 512, !dbg !15
  %11 = tail call i32 @llvm.nvvm.read.ptx.sreg.tid.x(), !dbg !16
  %12 = shl nuw nsw i32 %11, 2, !dbg !16
  %13 = and i32 %12, 1020, !dbg !16
  %14 = shl i32 %9, 10, !dbg !17
  %15 = or disjoint i32 %13, %14, !dbg !18
  %16 = sext i32 %15 to i64, !dbg !19
  %17 = getelementptr [4 x i8], ptr addrspace(1) %0, i64 %16, !dbg !19
  %18 = tail call i64 asm "mov.u64 $0, 0x0;\0A\09createpolicy.fractional.L2::evict_first.b64 $0, 1.0;", "=l"() #6, !dbg !20
  %19 = tail call { i32, i32, i32, i32 } asm sideeffect "mov.u32 $0, $4;\0A\09mov.u32 $1, $5;\0A\09mov.u32 $2, $6;\0A\09mov.u32 $3, $7;\0A\09@$10 ld.global.L1::evict_first.L2::cache_hint.v4.b32 { $0, $1, $2, $3 }, [ $8 + 0 ], $9;", "=r,=r,=r,=r,r,r,r,r,l,l,b"(i32 0, i32 0, i32 0, i32 0, ptr addrspace(1) %17, i64 %18, i1 %10) #6, !dbg !20
  %20 = extractvalue { i32, i32, i32, i32 } %19, 0, !dbg !20
  %21 = extractvalue { i32, i32, i32, i32 } %19, 1, !dbg !20
  %22 = extractvalue { i32, i32, i32, i32 } %19, 2, !dbg !20
  %23 = extractvalue { i32, i32, i32, i32 } %19, 3, !dbg !20
  %24 = bitcast i32 %20 to float, !dbg !20
  %25 = bitcast i32 %21 to float, !dbg !20
  %26 = bitcast i32 %22 to float, !dbg !20
  %27 = bitcast i32 %23 to float, !dbg !20
  %28 = zext nneg i32 %13 to i64, !dbg !21
  %29 = getelementptr [4 x i8], ptr addrspace(1) %1, i64 %28, !dbg !21
  %30 = tail call i64 asm "mov.u64 $0, 0x0;\0A\09createpolicy.fractional.L2::evict_last.b64 $0, 1.0;", "=l"() #6, !dbg !22
  %31 = tail call { i32, i32, i32, i32 } asm sideeffect "mov.u32 $0, 0x0;\0A\09mov.u32 $1, 0x0;\0A\09mov.u32 $2, 0x0;\0A\09mov.u32 $3, 0x0;\0A\09ld.global.L1::evict_last.L2::cache_hint.v4.b32 { $0, $1, $2, $3 }, [ $4 + 0 ], $5;", "=r,=r,=r,=r,l,l"(ptr addrspace(1) %29, i64 %30) #6, !dbg !22
  %32 = getelementptr [4 x i8], ptr addrspace(1) %2, i64 %28, !dbg !23
  %33 = tail call { i32, i32, i32, i32 } asm sideeffect "mov.u32 $0, 0x0;\0A\09mov.u32 $1, 0x0;\0A\09mov.u32 $2, 0x0;\0A\09mov.u32 $3, 0x0;\0A\09ld.global.L1::evict_last.L2::cache_hint.v4.b32 { $0, $1, $2, $3 }, [ $4 + 0 ], $5;", "=r,=r,=r,=r,l,l"(ptr addrspace(1) %32, i64 %30) #6, !dbg !24
  %34 = fadd float %24, %25, !dbg !25
  %35 = fadd float %26, %27, !dbg !25
  %36 = fadd float %34, %35, !dbg !25
  %37 = select i1 %10, float %36, float 0.000000e+00, !dbg !25
  %38 = bitcast float %37 to i32, !dbg !28
  %39 = tail call i32 @llvm.nvvm.shfl.sync.bfly.i32(i32 -1, i32 %38, i32 16, i32 31), !dbg !28
  %40 = bitcast i32 %39 to float, !dbg !28
  %41 = fadd float %37, %40, !dbg !25
  %42 = bitcast float %41 to i32, !dbg !28
  %43 = tail call i32 @llvm.nvvm.shfl.sync.bfly.i32(i32 -1, i32 %42, i32 8, i32 31), !dbg !28
  %44 = bitcast i32 %43 to float, !dbg !28
  %45 = fadd float %41, %44, !dbg !25
  %46 = bitcast float %45 to i32, !dbg !28
  %47 = tail call i32 @llvm.nvvm.shfl.sync.bfly.i32(i32 -1, i32 %46, i32 4, i32 31), !dbg !28
  %48 = bitcast i32 %47 to float, !dbg !28
  %49 = fadd float %45, %48, !dbg !25
  %50 = bitcast float %49 to i32, !dbg !28
  %51 = tail call i32 @llvm.nvvm.shfl.sync.bfly.i32(i32 -1, i32 %50, i32 2, i32 31), !dbg !28
  %52 = bitcast i32 %51 to float, !dbg !28
  %53 = fadd float %49, %52, !dbg !25
  %54 = bitcast float %53 to i32, !dbg !28
  %55 = tail call i32 @llvm.nvvm.shfl.sync.bfly.i32(i32 -1, i32 %54, i32 1, i32 31), !dbg !28
  %56 = bitcast i32 %55 to float, !dbg !28
  %57 = fadd float %53, %56, !dbg !25
  %58 = lshr i32 %11, 3, !dbg !28
  %59 = and i32 %58, 28, !dbg !28
  %60 = getelementptr inbounds nuw i8, ptr addrspace(3) @global_smem, i32 %59, !dbg !28
  store float %57, ptr addrspace(3) %60, align 4, !dbg !28
  tail call void @llvm.nvvm.barrier.cta.sync.aligned.all(i32 0), !dbg !28
  %61 = and i32 %12, 28, !dbg !28
  %62 = getelementptr inbounds nuw i8, ptr addrspace(3) @global_smem, i32 %61, !dbg !28
  %63 = load i32, ptr addrspace(3) %62, align 4, !dbg !28
  %64 = bitcast i32 %63 to float, !dbg !28
  %65 = tail call i32 @llvm.nvvm.shfl.sync.bfly.i32(i32 -1, i32 %63, i32 4, i32 31), !dbg !28
  %66 = bitcast i32 %65 to float, !dbg !28
  %67 = fadd float %64, %66, !dbg !25
  %68 = bitcast float %67 to i32, !dbg !28
  %69 = tail call i32 @llvm.nvvm.shfl.sync.bfly.i32(i32 -1, i32 %68, i32 2, i32 31), !dbg !28
  %70 = bitcast i32 %69 to float, !dbg !28
  %71 = fadd float %67, %70, !dbg !25
  %72 = bitcast float %71 to i32, !dbg !28
  %73 = tail call i32 @llvm.nvvm.shfl.sync.bfly.i32(i32 -1, i32 %72, i32 1, i32 31), !dbg !28
  %74 = bitcast i32 %73 to float, !dbg !28
  %75 = fadd float %71, %74, !dbg !25
  %76 = tail call float @llvm.nvvm.div.approx.f(float 1.000000e+00, float 1.024000e+03), !dbg !31
  %77 = fmul float %76, %75, !dbg !31
  %78 = fsub float %24, %77, !dbg !32
  %79 = fsub float %25, %77, !dbg !32
  %80 = fsub float %26, %77, !dbg !32
  %81 = fsub float %27, %77, !dbg !32
  %82 = fmul float %78, %78, !dbg !33
  %83 = fmul float %79, %79, !dbg !33
  %84 = fmul float %80, %80, !dbg !33
  %85 = fmul float %81, %81, !dbg !33
  tail call void @llvm.nvvm.barrier.cta.sync.aligned.all(i32 0), !dbg !34
  %86 = fadd float %82, %83, !dbg !36
  %87 = fadd float %84, %85, !dbg !36
  %88 = fadd float %86, %87, !dbg !36
  %89 = select i1 %10, float %88, float 0.000000e+00, !dbg !36
  %90 = bitcast float %89 to i32, !dbg !34
  %91 = tail call i32 @llvm.nvvm.shfl.sync.bfly.i32(i32 -1, i32 %90, i32 16, i32 31), !dbg !34
  %92 = bitcast i32 %91 to float, !dbg !34
  %93 = fadd float %89, %92, !dbg !36
  %94 = bitcast float %93 to i32, !dbg !34
  %95 = tail call i32 @llvm.nvvm.shfl.sync.bfly.i32(i32 -1, i32 %94, i32 8, i32 31), !dbg !34
  %96 = bitcast i32 %95 to float, !dbg !34
  %97 = fadd float %93, %96, !dbg !36
  %98 = bitcast float %97 to i32, !dbg !34
  %99 = tail call i32 @llvm.nvvm.shfl.sync.bfly.i32(i32 -1, i32 %98, i32 4, i32 31), !dbg !34
  %100 = bitcast i32 %99 to float, !dbg !34
  %101 = fadd float %97, %100, !dbg !36
  %102 = bitcast float %101 to i32, !dbg !34
  %103 = tail call i32 @llvm.nvvm.shfl.sync.bfly.i32(i32 -1, i32 %102, i32 2, i32 31), !dbg !34
  %104 = bitcast i32 %103 to float, !dbg !34
  %105 = fadd float %101, %104, !dbg !36
  %106 = bitcast float %105 to i32, !dbg !34
  %107 = tail call i32 @llvm.nvvm.shfl.sync.bfly.i32(i32 -1, i32 %106, i32 1, i32 31), !dbg !34
  %108 = bitcast i32 %107 to float, !dbg !34
  %109 = fadd float %105, %108, !dbg !36
  store float %109, ptr addrspace(3) %60, align 4, !dbg !34
  tail call void @llvm.nvvm.barrier.cta.sync.aligned.all(i32 0), !dbg !34
  %110 = load i32, ptr addrspace(3) %62, align 4, !dbg !34
  %111 = bitcast i32 %110 to float, !dbg !34
  %112 = tail call i32 @llvm.nvvm.shfl.sync.bfly.i32(i32 -1, i32 %110, i32 4, i32 31), !dbg !34
  %113 = bitcast i32 %112 to float, !dbg !34
  %114 = fadd float %111, %113, !dbg !36
  %115 = bitcast float %114 to i32, !dbg !34
  %116 = tail call i32 @llvm.nvvm.shfl.sync.bfly.i32(i32 -1, i32 %115, i32 2, i32 31), !dbg !34
  %117 = bitcast i32 %116 to float, !dbg !34
  %118 = fadd float %114, %117, !dbg !36
  %119 = bitcast float %118 to i32, !dbg !34
  %120 = tail call i32 @llvm.nvvm.shfl.sync.bfly.i32(i32 -1, i32 %119, i32 1, i32 31), !dbg !34
  %121 = bitcast i32 %120 to float, !dbg !34
  %122 = fadd float %118, %121, !dbg !36
  %123 = fmul float %76, %122, !dbg !37
  %124 = fadd float %123, f0x3727C5AC, !dbg !38
  %125 = tail call i32 @__nvvm_reflect(ptr nonnull @.str) #6, !dbg !39
  %.not.i = icmp eq i32 %125, 0, !dbg !39
  br i1 %.not.i, label %128, label %126, !dbg !39

126:                                              ; preds = %8
  %127 = tail call float @llvm.nvvm.rsqrt.approx.ftz.f(float %124), !dbg !39
  br label %__nv_rsqrtf.exit, !dbg !39

128:                                              ; preds = %8
  %129 = tail call float @llvm.nvvm.rsqrt.approx.f(float %124), !dbg !39
  br label %__nv_rsqrtf.exit, !dbg !39

__nv_rsqrtf.exit:                                 ; preds = %126, %128
  %.0.i = phi float [ %127, %126 ], [ %129, %128 ], !dbg !39
  %130 = extractvalue { i32, i32, i32, i32 } %33, 3, !dbg !24
  %131 = bitcast i32 %130 to float, !dbg !24
  %132 = extractvalue { i32, i32, i32, i32 } %33, 2, !dbg !24
  %133 = bitcast i32 %132 to float, !dbg !24
  %134 = extractvalue { i32, i32, i32, i32 } %33, 1, !dbg !24
  %135 = bitcast i32 %134 to float, !dbg !24
  %136 = extractvalue { i32, i32, i32, i32 } %33, 0, !dbg !24
  %137 = bitcast i32 %136 to float, !dbg !24
  %138 = extractvalue { i32, i32, i32, i32 } %31, 3, !dbg !22
  %139 = bitcast i32 %138 to float, !dbg !22
  %140 = extractvalue { i32, i32, i32, i32 } %31, 2, !dbg !22
  %141 = bitcast i32 %140 to float, !dbg !22
  %142 = extractvalue { i32, i32, i32, i32 } %31, 1, !dbg !22
  %143 = bitcast i32 %142 to float, !dbg !22
  %144 = extractvalue { i32, i32, i32, i32 } %31, 0, !dbg !22
  %145 = bitcast i32 %144 to float, !dbg !22
  %146 = fmul float %78, %.0.i, !dbg !40
  %147 = fmul float %79, %.0.i, !dbg !40
  %148 = fmul float %80, %.0.i, !dbg !40
  %149 = fmul float %81, %.0.i, !dbg !40
  %150 = fmul float %146, %145, !dbg !41
  %151 = fmul float %147, %143, !dbg !41
  %152 = fmul float %148, %141, !dbg !41
  %153 = fmul float %149, %139, !dbg !41
  %154 = fadd float %150, %137, !dbg !42
  %155 = fadd float %151, %135, !dbg !42
  %156 = fadd float %152, %133, !dbg !42
  %157 = fadd float %153, %131, !dbg !42
  %158 = getelementptr [4 x i8], ptr addrspace(1) %3, i64 %16, !dbg !43
  %159 = bitcast float %154 to i32, !dbg !44
  %160 = bitcast float %155 to i32, !dbg !44
  %161 = bitcast float %156 to i32, !dbg !44
  %162 = bitcast float %157 to i32, !dbg !44
  tail call void asm sideeffect "@$5 st.global.v4.b32 [ $4 + 0 ], { $0, $1, $2, $3 };", "r,r,r,r,l,b"(i32 %159, i32 %160, i32 %161, i32 %162, ptr addrspace(1) %158, i1 %10) #6, !dbg !44
  ret void, !dbg !45
}

; Function Attrs: mustprogress nocallback nofree nosync nounwind speculatable willreturn memory(none)
declare noundef range(i32 0, 2147483647) i32 @llvm.nvvm.read.ptx.sreg.ctaid.x() #1

; Function Attrs: mustprogress nocallback nofree nosync nounwind speculatable willreturn memory(none)
declare noundef range(i32 0, 1024) i32 @llvm.nvvm.read.ptx.sreg.tid.x() #1

; Function Attrs: convergent nocallback nounwind memory(inaccessiblemem: readwrite)
declare i32 @llvm.nvvm.shfl.sync.bfly.i32(i32, i32, i32, i32) #2

; Function Attrs: convergent nocallback nounwind
declare void @llvm.nvvm.barrier.cta.sync.aligned.all(i32) #3

; Function Attrs: mustprogress nocallback nocreateundeforpoison nofree nosync nounwind willreturn memory(none)
declare float @llvm.nvvm.div.approx.f(float, float) #4

declare i32 @__nvvm_reflect(ptr) local_unnamed_addr #5

; Function Attrs: mustprogress nocallback nocreateundeforpoison nofree nosync nounwind willreturn memory(none)
declare float @llvm.nvvm.rsqrt.approx.ftz.f(float) #4

; Function Attrs: mustprogress nocallback nocreateundeforpoison nofree nosync nounwind willreturn memory(none)
declare float @llvm.nvvm.rsqrt.approx.f(float) #4

attributes #0 = { nounwind "nvvm.reqntid"="256" }
attributes #1 = { mustprogress nocallback nofree nosync nounwind speculatable willreturn memory(none) }
attributes #2 = { convergent nocallback nounwind memory(inaccessiblemem: readwrite) }
attributes #3 = { convergent nocallback nounwind }
attributes #4 = { mustprogress nocallback nocreateundeforpoison nofree nosync nounwind willreturn memory(none) }
attributes #5 = { "disable-tail-calls"="false" "frame-pointer"="all" "less-precise-fpmad"="false" "no-infs-fp-math"="false" "no-nans-fp-math"="false" "stack-protector-buffer-size"="8" "unsafe-fp-math"="false" "use-soft-float"="false" }
attributes #6 = { nounwind }

!llvm.dbg.cu = !{!0}
!llvm.module.flags = !{!2, !3}
!llvm.ident = !{!4}
!nvvmir.version = !{!5}

!0 = distinct !DICompileUnit(language: DW_LANG_C, file: !1, producer: "triton", isOptimized: true, runtimeVersion: 0, emissionKind: LineTablesOnly)
!1 = !DIFile(filename: "cemgjfuiykn6v5oqsw3nj2tz3kzxzwfm7q4qc3h6w3ynvmhcre47.py", directory: "")
!2 = !{i32 2, !"Debug Info Version", i32 3}
!3 = !{i32 4, !"nvvm-reflect-ftz", i32 1}
!4 = !{!"clang version 3.8.0 (tags/RELEASE_380/final)"}
!5 = !{i32 2, i32 0}
!6 = distinct !DISubprogram(name: "triton_per_fused_add_mean_mul_rsqrt_sub_0", linkageName: "triton_per_fused_add_mean_mul_rsqrt_sub_0", scope: !1, file: !1, line: 18, type: !7, scopeLine: 18, spFlags: DISPFlagDefinition | DISPFlagOptimized, unit: !0)
!7 = !DISubroutineType(cc: DW_CC_normal, types: !8)
!8 = !{null, !9, !9, !9, !9, !11, !11, !12, !12}
!9 = !DIDerivedType(tag: DW_TAG_pointer_type, name: "pointer", baseType: !10, size: 64, dwarfAddressSpace: 1)
!10 = !DIBasicType(name: "float", size: 32, encoding: DW_ATE_float)
!11 = !DIBasicType(name: "int", size: 32, encoding: DW_ATE_signed)
!12 = !DIDerivedType(tag: DW_TAG_pointer_type, name: "pointer", baseType: !13, size: 64, dwarfAddressSpace: 1)
!13 = !DIBasicType(name: "unknown_type", encoding: DW_ATE_signed)
!14 = !DILocation(line: 24, column: 15, scope: !6)
!15 = !DILocation(line: 26, column: 13, scope: !6)
!16 = !DILocation(line: 27, column: 16, scope: !6)
!17 = !DILocation(line: 34, column: 38, scope: !6)
!18 = !DILocation(line: 34, column: 31, scope: !6)
!19 = !DILocation(line: 34, column: 20, scope: !6)
!20 = !DILocation(line: 34, column: 12, scope: !6)
!21 = !DILocation(line: 35, column: 21, scope: !6)
!22 = !DILocation(line: 35, column: 13, scope: !6)
!23 = !DILocation(line: 36, column: 21, scope: !6)
!24 = !DILocation(line: 36, column: 13, scope: !6)
!25 = !DILocation(line: 287, column: 12, scope: !26, inlinedAt: !28)
!26 = distinct !DILexicalBlockFile(scope: !6, file: !27, discriminator: 0)
!27 = !DIFile(filename: "standard.py", directory: "triton/language")
!28 = !DILocation(line: 314, column: 12, scope: !26, inlinedAt: !29)
!29 = !DILocation(line: 39, column: 12, scope: !30)
!30 = distinct !DILexicalBlockFile(scope: !6, file: !1, discriminator: 0)
!31 = !DILocation(line: 41, column: 13, scope: !6)
!32 = !DILocation(line: 42, column: 12, scope: !6)
!33 = !DILocation(line: 43, column: 12, scope: !6)
!34 = !DILocation(line: 314, column: 12, scope: !26, inlinedAt: !35)
!35 = !DILocation(line: 46, column: 13, scope: !30)
!36 = !DILocation(line: 287, column: 12, scope: !26, inlinedAt: !34)
!37 = !DILocation(line: 47, column: 14, scope: !6)
!38 = !DILocation(line: 49, column: 13, scope: !6)
!39 = !DILocation(line: 50, column: 13, scope: !6)
!40 = !DILocation(line: 51, column: 13, scope: !6)
!41 = !DILocation(line: 52, column: 13, scope: !6)
!42 = !DILocation(line: 53, column: 13, scope: !6)
!43 = !DILocation(line: 54, column: 14, scope: !6)
!44 = !DILocation(line: 54, column: 5, scope: !6)
!45 = !DILocation(line: 18, column: 1, scope: !6)

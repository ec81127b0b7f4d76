; ModuleID = 'LLVMDialectModule'
source_filename = "LLVMDialectModule"
target datalayout = "e-p6:32:32-i64:64-i128:128-i256:256-v16:16-v32:32-n16:32:64"
target triple = "nvptx64-nvidia-cuda"

; Function Attrs: nounwind
define ptx_kernel void @loop_multiply_fusion(ptr noalias nofree readonly align 16 captures(none) dereferenceable(4096) %0, ptr noalias nofree readonly align 256 captures(none) dereferenceable(4194304) %1, ptr noalias nofree writeonly align 256 captures(none) dereferenceable(1048576) %2) local_unnamed_addr #0 {
  %4 = addrspacecast ptr %1 to ptr addrspace(1)
  %5 = addrspacecast ptr %0 to ptr addrspace(1)
  %6 = addrspacecast ptr %2 to ptr addrspace(1)
  tail call void @llvm.nvvm.griddepcontrol.wait()
  %7 = tail call i32 @llvm.nvvm.read.ptx.sreg.ctaid.x(), !range !4
  %8 = tail call i32 @llvm.nvvm.read.ptx.sreg.tid.x(), !range !5
  %9 = shl nuw nsw i32 %7, 7
  %10 = and i32 %9, 896
  %11 = or disjoint i32 %10, %8
  %12 = or disjoint i32 %9, %8
  %13 = zext nneg i32 %12 to i64
  %14 = getelementptr inbounds [4 x i8], ptr addrspace(1) %4, i64 %13
  %15 = load float, ptr addrspace(1) %14, align 4, !invariant.load !6
  %16 = fadd float %15, 0.000000e+00
  %17 = getelementptr inbounds i8, ptr addrspace(1) %14, i64 1048576
  %18 = load float, ptr addrspace(1) %17, align 4, !invariant.load !6
  %19 = fadd float %16, %18
  %20 = getelementptr inbounds i8, ptr addrspace(1) %14, i64 2097152
  %21 = load float, ptr addrspace(1) %20, align 4, !invariant.load !6
  %22 = fadd float %19, %21
  %23 = getelementptr inbounds i8, ptr addrspace(1) %14, i64 3145728
  %24 = load float, ptr addrspace(1) %23, align 4, !invariant.load !6
  %25 = fadd float %22, %24
  %26 = zext nneg i32 %11 to i64
  %27 = getelementptr inbounds [4 x i8], ptr addrspace(1) %5, i64 %26
  %28 = load float, ptr addrspace(1) %27, align 4, !invariant.load !6
  %29 = fadd float %25, %28
  %30 = fmul float %29, f0xBF3504F3
  %31 = fmul float %30, %30
  %32 = fdiv float 1.000000e+00, %31
  %33 = fmul float %32, 2.326820e-02
  %34 = fadd float %33, f0xBE0E0868
  %35 = fmul float %32, %34
  %36 = fmul float %32, f0x4127A483
  %37 = fadd float %35, f0x3EBCCBD0
  %38 = fsub float 1.297720e+01, %36
  %39 = fmul float %32, %37
  %40 = fmul float %32, %38
  %41 = fadd float %39, f0xBF151CF8
  %42 = fadd float %40, f0xC0EFDB4A
  %43 = fmul float %31, f0x38A4B519
  %44 = fmul float %32, %41
  %45 = fmul float %32, %42
  %46 = fadd float %43, f0xBA51FB80
  %47 = fadd float %44, f0x3F1EF9E3
  %48 = fadd float %45, f0x403AF1FA
  %49 = fmul float %31, %46
  %50 = fmul float %32, %47
  %51 = fmul float %32, %48
  %52 = fadd float %49, f0x3BAA02D9
  %53 = fadd float %50, f0xBEFD28C0
  %54 = fadd float %51, f0xBF81F436
  %55 = fmul float %31, %52
  %56 = fmul float %32, %53
  %57 = fmul float %32, %54
  %58 = fadd float %55, f0xBCDBFC87
  %59 = fadd float %56, 3.404880e-01
  %60 = fadd float %57, f0x3ED7FC3E
  %61 = fmul float %31, %58
  %62 = fmul float %32, %59
  %63 = fmul float %32, %60
  %64 = fadd float %61, f0x3DE7167C
  %65 = fadd float %62, f0xBE8C5880
  %66 = fadd float %63, f0xBE906C5D
  %67 = fmul float %31, %64
  %68 = fmul float %32, %65
  %69 = fmul float %32, %66
  %70 = fadd float %67, f0xBEC0939F
  %71 = fneg float %31
  %72 = tail call float @llvm.fma.f32(float %71, float 5.724980e-03, float 5.000000e-01)
  %73 = tail call float @llvm.nvvm.saturate.f(float %72) #1
  %74 = tail call float @llvm.nvvm.fma.rm.f(float %73, float 2.520000e+02, float f0x4B400001) #1
  %75 = fadd float %74, f0xCB40007F
  %76 = fneg float %75
  %77 = tail call float @llvm.fma.f32(float %71, float f0x3FB8AA3B, float %76)
  %78 = tail call float @llvm.fma.f32(float %71, float f0x32A57060, float %77)
  %79 = bitcast float %74 to i32
  %80 = shl i32 %79, 23
  %81 = bitcast i32 %80 to float
  %82 = tail call float @llvm.nvvm.ex2.approx.ftz.f32(float %78)
  %83 = fmul float %82, %81
  %84 = tail call float @llvm.nvvm.fabs.f32(float %30)
  %85 = fdiv float 1.000000e+00, %84
  %86 = fcmp olt float %84, 2.000000e+00
  %87 = fadd float %68, f0x3F1056E6
  %88 = fadd float %69, f0x3F106EB9
  %89 = fmul float %31, %70
  %90 = fmul float %85, %83
  %91 = select i1 %86, float %87, float %88
  %92 = fadd float %89, f0x3F906EBA
  %93 = fcmp ogt float %31, f0x42B17218
  %94 = fmul float %90, %91
  %95 = fmul float %30, %92
  %96 = fcmp olt float %30, 0.000000e+00
  %97 = select i1 %93, float 0.000000e+00, float %94
  %98 = fsub float 2.000000e+00, %97
  %99 = fcmp olt float %84, 1.000000e+00
  %100 = fsub float 1.000000e+00, %95
  %101 = select i1 %96, float %98, float %97
  %102 = fmul float %29, 5.000000e-01
  %103 = select i1 %99, float %100, float %101
  %104 = fmul float %102, %103
  %105 = getelementptr inbounds [4 x i8], ptr addrspace(1) %6, i64 %13
  store float %104, ptr addrspace(1) %105, align 4
  ret void
}

; Function Attrs: nounwind
declare void @llvm.nvvm.griddepcontrol.wait() #1

; Function Attrs: mustprogress nocallback nofree nosync nounwind speculatable willreturn memory(none)
declare noundef range(i32 0, 2147483647) i32 @llvm.nvvm.read.ptx.sreg.ctaid.x() #2

; Function Attrs: mustprogress nocallback nofree nosync nounwind speculatable willreturn memory(none)
declare noundef range(i32 0, 1024) i32 @llvm.nvvm.read.ptx.sreg.tid.x() #2

; Function Attrs: mustprogress nocallback nocreateundeforpoison nofree nosync nounwind speculatable willreturn memory(none)
declare float @llvm.nvvm.fabs.f32(float) #3

; Function Attrs: mustprogress nocallback nocreateundeforpoison nofree nosync nounwind speculatable willreturn memory(none)
declare float @llvm.nvvm.saturate.f(float) #3

; Function Attrs: mustprogress nocallback nocreateundeforpoison nofree nosync nounwind speculatable willreturn memory(none)
declare float @llvm.nvvm.fma.rm.f(float, float, float) #3

; Function Attrs: mustprogress nocallback nofree nosync nounwind willreturn memory(none)
declare float @llvm.nvvm.ex2.approx.ftz.f32(float) #4

; Function Attrs: nocallback nocreateundeforpoison nofree nosync nounwind speculatable willreturn memory(none)
declare float @llvm.fma.f32(float, float, float) #5

attributes #0 = { nounwind "nvvm.reqntid"="128,1,1" }
attributes #1 = { nounwind }
attributes #2 = { mustprogress nocallback nofree nosync nounwind speculatable willreturn memory(none) }
attributes #3 = { mustprogress nocallback nocreateundeforpoison nofree nosync nounwind speculatable willreturn memory(none) }
attributes #4 = { mustprogress nocallback nofree nosync nounwind willreturn memory(none) }
attributes #5 = { nocallback nocreateundeforpoison nofree nosync nounwind speculatable willreturn memory(none) }

!llvm.module.flags = !{!0, !1}
!llvm.ident = !{!2}
!nvvmir.version = !{!3}

!0 = !{i32 2, !"Debug Info Version", i32 3}
!1 = !{i32 4, !"nvvm-reflect-ftz", i32 0}
!2 = !{!"clang version 3.8.0 (tags/RELEASE_380/final)"}
!3 = !{i32 2, i32 0}
!4 = !{i32 0, i32 2048}
!5 = !{i32 0, i32 128}
!6 = !{}

; ModuleID = 'LLVMDialectModule'
source_filename = "LLVMDialectModule"
target datalayout = "e-p6:32:32-i64:64-i128:128-i256:256-v16:16-v32:32-n16:32:64"
target triple = "nvptx64-nvidia-cuda"

@global_smem = external addrspace(3) global [0 x i8], align 16

; Function Attrs: nounwind
declare void @llvm.nvvm.griddepcontrol.wait() #0

; Function Attrs: mustprogress nocallback nofree nosync nounwind speculatable willreturn memory(none)
declare noundef range(i32 0, 2147483647) i32 @llvm.nvvm.read.ptx.sreg.ctaid.x() #1

; Function Attrs: mustprogress nocallback nofree nosync nounwind speculatable willreturn memory(none)
declare noundef range(i32 0, 1024) i32 @llvm.nvvm.read.ptx.sreg.tid.x() #1

; Function Attrs: convergent nocallback nounwind
declare void @llvm.nvvm.barrier.cta.sync.aligned.all(i32) #2

; Function Attrs: convergent nocallback nounwind memory(argmem: write)
declare void @llvm.nvvm.stmatrix.sync.aligned.m8n8.x4.b16.p3(ptr addrspace(3) writeonly captures(none), i32, i32, i32, i32) #3

; Function Attrs: convergent nocallback nofree nounwind memory(argmem: read)
declare { i32, i32 } @llvm.nvvm.ldmatrix.sync.aligned.m8n8.x2.b16.p3(ptr addrspace(3) readonly captures(none)) #4

; Function Attrs: convergent nocallback nofree nounwind memory(argmem: read)
declare { i32, i32, i32, i32 } @llvm.nvvm.ldmatrix.sync.aligned.m8n8.x4.b16.p3(ptr addrspace(3) readonly captures(none)) #4

; Function Attrs: nounwind
define ptx_kernel void @gemm_fusion_dot(ptr noalias align 16 dereferenceable(524288) %arg0, ptr noalias align 16 dereferenceable(2097152) %arg1, ptr noalias align 256 dereferenceable(4194304) %arg2) local_unnamed_addr #5 {
  %1 = addrspacecast ptr %arg0 to ptr addrspace(1)
  %2 = addrspacecast ptr %arg1 to ptr addrspace(1)
  %3 = addrspacecast ptr %arg2 to ptr addrspace(1)
  tail call void @llvm.nvvm.griddepcontrol.wait()
  %4 = tail call i32 @llvm.nvvm.read.ptx.sreg.ctaid.x()
  %5 = zext i32 %4 to i64
  %6 = and i64 %5, 15
  %7 = lshr i64 %5, 11
  %8 = tail call range(i32 0, 64) i32 @llvm.nvvm.read.ptx.sreg.tid.x()
  %9 = lshr i32 %8, 2
  %10 = and i32 %8, 3
  %11 = zext i32 %9 to i64
  %12 = lshr i64 %5, 1
  %13 = and i64 %12, 1016
  %14 = shl nuw nsw i64 %11, 10
  %15 = shl nuw nsw i32 %10, 1
  %16 = zext nneg i32 %15 to i64
  %17 = or disjoint i64 %14, %16
  %.idx3 = shl i64 %7, 9
  %.idx4 = shl i64 %6, 15
  %.idx5 = shl i64 %11, 11
  %18 = shl nuw nsw i32 %8, 4
  %19 = shl nuw nsw i32 %8, 1
  %20 = and i32 %19, 48
  %21 = xor i32 %20, %18
  %22 = zext nneg i32 %21 to i64
  %23 = getelementptr inbounds nuw i8, ptr addrspace(3) @global_smem, i64 %22
  %24 = shl nuw nsw i32 %8, 6
  %25 = and i32 %24, 960
  %26 = shl nuw nsw i32 %8, 3
  %27 = and i32 %26, 48
  %28 = and i32 %8, 16
  %29 = xor i32 %27, %28
  %30 = or disjoint i32 %29, %25
  %31 = zext nneg i32 %30 to i64
  %32 = getelementptr inbounds nuw i8, ptr addrspace(3) @global_smem, i64 %31
  %33 = xor i32 %30, 32
  %34 = zext nneg i32 %33 to i64
  %35 = getelementptr inbounds nuw i8, ptr addrspace(3) @global_smem, i64 %34
  %.idx7 = shl i64 %7, 19
  %36 = zext nneg i32 %26 to i64
  %37 = getelementptr inbounds nuw i8, ptr addrspace(3) @global_smem, i64 %36
  %38 = shl nuw nsw i32 %10, 5
  %39 = and i32 %8, 28
  %40 = or disjoint i32 %38, %39
  %41 = zext nneg i32 %40 to i64
  %42 = getelementptr inbounds nuw i8, ptr addrspace(3) @global_smem, i64 %41
  %43 = shl nuw nsw i64 %11, 12
  %44 = add i64 %.idx7, %43
  %45 = lshr i64 %5, 4
  %46 = trunc i64 %45 to i7
  %47 = zext i7 %46 to i64
  %48 = shl nuw nsw i64 %47, 5
  %49 = add i64 %44, %48
  %50 = trunc i32 %8 to i2
  %51 = zext i2 %50 to i64
  %52 = shl nuw nsw i64 %51, 3
  %53 = add i64 %49, %52
  %scevgep = getelementptr i8, ptr addrspace(1) %2, i64 %53
  %54 = add i64 %.idx4, %.idx5
  %55 = add i64 %54, %.idx3
  %56 = shl nuw nsw i64 %51, 4
  %57 = add i64 %55, %56
  %scevgep33 = getelementptr i8, ptr addrspace(1) %1, i64 %57
  br label %58

58:                                               ; preds = %0, %58
  %lsr.iv31 = phi ptr addrspace(1) [ %scevgep, %0 ], [ %scevgep32, %58 ]
  %lsr.iv = phi i64 [ 0, %0 ], [ %lsr.iv.next, %58 ]
  %59 = phi { float, float, float, float } [ zeroinitializer, %0 ], [ %137, %58 ]
  %scevgep34 = getelementptr i8, ptr addrspace(1) %scevgep33, i64 %lsr.iv
  %60 = tail call { i32, i32, i32, i32 } asm sideeffect "mov.u32 $0, 0x0; mov.u32 $1, 0x0; mov.u32 $2, 0x0; mov.u32 $3, 0x0; ld.global.v4.b32 { $0, $1, $2, $3 }, [ $4 + 0 ];", "=r,=r,=r,=r,l"(ptr addrspace(1) %scevgep34) #0
  %61 = extractvalue { i32, i32, i32, i32 } %60, 0
  %62 = extractvalue { i32, i32, i32, i32 } %60, 1
  %63 = extractvalue { i32, i32, i32, i32 } %60, 2
  %64 = extractvalue { i32, i32, i32, i32 } %60, 3
  tail call void @llvm.nvvm.barrier.cta.sync.aligned.all(i32 0)
  %65 = insertelement <4 x i32> poison, i32 %61, i64 0
  %66 = insertelement <4 x i32> %65, i32 %62, i64 1
  %67 = insertelement <4 x i32> %66, i32 %63, i64 2
  %68 = insertelement <4 x i32> %67, i32 %64, i64 3
  store <4 x i32> %68, ptr addrspace(3) %23, align 16
  tail call void @llvm.nvvm.barrier.cta.sync.aligned.all(i32 0)
  %69 = tail call { i32, i32, i32, i32 } @llvm.nvvm.ldmatrix.sync.aligned.m8n8.x4.b16.p3(ptr addrspace(3) %32)
  %70 = extractvalue { i32, i32, i32, i32 } %69, 0
  %71 = bitcast i32 %70 to float
  %72 = extractvalue { i32, i32, i32, i32 } %69, 1
  %73 = bitcast i32 %72 to float
  %74 = extractvalue { i32, i32, i32, i32 } %69, 2
  %75 = bitcast i32 %74 to float
  %76 = extractvalue { i32, i32, i32, i32 } %69, 3
  %77 = bitcast i32 %76 to float
  %78 = tail call { i32, i32, i32, i32 } @llvm.nvvm.ldmatrix.sync.aligned.m8n8.x4.b16.p3(ptr addrspace(3) %35)
  %79 = extractvalue { i32, i32, i32, i32 } %78, 0
  %80 = bitcast i32 %79 to float
  %81 = extractvalue { i32, i32, i32, i32 } %78, 1
  %82 = bitcast i32 %81 to float
  %83 = extractvalue { i32, i32, i32, i32 } %78, 2
  %84 = bitcast i32 %83 to float
  %85 = extractvalue { i32, i32, i32, i32 } %78, 3
  %86 = bitcast i32 %85 to float
  %87 = tail call { i32, i32 } asm sideeffect "mov.u32 $0, 0x0; mov.u32 $1, 0x0; ld.global.v2.b32 { $0, $1 }, [ $2 + 0 ];", "=r,=r,l"(ptr addrspace(1) %lsr.iv31) #0
  %88 = extractvalue { i32, i32 } %87, 0
  %89 = extractvalue { i32, i32 } %87, 1
  tail call void @llvm.nvvm.barrier.cta.sync.aligned.all(i32 0)
  %90 = insertelement <2 x i32> poison, i32 %88, i64 0
  %91 = insertelement <2 x i32> %90, i32 %89, i64 1
  store <2 x i32> %91, ptr addrspace(3) %37, align 8
  tail call void @llvm.nvvm.barrier.cta.sync.aligned.all(i32 0)
  %92 = load float, ptr addrspace(3) %42, align 4
  %sunkaddr = getelementptr inbounds i8, ptr addrspace(3) %42, i64 128
  %93 = load float, ptr addrspace(3) %sunkaddr, align 4
  %sunkaddr43 = getelementptr inbounds i8, ptr addrspace(3) %42, i64 256
  %94 = load float, ptr addrspace(3) %sunkaddr43, align 4
  %sunkaddr46 = getelementptr inbounds i8, ptr addrspace(3) %42, i64 384
  %95 = load float, ptr addrspace(3) %sunkaddr46, align 4
  %96 = tail call float asm "cvt.rna.tf32.f32 $0, $1;", "=r,r"(float %71) #0
  %97 = tail call float asm "cvt.rna.tf32.f32 $0, $1;", "=r,r"(float %73) #0
  %98 = tail call float asm "cvt.rna.tf32.f32 $0, $1;", "=r,r"(float %75) #0
  %99 = tail call float asm "cvt.rna.tf32.f32 $0, $1;", "=r,r"(float %77) #0
  %100 = tail call float asm "cvt.rna.tf32.f32 $0, $1;", "=r,r"(float %80) #0
  %101 = tail call float asm "cvt.rna.tf32.f32 $0, $1;", "=r,r"(float %82) #0
  %102 = tail call float asm "cvt.rna.tf32.f32 $0, $1;", "=r,r"(float %84) #0
  %103 = tail call float asm "cvt.rna.tf32.f32 $0, $1;", "=r,r"(float %86) #0
  %104 = tail call float asm "cvt.rna.tf32.f32 $0, $1;", "=r,r"(float %92) #0
  %105 = tail call float asm "cvt.rna.tf32.f32 $0, $1;", "=r,r"(float %93) #0
  %106 = tail call float asm "cvt.rna.tf32.f32 $0, $1;", "=r,r"(float %94) #0
  %107 = tail call float asm "cvt.rna.tf32.f32 $0, $1;", "=r,r"(float %95) #0
  %108 = bitcast float %96 to i32
  %109 = bitcast float %97 to i32
  %110 = bitcast float %98 to i32
  %111 = bitcast float %99 to i32
  %112 = bitcast float %100 to i32
  %113 = bitcast float %101 to i32
  %114 = bitcast float %102 to i32
  %115 = bitcast float %103 to i32
  %116 = bitcast float %104 to i32
  %117 = bitcast float %105 to i32
  %118 = bitcast float %106 to i32
  %119 = bitcast float %107 to i32
  %120 = extractvalue { float, float, float, float } %59, 0
  %121 = extractvalue { float, float, float, float } %59, 1
  %122 = extractvalue { float, float, float, float } %59, 2
  %123 = extractvalue { float, float, float, float } %59, 3
  %124 = tail call { float, float, float, float } asm sideeffect "mma.sync.aligned.m16n8k8.row.col.f32.tf32.tf32.f32 { $0, $1, $2, $3 }, { $8, $9, $10, $11 }, { $12, $13 }, { $4, $5, $6, $7 };", "=f,=f,=f,=f,0,1,2,3,r,r,r,r,r,r"(float %120, float %121, float %122, float %123, i32 %108, i32 %109, i32 %110, i32 %111, i32 %116, i32 %117) #0
  %125 = extractvalue { float, float, float, float } %124, 0
  %126 = extractvalue { float, float, float, float } %124, 1
  %127 = extractvalue { float, float, float, float } %124, 2
  %128 = extractvalue { float, float, float, float } %124, 3
  %129 = tail call { float, float, float, float } asm sideeffect "mma.sync.aligned.m16n8k8.row.col.f32.tf32.tf32.f32 { $0, $1, $2, $3 }, { $8, $9, $10, $11 }, { $12, $13 }, { $4, $5, $6, $7 };", "=f,=f,=f,=f,0,1,2,3,r,r,r,r,r,r"(float %125, float %126, float %127, float %128, i32 %112, i32 %113, i32 %114, i32 %115, i32 %118, i32 %119) #0
  %130 = extractvalue { float, float, float, float } %129, 0
  %131 = extractvalue { float, float, float, float } %129, 1
  %132 = extractvalue { float, float, float, float } %129, 2
  %133 = extractvalue { float, float, float, float } %129, 3
  %134 = insertvalue { float, float, float, float } undef, float %130, 0
  %135 = insertvalue { float, float, float, float } %134, float %131, 1
  %136 = insertvalue { float, float, float, float } %135, float %132, 2
  %137 = insertvalue { float, float, float, float } %136, float %133, 3
  %lsr.iv.next = add nuw nsw i64 %lsr.iv, 64
  %tmp = trunc i64 %lsr.iv.next to i32
  %scevgep32 = getelementptr i8, ptr addrspace(1) %lsr.iv31, i64 65536
  %exitcond.not = icmp eq i32 %tmp, 512
  br i1 %exitcond.not, label %138, label %58

138:                                              ; preds = %58
  %139 = getelementptr [4 x i8], ptr addrspace(1) %3, i64 %13
  %.idx = shl nuw nsw i64 %6, 16
  %140 = getelementptr i8, ptr addrspace(1) %139, i64 %.idx
  %.idx1 = shl nuw nsw i64 %7, 20
  %141 = getelementptr i8, ptr addrspace(1) %140, i64 %.idx1
  %142 = getelementptr [4 x i8], ptr addrspace(1) %141, i64 %17
  tail call void @llvm.nvvm.barrier.cta.sync.aligned.all(i32 0)
  %143 = and i32 %18, 112
  %144 = shl nuw nsw i32 %8, 5
  %145 = and i32 %144, 256
  %146 = and i32 %26, 128
  %147 = or disjoint i32 %143, %145
  %148 = or disjoint i32 %147, %146
  %149 = zext nneg i32 %148 to i64
  %150 = getelementptr inbounds nuw i8, ptr addrspace(3) @global_smem, i64 %149
  %151 = bitcast float %130 to i32
  %152 = bitcast float %131 to i32
  %153 = bitcast float %132 to i32
  %154 = bitcast float %133 to i32
  tail call void @llvm.nvvm.stmatrix.sync.aligned.m8n8.x4.b16.p3(ptr addrspace(3) %150, i32 %151, i32 %152, i32 %153, i32 %154)
  tail call void @llvm.nvvm.barrier.cta.sync.aligned.all(i32 0)
  %155 = lshr i32 %8, 1
  %156 = or i32 %155, %8
  %157 = shl nuw nsw i32 %156, 3
  %158 = and i32 %157, 128
  %159 = or disjoint i32 %158, %147
  %160 = zext nneg i32 %159 to i64
  %161 = getelementptr inbounds nuw i8, ptr addrspace(3) @global_smem, i64 %160
  %162 = tail call { i32, i32 } @llvm.nvvm.ldmatrix.sync.aligned.m8n8.x2.b16.p3(ptr addrspace(3) %161)
  %163 = extractvalue { i32, i32 } %162, 0
  %164 = extractvalue { i32, i32 } %162, 1
  tail call void asm sideeffect "st.global.v2.b32 [ $2 + 0 ], { $0, $1 };", "r,r,l"(i32 %163, i32 %164, ptr addrspace(1) %142) #0
  ret void
}

attributes #0 = { nounwind }
attributes #1 = { mustprogress nocallback nofree nosync nounwind speculatable willreturn memory(none) }
attributes #2 = { convergent nocallback nounwind }
attributes #3 = { convergent nocallback nounwind memory(argmem: write) }
attributes #4 = { convergent nocallback nofree nounwind memory(argmem: read) }
attributes #5 = { nounwind "nvvm.reqntid"="64,1,1" }

!llvm.module.flags = !{!0, !1}
!nvvm.annotations = !{}

!0 = !{i32 2, !"Debug Info Version", i32 3}
!1 = !{i32 4, !"nvvm-reflect-ftz", i32 0}

; ModuleID = 'jit_gelu_consts'
source_filename = "jit_gelu_consts"
target datalayout = "e-p6:32:32-i64:64-i128:128-i256:256-v16:16-v32:32-n16:32:64"
target triple = "nvptx64-nvidia-cuda"

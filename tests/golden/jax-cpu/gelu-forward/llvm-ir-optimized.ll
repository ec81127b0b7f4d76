; ModuleID = '__compute_module_select_multiply_fusion_kernel_module'
source_filename = "__compute_module_select_multiply_fusion_kernel_module"
target datalayout = "e-m:e-p270:32:32-p271:32:32-p272:64:64-i64:64-i128:128-f80:128-n8:16:32:64-S128"
target triple = "x86_64-unknown-linux-gnu"

; Function Attrs: nofree norecurse nosync nounwind memory(readwrite, target_mem: none) uwtable
define noalias noundef ptr @select_multiply_fusion(ptr nofree readonly captures(none) %0) local_unnamed_addr #0 {
  %2 = getelementptr inbounds nuw i8, ptr %0, i64 24
  %3 = load ptr, ptr %2, align 8, !invariant.load !3
  %4 = getelementptr inbounds nuw i8, ptr %3, i64 16
  %5 = load ptr, ptr %4, align 8, !invariant.load !3, !dereferenceable !4
  %6 = getelementptr inbounds nuw i8, ptr %0, i64 8
  %7 = load ptr, ptr %6, align 8
  %8 = load i64, ptr %7, align 4, !invariant.load !3
  tail call void @llvm.experimental.noalias.scope.decl(metadata !5)
  tail call void @llvm.experimental.noalias.scope.decl(metadata !8)
  %9 = icmp ult i64 %8, 2
  br i1 %9, label %.preheader2, label %select_multiply_fusion_wrapped.exit

.preheader2:                                      ; preds = %1
  %10 = load ptr, ptr %3, align 8, !invariant.load !3, !dereferenceable !10
  %.idx = shl nuw nsw i64 %8, 19
  %11 = getelementptr i8, ptr %10, i64 %.idx
  br label %.preheader

.preheader:                                       ; preds = %.preheader2, %middle.block
  %12 = phi i64 [ 0, %.preheader2 ], [ %96, %middle.block ]
  %.idx1 = shl i64 %12, 12
  %13 = getelementptr i8, ptr %11, i64 %.idx1
  br label %vector.body

vector.body:                                      ; preds = %vector.body, %.preheader
  %index = phi i64 [ 0, %.preheader ], [ %index.next, %vector.body ]
  %14 = getelementptr [4 x i8], ptr %13, i64 %index
  %wide.load = load <8 x float>, ptr %14, align 4, !alias.scope !5, !noalias !8
  %15 = getelementptr inbounds nuw [4 x i8], ptr %5, i64 %index
  %wide.load5 = load <8 x float>, ptr %15, align 4, !invariant.load !3, !alias.scope !8, !noalias !5
  %16 = fadd <8 x float> %wide.load, %wide.load5
  %17 = fmul <8 x float> %16, splat (float f0xBF3504F3)
  %18 = fmul <8 x float> %17, %17
  %19 = fdiv <8 x float> splat (float 1.000000e+00), %18
  %20 = fmul <8 x float> %19, splat (float 2.326820e-02)
  %21 = fadd <8 x float> %20, splat (float f0xBE0E0868)
  %22 = fmul <8 x float> %19, %21
  %23 = fmul <8 x float> %19, splat (float f0x4127A483)
  %24 = fadd <8 x float> %22, splat (float f0x3EBCCBD0)
  %25 = fsub <8 x float> splat (float 1.297720e+01), %23
  %26 = fmul <8 x float> %19, %24
  %27 = fmul <8 x float> %19, %25
  %28 = fadd <8 x float> %26, splat (float f0xBF151CF8)
  %29 = fadd <8 x float> %27, splat (float f0xC0EFDB4A)
  %30 = fmul <8 x float> %18, splat (float f0x38A4B519)
  %31 = fmul <8 x float> %19, %28
  %32 = fmul <8 x float> %19, %29
  %33 = fadd <8 x float> %30, splat (float f0xBA51FB80)
  %34 = fadd <8 x float> %31, splat (float f0x3F1EF9E3)
  %35 = fadd <8 x float> %32, splat (float f0x403AF1FA)
  %36 = fmul <8 x float> %18, %33
  %37 = fmul <8 x float> %19, %34
  %38 = fmul <8 x float> %19, %35
  %39 = fadd <8 x float> %36, splat (float f0x3BAA02D9)
  %40 = fadd <8 x float> %37, splat (float f0xBEFD28C0)
  %41 = fadd <8 x float> %38, splat (float f0xBF81F436)
  %42 = fmul <8 x float> %18, %39
  %43 = fmul <8 x float> %19, %40
  %44 = fmul <8 x float> %19, %41
  %45 = fadd <8 x float> %42, splat (float f0xBCDBFC87)
  %46 = fadd <8 x float> %43, splat (float 3.404880e-01)
  %47 = fadd <8 x float> %44, splat (float f0x3ED7FC3E)
  %48 = fmul <8 x float> %18, %45
  %49 = fmul <8 x float> %19, %46
  %50 = fmul <8 x float> %19, %47
  %51 = fadd <8 x float> %48, splat (float f0x3DE7167C)
  %52 = fadd <8 x float> %49, splat (float f0xBE8C5880)
  %53 = fadd <8 x float> %50, splat (float f0xBE906C5D)
  %54 = fmul <8 x float> %18, %51
  %55 = fmul <8 x float> %19, %52
  %56 = fmul <8 x float> %19, %53
  %57 = fadd <8 x float> %54, splat (float f0xBEC0939F)
  %58 = fneg <8 x float> %18
  %59 = fcmp uge <8 x float> %58, splat (float -8.780000e+01)
  %60 = select <8 x i1> %59, <8 x float> %58, <8 x float> splat (float -8.780000e+01)
  %61 = fcmp ule <8 x float> %60, splat (float 8.880000e+01)
  %62 = select <8 x i1> %61, <8 x float> %60, <8 x float> splat (float 8.880000e+01)
  %exp_f32.i = fmul <8 x float> %62, splat (float f0x3FB8AA3B)
  %exp_f321.i = fadd <8 x float> splat (float 5.000000e-01), %exp_f32.i
  %63 = call <8 x float> @llvm.floor.v8f32(<8 x float> %exp_f321.i)
  %64 = fcmp uge <8 x float> %63, splat (float -1.270000e+02)
  %65 = select <8 x i1> %64, <8 x float> %63, <8 x float> splat (float -1.270000e+02)
  %66 = fcmp ule <8 x float> %65, splat (float 1.270000e+02)
  %67 = select <8 x i1> %66, <8 x float> %65, <8 x float> splat (float 1.270000e+02)
  %exp_f322.i = fmul <8 x float> splat (float f0x3F318000), %67
  %68 = fsub <8 x float> %62, %exp_f322.i
  %exp_f323.i = fmul <8 x float> splat (float f0xB95E8083), %67
  %69 = fsub <8 x float> %68, %exp_f323.i
  %exp_f324.i = fmul <8 x float> %69, splat (float f0x39506967)
  %exp_f325.i = fadd <8 x float> splat (float f0x3AB743CE), %exp_f324.i
  %exp_f326.i = fmul <8 x float> %exp_f325.i, %69
  %exp_f327.i = fadd <8 x float> splat (float f0x3C088908), %exp_f326.i
  %exp_f328.i = fmul <8 x float> %exp_f327.i, %69
  %exp_f329.i = fadd <8 x float> splat (float f0x3D2AA9C1), %exp_f328.i
  %exp_f3210.i = fmul <8 x float> %exp_f329.i, %69
  %exp_f3211.i = fadd <8 x float> splat (float f0x3E2AAAAA), %exp_f3210.i
  %exp_f3212.i = fmul <8 x float> %exp_f3211.i, %69
  %exp_f3213.i = fadd <8 x float> splat (float 5.000000e-01), %exp_f3212.i
  %exp_f3214.i = fmul <8 x float> %69, %69
  %exp_f3215.i = fmul <8 x float> %exp_f3213.i, %exp_f3214.i
  %exp_f3216.i = fadd <8 x float> %69, %exp_f3215.i
  %exp_f3217.i = fadd <8 x float> splat (float 1.000000e+00), %exp_f3216.i
  %70 = fptosi <8 x float> %67 to <8 x i32>
  %71 = add <8 x i32> %70, splat (i32 127)
  %72 = shl <8 x i32> %71, splat (i32 23)
  %73 = bitcast <8 x i32> %72 to <8 x float>
  %exp_f3218.i = fmul <8 x float> %exp_f3217.i, %73
  %74 = tail call <8 x float> @llvm.fabs.v8f32(<8 x float> %17)
  %75 = fdiv <8 x float> splat (float 1.000000e+00), %74
  %76 = fcmp olt <8 x float> %74, splat (float 2.000000e+00)
  %77 = fadd <8 x float> %55, splat (float f0x3F1056E6)
  %78 = fadd <8 x float> %56, splat (float f0x3F106EB9)
  %79 = fmul <8 x float> %18, %57
  %80 = fmul <8 x float> %exp_f3218.i, %75
  %81 = select <8 x i1> %76, <8 x float> %77, <8 x float> %78
  %82 = fadd <8 x float> %79, splat (float f0x3F906EBA)
  %83 = fcmp ogt <8 x float> %18, splat (float f0x42B17218)
  %84 = fmul <8 x float> %80, %81
  %85 = fmul <8 x float> %17, %82
  %86 = fcmp olt <8 x float> %17, zeroinitializer
  %87 = select <8 x i1> %83, <8 x float> zeroinitializer, <8 x float> %84
  %88 = fsub <8 x float> splat (float 2.000000e+00), %87
  %89 = fcmp olt <8 x float> %74, splat (float 1.000000e+00)
  %90 = fsub <8 x float> splat (float 1.000000e+00), %85
  %91 = select <8 x i1> %86, <8 x float> %88, <8 x float> %87
  %92 = fmul <8 x float> %16, splat (float 5.000000e-01)
  %93 = select <8 x i1> %89, <8 x float> %90, <8 x float> %91
  %94 = fmul <8 x float> %92, %93
  store <8 x float> %94, ptr %14, align 4, !alias.scope !5, !noalias !8
  %index.next = add nuw i64 %index, 8
  %95 = icmp eq i64 %index.next, 1024
  br i1 %95, label %middle.block, label %vector.body, !llvm.loop !11

middle.block:                                     ; preds = %vector.body
  %96 = add nuw nsw i64 %12, 1
  %exitcond3.not = icmp eq i64 %96, 128
  br i1 %exitcond3.not, label %select_multiply_fusion_wrapped.exit, label %.preheader, !llvm.loop !14

select_multiply_fusion_wrapped.exit:              ; preds = %middle.block, %1
  ret ptr null
}

; Function Attrs: mustprogress nocallback nofree nosync nounwind willreturn memory(inaccessiblemem: readwrite)
declare void @llvm.experimental.noalias.scope.decl(metadata) #1

; Function Attrs: nocallback nocreateundeforpoison nofree nosync nounwind speculatable willreturn memory(none)
declare <8 x float> @llvm.fabs.v8f32(<8 x float>) #2

; Function Attrs: nocallback nocreateundeforpoison nofree nosync nounwind speculatable willreturn memory(none)
declare <4 x float> @llvm.floor.v4f32(<4 x float>) #2

; Function Attrs: nocallback nocreateundeforpoison nofree nosync nounwind speculatable willreturn memory(none)
declare <8 x float> @llvm.floor.v8f32(<8 x float>) #2

; Function Attrs: nocallback nocreateundeforpoison nofree nosync nounwind speculatable willreturn memory(none)
declare <16 x float> @llvm.floor.v16f32(<16 x float>) #2

attributes #0 = { nofree norecurse nosync nounwind memory(readwrite, target_mem: none) uwtable "frame-pointer"="all" "prefer-vector-width"="256" }
attributes #1 = { mustprogress nocallback nofree nosync nounwind willreturn memory(inaccessiblemem: readwrite) }
attributes #2 = { nocallback nocreateundeforpoison nofree nosync nounwind speculatable willreturn memory(none) }

!llvm.module.flags = !{!0, !1}
!xla_cpu_memory_region_name = !{!2}

!0 = !{i32 2, !"Debug Info Version", i32 3}
!1 = !{i32 1, !"xla_dylib_index", i64 0}
!2 = !{!"xla_cpu_emitter__loop_fusion_kernel_emitter__hlo_opcode__fusion"}
!3 = !{}
!4 = !{i64 4096}
!5 = !{!6}
!6 = distinct !{!6, !7, !"select_multiply_fusion_wrapped: argument 0"}
!7 = distinct !{!7, !"select_multiply_fusion_wrapped"}
!8 = !{!9}
!9 = distinct !{!9, !7, !"select_multiply_fusion_wrapped: argument 1"}
!10 = !{i64 1048576}
!11 = distinct !{!11, !12, !13}
!12 = !{!"llvm.loop.isvectorized", i32 1}
!13 = !{!"llvm.loop.unroll.runtime.disable"}
!14 = distinct !{!14, !15}
!15 = !{!"llvm.loop.unroll.disable"}

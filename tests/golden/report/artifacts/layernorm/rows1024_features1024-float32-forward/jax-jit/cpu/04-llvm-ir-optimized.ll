; ModuleID = '__compute_module_add_rsqrt_fusion_kernel_module'
source_filename = "__compute_module_add_rsqrt_fusion_kernel_module"
target datalayout = "e-m:e-p270:32:32-p271:32:32-p272:64:64-i64:64-i128:128-f80:128-n8:16:32:64-S128"
target triple = "x86_64-unknown-linux-gnu"

; Function Attrs: uwtable
define noalias noundef ptr @add_rsqrt_fusion(ptr nofree readonly captures(none) %0) local_unnamed_addr #0 {
vector.ph:
  %1 = getelementptr inbounds nuw i8, ptr %0, i64 24
  %2 = load ptr, ptr %1, align 8, !invariant.load !8
  %3 = load ptr, ptr %2, align 8, !invariant.load !8, !dereferenceable !9
  br label %vector.body

vector.body:                                      ; preds = %vector.body, %vector.ph
  %index = phi i64 [ 0, %vector.ph ], [ %index.next, %vector.body ]
  %4 = getelementptr inbounds nuw [4 x i8], ptr %3, i64 %index
  %5 = getelementptr inbounds nuw i8, ptr %4, i64 32
  %6 = getelementptr inbounds nuw i8, ptr %4, i64 64
  %7 = getelementptr inbounds nuw i8, ptr %4, i64 96
  %wide.load = load <8 x float>, ptr %4, align 4, !alias.scope !10
  %wide.load1 = load <8 x float>, ptr %5, align 4, !alias.scope !10
  %wide.load2 = load <8 x float>, ptr %6, align 4, !alias.scope !10
  %wide.load3 = load <8 x float>, ptr %7, align 4, !alias.scope !10
  %8 = fmul <8 x float> %wide.load, splat (float f0x3A800000)
  %9 = fmul <8 x float> %wide.load1, splat (float f0x3A800000)
  %10 = fmul <8 x float> %wide.load2, splat (float f0x3A800000)
  %11 = fmul <8 x float> %wide.load3, splat (float f0x3A800000)
  %12 = fadd <8 x float> %8, splat (float f0x3727C5AC)
  %13 = fadd <8 x float> %9, splat (float f0x3727C5AC)
  %14 = fadd <8 x float> %10, splat (float f0x3727C5AC)
  %15 = fadd <8 x float> %11, splat (float f0x3727C5AC)
  %y_approx.i = call <8 x float> @llvm.x86.avx.rsqrt.ps.256(<8 x float> %12)
  %16 = fmul <8 x float> %12, %y_approx.i
  %17 = fmul <8 x float> %y_approx.i, splat (float -5.000000e-01)
  %18 = fmul <8 x float> %16, %y_approx.i
  %19 = fadd <8 x float> %18, splat (float -1.000000e+00)
  %20 = fmul <8 x float> %17, %19
  %21 = fadd <8 x float> %20, %y_approx.i
  %use_hw_approx_mask.i = call <8 x i1> @llvm.is.fpclass.v8f32(<8 x float> %12, i32 732)
  %result.i = select <8 x i1> %use_hw_approx_mask.i, <8 x float> %y_approx.i, <8 x float> %21
  %y_approx.i4 = call <8 x float> @llvm.x86.avx.rsqrt.ps.256(<8 x float> %13)
  %22 = fmul <8 x float> %13, %y_approx.i4
  %23 = fmul <8 x float> %y_approx.i4, splat (float -5.000000e-01)
  %24 = fmul <8 x float> %22, %y_approx.i4
  %25 = fadd <8 x float> %24, splat (float -1.000000e+00)
  %26 = fmul <8 x float> %23, %25
  %27 = fadd <8 x float> %26, %y_approx.i4
  %use_hw_approx_mask.i7 = call <8 x i1> @llvm.is.fpclass.v8f32(<8 x float> %13, i32 732)
  %result.i8 = select <8 x i1> %use_hw_approx_mask.i7, <8 x float> %y_approx.i4, <8 x float> %27
  %y_approx.i9 = call <8 x float> @llvm.x86.avx.rsqrt.ps.256(<8 x float> %14)
  %28 = fmul <8 x float> %14, %y_approx.i9
  %29 = fmul <8 x float> %y_approx.i9, splat (float -5.000000e-01)
  %30 = fmul <8 x float> %28, %y_approx.i9
  %31 = fadd <8 x float> %30, splat (float -1.000000e+00)
  %32 = fmul <8 x float> %29, %31
  %33 = fadd <8 x float> %32, %y_approx.i9
  %use_hw_approx_mask.i12 = call <8 x i1> @llvm.is.fpclass.v8f32(<8 x float> %14, i32 732)
  %result.i13 = select <8 x i1> %use_hw_approx_mask.i12, <8 x float> %y_approx.i9, <8 x float> %33
  %y_approx.i14 = call <8 x float> @llvm.x86.avx.rsqrt.ps.256(<8 x float> %15)
  %34 = fmul <8 x float> %15, %y_approx.i14
  %35 = fmul <8 x float> %y_approx.i14, splat (float -5.000000e-01)
  %36 = fmul <8 x float> %34, %y_approx.i14
  %37 = fadd <8 x float> %36, splat (float -1.000000e+00)
  %38 = fmul <8 x float> %35, %37
  %39 = fadd <8 x float> %38, %y_approx.i14
  %use_hw_approx_mask.i17 = call <8 x i1> @llvm.is.fpclass.v8f32(<8 x float> %15, i32 732)
  %result.i18 = select <8 x i1> %use_hw_approx_mask.i17, <8 x float> %y_approx.i14, <8 x float> %39
  store <8 x float> %result.i, ptr %4, align 4, !alias.scope !10
  store <8 x float> %result.i8, ptr %5, align 4, !alias.scope !10
  store <8 x float> %result.i13, ptr %6, align 4, !alias.scope !10
  store <8 x float> %result.i18, ptr %7, align 4, !alias.scope !10
  %index.next = add nuw i64 %index, 32
  %40 = icmp eq i64 %index.next, 512
  br i1 %40, label %add_rsqrt_fusion_wrapped.exit, label %vector.body, !llvm.loop !13

add_rsqrt_fusion_wrapped.exit:                    ; preds = %vector.body
  ret ptr null
}

; Function Attrs: nocallback nofree nosync nounwind willreturn memory(none)
declare <8 x float> @llvm.x86.avx.rsqrt.ps.256(<8 x float>) #1

; Function Attrs: nocallback nocreateundeforpoison nofree nosync nounwind speculatable willreturn memory(none)
declare <8 x i1> @llvm.is.fpclass.v8f32(<8 x float>, i32 immarg) #2

attributes #0 = { uwtable "frame-pointer"="all" "prefer-vector-width"="256" }
attributes #1 = { nocallback nofree nosync nounwind willreturn memory(none) }
attributes #2 = { nocallback nocreateundeforpoison nofree nosync nounwind speculatable willreturn memory(none) }

!llvm.module.flags = !{!0, !1, !2, !3, !4, !5}
!xla_cpu_memory_region_name = !{!6}
!llvm.ident = !{!7}

!0 = !{i32 2, !"Debug Info Version", i32 3}
!1 = !{i32 1, !"xla_dylib_index", i64 0}
!2 = !{i32 1, !"wchar_size", i32 4}
!3 = !{i32 8, !"PIC Level", i32 0}
!4 = !{i32 7, !"uwtable", i32 2}
!5 = !{i32 7, !"frame-pointer", i32 2}
!6 = !{!"xla_cpu_emitter__loop_fusion_kernel_emitter__hlo_opcode__fusion"}
!7 = !{!"clang version 18.1.8"}
!8 = !{}
!9 = !{i64 2048}
!10 = !{!11}
!11 = distinct !{!11, !12, !"add_rsqrt_fusion_wrapped: argument 0"}
!12 = distinct !{!12, !"add_rsqrt_fusion_wrapped"}
!13 = distinct !{!13, !14, !15}
!14 = !{!"llvm.loop.isvectorized", i32 1}
!15 = !{!"llvm.loop.unroll.runtime.disable"}
; ModuleID = '__compute_module_broadcast_add_fusion_kernel_module'
source_filename = "__compute_module_broadcast_add_fusion_kernel_module"
target datalayout = "e-m:e-p270:32:32-p271:32:32-p272:64:64-i64:64-i128:128-f80:128-n8:16:32:64-S128"
target triple = "x86_64-unknown-linux-gnu"

; Function Attrs: nofree norecurse nosync nounwind memory(readwrite, target_mem: none) uwtable
define noalias noundef ptr @broadcast_add_fusion(ptr nofree readonly captures(none) %0) local_unnamed_addr #0 {
  %2 = getelementptr inbounds nuw i8, ptr %0, i64 24
  %3 = load ptr, ptr %2, align 8, !invariant.load !3
  %4 = load ptr, ptr %3, align 8, !invariant.load !3, !dereferenceable !4
  %5 = getelementptr inbounds nuw i8, ptr %3, i64 16
  %6 = load ptr, ptr %5, align 8, !invariant.load !3, !dereferenceable !4
  %7 = getelementptr inbounds nuw i8, ptr %3, i64 32
  %8 = load ptr, ptr %7, align 8, !invariant.load !3, !dereferenceable !5
  %9 = getelementptr inbounds nuw i8, ptr %3, i64 48
  %10 = load ptr, ptr %9, align 8, !invariant.load !3, !dereferenceable !6
  %11 = getelementptr inbounds nuw i8, ptr %3, i64 64
  %12 = load ptr, ptr %11, align 8, !invariant.load !3, !dereferenceable !5
  %13 = getelementptr inbounds nuw i8, ptr %3, i64 80
  %14 = load ptr, ptr %13, align 8, !invariant.load !3, !dereferenceable !6
  %15 = getelementptr inbounds nuw i8, ptr %0, i64 8
  %16 = load ptr, ptr %15, align 8
  %17 = load i64, ptr %16, align 4, !invariant.load !3
  tail call void @llvm.experimental.noalias.scope.decl(metadata !7)
  tail call void @llvm.experimental.noalias.scope.decl(metadata !10)
  tail call void @llvm.experimental.noalias.scope.decl(metadata !12)
  tail call void @llvm.experimental.noalias.scope.decl(metadata !14)
  tail call void @llvm.experimental.noalias.scope.decl(metadata !16)
  tail call void @llvm.experimental.noalias.scope.decl(metadata !18)
  %18 = icmp ult i64 %17, 2
  br i1 %18, label %19, label %broadcast_add_fusion_wrapped.exit

19:                                               ; preds = %1
  %20 = shl nuw nsw i64 %17, 8
  %21 = shl nuw nsw i64 %17, 18
  br label %vector.ph

vector.ph:                                        ; preds = %19, %middle.block
  %22 = phi i64 [ 0, %19 ], [ %100, %middle.block ]
  %23 = shl nuw nsw i64 %22, 10
  %24 = add nuw nsw i64 %23, %21
  %25 = add nuw nsw i64 %22, %20
  %26 = getelementptr inbounds nuw [4 x i8], ptr %8, i64 %25
  %27 = load float, ptr %26, align 4, !invariant.load !3, !alias.scope !12, !noalias !20
  %28 = getelementptr inbounds nuw [4 x i8], ptr %12, i64 %25
  %29 = load float, ptr %28, align 4, !invariant.load !3, !alias.scope !16, !noalias !21
  %30 = fmul float %29, f0x3A800000
  %broadcast.splatinsert = insertelement <8 x float> poison, float %30, i64 0
  %broadcast.splat = shufflevector <8 x float> %broadcast.splatinsert, <8 x float> poison, <8 x i32> zeroinitializer
  %broadcast.splatinsert5 = insertelement <8 x float> poison, float %27, i64 0
  %broadcast.splat6 = shufflevector <8 x float> %broadcast.splatinsert5, <8 x float> poison, <8 x i32> zeroinitializer
  br label %vector.body

vector.body:                                      ; preds = %vector.body, %vector.ph
  %index = phi i64 [ 0, %vector.ph ], [ %index.next.3, %vector.body ]
  %31 = add nuw nsw i64 %index, %24
  %32 = getelementptr inbounds nuw [4 x i8], ptr %10, i64 %31
  %33 = getelementptr inbounds nuw i8, ptr %32, i64 32
  %wide.load = load <8 x float>, ptr %32, align 4, !invariant.load !3, !alias.scope !14, !noalias !22
  %wide.load7 = load <8 x float>, ptr %33, align 4, !invariant.load !3, !alias.scope !14, !noalias !22
  %34 = fsub <8 x float> %wide.load, %broadcast.splat
  %35 = fsub <8 x float> %wide.load7, %broadcast.splat
  %36 = fmul <8 x float> %broadcast.splat6, %34
  %37 = fmul <8 x float> %broadcast.splat6, %35
  %38 = getelementptr inbounds nuw [4 x i8], ptr %6, i64 %index
  %39 = getelementptr inbounds nuw i8, ptr %38, i64 32
  %wide.load8 = load <8 x float>, ptr %38, align 4, !invariant.load !3, !alias.scope !10, !noalias !23
  %wide.load9 = load <8 x float>, ptr %39, align 4, !invariant.load !3, !alias.scope !10, !noalias !23
  %40 = fmul <8 x float> %wide.load8, %36
  %41 = fmul <8 x float> %wide.load9, %37
  %42 = getelementptr inbounds nuw [4 x i8], ptr %4, i64 %index
  %43 = getelementptr inbounds nuw i8, ptr %42, i64 32
  %wide.load10 = load <8 x float>, ptr %42, align 4, !invariant.load !3, !alias.scope !7, !noalias !24
  %wide.load11 = load <8 x float>, ptr %43, align 4, !invariant.load !3, !alias.scope !7, !noalias !24
  %44 = fadd <8 x float> %wide.load10, %40
  %45 = fadd <8 x float> %wide.load11, %41
  %46 = getelementptr inbounds nuw [4 x i8], ptr %14, i64 %31
  %47 = getelementptr inbounds nuw i8, ptr %46, i64 32
  store <8 x float> %44, ptr %46, align 4, !alias.scope !18, !noalias !25
  store <8 x float> %45, ptr %47, align 4, !alias.scope !18, !noalias !25
  %index.next = or disjoint i64 %index, 16
  %48 = add nuw nsw i64 %index.next, %24
  %49 = getelementptr inbounds nuw [4 x i8], ptr %10, i64 %48
  %50 = getelementptr inbounds nuw i8, ptr %49, i64 32
  %wide.load.1 = load <8 x float>, ptr %49, align 4, !invariant.load !3, !alias.scope !14, !noalias !22
  %wide.load7.1 = load <8 x float>, ptr %50, align 4, !invariant.load !3, !alias.scope !14, !noalias !22
  %51 = fsub <8 x float> %wide.load.1, %broadcast.splat
  %52 = fsub <8 x float> %wide.load7.1, %broadcast.splat
  %53 = fmul <8 x float> %broadcast.splat6, %51
  %54 = fmul <8 x float> %broadcast.splat6, %52
  %55 = getelementptr inbounds nuw [4 x i8], ptr %6, i64 %index.next
  %56 = getelementptr inbounds nuw i8, ptr %55, i64 32
  %wide.load8.1 = load <8 x float>, ptr %55, align 4, !invariant.load !3, !alias.scope !10, !noalias !23
  %wide.load9.1 = load <8 x float>, ptr %56, align 4, !invariant.load !3, !alias.scope !10, !noalias !23
  %57 = fmul <8 x float> %wide.load8.1, %53
  %58 = fmul <8 x float> %wide.load9.1, %54
  %59 = getelementptr inbounds nuw [4 x i8], ptr %4, i64 %index.next
  %60 = getelementptr inbounds nuw i8, ptr %59, i64 32
  %wide.load10.1 = load <8 x float>, ptr %59, align 4, !invariant.load !3, !alias.scope !7, !noalias !24
  %wide.load11.1 = load <8 x float>, ptr %60, align 4, !invariant.load !3, !alias.scope !7, !noalias !24
  %61 = fadd <8 x float> %wide.load10.1, %57
  %62 = fadd <8 x float> %wide.load11.1, %58
  %63 = getelementptr inbounds nuw [4 x i8], ptr %14, i64 %48
  %64 = getelementptr inbounds nuw i8, ptr %63, i64 32
  store <8 x float> %61, ptr %63, align 4, !alias.scope !18, !noalias !25
  store <8 x float> %62, ptr %64, align 4, !alias.scope !18, !noalias !25
  %index.next.1 = or disjoint i64 %index, 32
  %65 = add nuw nsw i64 %index.next.1, %24
  %66 = getelementptr inbounds nuw [4 x i8], ptr %10, i64 %65
  %67 = getelementptr inbounds nuw i8, ptr %66, i64 32
  %wide.load.2 = load <8 x float>, ptr %66, align 4, !invariant.load !3, !alias.scope !14, !noalias !22
  %wide.load7.2 = load <8 x float>, ptr %67, align 4, !invariant.load !3, !alias.scope !14, !noalias !22
  %68 = fsub <8 x float> %wide.load.2, %broadcast.splat
  %69 = fsub <8 x float> %wide.load7.2, %broadcast.splat
  %70 = fmul <8 x float> %broadcast.splat6, %68
  %71 = fmul <8 x float> %broadcast.splat6, %69
  %72 = getelementptr inbounds nuw [4 x i8], ptr %6, i64 %index.next.1
  %73 = getelementptr inbounds nuw i8, ptr %72, i64 32
  %wide.load8.2 = load <8 x float>, ptr %72, align 4, !invariant.load !3, !alias.scope !10, !noalias !23
  %wide.load9.2 = load <8 x float>, ptr %73, align 4, !invariant.load !3, !alias.scope !10, !noalias !23
  %74 = fmul <8 x float> %wide.load8.2, %70
  %75 = fmul <8 x float> %wide.load9.2, %71
  %76 = getelementptr inbounds nuw [4 x i8], ptr %4, i64 %index.next.1
  %77 = getelementptr inbounds nuw i8, ptr %76, i64 32
  %wide.load10.2 = load <8 x float>, ptr %76, align 4, !invariant.load !3, !alias.scope !7, !noalias !24
  %wide.load11.2 = load <8 x float>, ptr %77, align 4, !invariant.load !3, !alias.scope !7, !noalias !24
  %78 = fadd <8 x float> %wide.load10.2, %74
  %79 = fadd <8 x float> %wide.load11.2, %75
  %80 = getelementptr inbounds nuw [4 x i8], ptr %14, i64 %65
  %81 = getelementptr inbounds nuw i8, ptr %80, i64 32
  store <8 x float> %78, ptr %80, align 4, !alias.scope !18, !noalias !25
  store <8 x float> %79, ptr %81, align 4, !alias.scope !18, !noalias !25
  %index.next.2 = or disjoint i64 %index, 48
  %82 = add nuw nsw i64 %index.next.2, %24
  %83 = getelementptr inbounds nuw [4 x i8], ptr %10, i64 %82
  %84 = getelementptr inbounds nuw i8, ptr %83, i64 32
  %wide.load.3 = load <8 x float>, ptr %83, align 4, !invariant.load !3, !alias.scope !14, !noalias !22
  %wide.load7.3 = load <8 x float>, ptr %84, align 4, !invariant.load !3, !alias.scope !14, !noalias !22
  %85 = fsub <8 x float> %wide.load.3, %broadcast.splat
  %86 = fsub <8 x float> %wide.load7.3, %broadcast.splat
  %87 = fmul <8 x float> %broadcast.splat6, %85
  %88 = fmul <8 x float> %broadcast.splat6, %86
  %89 = getelementptr inbounds nuw [4 x i8], ptr %6, i64 %index.next.2
  %90 = getelementptr inbounds nuw i8, ptr %89, i64 32
  %wide.load8.3 = load <8 x float>, ptr %89, align 4, !invariant.load !3, !alias.scope !10, !noalias !23
  %wide.load9.3 = load <8 x float>, ptr %90, align 4, !invariant.load !3, !alias.scope !10, !noalias !23
  %91 = fmul <8 x float> %wide.load8.3, %87
  %92 = fmul <8 x float> %wide.load9.3, %88
  %93 = getelementptr inbounds nuw [4 x i8], ptr %4, i64 %index.next.2
  %94 = getelementptr inbounds nuw i8, ptr %93, i64 32
  %wide.load10.3 = load <8 x float>, ptr %93, align 4, !invariant.load !3, !alias.scope !7, !noalias !24
  %wide.load11.3 = load <8 x float>, ptr %94, align 4, !invariant.load !3, !alias.scope !7, !noalias !24
  %95 = fadd <8 x float> %wide.load10.3, %91
  %96 = fadd <8 x float> %wide.load11.3, %92
  %97 = getelementptr inbounds nuw [4 x i8], ptr %14, i64 %82
  %98 = getelementptr inbounds nuw i8, ptr %97, i64 32
  store <8 x float> %95, ptr %97, align 4, !alias.scope !18, !noalias !25
  store <8 x float> %96, ptr %98, align 4, !alias.scope !18, !noalias !25
  %index.next.3 = add nuw nsw i64 %index, 64
  %99 = icmp eq i64 %index.next.3, 1024
  br i1 %99, label %middle.block, label %vector.body, !llvm.loop !26

middle.block:                                     ; preds = %vector.body
  %100 = add nuw nsw i64 %22, 1
  %exitcond3.not = icmp eq i64 %100, 256
  br i1 %exitcond3.not, label %broadcast_add_fusion_wrapped.exit, label %vector.ph, !llvm.loop !29

broadcast_add_fusion_wrapped.exit:                ; preds = %middle.block, %1
  ret ptr null
}

; Function Attrs: mustprogress nocallback nofree nosync nounwind willreturn memory(inaccessiblemem: readwrite)
declare void @llvm.experimental.noalias.scope.decl(metadata) #1

attributes #0 = { nofree norecurse nosync nounwind memory(readwrite, target_mem: none) uwtable "frame-pointer"="all" "prefer-vector-width"="256" }
attributes #1 = { mustprogress nocallback nofree nosync nounwind willreturn memory(inaccessiblemem: readwrite) }

!llvm.module.flags = !{!0, !1}
!xla_cpu_memory_region_name = !{!2}

!0 = !{i32 2, !"Debug Info Version", i32 3}
!1 = !{i32 1, !"xla_dylib_index", i64 1}
!2 = !{!"xla_cpu_emitter__loop_fusion_kernel_emitter__hlo_opcode__fusion"}
!3 = !{}
!4 = !{i64 4096}
!5 = !{i64 2048}
!6 = !{i64 2097152}
!7 = !{!8}
!8 = distinct !{!8, !9, !"broadcast_add_fusion_wrapped: argument 0"}
!9 = distinct !{!9, !"broadcast_add_fusion_wrapped"}
!10 = !{!11}
!11 = distinct !{!11, !9, !"broadcast_add_fusion_wrapped: argument 1"}
!12 = !{!13}
!13 = distinct !{!13, !9, !"broadcast_add_fusion_wrapped: argument 2"}
!14 = !{!15}
!15 = distinct !{!15, !9, !"broadcast_add_fusion_wrapped: argument 3"}
!16 = !{!17}
!17 = distinct !{!17, !9, !"broadcast_add_fusion_wrapped: argument 4"}
!18 = !{!19}
!19 = distinct !{!19, !9, !"broadcast_add_fusion_wrapped: argument 5"}
!20 = !{!8, !11, !15, !17, !19}
!21 = !{!8, !11, !13, !15, !19}
!22 = !{!8, !11, !13, !17, !19}
!23 = !{!8, !13, !15, !17, !19}
!24 = !{!11, !13, !15, !17, !19}
!25 = !{!8, !11, !13, !15, !17}
!26 = distinct !{!26, !27, !28}
!27 = !{!"llvm.loop.isvectorized", i32 1}
!28 = !{!"llvm.loop.unroll.runtime.disable"}
!29 = distinct !{!29, !30}
!30 = !{!"llvm.loop.unroll.disable"}
; ModuleID = '__compute_module_broadcast_subtract_fusion_kernel_module'
source_filename = "__compute_module_broadcast_subtract_fusion_kernel_module"
target datalayout = "e-m:e-p270:32:32-p271:32:32-p272:64:64-i64:64-i128:128-f80:128-n8:16:32:64-S128"
target triple = "x86_64-unknown-linux-gnu"

; Function Attrs: nofree norecurse nosync nounwind memory(readwrite, target_mem: none) uwtable
define noalias noundef ptr @broadcast_subtract_fusion(ptr nofree readonly captures(none) %0) local_unnamed_addr #0 {
  %2 = getelementptr inbounds nuw i8, ptr %0, i64 24
  %3 = load ptr, ptr %2, align 8, !invariant.load !3
  %4 = load ptr, ptr %3, align 8, !invariant.load !3, !dereferenceable !4
  %5 = getelementptr inbounds nuw i8, ptr %3, i64 32
  %6 = load ptr, ptr %5, align 8, !invariant.load !3, !dereferenceable !4
  %7 = getelementptr inbounds nuw i8, ptr %0, i64 8
  %8 = load ptr, ptr %7, align 8
  %9 = load i64, ptr %8, align 4, !invariant.load !3
  tail call void @llvm.experimental.noalias.scope.decl(metadata !5)
  tail call void @llvm.experimental.noalias.scope.decl(metadata !8)
  tail call void @llvm.experimental.noalias.scope.decl(metadata !10)
  %10 = icmp ult i64 %9, 2
  br i1 %10, label %11, label %broadcast_subtract_fusion_wrapped.exit

11:                                               ; preds = %1
  %12 = getelementptr inbounds nuw i8, ptr %3, i64 16
  %13 = load ptr, ptr %12, align 8, !invariant.load !3, !dereferenceable !12
  %14 = shl nuw nsw i64 %9, 18
  %.idx = shl nuw nsw i64 %9, 10
  %15 = getelementptr i8, ptr %13, i64 %.idx
  br label %vector.ph

vector.ph:                                        ; preds = %11, %middle.block
  %16 = phi i64 [ 0, %11 ], [ %75, %middle.block ]
  %17 = shl nuw nsw i64 %16, 10
  %18 = add nuw nsw i64 %17, %14
  %19 = getelementptr [4 x i8], ptr %15, i64 %16
  %20 = load float, ptr %19, align 4, !invariant.load !3, !alias.scope !8, !noalias !13
  %21 = fmul float %20, f0x3A800000
  %broadcast.splatinsert = insertelement <8 x float> poison, float %21, i64 0
  %broadcast.splat = shufflevector <8 x float> %broadcast.splatinsert, <8 x float> poison, <8 x i32> zeroinitializer
  br label %vector.body

vector.body:                                      ; preds = %vector.body, %vector.ph
  %index = phi i64 [ 0, %vector.ph ], [ %index.next.3, %vector.body ]
  %22 = add nuw nsw i64 %index, %18
  %23 = getelementptr inbounds nuw [4 x i8], ptr %4, i64 %22
  %24 = getelementptr inbounds nuw i8, ptr %23, i64 32
  %25 = getelementptr inbounds nuw i8, ptr %23, i64 64
  %26 = getelementptr inbounds nuw i8, ptr %23, i64 96
  %wide.load = load <8 x float>, ptr %23, align 4, !invariant.load !3, !alias.scope !5, !noalias !14
  %wide.load5 = load <8 x float>, ptr %24, align 4, !invariant.load !3, !alias.scope !5, !noalias !14
  %wide.load6 = load <8 x float>, ptr %25, align 4, !invariant.load !3, !alias.scope !5, !noalias !14
  %wide.load7 = load <8 x float>, ptr %26, align 4, !invariant.load !3, !alias.scope !5, !noalias !14
  %27 = fsub <8 x float> %wide.load, %broadcast.splat
  %28 = fsub <8 x float> %wide.load5, %broadcast.splat
  %29 = fsub <8 x float> %wide.load6, %broadcast.splat
  %30 = fsub <8 x float> %wide.load7, %broadcast.splat
  %31 = getelementptr inbounds nuw [4 x i8], ptr %6, i64 %22
  %32 = getelementptr inbounds nuw i8, ptr %31, i64 32
  %33 = getelementptr inbounds nuw i8, ptr %31, i64 64
  %34 = getelementptr inbounds nuw i8, ptr %31, i64 96
  store <8 x float> %27, ptr %31, align 4, !alias.scope !10, !noalias !15
  store <8 x float> %28, ptr %32, align 4, !alias.scope !10, !noalias !15
  store <8 x float> %29, ptr %33, align 4, !alias.scope !10, !noalias !15
  store <8 x float> %30, ptr %34, align 4, !alias.scope !10, !noalias !15
  %index.next = or disjoint i64 %index, 32
  %35 = add nuw nsw i64 %index.next, %18
  %36 = getelementptr inbounds nuw [4 x i8], ptr %4, i64 %35
  %37 = getelementptr inbounds nuw i8, ptr %36, i64 32
  %38 = getelementptr inbounds nuw i8, ptr %36, i64 64
  %39 = getelementptr inbounds nuw i8, ptr %36, i64 96
  %wide.load.1 = load <8 x float>, ptr %36, align 4, !invariant.load !3, !alias.scope !5, !noalias !14
  %wide.load5.1 = load <8 x float>, ptr %37, align 4, !invariant.load !3, !alias.scope !5, !noalias !14
  %wide.load6.1 = load <8 x float>, ptr %38, align 4, !invariant.load !3, !alias.scope !5, !noalias !14
  %wide.load7.1 = load <8 x float>, ptr %39, align 4, !invariant.load !3, !alias.scope !5, !noalias !14
  %40 = fsub <8 x float> %wide.load.1, %broadcast.splat
  %41 = fsub <8 x float> %wide.load5.1, %broadcast.splat
  %42 = fsub <8 x float> %wide.load6.1, %broadcast.splat
  %43 = fsub <8 x float> %wide.load7.1, %broadcast.splat
  %44 = getelementptr inbounds nuw [4 x i8], ptr %6, i64 %35
  %45 = getelementptr inbounds nuw i8, ptr %44, i64 32
  %46 = getelementptr inbounds nuw i8, ptr %44, i64 64
  %47 = getelementptr inbounds nuw i8, ptr %44, i64 96
  store <8 x float> %40, ptr %44, align 4, !alias.scope !10, !noalias !15
  store <8 x float> %41, ptr %45, align 4, !alias.scope !10, !noalias !15
  store <8 x float> %42, ptr %46, align 4, !alias.scope !10, !noalias !15
  store <8 x float> %43, ptr %47, align 4, !alias.scope !10, !noalias !15
  %index.next.1 = or disjoint i64 %index, 64
  %48 = add nuw nsw i64 %index.next.1, %18
  %49 = getelementptr inbounds nuw [4 x i8], ptr %4, i64 %48
  %50 = getelementptr inbounds nuw i8, ptr %49, i64 32
  %51 = getelementptr inbounds nuw i8, ptr %49, i64 64
  %52 = getelementptr inbounds nuw i8, ptr %49, i64 96
  %wide.load.2 = load <8 x float>, ptr %49, align 4, !invariant.load !3, !alias.scope !5, !noalias !14
  %wide.load5.2 = load <8 x float>, ptr %50, align 4, !invariant.load !3, !alias.scope !5, !noalias !14
  %wide.load6.2 = load <8 x float>, ptr %51, align 4, !invariant.load !3, !alias.scope !5, !noalias !14
  %wide.load7.2 = load <8 x float>, ptr %52, align 4, !invariant.load !3, !alias.scope !5, !noalias !14
  %53 = fsub <8 x float> %wide.load.2, %broadcast.splat
  %54 = fsub <8 x float> %wide.load5.2, %broadcast.splat
  %55 = fsub <8 x float> %wide.load6.2, %broadcast.splat
  %56 = fsub <8 x float> %wide.load7.2, %broadcast.splat
  %57 = getelementptr inbounds nuw [4 x i8], ptr %6, i64 %48
  %58 = getelementptr inbounds nuw i8, ptr %57, i64 32
  %59 = getelementptr inbounds nuw i8, ptr %57, i64 64
  %60 = getelementptr inbounds nuw i8, ptr %57, i64 96
  store <8 x float> %53, ptr %57, align 4, !alias.scope !10, !noalias !15
  store <8 x float> %54, ptr %58, align 4, !alias.scope !10, !noalias !15
  store <8 x float> %55, ptr %59, align 4, !alias.scope !10, !noalias !15
  store <8 x float> %56, ptr %60, align 4, !alias.scope !10, !noalias !15
  %index.next.2 = or disjoint i64 %index, 96
  %61 = add nuw nsw i64 %index.next.2, %18
  %62 = getelementptr inbounds nuw [4 x i8], ptr %4, i64 %61
  %63 = getelementptr inbounds nuw i8, ptr %62, i64 32
  %64 = getelementptr inbounds nuw i8, ptr %62, i64 64
  %65 = getelementptr inbounds nuw i8, ptr %62, i64 96
  %wide.load.3 = load <8 x float>, ptr %62, align 4, !invariant.load !3, !alias.scope !5, !noalias !14
  %wide.load5.3 = load <8 x float>, ptr %63, align 4, !invariant.load !3, !alias.scope !5, !noalias !14
  %wide.load6.3 = load <8 x float>, ptr %64, align 4, !invariant.load !3, !alias.scope !5, !noalias !14
  %wide.load7.3 = load <8 x float>, ptr %65, align 4, !invariant.load !3, !alias.scope !5, !noalias !14
  %66 = fsub <8 x float> %wide.load.3, %broadcast.splat
  %67 = fsub <8 x float> %wide.load5.3, %broadcast.splat
  %68 = fsub <8 x float> %wide.load6.3, %broadcast.splat
  %69 = fsub <8 x float> %wide.load7.3, %broadcast.splat
  %70 = getelementptr inbounds nuw [4 x i8], ptr %6, i64 %61
  %71 = getelementptr inbounds nuw i8, ptr %70, i64 32
  %72 = getelementptr inbounds nuw i8, ptr %70, i64 64
  %73 = getelementptr inbounds nuw i8, ptr %70, i64 96
  store <8 x float> %66, ptr %70, align 4, !alias.scope !10, !noalias !15
  store <8 x float> %67, ptr %71, align 4, !alias.scope !10, !noalias !15
  store <8 x float> %68, ptr %72, align 4, !alias.scope !10, !noalias !15
  store <8 x float> %69, ptr %73, align 4, !alias.scope !10, !noalias !15
  %index.next.3 = add nuw nsw i64 %index, 128
  %74 = icmp eq i64 %index.next.3, 1024
  br i1 %74, label %middle.block, label %vector.body, !llvm.loop !16

middle.block:                                     ; preds = %vector.body
  %75 = add nuw nsw i64 %16, 1
  %exitcond3.not = icmp eq i64 %75, 256
  br i1 %exitcond3.not, label %broadcast_subtract_fusion_wrapped.exit, label %vector.ph, !llvm.loop !19

broadcast_subtract_fusion_wrapped.exit:           ; preds = %middle.block, %1
  ret ptr null
}

; Function Attrs: mustprogress nocallback nofree nosync nounwind willreturn memory(inaccessiblemem: readwrite)
declare void @llvm.experimental.noalias.scope.decl(metadata) #1

attributes #0 = { nofree norecurse nosync nounwind memory(readwrite, target_mem: none) uwtable "frame-pointer"="all" "prefer-vector-width"="256" }
attributes #1 = { mustprogress nocallback nofree nosync nounwind willreturn memory(inaccessiblemem: readwrite) }

!llvm.module.flags = !{!0, !1}
!xla_cpu_memory_region_name = !{!2}

!0 = !{i32 2, !"Debug Info Version", i32 3}
!1 = !{i32 1, !"xla_dylib_index", i64 2}
!2 = !{!"xla_cpu_emitter__loop_fusion_kernel_emitter__hlo_opcode__fusion"}
!3 = !{}
!4 = !{i64 2097152}
!5 = !{!6}
!6 = distinct !{!6, !7, !"broadcast_subtract_fusion_wrapped: argument 0"}
!7 = distinct !{!7, !"broadcast_subtract_fusion_wrapped"}
!8 = !{!9}
!9 = distinct !{!9, !7, !"broadcast_subtract_fusion_wrapped: argument 1"}
!10 = !{!11}
!11 = distinct !{!11, !7, !"broadcast_subtract_fusion_wrapped: argument 2"}
!12 = !{i64 2048}
!13 = !{!6, !11}
!14 = !{!9, !11}
!15 = !{!6, !9}
!16 = distinct !{!16, !17, !18}
!17 = !{!"llvm.loop.isvectorized", i32 1}
!18 = !{!"llvm.loop.unroll.runtime.disable"}
!19 = distinct !{!19, !20}
!20 = !{!"llvm.loop.unroll.disable"}

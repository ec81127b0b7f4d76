; ModuleID = 'LLVMDialectModule'
source_filename = "LLVMDialectModule"
target datalayout = "e-p6:32:32-i64:64-i128:128-i256:256-v16:16-v32:32-n16:32:64"
target triple = "nvptx64-nvidia-cuda"

@global_smem = external local_unnamed_addr addrspace(3) global [0 x i8], align 16

; Function Attrs: nounwind
declare void @llvm.nvvm.griddepcontrol.wait() #0

; Function Attrs: mustprogress nocallback nofree nosync nounwind speculatable willreturn memory(none)
declare noundef range(i32 0, 2147483647) i32 @llvm.nvvm.read.ptx.sreg.ctaid.x() #1

; Function Attrs: mustprogress nocallback nofree nosync nounwind speculatable willreturn memory(none)
declare noundef range(i32 0, 1024) i32 @llvm.nvvm.read.ptx.sreg.tid.x() #1

; Function Attrs: convergent nocallback nounwind memory(inaccessiblemem: readwrite)
declare i32 @llvm.nvvm.shfl.sync.bfly.i32(i32, i32, i32, i32) #2

; Function Attrs: convergent nocallback nounwind
declare void @llvm.nvvm.barrier.cta.sync.aligned.all(i32) #3

; Function Attrs: nounwind
define ptx_kernel void @fusion_5(ptr noalias align 16 dereferenceable(2097152) %arg0, ptr noalias align 16 dereferenceable(4096) %arg1, ptr noalias align 16 dereferenceable(4096) %arg2, ptr noalias align 256 dereferenceable(2097152) %arg3) local_unnamed_addr #4 {
  %1 = addrspacecast ptr %arg0 to ptr addrspace(1)
  %2 = addrspacecast ptr %arg1 to ptr addrspace(1)
  %3 = addrspacecast ptr %arg2 to ptr addrspace(1)
  %4 = addrspacecast ptr %arg3 to ptr addrspace(1)
  tail call void @llvm.nvvm.griddepcontrol.wait()
  %5 = tail call i32 @llvm.nvvm.read.ptx.sreg.ctaid.x()
  %6 = zext i32 %5 to i64
  %7 = tail call range(i32 0, 128) i32 @llvm.nvvm.read.ptx.sreg.tid.x()
  %8 = shl i32 %7, 2
  %9 = zext i32 %8 to i64
  %10 = shl i64 %6, 11
  %11 = getelementptr [4 x i8], ptr addrspace(1) %1, i64 %10
  %12 = getelementptr [4 x i8], ptr addrspace(1) %11, i64 %9
  %13 = getelementptr i8, ptr addrspace(1) %12, i64 2048
  %14 = getelementptr i8, ptr addrspace(1) %12, i64 4096
  %15 = getelementptr i8, ptr addrspace(1) %14, i64 2048
  %16 = tail call { i32, i32, i32, i32 } asm sideeffect "mov.u32 $0, 0x0; mov.u32 $1, 0x0; mov.u32 $2, 0x0; mov.u32 $3, 0x0; ld.global.v4.b32 { $0, $1, $2, $3 }, [ $4 + 0 ];", "=r,=r,=r,=r,l"(ptr addrspace(1) %12) #0
  %17 = extractvalue { i32, i32, i32, i32 } %16, 0
  %18 = extractvalue { i32, i32, i32, i32 } %16, 1
  %19 = extractvalue { i32, i32, i32, i32 } %16, 2
  %20 = extractvalue { i32, i32, i32, i32 } %16, 3
  %21 = bitcast i32 %17 to float
  %22 = bitcast i32 %18 to float
  %23 = bitcast i32 %19 to float
  %24 = bitcast i32 %20 to float
  %25 = tail call { i32, i32, i32, i32 } asm sideeffect "mov.u32 $0, 0x0; mov.u32 $1, 0x0; mov.u32 $2, 0x0; mov.u32 $3, 0x0; ld.global.v4.b32 { $0, $1, $2, $3 }, [ $4 + 0 ];", "=r,=r,=r,=r,l"(ptr addrspace(1) %13) #0
  %26 = extractvalue { i32, i32, i32, i32 } %25, 0
  %27 = extractvalue { i32, i32, i32, i32 } %25, 1
  %28 = extractvalue { i32, i32, i32, i32 } %25, 2
  %29 = extractvalue { i32, i32, i32, i32 } %25, 3
  %30 = bitcast i32 %26 to float
  %31 = bitcast i32 %27 to float
  %32 = bitcast i32 %28 to float
  %33 = bitcast i32 %29 to float
  %34 = tail call { i32, i32, i32, i32 } asm sideeffect "mov.u32 $0, 0x0; mov.u32 $1, 0x0; mov.u32 $2, 0x0; mov.u32 $3, 0x0; ld.global.v4.b32 { $0, $1, $2, $3 }, [ $4 + 0 ];", "=r,=r,=r,=r,l"(ptr addrspace(1) %14) #0
  %35 = extractvalue { i32, i32, i32, i32 } %34, 0
  %36 = extractvalue { i32, i32, i32, i32 } %34, 1
  %37 = extractvalue { i32, i32, i32, i32 } %34, 2
  %38 = extractvalue { i32, i32, i32, i32 } %34, 3
  %39 = bitcast i32 %35 to float
  %40 = bitcast i32 %36 to float
  %41 = bitcast i32 %37 to float
  %42 = bitcast i32 %38 to float
  %43 = tail call { i32, i32, i32, i32 } asm sideeffect "mov.u32 $0, 0x0; mov.u32 $1, 0x0; mov.u32 $2, 0x0; mov.u32 $3, 0x0; ld.global.v4.b32 { $0, $1, $2, $3 }, [ $4 + 0 ];", "=r,=r,=r,=r,l"(ptr addrspace(1) %15) #0
  %44 = extractvalue { i32, i32, i32, i32 } %43, 0
  %45 = extractvalue { i32, i32, i32, i32 } %43, 1
  %46 = extractvalue { i32, i32, i32, i32 } %43, 2
  %47 = extractvalue { i32, i32, i32, i32 } %43, 3
  %48 = bitcast i32 %44 to float
  %49 = bitcast i32 %45 to float
  %50 = bitcast i32 %46 to float
  %51 = bitcast i32 %47 to float
  %52 = fadd float %21, %22
  %53 = fadd float %23, %24
  %54 = fadd float %30, %31
  %55 = fadd float %32, %33
  %56 = fadd float %52, %53
  %57 = fadd float %54, %55
  %58 = fadd float %56, %57
  %59 = fadd float %39, %40
  %60 = fadd float %41, %42
  %61 = fadd float %48, %49
  %62 = fadd float %50, %51
  %63 = fadd float %59, %60
  %64 = fadd float %61, %62
  %65 = fadd float %63, %64
  %66 = bitcast float %58 to i32
  %67 = tail call i32 @llvm.nvvm.shfl.sync.bfly.i32(i32 -1, i32 %66, i32 16, i32 31)
  %68 = bitcast i32 %67 to float
  %69 = fadd float %58, %68
  %70 = bitcast float %69 to i32
  %71 = tail call i32 @llvm.nvvm.shfl.sync.bfly.i32(i32 -1, i32 %70, i32 8, i32 31)
  %72 = bitcast i32 %71 to float
  %73 = fadd float %69, %72
  %74 = bitcast float %73 to i32
  %75 = tail call i32 @llvm.nvvm.shfl.sync.bfly.i32(i32 -1, i32 %74, i32 4, i32 31)
  %76 = bitcast i32 %75 to float
  %77 = fadd float %73, %76
  %78 = bitcast float %77 to i32
  %79 = tail call i32 @llvm.nvvm.shfl.sync.bfly.i32(i32 -1, i32 %78, i32 2, i32 31)
  %80 = bitcast i32 %79 to float
  %81 = fadd float %77, %80
  %82 = bitcast float %81 to i32
  %83 = tail call i32 @llvm.nvvm.shfl.sync.bfly.i32(i32 -1, i32 %82, i32 1, i32 31)
  %84 = bitcast i32 %83 to float
  %85 = fadd float %81, %84
  %86 = bitcast float %65 to i32
  %87 = tail call i32 @llvm.nvvm.shfl.sync.bfly.i32(i32 -1, i32 %86, i32 16, i32 31)
  %88 = bitcast i32 %87 to float
  %89 = fadd float %65, %88
  %90 = bitcast float %89 to i32
  %91 = tail call i32 @llvm.nvvm.shfl.sync.bfly.i32(i32 -1, i32 %90, i32 8, i32 31)
  %92 = bitcast i32 %91 to float
  %93 = fadd float %89, %92
  %94 = bitcast float %93 to i32
  %95 = tail call i32 @llvm.nvvm.shfl.sync.bfly.i32(i32 -1, i32 %94, i32 4, i32 31)
  %96 = bitcast i32 %95 to float
  %97 = fadd float %93, %96
  %98 = bitcast float %97 to i32
  %99 = tail call i32 @llvm.nvvm.shfl.sync.bfly.i32(i32 -1, i32 %98, i32 2, i32 31)
  %100 = bitcast i32 %99 to float
  %101 = fadd float %97, %100
  %102 = bitcast float %101 to i32
  %103 = tail call i32 @llvm.nvvm.shfl.sync.bfly.i32(i32 -1, i32 %102, i32 1, i32 31)
  %104 = bitcast i32 %103 to float
  %105 = fadd float %101, %104
  %106 = lshr i32 %7, 2
  %107 = and i32 %106, 24
  %108 = zext nneg i32 %107 to i64
  %109 = getelementptr inbounds nuw i8, ptr addrspace(3) @global_smem, i64 %108
  %110 = insertelement <2 x float> poison, float %85, i64 0
  %111 = insertelement <2 x float> %110, float %105, i64 1
  store <2 x float> %111, ptr addrspace(3) %109, align 8
  tail call void @llvm.nvvm.barrier.cta.sync.aligned.all(i32 0)
  %112 = shl nuw nsw i32 %7, 3
  %113 = and i32 %112, 24
  %114 = zext nneg i32 %113 to i64
  %115 = getelementptr inbounds nuw i8, ptr addrspace(3) @global_smem, i64 %114
  %116 = load <2 x i32>, ptr addrspace(3) %115, align 8
  %117 = extractelement <2 x i32> %116, i32 0
  %118 = extractelement <2 x i32> %116, i32 1
  %119 = bitcast i32 %117 to float
  %120 = bitcast i32 %118 to float
  %121 = tail call i32 @llvm.nvvm.shfl.sync.bfly.i32(i32 -1, i32 %117, i32 2, i32 31)
  %122 = bitcast i32 %121 to float
  %123 = fadd float %119, %122
  %124 = bitcast float %123 to i32
  %125 = tail call i32 @llvm.nvvm.shfl.sync.bfly.i32(i32 -1, i32 %124, i32 1, i32 31)
  %126 = bitcast i32 %125 to float
  %127 = fadd float %123, %126
  %128 = tail call i32 @llvm.nvvm.shfl.sync.bfly.i32(i32 -1, i32 %118, i32 2, i32 31)
  %129 = bitcast i32 %128 to float
  %130 = fadd float %120, %129
  %131 = bitcast float %130 to i32
  %132 = tail call i32 @llvm.nvvm.shfl.sync.bfly.i32(i32 -1, i32 %131, i32 1, i32 31)
  %133 = bitcast i32 %132 to float
  %134 = fadd float %130, %133
  %135 = fmul float %127, f0x3A800000
  %136 = fmul float %134, f0x3A800000
  %137 = fsub float %21, %135
  %138 = fsub float %22, %135
  %139 = fsub float %23, %135
  %140 = fsub float %24, %135
  %141 = fsub float %30, %135
  %142 = fsub float %31, %135
  %143 = fsub float %32, %135
  %144 = fsub float %33, %135
  %145 = fsub float %39, %136
  %146 = fsub float %40, %136
  %147 = fsub float %41, %136
  %148 = fsub float %42, %136
  %149 = fsub float %48, %136
  %150 = fsub float %49, %136
  %151 = fsub float %50, %136
  %152 = fsub float %51, %136
  %153 = fmul float %137, %137
  %154 = fmul float %138, %138
  %155 = fmul float %139, %139
  %156 = fmul float %140, %140
  %157 = fmul float %141, %141
  %158 = fmul float %142, %142
  %159 = fmul float %143, %143
  %160 = fmul float %144, %144
  %161 = fmul float %145, %145
  %162 = fmul float %146, %146
  %163 = fmul float %147, %147
  %164 = fmul float %148, %148
  %165 = fmul float %149, %149
  %166 = fmul float %150, %150
  %167 = fmul float %151, %151
  %168 = fmul float %152, %152
  tail call void @llvm.nvvm.barrier.cta.sync.aligned.all(i32 0)
  %169 = fadd float %153, %154
  %170 = fadd float %155, %156
  %171 = fadd float %157, %158
  %172 = fadd float %159, %160
  %173 = fadd float %169, %170
  %174 = fadd float %171, %172
  %175 = fadd float %173, %174
  %176 = fadd float %161, %162
  %177 = fadd float %163, %164
  %178 = fadd float %165, %166
  %179 = fadd float %167, %168
  %180 = fadd float %176, %177
  %181 = fadd float %178, %179
  %182 = fadd float %180, %181
  %183 = bitcast float %175 to i32
  %184 = tail call i32 @llvm.nvvm.shfl.sync.bfly.i32(i32 -1, i32 %183, i32 16, i32 31)
  %185 = bitcast i32 %184 to float
  %186 = fadd float %175, %185
  %187 = bitcast float %186 to i32
  %188 = tail call i32 @llvm.nvvm.shfl.sync.bfly.i32(i32 -1, i32 %187, i32 8, i32 31)
  %189 = bitcast i32 %188 to float
  %190 = fadd float %186, %189
  %191 = bitcast float %190 to i32
  %192 = tail call i32 @llvm.nvvm.shfl.sync.bfly.i32(i32 -1, i32 %191, i32 4, i32 31)
  %193 = bitcast i32 %192 to float
  %194 = fadd float %190, %193
  %195 = bitcast float %194 to i32
  %196 = tail call i32 @llvm.nvvm.shfl.sync.bfly.i32(i32 -1, i32 %195, i32 2, i32 31)
  %197 = bitcast i32 %196 to float
  %198 = fadd float %194, %197
  %199 = bitcast float %198 to i32
  %200 = tail call i32 @llvm.nvvm.shfl.sync.bfly.i32(i32 -1, i32 %199, i32 1, i32 31)
  %201 = bitcast i32 %200 to float
  %202 = fadd float %198, %201
  %203 = bitcast float %182 to i32
  %204 = tail call i32 @llvm.nvvm.shfl.sync.bfly.i32(i32 -1, i32 %203, i32 16, i32 31)
  %205 = bitcast i32 %204 to float
  %206 = fadd float %182, %205
  %207 = bitcast float %206 to i32
  %208 = tail call i32 @llvm.nvvm.shfl.sync.bfly.i32(i32 -1, i32 %207, i32 8, i32 31)
  %209 = bitcast i32 %208 to float
  %210 = fadd float %206, %209
  %211 = bitcast float %210 to i32
  %212 = tail call i32 @llvm.nvvm.shfl.sync.bfly.i32(i32 -1, i32 %211, i32 4, i32 31)
  %213 = bitcast i32 %212 to float
  %214 = fadd float %210, %213
  %215 = bitcast float %214 to i32
  %216 = tail call i32 @llvm.nvvm.shfl.sync.bfly.i32(i32 -1, i32 %215, i32 2, i32 31)
  %217 = bitcast i32 %216 to float
  %218 = fadd float %214, %217
  %219 = bitcast float %218 to i32
  %220 = tail call i32 @llvm.nvvm.shfl.sync.bfly.i32(i32 -1, i32 %219, i32 1, i32 31)
  %221 = bitcast i32 %220 to float
  %222 = fadd float %218, %221
  %223 = insertelement <2 x float> poison, float %202, i64 0
  %224 = insertelement <2 x float> %223, float %222, i64 1
  store <2 x float> %224, ptr addrspace(3) %109, align 8
  tail call void @llvm.nvvm.barrier.cta.sync.aligned.all(i32 0)
  %225 = load <2 x i32>, ptr addrspace(3) %115, align 8
  %226 = extractelement <2 x i32> %225, i32 0
  %227 = extractelement <2 x i32> %225, i32 1
  %228 = bitcast i32 %226 to float
  %229 = bitcast i32 %227 to float
  %230 = tail call i32 @llvm.nvvm.shfl.sync.bfly.i32(i32 -1, i32 %226, i32 2, i32 31)
  %231 = bitcast i32 %230 to float
  %232 = fadd float %228, %231
  %233 = bitcast float %232 to i32
  %234 = tail call i32 @llvm.nvvm.shfl.sync.bfly.i32(i32 -1, i32 %233, i32 1, i32 31)
  %235 = bitcast i32 %234 to float
  %236 = fadd float %232, %235
  %237 = tail call i32 @llvm.nvvm.shfl.sync.bfly.i32(i32 -1, i32 %227, i32 2, i32 31)
  %238 = bitcast i32 %237 to float
  %239 = fadd float %229, %238
  %240 = bitcast float %239 to i32
  %241 = tail call i32 @llvm.nvvm.shfl.sync.bfly.i32(i32 -1, i32 %240, i32 1, i32 31)
  %242 = bitcast i32 %241 to float
  %243 = fadd float %239, %242
  %244 = fmul float %236, f0x3A800000
  %245 = fmul float %243, f0x3A800000
  %246 = fadd float %244, f0x3727C5AC
  %247 = fadd float %245, f0x3727C5AC
  %248 = tail call float @llvm.nvvm.rsqrt.approx.f(float %246)
  %249 = tail call float @llvm.nvvm.rsqrt.approx.f(float %247)
  %250 = fmul float %137, %248
  %251 = fmul float %138, %248
  %252 = fmul float %139, %248
  %253 = fmul float %140, %248
  %254 = fmul float %141, %248
  %255 = fmul float %142, %248
  %256 = fmul float %143, %248
  %257 = fmul float %144, %248
  %258 = fmul float %145, %249
  %259 = fmul float %146, %249
  %260 = fmul float %147, %249
  %261 = fmul float %148, %249
  %262 = fmul float %149, %249
  %263 = fmul float %150, %249
  %264 = fmul float %151, %249
  %265 = fmul float %152, %249
  %266 = getelementptr [4 x i8], ptr addrspace(1) %3, i64 %9
  %267 = getelementptr i8, ptr addrspace(1) %266, i64 2048
  %268 = tail call { i32, i32, i32, i32 } asm sideeffect "mov.u32 $0, 0x0; mov.u32 $1, 0x0; mov.u32 $2, 0x0; mov.u32 $3, 0x0; ld.global.v4.b32 { $0, $1, $2, $3 }, [ $4 + 0 ];", "=r,=r,=r,=r,l"(ptr addrspace(1) %266) #0
  %269 = extractvalue { i32, i32, i32, i32 } %268, 0
  %270 = extractvalue { i32, i32, i32, i32 } %268, 1
  %271 = extractvalue { i32, i32, i32, i32 } %268, 2
  %272 = extractvalue { i32, i32, i32, i32 } %268, 3
  %273 = bitcast i32 %269 to float
  %274 = bitcast i32 %270 to float
  %275 = bitcast i32 %271 to float
  %276 = bitcast i32 %272 to float
  %277 = tail call { i32, i32, i32, i32 } asm sideeffect "mov.u32 $0, 0x0; mov.u32 $1, 0x0; mov.u32 $2, 0x0; mov.u32 $3, 0x0; ld.global.v4.b32 { $0, $1, $2, $3 }, [ $4 + 0 ];", "=r,=r,=r,=r,l"(ptr addrspace(1) %267) #0
  %278 = extractvalue { i32, i32, i32, i32 } %277, 0
  %279 = extractvalue { i32, i32, i32, i32 } %277, 1
  %280 = extractvalue { i32, i32, i32, i32 } %277, 2
  %281 = extractvalue { i32, i32, i32, i32 } %277, 3
  %282 = bitcast i32 %278 to float
  %283 = bitcast i32 %279 to float
  %284 = bitcast i32 %280 to float
  %285 = bitcast i32 %281 to float
  %286 = fmul float %250, %273
  %287 = fmul float %251, %274
  %288 = fmul float %252, %275
  %289 = fmul float %253, %276
  %290 = fmul float %254, %282
  %291 = fmul float %255, %283
  %292 = fmul float %256, %284
  %293 = fmul float %257, %285
  %294 = fmul float %258, %273
  %295 = fmul float %259, %274
  %296 = fmul float %260, %275
  %297 = fmul float %261, %276
  %298 = fmul float %262, %282
  %299 = fmul float %263, %283
  %300 = fmul float %264, %284
  %301 = fmul float %265, %285
  %302 = getelementptr [4 x i8], ptr addrspace(1) %2, i64 %9
  %303 = getelementptr i8, ptr addrspace(1) %302, i64 2048
  %304 = tail call { i32, i32, i32, i32 } asm sideeffect "mov.u32 $0, 0x0; mov.u32 $1, 0x0; mov.u32 $2, 0x0; mov.u32 $3, 0x0; ld.global.v4.b32 { $0, $1, $2, $3 }, [ $4 + 0 ];", "=r,=r,=r,=r,l"(ptr addrspace(1) %302) #0
  %305 = extractvalue { i32, i32, i32, i32 } %304, 0
  %306 = extractvalue { i32, i32, i32, i32 } %304, 1
  %307 = extractvalue { i32, i32, i32, i32 } %304, 2
  %308 = extractvalue { i32, i32, i32, i32 } %304, 3
  %309 = bitcast i32 %305 to float
  %310 = bitcast i32 %306 to float
  %311 = bitcast i32 %307 to float
  %312 = bitcast i32 %308 to float
  %313 = tail call { i32, i32, i32, i32 } asm sideeffect "mov.u32 $0, 0x0; mov.u32 $1, 0x0; mov.u32 $2, 0x0; mov.u32 $3, 0x0; ld.global.v4.b32 { $0, $1, $2, $3 }, [ $4 + 0 ];", "=r,=r,=r,=r,l"(ptr addrspace(1) %303) #0
  %314 = extractvalue { i32, i32, i32, i32 } %313, 0
  %315 = extractvalue { i32, i32, i32, i32 } %313, 1
  %316 = extractvalue { i32, i32, i32, i32 } %313, 2
  %317 = extractvalue { i32, i32, i32, i32 } %313, 3
  %318 = bitcast i32 %314 to float
  %319 = bitcast i32 %315 to float
  %320 = bitcast i32 %316 to float
  %321 = bitcast i32 %317 to float
  %322 = fadd float %286, %309
  %323 = fadd float %287, %310
  %324 = fadd float %288, %311
  %325 = fadd float %289, %312
  %326 = fadd float %290, %318
  %327 = fadd float %291, %319
  %328 = fadd float %292, %320
  %329 = fadd float %293, %321
  %330 = fadd float %294, %309
  %331 = fadd float %295, %310
  %332 = fadd float %296, %311
  %333 = fadd float %297, %312
  %334 = fadd float %298, %318
  %335 = fadd float %299, %319
  %336 = fadd float %300, %320
  %337 = fadd float %301, %321
  %338 = getelementptr [4 x i8], ptr addrspace(1) %4, i64 %10
  %339 = getelementptr [4 x i8], ptr addrspace(1) %338, i64 %9
  %340 = getelementptr i8, ptr addrspace(1) %339, i64 2048
  %341 = getelementptr i8, ptr addrspace(1) %339, i64 4096
  %342 = getelementptr i8, ptr addrspace(1) %341, i64 2048
  %343 = bitcast float %322 to i32
  %344 = bitcast float %323 to i32
  %345 = bitcast float %324 to i32
  %346 = bitcast float %325 to i32
  tail call void asm sideeffect "st.global.v4.b32 [ $4 + 0 ], { $0, $1, $2, $3 };", "r,r,r,r,l"(i32 %343, i32 %344, i32 %345, i32 %346, ptr addrspace(1) %339) #0
  %347 = bitcast float %326 to i32
  %348 = bitcast float %327 to i32
  %349 = bitcast float %328 to i32
  %350 = bitcast float %329 to i32
  tail call void asm sideeffect "st.global.v4.b32 [ $4 + 0 ], { $0, $1, $2, $3 };", "r,r,r,r,l"(i32 %347, i32 %348, i32 %349, i32 %350, ptr addrspace(1) %340) #0
  %351 = bitcast float %330 to i32
  %352 = bitcast float %331 to i32
  %353 = bitcast float %332 to i32
  %354 = bitcast float %333 to i32
  tail call void asm sideeffect "st.global.v4.b32 [ $4 + 0 ], { $0, $1, $2, $3 };", "r,r,r,r,l"(i32 %351, i32 %352, i32 %353, i32 %354, ptr addrspace(1) %341) #0
  %355 = bitcast float %334 to i32
  %356 = bitcast float %335 to i32
  %357 = bitcast float %336 to i32
  %358 = bitcast float %337 to i32
  tail call void asm sideeffect "st.global.v4.b32 [ $4 + 0 ], { $0, $1, $2, $3 };", "r,r,r,r,l"(i32 %355, i32 %356, i32 %357, i32 %358, ptr addrspace(1) %342) #0
  ret void
}

; Function Attrs: mustprogress nocallback nocreateundeforpoison nofree nosync nounwind willreturn memory(none)
declare float @llvm.nvvm.rsqrt.approx.f(float) #5

attributes #0 = { nounwind }
attributes #1 = { mustprogress nocallback nofree nosync nounwind speculatable willreturn memory(none) }
attributes #2 = { convergent nocallback nounwind memory(inaccessiblemem: readwrite) }
attributes #3 = { convergent nocallback nounwind }
attributes #4 = { nounwind "nvvm.reqntid"="128,1,1" }
attributes #5 = { mustprogress nocallback nocreateundeforpoison nofree nosync nounwind willreturn memory(none) }

!llvm.module.flags = !{!0, !1}
!nvvm.annotations = !{}
!llvm.ident = !{!2}
!nvvmir.version = !{!3}

!0 = !{i32 2, !"Debug Info Version", i32 3}
!1 = !{i32 4, !"nvvm-reflect-ftz", i32 0}
!2 = !{!"clang version 3.8.0 (tags/RELEASE_380/final)"}
!3 = !{i32 2, i32 0}

; ModuleID = 'jit_layernorm_consts'
source_filename = "jit_layernorm_consts"
target datalayout = "e-p6:32:32-i64:64-i128:128-i256:256-v16:16-v32:32-n16:32:64"
target triple = "nvptx64-nvidia-cuda"

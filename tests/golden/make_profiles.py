"""Writes small profiles of a GPU in the profilers' own file formats, for tests on machines without.

Nothing in them was measured: names, nesting and statistics are those that PyTorch's (Kineto), JAX's
and TensorFlow's (CUPTI) profilers give their events, the times are round numbers.

    python tests/golden/make_profiles.py        needs TensorFlow, for the XSpace message
"""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

FOLDER = Path(__file__).parent / "profiles"
CALLS = 2


def row(cat: str, name: str, ts: float, dur: float, **args: Any) -> dict[str, Any]:
    on_device = cat in ("kernel", "gpu_memcpy", "gpu_memset")
    pid, tid = (0, 7) if on_device else (4711, 4711)
    return {"ph": "X", "cat": cat, "name": name, "pid": pid, "tid": tid, "ts": ts, "dur": dur,
            "args": args}  # fmt: skip


def kernel(name: str, ts: float, dur: float, correlation: int, cat: str = "kernel") -> Any:
    return row(cat, name, ts, dur, device=0, stream=7, correlation=correlation)


def torch_trace() -> dict[str, Any]:
    """Inductor's mlp: a product by cuBLAS that first clears its workspace, then a Triton kernel;
    the kernels run later than their launches, and a memory copy belongs to no operator."""
    gemm = "nvjet_sm90_tst_128x256_64x4_1x2_h_bz_coopA_TNT"
    gelu = "triton_poi_fused_addmm_gelu_0"
    events: list[dict[str, Any]] = [
        {"ph": "M", "name": "process_name", "pid": 4711, "args": {"name": "python"}},
        {"ph": "s", "id": 1, "pid": 4711, "tid": 4711, "ts": 11.0, "cat": "ac2g", "name": "ac2g"},
        row("user_annotation", "ProfilerStep#1", 0.0, 300.0),
    ]
    for call in range(CALLS):
        at, number = 100.0 * call, 10 * call
        events += [
            row("cpu_op", "## Call CompiledFxGraph f3 ##", at + 1, 60, **{"External id": number}),
            row("cpu_op", "aten::addmm", at + 5, 20, **{"External id": number + 1}),
            row("cpu_op", "aten::empty", at + 6, 1, **{"External id": number + 2}),
            row("cuda_runtime", "cudaMemsetAsync", at + 8, 3, cbid=51, correlation=number + 3),
            row("cuda_runtime", "cudaLaunchKernelExC", at + 12, 4, correlation=number + 4),
            row("cpu_op", gelu, at + 30, 10, **{"External id": number + 5}),
            row("cuda_driver", "cuLaunchKernelEx", at + 33, 4, correlation=number + 6),
            row("cuda_runtime", "cudaMemcpyAsync", at + 70, 4, correlation=number + 7),
            row("cuda_runtime", "cudaDeviceSynchronize", at + 75, 10, correlation=number + 8),
            kernel("Memset (Device)", at + 20, 1.0, number + 3, cat="gpu_memset"),
            kernel(gemm, at + 22, 12.0 + call, number + 4),
            kernel(gelu, at + 40, 5.0, number + 6),
            kernel("Memcpy DtoH (Device -> Pinned)", at + 80, 2.0, number + 7, cat="gpu_memcpy"),
        ]
    device = {"id": 0, "name": "a GPU", "computeMajor": 9, "computeMinor": 0}
    return {"schemaVersion": 1, "deviceProperties": [device], "displayTimeUnit": "ms",
            "traceEvents": events}  # fmt: skip


class Space:
    """An XSpace under construction: names and statistics become numbers in each plane's tables."""

    def __init__(self) -> None:
        from tensorflow.tsl.profiler.protobuf import xplane_pb2

        self.message = xplane_pb2.XSpace()

    def plane(self, name: str) -> Any:
        return self.message.planes.add(name=name, id=len(self.message.planes))

    def line(self, plane: Any, name: str) -> Any:
        return plane.lines.add(id=len(plane.lines), name=name, timestamp_ns=1_000_000)

    def event(
        self, plane: Any, line: Any, name: str, start_ns: int, ns: int, *, shared: bool = False,
        **stats: str,
    ) -> None:  # fmt: skip
        event = line.events.add(
            metadata_id=self._number(plane.event_metadata, name),
            offset_ps=start_ns * 1000,
            duration_ps=ns * 1000,
        )
        for key, value in stats.items():
            stat = event.stats.add(metadata_id=self._number(plane.stat_metadata, key))
            if shared:
                stat.ref_value = self._number(plane.stat_metadata, value)
            else:
                stat.str_value = value

    def _number(self, table: Any, name: str) -> int:
        for number, entry in table.items():
            if entry.name == name:
                return int(number)
        number = len(table) + 1
        table[number].id, table[number].name = number, name
        return number

    def write(self, name: str) -> None:
        (FOLDER / name).write_bytes(self.message.SerializeToString(deterministic=True))


def jax_space() -> Space:
    """A jitted layernorm: two fusions and a product by cuBLAS; the host's events of the same
    instructions are their launches, and the line of modules repeats what the stream tells."""
    space = Space()
    host, gpu = space.plane("/host:CPU"), space.plane("/device:GPU:0")
    python = space.line(host, "python")
    stream, modules = space.line(gpu, "Stream #13(Compute)"), space.line(gpu, "XLA Modules")
    for call in range(CALLS):
        at = 100_000 * call
        for index, (op, name, ns) in enumerate(
            (
                ("loop_reduce_fusion", "loop_reduce_fusion", 9_000),
                ("cublas-gemm.1", "sm90_xmma_gemm_f32f32_tf32f32_f32_tn_n_tilesize128x128", 20_000),
                ("loop_multiply_fusion", "loop_multiply_fusion", 4_000 + 1_000 * call),
            )
        ):
            start = at + 30_000 * index
            told = {"hlo_op": op, "hlo_module": "jit_layernorm"}
            space.event(host, python, f"Thunk:{op}", start, 500, **told)
            space.event(gpu, stream, name, start + 1_000, ns, shared=True, **told)
        space.event(gpu, stream, "MemcpyD2D", at + 95_000, 1_000)
        space.event(gpu, modules, "jit_layernorm", at, 95_000, hlo_module="jit_layernorm")
    return space


def tensorflow_space() -> Space:
    """A graph of two nodes on TensorFlow's own kernels: told by the node that launched them."""
    space = Space()
    host, gpu = space.plane("/host:CPU"), space.plane("/device:GPU:0")
    executor = space.line(host, "tf_Compute/1")
    stream = space.line(gpu, "Stream #20(Compute,MemcpyD2D)")
    gelu = "Gelu_GPU_DT_FLOAT_DT_FLOAT_kernel"
    for call in range(CALLS):
        at = 100_000 * call
        space.event(host, executor, "mlp/MatMul:MatMul", at, 900)
        space.event(host, executor, "mlp/Gelu:Gelu", at + 1_000, 700)
        product = "ampere_sgemm_128x64_tn"
        node = {"kernel_annotation": "mlp/MatMul:MatMul"}
        space.event(gpu, stream, product, at + 5_000, 15_000, shared=True, **node)
        space.event(gpu, stream, gelu, at + 25_000, 3_000, tf_op="mlp/Gelu:Gelu")
    return space


def tpu_space() -> Space:
    """A TPU has no streams: its line of operations names instructions as HLO writes them."""
    space = Space()
    tpu = space.plane("/device:TPU:0")
    ops, steps = space.line(tpu, "XLA Ops"), space.line(tpu, "Steps")
    for call in range(CALLS):
        at = 50_000 * call
        space.event(tpu, steps, str(call), at, 40_000)
        text = "%fusion.1 = f32[1024,1024]{1,0:T(8,128)} fusion(%p0), kind=kLoop"
        space.event(tpu, ops, text, at, 30_000)
        space.event(tpu, ops, "%copy.2 = f32[8]{0} copy(%fusion.1)", at + 30_000, 10_000)
    return space


def main() -> None:
    FOLDER.mkdir(exist_ok=True)
    trace = json.dumps(torch_trace(), indent=1)
    (FOLDER / "torch-cuda.trace.json").write_text(trace + "\n", encoding="utf-8")
    jax_space().write("jax-cuda.xplane.pb")
    tensorflow_space().write("tensorflow-cuda.xplane.pb")
    tpu_space().write("jax-tpu.xplane.pb")


if __name__ == "__main__":
    main()

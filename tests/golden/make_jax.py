"""Make the JAX golden files again: ``python tests/golden/make_jax.py cpu`` (``h100``, ``v5e``).

``h100`` needs ``jax-cuda13-pjrt`` of jaxlib's version and ``nvidia-cuda-nvcc``, ``v5e`` needs
``libtpu``; nothing runs.
"""

from __future__ import annotations

import re
import sys
import tempfile
from pathlib import Path

HERE = Path(__file__).parent
sys.path.insert(0, str(HERE / "sources"))

H100 = """gpu_device_info {
  threads_per_block_limit: 1024 threads_per_warp: 32
  shared_memory_per_block: 49152 shared_memory_per_core: 233472
  shared_memory_per_block_optin: 232448
  threads_per_core_limit: 2048 core_count: 132 fpus_per_core: 128
  block_dim_limit_x: 2147483647 block_dim_limit_y: 65535 block_dim_limit_z: 65535
  memory_bandwidth: 3352320000000 l2_cache_size: 52428800 clock_rate_ghz: 1.98
  device_memory_size: 84942979072
  cuda_compute_capability { major: 9 feature_extension: ACCELERATED_FEATURES }
  registers_per_core_limit: 65536 registers_per_block_limit: 65536
}
platform_name: "CUDA"
dnn_version_info { major: 9 minor: 10 patch: 0 }
runtime_version { major: 13 minor: 0 patch: 0 }
device_description_str: "NVIDIA H100 80GB HBM3"
"""  # public data-sheet values

KEEP_CODE = {"layernorm-forward", "gelu-forward"}
"""Whose LLVM IR, assembly and PTX are kept; they are long."""


def anonymous(text: str) -> str:
    """Without the folders of the machine that compiled: only file names are link keys."""
    text = re.sub(r'"(?:/[^/"\s]+)+/([^/"\s]+\.py)', r'"\1', text)
    return re.sub(r"(?<=# )(?:/[^/\s:]+)+/([^/\s:]+\.py)", r"\1", text)


def write(folder: Path, stages: dict[str, str]) -> None:
    folder.mkdir(parents=True, exist_ok=True)
    for name, text in stages.items():
        (folder / name).write_text(anonymous(text), encoding="utf-8")


def dumped(folder: str, pattern: str) -> str:
    return "\n".join(path.read_text() for path in sorted(Path(folder).glob(pattern)))


def assembly(folder: str) -> str:
    import subprocess

    command = ["objdump", "-d", "--no-show-raw-insn", "-M", "intel"]
    return "\n".join(
        subprocess.run([*command, str(path)], capture_output=True, text=True, check=True).stdout
        for path in sorted(Path(folder).glob("*.o"))
    ).replace(folder, "")


def differentiated(function: object) -> object:
    import jax

    def backward(cotangent: object, *arguments: object) -> object:
        output, pull = jax.vjp(function, *arguments)
        return output, *pull(cotangent)

    return backward


def main(target: str, only: list[str]) -> None:
    import os

    os.environ["JAX_PLATFORMS"] = "cpu"
    os.environ.update(TPU_SKIP_MDS_QUERY="1", TPU_WORKER_HOSTNAMES="localhost")
    os.environ.update(TPU_ACCELERATOR_TYPE="v5litepod-1")
    import jax
    import jax.numpy as jnp
    import jax_ops

    sharding = None
    if target != "cpu":
        from jax.experimental import topologies
        from jax.sharding import SingleDeviceSharding

        wanted = {"platform": "cuda", "topology_name": "", "target_config": H100}
        if target == "v5e":
            wanted = {"platform": "tpu", "topology_name": "v5e:1x1"}
            wanted["chips_per_host_bounds"] = (1, 1, 1)
        else:
            wanted["topology"] = "1x1x1"
        topology = topologies.get_topology_desc(**wanted)
        sharding = SingleDeviceSharding(topology.devices[0])

    def tensor(*shape: int) -> object:
        return jax.ShapeDtypeStruct(shape, jnp.float32, sharding=sharding)

    for name, (function, arguments, directions) in jax_ops.cases(tensor).items():
        for direction in directions:
            key = f"{name}-{direction}"
            if only and key not in only:
                continue
            call, args = function, arguments
            if direction == "backward":
                call = differentiated(function)
                args = (
                    jax.tree.map(lambda t: tensor(*t.shape), jax.eval_shape(function, *args)),
                    *args,
                )
            traced = jax.jit(call).trace(*args)
            lowered = traced.lower()
            dump = tempfile.mkdtemp()
            options = {"xla_dump_to": dump, "xla_dump_hlo_as_text": True}
            executable = lowered.compile(compiler_options=options)
            stages = {
                "jaxpr.jaxpr": traced.jaxpr.pretty_print(source_info=True),
                "stablehlo.mlir": lowered.as_text(debug_info=True),
                "hlo.hlo": dumped(dump, "*.before_optimizations.txt"),
                "hlo-optimized.hlo": executable.as_text(),
            }
            if target == "v5e":
                write(HERE / f"jax-{target}" / key, {"hlo-optimized.hlo": executable.as_text()})
                continue
            if key in KEEP_CODE:
                stages["llvm-ir-optimized.ll"] = dumped(dump, "*ir-with-opt.ll")
                if target == "cpu":
                    stages["asm.s"] = assembly(dump)
                else:
                    stages["ptx.ptx"] = dumped(dump, "*.ptx")
            if direction == "backward" or name not in ("layernorm", "gelu"):
                stages.pop("jaxpr.jaxpr")
                stages.pop("stablehlo.mlir")
                stages.pop("hlo.hlo")
            write(HERE / f"jax-{target}" / key, stages)


if __name__ == "__main__":
    main(sys.argv[1], sys.argv[2:])

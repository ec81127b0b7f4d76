"""XLA for an NVIDIA GPU that is not there: jaxlib's compiler with the target described in text.

``jax.experimental.topologies`` takes a description of the GPU (XLA's GpuTargetConfigProto), so
nothing is patched. XLA would time its candidates for matrix products and convolutions; without a
device it takes the first one, which for a product is a tile that no GPU would choose. So a program
with a product is compiled three ways, each labelled: ``untuned`` (the default), ``triton-tile`` (a
sensible tile, chosen by opscope) and ``cublaslt`` (the library's).
"""

from __future__ import annotations

import tempfile
from collections.abc import Callable, Iterator, Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass, field, replace
from functools import partial
from importlib.util import find_spec
from pathlib import Path
from typing import Any

from opscope.compilers._deviceless import cuda_tools, riegeli
from opscope.compilers._deviceless.notes import note, versions, wanted
from opscope.compilers._deviceless.xla_dump import DumpFolder, triton_gpu_ir
from opscope.compilers._deviceless.xla_dump import options as dump_options
from opscope.devices import Device
from opscope.errors import NotAvailableError, StageError
from opscope.nouns import Unsupported
from opscope.records import Artifact

STAGES = (
    "hlo",
    "hlo-passes",
    "hlo-optimized",
    "hlo-dot",
    "buffer-assignment",
    "thunks",
    "ttir",
    "ttgir",
    "llvm-ir",
    "llvm-ir-optimized",
    "ptx",
    "cubin",
    "sass",
    "ptxas-info",
)
PLUGINS = ("jax_plugins.xla_cuda13", "jax_plugins.xla_cuda12")
INSTALL = 'pip install "opscope[xla-cuda]"'
TOOLS_AT_A_TIME = 2
CUBIN_MACHINE = 190  # EM_CUDA

UNTUNED = (
    "XLA could not time its candidates: the tile of a matrix product is its first, not its best"
)
CHOSEN_TILE = "the tile of every matrix product was chosen by opscope, not by timing"
LIBRARY = "matrix products are left to cuBLASLt, as where XLA's timing prefers it"
SAME = "the same as without this variant"
_Compile = Callable[[Mapping[str, Any]], Any]
"""Compiles the program with these XLA options; gives jaxlib's executable."""


@dataclass(frozen=True)
class _Variant:
    name: str
    remark: str
    options: Mapping[str, Any]


def topology_device(device: Device) -> Any:
    """jax's device for ``device``.

    Raises Unsupported for an AMD GPU and NotAvailableError where the plugin is missing.
    """
    if device.platform != "cuda":
        raise Unsupported(f"opscope cannot compile with XLA for {device.title} without having one")
    if not any(_found(plugin) for plugin in PLUGINS):
        raise NotAvailableError(f"jax's CUDA plugin is not installed: {INSTALL}")
    from jax.experimental import topologies

    topology = topologies.get_topology_desc(
        platform="cuda",
        topology_name="",
        target_config=target_config(device),
        topology="1x1x1",
    )
    return topology.devices[0]


def _found(module: str) -> bool:
    try:
        return find_spec(module) is not None
    except ModuleNotFoundError:
        return False


def target_config(device: Device) -> str:
    """XLA's GpuTargetConfigProto in text format.

    The versions of the driver and of cuDNN decide which library calls XLA considers: CUDA 13.0 and
    cuDNN 9.10, as an installation of this year has them.
    """
    reported = device.reported
    major, minor = device.compute_capability
    extension = " feature_extension: ACCELERATED_FEATURES" if major >= 9 else ""
    bandwidth = device.peak("memory_bandwidth")
    assert bandwidth is not None, "every device in the table has one"
    return f"""gpu_device_info {{
  threads_per_block_limit: {reported("threads_per_block")}
  threads_per_warp: {reported("warp_size")}
  shared_memory_per_block: {reported("default_shared_memory_per_block_bytes")}
  shared_memory_per_core: {reported("shared_memory_per_core_bytes")}
  shared_memory_per_block_optin: {reported("shared_memory_per_block_bytes")}
  threads_per_core_limit: {reported("threads_per_core")}
  core_count: {reported("cores")}
  fpus_per_core: {reported("fp32_units_per_core")}
  block_dim_limit_x: 2147483647
  block_dim_limit_y: 65535
  block_dim_limit_z: 65535
  memory_bandwidth: {int(bandwidth)}
  l2_cache_size: {reported("l2_cache_bytes")}
  clock_rate_ghz: {reported("boost_clock_mhz") / 1000}
  device_memory_size: {reported("memory_bytes")}
  cuda_compute_capability {{ major: {major} minor: {minor}{extension} }}
  registers_per_core_limit: {reported("registers_per_core")}
  registers_per_block_limit: {reported("registers_per_block")}
}}
platform_name: "CUDA"
dnn_version_info {{ major: 9 minor: 10 }}
runtime_version {{ major: 13 }}
device_description_str: "{device.title}"
"""


def artifacts(
    compile_with: _Compile, device: Device, stages: Sequence[str], tool: str, remark: str = ""
) -> Iterator[Artifact]:
    """What XLA makes of one program: once, or in every variant if it has a matrix product.

    ``compile_with(options)`` compiles it; ``remark`` is added to every note. Raises StageError with
    XLA's message, after the passes that it did run.
    """
    used = versions("jax", "jaxlib", "jax-cuda13-plugin", "jax-cuda12-plugin", "tensorflow")
    run = _Run(compile_with, device, stages, tool, used, remark)
    untuned = _Variant("", UNTUNED, {})
    made, failure = _until_failure(run.variant(untuned))
    text = "".join(a.text or "" for a in made if a.stage == "hlo-optimized")
    product = "gemm" in text or "__cublas" in text
    for artifact in made:
        yield artifact if product else replace(artifact, note=_without(artifact.note, UNTUNED))
    if failure is not None:
        raise failure
    if not product:
        return
    for variant in _product_variants(text):
        yield from run.variant(variant)


def _until_failure(made: Iterator[Artifact]) -> tuple[list[Artifact], StageError | None]:
    found: list[Artifact] = []
    try:
        for artifact in made:
            found.append(artifact)
    except StageError as error:
        return found, error
    return found, None


def _without(text: str, remark: str) -> str:
    return text.replace(f"; {remark}", "")


def _product_variants(hlo: str) -> tuple[_Variant, ...]:
    # The same bytes for either width: what fits in 99 KiB of shared memory, three stages deep.
    depth = 64 if "bf16[" in hlo or "f16[" in hlo else 32
    tile = f"block_m:128 block_n:128 block_k:{depth} num_stages:3 num_warps:8 num_ctas:1"
    return (
        _Variant("triton-tile", CHOSEN_TILE, {"xla_gpu_override_gemm_autotuner": tile}),
        _Variant("cublaslt", LIBRARY, {"xla_gpu_enable_triton_gemm": False}),
    )


@dataclass(frozen=True)
class _Run:
    compile_with: _Compile
    device: Device
    stages: Sequence[str]
    tool: str
    used: dict[str, str]
    remark: str
    shown: set[tuple[str, str | bytes]] = field(default_factory=set)

    def variant(self, variant: _Variant) -> Iterator[Artifact]:
        """The artifacts of one compilation; what failed comes as one absent artifact per stage."""
        remarks = [remark for remark in (self.remark, variant.remark) if remark]
        text = note(self.device, self.used, *remarks)
        with tempfile.TemporaryDirectory(prefix="opscope-xla-") as name:
            prefix = f"{variant.name}/" if variant.name else ""
            folder = DumpFolder(Path(name), self.tool, text, prefix)
            executable, failure = self._compile(folder, variant.options)
            seen = set()
            for artifact in self._collect(folder, executable, variant.options):
                # Whether there is a product is read from the optimized HLO, asked for or not.
                if wanted(self.stages, artifact.stage) or artifact.stage == "hlo-optimized":
                    seen.add(artifact.stage)
                    if self._is_new(artifact):
                        yield artifact
            missing = [s for s in STAGES if s not in seen and (s != "ttgir" or s in self.stages)]
            if failure and not variant.name:
                raise StageError(missing[0] if missing else STAGES[-1], failure)
            for stage in missing:
                if wanted(self.stages, stage):
                    repeated = variant.name and "ptx" in seen
                    reason = failure or (SAME if repeated else _why_absent(stage))
                    yield Artifact(stage=stage, absent=reason, part=variant.name, note=text)

    def _is_new(self, artifact: Artifact) -> bool:
        """Whether no earlier variant gave the same: most kernels do not depend on the tile."""
        content = (artifact.stage, artifact.text or artifact.data or b"")
        new = content not in self.shown
        self.shown.add(content)
        return new

    def _compile(self, folder: DumpFolder, options: Mapping[str, Any]) -> tuple[Any, str]:
        dumping = dump_options(str(folder.path), self.stages)
        if wanted(self.stages, "ttir"):
            dumping["xla_dump_emitter_re"] = "triton-fusion"
        try:
            return self.compile_with({**dumping, **options}), ""
        except Exception as error:  # shown in place of the stages it kept from being made
            return None, f"{type(error).__name__}: {error}"

    def _collect(
        self, folder: DumpFolder, executable: Any, options: Mapping[str, Any]
    ) -> Iterator[Artifact]:
        yield from folder.one("hlo", "*.before_optimizations.txt")
        if wanted(self.stages, "hlo-passes"):
            yield from folder.passes()
        yield from folder.one("hlo-optimized", "*gpu_after_optimizations.txt")
        yield from folder.one("hlo-dot", "*gpu_after_optimizations.dot")
        yield from folder.one("buffer-assignment", "*after_optimizations-buffer-assignment.txt")
        yield from folder.one("thunks", "*.thunk_sequence.txt")
        yield from folder.fusions("ttir", ".ttir.txt")
        if "ttgir" in self.stages and executable is not None:
            yield from self._triton_gpu_ir(folder, options)
        yield from folder.kernels("llvm-ir", "*.ir-no-opt.ll")
        yield from folder.kernels("llvm-ir-optimized", "*.ir-with-opt.ll")
        ptx = list(folder.kernels("ptx", "*.ptx"))
        new = [artifact for artifact in ptx if ("ptx", artifact.text) not in self.shown]
        yield from ptx
        if wanted(self.stages, "cubin", "sass") and executable is not None:
            yield from self._machine_code(folder, executable, new)
        if wanted(self.stages, "ptxas-info"):
            with ThreadPoolExecutor(TOOLS_AT_A_TIME) as pool:
                yield from pool.map(_usage, new)

    def _triton_gpu_ir(self, folder: DumpFolder, options: Mapping[str, Any]) -> Iterator[Artifact]:
        """Triton GPU IR of the fusions that XLA gives to Triton.

        Compiled once more, and last in a process that ends with it: XLA keeps the option for all
        later compilations, and its log of every pass takes seconds to write.
        """
        with tempfile.TemporaryDirectory(prefix="opscope-xla-") as name:
            self.compile_with(
                {"xla_dump_to": name, "xla_dump_emitter_re": "triton-to-llvm", **options}
            )
            for path in sorted(Path(name).glob("*.triton-to-llvm.txt")):
                kernel = path.name.removesuffix(".triton-to-llvm.txt").split(".", 1)[-1]
                if text := triton_gpu_ir(path.read_text(errors="replace")):
                    yield folder.artifact("ttgir", text, kernel)

    def _machine_code(
        self, folder: DumpFolder, executable: Any, ptx: Sequence[Artifact]
    ) -> Iterator[Artifact]:
        """The cubins in the serialized executable, or what ptxas makes of the PTX."""
        try:
            blob = executable.serialize()
            cubins = [
                cubin
                for values in riegeli.chunks(blob)
                for cubin in riegeli.elf_images(values, CUBIN_MACHINE)
            ]
        except ValueError:
            cubins = []
        try:
            named = {"+".join(cuda_tools.kernel_names(c)[:3]): c for c in cubins}
            parts = [artifact.part.removeprefix(folder.prefix) for artifact in ptx]
            if any(part not in named for part in parts):
                yield from _derived(ptx)
                return
            wanted_cubins = [named[part] for part in parts]
            for part, cubin in zip(parts, wanted_cubins, strict=True):
                yield folder.binary("cubin", cubin, part)
            disassembler = cuda_tools.version(cuda_tools.find("nvdisasm"))
            with ThreadPoolExecutor(TOOLS_AT_A_TIME) as pool:
                texts = pool.map(cuda_tools.disassemble, wanted_cubins)
                for part, text in zip(parts, texts, strict=True):
                    yield replace(folder.artifact("sass", text, part), tool=disassembler)
        except NotAvailableError as error:
            yield Artifact(stage="sass", absent=str(error), part=folder.prefix.rstrip("/"))


def _derived(ptx: Sequence[Artifact]) -> Iterator[Artifact]:
    """SASS that ptxas makes of the dumped PTX: likely the same, but not taken from XLA."""
    for artifact in ptx:
        text = artifact.text or ""
        ptxas = cuda_tools.ptxas_of_xla(cuda_tools.ptx_arch(text))
        cubin, _ = cuda_tools.assemble(text, ptxas)
        tools = [ptxas, cuda_tools.find("nvdisasm")]
        tool = " and ".join(cuda_tools.version(tool) for tool in tools)
        made = partial(Artifact, part=artifact.part, note=artifact.note, exact=False, tool=tool)
        yield made(stage="cubin", data=cubin)
        yield made(stage="sass", text=cuda_tools.disassemble(cubin))


def _usage(ptx: Artifact) -> Artifact:
    made = partial(Artifact, stage="ptxas-info", part=ptx.part, note=ptx.note)
    text = ptx.text or ""
    try:
        ptxas = cuda_tools.ptxas_of_xla(cuda_tools.ptx_arch(text))
        told, tool = cuda_tools.assemble(text, ptxas)[1], cuda_tools.version(ptxas)
    except NotAvailableError as error:
        return made(absent=str(error))
    return made(text=told, tool=tool, exact=False)


def _why_absent(stage: str) -> str:
    if stage in ("ttir", "ttgir"):
        return "XLA gave no fusion to Triton"
    if stage in ("ptx", "cubin", "sass", "ptxas-info", "llvm-ir", "llvm-ir-optimized"):
        return "XLA generated no kernel: everything is library calls"
    return "XLA wrote no such file"

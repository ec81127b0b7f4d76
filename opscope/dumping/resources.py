"""What a kernel would need on a device, and the least time it could take there. All modelled.

Nothing here is measured: occupancy follows from the registers, shared memory and threads that the
compiler's output states, and the bound from the bytes and FLOPs counted in its IR, divided by the
datasheet rates of the device. A real kernel is slower than its bound; it cannot be faster.
"""

from __future__ import annotations

import math
import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace

from opscope.devices import Device
from opscope.facts import HasParsers, kernels_of, parse
from opscope.records import Artifact, Kernel

# NVIDIA's occupancy calculator (cuda_occupancy.h), for compute capability 8.0 and later.
_REGISTER_UNIT = 256  # registers are given to a warp in such portions
_WARP_UNIT = 4  # warps share the register file's four parts
_SHARED_UNIT_BYTES = 128
# AMD's CDNA ISA guides: four SIMDs a compute unit, vector registers in portions of eight.
_SIMDS = 4
_VGPR_UNIT = 8

OPERATORS_OWN = "bytes and FLOPs are the operator's: the only kernel does all of it"

VARIANTS = ("triton-tile", "cublaslt")
"""Parts under these names are other compilations of the same program (see the XLA compilers)."""


@dataclass(frozen=True, kw_only=True)
class Occupancy:
    """Blocks that fit on one multiprocessor at once, and what keeps another one out.

    ``limit`` is ``registers``, ``shared memory``, ``threads`` or ``blocks``; ``fraction`` the share
    of the resident threads that the device allows.
    """

    blocks: int
    fraction: float
    limit: str


@dataclass(frozen=True, kw_only=True)
class Modelled:
    """A kernel with its modelled needs and bound. None: the compiler's output does not tell.

    ``bound_by`` is ``memory`` or ``arithmetic``; ``rate`` names the datasheet rate of the latter.
    """

    kernel: Kernel
    threads_per_block: int | None = None
    blocks: int | None = None
    occupancy: Occupancy | None = None
    tensor_core: bool | None = None
    bound_ns: float | None = None
    bound_by: str = ""
    rate: str = ""


def occupancy(
    device: Device, *, registers: int, shared_bytes: int, threads_per_block: int
) -> Occupancy:
    """Of a kernel with so many registers a thread and bytes of shared memory a block."""
    if device.platform == "rocm":
        return _occupancy_amd(device, registers, shared_bytes, threads_per_block)
    warp = device.reported("warp_size")
    warps = math.ceil(threads_per_block / warp)
    per_warp = _rounded_up(max(registers, 1) * warp, _REGISTER_UNIT)
    warps_by_registers = device.hardware("registers_per_core") // per_warp
    warps_by_registers -= warps_by_registers % _WARP_UNIT
    reserved = device.reported("reserved_shared_memory_per_block_bytes")
    shared = _rounded_up(shared_bytes + reserved, _SHARED_UNIT_BYTES)
    fits = {
        "threads": device.hardware("threads_per_core") // (warps * warp),
        "blocks": device.reported("blocks_per_core"),
        "registers": warps_by_registers // warps,
        "shared memory": device.hardware("shared_memory_per_core_bytes") // shared,
    }
    return _least(fits, warps * warp, device.hardware("threads_per_core"))


def _occupancy_amd(
    device: Device, registers: int, shared_bytes: int, threads_per_block: int
) -> Occupancy:
    """``registers`` are vector registers, accumulation registers included."""
    waves = math.ceil(threads_per_block / device.reported("warp_size"))
    lanes = device.hardware("registers_per_lane")
    by_registers = lanes // _rounded_up(max(registers, 1), _VGPR_UNIT)
    most = device.hardware("waves_per_simd")
    shared = device.hardware("shared_memory_per_core_bytes")
    fits = {
        "threads": most * _SIMDS // waves,
        "registers": by_registers * _SIMDS // waves,
        "shared memory": shared // shared_bytes if shared_bytes else most * _SIMDS,
    }
    return _least(fits, waves, most * _SIMDS)


def _least(fits: dict[str, int], size: int, most: int) -> Occupancy:
    limit = min(fits, key=lambda name: fits[name])  # the first of equals: no need could lift it
    return Occupancy(blocks=fits[limit], fraction=fits[limit] * size / most, limit=limit)


def _rounded_up(value: int, unit: int) -> int:
    return math.ceil(value / unit) * unit


def bound(
    device: Device, *, bytes_moved: int | None, flops: int | None, rate: str
) -> tuple[float, str] | None:
    """(nanoseconds, ``memory`` or ``arithmetic``) that the work cannot be done faster than.

    ``rate`` is the name of a datasheet peak. None where neither part is known.
    """
    bandwidth, peak = device.peak("memory_bandwidth"), device.peak(rate)
    parts = {}
    if bytes_moved is not None and bandwidth:
        parts["memory"] = bytes_moved / bandwidth * 1e9
    if flops is not None and peak:
        parts["arithmetic"] = flops / peak * 1e9
    if not parts:
        return None
    slower = max(parts, key=lambda name: parts[name])
    return parts[slower], slower


def rate_for(device: Device, dtype: str, *, tensor_core: bool) -> str:
    """The fastest datasheet rate that arithmetic of a kernel for ``dtype`` can have."""
    if device.platform == "tpu":
        return "int8" if dtype == "int8" else "bf16"
    if dtype == "float64":
        return "fp64_tensor" if tensor_core and device.peak("fp64_tensor") else "fp64"
    if not tensor_core:
        return "fp32"
    names = {"float32": "tf32", "bfloat16": "bf16", "float16": "fp16", "int8": "int8"}
    name = names.get(dtype, "fp32")
    return name if device.peak(name) else "fp32"


_TELL_RESOURCES = ("ptxas-info", "amdgcn")
_MACHINE_CODE = ("sass", "ptx", "amdgcn")


@dataclass(frozen=True)
class _Told:
    """What the texts say about one kernel besides what parsers read."""

    threads: int | None = None
    blocks: int | None = None
    shared_bytes: int = 0
    """On top of what the parsers of the assembler's output tell."""


# 001: kCustomKernel [...] fusion_5 grid: [512, 1, 1] threads: [128, 1, 1]  shared_memory: 0 bytes
_THUNK = re.compile(
    r"\] (?P<name>\S+) grid: \[(?P<grid>[\d, ]+)\] threads: \[(?P<threads>[\d, ]+)\]"
    r"\s+shared_memory: (?P<shared>\d+) bytes"
)
# launch: 32 bytes dynamic shared memory, 8 warps, grid 64x1x1
_LAUNCH = re.compile(
    r"^launch: (?P<shared>\d+) bytes dynamic shared memory, (?P<warps>\d+) warps"
    r"(?:, grid (?P<grid>[\dx]+))?$",
    re.MULTILINE,
)


def _launches(artifacts: Sequence[Artifact], device: Device) -> dict[str, _Told]:
    """Kernel name to launch dimensions; a configuration's name is that of its artifacts' part."""
    found: dict[str, _Told] = {}
    for artifact in artifacts:
        text = artifact.text or ""
        if artifact.stage == "thunks":
            for thunk in _THUNK.finditer(text):
                found[thunk["name"]] = _Told(
                    threads=_product(thunk["threads"], ","),
                    blocks=_product(thunk["grid"], ","),
                    shared_bytes=int(thunk["shared"]),
                )
        elif artifact.stage == "ptxas-info" and (launch := _LAUNCH.search(text)) is not None:
            found[artifact.part] = _Told(
                threads=int(launch["warps"]) * device.reported("warp_size"),
                blocks=_product(launch["grid"], "x") if launch["grid"] else None,
                shared_bytes=int(launch["shared"]) if device.platform == "rocm" else 0,
            )
    return found


def _product(numbers: str, separator: str) -> int:
    return math.prod(int(number) for number in numbers.split(separator))


def model(
    artifacts: Sequence[Artifact],
    device: Device,
    dtype: str,
    registry: HasParsers,
    whole: tuple[int, int] | None = None,
) -> list[Modelled] | str:
    """Every kernel of a compilation for ``device``, or the reason why its kernels are not known.

    ``whole`` are the least bytes and the FLOPs of the operator: those of a kernel that does all of
    it, where its own text does not tell them.
    """
    first = [a for a in artifacts if a.part.partition("/")[0] not in VARIANTS]
    kernels = kernels_of(first, registry)
    if isinstance(kernels, str):
        return kernels
    launches = _launches(first, device)
    on_tensor_cores = _tensor_core_functions(first, registry)
    if any(kernel.stage in _MACHINE_CODE for kernel in kernels):  # a text for each configuration
        kernels = tuple({kernel.name: kernel for kernel in kernels}.values())
    if whole is not None and len(kernels) == 1 and kernels[0].bytes is kernels[0].flops is None:
        notes = (*kernels[0].notes, OPERATORS_OWN)
        kernels = (replace(kernels[0], bytes=whole[0], flops=whole[1], notes=notes),)
    kernels = tuple(each for kernel in kernels for each in _configurations(kernel, first, registry))
    found = []
    for kernel in kernels:
        names = (kernel.name, kernel.name.replace(".", "_"))  # of XLA's fusion and of its function
        told = next((launches[name] for name in names if name in launches), _Told())
        unit = next((on_tensor_cores[name] for name in names if name in on_tensor_cores), None)
        found.append(_modelled(kernel, device, dtype, told, unit))
    return found


def _configurations(
    kernel: Kernel, artifacts: Sequence[Artifact], registry: HasParsers
) -> Iterator[Kernel]:
    """A kernel that would be tuned once for each candidate, ``kernel[BLOCK=128,warps=4]``."""
    own = f"{kernel.name}["
    parts = dict.fromkeys(a.part for a in artifacts if a.part.startswith(own))
    if not parts:
        yield kernel
    for part in parts:
        own_texts = [a for a in artifacts if a.part == part and a.stage in _TELL_RESOURCES]
        facts = [parse(artifact, registry) for artifact in own_texts]
        codes = [code for fact in facts if fact is not None for code in fact.code]
        yield replace(
            kernel,
            name=part,
            registers=next((c.registers for c in codes if c.registers is not None), None),
            spill_bytes=next((c.spill_bytes for c in codes if c.spill_bytes is not None), None),
            shared_bytes=next((c.shared_bytes for c in codes if c.shared_bytes is not None), None),
        )


def _tensor_core_functions(artifacts: Sequence[Artifact], registry: HasParsers) -> dict[str, bool]:
    """Function name to whether its machine code has tensor-core instructions."""
    found: dict[str, bool] = {}
    for artifact in artifacts:
        if artifact.stage in _MACHINE_CODE:
            facts = parse(artifact, registry)
            for code in facts.code if facts is not None else ():
                for name in (code.function, artifact.part):
                    found[name] = found.get(name, False) or code.tensor_core > 0
    return found


def _modelled(
    kernel: Kernel, device: Device, dtype: str, told: _Told, tensor_core: bool | None
) -> Modelled:
    # A library is free to use the fastest unit for the type; float32 stays float32 by default.
    fastest = tensor_core or (kernel.kind == "library" and dtype != "float32")
    rate = rate_for(device, dtype, tensor_core=bool(fastest))
    least = bound(device, bytes_moved=kernel.bytes, flops=kernel.flops, rate=rate)
    shared = (kernel.shared_bytes or 0) + told.shared_bytes
    fits = None
    if device.platform != "tpu" and kernel.registers and told.threads:
        fits = occupancy(
            device,
            registers=kernel.registers,
            shared_bytes=shared,
            threads_per_block=told.threads,
        )
    if kernel.registers is not None:
        kernel = replace(kernel, shared_bytes=shared)
    return Modelled(
        kernel=kernel,
        threads_per_block=told.threads,
        blocks=told.blocks,
        occupancy=fits,
        tensor_core=tensor_core,
        bound_ns=least[0] if least else None,
        bound_by=least[1] if least else "",
        rate=rate if least and least[1] == "arithmetic" else "",
    )

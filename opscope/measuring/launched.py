"""What ran, by a profiler: its events joined to the kernel list, and the device's own names.

A profiler's names tell who wrote a kernel: NVIDIA's and AMD's libraries have naming habits, and so
have Triton, XLA and PyTorch's own kernels.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from statistics import median
from typing import Any

from opscope.records import Kernel

STAGE = "device-profile"
"""The stage of a kernel that is known from running only."""

_COPY = re.compile(r"^(?:Memcpy|Memset|memcpy|memset)|^void at::native::.*(?:copy|fill)", re.I)
_GENERATED = re.compile(
    r"^triton_|^cpp_fused"  # Inductor
    r"|^(?:loop|input|wrapped|gemm|copy|transpose|reduce|concatenate|scatter|sort)_\w*fusion"  # XLA
    r"|^\w*_fusion(?:_\w+)?$|^wrapped_\w+$|^fusion(?:_\d+)?$"
)
_LIBRARIES = (
    (
        "cuDNN",
        re.compile(
            r"cudnn|implicit_convolve|_fprop_|_dgrad_|_wgrad_|convolve_common|winograd"
            r"|nchwToNhwc|nhwcToNchw",
            re.I,
        ),
    ),
    ("FlashAttention", re.compile(r"flash_(?:fwd|bwd)|pytorch_flash|flash::", re.I)),
    ("memory-efficient attention", re.compile(r"fmha_|AttentionKernel|attention_kernel_batched")),
    ("MIOpen", re.compile(r"miopen|^Sp3Asm|^naive_conv", re.I)),
    ("rocBLAS", re.compile(r"^Cijk_|rocblas|hipblas", re.I)),
    (
        "cuBLAS",
        re.compile(
            r"cublas|^nvjet_|xmma_gemm|gemm(?:k|_|\d|N|SN|$)|splitKreduce|gem[kv]\w*_kernel"
            r"|\bdot_kernel|reduce_1Block_kernel",
            re.I,
        ),
    ),
    ("CUTLASS", re.compile(r"cutlass", re.I)),
    ("CUB", re.compile(r"\bcub::|DeviceRadixSort|DeviceScan|DeviceReduce|DeviceSegmented")),
    ("ATen", re.compile(r"\bat::(?:native|cuda)")),
    ("TensorFlow", re.compile(r"\btensorflow::|\bEigen::|_GPU_DT_\w+_kernel$")),
)


def made_by(name: str) -> tuple[str, str]:
    """(kind, library) of a device's activity: ``library`` with the library's name, ``copy``,
    ``generated``, or ``other`` where the name tells nothing.

    >>> made_by("nvjet_sm90_tst_128x256_64x4_1x2_h_bz_coopA_TNT")
    ('library', 'cuBLAS')
    """
    if _GENERATED.match(name):
        return "generated", ""
    if _COPY.match(name):
        return "copy", ""
    for library, pattern in _LIBRARIES:
        if pattern.search(name):
            return "library", library
    return "other", ""


def described(device: Iterable[Mapping[str, Any]]) -> list[dict[str, Any]]:
    """The device's activities with who made them; ``launches`` and ``time_ns`` are per call."""
    rows = []
    for entry in device:
        kind, library = made_by(entry["name"])
        rows.append({**entry, "kind": kind, **({"library": library} if library else {})})
    return rows


def totals(rows: Sequence[Mapping[str, Any]]) -> dict[str, float]:
    """``kernel_ns``, the time per call in which the device ran something, ``kernels_launched`` and
    ``library_calls`` per call; copies count as time and not as kernels."""
    kernels = [row for row in rows if row["kind"] != "copy"]
    calls = [row["launches"] for row in kernels if row["kind"] == "library"]
    return {
        "kernel_ns": sum(row["time_ns"] for row in rows),
        "kernels_launched": sum(row["launches"] for row in kernels),
        "library_calls": float(sum(calls)),
    }


def as_kernels(rows: Sequence[Mapping[str, Any]]) -> tuple[Kernel, ...]:
    """A kernel list from nothing but what ran, for a compiler that leaves no other. Which source
    operations are in a kernel is then not known."""
    return tuple(
        Kernel(
            name=row["name"],
            kind=row["kind"],
            time_ns=row["time_ns"],
            launches=max(1, round(row["launches"])),
            stage=STAGE,
            notes=(f"of {row['library']}",) if row.get("library") else (),
        )
        for row in rows
    )


@dataclass(frozen=True, kw_only=True)
class Profiled:
    """``kernels`` carry ``time_ns`` for all their launches in one call, where events were found.

    ``unattributed`` is the share of ``traced_ns``, the wall of a profiled call, that is in no
    kernel of the list: dispatch, waiting, and work that the list does not know. A list that no
    stage tells is made of what the device ran.
    """

    kernels: tuple[Kernel, ...]
    unattributed: float
    traced_ns: float
    plain_ns: float
    calls: int
    device: tuple[Mapping[str, Any], ...] = ()
    """What a device ran, by its own names (:func:`described`)."""


def joined(
    kernels: Sequence[Kernel], answer: Mapping[str, Any], event_name: Callable[[str], str]
) -> Profiled:
    """Give each kernel the time of its events: the median over calls.

    Kernels that share an event name take its events in turn, if there are as many in each call as
    the kernels are launched; else all take an equal part, and say so.
    """
    calls = answer["calls"]
    sharing: dict[str, list[int]] = {}
    for index, kernel in enumerate(kernels):
        sharing.setdefault(event_name(kernel.name), []).append(index)
    timed = list(kernels)
    for name, indices in sharing.items():
        durations = answer["events"].get(name)
        if not durations:
            continue
        launches = sum(kernels[i].launches for i in indices)
        if len(durations) == launches * calls:
            _in_turn(timed, indices, durations, calls)
        else:
            each = sum(durations) / calls / launches
            for i in indices:
                note = f"{len(durations) / calls:g} events a call, {launches} launches known"
                time_ns = each * kernels[i].launches
                timed[i] = replace(kernels[i], time_ns=time_ns, notes=(*kernels[i].notes, note))
    device = tuple(described(answer.get("device", ())))
    timed = timed or list(as_kernels(device))
    attributed = sum(kernel.time_ns or 0.0 for kernel in timed)
    return Profiled(
        kernels=tuple(timed),
        unattributed=max(0.0, 1.0 - attributed / answer["traced_ns"]),
        traced_ns=answer["traced_ns"],
        plain_ns=answer["plain_ns"],
        calls=calls,
        device=device,
    )


def _in_turn(
    timed: list[Kernel], indices: Sequence[int], durations: Sequence[float], calls: int
) -> None:
    per_call = len(durations) // calls
    start = 0
    for i in indices:
        n = timed[i].launches
        sums = [
            sum(durations[call * per_call + start : call * per_call + start + n])
            for call in range(calls)
        ]
        timed[i] = replace(timed[i], time_ns=median(sums))
        start += n

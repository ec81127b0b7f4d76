"""The accelerators in this machine, as far as the parent may know: from device files and variables.

No framework is asked: what it can use, its worker tells. A worker sees one card only, the one its
target names, so that no framework opens a context on the others and every one calls it number 0.
"""

from __future__ import annotations

import os
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

from opscope.devices import DEVICES
from opscope.errors import UsageError

VISIBLE = {"cuda": "CUDA_VISIBLE_DEVICES", "rocm": "HIP_VISIBLE_DEVICES"}
"""The variable in which a vendor's runtime is told which cards a process may see."""


def has_nvidia(root: Path = Path("/"), environ: Mapping[str, str] = os.environ) -> bool:
    """Whether there is an NVIDIA GPU that this process may see."""
    return any(root.glob("dev/nvidia[0-9]*")) and visible("cuda", environ) != ()


def has_amd(root: Path = Path("/"), environ: Mapping[str, str] = os.environ) -> bool:
    """Whether the kernel's compute driver knows an AMD GPU that this process may see."""
    nodes = root.glob("sys/class/kfd/kfd/topology/nodes/*/gpu_id")
    there = any(_text(node) not in ("", "0") for node in nodes)
    return there and visible("rocm", environ) != ()


def default_target(root: Path = Path("/"), environ: Mapping[str, str] = os.environ) -> str:
    """What is measured if nobody says: a GPU if there is one. A TPU has to be asked for, because
    only JAX runs on it."""
    if has_nvidia(root, environ):
        return "cuda"
    return "rocm" if has_amd(root, environ) else "cpu"


def visible(platform: str, environ: Mapping[str, str] = os.environ) -> tuple[str, ...] | None:
    """The cards that the variable lists, by number or UUID; None where it is not set: all of them.

    As in CUDA, -1 and whatever follows it is no card.
    """
    listed = environ.get(VISIBLE[platform])
    if listed is None:
        return None
    names = [name.strip() for name in listed.split(",")]
    end = next((i for i, name in enumerate(names) if name in ("", "-1")), len(names))
    return tuple(names[:end])


def card(target: str, environ: Mapping[str, str] = os.environ) -> str:
    """The number or UUID of the card that ``cuda:1`` names: the second of those to be seen.

    Raises UsageError where fewer are.
    """
    platform, _, number = target.partition(":")
    index, names = int(number or 0), visible(platform, environ)
    if names is None:
        return str(index)
    if index >= len(names):
        what = f"{VISIBLE[platform]}={environ.get(VISIBLE[platform])}"
        raise UsageError(f"--target {target}: there is no such card under {what}")
    return names[index]


def environment(target: str, environ: Mapping[str, str] = os.environ) -> dict[str, str]:
    """The variables under which a process sees no card but the target's, and none if it compiles
    for a named device: that goes the same way on every machine."""
    if target in DEVICES:
        return dict.fromkeys(VISIBLE.values(), "-1")
    platform = target.partition(":")[0]
    if platform not in VISIBLE:
        return {}
    variables = {VISIBLE[platform]: card(target, environ)}
    if platform == "cuda" and visible("cuda", environ) is None:
        variables["CUDA_DEVICE_ORDER"] = "PCI_BUS_ID"  # the order in which the driver lists them
    return variables


def gpu_index(
    target: str, gpus: Sequence[Mapping[str, Any]], environ: Mapping[str, str] = os.environ
) -> int | None:
    """Which of the driver's ``gpus`` the target is; None for another platform or if it is none."""
    if target.partition(":")[0] != "cuda":
        return None
    name = card(target, environ)
    if name.isdecimal():
        return int(name) if int(name) < len(gpus) else None
    matches = [i for i, gpu in enumerate(gpus) if str(gpu.get("uuid", "")).startswith(name)]
    return matches[0] if len(matches) == 1 else None


def check_index(target: str) -> str:
    """``target`` if it names a platform or a numbered card of one; UsageError otherwise."""
    platform, colon, number = target.partition(":")
    if colon and platform not in VISIBLE:
        raise UsageError(f"--target {target}: only {' and '.join(VISIBLE)} cards have numbers")
    if colon and not number.isdecimal():
        raise UsageError(f"--target {target}: a card is a number, such as {platform}:1")
    if platform in VISIBLE:
        card(target)
    return target


def _text(path: Path) -> str:
    try:
        return path.read_text(encoding="ascii", errors="replace").strip()
    except OSError:
        return ""

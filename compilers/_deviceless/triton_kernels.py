"""Hand-written Triton kernels for a device that is not there.

The implementation's own function is called with CPU tensors under a driver that launches nothing
(:mod:`.triton_driver`): every kernel it would launch is compiled on Triton's ordinary path, with
the specialisation that these very arguments get. Nothing of Triton is patched.
"""

from __future__ import annotations

import inspect
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, replace
from typing import Any

from opscope.compiler import Job
from opscope.compilers._deviceless.notes import note, versions
from opscope.compilers._deviceless.triton_driver import Launch, absent_driver
from opscope.compilers._deviceless.triton_stages import TritonKernel, artifacts, from_files
from opscope.devices import Device
from opscope.errors import StageError
from opscope.nouns import Unsupported
from opscope.records import Artifact

NO_WINNER = "every configuration of an autotuned kernel is shown: none could be timed"


@dataclass(frozen=True)
class _Compilation:
    kernel: TritonKernel
    hash: str
    configuration: str


@contextmanager
def _listening(found: list[_Compilation]) -> Iterator[None]:
    """Append to ``found`` whatever Triton compiles meanwhile (``triton.knobs`` is public)."""
    from triton import knobs

    def listen(*, src: Any, metadata: Any, metadata_group: dict[str, str], **_: Any) -> None:
        source = inspect.getsource(src.fn.fn) if hasattr(src.fn, "fn") else ""
        kernel = from_files(metadata["name"], metadata_group, source)
        found.append(_Compilation(kernel, metadata["hash"], _configuration(src, metadata)))

    before = knobs.compilation.listener
    knobs.compilation.listener = listen
    try:
        yield
    finally:
        knobs.compilation.listener = before


def _configuration(source: Any, metadata: Any) -> str:
    """``BLOCK=128,warps=4,stages=3``: what tells compilations of one kernel apart."""
    names = source.fn.arg_names
    values = {names[path[0]]: value for path, value in source.constants.items()}
    blocks = [f"{name}={value}" for name, value in values.items() if isinstance(value, int)]
    return ",".join((*blocks, f"warps={metadata['num_warps']}", f"stages={metadata['num_stages']}"))


def _named(found: list[_Compilation], launches: list[Launch]) -> Iterator[TritonKernel]:
    names = [item.kernel.name for item in found]
    grids = {launch.hash: launch.grid for launch in launches}
    for item in found:
        alone = names.count(item.kernel.name) == 1
        part = item.kernel.name if alone else f"{item.kernel.name}[{item.configuration}]"
        yield replace(item.kernel, part=part, grid=grids.get(item.hash))


def dump(
    job: Job, device: Device, stages: Sequence[str], call: Callable[..., Any]
) -> Iterator[Artifact]:
    """Artifacts of every kernel that ``call``, a function of ``job.inputs``, launches.

    Raises StageError with the compiler's message, after what was compiled before.
    """
    if device.platform == "tpu":
        raise Unsupported(f"Triton has no backend for {device.title}")
    found: list[_Compilation] = []
    launches: list[Launch] = []
    failure = ""
    with absent_driver(device, launches.append), _listening(found):
        try:
            call(*job.inputs)
        except Unsupported:
            raise
        except Exception as error:  # a compiler's refusal is told after what it did compile
            failure = f"{type(error).__name__}: {error}"
    used = versions("triton", "torch")
    tool = f"triton {used.get('triton', '?')}"
    kernels = list(_named(found, launches))
    several = len({kernel.name for kernel in kernels}) < len(kernels)
    for kernel in kernels:
        remarks = [NO_WINNER] if several else []
        yield from artifacts(kernel, device, stages, tool, note(device, used, *remarks))
    if failure:
        raise StageError("ttir", failure)
    if not kernels:
        raise StageError("triton", "the implementation launched no Triton kernel")

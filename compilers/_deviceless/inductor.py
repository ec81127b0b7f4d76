"""torch.compile with Inductor for a GPU that is not there, with any build of PyTorch.

The operator is called on fake tensors (shapes without storage) whose device is "cuda", while
PyTorch believes that there is one (``patches/``). Dynamo, AOTAutograd and Inductor then run as they
would with a GPU; Triton compiles every candidate configuration of every kernel for the target; and
instead of running a compiled graph its operations are followed on fake tensors, so that a backward
pass is reached too.

Rejected: a CUDA build of PyTorch with a pretended driver (2 GB, and it still asks the driver);
AOTInductor with a target (it compiles for the device of this machine only).
"""

from __future__ import annotations

import copy
import re
from collections.abc import Iterator, Mapping, Sequence
from contextlib import ExitStack
from dataclasses import dataclass, field
from functools import partial
from types import CodeType, FunctionType
from typing import Any

from opscope.compiler import Job
from opscope.compilers import _inductor_capture as inductor_capture
from opscope.compilers._deviceless import patching, triton_stages
from opscope.compilers._deviceless.absent import Absent
from opscope.compilers._deviceless.guard import device_guard
from opscope.compilers._deviceless.notes import note, versions, wanted
from opscope.compilers._deviceless.triton_driver import absent_driver, gpu_target
from opscope.compilers._inductor_output import part_names
from opscope.compilers._inductor_stages import guards_of
from opscope.compilers._inductor_tagging import tagging
from opscope.compilers._torch import own_code
from opscope.devices import Device
from opscope.errors import NotAvailableError, StageError
from opscope.nouns import Unsupported
from opscope.records import Artifact

STAGES = ("guards", *inductor_capture.GRAPH_STAGES, *triton_stages.STAGES)

OPTIONS = {
    "force_disable_caches": True,
    "triton.autotune_at_compile_time": False,
    "triton.cudagraphs": False,
    "worker_start_method": "subprocess",
    # All of these decide by timing something on the device.
    "shape_padding": False,
    "benchmark_epilogue_fusion": False,
    "benchmark_combo_kernel": False,
    "benchmark_fusion": False,
}

TAGGED = "comments '@src:' were added: the FX node of each kernel line"
NOT_REPRODUCED = (
    "not reproduced: the winner of autotuning (every candidate configuration is shown)",
    "padding of matrix products (pad_mm times both ways on the device)",
    "the kernel of scaled_dot_product_attention (flash for half types without a mask,"
    " memory-efficient otherwise; a GPU build may take cuDNN's)",
)


_GUARD_MISSED = ("not linked with support for cuda devices", "flex_attention")
"""What the forward direction fails with if it does need a device guard."""


@dataclass
class Compiled:
    """What came of one job: the graphs, and the kernels with what refused to compile."""

    capture: inductor_capture.Capture
    kernels: list[triton_stages.TritonKernel] = field(default_factory=list)
    failures: dict[str, str] = field(default_factory=dict)
    guards: str = ""
    error: str = ""

    @property
    def told(self) -> str:
        """What the compiler refused to do, in its own words; empty if it did everything."""
        errors = [*(graph.error for graph in self.capture.graphs), self.error]
        return "; ".join(error for error in errors if error)


def check() -> None:
    """NotAvailableError naming every internal of PyTorch that is not where it was."""
    import torch

    if missing := patching.missing_symbols():
        raise NotAvailableError(
            f"torch {torch.__version__} has no {', '.join(missing)}, which compiling for a device"
            f" that is not here needs; supported: torch {', '.join(patching.SUPPORTED)}"
        )


def dump(job: Job, device: Device, stages: Sequence[str]) -> Iterator[Artifact]:
    """Every stage of ``job`` as Inductor and Triton compile it for ``device``.

    Raises StageError with the compiler's message, after what it did compile.
    """
    if device.platform == "tpu":
        raise Unsupported(f"Inductor has no backend for {device.title}")
    check()
    compiled = compile_for(job, device)
    used = versions("torch", "triton")
    torch_tool, triton_tool = f"torch {used['torch']}", f"triton {used.get('triton', '?')}"
    plain = note(device, used)
    seen = set()
    for artifact in _graph_artifacts(compiled, stages, torch_tool, plain):
        seen.add(artifact.stage)
        yield artifact
    for kernel in compiled.kernels:
        for artifact in triton_stages.artifacts(kernel, device, stages, triton_tool, plain):
            seen.add(artifact.stage)
            yield artifact
    for part, reason in compiled.failures.items():
        yield Artifact(stage="ttir", part=part, absent=reason, tool=triton_tool, note=plain)
    for stage in STAGES:
        if stage in stages and stage not in seen and not compiled.told:
            yield Artifact(stage=stage, absent=_why_absent(stage, compiled, device), note=plain)
    if compiled.told:
        missing = [stage for stage in STAGES if stage not in seen]
        raise StageError(missing[0] if missing else "output-code", compiled.told)


def _why_absent(stage: str, compiled: Compiled, device: Device) -> str:
    if stage in ("joint-graph", "backward-graph"):
        return "the forward direction has none"
    if stage in triton_stages.STAGES and not compiled.kernels:
        return "Inductor generated no Triton kernel: everything is library calls"
    return f"Triton has no such stage for {device.title}"


def _graph_artifacts(
    compiled: Compiled, stages: Sequence[str], tool: str, remark: str
) -> Iterator[Artifact]:
    capture = compiled.capture
    made = partial(Artifact, tool=tool, note=remark)
    if wanted(stages, "guards"):
        yield made(stage="guards", text=compiled.guards)
    for stage, texts in (("dynamo-graph", capture.dynamo), ("joint-graph", capture.joint)):
        if stage == "joint-graph" and not any(graph.backward for graph in capture.graphs):
            continue  # Inductor runs its joint passes over a forward graph as well
        for index, text in enumerate(texts):
            if wanted(stages, stage):
                yield made(stage=stage, text=text, part=f"graph-{index}" if len(texts) > 1 else "")
    parts = part_names([graph.texts.get("output-code", "") for graph in capture.graphs])
    for stage in inductor_capture.GRAPH_STAGES[2:]:
        for part, graph in zip(parts, capture.graphs, strict=True):
            if stage in graph.texts and wanted(stages, stage):
                told = (remark, *NOT_REPRODUCED, TAGGED) if stage == "output-code" else (remark,)
                text, whole = graph.texts[stage], "; ".join(told)
                yield Artifact(stage=stage, text=text, part=part, tool=tool, note=whole)


def compile_for(job: Job, device: Device) -> Compiled:
    """Compile ``job`` for ``device``. What a compiler refuses is recorded, not raised.

    The device guard needs a C++ compiler, so a forward pass first goes without.
    """
    guarded = job.backward or differentiates(job.call)
    compiled = _compile_with(job, device, guarded=guarded)
    if not guarded and any(text in compiled.told for text in _GUARD_MISSED):
        try:
            return _compile_with(job, device, guarded=True)
        except NotAvailableError as error:
            compiled.error += f"; {error}"
    return compiled


_DIFFERENTIATING = re.compile(r"grad($|_)|backward$|autograd$|vjp$|jacrev$|jacfwd$|hessian$")


def differentiates(call: Any) -> bool:
    """Whether a function names one of PyTorch's ways to differentiate, itself or in the
    functions that it names: without a device guard the process would abort in the middle of it."""
    pending, seen = [call], set()
    while pending:
        found = pending.pop()
        code = found if isinstance(found, CodeType) else getattr(found, "__code__", None)
        if code is None or code in seen:
            continue
        seen.add(code)
        if any(_DIFFERENTIATING.match(name) for name in code.co_names):
            return True
        pending += [constant for constant in code.co_consts if isinstance(constant, CodeType)]
        pending += [cell.cell_contents for cell in getattr(found, "__closure__", None) or ()]
        globally = getattr(found, "__globals__", {})
        named = (globally.get(name) for name in code.co_names)
        pending += [value for value in named if isinstance(value, FunctionType)]
    return False


def _compile_with(job: Job, device: Device, *, guarded: bool) -> Compiled:
    import torch
    from torch._subclasses.fake_tensor import FakeTensorMode

    failures: dict[str, str] = {}
    kernels: dict[tuple[str, str], list[triton_stages.TritonKernel]] = {}

    def compile_kernel(name: str, source: str) -> None:
        if (name, source) in kernels:
            return
        # The backward graph counts its kernels from 0 again.
        same = sum(known == name for known, _ in kernels)
        label = f"{name}~{same + 1}" if same else name
        made = _configurations(name, source, label, device, failures)
        kernels[name, source] = list(made)

    options = {**OPTIONS, **_user_options(job.settings.flags)}
    fakes = FakeTensorMode(allow_non_fake_inputs=True)
    with ExitStack() as stack:
        if guarded:
            stack.enter_context(device_guard())
        stack.enter_context(patching.patched(Absent(device, compile_kernel)))
        stack.enter_context(absent_driver(device, lambda launch: None))
        capture, backend = stack.enter_context(
            inductor_capture.capturing(partial(_compile_and_follow, fakes), options)
        )
        stack.enter_context(tagging("#"))
        compiled = Compiled(capture=capture, failures=failures)
        function = own_code(job.call)
        try:
            with fakes:
                _call(job, torch.compile(function, backend=backend))
        except Exception as error:  # shown in place of the stages that it kept from being made
            compiled.error = f"{type(error).__name__}: {error}"
        compiled.guards = guards_of(function)
    compiled.kernels = [kernel for found in kernels.values() for kernel in found]
    return compiled


def _user_options(flags: Mapping[str, str]) -> dict[str, Any]:
    """Flags as Inductor's configuration has them: a text becomes what the default's type is."""
    import torch._inductor.config as config

    defaults = config.get_config_copy()
    typed: dict[str, Any] = {}
    for name, text in flags.items():
        default = defaults.get(name)
        if isinstance(default, bool):
            typed[name] = text.lower() in ("1", "true", "yes", "on")
        elif isinstance(default, int | float):
            typed[name] = type(default)(text)
        else:
            typed[name] = text
    return typed


def _call(job: Job, compiled: Any) -> None:
    """Call ``compiled`` on fake tensors like the job's, and go backward if the job does."""
    arguments = [_fake(argument) for argument in job.arguments]
    for position in job.wrt:
        arguments[position].requires_grad_(True)
    outputs = compiled(*arguments)
    if not job.backward:
        return
    import torch

    outputs = outputs if isinstance(outputs, tuple | list) else (outputs,)
    cotangents = [_fake(cotangent) for cotangent in job.cotangents]
    torch.autograd.grad(outputs, [arguments[position] for position in job.wrt], cotangents)


def _fake(tensor: Any) -> Any:
    import torch

    return torch.empty_strided(
        tuple(tensor.shape), tensor.stride(), dtype=tensor.dtype, device="cuda"
    )


def _compile_and_follow(
    fakes: Any, graph: Any, inner: Any, module: Any, inputs: Any, keywords: Mapping[str, Any]
) -> Any:
    """Compile one graph; give a function that follows its operations without storage."""
    followed = copy.deepcopy(module)  # Inductor changes the one that it is given
    try:
        inner(module, inputs, **keywords)
    except Exception as error:  # the other graphs may still compile
        graph.error = f"{type(error).__name__}: {error}"

    def follow(arguments: list[Any]) -> Any:
        given = list(arguments)
        arguments.clear()
        with fakes:
            return followed(*given)

    follow._boxed_call = True  # type: ignore[attr-defined]
    return follow


def _configurations(
    name: str, source: str, label: str, device: Device, failures: dict[str, str]
) -> Iterator[triton_stages.TritonKernel]:
    """The kernel ``name``, compiled for each configuration that Inductor would have timed."""
    from torch._inductor.codecache import _load_triton_kernel_from_source

    tuner = _load_triton_kernel_from_source(name, source)
    for configuration in tuner.configs:
        part = label if len(tuner.configs) == 1 else f"{label}[{_label(configuration)}]"
        try:
            made = _compile(tuner, configuration, device)
        except Exception as error:  # one configuration may need more than the device has
            failures[part] = f"{type(error).__name__}: {error}"
            continue
        yield triton_stages.from_compiled(part, made, source)


def _label(configuration: Any) -> str:
    blocks = [f"{name}={value}" for name, value in configuration.kwargs.items()]
    return ",".join(
        (*blocks, f"warps={configuration.num_warps}", f"stages={configuration.num_stages}")
    )


def _compile(tuner: Any, configuration: Any, device: Device) -> Any:
    """As Inductor's CachingAutotuner compiles a configuration, less the loading on a device."""
    import triton
    from triton.compiler import ASTSource

    meta = tuner._create_compile_meta(configuration)
    source = ASTSource(tuner.fn, meta["signature"], meta["constants"], meta["configs"][0])
    options = tuner._create_compile_options(configuration, meta)
    return triton.compile(source, target=gpu_target(device), options=options)

"""torch.compile with its default backend: Dynamo, AOTAutograd and Inductor (C++ or Triton)."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager, nullcontext
from dataclasses import replace
from typing import Any, ClassVar

from opscope import flags
from opscope.compiler import Compiled, Compiler, Job, Script, Switch
from opscope.compilers import _autotuned, _torch_onednn, _torch_retraced
from opscope.compilers._inductor_levers import LEVERS
from opscope.compilers._inductor_unfused import FLAG, unfused
from opscope.compilers._torch import Torch, event_name, own_code
from opscope.devices import DEVICES
from opscope.records import Artifact

_OWN = (FLAG, _torch_onednn.FLAG, _torch_retraced.NARROW, _torch_retraced.ONE_GRAPH)
"""Flags that are not Inductor's."""


class TorchInductor(Compiler):
    name = "torch-inductor"
    summary = "torch.compile, Inductor's C++ on a CPU and Triton on a GPU"
    frontend = Torch
    script = Script(file="_script_torch", compile="compile_inductor", show="show_output_code")
    deviceless: ClassVar[tuple[str, ...]] = ("cuda", "rocm")
    targets: ClassVar[tuple[str, ...]] = ("cpu", "cuda", "rocm")
    stages = (
        "dynamo-graph",
        "guards",
        "joint-graph",
        "aten-graph",
        "backward-graph",
        "post-grad-graph",
        "inductor-ir-pre-fusion",
        "inductor-ir",
        "output-code",
        "cpp",
        "triton",
        "ttir",
        "ttgir",
        "llir",
        "ptx",
        "ptxas-info",
        "cubin",
        "sass",
        "amdgcn",
        "hsaco",
        "asm",
    )

    levers: ClassVar[Mapping[str, Switch]] = {
        **LEVERS,
        "onednn-off": _torch_onednn.LEVER,
        "narrow-types": _torch_retraced.NARROW_TYPES,
        "one-graph": _torch_retraced.ONE_GRAPH_ONLY,
    }
    fusion_off = "fusion-off"
    fusion_log: ClassVar[Mapping[str, str]] = {"TORCH_LOGS": "fusion"}

    profile_flags: ClassVar[Mapping[str, str]] = {"cpp.enable_kernel_profile": "true"}
    mode: ClassVar[str] = ""
    """One of torch.compile's own modes, for a compiler that is this one with other options."""

    def event_name(self, kernel: str) -> str:
        return event_name(kernel)

    def known_flags(self) -> Iterable[str]:
        return (*_OWN, *_config())

    def compile(self, call: Callable[..., Any], job: Job) -> Compiled:
        import torch

        call = _torch_retraced.retraced(call, job)
        options = self.options(job) or None
        compiled = torch.compile(
            own_code(call),
            backend="inductor",
            options=options,
            # Dynamo remembers shapes by a function's place in its file, so a later case of the
            # operator would get symbolic ones; the first compilation of a process never does.
            dynamic=False,
        )
        call = _torch_onednn.wrapped(compiled, job.settings.flags)
        return Compiled(call=call, compilations=_graphs_compiled)

    def build(self, job: Job) -> Compiled:
        from opscope.compilers._inductor_output import OutputCode

        compiled = super().build(job)
        code = OutputCode()
        first = code.watch(compiled.call)
        chosen: dict[str, str] = {}
        hits = [0]

        def compiling(*inputs: Any) -> Any:
            before = _cache_hits()
            with _fusion(job), _autotuned.inductor(chosen):
                outputs = first(*inputs)
            hits[0] = _cache_hits() - before
            return outputs

        return replace(
            compiled,
            first=compiling,
            artifacts=code.artifacts,
            cache_hits=lambda: hits[0],
            choices=lambda: chosen,
        )

    def dump(self, job: Job, stages: Sequence[str]) -> Iterator[Artifact]:
        if job.settings.target in DEVICES:
            from opscope.compilers._deviceless import inductor

            return inductor.dump(job, DEVICES[job.settings.target], stages)
        from opscope.compilers import _inductor_stages

        job = replace(job, call=_torch_retraced.retraced(job.call, job))
        differentiate = self.frontend().differentiate
        return _inductor_stages.dump(job, stages, self.options(job), differentiate, _fusion(job))

    def options(self, job: Job) -> dict[str, Any]:
        """What torch.compile is given: the mode's options, and the flags, which overrule them."""
        return {**(_mode_options(self.mode) if self.mode else {}), **_options(job)}


@contextmanager
def _fusion(job: Job) -> Iterator[None]:
    """Inductor as it is, or without fusion if the flag says so."""
    given = job.settings.flags.get(FLAG, "false")
    with unfused() if flags.boolean(FLAG, given) else nullcontext():
        yield


def _config() -> dict[str, Any]:
    """Inductor's options with the values that they have now."""
    import torch._inductor.config as config

    return dict(config.shallow_copy_dict())


def _mode_options(mode: str) -> dict[str, Any]:
    from torch._inductor import list_mode_options

    return dict(list_mode_options(mode))


def _options(job: Job) -> dict[str, Any]:
    """The flags as values of the options' own types."""
    given = {name: text for name, text in job.settings.flags.items() if name not in _OWN}
    config = _config() if given else {}
    return {name: flags.typed(name, text, config.get(name)) for name, text in given.items()}


def _cache_hits() -> int:
    """Graphs that came from a cache of compiled ones so far."""
    from torch._dynamo.utils import counters

    joint, alone = counters["aot_autograd"], counters["inductor"]
    return max(int(joint["autograd_cache_hit"]), int(alone["fxgraph_cache_hit"]))


def _graphs_compiled() -> int:
    from torch._dynamo.utils import counters

    return int(counters["stats"]["unique_graphs"])


COMPILER = TorchInductor()

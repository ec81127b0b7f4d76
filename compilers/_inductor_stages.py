"""Every stage of torch.compile on the host, from one compilation in this process.

Graphs and scheduler nodes come from Inductor's own hooks (``_inductor_capture``), the C++ and its
machine code from the private cache folder. The library is built with ``-g`` for its line table,
and each kernel line is tagged with its FX node; neither changes the instructions.
"""

from __future__ import annotations

import os
import re
import shutil
import subprocess
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import AbstractContextManager, ExitStack
from dataclasses import replace
from pathlib import Path
from typing import Any

from opscope.compiler import Job
from opscope.compilers import _inductor_capture as inductor_capture
from opscope.compilers import _triton_cache
from opscope.compilers._deviceless import triton_stages
from opscope.compilers._inductor_output import part_names
from opscope.compilers._inductor_tagging import missing, tagging
from opscope.compilers._torch import own_code
from opscope.errors import StageError
from opscope.records import Artifact

_KERNEL = re.compile(r"^(\w+) = async_compile\.cpp\w*\(.*?r?'''(.*?)'''", re.MULTILINE | re.DOTALL)
_TRITON = re.compile(r"async_compile\.triton\('(\w+)', '''(.*?)'''", re.DOTALL)
_FUNCTION = re.compile(r"^[0-9a-f]+ <(.*)>:")


def dump(
    job: Job,
    stages: Sequence[str],
    options: Mapping[str, Any],
    differentiate: Callable[..., Any],
    around: AbstractContextManager[None],
) -> Iterator[Artifact]:
    """``differentiate`` is the frontend's; ``options`` are Inductor's own, from the flags, and
    ``around`` is what stands while it compiles."""
    import torch

    tool = f"torch {torch.__version__}"
    before, cached = _libraries(), _triton_cache.entries()
    error: Exception | None = None
    with ExitStack() as stack:
        stack.enter_context(around)
        stack.enter_context(tagging())
        capture, backend = stack.enter_context(
            inductor_capture.capturing(_compile, {**_line_table(), **options})
        )
        function = own_code(job.call)
        compiled = torch.compile(function, backend=backend)
        try:
            (differentiate(compiled, job) if job.backward else compiled)(*job.inputs)
        except Exception as raised:  # told below, after what was caught before it
            error = raised
        guards = guards_of(function)
    libraries = sorted(_libraries() - before)
    caught = [*_graphs(capture, guards, job), *_machine_code(capture, libraries)]
    new = _triton_cache.entries() - cached
    if new:
        platform = job.settings.target.partition(":")[0]
        caught += _triton_cache.artifacts(new, _triton_sources(capture), stages, platform)
    by_stage: dict[str, list[Artifact]] = {}
    for artifact in caught:
        by_stage.setdefault(artifact.stage, []).append(
            replace(artifact, tool=artifact.tool or tool)
        )
    for stage in stages:
        if stage in by_stage:
            yield from by_stage[stage]
        elif error is None:
            yield Artifact(stage=stage, absent=_why_absent(stage, job, capture), tool=tool)
    if error is not None:
        reached = next((s for s in stages if s not in by_stage and _expected(s, job)), stages[-1])
        raise StageError(reached, f"{type(error).__name__}: {error}") from error


def _compile(
    graph: Any, inner: Callable[..., Any], module: Any, inputs: Any, keywords: Mapping[str, Any]
) -> Any:
    return inner(module, inputs, **keywords)


def _line_table() -> dict[str, Any]:
    import torch._inductor.config as config

    return (
        {"aot_inductor.debug_symbols": True}
        if hasattr(config.aot_inductor, "debug_symbols")
        else {}
    )


def _expected(stage: str, job: Job) -> bool:
    return job.backward or stage not in ("joint-graph", "backward-graph")


def _why_absent(stage: str, job: Job, capture: inductor_capture.Capture) -> str:
    if not capture.graphs:
        return "Dynamo captured no graph"
    if not _expected(stage, job):
        return "the forward direction has none"
    if stage == "guards":
        return "this PyTorch does not tell its guards"
    if stage in triton_stages.STAGES:
        return "Inductor generated no Triton kernel: everything is library calls"
    if stage in ("cpp", "asm"):
        return "Inductor generated no C++ kernel: everything is library calls"
    return "Inductor did not pass through it"


def _graphs(capture: inductor_capture.Capture, guards: str, job: Job) -> Iterator[Artifact]:
    yield from _numbered("dynamo-graph", capture.dynamo)
    if guards:
        yield Artifact(stage="guards", text=guards)
    if job.backward:
        yield from _numbered("joint-graph", capture.joint)
    names = part_names([graph.texts.get("output-code", "") for graph in capture.graphs])
    for graph, name in zip(capture.graphs, names, strict=True):
        for stage, text in graph.texts.items():
            yield Artifact(stage=stage, text=text, part=name, note=_note(stage))


def _note(stage: str) -> str:
    if stage not in ("output-code", "cpp"):
        return ""
    if absent := missing():
        return f"kernel lines are not tagged: this PyTorch has no {', '.join(absent)}"
    return "comments '@src:' were added: the FX node of each kernel line"


def _numbered(stage: str, texts: Sequence[str]) -> Iterator[Artifact]:
    for index, text in enumerate(texts):
        yield Artifact(stage=stage, text=text, part=f"graph-{index}" if len(texts) > 1 else "")


def guards_of(function: Any) -> str:
    """Guards of the captured code and Dynamo's reasons for graph breaks."""
    from torch._dynamo.utils import counters

    try:
        from torch._dynamo.eval_frame import _debug_get_cache_entry_list
    except ImportError:
        return ""
    entries = _debug_get_cache_entry_list(function.__code__)
    texts = [f"guards of {function.__name__}\n{entry.guard_manager}" for entry in entries]
    breaks = dict(counters.get("graph_break", {}))
    texts.append(f"graph breaks: {sum(breaks.values())}")
    texts += [f"{count} x {reason}" for reason, count in breaks.items()]
    return "\n".join(texts) + "\n"


def _libraries() -> set[Path]:
    """Libraries of kernels in the private cache; their C++ lies beside them."""
    folder = Path(os.environ.get("TORCHINDUCTOR_CACHE_DIR", ""))
    found = folder.glob("*/*.so") if folder.name else ()
    return {path for path in found if path.with_suffix(".cpp").exists()}


def _machine_code(
    capture: inductor_capture.Capture, libraries: Sequence[Path]
) -> Iterator[Artifact]:
    names = part_names([graph.texts.get("output-code", "") for graph in capture.graphs])
    kernels = {
        _essence(source): f"{part}/{name}" if part else name
        for part, graph in zip(names, capture.graphs, strict=True)
        for name, source in _KERNEL.findall(graph.texts.get("output-code", ""))
    }
    found: list[tuple[str, Path]] = []
    for library in libraries:
        essence = _essence(library.with_suffix(".cpp").read_text())
        name = next((n for source, n in kernels.items() if source in essence), None)
        if name is not None:  # the others are Inductor's probes of the processor
            found.append((name, library))
    order = list(kernels.values())
    found.sort(key=lambda item: order.index(item[0]))
    several = len(found) > 1 or any(names)
    for name, library in found:
        text = library.with_suffix(".cpp").read_text()
        part = name if several else ""
        yield Artifact(stage="cpp", text=text, part=part, note=_note("cpp"))
    for name, library in found:
        yield assembly(library, name if several else "")


def _triton_sources(capture: inductor_capture.Capture) -> dict[str, str]:
    """Kernel name to Python source, from the wrappers."""
    texts = (graph.texts.get("output-code", "") for graph in capture.graphs)
    return {name: source for text in texts for name, source in _TRITON.findall(text)}


def _essence(text: str) -> str:
    return "".join(text.split())


def assembly(library: Path, part: str) -> Artifact:
    """The kernel's own functions, with the inline chain of each instruction: not the rest of the
    library, which is start-up code and bindings."""
    command = shutil.which("objdump")
    if command is None:
        absent = "objdump (of binutils) is not installed"
        return Artifact(stage="asm", part=part, absent=absent, tool="objdump")
    options = ["-d", "-l", "--inlines", "-C", "--no-show-raw-insn", "-M", "intel"]
    done = subprocess.run([command, *options, str(library)], capture_output=True, check=False)
    if done.returncode:
        absent = f"objdump failed: {done.stderr.decode(errors='replace')}"
        return Artifact(stage="asm", part=part, absent=absent, tool="objdump")
    kept: list[str] = []
    keep = False
    for line in done.stdout.decode(errors="replace").splitlines():
        if header := _FUNCTION.match(line):
            name = header[1]
            keep = bool(re.match(r"kernel(\.|$|\()", name)) and "cold" not in name
        if keep:
            kept.append(line)
    text = "\n".join(kept).replace(f"{library.parent}/", "") + "\n"
    return Artifact(stage="asm", part=part, text=text, tool="objdump of Inductor's library")

"""Dumping: every stage of one compiler for one case, compiled afresh, kept by content.

A dump comes from a worker of its own with private, empty compile caches. It is kept in the user's
cache directory under a hash of everything that decides its outcome, so that asking again costs
nothing. What is kept is a folder with a manifest, which is written last: a folder without one is
half done and is never used.
"""

from __future__ import annotations

import hashlib
import json
import os
import shutil
import sys
import tempfile
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

from opscope import machine
from opscope.compiler import Compiler
from opscope.devices import DEVICES, platform_of
from opscope.dtypes import dtype
from opscope.dumping import dump_cache
from opscope.dumping.dump_key import cache_key, compiler_variables, tool_versions
from opscope.dumping.manifest import FILE_NAME, Manifest, Source, StageFile
from opscope.dumping.request import Request
from opscope.errors import NotAvailableError, OpscopeError, UnsupportedError, UsageError, unknown
from opscope.measuring.subject import Options, memory_shortage, worker_spec
from opscope.nouns import Case, OperatorSource
from opscope.records import Artifact, Status
from opscope.registry import Registry
from opscope.stages import STAGES, on_platform
from opscope.worker import dumping, wire
from opscope.worker.parent import WorkerFailure, WorkerPool

NO_REASON = "the compiler gave none"


@dataclass(frozen=True, kw_only=True)
class Dumped:
    """A folder with a manifest and the files that it names.

    ``failure`` is the compiler's own message when it stopped, ``failed_stage`` where; the stages
    before it are there.
    """

    folder: Path
    manifest: Manifest
    cached: bool = False
    failure: str = ""
    failed_stage: str = ""

    def text(self, stage: StageFile) -> str:
        return (self.folder / stage.file).read_text(encoding="utf-8")

    def artifacts(self) -> list[Artifact]:
        """The text artifacts, as parsers take them."""
        return [
            Artifact(
                stage=s.stage,
                text=self.text(s) if s.file and not STAGES[s.stage].binary else None,
                tool=s.tool,
                exact=s.exact,
                absent=s.absent,
                part=s.part,
                note=s.note,
            )
            for s in self.manifest.stages
            if s.stage in STAGES
        ]


def request(
    registry: Registry,
    source: OperatorSource,
    case: Case,
    compiler: str,
    options: Options,
    wanted: Iterable[str] = (),
) -> Request:
    """A request for every ordinary stage and those of ``wanted`` that come on request only.

    Raises UsageError for a stage that the compiler does not have on this target, and
    NotAvailableError for a target that it does not compile for.
    """
    found = registry.compiler(compiler)
    target = options.settings.target
    known = stages_on(found, target)
    for stage in wanted:
        if stage not in known:
            raise unknown(f"stage of {compiler} on {target}", stage, known)
    stages = tuple(s for s in known if s not in found.on_request or s in wanted)
    if not stages:
        raise UnsupportedError(f"{compiler} shows no stages on {target}")
    return Request(
        registry=registry,
        source=source,
        case=case,
        compiler=found,
        compiler_path=registry.path("compilers", compiler),
        options=options,
        stages=stages,
    )


def stages_on(compiler: Compiler, target: str) -> tuple[str, ...]:
    """The stages that ``compiler`` declares and ``target`` can have."""
    platform_name = platform_of(target.split(":")[0])
    if target in DEVICES:
        if platform_name not in compiler.deviceless:
            title = DEVICES[target].title
            raise UnsupportedError(f"{compiler.name} cannot compile for {title} without having one")
    elif platform_name not in (t.split(":")[0] for t in compiler.targets):
        raise UnsupportedError(
            f"{compiler.name} does not compile for {target}: {', '.join(compiler.targets)}"
        )
    return on_platform(compiler.stages, platform_name)


def obtain(wanted: Request, *, use_cache: bool = True) -> Dumped:
    """The dump, from the cache or made now. A failed one is made anew each time.

    Raises OpscopeError where nothing could be compiled at all: no framework, no implementation.
    """
    key = cache_key(wanted)
    root = machine.cache_directory() / "dumps"
    kept = root / key[:2] / key
    if use_cache and (manifest := dump_cache.find(kept)) is not None:
        return Dumped(folder=kept, manifest=manifest, cached=True)
    kept.parent.mkdir(parents=True, exist_ok=True)
    made = Path(tempfile.mkdtemp(prefix=f"{key[:12]}-", dir=kept.parent))
    try:
        dumped = make(wanted, made)
        if dumped.failure:
            kept = root / "failed" / key
        dump_cache.keep(made, kept)
    except BaseException:
        shutil.rmtree(made, ignore_errors=True)
        raise
    dump_cache.prune(root)
    return replace(dumped, folder=kept)


def make(wanted: Request, folder: Path) -> Dumped:
    """Compile in a worker of its own and write files and manifest to the empty ``folder``."""
    options = wanted.options
    with WorkerPool(
        timeout_s=options.timeout_s, memory_limit_bytes=options.memory_limit_bytes
    ) as pool:
        return make_in(pool, wanted, folder)


def make_in(pool: WorkerPool, wanted: Request, folder: Path) -> Dumped:
    """:func:`make` in a worker of ``pool``, which may have compiled other things before."""
    answer: Mapping[str, Any] = {}
    with tempfile.TemporaryDirectory(dir=pool.scratch) as scratch:
        out = Path(scratch)
        try:
            answer = worker_request(
                pool, wanted, "dump", stages=list(wanted.stages), folder=str(out)
            )
            failure = answer["failure"]
            artifacts = dumping.read(out)
        except WorkerFailure as error:
            artifacts = dumping.read(out)
            if error.alive or not artifacts:
                raise as_error(error) from error
            stage = dumping.next_stage(wanted.stages, [a.stage for a in artifacts])
            failure = {"stage": stage, "reason": error.reason}
        source = _source(out)
    files = write_files(artifacts, wanted.stages, folder, failure)
    manifest = replace(_manifest(wanted, answer, source), stages=files)
    if source is not None and (view := wanted.registry.views.get("links")) is not None:
        linked = view.function(artifacts, source, wanted.registry)
        manifest = replace(manifest, links=linked.links, coverage=linked.coverage)
    save_last(manifest, folder)
    failure = failure or {}
    return Dumped(
        folder=folder,
        manifest=manifest,
        failure=failure.get("reason", ""),
        failed_stage=failure.get("stage", ""),
    )


def worker_request(
    pool: WorkerPool, wanted: Request, command: str, **arguments: Any
) -> Mapping[str, Any]:
    """Ask the worker for ``wanted``; its answer with the ``versions`` that it has.

    Raises WorkerFailure, and NotAvailableError where the inputs do not fit into the memory.
    """
    options, case = wanted.options, wanted.case
    if shortage := memory_shortage(wanted.source.operator, case, outputs=False):
        raise NotAvailableError(f"{case.operator} {case.id} {shortage}")
    spec = worker_spec(wanted.compiler, wanted.compiler_path, options, wide=has_wide_types(wanted))
    worker = pool.worker(spec)
    answer = worker.request(
        command,
        options.timeout_s,
        operator={"path": str(wanted.source.path), "digest": wanted.source.digest},
        case=wire.case_to_json(wanted.case),
        compiler_path=str(wanted.compiler_path),
        flags=dict(options.settings.flags),
        **arguments,
    )
    return {**answer, "versions": worker.hello["versions"]}


def as_error(failure: WorkerFailure) -> OpscopeError:
    if failure.usage:
        return UsageError(failure.reason)
    if failure.status == Status.UNSUPPORTED:
        return UnsupportedError(failure.reason)
    if failure.status == Status.UNAVAILABLE:
        return NotAvailableError(failure.reason)
    error = OpscopeError(failure.reason)
    error.exit_status = 1
    return error


def has_wide_types(wanted: Request) -> bool:
    """Whether the case has 64-bit types, which JAX narrows by default."""
    specs = wanted.source.operator.inputs(wanted.case).values()
    return any(dtype(spec.dtype_in(wanted.case)).bytes == 8 for spec in specs)


def _source(out: Path) -> Source | None:
    try:
        told = json.loads((out / "source.json").read_text())
        return Source(file=told["file"], first_line=told["first_line"], text=tuple(told["text"]))
    except (OSError, ValueError, KeyError):
        return None


def _manifest(wanted: Request, answer: Mapping[str, Any], source: Source | None) -> Manifest:
    settings = wanted.options.settings
    device = DEVICES.get(wanted.target)
    return Manifest(
        operator=wanted.source.operator.name,
        case=wanted.case.id,
        compiler=wanted.compiler.name,
        target=wanted.target,
        frontend=wanted.compiler.frontend.name,
        ran=device is None,
        device=device.title if device else "",
        direction=wanted.case.direction,
        source=source,
        versions=answer.get("versions", {}) | tool_versions(wanted),
        flags=dict(settings.flags),
        environment={
            "cpu": machine.facts().get("cpu", {}),
            "threads": settings.threads or "all",
            "precision": settings.precision,
            "math_mode": answer.get("math_mode", {}),
            "python": wanted.options.pythons.get(wanted.compiler.frontend.name, sys.executable),
            "variables": compiler_variables(os.environ),
            "operator_file": str(wanted.source.path),
            "operator_digest": wanted.source.digest,
        },
    )


def write_files(
    artifacts: Sequence[Artifact],
    stages: Sequence[str],
    folder: Path,
    failure: Mapping[str, str] | None = None,
) -> tuple[StageFile, ...]:
    """Write each artifact as ``NN-stage.ext`` or ``NN-stage.part.ext``, in lowering order.

    A stage of ``stages`` without an artifact is listed as absent.
    """
    order = [*stages, *(a.stage for a in artifacts if a.stage not in stages)]
    files = []
    for index, stage in enumerate(dict.fromkeys(order)):
        own = [artifact for artifact in artifacts if artifact.stage == stage]
        if not own:
            own = [Artifact(stage=stage, absent=_why_absent(stage, failure))]
        files += [_write(artifact, index, folder) for artifact in own]
    return tuple(files)


def _why_absent(stage: str, failure: Mapping[str, str] | None) -> str:
    if failure is None:
        return NO_REASON
    if stage == failure["stage"]:
        return f"the compiler failed here: {failure['reason']}"
    return f"the compiler failed in {failure['stage']}"


def _write(artifact: Artifact, index: int, folder: Path) -> StageFile:
    stage = STAGES[artifact.stage]
    told = StageFile(
        stage=artifact.stage,
        language=stage.language,
        tool=artifact.tool,
        exact=artifact.exact,
        part=artifact.part,
        note=artifact.note,
        absent=artifact.absent,
    )
    body = artifact.data if artifact.text is None else artifact.text.encode()
    if not body:
        return told if told.absent else replace(told, absent="the compiler gave an empty text")
    name = f"{index:02d}-{artifact.stage}"
    if artifact.part:
        name += "." + "".join(c if c.isalnum() or c in "-_+" else "_" for c in artifact.part)[:120]
    path = folder / f"{name}.{stage.extension}"
    path.write_bytes(body)
    return replace(
        told,
        file=path.name,
        bytes=len(body),
        lines=0 if artifact.text is None else len(artifact.text.splitlines()),
        sha256=hashlib.sha256(body).hexdigest(),
    )


def save_last(manifest: Manifest, folder: Path) -> None:
    """Write the manifest when everything else is there, in one step."""
    with tempfile.TemporaryDirectory(dir=folder) as beside:
        manifest.save(Path(beside)).replace(folder / FILE_NAME)


def copy_to(dumped: Dumped, out: Path) -> Path:
    """``OUT/operator/case/compiler/target/`` with all files, the manifest last. An older dump that
    lies there is replaced. OpscopeError where the files cannot be written."""
    m = dumped.manifest
    folder = out / m.operator / m.case / m.compiler / m.target.replace(":", "-")
    try:
        _replace_files(dumped, folder)
        save_last(m, folder)
    except OSError as error:
        raise OpscopeError(f"{folder}: cannot be written: {error.strerror}") from error
    return folder


def _replace_files(dumped: Dumped, folder: Path) -> None:
    if folder.is_dir():
        (folder / FILE_NAME).unlink(missing_ok=True)
        for old in folder.iterdir():
            if old.is_file():
                old.unlink()
    folder.mkdir(parents=True, exist_ok=True)
    for stage in dumped.manifest.stages:
        if stage.file:
            shutil.copyfile(dumped.folder / stage.file, folder / stage.file)

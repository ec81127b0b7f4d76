"""Artifacts on their way out of a worker: each is written when it comes, so that a compiler that
fails or crashes later takes nothing with it."""

from __future__ import annotations

import inspect
import json
import traceback
from collections.abc import Sequence
from dataclasses import asdict
from pathlib import Path
from typing import Any

from opscope.compiler import Compiler, Job
from opscope.errors import NotAvailableError, StageError, UsageError
from opscope.nouns import Unsupported
from opscope.records import Artifact
from opscope.worker.wire import Message

_MESSAGE_CHARACTERS = 8000


def dump(compiler: Compiler, job: Job, stages: Sequence[str], folder: Path) -> Message:
    """Write the artifacts of ``stages``; answers with the operator's source and any failure.

    A ``failure`` names the stage that the compiler died in and holds its own message.
    """
    (folder / "source.json").write_text(json.dumps(_source(job, compiler.frontend.name)))
    written: list[str] = []
    failure = None
    try:
        for artifact in compiler.dump(job, stages):
            _write(artifact, folder, len(written))
            written.append(artifact.stage)
    except (Unsupported, NotAvailableError, UsageError):
        raise
    except StageError as error:
        failure = {"stage": error.stage, "reason": str(error)}
    except Exception as error:  # recorded: whatever a compiler raises is what was asked for
        traceback.print_exc()
        failure = {"stage": next_stage(stages, written), "reason": message_of(error)}
    return {"failure": failure}


def next_stage(stages: Sequence[str], written: Sequence[str]) -> str:
    """The stage after the last one written: where a compiler was when it stopped."""
    last = max((stages.index(name) for name in written if name in stages), default=-1)
    return stages[min(last + 1, len(stages) - 1)] if stages else ""


def message_of(error: BaseException) -> str:
    """The compiler's own message, with the name of its exception."""
    return f"{type(error).__name__}: {error}"[:_MESSAGE_CHARACTERS]


def _write(artifact: Artifact, folder: Path, index: int) -> None:
    body = artifact.data if artifact.text is None else artifact.text.encode(errors="replace")
    if body is not None:
        (folder / f"{index:04d}.body").write_bytes(body)
    told = {n: v for n, v in asdict(artifact).items() if n not in ("text", "data")}
    about = {**told, "binary": artifact.data is not None}
    (folder / f"{index:04d}.json").write_text(json.dumps(about))


def read(folder: Path) -> list[Artifact]:
    """What :func:`dump` wrote so far; an artifact that was being written is left out."""
    artifacts = []
    for path in sorted(folder.glob("[0-9]*.json")):
        try:
            about: dict[str, Any] = json.loads(path.read_text())
        except ValueError:
            continue
        binary = about.pop("binary")
        body = path.with_suffix(".body")
        content = body.read_bytes() if body.exists() else None
        text = None if content is None or binary else content.decode()
        artifacts.append(Artifact(**about, text=text, data=content if binary else None))
    return artifacts


def _source(job: Job, frontend: str) -> dict[str, Any]:
    """The lines of the implementation in the operator's file."""
    implementation = inspect.unwrap(job.operator.implementations[frontend])
    try:
        lines, first = inspect.getsourcelines(implementation)
        file = inspect.getsourcefile(implementation) or ""
    except (OSError, TypeError):
        return {}
    return {"file": file, "first_line": first, "text": [line.rstrip("\n") for line in lines]}

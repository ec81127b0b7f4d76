"""A folder of artifacts as packed blobs: gzip inside base64, unpacked by the page when opened."""

from __future__ import annotations

import base64
import gzip
import json
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

from opscope.dumping.manifest import Manifest, StageFile, manifest_paths
from opscope.errors import UsageError
from opscope.records import Record, Run, Status
from opscope.reports import _operations
from opscope.stages import STAGES

LEVEL = 6
MAX_TEXT_BYTES = 4_000_000
"""A longer stage is cut, and says so: no browser colours or scrolls that much well."""


def packed(data: Any) -> str:
    """``data`` as JSON, gzipped, in base64: it holds no character that HTML could trip over."""
    raw = json.dumps(data, ensure_ascii=False, separators=(",", ":")).encode("utf-8", "replace")
    return base64.b64encode(gzip.compress(raw, LEVEL, mtime=0)).decode("ascii")


@dataclass(frozen=True)
class Compilation:
    """The artifacts of one (operator, case, compiler, target), not yet read."""

    manifest: Manifest
    folder: Path

    @property
    def case_key(self) -> tuple[str, str]:
        return (self.manifest.operator, self.manifest.case)


def find(folder: Path | None) -> tuple[list[Compilation], list[str]]:
    """Every compilation under ``folder``, and a line for each manifest that cannot be used."""
    found: list[Compilation] = []
    problems: list[str] = []
    for path in manifest_paths(folder) if folder else ():
        try:
            found.append(Compilation(Manifest.load(path), path.parent))
        except UsageError as error:
            problems.append(str(error))
    return found, problems


def with_unmeasured(run: Run, compilations: Sequence[Compilation]) -> Run:
    """``run`` with a record for each compilation of a case that it holds nothing of, so that code
    which was only compiled has a place in the report."""
    measured = {(record.operator, record.case) for record in run.records}
    added = tuple(
        Record(
            operator=m.operator,
            case=m.case,
            compiler=m.compiler,
            frontend=m.frontend,
            target=m.target,
            status=Status.UNAVAILABLE,
            reason=m.label or "compiled, not measured",
            direction=m.direction,
            versions=m.versions,
            flags=m.flags,
        )
        for m in (compilation.manifest for compilation in compilations)
        if (m.operator, m.case) not in measured
    )
    return replace(run, records=(*run.records, *added))


def blob(compilation: Compilation) -> dict[str, Any]:
    """What the page's code panes need of one compilation: texts, links, where each came from.

    ``links`` is ``[source line, [[stage id, first, last, sources], ...]]``; ``operations`` names
    what each source line computes, to find its counterpart in another frontend's implementation.
    """
    manifest = compilation.manifest
    source = manifest.source
    stages = list(_stages(compilation))
    lines = {stage["id"]: stage["text"].count("\n") + 1 for stage in stages}
    return {
        "label": manifest.label,
        "versions": ", ".join(f"{name} {value}" for name, value in manifest.versions.items()),
        "source": source
        and {
            "file": Path(source.file).name,
            "first": source.first_line,
            "lines": list(source.text),
            "operations": [sorted(_operations.in_source(line)) for line in source.text],
        },
        "links": [
            [
                link.source_line,
                [
                    [
                        span.stage,
                        max(1, span.first),
                        min(span.last, lines[span.stage]),
                        span.sources,
                    ]
                    for span in link.spans
                    if span.stage in lines
                ],
            ]
            for link in manifest.links
        ],
        "stages": stages,
    }


def _stages(compilation: Compilation) -> Iterator[dict[str, Any]]:
    coverage = {item.stage: item for item in compilation.manifest.coverage}
    for entry in compilation.manifest.stages:
        known = STAGES.get(entry.stage)
        text, absent, cut = _text(entry, compilation.folder)
        linked = coverage.get(entry.id)
        yield {
            "id": entry.id,
            "title": known.title if known else "",
            "language": entry.language,
            "tool": entry.tool,
            "exact": entry.exact,
            "note": " ".join(filter(None, (entry.note, cut))),
            "absent": absent,
            "linked": linked and [linked.linked, linked.linkable, linked.how],
            "text": text,
        }


def _text(entry: StageFile, folder: Path) -> tuple[str, str, str]:
    """The stage's text, or why there is none, and a note if it was cut."""
    if entry.absent or not entry.file:
        return "", entry.absent or "no file", ""
    path = (folder / entry.file).resolve()
    if not path.is_relative_to(folder.resolve()):
        return "", f"{entry.file} lies outside the folder of its manifest", ""
    known = STAGES.get(entry.stage)
    if known and known.binary:
        return "", f"binary, {entry.bytes} bytes: see {entry.file}", ""
    try:
        with path.open("rb") as file:
            raw = file.read(MAX_TEXT_BYTES + 1)
    except OSError as error:
        return "", f"{entry.file}: {error.strerror}", ""
    cut = f"cut after {MAX_TEXT_BYTES} bytes" if len(raw) > MAX_TEXT_BYTES else ""
    return raw[:MAX_TEXT_BYTES].decode("utf-8", "replace"), "", cut

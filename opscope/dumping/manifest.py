"""``manifest.json``: what lies in one folder of artifacts, and how its lines belong together.

One manifest describes the stages of one (operator, case, compiler, target), in
``DIR/<operator>/<case>/<compiler>/<target>/``. ``dump`` and ``--artifacts`` write it, reports and
``diff`` read it. Standard library only.

Line links have the shape measured in the links study: for every line of the operator's source, the
spans of lines in each stage that came from it. A span tells how many source lines share it: 1 is
drawn solid, more is drawn faint. Lines without a span are not linked, and nothing is guessed.
"""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping
from dataclasses import asdict, dataclass, field
from pathlib import Path
from typing import Any, Self

from opscope.decode import decode
from opscope.errors import UsageError

SCHEMA = 1
FILE_NAME = "manifest.json"


@dataclass(frozen=True, kw_only=True)
class StageFile:
    """One artifact: a stage, or one ``part`` of it where it has several (a kernel, a graph).

    ``file`` is relative to the manifest; it is empty, and ``absent`` says why, for a stage that
    this compilation does not have. ``exact`` False means derived: made by ``tool`` from another
    stage. ``language`` is that of the stage catalogue.
    """

    stage: str
    file: str = ""
    language: str = "text"
    lines: int = 0
    bytes: int = 0
    sha256: str = ""
    tool: str = ""
    exact: bool = True
    part: str = ""
    note: str = ""
    absent: str = ""

    @property
    def id(self) -> str:
        """Unique within the manifest, and what the links name: ``triton:triton_poi_fused_0``."""
        return f"{self.stage}:{self.part}" if self.part else self.stage


@dataclass(frozen=True, kw_only=True)
class Source:
    """The operator's function: ``text`` holds the lines ``first_line`` and on of ``file``."""

    file: str
    first_line: int
    text: tuple[str, ...]


@dataclass(frozen=True, kw_only=True)
class Span:
    """Lines ``first`` to ``last`` (from 1, inclusive) of ``stage``, a :attr:`StageFile.id`.

    ``sources`` is the number of source lines that share them.
    """

    stage: str
    first: int
    last: int
    sources: int = 1


@dataclass(frozen=True, kw_only=True)
class Link:
    """Everything that one line of the operator's file became."""

    source_line: int
    spans: tuple[Span, ...]


@dataclass(frozen=True, kw_only=True)
class Coverage:
    """How much of one stage is linked: ``linkable`` lines hold an operation or an instruction,
    ``linked`` of them reach a source line, ``one`` reach exactly one. ``how`` names the data."""

    stage: str
    linkable: int
    linked: int
    one: int
    how: str = ""


@dataclass(frozen=True, kw_only=True)
class Manifest:
    """``ran`` False means compiled for a device that is not attached: not run, not autotuned."""

    operator: str
    case: str
    compiler: str
    target: str
    frontend: str = ""
    ran: bool = True
    device: str = ""
    direction: str = ""
    stages: tuple[StageFile, ...] = ()
    source: Source | None = None
    links: tuple[Link, ...] = ()
    coverage: tuple[Coverage, ...] = ()
    versions: Mapping[str, str] = field(default_factory=dict)
    flags: Mapping[str, Any] = field(default_factory=dict)
    environment: Mapping[str, Any] = field(default_factory=dict)
    schema: int = SCHEMA

    @property
    def label(self) -> str:
        """What every place that shows this compilation's text must say; empty if it ran here."""
        if self.ran:
            return ""
        tools = [f"{n} {v}" for n, v in self.versions.items() if n not in ("python", "numpy")]
        compiled = f"compiled for {self.device or self.target}"
        return f"{compiled}{' with ' * bool(tools)}{', '.join(tools)}, not run, not autotuned"

    def to_json(self) -> dict[str, Any]:
        return asdict(self)

    @classmethod
    def from_json(cls, data: object) -> Self:
        """What ``to_json`` wrote; UsageError names the field that is missing or malformed."""
        if not isinstance(data, Mapping) or "stages" not in data:
            raise UsageError("no 'stages': not a manifest of opscope")
        if data.get("schema") != SCHEMA:
            raise UsageError(f"schema {data.get('schema')!r} is not {SCHEMA}")
        return decode(cls, data)

    def save(self, folder: Path) -> Path:
        """Write ``folder/manifest.json`` and return its path."""
        path = folder / FILE_NAME
        path.write_text(json.dumps(self.to_json(), indent=1) + "\n", encoding="utf-8")
        return path

    @classmethod
    def load(cls, path: Path) -> Self:
        """Read a manifest; UsageError names the file and what is wrong with it."""
        try:
            return cls.from_json(json.loads(path.read_text(encoding="utf-8")))
        except (OSError, ValueError, RecursionError, UsageError) as error:
            raise UsageError(f"{path}: {error}") from error


def manifest_paths(folder: Path) -> Iterator[Path]:
    """Every manifest under a folder of artifacts, in a fixed order."""
    yield from sorted(folder.glob(f"*/*/*/*/{FILE_NAME}"))

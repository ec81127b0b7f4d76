"""The golden files as artifacts; shared by the tests of parsers, links and alignment."""

from __future__ import annotations

from pathlib import Path

from opscope.dumping.manifest import Source
from opscope.records import Artifact
from opscope.stages import STAGES

GOLDEN = Path(__file__).parent.parent / "golden"


def artifacts(name: str) -> list[Artifact]:
    """Every stage of one golden folder, ``jax-cpu/layernorm-forward``; parts keep their number."""
    found = []
    for path in sorted((GOLDEN / name).iterdir()):
        stage, *part = path.name.split(".")[:-1]
        found.append(Artifact(stage=stage, text=path.read_text(), part=".".join(part)))
    return found


def every_text() -> list[tuple[str, Artifact]]:
    """(folder, artifact) of all golden files that a parser reads."""
    compiled = (p for p in GOLDEN.glob("*/*/*") if p.name.partition(".")[0] in STAGES)
    folders = sorted({path.parent for path in compiled})
    return [
        (f"{folder.parent.name}/{folder.name}", artifact)
        for folder in folders
        for artifact in artifacts(f"{folder.parent.name}/{folder.name}")
        if STAGES[artifact.stage].parser
    ]


def source(file: str, function: str) -> Source:
    """One function of ``tests/golden/sources``, with the line numbers it was compiled with."""
    lines = (GOLDEN / "sources" / file).read_text().splitlines()
    first = next(i for i, line in enumerate(lines) if line.startswith(f"def {function}("))
    last = next(i for i in range(first + 1, len(lines)) if not lines[i].strip())
    return Source(file=file, first_line=first + 1, text=tuple(lines[first:last]))

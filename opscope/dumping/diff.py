"""Two dumps side by side: kernels that do the same operations, and one stage as a unified diff.

The comparing itself is done by views of ``inspect/``: ``align`` for kernels, ``difftext`` for text.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import asdict, dataclass, replace
from pathlib import Path
from typing import Any

from opscope import facts
from opscope.dumping.dump import Dumped
from opscope.dumping.manifest import FILE_NAME, Manifest
from opscope.errors import NotAvailableError, UsageError, unknown
from opscope.records import Kernel
from opscope.registry import Registry
from opscope.stages import STAGES

SCHEMA = 1


@dataclass(frozen=True, kw_only=True)
class Side:
    """One dump with its kernels, or the ``reason`` why they are not known.

    ``unattributed`` is the share of the profiled time that belongs to no kernel of the list; None
    if nothing was profiled.
    """

    dumped: Dumped
    kernels: tuple[Kernel, ...]
    reason: str = ""
    unattributed: float | None = None

    @property
    def name(self) -> str:
        """Compiler, target and flags; where both sides have the same, see :func:`names`."""
        m = self.dumped.manifest
        flags = "".join(f" {name}={value}" for name, value in m.flags.items())
        return f"{m.compiler} for {m.target}{flags}"

    @property
    def launches(self) -> int:
        return sum(kernel.launches for kernel in self.kernels)

    @property
    def fusions(self) -> int:
        return sum(kernel.fused for kernel in self.kernels)


@dataclass(frozen=True, kw_only=True)
class Comparison:
    """``rows`` are the align view's, ``text`` is the difftext view's answer for ``stage``."""

    left: Side
    right: Side
    rows: tuple[Any, ...]
    stage: str = ""
    text: Any = None


def open_folder(path: Path) -> Dumped:
    """A dump that was written before. UsageError for a folder without a manifest."""
    if not (path / FILE_NAME).is_file():
        raise UsageError(f"{path} holds no {FILE_NAME}: not a folder that opscope dump --out wrote")
    return Dumped(folder=path, manifest=Manifest.load(path / FILE_NAME))


def side(dumped: Dumped, registry: Registry) -> Side:
    found = facts.kernels_of(dumped.artifacts(), registry)
    if isinstance(found, str):
        return Side(dumped=dumped, kernels=(), reason=found)
    return Side(dumped=dumped, kernels=found)


def names(left: Side, right: Side) -> tuple[str, str]:
    """What tells the sides apart: their names, and versions that differ where only these do."""
    if left.name != right.name:
        return left.name, right.name
    versions = [one.dumped.manifest.versions for one in (left, right)]
    differing = [n for n in versions[0] if versions[0][n] != versions[1].get(n)]
    told = [", ".join(f"{n} {v.get(n, '?')}" for n in differing) for v in versions]
    first, second = (f"{left.name}, {text}" if text else left.name for text in told)
    return first, second


def compare(left: Side, right: Side, registry: Registry, stage: str = "") -> Comparison:
    """Align the kernels and, if ``stage`` is given, compare its text.

    Raises UsageError for a stage that not both have.
    """
    made = Comparison(
        left=left, right=right, rows=_view(registry, "align")(left.kernels, right.kernels)
    )
    if not stage:
        return made
    texts = [_text(one.dumped, stage, common_stages(left, right)) for one in (left, right)]
    text = _view(registry, "difftext")(*texts, stage, names=names(left, right))
    return replace(made, stage=stage, text=text)


def common_stages(left: Side, right: Side) -> list[str]:
    """Text stages that both dumps have, in the order of the left one."""
    there = {s.stage for s in right.dumped.manifest.stages if s.file}
    names = [s.stage for s in left.dumped.manifest.stages if s.file and s.stage in there]
    return [name for name in dict.fromkeys(names) if not STAGES[name].binary]


def _text(dumped: Dumped, stage: str, common: Sequence[str]) -> str:
    if stage not in common:
        raise unknown("stage that both have", stage, common)
    parts = [s for s in dumped.manifest.stages if s.stage == stage and s.file]
    return "\n".join(dumped.text(part) for part in parts)


def _view(registry: Registry, name: str) -> Any:
    found = registry.views.get(name)
    if found is None:
        raise NotAvailableError(f"inspect/{name}.py is missing or broken: opscope list --json")
    return found.function


def to_json(made: Comparison) -> dict[str, Any]:
    """The comparison as plain data: kernels in full, sums per row, the diff's lines."""
    return {
        "schema": SCHEMA,
        "left": _side_json(made.left, names(made.left, made.right)[0]),
        "right": _side_json(made.right, names(made.left, made.right)[1]),
        "common_stages": common_stages(made.left, made.right),
        "rows": [
            {
                "left": _cut_json(row.left),
                "right": _cut_json(row.right),
                "how": row.how,
                "shared": list(row.shared),
                "only_left": list(row.only_left),
                "only_right": list(row.only_right),
            }
            for row in made.rows
        ],
        "stage": made.stage,
        "diff": None if made.text is None else asdict(made.text),
    }


def _side_json(one: Side, name: str) -> dict[str, Any]:
    m = one.dumped.manifest
    return {
        "name": name,
        "operator": m.operator,
        "case": m.case,
        "compiler": m.compiler,
        "target": m.target,
        "label": m.label,
        "flags": dict(m.flags),
        "versions": dict(m.versions),
        "folder": str(one.dumped.folder),
        "kernels": one.launches,
        "fusions": one.fusions,
        "kernels_reason": one.reason,
        "unattributed": one.unattributed,
    }


def _cut_json(cut: Any) -> dict[str, Any]:
    return {
        "kernels": [asdict(kernel) for kernel in cut.kernels],
        "launches": cut.launches,
        "bytes": cut.bytes,
        "flops": cut.flops,
        "time_ns": cut.time_ns,
    }

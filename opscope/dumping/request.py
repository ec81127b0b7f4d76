"""What is to be dumped."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path

from opscope.compiler import Compiler
from opscope.measuring.subject import Options
from opscope.nouns import Case, OperatorSource
from opscope.registry import Registry


@dataclass(frozen=True, kw_only=True)
class Request:
    """One compilation to be opened. ``stages`` are those wanted, in lowering order."""

    registry: Registry
    source: OperatorSource
    case: Case
    compiler: Compiler
    compiler_path: Path
    options: Options
    stages: tuple[str, ...]

    @property
    def target(self) -> str:
        return self.options.settings.target

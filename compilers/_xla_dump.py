"""XLA's dump folder: what the very compilation wrote that made the timed executable.

TensorFlow can also be asked for optimized HLO, but compiles a second time to answer (measured: 0.13
s after a first call of 0.15 s). So its workers run with ``xla_dump_to`` set to a private folder; a
compilation's files are those that appear during the first call.
"""

from __future__ import annotations

import os
import re
from collections.abc import Callable
from pathlib import Path
from typing import Any

from opscope.records import Artifact

_FLAG = re.compile(r"--xla_dump_to=(\S+)")


def dump_folder() -> Path | None:
    """Where this process's XLA was told to write, if anywhere."""
    found = _FLAG.findall(os.environ.get("XLA_FLAGS", ""))
    return Path(found[-1]) if found else None


def xla_flags(*flags: str) -> str:
    """The user's ``XLA_FLAGS`` with ours behind them."""
    return " ".join(filter(None, (os.environ.get("XLA_FLAGS", ""), *flags)))


class XlaDump:
    """The files of one compilation."""

    def __init__(self) -> None:
        self.files: tuple[Path, ...] = ()

    def watch(self, call: Callable[..., Any]) -> Callable[..., Any]:
        """``call`` for its first time, which compiles."""

        def first(*inputs: Any) -> Any:
            before = _files()
            outputs = call(*inputs)
            self.files = tuple(sorted(_files() - before))
            return outputs

        return first

    def texts(self, pattern: str) -> list[str]:
        """The files that ``pattern`` matches at the end of their names, in name order."""
        wanted = re.compile(pattern + "$")
        return [f.read_text(errors="replace") for f in self.files if wanted.search(f.name)]

    def optimized_hlo(self, tool: str) -> Artifact:
        texts = self.texts(r"after_optimizations\.txt")
        if not texts:
            reason = "XLA compiled nothing in the first call, or wrote no dump (see XLA_FLAGS)"
            return Artifact(stage="hlo-optimized", absent=reason, tool=tool)
        return Artifact(stage="hlo-optimized", text="\n".join(texts), tool=tool)


def _files() -> set[Path]:
    folder = dump_folder()
    return set(folder.iterdir()) if folder is not None and folder.is_dir() else set()

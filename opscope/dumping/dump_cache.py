"""The folder of kept dumps: found, added in one step, and kept from growing without end."""

from __future__ import annotations

import contextlib
import os
import shutil
import time
from pathlib import Path

from opscope.dumping.manifest import FILE_NAME, Manifest
from opscope.errors import UsageError

MOST_ENTRIES = 400
ABANDONED_AFTER_S = 24 * 3600.0


def find(folder: Path) -> Manifest | None:
    """The manifest of a kept dump, which counts as used now; None if none is there whole."""
    path = folder / FILE_NAME
    if not path.is_file():
        return None
    try:
        manifest = Manifest.load(path)
    except UsageError:
        return None  # half written by a full disk, or by another version
    with contextlib.suppress(OSError):
        os.utime(path)
    whole = all((folder / stage.file).is_file() for stage in manifest.stages if stage.file)
    return manifest if whole else None


def keep(made: Path, kept: Path) -> None:
    """Move the folder ``made`` to ``kept``, in place of an older one; somebody else's who was
    faster is as good."""
    kept.parent.mkdir(parents=True, exist_ok=True)
    shutil.rmtree(kept, ignore_errors=True)
    try:
        made.rename(kept)
    except OSError:
        if find(kept) is None:
            raise
        shutil.rmtree(made, ignore_errors=True)


def prune(root: Path, most: int = MOST_ENTRIES) -> None:
    """Remove the dumps under ``root`` that were used least recently, down to ``most``, and folders
    that a killed process left without a manifest."""
    used: list[tuple[float, Path]] = []
    now = time.time()
    for folder in root.glob("*/*"):
        with contextlib.suppress(OSError):  # removed meanwhile by somebody else
            path = folder / FILE_NAME
            if path.is_file():
                used.append((path.stat().st_mtime, folder))
            elif now - folder.stat().st_mtime > ABANDONED_AFTER_S:
                shutil.rmtree(folder, ignore_errors=True)
    for _, folder in sorted(used)[: max(0, len(used) - most)]:
        shutil.rmtree(folder, ignore_errors=True)

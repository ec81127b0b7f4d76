"""When a run was made and of which commit: what a history of runs has on its axis."""

from __future__ import annotations

import subprocess
import time
from pathlib import Path

TIME_FORMAT = "%Y-%m-%dT%H:%M:%SZ"
GIT_TIMEOUT_S = 10


def provenance(folder: Path) -> dict[str, str]:
    """``time`` (UTC) and, where ``folder`` lies in a git checkout, ``commit``.

    A commit with uncommitted changes to tracked files ends in ``+``.
    """
    found = {"time": time.strftime(TIME_FORMAT, time.gmtime())}
    commit = _git(folder, "rev-parse", "HEAD")
    if commit:
        changed = _git(folder, "status", "--porcelain", "--untracked-files=no")
        found["commit"] = commit[:12] + ("+" if changed else "")
    return found


def _git(folder: Path, *arguments: str) -> str:
    """What git prints; empty without git, outside a checkout, or when it takes too long."""
    try:
        done = subprocess.run(
            ["git", "-C", str(folder), *arguments],
            capture_output=True,
            text=True,
            timeout=GIT_TIMEOUT_S,
            check=False,
        )
    except (OSError, subprocess.TimeoutExpired):
        return ""
    return done.stdout.strip() if done.returncode == 0 else ""

"""What ``opscope explain --json`` prints, for those who show it: a gap and its causes.

Only the frame is fixed here. What an evidence, an intervention or a reason for not fusing holds is
text, a list or an object, whatever its cause wrote; :func:`lines` puts any of them into words.
"""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from opscope.decode import decode
from opscope.errors import UsageError

STANDINGS = ("confirmed", "consistent", "refuted", "untested")


@dataclass(frozen=True, kw_only=True)
class Cause:
    """One reason for a gap. ``share_ns`` may be negative: this cause works the other way.

    ``standing``: confirmed (switching it off moved the gap by its share), consistent (evidence, no
    lever), refuted, or untested.
    """

    id: str
    title: str
    standing: str
    share_ns: float | None = None
    share_percent: float | None = None
    evidence: Any = None
    intervention: Any = None


@dataclass(frozen=True, kw_only=True)
class Explanation:
    """Why ``b`` takes another time than ``a``; without a decided verdict there are no causes."""

    operator: str
    case: str
    target: str
    a: str
    b: str
    verdict: Any = None
    ratio: float | None = None
    interval: tuple[float | None, ...] | None = None
    gap_ns: float | None = None
    causes: tuple[Cause, ...] = ()
    unexplained_percent: float | None = None
    not_fused: Any = None

    @property
    def key(self) -> tuple[str, str, str]:
        return (self.operator, self.case, self.target)


def load_explanations(path: Path) -> tuple[Explanation, ...]:
    """One explanation or a list of them; UsageError names the file and the field."""
    try:
        data = json.loads(path.read_text(encoding="utf-8"))
        items = data if isinstance(data, list) else [data]
        found = []
        for number, item in enumerate(items):
            where = f"[{number}]" if isinstance(data, list) else ""
            found.append(decode(Explanation, item, where))
    except (OSError, ValueError, RecursionError, UsageError) as error:
        raise UsageError(f"{path}: {error}") from error
    return tuple(found)


def lines(value: Any, prefix: str = "") -> Iterator[str]:
    """Any JSON in words, a line for each fact: ``bytes moved: 12``."""
    if value is None or value == "":
        return
    if isinstance(value, Mapping):
        for name, item in value.items():
            words = str(name).replace("_", " ")
            yield from lines(item, f"{prefix}{words}: ")
    elif isinstance(value, list | tuple):
        if all(not isinstance(item, Mapping | list | tuple) for item in value):
            joined = "; " if any(isinstance(item, str) and " " in item for item in value) else ", "
            yield prefix + joined.join(map(_plain, value))
        else:
            for item in value:
                yield from lines(item, prefix)
    else:
        yield prefix + _plain(value)


def _plain(value: Any) -> str:
    return f"{value:.4g}" if isinstance(value, float) else str(value)

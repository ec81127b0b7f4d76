"""Reads what ``opscope explain --json`` printed, for those who show it."""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any

from opscope.cause import Conclusion
from opscope.errors import UsageError
from opscope.showing.decode import decode


def load_explanations(path: Path) -> tuple[Conclusion, ...]:
    """One explanation or a list of them; UsageError names the file and the field."""
    try:
        data = json.loads(path.read_text(encoding="utf-8"))
        if isinstance(data, list):
            return tuple(decode(Conclusion, item, f"[{i}]") for i, item in enumerate(data))
        return (decode(Conclusion, data),)
    except (OSError, ValueError, RecursionError, UsageError) as error:
        raise UsageError(f"{path}: {error}") from error


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
            sentences = any(isinstance(item, str) and " " in item for item in value)
            yield prefix + ("; " if sentences else ", ").join(map(_plain, value))
        else:
            for item in value:
                yield from lines(item, prefix)
    else:
        yield prefix + _plain(value)


def _plain(value: Any) -> str:
    return f"{value:.4g}" if isinstance(value, float) else str(value)

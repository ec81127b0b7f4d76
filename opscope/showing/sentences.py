"""Any JSON in words: for what a cause gives as evidence, whose fields are its own."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any


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

"""Text from elsewhere, made safe to print.

A framework's message, an operator's exception or somebody else's JSON may hold escape sequences
that move the cursor, clear the screen or set the window's title, and characters that turn the
writing direction round. They are shown instead of sent.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import fields, is_dataclass, replace
from enum import Enum
from typing import Any, TypeVar

T = TypeVar("T")

_UNSAFE = re.compile(
    "[\x00-\x08\x0b-\x1f\x7f-\x9f\u200e\u200f\u202a-\u202e\u2066-\u2069\ud800-\udfff]"
)
"""Control characters but tab and newline, marks of direction, and halves of surrogate pairs."""


def printable(text: str) -> str:
    r"""``text`` with its control characters written out.

    >>> printable("\x1b[31mred\x07")
    '\\x1b[31mred\\x07'
    """
    return _UNSAFE.sub(_written_out, text.replace("\r\n", "\n"))


def _written_out(match: re.Match[str]) -> str:
    code = ord(match[0])
    return f"\\x{code:02x}" if code < 256 else f"\\u{code:04x}"


def cleaned(value: T) -> T:
    """``value`` with every text in it made printable: dataclasses, lists, tuples and mappings."""
    return _cleaned(value)  # type: ignore[no-any-return]


def _cleaned(value: Any) -> Any:
    if isinstance(value, str) and not isinstance(value, Enum):
        return printable(value)
    if isinstance(value, Mapping):
        return {_cleaned(key): _cleaned(item) for key, item in value.items()}
    if isinstance(value, list):
        return [_cleaned(item) for item in value]
    if isinstance(value, tuple):
        return tuple(_cleaned(item) for item in value)
    if is_dataclass(value) and not isinstance(value, type):
        changed = {
            field.name: new
            for field in fields(value)
            if (new := _cleaned(old := getattr(value, field.name))) is not old
        }
        return replace(value, **changed) if changed else value
    return value

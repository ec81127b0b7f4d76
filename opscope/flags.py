"""Options of a compiler as ``--flag NAME=VALUE`` gives them: checked before anything is compiled.

What a compiler knows is asked of the installed one, never written down here.
"""

from __future__ import annotations

import ast
from collections.abc import Iterable, Mapping
from typing import Any

from opscope.errors import UsageError, unknown

_TRUE, _FALSE = ("true", "1", "yes", "on"), ("false", "0", "no", "off")


def check(compiler: str, flags: Mapping[str, str], known: Iterable[str]) -> None:
    """UsageError for the first flag that is not ``known``, with the nearest match."""
    names = set(known) if flags else set()
    for name in flags:
        if not names:
            raise UsageError(f"{compiler} takes no flags; --flag {name} was given")
        if name not in names:
            raise _unknown(compiler, name, names)


def _unknown(compiler: str, name: str, names: set[str]) -> UsageError:
    """The error with a few near names: hundreds of options would hide the one that was meant."""
    error = unknown(f"flag of {compiler}", name, names)
    text = str(error).partition("Known: ")[0].rstrip(" ;")
    end = name.rpartition(".")[2]
    akin = sorted(n for n in names if end in n)[:12]
    listed = f" (with {end!r} in them: {', '.join(akin)})" if akin else ""
    return UsageError(f"{text}; {compiler} knows {len(names)} flags{listed}")


def boolean(name: str, text: str) -> bool:
    if text.lower() in _TRUE:
        return True
    if text.lower() in _FALSE:
        return False
    raise UsageError(f"--flag {name}={text}: takes true or false")


def typed(name: str, text: str, default: object) -> Any:
    """``text`` as the type of ``default``; as a Python literal where there is none (None)."""
    if isinstance(default, bool):
        return boolean(name, text)
    if isinstance(default, int | float):
        try:
            return type(default)(text)
        except ValueError:
            kind = type(default).__name__
            raise UsageError(f"--flag {name}={text}: takes a number ({kind})") from None
    if isinstance(default, str):
        return text
    if text.lower() in ("true", "false"):
        return text.lower() == "true"
    try:
        return ast.literal_eval(text)
    except (ValueError, SyntaxError):
        return text

"""What goes wrong before anything is measured. A failure *while* measuring is a Status instead."""

from __future__ import annotations

from collections.abc import Iterable


class OpscopeError(Exception):
    """Base of the errors that a user can mend; ``exit_status`` is the command's."""

    exit_status = 2


class UsageError(OpscopeError):
    """The request itself is wrong: an unknown name, a malformed value, an unwritable path."""


class NotAvailableError(OpscopeError):
    """The request is right but cannot be served here: a missing framework, device or stage."""

    exit_status = 3


class UnsupportedError(NotAvailableError):
    """There is no such thing, whatever is installed: an operator that a frontend lacks, a compiler
    that has no way to a device."""


class StageError(OpscopeError):
    """A compiler failed on its way to ``stage``; the message is the compiler's own."""

    exit_status = 1

    def __init__(self, stage: str, message: str) -> None:
        super().__init__(message)
        self.stage = stage


def unknown(kind: str, name: str, known: Iterable[str]) -> UsageError:
    """An error that names the input, every valid choice and the nearest match.

    >>> str(unknown("operator", "matmull", ["matmul", "mlp"]))
    "unknown operator 'matmull'; did you mean 'matmul'? Known: matmul, mlp"
    """
    from difflib import get_close_matches

    choices = sorted(set(known))
    close = get_close_matches(name, choices, n=1, cutoff=0.5)
    hint = f"; did you mean {close[0]!r}?" if close else ";"
    listed = f"Known: {', '.join(choices)}" if choices else "None is known"
    return UsageError(f"unknown {kind} {name!r}{hint} {listed}")

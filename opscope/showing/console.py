"""The console that every command prints its tables on."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from rich.console import Console


def console(**options: Any) -> Console:
    """rich's, except that a reader who has left (``| head``) is the command line's concern: rich
    would end the process itself, with status 1."""
    from rich.console import Console

    class Ours(Console):
        def on_broken_pipe(self) -> None:
            raise  # the BrokenPipeError that rich handles by calling this

    return Ours(**options)

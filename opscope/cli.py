"""The command line. Exit status: 0 done, 1 what was asked about is bad, 2 usage, 3 not available.

What was asked for goes to standard output and nothing else does; progress and errors go to standard
error.
"""

from __future__ import annotations

import argparse
import contextlib
import importlib
import os
import sys
from collections.abc import Sequence
from pathlib import Path
from typing import Any, NoReturn

from opscope.errors import OpscopeError, UsageError, unknown
from opscope.plain import printable

INTERRUPTED = 130
COMMANDS = Path(__file__).with_name("commands")


class Parser(argparse.ArgumentParser):
    """An argument parser that reports like the rest of opscope."""

    def error(self, message: str) -> NoReturn:
        raise UsageError(f"{message}\nusage: see {self.prog} --help")

    def print_help(self, file: Any = None) -> None:
        """argparse's own says nothing when the disk is full."""
        (file or sys.stdout).write(self.format_help())


def command_names() -> list[str]:
    return sorted(p.stem for p in COMMANDS.glob("*.py") if not p.name.startswith("_"))


def build_parser(arguments: Sequence[str]) -> Parser:
    """The parser, with only the command that is asked for filled in: the others' modules are
    imported for their one-line summaries when help is wanted."""
    parser = Parser(
        prog="opscope",
        description="Kernel-level operator microbenchmarks and a compiler explorer.",
        epilog="Measure with pytest: pytest ops/ --benchmark-only",
    )
    parser.add_argument("--version", action="version", version=f"opscope {_version()}")
    commands = parser.add_subparsers(metavar="COMMAND", required=True, parser_class=Parser)
    names = command_names()
    wanted = next((a for a in arguments if not a.startswith("-")), None)
    if wanted is not None and wanted not in names:
        raise unknown("command", wanted, names)
    for name in [wanted] if wanted else names:
        module = _command(name)
        sub = commands.add_parser(name, help=module.SUMMARY, description=module.SUMMARY)
        module.add_arguments(sub)
        sub.set_defaults(run=module.run)
    return parser


def _command(name: str) -> Any:
    return importlib.import_module(f"opscope.commands.{name}")


def _version() -> str:
    from opscope import __version__

    return __version__


def main(arguments: Sequence[str] | None = None) -> int:
    """Run one command and return the exit status."""
    given = list(sys.argv[1:] if arguments is None else arguments)
    if sys.stdout is None:  # it was closed before we started
        sys.stdout = open(os.devnull, "w")  # noqa: SIM115 - as long as the process lives
    try:
        status = _run(given)
        sys.stdout.flush()
    except OpscopeError as error:
        print(f"opscope: {printable(str(error))}", file=sys.stderr)
        return error.exit_status
    except KeyboardInterrupt:
        print("opscope: interrupted", file=sys.stderr)
        return INTERRUPTED
    except BrokenPipeError:
        # The reader (head, less) has left: that is its right.
        _discard_output()
        return 0
    except OSError as error:
        if error.filename is None:  # not an open that failed, but a write: a full disk
            _discard_output()
        print(f"opscope: {_about(error)}", file=sys.stderr)
        return UsageError.exit_status
    return status


def _run(given: Sequence[str]) -> int:
    try:
        parsed = build_parser(given).parse_args(given)
    except SystemExit as done:  # how argparse ends --help and --version
        return int(done.code or 0)
    status: int = parsed.run(parsed)
    return status


def _about(error: OSError) -> str:
    what = error.strerror or str(error)
    return f"{error.filename}: {what}" if error.filename is not None else f"cannot write: {what}"


def _discard_output() -> None:
    """Let what is still buffered go nowhere: Python would try again at exit, and complain."""
    with contextlib.suppress(OSError, ValueError, AttributeError):
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())

"""``opscope new``: an operator file to start from."""

from __future__ import annotations

import argparse
from pathlib import Path

from opscope.scripts import template

SUMMARY = "write an operator file to start from; it runs as it is"


def add_arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("file", type=Path, metavar="FILE.py", help="named after the operator")


def run(arguments: argparse.Namespace) -> int:
    template.write(arguments.file)
    print(f"pytest {arguments.file} -p opscope.pytest_plugin --benchmark-only")
    return 0

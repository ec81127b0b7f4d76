"""Markdown, CSV and the terminal table of one stored run, as they were when last looked at.

To accept a change on purpose: OPSCOPE_UPDATE_GOLDEN=1, then look at the difference.
"""

from __future__ import annotations

import os
from pathlib import Path

import pytest

from opscope.records import load_run
from opscope.registry import Registry
from opscope.report import load_material
from opscope.reports.terminal import as_text

GOLDEN = Path(__file__).parent.parent / "golden" / "report"


def compare(name: str, text: str) -> None:
    path = GOLDEN / name
    if os.environ.get("OPSCOPE_UPDATE_GOLDEN"):
        path.write_text(text, encoding="utf-8")
    assert text == path.read_text(encoding="utf-8")


@pytest.mark.parametrize(("report", "name"), [("markdown", "run.md"), ("csv", "run.csv")])
def test_files(report, name, tmp_path):
    out = tmp_path / name
    Registry().reports[report].write(load_material((GOLDEN / "run.json",)), out)
    compare(name, out.read_text(encoding="utf-8"))


@pytest.mark.parametrize("width", [80, 120, 200])
def test_terminal(width):
    compare(f"run-{width}.txt", as_text(load_run(GOLDEN / "run.json"), width))

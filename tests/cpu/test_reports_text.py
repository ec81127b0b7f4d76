"""Markdown and CSV: hostile names stay text, numbers survive."""

from __future__ import annotations

import csv
import io
import re
import sys
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st
from markdown_it import MarkdownIt

from opscope.records import Run, Status
from opscope.registry import Registry
from opscope.report import Material, NamedRun

sys.path.insert(0, str(Path(__file__).parent))
from _report_runs import matmul_run, record

HOSTILE = "</code><script>alert(1)</script>`|` @someone [x](javascript:alert(1)) {{ 7 * 7 }}"


@pytest.fixture
def written(tmp_path):
    def write(name, run, problems=()):
        runs = (NamedRun(name="run.json", run=run),)
        report = Registry().reports[name]
        out = tmp_path / f"report.{report.extension}"
        assert report.write(Material(runs=runs, problems=problems), out) == (out,)
        return out.read_text()

    return write


def hostile_run():
    return Run(
        records=(
            record("torch-eager", 1e6, operator=HOSTILE, dtype=HOSTILE),
            record("jax-jit", operator=HOSTILE, status=Status.CRASHED, reason=HOSTILE),
        )
    )


def test_markdown_renders_hostile_text_as_code_only(written):
    html = MarkdownIt("gfm-like", {"html": True, "linkify": False}).render(
        written("markdown", hostile_run(), problems=(HOSTILE,))
    )
    assert "<script" not in html
    assert "<a " not in html
    outside_code = re.sub(r"<code>.*?</code>", "", html, flags=re.DOTALL)
    assert "@someone" not in outside_code
    assert "alert" not in outside_code


def test_every_markdown_table_row_has_as_many_cells_as_its_heading(written):
    rendered = MarkdownIt("commonmark").enable("table").render(written("markdown", matmul_run()))
    for table in re.findall(r"<table>.*?</table>", rendered, re.DOTALL):
        counts = {len(re.findall("<t[hd]", row)) for row in table.split("<tr>")[1:]}
        assert len(counts) == 1


@given(st.text(max_size=30))
def test_a_code_span_holds_any_text(text):
    from opscope.reports.markdown import code

    rendered = MarkdownIt("commonmark").renderInline(code(text))
    assert rendered == "" or re.fullmatch(r"<code>[^<]*</code>", rendered)


def test_markdown_names_every_compiler(written):
    text = written("markdown", matmul_run())
    assert all(f"`{item.compiler}`" in text for item in matmul_run().records)


def test_csv_has_one_row_per_record_with_unrounded_numbers(written):
    run = matmul_run()
    rows = list(csv.DictReader(io.StringIO(written("csv", run))))
    assert len(rows) == len(run.records)
    by_compiler = {row["compiler"]: row for row in rows}
    for item in run.records:
        if item.measurement:
            assert float(by_compiler[item.compiler]["median_ns"]) == item.measurement.median_ns
    assert by_compiler["jax-eager"]["status"] == "crashed"
    assert by_compiler["jax-eager"]["time_over_fastest"] == ""
    assert by_compiler["tf-xla"]["ranked"] == "false"


@pytest.mark.parametrize("start", list("=+-@\t"))
def test_csv_defuses_formulas(written, start):
    run = Run(records=(record("jax-jit", status=Status.FAILED, reason=f"{start}cmd()"),))
    (row,) = csv.DictReader(io.StringIO(written("csv", run)))
    assert row["reason"] == f"'{start}cmd()"


def test_csv_keeps_line_breaks_inside_a_cell(written):
    rows = list(csv.DictReader(io.StringIO(written("csv", matmul_run()))))
    assert {row["compiler"]: row["reason"] for row in rows}["jax-eager"] == "SIGSEGV\nin thread 7"

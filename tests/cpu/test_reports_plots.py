"""Plots as files: well-formed SVG that stands alone, and PNG where a renderer is installed."""

from __future__ import annotations

import itertools
import sys
import xml.etree.ElementTree as ET
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from opscope.records import Run
from opscope.registry import Registry
from opscope.report import Material, NamedRun, load_material
from opscope.reports import _svg

sys.path.insert(0, str(Path(__file__).parent))
from _report_runs import record

GOLDEN = Path(__file__).parent.parent / "golden" / "report"


@pytest.fixture(scope="module")
def written(tmp_path_factory):
    out = tmp_path_factory.mktemp("plots")
    return Registry().reports["plots"].write(load_material((GOLDEN / "run.json",)), out)


def test_every_case_has_its_plots(written):
    cases = {path.parent for path in written}
    assert len(cases) == 6
    for case in cases:
        assert {p.stem for p in written if p.parent == case} >= {"samples", "roofline", "error"}


def test_svg_stands_alone(written):
    for path in (p for p in written if p.suffix == ".svg"):
        root = ET.fromstring(path.read_text())
        assert root.tag == "{http://www.w3.org/2000/svg}svg"
        text = path.read_text()
        assert "var(--" not in text
        assert "http" not in text.replace("http://www.w3.org/2000/svg", "")
        names = {element.text for element in root.iter() if element.tag.endswith("}text")}
        assert any(name and "torch-eager" in name for name in names)


def test_png_is_written_where_it_can_be(written):
    pytest.importorskip("resvg_py", reason="resvg-py is not installed")
    images = [path for path in written if path.suffix == ".png"]
    assert len(images) == len(written) / 2
    assert all(path.read_bytes().startswith(b"\x89PNG") for path in images)


def test_hostile_names_stay_text_and_inside_the_folder(tmp_path):
    name = "../../<script>alert(1)</script>\x00\x1b&\"'"
    item = record(name, 1e6, operator=name, case=name, target=name)
    runs = (NamedRun(name="a.json", run=Run(records=(item,))),)
    out = tmp_path / "plots"
    for path in Registry().reports["plots"].write(Material(runs=runs), out):
        assert path.resolve().is_relative_to(out.resolve())
        if path.suffix == ".svg":
            root = ET.fromstring(path.read_text())
            assert not [e for e in root.iter() if e.tag.endswith("script")]


@given(st.text())
def test_any_text_makes_well_formed_svg(text):
    drawn = _svg.svg(10, 10, text, _svg.text(0, 0, text), _svg.element("g", _svg.title(text)))
    ET.fromstring(drawn.encode("utf-8", "replace"))


@given(st.lists(st.floats(min_value=1e-3, max_value=1e12), min_size=1, max_size=9), st.booleans())
def test_a_scale_keeps_values_inside_and_has_ticks(values, log):
    scale = _svg.scale(values, 10.0, 500.0, log=log)
    assert all(9.9 <= scale(value) <= 500.1 for value in values)
    assert 1 <= len(scale.ticks(6)) <= 8
    assert all(9 <= scale(tick) <= 501 for tick in scale.ticks(6))


@given(st.lists(st.floats(min_value=0, max_value=200), min_size=1, max_size=10))
def test_labels_spread_out_keep_their_order_and_their_distance(wanted):
    placed = _svg.spread_out(wanted, 15, 0, 200)
    order = sorted(range(len(wanted)), key=lambda i: wanted[i])
    heights = [placed[i] for i in order]
    assert all(b - a >= 15 - 1e-6 for a, b in itertools.pairwise(heights))

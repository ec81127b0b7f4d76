"""docs/reports.md: its own-format file works, its sample is what this code would write."""

from __future__ import annotations

import re
from pathlib import Path

from opscope.registry import Registry
from opscope.report import load_material

ROOT = Path(__file__).parents[2]
DOCS = ROOT / "docs"


def test_the_format_of_ones_own_is_one_file(tmp_path):
    (code,) = re.findall(r"```python\n(.*?)```", (DOCS / "reports.md").read_text(), re.DOTALL)
    (tmp_path / "reports").mkdir()
    (tmp_path / "reports" / "winners.py").write_text(code)
    registry = Registry(tmp_path)
    assert registry.faults() == []
    out = tmp_path / "out.winners"
    material = load_material((ROOT / "tests" / "golden" / "report" / "run.json",))
    registry.reports["winners"].write(material, out)
    assert "mlp rows64_features128_hidden512-float32-forward torch-eager" in out.read_text()


def test_links_of_the_documentation_lead_somewhere():
    for text, folder in (((DOCS / "reports.md"), DOCS), (ROOT / "README.md", ROOT)):
        for target in re.findall(r"\]\(([\w./-]+)\)", text.read_text()):
            assert (folder / target).is_file(), target


def test_the_sample_holds_what_the_documentation_says():
    page = (DOCS / "sample-report.html").read_text()
    assert len(page) < 1_000_000
    assert page.count('id="code-') >= 4
    assert "layernorm" in page

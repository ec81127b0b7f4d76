"""``opscope report``: formats, endings, broken files, and a package that is not there."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest

from opscope.cli import main

GOLDEN = Path(__file__).parent.parent / "golden" / "report"
RUN = str(GOLDEN / "run.json")


@pytest.mark.parametrize("ending", ["html", "md", "csv", "txt"])
def test_the_ending_chooses_the_format(tmp_path, capsys, ending):
    pytest.importorskip("jinja2", reason="Jinja2 is not installed")
    out = tmp_path / "new" / f"report.{ending}"
    assert main(["report", RUN, "--out", str(out)]) == 0
    assert out.stat().st_size > 1000
    captured = capsys.readouterr()
    assert captured.out == ""
    assert str(out) in captured.err


def test_a_table_goes_to_standard_output(capsys):
    assert main(["report", RUN, "--format", "terminal"]) == 0
    captured = capsys.readouterr()
    assert "torch-inductor" in captured.out
    assert captured.err == ""


def test_artifacts_end_up_in_the_page(tmp_path):
    pytest.importorskip("jinja2", reason="Jinja2 is not installed")
    plain, full = tmp_path / "plain.html", tmp_path / "full.html"
    main(["report", RUN, "--out", str(plain)])
    main(["report", RUN, "--artifacts", str(GOLDEN / "artifacts"), "--out", str(full)])
    assert 'id="code-0"' in full.read_text()
    assert 'id="code-0"' not in plain.read_text()


def test_a_broken_file_is_told_and_the_others_reported(tmp_path, capsys):
    broken = tmp_path / "broken.json"
    broken.write_text('{"schema": 1, "records": [{}]}')
    out = tmp_path / "report.md"
    assert main(["report", RUN, str(broken), "--out", str(out)]) == 1
    assert f"{broken}: records[0].operator: missing" in capsys.readouterr().err
    assert "torch-inductor" in out.read_text()


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        ([RUN], "nowhere to write"),
        ([RUN, "--out", "report.htm"], "did you mean 'report.html'"),
        ([RUN, "--out", "x.html", "--format", "markdwon"], "did you mean 'markdown'"),
        ([RUN, "--out", "x.md", "--artifacts", "no/such/folder"], "no/such/folder"),
        (["no-such.json", "--out", "x.md"], "no-such.json"),
        ([RUN, "--out", "/proc/no/x.md"], "cannot be written"),
    ],
)
def test_usage_errors_name_what_is_wrong(capsys, arguments, message):
    assert main(["report", *arguments]) == 2
    assert message in capsys.readouterr().err


def test_the_page_without_its_package_is_not_available(tmp_path):
    code = (
        "import sys; sys.modules['jinja2'] = None\n"
        "from opscope.cli import main\n"
        f"sys.exit(main(['report', {RUN!r}, '--out', {str(tmp_path / 'x.html')!r}]))"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=False)
    assert done.returncode == 3
    assert 'pip install "opscope[report]"' in done.stderr

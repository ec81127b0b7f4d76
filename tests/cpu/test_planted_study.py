"""The study of explanations: run in pieces, counted once, and its pairs drawn by a seed alone."""

from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path

ROOT = Path(__file__).parents[2]
HOW = {"seed": 3, "pairs": 2, "controls": 1, "quick": True, "threads": 1, "limit": 30.0}


def row(number: int, cause: str, judged: str, **more: object) -> dict[str, object]:
    first = {"id": cause, "standing": "confirmed", "slow": "B", "share_percent": 97.0,
             "lever": "off", "effects": {}, "reason": ""}  # fmt: skip
    return {
        **HOW,
        **{"number": number, "cause": cause, "slow": "B" if cause else "", "compiler": "jax-jit"},
        **{"size": "8x8", "switch": "another one" if cause else "", "judged": judged},
        **{"kind": "SLOW" if cause else "SAME", "mode": "quick", "ratio": 2.0 if cause else 1.0},
        **{"causes": [first] if cause else [], "why_no_causes": "", "failure": ""},
        **{"unexplained_percent": 3.0, "seconds": 20.0, "drawn": {}, **more},
    }


def study(folder: Path, *given: str) -> subprocess.CompletedProcess[str]:
    """The study that begins no pair, on what lies in ``folder``."""
    command = [sys.executable, "-m", "tests.planted.study", "--seed", "3", "--pairs", "2"]
    command += ["--controls", "1", "--quick", "--threads", "1", "--minutes", "-1"]
    command += ["--results", str(folder / "rows.jsonl"), "--out", str(folder / "table.md"), *given]
    return subprocess.run(command, cwd=ROOT, capture_output=True, text=True, timeout=120)


def test_a_study_in_pieces_is_counted_once(tmp_path):
    failed = row(0, "fusion", "missed", failure="it crashed", causes=[])
    rows = [failed, row(1, "dtype", "right"), row(0, "fusion", "right"), row(2, "", "right")]
    text = "".join(json.dumps(r) + "\n" for r in rows) + '{"seed": 3, "num'  # killed while writing
    (tmp_path / "rows.jsonl").write_text(text)
    done = study(tmp_path)
    assert done.returncode == 0, done.stderr
    assert "2 of 2 planted causes right, 0 wrong, 1 of 1 controls quiet" in done.stdout
    table = (tmp_path / "table.md").read_text()
    assert "| fusion | 1 | 1 | 0 | 0 | 0 | 1 | another one |" in table
    assert "3 of 3 pairs; 20 s a pair" in table


def test_a_study_that_is_not_done_or_wrong_has_not_passed(tmp_path):
    path = tmp_path / "rows.jsonl"
    path.write_text(json.dumps(row(0, "fusion", "right")) + "\n")
    assert study(tmp_path).returncode == 1
    wrong = [row(0, "fusion", "right"), row(1, "dtype", "wrong"), row(2, "", "right")]
    path.write_text("".join(json.dumps(r) + "\n" for r in wrong))
    assert study(tmp_path).returncode == 1


def test_rows_of_another_study_are_refused(tmp_path):
    (tmp_path / "rows.jsonl").write_text(json.dumps(row(0, "fusion", "right", seed=4)) + "\n")
    done = study(tmp_path)
    assert done.returncode == 1
    assert "another study" in done.stderr

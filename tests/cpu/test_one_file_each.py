"""Adding an operator, a compiler, a parser, a cause or a report is one file in a folder."""

from __future__ import annotations

from pathlib import Path

import pytest

from opscope import facts
from opscope.measuring.run import Session
from opscope.measuring.subject import Options
from opscope.nouns import OperatorSource
from opscope.records import Artifact, Kernel, Status
from opscope.registry import Registry
from opscope.report import Material, NamedRun

FILES = {
    "compilers/shown.py": """
        from collections.abc import Callable
        from opscope.compiler import Compiled, Compiler
        from opscope.records import Artifact
        import sys
        sys.path.insert(0, {planted!r})
        from _numpy import NumPy
        sys.path.pop(0)

        class Shown(Compiler):
            name = "shown"
            summary = "shows what it dispatched"
            frontend = NumPy
            stages = ("dispatched-ops",)

            def compile(self, call, job):
                text = "one kernel called double"
                show = lambda: (Artifact(stage="dispatched-ops", text=text, tool="shown"),)
                return Compiled(call=call, artifacts=show)

        COMPILER = Shown()
    """,
    "inspect/parsers/mine.py": """
        from opscope.facts import Facts, Parser
        from opscope.records import Kernel

        def parse(text):
            return Facts(kernels=(Kernel(name=text.split()[-1], kind="generated"),))

        PARSER = Parser(name="mine", summary="the last word is the kernel", parse=parse)
    """,
    "reports/names.py": """
        from opscope.report import Report, write_text

        class Names(Report):
            name = "names"
            summary = "who took part"
            extension = "txt"

            def write(self, material, out):
                return write_text(out, ", ".join(r.compiler for r in material.newest.records))

        REPORT = Names()
    """,
}


@pytest.fixture
def root(tmp_path: Path) -> Path:
    from textwrap import dedent

    planted = str(Path(__file__).parents[1] / "planted" / "root" / "compilers")
    for name, text in FILES.items():
        path = tmp_path / "mine" / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(dedent(text).replace("{planted!r}", repr(planted)))
    return tmp_path / "mine"


def test_each_is_found_by_its_file_and_runs(root: Path, plant, tmp_path: Path) -> None:
    operator: OperatorSource = plant("double", "return 2 * x")
    (root / "ops").mkdir()
    (root / "ops" / "double.py").write_text(operator.path.read_text())
    registry = Registry(root)
    assert registry.faults() == []
    with Session(registry, Options(timeout_s=20, block_ns=1e5, budget_s=0.02)) as session:
        source = registry.operator("double")
        (case,) = source.operator.cases(sizes=("tiny",), dtypes=("float32",))
        session.measure(source, case, ["shown"], timed=True)
        run = session.run({})
    assert [r.status for r in run.records] == [Status.OK]
    parsed = registry.parsers["mine"].parse("a kernel called double")
    assert parsed.kernels == (Kernel(name="double", kind="generated"),)
    out = tmp_path / "names.txt"
    registry.reports["names"].write(Material(runs=(NamedRun(name="now", run=run),)), out)
    assert out.read_text() == "shown"


def test_the_stage_catalogue_names_the_parser(root: Path) -> None:
    artifact = Artifact(stage="hlo-optimized", text="", tool="none")
    assert facts.parse(artifact, Registry(root)) is not None


def test_all_faults_are_told_at_once(root: Path) -> None:
    ops = root / "ops"
    ops.mkdir()
    (ops / "no_operator.py").write_text("x = 1\n")
    (ops / "unfinished.py").write_text("def f(:\n")
    (ops / "framework.py").write_text("from jax import numpy\nOPERATOR = None\n")
    (ops / "matmul.py").write_text((Path(__file__).parents[2] / "ops" / "matmul.py").read_text())
    faults = "\n".join(map(str, Registry(root).faults()))
    assert "no_operator.py: defines no OPERATOR" in faults
    assert "unfinished.py:1: is not valid Python" in faults
    assert "framework.py:1: imports jax at the top" in faults
    assert "the name 'matmul' is already taken by" in faults
    assert "layernorm" in Registry(root).operators

"""The structure that design.md promises: folders, direction of imports, cost of starting up."""

from __future__ import annotations

import ast
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[2]
FOLDERS = ("opscope", "ops", "compilers", "inspect", "reports")
ROOMS = (
    *("worker", "verdicts", "showing", "measuring", "dumping", "explaining", "scripts"),
    "commands",
)
"""The folders of the core: each may use those before it, and the files beside them."""
DOORS = ("cli", "pytest_plugin", "pytest_session", "__main__")
"""The files beside the folders that may use them all: where a user comes in."""
FRAMEWORKS = ("torch", "triton", "tensorflow", "jax", "jaxlib", "keras")


def _files() -> Iterator[Path]:
    for folder in FOLDERS:
        yield from sorted((ROOT / folder).rglob("*.py"))


def _python(code: str, **kwargs) -> str:
    command = [sys.executable, "-c", code]
    return subprocess.run(
        command, cwd=ROOT, check=True, capture_output=True, text=True, timeout=60, **kwargs
    ).stdout


def test_the_standard_librarys_inspect_is_not_shadowed():
    assert not (ROOT / "inspect" / "__init__.py").exists()
    out = _python("import inspect; print(inspect.__file__)")
    assert Path(out.strip()).parent != ROOT / "inspect"


def test_no_file_is_named_after_a_standard_module():
    clashes = [p for p in _files() if p.stem in sys.stdlib_module_names and p.stem[0] != "_"]
    assert clashes == []


def test_files_stay_short():
    long = {str(p.relative_to(ROOT)): n for p in _files() if (n := len(p.open().readlines())) > 450}
    assert long == {}


def _imports(path: Path) -> Iterator[str]:
    for node in ast.walk(ast.parse(path.read_bytes())):
        if isinstance(node, ast.Import):
            yield from (alias.name for alias in node.names)
        elif isinstance(node, ast.ImportFrom) and node.module:
            yield node.module
            yield from (f"{node.module}.{alias.name}" for alias in node.names)


@pytest.mark.parametrize("folder", FOLDERS)
def test_imports_run_one_way(folder):
    others = [f"opscope.{f}" for f in FOLDERS if f not in ("opscope", folder)]
    wrong = {
        f"{path.relative_to(ROOT)} imports {name}"
        for path in sorted((ROOT / folder).rglob("*.py"))
        for name in _imports(path)
        if any(name == other or name.startswith(other + ".") for other in others)
    }
    assert wrong == set()


def test_the_rooms_of_the_core_build_on_each_other_in_one_order():
    core = ROOT / "opscope"
    assert {p.parent.name for p in core.glob("*/*.py")} == set(ROOMS)
    wrong = set()
    for path in sorted(core.rglob("*.py")):
        room = path.parent.name
        if room == "opscope" and path.stem in DOORS:
            continue
        allowed = ROOMS[: ROOMS.index(room) + 1] if room in ROOMS else ()
        for name in _imports(path):
            head, *rest = name.split(".")
            if head == "opscope" and rest and rest[0] in {*ROOMS, *DOORS} - {*allowed}:
                wrong.add(f"{path.relative_to(core)} imports {name}")
    assert wrong == set()


def test_each_file_is_one_module_object():
    code = """
import sys
from pathlib import Path
from opscope.registry import Registry, KINDS
registry = Registry()
for kind in KINDS:
    registry.found(kind)
files = {}
for name, module in list(sys.modules.items()):
    file = getattr(module, "__file__", None)
    if file and Path(file).is_relative_to(Path.cwd()):
        files.setdefault(file, set()).add(name)
print([f for f, names in files.items() if len(names) > 1])
"""
    assert _python(code).strip() == "[]"


def test_the_parent_imports_no_framework_and_no_numpy():
    code = """
import sys
from opscope.registry import Registry, KINDS
import opscope.measuring.run, opscope.pytest_plugin, opscope.cli
registry = Registry()
assert not registry.faults(), registry.faults()
for kind in KINDS:
    registry.found(kind)
print([m for m in sys.argv[1:] if m in sys.modules])
"""
    command = [sys.executable, "-c", code, *FRAMEWORKS, "numpy"]
    done = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, timeout=60)
    assert done.stdout.strip() == "[]", done.stderr


def test_a_whole_session_leaves_the_parent_without_frameworks():
    code = """
import sys
import pytest
status = pytest.main(["ops/matmul.py", "--size=tiny", "--compilers=torch-eager", "-q"])
loaded = [m for m in sys.argv[1:] if m in sys.modules]
print("status", int(status), "loaded", loaded)
"""
    out = _python(code.replace("sys.argv[1:]", repr(FRAMEWORKS)))
    assert out.splitlines()[-1] == "status 0 loaded []"


def test_list_imports_nothing_heavy():
    """It has 0.3 s: a framework or NumPy would take that alone, and so would rich or pytest."""
    code = """
import sys
from opscope.cli import main
main(["list"])
heavy = ["numpy", "rich", "pytest", "asyncio", *sys.argv[1:]]
print([m for m in heavy if m in sys.modules])
"""
    command = [sys.executable, "-c", code, *FRAMEWORKS]
    done = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, timeout=60)
    assert done.stdout.splitlines()[-1] == "[]", done.stderr

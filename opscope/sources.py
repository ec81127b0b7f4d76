"""Source files as the registry reads them: what they import, their digest, and importing them.

Anybody's file anywhere can be an operator. Two folders may each hold a ``helper.py`` of their own,
a helper may import a framework and so be wanted inside a function only, and a file may change while
the process lives. So a foreign file gets a name made of its path and content, and it looks for its
imports beside itself first, by an ``__import__`` of its own: ``sys.path`` is never touched.
"""

from __future__ import annotations

import ast
import builtins
import hashlib
import importlib
import importlib.util
import re
import sys
from collections.abc import Iterator
from functools import cache
from importlib.machinery import SourceFileLoader
from pathlib import Path
from types import CodeType, ModuleType
from typing import Any

import opscope

FRAMEWORKS = frozenset({"torch", "triton", "tensorflow", "jax", "jaxlib", "keras", "numpy"})
"""Modules that an operator file may import inside its functions only: the parent process imports
every operator file, and one process never holds two frameworks. NumPy costs the 0.2 s that
``opscope list`` has to answer in."""

FOLDERS = ("ops", "compilers", "inspect/parsers", "inspect", "inspect/causes", "reports")
"""Where opscope's own operators, compilers and so on lie, from the package's folder."""

_HELPERS = re.compile(r"opscope\.(reference|ops\._\w+)")
"""Modules of opscope that an operator's mathematics may depend on."""
_IMPORT = re.compile(
    r"[ \t]*(?:from[ \t]+(?P<base>[\w.]+)[ \t]+import[ \t]+\(?(?P<names>[^#\n]*)"
    r"|import[ \t]+(?P<modules>[^#\n]+))"
)


def canonical_name(path: Path) -> str | None:
    """``opscope.ops.matmul`` for opscope's own file of that module; None for anybody else's."""
    path = path.resolve()
    for base in _bases():
        for folder in FOLDERS:
            if path.parent == base / folder:
                return ".".join(("opscope", *folder.split("/"), path.stem))
    return None


@cache
def _bases() -> tuple[Path, ...]:
    return tuple(Path(p).resolve() for p in opscope.__path__)


def import_file(path: Path) -> ModuleType:
    """Import a file under its one name; a foreign one under a name made of its path and content.

    Raises whatever the file raises.
    """
    name = canonical_name(path)
    return importlib.import_module(name) if name else _import_foreign(path.resolve())


class _FromSource(SourceFileLoader):
    """Reads no bytecode: that of a file changed within a second may be the old one's."""

    def get_code(self, fullname: str) -> CodeType:
        return self.source_to_code(self.get_data(self.path), self.path)


def _import_foreign(path: Path) -> ModuleType:
    stem = path.parent.name if path.name == "__init__.py" else path.stem
    place = hashlib.sha256(str(path.parent).encode()).hexdigest()[:6]
    name = f"opscope_foreign_{stem}_{place}_{file_digest(path)[:12]}"
    if name in sys.modules:
        return sys.modules[name]
    package = [str(path.parent)] if path.name == "__init__.py" else None
    spec = importlib.util.spec_from_file_location(
        name, path, loader=_FromSource(name, str(path)), submodule_search_locations=package
    )
    if spec is None or spec.loader is None:
        raise ImportError(f"{path} is not a Python file")
    module = importlib.util.module_from_spec(spec)
    folder = path.parent.parent if package else path.parent
    vars(module)["__builtins__"] = {**vars(builtins), "__import__": _importer(folder)}
    sys.modules[name] = module
    try:
        spec.loader.exec_module(module)
    except BaseException:
        del sys.modules[name]
        raise
    return module


def _importer(folder: Path) -> Any:
    """An ``__import__`` that looks in ``folder`` before everywhere else."""

    def look_beside(
        name: str, scope: Any = None, local: Any = None, wanted: Any = (), level: int = 0
    ) -> ModuleType:
        first, _, rest = name.partition(".")
        beside = None if level else module_beside(folder, first)
        if beside is None:
            return builtins.__import__(name, scope, local, wanted, level)
        top = module = _import_foreign(beside)
        for part in rest.split(".") if rest else ():
            module = importlib.import_module(f"{module.__name__}.{part}")
        for part in wanted or ():  # from package import submodule
            if hasattr(module, "__path__") and not hasattr(module, part):
                importlib.import_module(f"{module.__name__}.{part}")
        return module if wanted else top

    return look_beside


def module_beside(folder: Path, name: str) -> Path | None:
    """The file of the module or package ``name`` in ``folder``; None if there is none, or if the
    name is the standard library's or a framework's."""
    if name in FRAMEWORKS or name in sys.stdlib_module_names:
        return None
    for file in (folder / f"{name}.py", folder / name / "__init__.py"):
        if file.is_file():
            return file
    return None


def file_digest(path: Path) -> str:
    """SHA-256 of a file and of the helpers that it imports, directly or not: modules beside it, and
    those of opscope's own modules that hold an operator's mathematics."""
    digest = hashlib.sha256()
    for content in _with_helpers(path.resolve(), set()):
        digest.update(content)
    return digest.hexdigest()


def _with_helpers(path: Path, seen: set[Path]) -> Iterator[bytes]:
    if path in seen:
        return
    seen.add(path)
    try:
        content = path.read_bytes()
    except OSError:
        return
    yield content
    for name in _imported(content.decode(errors="replace")):
        for folder, module in _places(path.parent, name):
            helper = module_beside(folder, module)
            if helper is not None:
                yield from _with_helpers(helper, seen)


def _places(folder: Path, name: str) -> Iterator[tuple[Path, str]]:
    """Folders in which a module ``name`` may lie, with its last name."""
    first, *rest = name.split(".")
    if first == "opscope":
        if _HELPERS.fullmatch(name):
            yield from ((base.joinpath(*rest[:-1]), rest[-1]) for base in _bases())
    elif first not in FRAMEWORKS and first not in sys.stdlib_module_names:
        yield folder, first
        if rest:
            yield folder.joinpath(first, *rest[:-1]), rest[-1]


def _imported(text: str) -> Iterator[str]:
    """Names of modules that ``text`` seems to import anywhere; some may be names in a module."""
    for line in text.splitlines():
        match = _IMPORT.match(line) if "import" in line else None
        if match is None:
            continue
        base = (match["base"] or "").strip(".")
        if base:
            yield base
        for item in (match["names"] or match["modules"] or "").split(","):
            name = item.strip(" ()\t\\").split(" ")[0]
            if name:
                yield f"{base}.{name}" if base else name


def framework_imports(path: Path) -> Iterator[tuple[int, str]]:
    """Line and reason of everything that stops ``path`` from being read: imports of a framework
    that run when the file is imported, bad syntax, no such file."""
    try:
        content = path.read_bytes()
        if not _suspicious(content.decode(errors="replace")):
            return
        tree = ast.parse(content, filename=str(path))
    except OSError as error:
        yield 0, f"cannot be read: {error.strerror}"
        return
    except (SyntaxError, ValueError) as error:
        yield getattr(error, "lineno", 0) or 0, f"is not valid Python: {error}"
        return
    for node in _top_level(tree):
        for name in _modules_of(node):
            if name.split(".")[0] in FRAMEWORKS:
                reason = f"imports {name} at the top; import it inside the function that uses it"
                yield node.lineno, reason


def _suspicious(text: str) -> bool:
    """Whether a framework may be imported outside a function: a cheap look that spares parsing."""
    in_function = False
    for line in text.splitlines():
        if line[:1].strip():
            in_function = line.startswith(("def ", "async def "))
        match = _IMPORT.match(line) if "import" in line else None
        if match is None or (in_function and line[:1].isspace()):
            continue
        modules = [match["base"]] if match["base"] else match["modules"].split(",")
        if not FRAMEWORKS.isdisjoint(m.strip().split(".")[0].split(" ")[0] for m in modules):
            return True
    return False


def _top_level(tree: ast.Module) -> Iterator[Any]:
    """Statements that run on import: everything but function bodies and TYPE_CHECKING blocks."""
    pending: list[ast.AST] = list(tree.body)
    while pending:
        node = pending.pop(0)
        if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef | ast.Lambda):
            continue
        if isinstance(node, ast.If) and "TYPE_CHECKING" in ast.dump(node.test):
            pending.extend(node.orelse)
            continue
        yield node
        pending.extend(child for child in ast.iter_child_nodes(node) if isinstance(child, ast.stmt))


def _modules_of(node: ast.AST) -> list[str]:
    if isinstance(node, ast.Import):
        return [alias.name for alias in node.names]
    if isinstance(node, ast.ImportFrom):
        return [node.module or ""]
    return []


def line_of(path: Path, name: str) -> int:
    """The line on which ``name`` is assigned at the top of the file; 0 if it is not."""
    try:
        tree = ast.parse(path.read_bytes())
    except (OSError, SyntaxError, ValueError):
        return 0
    for node in tree.body:
        targets = node.targets if isinstance(node, ast.Assign) else [getattr(node, "target", None)]
        if any(isinstance(target, ast.Name) and target.id == name for target in targets):
            return node.lineno
    return 0

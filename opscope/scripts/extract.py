"""Copies functions out of Python files with everything that they use, into one namespace.

Works on source text: nothing is imported, and comments and formatting survive. A name that comes
from another file of ours is copied too, under a name that tells where it came from; what comes from
the standard library or a framework becomes an import.
"""

from __future__ import annotations

import ast
import importlib.util
import re
from collections.abc import Container, Iterator, Mapping
from dataclasses import dataclass, field
from functools import cached_property
from pathlib import Path

from opscope.errors import UsageError
from opscope.sources import module_beside

Definition = ast.FunctionDef | ast.ClassDef | ast.Assign | ast.AnnAssign


@dataclass(frozen=True)
class _Module:
    path: Path

    @cached_property
    def text(self) -> str:
        return self.path.read_text(encoding="utf-8")

    @cached_property
    def names(self) -> dict[str, ast.stmt]:
        """What is defined or imported at the top, by name."""
        found: dict[str, ast.stmt] = {}
        for node in ast.parse(self.text).body:
            if isinstance(node, ast.FunctionDef | ast.ClassDef):
                found[node.name] = node
            elif isinstance(node, ast.Import | ast.ImportFrom):
                found.update((a.asname or a.name.split(".")[0], node) for a in node.names)
            else:
                found.update((name, node) for name in _assigned(node))
        return found

    def source(self, node: ast.stmt) -> tuple[int, str]:
        """First line and text, with decorators."""
        decorators = getattr(node, "decorator_list", [])
        first = min([node.lineno, *(d.lineno for d in decorators)])
        lines = self.text.splitlines()[first - 1 : node.end_lineno]
        return first, "\n".join(lines)


def _assigned(node: ast.stmt) -> Iterator[str]:
    targets = node.targets if isinstance(node, ast.Assign) else [getattr(node, "target", None)]
    for target in targets:
        for part in ast.walk(target) if target is not None else ():
            if isinstance(part, ast.Name):
                yield part.id


@dataclass
class Extract:
    """What has been copied so far: imports, and definitions in an order in which they can run.

    Names keep as they are in the files ``plain`` and get their file's name as a prefix in others;
    ``renamed`` goes before both. ``stand_ins`` maps names of ``opscope.nouns`` to the text that
    replaces them; names in ``given`` are defined by whoever uses the copy.
    """

    plain: Container[Path]
    stand_ins: Mapping[str, str] = field(default_factory=dict)
    given: Container[str] = ()
    renamed: dict[tuple[Path, str], str] = field(default_factory=dict)
    imports: set[str] = field(default_factory=set)
    definitions: dict[str, str] = field(default_factory=dict)
    _modules: dict[Path, _Module] = field(default_factory=dict)

    def take(self, path: Path, name: str) -> str:
        """Copy ``name`` of the file ``path``; returns the name that it now has."""
        module = self._modules.setdefault(path, _Module(path))
        node = module.names[name]
        if isinstance(node, ast.Import | ast.ImportFrom):
            return self._imported(module, node, name)
        emitted = self._emitted(path, name)
        if emitted in self.given:
            return emitted
        if emitted not in self.definitions:
            self.definitions[emitted] = ""  # it may refer to itself
            text = self._rewritten(module, node)
            del self.definitions[emitted]  # what it needs has been put before it
            self.definitions[emitted] = text
        return emitted

    def _emitted(self, path: Path, name: str) -> str:
        if (path, name) in self.renamed:
            return self.renamed[path, name]
        return name if path in self.plain else f"{path.stem.strip('_')}_{name.strip('_')}"

    def _imported(self, module: _Module, node: ast.Import | ast.ImportFrom, name: str) -> str:
        alias = next(a for a in node.names if (a.asname or a.name.split(".")[0]) == name)
        if isinstance(node, ast.ImportFrom):
            base = node.module or ""
            if base in ("opscope.nouns", "opscope.dtypes"):
                if alias.name not in self.stand_ins:
                    raise UsageError(f"{module.path}:{node.lineno}: {alias.name} has no stand-in")
                self.definitions.setdefault(alias.name, self.stand_ins[alias.name])
                return alias.name
            file = _file_of(base, module.path)
            if file is not None:
                return self.take(file, alias.name)
        prefix = f"from {node.module} " if isinstance(node, ast.ImportFrom) else ""
        self.imports.add(f"{prefix}import {ast.unparse(alias)}")
        return name

    def _rewritten(self, module: _Module, node: ast.stmt) -> str:
        first, text = module.source(node)
        lines = [line.encode() for line in text.splitlines()]
        for place, new in sorted(self._replacements(module, node), reverse=True):
            line, start, end = place
            old = lines[line - first]
            lines[line - first] = old[:start] + new.encode() + old[end:]
        text = b"\n".join(lines).decode()
        if isinstance(node, ast.FunctionDef | ast.ClassDef):
            new = self._emitted(module.path, node.name)
            head = rf"^(def|class) {node.name}\b"
            return re.sub(head, rf"\1 {new}", text, count=1, flags=re.MULTILINE)
        return text

    def _replacements(
        self, module: _Module, node: ast.stmt
    ) -> Iterator[tuple[tuple[int, int, int], str]]:
        bound = set(_bound(node))
        yield from _annotations(module.text.splitlines(), node)
        for part in _without_annotations(node):
            if isinstance(part, ast.Attribute) and isinstance(part.value, ast.Name):
                file = self._module_alias(module, part.value.id)
                if file is not None and part.value.id not in bound:
                    new = self.take(file, part.attr)
                    yield (part.lineno, part.col_offset, part.end_col_offset or 0), new
            elif (
                isinstance(part, ast.Name)
                and part.id in module.names.keys() - bound
                and self._module_alias(module, part.id) is None
            ):
                new = self.take(module.path, part.id)
                yield (part.lineno, part.col_offset, part.end_col_offset or 0), new

    def _module_alias(self, module: _Module, name: str) -> Path | None:
        """The file, if ``name`` is a module of ours or one beside the file."""
        node = module.names.get(name)
        if not isinstance(node, ast.Import | ast.ImportFrom):
            return None
        alias = next(a for a in node.names if (a.asname or a.name.split(".")[0]) == name)
        base = f"{node.module}." if isinstance(node, ast.ImportFrom) else ""
        return _file_of(base + alias.name, module.path)


def _file_of(name: str, importer: Path) -> Path | None:
    """The file of a module that has to be copied; None for one that is imported as usual."""
    if name.split(".")[0] == "opscope":
        try:
            spec = importlib.util.find_spec(name)
        except ModuleNotFoundError:
            return None
        return Path(spec.origin) if spec is not None and spec.origin else None
    return module_beside(importer.parent, name) if "." not in name else None


def _bound(node: ast.stmt) -> Iterator[str]:
    """Names that are local somewhere in a function, so that a top-level one is not meant."""
    if not isinstance(node, ast.FunctionDef):
        return
    for part in ast.walk(node):
        if isinstance(part, ast.arg):
            yield part.arg
        elif isinstance(part, ast.Name) and isinstance(part.ctx, ast.Store):
            yield part.id
        elif isinstance(part, ast.FunctionDef) and part is not node:
            yield part.name
        elif isinstance(part, ast.Import | ast.ImportFrom):
            yield from (a.asname or a.name.split(".")[0] for a in part.names)


def _annotations(lines: list[str], node: ast.AST) -> Iterator[tuple[tuple[int, int, int], str]]:
    """Where annotations are, to be left out: they name types of ours. Triton's are kept."""
    for part in ast.walk(node):
        target = None
        if isinstance(part, ast.arg):
            target, start = part.annotation, part.col_offset + len(part.arg)
        elif isinstance(part, ast.AnnAssign):
            target, start = part.annotation, part.target.end_col_offset or 0
        elif isinstance(part, ast.FunctionDef) and part.returns is not None:
            target = part.returns
            start = lines[target.lineno - 1].rindex("->", 0, target.col_offset) - 1
        if target is not None and "constexpr" not in ast.unparse(target):
            yield (target.lineno, start, target.end_col_offset or 0), ""


def _without_annotations(node: ast.AST) -> Iterator[ast.AST]:
    yield node
    for name, value in ast.iter_fields(node):
        if name in ("annotation", "returns"):
            continue
        for child in value if isinstance(value, list) else [value]:
            if isinstance(child, ast.AST):
                yield from _without_annotations(child)

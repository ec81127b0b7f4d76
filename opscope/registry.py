"""Finds operators, compilers, parsers, causes and reports by file name, and validates them.

Nothing is listed anywhere: a file in ``ops/`` that defines ``OPERATOR`` is an operator, a file in
``compilers/`` that defines ``COMPILER`` is a compiler, and so on. A file whose name begins with an
underscore is a helper. All faults are collected and told at once, and one broken file leaves the
others usable.
"""

from __future__ import annotations

import os
import traceback
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path
from typing import TYPE_CHECKING, Any

import opscope
from opscope import dtypes, nouns, stages
from opscope.compiler import Compiler
from opscope.errors import UsageError, unknown
from opscope.nouns import Operator, OperatorSource
from opscope.sources import file_digest, framework_imports, import_file, line_of

if TYPE_CHECKING:
    from opscope.facts import Parser, View

KINDS = {
    "operators": ("ops", "OPERATOR"),
    "compilers": ("compilers", "COMPILER"),
    "parsers": ("inspect/parsers", "PARSER"),
    "views": ("inspect", "VIEW"),
    "causes": ("inspect/causes", "CAUSE"),
    "reports": ("reports", "REPORT"),
}


@dataclass(frozen=True)
class Fault:
    """Why a file is not usable. ``line`` is 0 where no line can be named."""

    path: Path
    line: int
    reason: str

    def __str__(self) -> str:
        return (
            f"{self.path}:{self.line}: {self.reason}"
            if self.line
            else f"{self.path}: {self.reason}"
        )


@dataclass(frozen=True)
class Found:
    """One file of a kind: its object if it is usable, otherwise its faults."""

    name: str
    path: Path
    value: Any
    faults: tuple[Fault, ...]


class Registry:
    """Everything there is. ``roots`` are searched besides opscope's own folders, and so are those
    that the environment variable ``OPSCOPE_PATH`` lists: there a user keeps operators, compilers,
    causes or reports of their own. Each is laid out like a checkout.

    Raises UsageError for a listed folder that is not there: its operators would silently be none.
    """

    def __init__(self, *roots: Path) -> None:
        self.roots = (*roots, *_listed_roots())

    @cached_property
    def operators(self) -> dict[str, OperatorSource]:
        return {f.name: f.value for f in self.found("operators") if not f.faults}

    @cached_property
    def compilers(self) -> dict[str, Compiler]:
        return {f.name: f.value for f in self.found("compilers") if not f.faults}

    @cached_property
    def parsers(self) -> dict[str, Parser]:
        return {f.name: f.value for f in self.found("parsers") if not f.faults}

    @cached_property
    def views(self) -> dict[str, View]:
        return {f.name: f.value for f in self.found("views") if not f.faults}

    @cached_property
    def causes(self) -> dict[str, Any]:
        return {f.name: f.value for f in self.found("causes") if not f.faults}

    @cached_property
    def reports(self) -> dict[str, Any]:
        return {f.name: f.value for f in self.found("reports") if not f.faults}

    def operator(self, name: str) -> OperatorSource:
        """By name, or by path as ``my_op.py`` or ``my_op.py:name``.

        Raises UsageError: for an unknown name with the nearest match, for a broken file with its
        faults.
        """
        path, _, wanted = name.partition(":") if ".py:" in name else (name, "", "")
        if path.endswith(".py"):
            found = load_operator_file(Path(path).expanduser())
            if found.faults:
                raise UsageError("\n".join(map(str, found.faults)))
            if wanted and wanted != found.name:
                raise unknown(f"operator in {path}", wanted, [found.name])
            return found.value  # type: ignore[no-any-return]
        for own in _files(None, "ops"):  # without reading the others: a command names one
            if own.stem != name:
                continue
            found = load_operator_file(own)
            if found.name == name and not found.faults:
                return found.value  # type: ignore[no-any-return]
        if name not in self.operators:
            for broken in self.found("operators"):
                if broken.name == name:
                    raise UsageError("\n".join(map(str, broken.faults)))
            raise unknown("operator", name, self.operators)
        return self.operators[name]

    def compiler(self, name: str) -> Compiler:
        if name not in self.compilers:
            raise unknown("compiler", name, self.compilers)
        return self.compilers[name]

    def path(self, kind: str, name: str) -> Path:
        """The file that defines the usable ``name`` of ``kind``."""
        return next(f.path.resolve() for f in self.found(kind) if f.name == name and not f.faults)

    def faults(self, kinds: Iterable[str] = tuple(KINDS)) -> list[Fault]:
        """Every fault of every file of ``kinds``."""
        return [fault for kind in kinds for found in self.found(kind) for fault in found.faults]

    def found(self, kind: str) -> list[Found]:
        """All files of one of :data:`KINDS`, in name order, usable or not."""
        return self._found[kind]

    @cached_property
    def _found(self) -> dict[str, list[Found]]:
        return _LazyKinds(self._scan)

    def _scan(self, kind: str) -> list[Found]:
        folder, attribute = KINDS[kind]
        every = (path for root in (None, *self.roots) for path in _files(root, folder))
        once = {path.resolve(): path for path in every}  # a folder may be listed twice
        found = [
            load_operator_file(path) if kind == "operators" else _load(path, kind, attribute)
            for path in once.values()
        ]
        return _without_duplicates(found)


class _LazyKinds(dict[str, list[Found]]):
    """Scans a kind the first time it is asked for."""

    def __init__(self, scan: Callable[[str], list[Found]]) -> None:
        super().__init__()
        self._scan = scan

    def __missing__(self, kind: str) -> list[Found]:
        self[kind] = found = sorted(self._scan(kind), key=lambda f: f.name)
        return found


def _listed_roots() -> Iterator[Path]:
    for listed in os.environ.get("OPSCOPE_PATH", "").split(os.pathsep):
        root = Path(listed).expanduser()
        if listed and not root.is_dir():
            raise UsageError(f"OPSCOPE_PATH names {listed!r}, which is not a folder")
        if listed:
            yield root


def _files(root: Path | None, folder: str) -> Iterator[Path]:
    folders = [Path(p) / folder for p in opscope.__path__] if root is None else [root / folder]
    for candidate in folders:
        if candidate.is_dir():
            yield from sorted(p for p in candidate.glob("*.py") if not p.name.startswith("_"))
            return


def _without_duplicates(found: list[Found]) -> list[Found]:
    first: dict[str, Path] = {}
    result = []
    for item in found:
        if item.name in first and not item.faults:
            reason = f"the name {item.name!r} is already taken by {first[item.name]}"
            item = Found(
                f"{item.name}@{item.path}", item.path, None, (Fault(item.path, 0, reason),)
            )
        first.setdefault(item.name, item.path)
        result.append(item)
    return result


def load_operator_file(path: Path) -> Found:
    """The operator in ``path``, validated. Never raises: what is wrong becomes a Fault."""
    faults = tuple(Fault(path, line, reason) for line, reason in framework_imports(path))
    if faults:
        return Found(path.stem, path, None, faults)
    found = _load(path, "operators", "OPERATOR")
    if found.faults:
        return found
    operator: Operator = found.value
    source = OperatorSource(operator, path.resolve(), file_digest(path))
    return Found(operator.name, path, source, ())


def _load(path: Path, kind: str, attribute: str) -> Found:
    name = path.stem

    def broken(line: int, *reasons: str) -> Found:
        return Found(name, path, None, tuple(Fault(path, line, reason) for reason in reasons))

    try:
        module = import_file(path)
    except SyntaxError as error:
        # of a null byte Python tells no file and no line
        here = error.filename in (None, str(path.resolve()))
        where = "" if here else f" in {error.filename}:{error.lineno}"
        return broken(error.lineno or 0 if here else 0, f"is not valid Python{where}: {error.msg}")
    except (Exception, SystemExit) as error:  # a foreign file may raise anything: in the fault
        return broken(_line_in(path, error), f"does not import: {type(error).__name__}: {error}")
    value = getattr(module, attribute, None)
    if value is None:
        return broken(0, f"defines no {attribute}")
    reasons = list(_VALIDATORS.get(kind, _valid_named)(value))
    if reasons:
        return broken(line_of(path, attribute), *reasons)
    return Found(getattr(value, "name", name), path, value, ())


def _line_in(path: Path, error: BaseException) -> int:
    frames = traceback.extract_tb(error.__traceback__)
    lines = [f.lineno for f in frames if f.lineno and Path(f.filename).resolve() == path.resolve()]
    return lines[-1] if lines else 0


def _valid_named(value: Any) -> Iterator[str]:
    if not isinstance(getattr(value, "name", None), str):
        yield "has no name"


def _valid_compiler(value: Any) -> Iterator[str]:
    if not isinstance(value, Compiler):
        yield f"COMPILER is a {type(value).__name__}, not an instance of opscope.compiler.Compiler"
        return
    yield from (f"unknown stage {s!r}" for s in value.stages if s not in stages.STAGES)
    if value.fusion_off and value.fusion_off not in value.levers:
        yield f"fusion_off names {value.fusion_off!r}, which is no lever of it"


def _valid_parser(value: Any) -> Iterator[str]:
    from opscope.facts import Parser

    if not isinstance(value, Parser):
        yield f"PARSER is a {type(value).__name__}, not an instance of opscope.facts.Parser"


def _valid_view(value: Any) -> Iterator[str]:
    from opscope.facts import View

    if not isinstance(value, View):
        yield f"VIEW is a {type(value).__name__}, not an instance of opscope.facts.View"


def _valid_operator(value: Any) -> Iterator[str]:
    if not isinstance(value, Operator):
        yield f"OPERATOR is a {type(value).__name__}, not an opscope.nouns.Operator"
        return
    if not value.name.isidentifier():
        yield f"the name {value.name!r} is not an identifier"
    for required in ("inputs", "outputs", "reference", "flops"):
        if not callable(getattr(value, required)):
            yield f"{required} is missing (it must be a function of the case)"
    strings = [n for n in ("dtypes", "directions", "layouts") if isinstance(getattr(value, n), str)]
    for name in strings:
        yield f"{name} is the string {getattr(value, name)!r}, not a tuple of strings"
    if strings:
        return
    yield from _valid_choices(value)
    faults = list(_valid_presets(value))
    yield from faults or _valid_cases(value)


def _valid_choices(value: Operator) -> Iterator[str]:
    for kind, names, known in (
        ("dtype", value.dtypes, dtypes.DTYPES),
        ("direction", value.directions, nouns.DIRECTIONS),
        ("frontend", (*value.implementations, *value.unsupported), nouns.FRONTENDS),
    ):
        yield from (str(unknown(kind, name, known)) for name in names if name not in known)
    if not value.implementations:
        yield "has no implementation"
    for frontend, implementation in value.implementations.items():
        if not callable(implementation):
            yield f"the implementation for {frontend} is not a function of the case"
    if "backward" in value.directions and value.gradient is None:
        yield "has the direction 'backward' but no gradient"


def _valid_presets(value: Operator) -> Iterator[str]:
    sizes = [p.size for p in value.presets]
    for size in sizes:
        if size not in nouns.SIZES:
            yield str(unknown("size", size, nouns.SIZES))
    yield from (f"has no preset of size {s!r}" for s in ("tiny", "default") if s not in sizes)
    names = {tuple(p.params) for p in value.presets}
    if len(names) > 1:
        yield f"its presets name different parameters: {sorted(names)}"
    if len(value.presets) != len({p.params for p in value.presets}):
        yield "two presets have the same parameters"


def _valid_cases(value: Operator) -> Iterator[str]:
    for case in value.cases(sizes=nouns.SIZES, dtypes=value.dtypes[:1], layouts=("native",)):
        try:
            named = {**value.inputs(case), **value.outputs(case)}
            flops, least_bytes = value.total_flops(case), value.total_least_bytes(case)
        except Exception as error:  # a foreign file may raise anything; the fault carries it
            yield f"case {case.id}: {type(error).__name__}: {error}"
            continue
        for name, spec in named.items():
            if not isinstance(spec, nouns.TensorSpec):
                yield f"case {case.id}: {name} is a {type(spec).__name__}, not a TensorSpec"
        if flops < 0 or least_bytes <= 0:
            yield f"case {case.id}: {flops} FLOPs and {least_bytes} bytes cannot be"


_VALIDATORS: dict[str, Callable[[Any], Iterator[str]]] = {
    "operators": _valid_operator,
    "compilers": _valid_compiler,
    "parsers": _valid_parser,
    "views": _valid_view,
}

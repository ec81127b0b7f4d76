"""The pytest plugin: ``pytest ops/ --benchmark-only`` measures operators through every compiler.

Collection needs no framework and no NumPy. The first item of a case that runs measures all selected
compilers of that case, interleaved; it and the others then report their own share, through
pytest-benchmark's public API (a clock that replays the samples).
"""

from __future__ import annotations

import ast
import json
import re
from collections.abc import Callable, Iterable
from dataclasses import replace
from pathlib import Path
from types import ModuleType
from typing import Any

import pytest

from opscope import selection as choose
from opscope.dumping.artifacts import write_artifacts
from opscope.errors import UsageError
from opscope.measuring.extra_info import extra_info
from opscope.nouns import Case, OperatorSource
from opscope.plain import printable
from opscope.pytest_session import KEY, Plugin, add_options
from opscope.records import Status
from opscope.registry import Fault, load_operator_file
from opscope.sources import canonical_name

_COLD = {"hot": "", "cold": " (caches flushed before each call)"}
_DEFINES_OPERATOR = re.compile(rb"^OPERATOR\s*(:[^=]*)?=", re.MULTILINE)
_IMPORTS_NOUNS = re.compile(rb"^\s*(from|import)\s+opscope\b", re.MULTILINE)


def pytest_addoption(parser: pytest.Parser) -> None:
    add_options(parser)


def pytest_configure(config: pytest.Config) -> None:
    try:
        config.stash[KEY] = Plugin(config)
    except UsageError as error:
        raise pytest.UsageError(printable(str(error))) from error
    config.add_cleanup(config.stash[KEY].close)


def _is_operator_file(path: Path, config: pytest.Config, *, named: bool) -> bool:
    """Whether ``path`` is one, or ought to be: what is broken gives an item that fails and says so.

    ``named``: it stands on the command line itself.
    """
    if path.suffix != ".py" or path.name.startswith("_"):
        return False
    name = canonical_name(path)
    if name is not None:
        return name.startswith("opscope.ops.")
    if path.parent in [(root / "ops").resolve() for root in config.stash[KEY].registry.roots]:
        return True
    try:
        text = path.read_bytes()
    except OSError:
        return False  # pytest tells it
    if _DEFINES_OPERATOR.search(text) is None:
        is_test = any(path.match(pattern) for pattern in config.getini("python_files"))
        return named and not is_test and _IMPORTS_NOUNS.search(text) is not None
    try:
        statements = ast.parse(text).body
    except (SyntaxError, ValueError):
        return True  # one failing item that says where
    return any("OPERATOR" in ast.unparse(s).partition("=")[0] for s in statements)


class OperatorFile(pytest.Module):
    """An operator file. Its items are those of a function, named like the operator, that takes the
    compiler and the case."""

    def _getobj(self) -> ModuleType:
        module = ModuleType(self.path.stem)
        found = load_operator_file(self.path)
        if not found.faults:
            function = _benchmark_function(found.value, self.config.stash[KEY])
            setattr(module, function.__name__, function)
        return module

    def collect(self) -> Iterable[pytest.Item | pytest.Collector]:
        found = load_operator_file(self.path)
        if found.faults:
            yield BrokenOperatorFile.from_parent(self, name="operator-file", faults=found.faults)
        elif self._selects_a_case(found.value):
            yield from super().collect()

    def _selects_a_case(self, source: OperatorSource) -> bool:
        plugin = self.config.stash[KEY]
        try:
            if plugin.selection.cases(source.operator):
                return True
            raise choose.no_such_case(source.operator)
        except UsageError as error:  # another operator may have what was asked for
            plugin.problems.append(str(error))
            return False

    def funcnamefilter(self, name: str) -> bool:
        return True


class BrokenOperatorFile(pytest.Item):
    """The one failing item of an operator file that cannot be used."""

    fixturenames = ("benchmark",)  # or --benchmark-only would skip it

    def __init__(self, *, faults: tuple[Fault, ...], **arguments: Any) -> None:
        super().__init__(**arguments)
        self.faults = faults

    def runtest(self) -> None:
        pytest.fail(printable("\n".join(map(str, self.faults))), pytrace=False)

    def reportinfo(self) -> tuple[Path, int | None, str]:
        line = next((fault.line - 1 for fault in self.faults if fault.line), None)
        return self.path, line, self.name


def _benchmark_function(source: OperatorSource, plugin: Plugin) -> Callable[..., None]:
    if plugin.timed:

        def function(request: Any, benchmark: Any, compiler: str, case: str, cache: str) -> None:
            _run_item(request.node, benchmark)

    else:

        def function(request: Any, compiler: str, case: str, cache: str) -> None:  # type: ignore[misc]
            _run_item(request.node, None)

    function.__name__ = function.__qualname__ = source.operator.name
    function.opscope_source = source  # type: ignore[attr-defined]
    return function


def pytest_collect_directory(path: Path, parent: pytest.Collector) -> pytest.Collector | None:
    # A plain directory: pytest's Package would import ops/__init__.py as a module called "ops".
    if canonical_name(path / "x.py") == "opscope.ops.x":
        return pytest.Dir.from_parent(parent, path=path)
    return None


def pytest_collect_file(file_path: Path, parent: pytest.Collector) -> pytest.Collector | None:
    # Files named on the command line are offered by pytest itself, through the hook below.
    if parent.session.isinitpath(file_path):
        return None
    if not _is_operator_file(file_path, parent.config, named=False):
        return None
    return OperatorFile.from_parent(parent, path=file_path)


def pytest_pycollect_makemodule(
    module_path: Path, parent: pytest.Collector
) -> pytest.Module | None:
    named = parent.session.isinitpath(module_path)
    if not _is_operator_file(module_path, parent.config, named=named):
        return None
    return OperatorFile.from_parent(parent, path=module_path)


def pytest_generate_tests(metafunc: pytest.Metafunc) -> None:
    source: OperatorSource | None = getattr(metafunc.function, "opscope_source", None)
    if source is None:
        return
    plugin = metafunc.config.stash[KEY]
    cases = plugin.selection.cases(source.operator)
    caches = ("hot", "cold") if plugin.timed and plugin.options.cold else ("hot",)
    items = [
        (compiler, case.id, cache)
        for case in cases
        for cache in caches
        for compiler in plugin.compilers
    ]
    ids = [f"{compiler}-{case}{'-cold' * (cache == 'cold')}" for compiler, case, cache in items]
    metafunc.parametrize(("compiler", "case", "cache"), items, ids=ids)


def pytest_itemcollected(item: pytest.Item) -> None:
    source = _source_of(item)
    if source is None:
        return
    plugin, parameters = item.config.stash[KEY], item.callspec.params  # type: ignore[attr-defined]
    group = f"{source.operator.name} {parameters['case']}{_COLD[parameters['cache']]}"
    marker = pytest.mark.benchmark(timer=plugin.clock, group=group, warmup=False)
    item.add_marker(marker, append=False)


def _source_of(item: pytest.Item) -> OperatorSource | None:
    return getattr(getattr(item, "function", None), "opscope_source", None)


def _case_of(item: pytest.Item, source: OperatorSource) -> Case:
    plugin, wanted = item.config.stash[KEY], item.callspec.params["case"]  # type: ignore[attr-defined]
    return next(c for c in plugin.selection.cases(source.operator) if c.id == wanted)


def pytest_collection_finish(session: pytest.Session) -> None:
    """Note which compilers of each case are left after deselection."""
    plugin = session.config.stash[KEY]
    if plugin.problems and not any(_source_of(item) for item in session.items):
        raise pytest.UsageError(printable("\n".join(plugin.problems)))
    for item in session.items:
        source = _source_of(item)
        if source is not None:
            parameters = item.callspec.params  # type: ignore[attr-defined]
            compilers = plugin.wanted.setdefault((str(source.path), parameters["case"]), [])
            if parameters["compiler"] not in compilers:
                compilers.append(parameters["compiler"])


def _run_item(item: Any, benchmark: Any) -> None:
    plugin: Plugin = item.config.stash[KEY]
    source = _source_of(item)
    assert source is not None
    compiler = item.callspec.params["compiler"]
    record = plugin.record(source, _case_of(item, source), compiler)
    if item.callspec.params["cache"] == "cold":
        record = replace(record, measurement=record.cold, metrics={}, extra={})
    if record.measurement is not None and benchmark is not None:
        benchmark.extra_info.update(extra_info(record, plugin.session.records))
        plugin.clock.replay(benchmark, [ns / 1e9 for ns in record.measurement.samples_ns])
        return
    if benchmark is not None:
        benchmark.skipped = True  # or it would warn that it was not used
    asked_for = record.status is Status.UNAVAILABLE and compiler in plugin.named
    message = f"{record.operator} {record.case} through {record.compiler}: {record.status.value}"
    message = f"{message}\n{record.reason}" if record.reason else message
    if record.status.bad or asked_for:
        pytest.fail(message, pytrace=False)
    if record.status in (Status.UNSUPPORTED, Status.UNAVAILABLE):
        pytest.skip(message)


@pytest.hookimpl(optionalhook=True)
def pytest_benchmark_update_json(
    config: pytest.Config, benchmarks: list[Any], output_json: dict[str, Any]
) -> None:
    plugin = config.stash[KEY]
    if plugin.measured:
        output_json["opscope"] = plugin.run_json()


def pytest_sessionfinish(session: pytest.Session) -> None:
    plugin = session.config.stash[KEY]
    if plugin.json_path is not None:
        partial = plugin.json_path.with_name(plugin.json_path.name + ".partial")
        partial.write_text(json.dumps(plugin.run_json(), indent=1), encoding="utf-8")
        partial.replace(plugin.json_path)
    if plugin.artifacts is not None and plugin.measured:
        plugin.close()  # the workers: their memory is wanted, and nothing is timed any more
        plugin.artifact_problems = write_artifacts(
            plugin.registry,
            plugin.measured_items(),
            plugin.options,
            plugin.artifacts,
            _progress(session.config),
        )


def _progress(config: pytest.Config) -> Callable[[str], None]:
    """Tells what is being done where pytest writes, on a terminal only."""
    reporter = config.pluginmanager.getplugin("terminalreporter")

    def tell(what: str) -> None:
        if reporter is not None and reporter.hasmarkup:
            reporter.rewrite(what, erase=True)

    return tell


@pytest.hookimpl(trylast=True)
def pytest_terminal_summary(terminalreporter: Any, config: pytest.Config) -> None:
    plugin = config.stash[KEY]
    if not plugin.measured:
        return
    from rich.console import Console

    writer = terminalreporter._tw
    console = Console(file=writer._file, force_terminal=writer.hasmarkup, width=writer.fullwidth)
    run = plugin.session.run({})
    for report in plugin.registry.reports.values():
        if report.at_end_of_run:
            report.render(run, console)
    spent = ", ".join(f"{part} {seconds:.1f} s" for part, seconds in plugin.session.seconds.items())
    console.print(f"time: {spent}", highlight=False)
    for problem in plugin.artifact_problems:
        console.print(printable(problem), highlight=False, markup=False)

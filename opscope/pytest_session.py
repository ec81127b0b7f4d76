"""What one pytest session of operators keeps, and the options that it was given."""

from __future__ import annotations

import importlib.util
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from opscope import machine
from opscope import selection as choose
from opscope.compiler import Settings
from opscope.dumping.artifacts import Measured
from opscope.measuring.replay import ReplayedClock
from opscope.measuring.run import Session
from opscope.measuring.subject import Options
from opscope.nouns import Case, OperatorSource
from opscope.records import Record, Status
from opscope.registry import Registry
from opscope.showing.provenance import provenance
from opscope.worker.allocator import ALLOCATORS


class Plugin:
    """What one pytest session keeps: options, the selected items by case, and their outcomes."""

    def __init__(self, config: pytest.Config) -> None:
        self.config = config
        self.registry = Registry()
        self.clock = ReplayedClock()
        option = config.getoption
        self.named = choose.split(option("--compilers"))
        target = choose.host_target(option("--target"))
        self.compilers = choose.compiler_names(self.registry, option("--compilers"), target)
        self.selection = choose.selection(
            size=option("--size"),
            dtype=option("--dtype"),
            direction=option("--direction"),
            layout=option("--layout"),
            shape=option("--shape"),
        )
        self.options = Options(
            settings=Settings(
                target=target,
                threads=choose.thread_count(option("--threads")),
                precision=option("--precision"),
                allocator=option("--allocator"),
                flags=choose.parse_flags(option("--flag")),
            ),
            pythons=choose.parse_pythons(option("--python")),
            more_pythons=choose.more_pythons(option("--python")),
            cold=option("--cold"),
            fusion_effect=option("--fusion-effect"),
            verdict=option("--verdict"),
            verdict_limit_s=choose.seconds("--verdict-limit", option("--verdict-limit")),
            timeout_s=choose.seconds("--case-timeout", _timeout_s(config)),
        )
        self.compilers = choose.in_each_interpreter(
            self.registry, self.compilers, self.options.more_pythons
        )
        json_path = option("--opscope-json")
        named_files = [Path(argument.partition("::")[0]) for argument in config.args]
        self.json_path = (
            choose.writable(Path(json_path), not_over=named_files) if json_path else None
        )
        theirs = option("benchmark_json", None)  # pytest-benchmark would find out at the end
        if isinstance(theirs, Path) and not str(theirs).startswith("/dev/"):
            choose.writable(theirs, not_over=named_files)
        folder = option("--artifacts")
        self.artifacts = choose.writable_folder(Path(folder)) if folder else None
        self.artifact_problems: list[str] = []
        self.sources: dict[tuple[str, str], tuple[OperatorSource, Case]] = {}
        self.timed = bool(option("benchmark_only", False) or option("benchmark_enable", False))
        self.wanted: dict[tuple[str, str], list[str]] = {}
        self.problems: list[str] = []
        self.outcomes: dict[tuple[str, str], dict[str, Record]] = {}
        self._session: Session | None = None

    @property
    def session(self) -> Session:
        if self._session is None:
            self._session = Session(self.registry, self.options)
        return self._session

    @property
    def measured(self) -> bool:
        return self._session is not None

    def record(self, source: OperatorSource, case: Case, compiler: str) -> Record:
        """The record of one item, measuring its whole case if that has not been done."""
        key = (str(source.path), case.id)
        if key not in self.outcomes:
            self.sources[key] = (source, case)
            before = len(self.session.records)
            try:
                self.session.measure(source, case, self.wanted[key], timed=self.timed)
            finally:  # also what a fault of ours cut short has its records, and only once
                made = self.session.records[before:]
                self.outcomes[key] = {record.compiler: record for record in made}
        return self.outcomes[key][compiler]

    def measured_items(self) -> Iterator[Measured]:
        """What came out right, in the order in which it was measured."""
        for key, (source, case) in self.sources.items():
            for compiler, record in self.outcomes.get(key, {}).items():
                if record.status is Status.OK:
                    yield Measured(source, case, compiler)

    def run_json(self) -> dict[str, Any]:
        environment = {
            **provenance(self.config.rootpath),
            **choose.environment_of(self.options),
            **machine.facts(),
        }
        return self.session.run(environment).to_json()

    def close(self) -> None:
        if self._session is not None:
            self._session.close()


KEY = pytest.StashKey[Plugin]()


def _timeout_s(config: pytest.Config) -> float:
    """``--case-timeout``, or pytest-timeout's ``--timeout``, or 300."""
    given = config.getoption("--case-timeout")
    return float(given if given is not None else config.getoption("--timeout", None) or 300.0)


def add_options(parser: pytest.Parser) -> None:
    group = parser.getgroup("opscope", "operators through compilers")
    add = group.addoption
    add("--compilers", metavar="NAMES", help="exact names, or all (default: those for the target)")
    add("--target", metavar="NAME", help="cpu, cuda, cuda:1, rocm or tpu (default: a GPU if any)")
    add("--size", metavar="NAMES", help="tiny, small, default, large or all (default: default)")
    add("--shape", metavar="K=V,...", help="an ad-hoc case: shape parameters to replace")
    add("--dtype", metavar="NAMES", help="float32, bfloat16, ... or all (default: float32)")
    add("--direction", metavar="NAMES", help="forward, backward or all (default: forward)")
    add("--layout", metavar="NAMES", help="native or a forced layout (default: native)")
    add("--flag", metavar="K=V", action="append", default=[], help="an option of the compiler")
    add(
        "--python",
        metavar="FRONTEND=PATH",
        action="append",
        default=[],
        help="interpreter for a frontend's worker",
    )
    add("--threads", type=int, default=0, metavar="N", help="cores to use (default: all)")
    add(
        "--allocator",
        choices=ALLOCATORS,
        default="tuned",
        help="malloc of the workers: tuned keeps freed memory (default), default is a user's own",
    )
    add("--fusion-effect", action="store_true", help="also time each compiled case without fusion")
    add("--cold", action="store_true", help="also time each call with flushed caches, apart")
    add(
        "--verdict",
        action="store_true",
        help="measure in new processes until every two compilers are decided (see --verdict-limit)",
    )
    add(
        "--verdict-limit",
        type=float,
        default=60.0,
        metavar="S",
        help="seconds for two compilers of a case, and again for each more (default: 60)",
    )
    add("--precision", choices=choose.PRECISIONS, default="highest", help="of float32 products")
    add("--case-timeout", type=float, metavar="S", help="seconds for one compile (default: 300)")
    add("--opscope-json", metavar="FILE", help="write all records, failed ones too")
    add("--artifacts", metavar="DIR", help="write every stage of what was measured, for reports")
    if importlib.util.find_spec("pytest_timeout") is None:
        add("--timeout", type=float, metavar="S", help="the same as --case-timeout")

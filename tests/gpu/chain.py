"""How checks are run and told: each has a status, a reason and numbers, whatever happens in it."""

from __future__ import annotations

import time
import traceback
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import asdict, dataclass, field
from pathlib import Path
from typing import Any

from opscope import machine
from opscope.compiler import Settings
from opscope.measuring.run import Session
from opscope.measuring.subject import Options
from opscope.nouns import Case
from opscope.records import Record
from opscope.registry import Registry
from opscope.selection import Selection
from opscope.showing.provenance import provenance

SCHEMA = 1
OK, FAILED, SKIPPED = "ok", "failed", "skipped"
CASE_S = 20.0
"""What a case may take that is begun: none is begun with less time left."""


class Skip(Exception):
    """Why a check cannot be made here."""


@dataclass(kw_only=True)
class Check:
    """One check: lines for people, ``numbers`` for JSON, and what is wrong in ``faults``."""

    name: str
    title: str
    status: str = OK
    reason: str = ""
    seconds: float = 0.0
    lines: list[str] = field(default_factory=list)
    numbers: dict[str, Any] = field(default_factory=dict)
    faults: list[str] = field(default_factory=list)


@dataclass(kw_only=True)
class Context:
    """What checks share: the target, one session with its workers, and the time there is."""

    registry: Registry
    session: Session
    target: str
    began: float
    limit_s: float
    frontends: dict[str, dict[str, Any]] = field(default_factory=dict)

    @classmethod
    @contextmanager
    def opened(cls, target: str, pythons: Mapping[str, str], limit_s: float) -> Iterator[Context]:
        options = Options(
            settings=Settings(target=target),
            pythons=pythons,
            timeout_s=150.0,
            budget_s=0.3,
            min_samples=6,
            max_samples=12,
            roofs=target.partition(":")[0] != "cpu",
        )
        registry, began = Registry(), time.monotonic()
        with Session(registry, options) as session:
            yield cls(
                registry=registry, session=session, target=target, began=began, limit_s=limit_s
            )

    @property
    def on_gpu(self) -> bool:
        return self.target.partition(":")[0] in ("cuda", "rocm")

    @property
    def left_s(self) -> float:
        return self.limit_s - (time.monotonic() - self.began)

    def need_gpu(self) -> None:
        if not self.on_gpu:
            raise Skip("needs a GPU")

    def compilers(self, *names: str) -> list[str]:
        """Those of ``names`` whose framework works on the target; raises Skip if none does."""
        platform = self.target.partition(":")[0]
        found = []
        for name in names:
            compiler = self.registry.compiler(name)
            there = self.frontends.get(compiler.frontend.name, {"targets": [platform]})
            if platform in compiler.targets and platform in there.get("targets", []):
                found.append(name)
        if not found:
            raise Skip(f"none of {', '.join(names)} works on {self.target} here")
        return found

    def case(self, operator: str, dtype: str = "float32", **chosen: Any) -> Case:
        """The first case of an operator in a size, or with other ``shape`` parameters."""
        sizes, shape = (chosen.pop("size", "default"),), chosen
        selected = Selection(sizes=sizes, dtypes=(dtype,), shape=shape)
        return selected.cases(self.registry.operator(operator).operator)[0]

    def measure(self, case: Case, *compilers: str, timed: bool = True) -> dict[str, Record]:
        """One record a compiler; raises Skip where there is no time for another case."""
        if self.left_s < CASE_S:
            raise Skip(f"no time left of {self.limit_s:.0f} s")
        source = self.registry.operator(case.operator)
        return self.session.measure(source, case, self.compilers(*compilers), timed=timed)


def run(
    function: Callable[[Context, Check], None], context: Context, tell: Callable[[str], None]
) -> Check:
    """A check and whatever came of it: an exception is a failure with its place, Skip is none."""
    title = (function.__doc__ or function.__name__).strip().splitlines()[0]
    check = Check(name=function.__name__, title=title)
    tell(f"{check.name}: {title}")
    began = time.monotonic()
    try:
        if context.left_s <= 0:
            raise Skip(f"no time left of {context.limit_s:.0f} s")
        function(context, check)
    except Skip as skip:
        check.status, check.reason = SKIPPED, str(skip)
    except Exception as error:
        frame = traceback.extract_tb(error.__traceback__)[-1]
        place = f"{frame.filename.rpartition('/')[2]}:{frame.lineno}"
        check.faults.append(f"{type(error).__name__} at {place}: {error}"[:1000])
    if check.faults:  # also of a check that was cut short
        check.status, check.reason = FAILED, "; ".join(check.faults)
    check.seconds = time.monotonic() - began
    tell(f"  {check.status} after {check.seconds:.1f} s {check.reason.partition(chr(10))[0]}")
    return check


def told(context: Context, checks: Sequence[Check]) -> dict[str, Any]:
    """Everything, for the JSON file: checks, the machine, versions and all records."""
    environment = {"target": context.target, **provenance(Path.cwd()), **machine.facts()}
    return {
        "schema": SCHEMA,
        "target": context.target,
        "gpu": gpu_name(context),
        "versions": {n: f.get("versions", {}) for n, f in context.frontends.items()},
        "seconds": time.monotonic() - context.began,
        "checks": [asdict(check) for check in checks],
        "run": context.session.run(environment).to_json(),
    }


def gpu_name(context: Context) -> str:
    gpus = machine.facts().get("gpus", [])
    return ", ".join(f"{g.get('name')}, driver {g.get('driver')}" for g in gpus) or "no NVIDIA GPU"


def summary(whole: Mapping[str, Any]) -> str:
    """One page: a line for each check, its numbers below it."""
    versions = {n: v for found in whole["versions"].values() for n, v in found.items()}
    lines = [
        f"gpu-check on {whole['target']} ({whole['gpu']})",
        ", ".join(f"{name} {version}" for name, version in sorted(versions.items())),
        "",
    ]
    for check in whole["checks"]:
        lines.append(
            f"{check['status']:8}{check['name']:14}{check['title']} ({check['seconds']:.1f} s)"
        )
        if check["reason"]:
            lines += [f"          {line}" for line in check["reason"].splitlines()]
        lines += [f"        {line}" for line in check["lines"]]
    counts = {s: sum(c["status"] == s for c in whole["checks"]) for s in (OK, FAILED, SKIPPED)}
    told_counts = ", ".join(f"{count} {status}" for status, count in counts.items())
    return "\n".join([*lines, "", f"{told_counts} in {whole['seconds']:.0f} s", ""])

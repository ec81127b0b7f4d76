"""Sweeps: every operator through every compiler, several at a time, to be taken up again later.

What came of each is a line in ``sweep.jsonl`` in the output folder, under the hash of everything
that decides it. A sweep that was interrupted, or in which something has changed, only does what no
such line vouches for.
"""

from __future__ import annotations

import json
import time
from collections.abc import Callable, Iterable, Iterator, Sequence
from concurrent.futures import FIRST_COMPLETED, Future, ThreadPoolExecutor, wait
from dataclasses import asdict, dataclass
from pathlib import Path

from opscope.devices import DEVICES
from opscope.dumping import dump
from opscope.dumping.dump_key import cache_key
from opscope.dumping.request import Request
from opscope.errors import NotAvailableError, OpscopeError, UnsupportedError
from opscope.measuring.subject import Options
from opscope.nouns import Case, OperatorSource
from opscope.records import Status
from opscope.registry import Registry
from opscope.selection import Selection

FILE_NAME = "sweep.jsonl"
_SETTLED = ("ok", "unsupported")


@dataclass(frozen=True, kw_only=True)
class Outcome:
    """What became of one operator with one compiler. ``status`` is ok, unsupported, unavailable or
    failed; ``folder`` is relative to the sweep's; ``seconds`` is how long compiling took."""

    operator: str
    case: str
    compiler: str
    target: str
    status: str
    reason: str = ""
    folder: str = ""
    seconds: float = 0.0
    key: str = ""


@dataclass(frozen=True, kw_only=True)
class Job:
    """One thing to be compiled, or the reason why it cannot be."""

    operator: str
    compiler: str
    case: str
    request: Request | None = None
    key: str = ""
    reason: str = ""


def compilers_for(registry: Registry, target: str) -> list[str]:
    """The compilers that show stages on ``target`` and need not be named, in name order."""
    found = []
    for name, compiler in sorted(registry.compilers.items()):
        try:
            if not compiler.eager and compiler.unasked != () and dump.stages_on(compiler, target):
                found.append(name)
        except UnsupportedError:
            continue
    return found


def plan(
    registry: Registry,
    sources: Iterable[OperatorSource],
    compilers: Sequence[str],
    selected: Selection,
    options: Options,
) -> Iterator[Job]:
    """One job for each operator and compiler: the first case of the operator that is selected."""
    for source in sources:
        cases = selected.cases(source.operator)
        for name in compilers:
            yield _job(registry, source, cases[0] if cases else None, name, options)


def _job(
    registry: Registry,
    source: OperatorSource,
    case: Case | None,
    compiler: str,
    options: Options,
) -> Job:
    operator = source.operator
    frontend = registry.compiler(compiler).frontend.name
    if case is None:
        reason = "it has no case of the selected size, dtype, direction and layout"
    elif frontend not in operator.implementations:
        why = operator.unsupported.get(frontend, "the operator file has none")
        reason = f"no {frontend} implementation: {why}"
    else:
        request = dump.request(registry, source, case, compiler, options)
        return Job(
            operator=operator.name,
            compiler=compiler,
            case=case.id,
            request=request,
            key=cache_key(request),
        )
    return Job(
        operator=operator.name, compiler=compiler, case=case.id if case else "", reason=reason
    )


def earlier(out: Path) -> dict[str, Outcome]:
    """Outcomes of an earlier sweep into the same folder, by key: those that need no second try.

    A torn last line is skipped.
    """
    found: dict[str, Outcome] = {}
    path = out / FILE_NAME
    for line in path.read_text(encoding="utf-8").splitlines() if path.is_file() else ():
        try:
            outcome = Outcome(**json.loads(line))
        except (ValueError, TypeError):
            continue
        there = not outcome.folder or (out / outcome.folder).is_dir()
        if outcome.key and there and outcome.status in _SETTLED:
            found[outcome.key] = outcome
    return found


def run(
    work: Sequence[Job],
    out: Path,
    target: str,
    *,
    jobs: int,
    use_cache: bool = True,
    told: Callable[[Outcome, bool], None] = lambda outcome, again: None,
) -> list[Outcome]:
    """Compile everything in ``work``, ``jobs`` at a time, into ``out``; outcomes in order of work.

    ``told(outcome, again)`` is called for each as it comes, with ``again`` True for those that an
    earlier sweep vouches for. An exception of the caller's (Ctrl-C) stops what has not begun.
    """
    out.mkdir(parents=True, exist_ok=True)
    known = earlier(out) if use_cache else {}
    outcomes: dict[int, Outcome] = {}
    with ThreadPoolExecutor(jobs) as pool, (out / FILE_NAME).open("a", encoding="utf-8") as log:
        running: dict[Future[Outcome], int] = {}
        for index, job in enumerate(work):
            if job.request is None:
                outcomes[index] = _outcome(job, target, Status.UNSUPPORTED, job.reason)
                told(outcomes[index], False)
            elif job.key in known:
                outcomes[index] = known[job.key]
                told(outcomes[index], True)
            else:
                running[pool.submit(_compile, job, out, target, use_cache)] = index
        try:
            while running:
                done, _ = wait(running, return_when=FIRST_COMPLETED)
                for future in done:
                    index = running.pop(future)
                    outcomes[index] = outcome = future.result()
                    log.write(json.dumps(asdict(outcome)) + "\n")
                    log.flush()
                    told(outcome, False)
        except BaseException:
            pool.shutdown(wait=False, cancel_futures=True)
            raise
    return [outcomes[index] for index in sorted(outcomes)]


def _compile(job: Job, out: Path, target: str, use_cache: bool) -> Outcome:
    assert job.request is not None
    began = time.monotonic()
    try:
        dumped = dump.obtain(job.request, use_cache=use_cache)
        folder = dump.copy_to(dumped, out).relative_to(out)
    except UnsupportedError as error:
        return _outcome(job, target, Status.UNSUPPORTED, str(error))
    except NotAvailableError as error:
        return _outcome(job, target, Status.UNAVAILABLE, str(error))
    except OpscopeError as error:
        return _outcome(job, target, Status.FAILED, str(error))
    reason = f"in {dumped.failed_stage}: {dumped.failure}" if dumped.failure else ""
    return Outcome(
        operator=job.operator,
        case=job.case,
        compiler=job.compiler,
        target=target,
        status=(Status.FAILED if reason else Status.OK).value,
        reason=reason,
        folder=str(folder),
        seconds=round(time.monotonic() - began, 3),
        key=job.key,
    )


def _outcome(job: Job, target: str, status: Status, reason: str) -> Outcome:
    return Outcome(
        operator=job.operator,
        case=job.case,
        compiler=job.compiler,
        target=target,
        status=status.value,
        reason=reason,
        key=job.key,
    )


def summary(outcomes: Sequence[Outcome], target: str) -> list[str]:
    """A table of operators by compilers, then the reason of each that is not ok."""
    compilers = list(dict.fromkeys(o.compiler for o in outcomes))
    by_name: dict[str, dict[str, str]] = {}
    for outcome in outcomes:
        by_name.setdefault(outcome.operator, {})[outcome.compiler] = outcome.status
    rows = [["operator", *compilers]]
    rows += [[name, *(of.get(c, "-") for c in compilers)] for name, of in by_name.items()]
    widths = [max(len(row[column]) for row in rows) for column in range(len(rows[0]))]
    lines = ["  ".join(map(str.ljust, row, widths)).rstrip() for row in rows]
    lines += [
        f"{o.operator} with {o.compiler}: {o.status}: {o.reason.strip().splitlines()[0]}"
        for o in outcomes
        if o.reason.strip()
    ]
    counts = {status: sum(o.status == status for o in outcomes) for status in _STATUSES}
    told = ", ".join(f"{count} {status}" for status, count in counts.items() if count)
    how = "compiled, not run, not autotuned" if target in DEVICES else "compiled"
    return [*lines, f"{len(outcomes)} for {target} ({how}): {told}"]


_STATUSES = ("ok", "unsupported", "unavailable", "failed")

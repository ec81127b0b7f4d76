"""Two versions by what their sessions left: ``opscope explain OP --between OLD.json NEW.json``.

The past cannot be switched: the verdict is what ``opscope compare`` allows (one session a side is
at best a suspicion), and a cause is *consistent* if no compiler has a switch for it, else
*untested*. What the two differ in (versions, flags, kernels, and with kept artifacts the code of
every stage) is told whatever the verdict.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from statistics import fmean
from typing import Any

from opscope.cause import SideFacts
from opscope.dumping import diff
from opscope.dumping.dump import Dumped
from opscope.dumping.manifest import FILE_NAME
from opscope.errors import NotAvailableError, UsageError, unknown
from opscope.explaining import shares, work
from opscope.explaining.intervene import OWN
from opscope.explaining.kernels import regions
from opscope.explaining.laboratory import Timed
from opscope.explaining.observation import Observation, Trial, suspects
from opscope.records import Artifact, Kernel, Record, Run, load_run
from opscope.registry import Registry
from opscope.verdicts import compare

PAST = "the sessions are in the past: nothing can be switched in them"
MOST_NAMES = 6


@dataclass(frozen=True, kw_only=True)
class Kept:
    """The sessions of one side and the folder of their artifacts, if there is one."""

    letter: str
    paths: tuple[Path, ...]
    runs: tuple[Run, ...]
    artifacts: Path | None = None

    def records(self, name: str) -> list[Record]:
        """This case of each session, in the order of the files."""
        return [r for run in self.runs for r in run.records if compare.name_of(r) == name]

    def session(self) -> list[compare.SessionFile]:
        return [
            compare.session_of(path, run) for path, run in zip(self.paths, self.runs, strict=True)
        ]


def kept(letter: str, files: str, artifacts: Path | None) -> Kept:
    """Raises UsageError for a file that is no session of opscope, or a folder that is none."""
    paths = tuple(Path(name) for name in files.split(",") if name)
    if artifacts is not None and not artifacts.is_dir():
        raise UsageError(f"{artifacts}: no such folder (of artifacts)")
    runs = tuple(load_run(path) for path in paths)
    return Kept(letter=letter, paths=paths, runs=runs, artifacts=artifacts)


def choose(a: Kept, b: Kept, operator: str, compiler: str, case: str) -> str:
    """The name (as ``opscope compare`` has it) of the one case that is asked about.

    Raises UsageError if none or several fit, with those there are.
    """
    both = _by_name(a), _by_name(b)
    there = [record for name, record in both[0].items() if name in both[1]]
    if not there:
        raise UsageError("the two sides have no case in common")
    for what, wanted in (("operator", operator), ("compiler", compiler), ("case", case)):
        if wanted:
            known = sorted({str(getattr(record, what)) for record in there})
            there = [record for record in there if getattr(record, what) == wanted]
            if not there:
                raise unknown(f"{what} that both sides have", wanted, known)
    if len(there) > 1:
        listed = "; ".join(f"--compiler {r.compiler} --case {r.case}" for r in there[:8])
        raise UsageError(f"{len(there)} cases of {operator} are in both: say which: {listed}")
    return compare.name_of(there[0])


def _by_name(side: Kept) -> dict[str, Record]:
    return {compare.name_of(r): r for run in side.runs for r in run.records}


def observe(registry: Registry, a: Kept, b: Kept, name: str) -> Observation:
    """What the sessions tell of this case. Raises UsageError if a side has no time for it."""
    suite = compare.compare(a.session(), b.session())
    compared = next((c for c in suite.comparisons if c.name == name), None)
    if compared is None or compared.broken:
        raise UsageError(f"{name}: {compared.broken if compared else 'not in both'}")
    last = {side.letter: side.records(name)[-1] for side in (a, b)}
    dumped = {side.letter: _dumped(side, last[side.letter]) for side in (a, b)}
    known = {
        side.letter: _facts(registry, side, last[side.letter], dumped[side.letter])
        for side in (a, b)
    }
    times = {side.letter: _timed(side.records(name)) for side in (a, b)}
    if missing := [letter for letter, timed in times.items() if not timed.pairs]:
        reasons = [f"{x}: {last[x].status} {last[x].reason}".strip() for x in missing]
        raise UsageError(f"{name} has no time in {'; '.join(reasons)}")
    known = {x: _with_times(known[x], last[x], times[x]) for x in "AB"}
    doubts = list(suite.notes)
    if compared.suspected:
        doubts.insert(0, f"suspected {compared.suspected}: several sessions a side decide"
                         " (--between OLD1.json,OLD2.json NEW1.json,NEW2.json)")  # fmt: skip
    return Observation(
        operator=last["A"].operator,
        case=last["A"].case,
        target=last["A"].target,
        a=known["A"],
        b=known["B"],
        verdict=compared.verdict.to_json(),
        verdict_times=times,
        trials=tuple(_untried(registry, last["A"].compiler, known)),
        regions=regions(registry, known["A"], known["B"]),
        work=work.accounts(registry, known, last["A"].dtype, None),
        differences=tuple(differences(last["A"], last["B"]))
        + tuple(_texts(registry, dumped["A"], dumped["B"])),
        doubts=tuple(doubts),
        commands={x: f"opscope diff {d.folder}" for x, d in dumped.items() if d is not None},
        stages={},
    )


def _dumped(side: Kept, record: Record) -> Dumped | None:
    if side.artifacts is None:
        return None
    folder = side.artifacts / record.operator / record.case / record.compiler / record.target
    if not (folder / FILE_NAME).is_file():
        raise UsageError(f"{side.artifacts} has nothing of this case: no {folder / FILE_NAME}")
    return diff.open_folder(folder)


def _facts(registry: Registry, side: Kept, record: Record, dumped: Dumped | None) -> SideFacts:
    view = registry.views.get("evidence")
    if view is None:
        raise NotAvailableError("inspect/evidence.py is missing or broken: opscope list --json")
    artifacts: Sequence[Artifact] = dumped.artifacts() if dumped is not None else ()
    kernels = record.kernels or ()
    read = view.function(artifacts, kernels, registry)
    return SideFacts(
        name=f"{side.letter} ({side.paths[-1].name})",
        compiler=f"{record.compiler} of {side.paths[-1].name}",
        eager=record.eager,
        kernels=kernels,
        kernels_reason=record.kernels_reason,
        operations=read.operations,
        counts=read.counts,
        notes=read.notes,
        flops=record.flops or 0,
        least_bytes=record.least_bytes or 0,
    )


def _timed(records: Sequence[Record]) -> Timed:
    """Each session is a pair: its samples, where it has any that may be compared."""
    measured = [r.measurement for r in records if r.measurement is not None]
    return Timed(pairs=tuple(m.samples_ns for m in measured))


def _with_times(known: SideFacts, record: Record, timed: Timed) -> SideFacts:
    """The facts with what was kept per call; what was not kept stays unknown."""
    made = shares.with_measured(known, timed, None, None)
    counts = {n: v for n, v in made.counts.items() if n in known.counts or n == "call_ns"}
    measured = record.measurement
    if measured is not None and measured.cpu_ns:  # of a typical call, as its time
        cores = fmean(measured.cpu_ns) / fmean(measured.samples_ns)
        counts["cpu_ns"] = cores * counts["call_ns"]
    if measured is not None and measured.page_faults:
        counts["page_faults"] = fmean(measured.page_faults)
    return replace(made, counts=counts)


def _untried(registry: Registry, compiler: str, known: Mapping[str, SideFacts]) -> Iterator[Trial]:
    """Every switch that would test a suspect, marked as one that cannot be thrown any more."""
    made = registry.compilers.get(compiler)
    levers = {**OWN, **(made.levers if made is not None else {})}
    found = suspects(known["A"], known["B"], list(registry.causes.values()))
    for lever in dict.fromkeys(x for suspect in found for x in suspect.levers if x in levers):
        switch = levers[lever]
        yield Trial(
            lever=lever,
            title=switch.title,
            scope=switch.scope,
            arms={"A": "A", "B": "B"},
            effects={},
            reason=PAST,
        )


def differences(a: Record, b: Record) -> Iterator[str]:
    """What the records of one case differ in, a line each; nothing about times."""
    yield from _changed("version of {}", a.versions, b.versions)
    yield from _changed("flag {}", a.flags, b.flags)
    yield from _changed("math mode: {}", a.math_mode, b.math_mode)
    if a.kernels is None or b.kernels is None:
        side, record = ("A", a) if a.kernels is None else ("B", b)
        yield f"kernels of {side} are not known: {record.kernels_reason or 'none were kept'}"
        return
    for what, one, other in (
        ("kernels", a.kernel_count, b.kernel_count),
        ("fused kernels", a.fusion_count, b.fusion_count),
        ("bytes that kernels move", _sum(a.kernels, "bytes"), _sum(b.kernels, "bytes")),
        ("FLOPs that kernels do", _sum(a.kernels, "flops"), _sum(b.kernels, "flops")),
    ):
        if one is not None and other is not None and one != other:
            yield f"{what}: {one} became {other}"
    yield from _kernels(a.kernels, b.kernels)


def _changed(words: str, a: Mapping[str, Any], b: Mapping[str, Any]) -> Iterator[str]:
    for name in sorted({*a, *b}):
        if a.get(name) != b.get(name):
            one, other = (side.get(name, "not there") for side in (a, b))
            yield f"{words.format(name)}: {one} became {other}"


def _sum(kernels: Sequence[Kernel], what: str) -> int | None:
    values: list[int | None] = [getattr(kernel, what) for kernel in kernels]
    known = [value for value in values if value is not None]
    if len(known) < len(values):
        return None
    return sum(v * k.launches for v, k in zip(known, kernels, strict=True))


def _kernels(a: Sequence[Kernel], b: Sequence[Kernel]) -> Iterator[str]:
    """Kernels by what they do: those that only one side has, however they are called."""
    counts = [Counter({_does(k): 0 for k in side}) for side in (a, b)]
    for count, side in zip(counts, (a, b), strict=True):
        for kernel in side:
            count[_does(kernel)] += kernel.launches
    for letter, only in (("A", counts[0] - counts[1]), ("B", counts[1] - counts[0])):
        if only:
            shown = [f"{n} x {does}" if n > 1 else does for does, n in only.items()]
            more = f" and {len(shown) - MOST_NAMES} more" if len(shown) > MOST_NAMES else ""
            yield f"kernels only in {letter}: {'; '.join(shown[:MOST_NAMES])}{more}"


def _does(kernel: Kernel) -> str:
    return f"{kernel.kind} ({', '.join(kernel.ops) or kernel.name})"


def _texts(registry: Registry, a: Dumped | None, b: Dumped | None) -> Iterator[str]:
    """Stages whose text differs, once names that change from run to run are left out."""
    if a is None or b is None:
        yield "the code of stages was not compared: give --artifacts-a DIR and --artifacts-b DIR"
        return
    left, right = diff.side(a, registry), diff.side(b, registry)
    for stage in diff.common_stages(left, right):
        text = diff.compare(left, right, registry, stage).text
        if text.added or text.removed:
            yield (
                f"{stage}: {text.removed} lines went and {text.added} came"
                f" (opscope diff {a.folder} {b.folder} --stage {stage})"
            )

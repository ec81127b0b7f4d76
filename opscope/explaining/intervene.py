"""Throwing switches: which ones test which cause, on which side, and whether they took effect.

A compiler owns its levers; the few that belong to no compiler (threads, the allocator, the size of
the case) are here. A switch counts only if the compiled program, or the figure that it is there to
change, did change: XLA for one accepts the name of a pass that it does not have.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from statistics import median

from opscope import facts
from opscope.compiler import Switch
from opscope.dumping import dump
from opscope.errors import OpscopeError, UsageError
from opscope.explaining.laboratory import WITH, Arm, ArmSpec, Laboratory, Timed
from opscope.explaining.observation import Suspect, Trial
from opscope.nouns import Case, Operator, Preset
from opscope.registry import Registry
from opscope.verdicts.verdict import quantile

OWN = {
    switch.lever: switch
    for switch in (
        Switch(
            lever="one-thread",
            title="one thread on both sides",
            scope="process",
            check="no more than one core is busy",
        ),
        Switch(
            lever="tuned-allocator",
            title="an allocator that keeps what was freed, on both sides",
            scope="process",
            check="page faults are gone",
        ),
        Switch(
            lever="size-sweep",
            title="the same case at smaller sizes, for t = a + b n",
            scope="case",
            check="times of three sizes lie on a line",
        ),
    )
}

MOST_TRIALS = 4
SHRINK = (4, 16)
"""By how much the sweep divides the size."""

Say = Callable[[str], None]


@dataclass(frozen=True, kw_only=True)
class Thrown:
    """A trial with the arms that it needs besides the two sides'."""

    trial: Trial
    arms: tuple[Arm, ...]


def chosen_levers(
    registry: Registry, found: Sequence[Suspect], a: Arm, b: Arm, slower: str
) -> list[str]:
    """One lever for each suspect that has one here, the strongest suspects first.

    A lever that both sides have comes first; then one of the side that has the advantage, which
    takes the advantage away; then one of the other side.
    """
    wanted: list[str] = []
    for suspect in sorted(found, key=lambda s: s.slow != slower):
        advantage = a if suspect.slow == "B" else b
        ranked = sorted(
            (lever for lever in suspect.levers if lever != "size-sweep"),
            key=lambda lever: _preference(lever, a, b, advantage),
        )
        usable = [x for x in ranked if _preference(x, a, b, advantage) < 3]
        if a.arm.options.settings.threads == b.arm.options.settings.threads == 1:
            usable = [x for x in usable if x != "one-thread"]
        if usable and usable[0] not in wanted:
            wanted.append(usable[0])
    return wanted[:MOST_TRIALS]


def _preference(lever: str, a: Arm, b: Arm, advantage: Arm) -> int:
    if lever in OWN or (lever in a.compiler.levers and lever in b.compiler.levers):
        return 0
    if lever in advantage.compiler.levers:
        return 1
    return 2 if lever in a.compiler.levers or lever in b.compiler.levers else 3


def throw(lab: Laboratory, lever: str, sides: Mapping[str, Arm], say: Say) -> Thrown:
    """Compile the sides with the switch thrown and see what it changed."""
    title, scope, not_clean, check = lever, "", [], ""
    arms, made, effects, failures = {}, [], {}, []
    for letter, side in sides.items():
        switch = OWN.get(lever) or side.compiler.levers.get(lever)
        arms[letter] = side.name
        if switch is None:
            effects[letter] = "has no such switch"
            continue
        title, scope, check = switch.title, switch.scope, switch.check
        say(f"compiling {letter} with {lever}")
        arm = lab.arm(with_switch(side.arm, switch))
        if arm.failure is not None:
            effects[letter] = f"failed with it: {arm.failure[0]}"
            failures.append(f"{letter} failed with it: {arm.failure[1].splitlines()[0]}")
            continue
        later = lever in OWN or scope == "call"
        changed = "to be seen in the figures" if later else effect(lab, side, arm, switch)
        effects[letter] = changed or "changed nothing: it had no such advantage"
        if changed:
            arms[letter] = arm.name
            made.append(arm)
            if switch.not_clean:
                not_clean.append(switch.not_clean)
    reason = "; ".join(failures)
    if not made and not reason:
        reason = f"it took no effect on either side ({check})"
    trial = Trial(
        lever=lever,
        title=title,
        scope=scope,
        arms=arms,
        effects=effects,
        not_clean="; ".join(dict.fromkeys(not_clean)),
        reason=reason,
    )
    return Thrown(trial=trial, arms=tuple(made))


def with_switch(spec: ArmSpec, switch: Switch) -> ArmSpec:
    """The arm with one more switch thrown; lists of flags (passes to leave out) grow."""
    settings = spec.options.settings
    flags = dict(settings.flags)
    for name, value in switch.flags.items():
        both = name in flags and name.endswith("_passes")
        flags[name] = f"{flags[name]},{value}" if both else value
    settings = replace(settings, flags=flags)
    if switch.lever == "one-thread":
        settings = replace(settings, threads=1)
    if switch.lever == "tuned-allocator":
        settings = replace(settings, allocator="tuned")
    return replace(
        spec,
        name=f"{spec.name}{WITH}{switch.lever}",
        options=replace(spec.options, settings=settings),
        environment={**spec.environment, **switch.environment},
    )


def effect(lab: Laboratory, before: Arm, after: Arm, switch: Switch) -> str:
    """What the switch changed in the program, in words; empty if nothing."""
    if lab.program(before) != lab.program(after):
        counts = [facts.kernels_of(arm.artifacts, lab.registry) for arm in (before, after)]
        if all(isinstance(found, tuple) for found in counts):
            numbers = [
                sum(k.launches for k in found) for found in counts if not isinstance(found, str)
            ]
            if numbers[0] != numbers[1]:
                return f"{numbers[0]} kernels became {numbers[1]}"
        return "the program changed, with as many kernels"
    if "machine code" in switch.check:
        codes = [instructions(lab.registry, arm.arm) for arm in (before, after)]
        if all(codes) and codes[0] != codes[1]:
            return "the machine code changed"
    return ""


def instructions(registry: Registry, spec: ArmSpec) -> Counter[str]:
    """Every mnemonic of the arm's own machine code; empty where none was shown."""
    request = dump.request(registry, spec.source, spec.case, spec.compiler, spec.options)
    try:
        artifacts = dump.obtain(request).artifacts()
    except OpscopeError:
        return Counter()
    found: Counter[str] = Counter()
    for artifact in artifacts:
        if artifact.stage == "asm" and (read := facts.parse(artifact, registry)) is not None:
            for code in read.code:
                found.update(code.opcodes)
    return found


def smaller_cases(operator: Operator, case: Case) -> list[Case]:
    """The case at a quarter and a sixteenth of its size, by its most telling parameter.

    Empty where no single parameter can be divided so that the bytes shrink in proportion.
    """
    least = operator.total_least_bytes(case)
    found: list[tuple[float, list[Case]]] = []
    for name, value in case.params.items():
        if isinstance(value, bool) or not isinstance(value, int) or value % SHRINK[-1]:
            continue
        made = [_shrunk(operator, case, name, value // by) for by in SHRINK]
        cases = [c for c in made if c is not None]
        if len(cases) == len(SHRINK):
            ratio = operator.total_least_bytes(cases[-1]) / least
            if ratio < 0.5:
                found.append((ratio, cases))
    return min(found, key=lambda item: item[0])[1] if found else []


def _shrunk(operator: Operator, case: Case, name: str, value: int) -> Case | None:
    params = type(case.params)(**{**case.params, name: value})
    probe = replace(case, params=params, size="ad-hoc", name="", source="")
    try:
        changed = replace(operator, presets=(Preset("ad-hoc", params),))
        changed.inputs(probe), changed.outputs(probe), changed.total_flops(probe)
    except Exception as error:  # an operator may refuse a shape in any way it likes
        if isinstance(error, UsageError):
            raise
        return None
    return probe


def swept(spec: ArmSpec, case: Case) -> ArmSpec:
    """The same side on another case."""
    return replace(spec, name=f"{spec.name}~{case.id}", case=case)


SEEN = 1.1
"""By how much a switch that leaves the program as it is must change the time to count."""


def _typical_ns(timed: Timed) -> float:
    return median(quantile(pair, 0.25) for pair in timed.pairs)


def check_figures(trial: Trial, timed: Mapping[str, Timed]) -> Trial:
    """The trial of a switch of our own, judged by the figures that it is there to change."""
    if trial.intercepts or (trial.lever not in OWN and trial.scope != "call"):
        return trial
    effects, moved = dict(trial.effects), False
    for letter, name in trial.arms.items():
        before, after = timed.get(letter), timed.get(name)
        if before is None or after is None:
            continue
        if trial.lever == "tuned-allocator":
            effects[letter] = (
                f"{before.page_faults:.0f} page faults a call became {after.page_faults:.0f}"
            )
            moved = moved or after.page_faults < 0.5 * before.page_faults
        elif trial.scope == "call":
            if name != letter:
                ratio = _typical_ns(after) / _typical_ns(before)
                effects[letter] = f"a call takes {ratio:.3g} times as long"
                moved = moved or not 1 / SEEN < ratio < SEEN
        else:
            effects[letter] = "one thread"
            moved = True
    reason = trial.reason if moved else "it did not change the figure it is there to change"
    return replace(trial, effects=effects, reason=reason)

"""An explanation on one screen: the verdict, the gap as a waterfall, and the two kernel lists."""

from __future__ import annotations

import sys
from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from opscope.cause import Conclusion, Finding, Intervention, Standing
from opscope.showing.console import console
from opscope.verdicts.verdict import Verdict

BAR = 30
MOST_REGIONS, MOST_REASONS = 6, 3


def show(made: Conclusion) -> None:
    """Print it; on a terminal with colours for the standing."""
    width = None if sys.stdout.isatty() else 120
    out = console(highlight=False, width=width, soft_wrap=True)
    for text, style in lines(made):
        out.print(text, style=style or None, markup=False)


_STYLES = {
    Standing.CONFIRMED: "green",
    Standing.CONSISTENT: "yellow",
    Standing.REFUTED: "dim",
    Standing.UNTESTED: "magenta",
}

Lines = Iterator[tuple[str, str]]


def lines(made: Conclusion) -> Lines:
    """The screen as text with a style for each line."""
    yield f"{made.operator} {made.case} on {made.target}: B = {made.b} against A = {made.a}", "bold"
    yield str(Verdict.from_json(made.verdict)), ""
    if made.why_no_causes:
        yield made.why_no_causes, "yellow"
    if made.a_ns and made.b_ns and made.causes:
        yield "", ""
        yield from _waterfall(made)
    for number, finding in enumerate(made.causes, 1):
        yield from _finding(number, finding)
    yield from _kernels(made)
    yield from _work(made.work)
    yield from _reasons(made.not_fused)
    for difference in made.differences:
        yield f"differs: {difference}", ""
    for doubt in made.doubts:
        yield f"doubt: {doubt}", "yellow"


def _waterfall(made: Conclusion) -> Lines:
    assert made.a_ns is not None
    assert made.b_ns is not None
    gap = made.b_ns - made.a_ns
    scale = BAR / max(_reached(made))
    yield f"{'A':42} {_time(made.a_ns):>10}         {'█' * round(made.a_ns * scale)}", ""
    at = made.a_ns
    for finding in made.causes:
        if finding.standing is Standing.CONFIRMED and finding.share_ns is not None:
            name = finding.id + (" (at most)" if _at_most(finding) else "")
            yield _step(name, finding.share_ns, gap, at, scale), "green"
            at += finding.share_ns
    rest = round(made.b_ns - at, 3)  # below a picosecond it is rounding
    yield _step("unexplained" + _between(made.unexplained_interval), rest, gap, at, scale), "yellow"
    yield f"{'B':42} {_time(made.b_ns):>10}         {'█' * round(made.b_ns * scale)}", ""


def _reached(made: Conclusion) -> Iterator[float]:
    """Every time in ns that a bar of the waterfall begins or ends at."""
    at = made.a_ns or 0.0
    yield from (at, made.b_ns or 0.0)
    for finding in made.causes:
        if finding.standing is Standing.CONFIRMED and finding.share_ns is not None:
            yield from (at, abs(finding.share_ns))
            at += finding.share_ns
            yield from (at, abs((made.b_ns or 0.0) - at))


def _between(interval: tuple[float, float] | None) -> str:
    return f" ({interval[0]:.0f} to {interval[1]:.0f}%)" if interval else ""


def _step(name: str, share: float, gap: float, at: float, scale: float) -> str:
    low = max(0, round(min(at, at + share) * scale))
    bar = " " * low + "▒" * max(1, round(abs(share) * scale))
    return f"  {name:40} {_signed(share):>10} {share / gap:>6.0%}  {bar}"


def _finding(number: int, finding: Finding) -> Lines:
    share = ""
    if finding.share_ns is not None and finding.share_percent is not None:
        how = ", estimated from the evidence" if finding.estimated else ""
        most = "at most " if _at_most(finding) else ""
        share = (
            f", {most}{_signed(finding.share_ns)} ({finding.share_percent:.0f}% of the gap{how})"
        )
    yield "", ""
    head = f"{number}. {finding.title}: {finding.standing}{share}; slows {finding.slow}"
    yield head, _STYLES[finding.standing]
    for line in finding.evidence:
        yield f"   {line}", ""
    if finding.intervention is not None:
        yield f"   {_tried(finding.intervention)}", ""
    for command in finding.commands:
        yield f"   see: {command}", "dim"


def _tried(made: Intervention) -> str:
    effects = "; ".join(f"{letter}: {text}" for letter, text in made.effects.items())
    text = f"tried: {made.title} ({made.lever}, {made.scope}); {effects}"
    if made.interval is not None and made.gap_ns is not None:
        low, high = made.interval
        sure = f"{made.confidence:.0%} interval" if made.confidence else "spread"
        text += (
            f"; the gap became {_signed(made.gap_ns)}, moved by {_signed(low)} to {_signed(high)}"
            f" ({sure}, {made.pairs} pairs)"
        )
    if made.both_orders is not None:
        first, second = made.both_orders
        text += f"; in both orders {_signed(first)} and {_signed(second)}"
    if made.not_clean:
        text += f"; not clean: {made.not_clean}"
    if made.reason:
        text += f"; {made.reason}"
    return text


def _kernels(made: Conclusion) -> Lines:
    regions: Sequence[Mapping[str, Any]] = made.kernels.get("regions", ())
    counts = [len(made.kernels.get(side, ())) for side in "ab"]
    yield "", ""
    yield f"kernels by source operation: {counts[0]} in A, {counts[1]} in B", "bold"
    gap = made.gap_ns if made.unexplained_percent is not None else None  # without one, no parts
    for region in regions[:MOST_REGIONS]:
        sides = [_side(region[side]) for side in "ab"]
        moved = " / ".join(_size(count) for count in region["bytes"])
        shared = ", ".join(region["operations"][:6]) or region["how"]
        took = _took(region.get("time_ns") or (None, None), gap)
        line = f"  {sides[0]:36} | {sides[1]:36} | {moved:>21} | {took}{shared}"
        yield line + (f" ({region['how']})" if region["how"] == "same values" else ""), ""
    if len(regions) > MOST_REGIONS:
        yield f"  and {len(regions) - MOST_REGIONS} more (--json has all)", "dim"
    calls: Mapping[str, Sequence[str] | None] = made.kernels.get("math_calls", {})
    if any(calls.values()):
        text = " | ".join(f"{side.upper()}: {_called(names)}" for side, names in calls.items())
        yield f"mathematical functions that are called: {text}", ""
    for side, told in made.kernels.get("profiles", {}).items():
        if not told["trusted"]:
            yield f"kernel times of {side.upper()} are not trustworthy: {told['reason']}", "yellow"


def _called(names: Sequence[str] | None) -> str:
    if names is None:
        return "its machine code was not seen"
    return ", ".join(names) or "none seen"


def _at_most(finding: Finding) -> bool:
    """Whether the share is an upper bound: what works against the gap is told as it was seen."""
    return finding.bounded and (finding.share_percent or 0.0) > 0


def _took(times: Sequence[float | None], gap: float | None) -> str:
    """Times of a region on both sides, and its part of the gap; empty where none are trusted."""
    if all(time is None for time in times):
        return ""
    text = " / ".join("?" if time is None else _time(time) for time in times)
    one, other = times
    if one is not None and other is not None and gap:
        text += f", {(other - one) / gap:.0%} of the gap"
    return f"{text} | "


def _side(names: Sequence[str]) -> str:
    if not names:
        return "-"
    first = names[0] if len(names[0]) <= 28 else names[0][:27] + "…"
    return first if len(names) == 1 else f"{first} +{len(names) - 1}"


_ACCOUNTS = (("operator", "operator"), ("compiler", "claimed"), ("ir", "IR"))


def _work(work: Mapping[str, Any]) -> Lines:
    """FLOPs and bytes by every account, and where they contradict each other."""
    for side, told in work.items():
        parts = []
        for what, unit in (("flops", "FLOP"), ("bytes", "B")):
            account = told[what]
            known = [
                f"{words} {account[name]:.3g}"
                + (" at least" if name == "ir" and account["partly"] else "")
                for name, words in _ACCOUNTS
                if account[name] is not None
            ]
            rate = told["rates"].get(f"{what}_per_s")
            share = told["peak_shares"].get(what)
            text = f"{unit}: {', '.join(known) or 'unknown'}"
            if rate is not None:
                text += f"; {rate / 1e9:.3g} G{unit}/s"
            parts.append(text + (f", {share:.0%} of peak" if share is not None else ""))
        yield f"work of {side.upper()}: {' | '.join(parts)}", ""
        for line in told["contradictions"]:
            yield f"  contradiction: {line}", "yellow"


def _reasons(not_fused: Mapping[str, Any]) -> Lines:
    for side, told in not_fused.items():
        if told.get("silent"):
            yield f"not fused, {side.upper()}: silent ({told['silent']})", ""
        for reason in told.get("reasons", ())[:MOST_REASONS]:
            pair = f"{reason['producer']} into {reason['consumer']}"
            yield f"not fused, {side.upper()}: {pair}: {reason['reason']}", ""


def _time(ns: float) -> str:
    for unit, factor in (("ns", 1.0), ("µs", 1e3), ("ms", 1e6)):
        if abs(ns) < 1000 * factor or unit == "ms":
            return f"{ns / factor:.3g} {unit}"
    raise AssertionError("the last unit takes everything")


def _signed(ns: float) -> str:
    return ("+" if ns >= 0 else "") + _time(ns)


def _size(count: int | None) -> str:
    return "?" if count is None else f"{count / 2**20:.3g} MiB"

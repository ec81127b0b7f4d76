"""A gap taken apart, for the page: a waterfall and the causes with their evidence."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import accumulate, pairwise
from typing import Any

from opscope.cause import Conclusion, Finding, Intervention, Standing
from opscope.errors import UsageError
from opscope.reports import _svg
from opscope.reports._charts import NARROW, ROW, WIDE, tick_time
from opscope.reports._svg import Markup, element, line, text, title
from opscope.showing import figures
from opscope.showing.sentences import lines
from opscope.verdicts.verdict import Verdict


def shown(made: Conclusion) -> dict[str, Any]:
    """What ``case.html.j2`` names of one explanation."""
    wide = waterfall(made, WIDE)
    return {
        "title": f"{made.b} against {made.a}",
        "claim": "; ".join(_claim(made)),
        "doubts": made.doubts,
        "waterfall": (wide, waterfall(made, NARROW)) if wide else None,
        "causes": [_finding(finding) for finding in made.causes],
        "not_fused": list(lines(made.not_fused)),
    }


def _claim(made: Conclusion) -> Iterator[str]:
    try:
        yield str(Verdict.from_json(made.verdict))
    except UsageError:
        yield "no verdict that can be read"
    if made.gap_ns is not None:
        yield f"the gap is {_signed(made.gap_ns)} a call"
    if made.unexplained_percent is not None:
        bounds = made.unexplained_interval
        within = f" ({_whole(bounds[0])} to {_whole(bounds[1])} %)" if bounds else ""
        yield f"unexplained {_whole(made.unexplained_percent)} %{within}"
    if not made.causes:
        yield made.why_no_causes or "no cause is claimed"


def _signed(nanoseconds: float) -> str:
    return ("-" if nanoseconds < 0 else "") + figures.duration(abs(nanoseconds))


def _whole(percent: float) -> str:
    return f"{percent:.0f}" if abs(percent) >= 10 else figures.rounded(percent, 1)


def _finding(finding: Finding) -> dict[str, Any]:
    share = [] if finding.share_ns is None else [_signed(finding.share_ns)]
    if finding.share_percent is not None:
        share.append(f"{_whole(finding.share_percent)} %")
    if share and finding.estimated:
        share.append("estimated")
    return {
        "title": finding.title,
        "standing": str(finding.standing),
        "share": ", ".join(share) or "not known",
        "evidence": finding.evidence,
        "commands": finding.commands,
        "intervention": list(_tried(finding.intervention)),
    }


def _tried(switch: Intervention | None) -> Iterator[str]:
    """What was thrown, what it changed, and how far the gap moved."""
    if switch is None:
        yield "no switch for it here"
        return
    yield f"{switch.title} ({switch.lever})"
    yield from (f"{side}: {effect}" for side, effect in switch.effects.items())
    if switch.share_ns is not None:
        moved = f"the gap moved by {_signed(switch.share_ns)}"
        if switch.interval:
            moved += f" ({_signed(switch.interval[0])} to {_signed(switch.interval[1])})"
        yield f"{moved}, {switch.pairs} pairs"
    if switch.both_orders:
        yield "over both orders " + " to ".join(map(_signed, switch.both_orders))
    if switch.not_clean:
        yield f"not clean: {switch.not_clean}"
    if switch.reason:
        yield switch.reason


def waterfall(made: Conclusion, width: float) -> Markup | None:
    """From A's time to B's, a step for each confirmed cause and one for the rest.

    Only a confirmed share was measured by a switch; estimates stand in the table, not here.
    """
    if made.a_ns is None or made.b_ns is None or not made.causes:
        return None
    steps = [
        (finding.title, finding.share_ns)
        for finding in made.causes
        if finding.standing is Standing.CONFIRMED and finding.share_ns is not None
    ]
    explained = sum(share for _, share in steps)
    steps.append(("unexplained", made.b_ns - made.a_ns - explained))
    ends = list(accumulate((share for _, share in steps), initial=made.a_ns))
    across = _svg.Scale(low=0.0, high=_highest(ends), start=8.0, end=width - 84.0)
    rows = [(f"A: {made.a}", 0.0, made.a_ns, "whole")]
    rows += [
        (name, begin, end, "rest" if name == "unexplained" else "confirmed")
        for (name, _), (begin, end) in zip(steps, pairwise(ends), strict=True)
    ]
    rows.append((f"B: {made.b}", 0.0, made.b_ns, "whole"))
    top, bottom = 6.0, 6.0 + ROW * len(rows)
    marks = _svg.x_axis(across, top, bottom, _tick, int(width / 90))
    for row, (name, begin, end, kind) in enumerate(rows):
        marks += _step(across, top + ROW * row, width, name, (begin, end), kind)
    label = f"The gap between {made.a} and {made.b} by cause"
    return _svg.svg(width, bottom + 24, label, *marks)


def _highest(ends: Sequence[float]) -> float:
    return max(*ends, 1e-9) * 1.02


def _step(
    across: _svg.Scale, y: float, width: float, name: str, ends: tuple[float, float], kind: str
) -> list[Markup]:
    begin, end = (max(0.0, e) for e in ends)
    left, right = sorted((across(begin), across(end)))
    change = ends[1] - ends[0]
    plus = "+" if change > 0 and kind != "whole" else ""
    value = plus + _signed(change)
    return [
        text(8, y + 12, _svg.clipped(name, width - 120), "name"),
        text(width - 8, y + 12, value, "value", "end"),
        element("rect", title(f"{name}: {value}"), x=left, y=y + 18, rx=2, height=13,
                width=max(1.5, right - left), class_=f"step {kind}"),
        line(across(end), y + 18, across(end), y + ROW + 8, "leader"),
    ]  # fmt: skip


def _tick(nanoseconds: float) -> str:
    return "0" if abs(nanoseconds) < 1e-9 else tick_time(nanoseconds)

"""A gap taken apart, for the page: a waterfall and the causes with their evidence."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import accumulate
from typing import Any

from opscope import figures
from opscope.explanation import STANDINGS, Cause, Explanation, lines
from opscope.reports import _svg
from opscope.reports._charts import NARROW, ROW, WIDE, tick_time
from opscope.reports._svg import Markup, element, line, text, title


def shown(explanation: Explanation) -> dict[str, Any]:
    """What ``case.html.j2`` names of one explanation."""
    wide = waterfall(explanation, WIDE)
    return {
        "title": f"{explanation.a} against {explanation.b}",
        "claim": _claim(explanation),
        "waterfall": (wide, waterfall(explanation, NARROW)) if wide else None,
        "causes": [_cause(cause) for cause in explanation.causes],
        "not_fused": list(lines(explanation.not_fused)),
    }


def _claim(explanation: Explanation) -> str:
    parts = list(lines(explanation.verdict))
    if explanation.ratio is not None:
        parts.append(f"ratio {figures.multiple(explanation.ratio)}")
    if explanation.interval:
        ends = (
            "unbounded" if end is None else figures.rounded(end) for end in explanation.interval
        )
        parts.append(f"interval {' to '.join(ends)}")
    if explanation.gap_ns is not None:
        parts.append(f"gap {_signed(explanation.gap_ns)}")
    if explanation.unexplained_percent is not None:
        parts.append(f"unexplained {_whole(explanation.unexplained_percent)} %")
    if not explanation.causes:
        parts.append("no cause is claimed")
    return "; ".join(parts)


def _signed(nanoseconds: float) -> str:
    return ("-" if nanoseconds < 0 else "") + figures.duration(abs(nanoseconds))


def _whole(percent: float) -> str:
    return f"{percent:.0f}" if abs(percent) >= 10 else figures.rounded(percent, 1)


def _cause(cause: Cause) -> dict[str, Any]:
    share = [] if cause.share_ns is None else [_signed(cause.share_ns)]
    if cause.share_percent is not None:
        share.append(f"{_whole(cause.share_percent)} %")
    return {
        "title": cause.title,
        "standing": cause.standing,
        "known": cause.standing if cause.standing in STANDINGS else "untested",
        "share": ", ".join(share) or "not known",
        "evidence": list(lines(cause.evidence)),
        "intervention": list(lines(cause.intervention)) or ["none was tried"],
    }


def waterfall(explanation: Explanation, width: float) -> Markup | None:
    """From nothing to the whole gap, a step for each cause and one for the rest; None without."""
    steps = [(c.title, c.share_ns, c.standing) for c in explanation.causes if c.share_ns]
    if not steps or not explanation.gap_ns:
        return None
    rest = explanation.gap_ns - sum(share for _, share, _ in steps)
    steps.append(("unexplained", rest, "rest"))
    ends = [0.0, *accumulate(share for _, share, _ in steps)]
    across = _scale(ends, width)
    top, bottom = 6.0, 6.0 + ROW * len(steps)
    marks = _svg.x_axis(across, top, bottom, _tick, int(width / 90))
    for row, ((name, share, standing), begin, end) in enumerate(
        zip(steps, ends, ends[1:], strict=False)
    ):
        y = top + ROW * row
        left, right = sorted((across(begin), across(end)))
        tip = f"{name}: {_signed(share)}, {standing}"
        marks += [
            text(8, y + 12, _svg.clipped(name, width - 190), "name"),
            text(width - 8, y + 12, f"{_signed(share)} {standing}", "value", "end"),
            element("rect", title(tip), x=left, y=y + 18, width=max(1.5, right - left), height=13,
                    rx=2, class_=f"step {standing if standing in STANDINGS else 'rest'}"),
        ]  # fmt: skip
        if row + 1 < len(steps):
            marks.append(line(across(end), y + 18, across(end), y + ROW + 18, "leader"))
    note = f"from {explanation.a} to {explanation.b}"
    marks.append(text(width - 8, bottom + 32, note, "note", "end"))
    label = f"The gap between {explanation.a} and {explanation.b} by cause"
    return _svg.svg(width, bottom + 38, label, *marks)


def _scale(ends: Sequence[float], width: float) -> _svg.Scale:
    low, high = min(ends), max(ends)
    room = (high - low) * 0.04 or 1.0
    return _svg.Scale(low=low - room, high=high + room, start=8.0, end=width - 8.0)


def _tick(nanoseconds: float) -> str:
    if abs(nanoseconds) < 1e-9:
        return "0"
    return ("-" if nanoseconds < 0 else "") + tick_time(abs(nanoseconds))

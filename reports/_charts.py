"""The plots of one case and of its history, as SVG. The page and ``--plots`` draw the same ones.

Colour tells the frontend and shape tells the kind: hollow is the uncompiled way, filled a compiled
one. Every mark is labelled with its compiler, so nothing hangs on telling colours apart.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from opscope.nouns import FRONTENDS
from opscope.records import Kernel, Record
from opscope.reports import _svg
from opscope.reports._svg import Markup, Scale, element, line, text, title
from opscope.showing import figures
from opscope.showing.tables import CaseTable, Line

WIDE = 560
NARROW = 340
ROW = 38
COLOURS = 6


@dataclass(frozen=True)
class Palette:
    """Which colour a frontend has, the same in every plot of a report."""

    frontends: tuple[str, ...]

    @classmethod
    def of(cls, tables_: Sequence[CaseTable]) -> Palette:
        seen = {line.record.frontend for table in tables_ for line in table.lines}
        return cls((*FRONTENDS, *sorted(seen - set(FRONTENDS))))

    def colour(self, record: Record) -> str:
        """A class name, ``f0`` to ``f5``."""
        return f"f{self.frontends.index(record.frontend) % COLOURS}"


def distribution(table: CaseTable, palette: Palette, width: float = WIDE) -> Markup | None:
    """Every sample of every compiler, the middle half boxed, and the median; None if untimed."""
    shown = [line for line in table.lines if line.median_ns]
    if not shown:
        return None
    samples = [s for line in shown for s in _samples(line)]
    top, bottom = 6.0, 6.0 + ROW * len(shown)
    across = _svg.scale(samples, 8.0, width - 8.0)
    marks = _svg.x_axis(across, top, bottom, tick_time, int(width / 90))
    for row, item in enumerate(shown):
        marks += _strip(item, palette, across, top + ROW * row, width)
    note = "time per call" + (", logarithmic" if across.log else "")
    marks.append(text(width - 8, bottom + 32, note, "note", "end"))
    label = f"Distribution of the measured times of {table.operator}, {table.case}"
    return _svg.svg(width, bottom + 38, label, *marks)


def _strip(item: Line, palette: Palette, across: Scale, top: float, width: float) -> list[Markup]:
    samples, colour = _samples(item), palette.colour(item.record)
    middle = top + ROW - 13
    low, high = middle_half(samples)
    # One path for all: a stroke of length zero with round ends is a dot.
    dots = " ".join(f"M{across(s):.1f} {middle + _jitter(i):.1f}h0" for i, s in enumerate(samples))
    median = item.median_ns or 0.0
    kind = "hollow" if item.record.eager else "filled"
    faded = "" if item.ranked else " doubtful"
    tip = (
        f"{item.record.compiler}: median {figures.duration(median, item.noise)}, middle half "
        f"{figures.duration(low)} to {figures.duration(high)}, {len(samples)} samples"
    )
    return [
        text(8, top + 12, item.record.compiler, "name" + faded),
        text(width - 8, top + 12, figures.duration(median, item.noise), "value" + faded, "end"),
        element(
            "g",
            title(tip),
            element("path", d=dots, class_=f"dots {colour}"),
            element("rect", x=across(low), y=middle - 7, width=max(1.0, across(high) - across(low)),
                    height=14, rx=2, class_=f"box {colour} {kind}"),
            line(across(median), middle - 9, across(median), middle + 9, f"median {colour}"),
        ),
    ]  # fmt: skip


def _samples(item: Line) -> tuple[float, ...]:
    measurement = item.record.measurement
    return measurement.samples_ns if measurement else ()


def middle_half(samples: Sequence[float]) -> tuple[float, float]:
    """The samples that bound the middle half."""
    ordered = sorted(samples)
    quarter = len(ordered) // 4
    return ordered[quarter], ordered[-1 - quarter]


def _jitter(index: int) -> float:
    """A fixed, even scatter from -7 to 7 (the golden ratio's multiples fill a range evenly)."""
    return ((index * 0.6180339887) % 1.0 - 0.5) * 14


def tick_time(nanoseconds: float) -> str:
    """``2 ms``, ``0.5 µs``: a round value without needless zeros."""
    number, unit = figures.duration(float(f"{nanoseconds:.6g}")).split()
    return f"{number.rstrip('0').rstrip('.') if '.' in number else number} {unit}"


@dataclass(frozen=True, kw_only=True)
class Ceilings:
    """What the machine was measured to reach, for the dtype of one case.

    ``in_cache`` says whether the data of the case stay in the last-level cache; ``source`` is what
    a reader must know about these figures.
    """

    flops_per_s: float | None = None
    bytes_per_s: float | None = None
    cache_bytes_per_s: float | None = None
    in_cache: bool = False
    source: str = ""

    @property
    def nearest_bytes_per_s(self) -> float | None:
        """The bandwidth that holds for this case: the cache's if its data stay there."""
        return self.cache_bytes_per_s if self.in_cache else self.bytes_per_s


def roofline(
    table: CaseTable, palette: Palette, ceilings: Ceilings, width: float = WIDE
) -> Markup | None:
    """Achieved GFLOP/s over FLOPs per byte, under the ceilings that are known.

    The intensity is the operator's own, so all compilers of a case stand above each other.
    """
    record = table.first
    points = [(line, rate) for line in table.ranked if (rate := line.gflops_per_s)]
    if not points or not record.flops or not record.least_bytes:
        return None
    intensity = record.flops / record.least_bytes
    limit = _limit(ceilings, intensity)
    left, right, top, bottom = 56.0, width - 12.0, 12.0, 268.0
    rates = [rate for _, rate in points] + [v / 1e9 for v in (limit, ceilings.flops_per_s) if v]
    up = _svg.scale([min(rates) / 1.5, max(rates) * 1.3], bottom, top, log=True, pad=0.02)
    ridge = _ridge(ceilings) or intensity
    across = _svg.scale(
        [min(intensity, ridge) / 8, max(intensity, ridge) * 12], left, right, log=True, pad=0.01
    )
    marks = _svg.x_axis(across, top, bottom, _plain, int(width / 80))
    marks += _svg.y_axis(up, left, right, _plain, 6)
    marks += _roof(ceilings, across, up)
    marks.append(line(across(intensity), top, across(intensity), bottom, "guide"))
    marks += _points(points, palette, across(intensity), up, right, limit)
    marks.append(text(right, bottom + 32, "FLOPs per byte that must move", "note", "end"))
    marks.append(text(left - 44, top - 1, "GFLOP/s", "note"))
    label = f"Roofline of {table.operator}, {table.case}"
    return _svg.svg(width, bottom + 38, label, *marks)


def _plain(value: float) -> str:
    return figures.rounded(value, 1) if value < 1 else f"{value:,.0f}"


def _ridge(ceilings: Ceilings) -> float | None:
    if ceilings.flops_per_s and ceilings.nearest_bytes_per_s:
        return ceilings.flops_per_s / ceilings.nearest_bytes_per_s
    return None


def _limit(ceilings: Ceilings, intensity: float) -> float | None:
    """FLOPs a second that the ceilings allow at this intensity."""
    known = []
    if ceilings.flops_per_s:
        known.append(ceilings.flops_per_s)
    if ceilings.nearest_bytes_per_s:
        known.append(ceilings.nearest_bytes_per_s * intensity)
    return min(known, default=None)


def _roof(ceilings: Ceilings, across: Scale, up: Scale) -> list[Markup]:
    """The slanted bandwidth ceilings, the one that holds drawn full, and the flat compute one."""
    marks: list[Markup] = []
    for rate, holds, where in (
        (ceilings.bytes_per_s, not ceilings.in_cache, "memory"),
        (ceilings.cache_bytes_per_s, ceilings.in_cache, "cache"),
    ):
        if rate:
            marks += _slope(rate, ceilings.flops_per_s, across, up, where, holds)
    if ceilings.flops_per_s:
        y = up(ceilings.flops_per_s / 1e9)
        marks.append(line(across(max(_ridge(ceilings) or 0, across.low)), y, across.end, y, "roof"))
        name = f"{figures.rounded(ceilings.flops_per_s / 1e9)} GFLOP/s"
        marks.append(text(across.end, y - 6, name, "roof-label", "end"))
    return marks


def _slope(
    bytes_per_s: float, flops_per_s: float | None, across: Scale, up: Scale, where: str, holds: bool
) -> list[Markup]:
    end = min(flops_per_s / bytes_per_s if flops_per_s else across.high, across.high)
    start = max(across.low, up.low * 1e9 / bytes_per_s)
    if start >= end:
        return []
    y1, y2 = (up(x * bytes_per_s / 1e9) for x in (start, end))
    # Right below the slope, near its lower end, where the line runs away from the text.
    at = start * (end / start) ** 0.12
    name = f"{where} {figures.rounded(bytes_per_s / 1e9)} GB/s"
    label = text(across(at) + 8, up(at * bytes_per_s / 1e9) + 8, name, "roof-label")
    return [line(across(start), y1, across(end), y2, "roof" if holds else "roof other"), label]


def _points(
    points: Sequence[tuple[Line, float]],
    palette: Palette,
    x: float,
    up: Scale,
    right: float,
    limit: float | None,
) -> list[Markup]:
    marks: list[Markup] = []
    heights = [up(rate) for _, rate in points]
    places = _svg.spread_out(heights, 15, up.end + 8, up.start - 4)
    leftward = x > right - 170
    for (item, rate), y, place in zip(points, heights, places, strict=True):
        share = f"{figures.percent(rate * 1e9 / limit)} of the limit here" if limit else ""
        tip = f"{item.record.compiler}: {figures.rounded(rate)} GFLOP/s. {share}"
        suffix = f" {figures.percent(rate * 1e9 / limit)}" if limit else ""
        side = -1 if leftward else 1
        marks.append(line(x + side * 6, y, x + side * 18, place, "leader"))
        marks.append(
            element("g", title(tip), marker(x, y, item.record, palette),
                    text(x + side * 21, place + 4, item.record.compiler + suffix, "name",
                         "end" if leftward else "start"))
        )  # fmt: skip
    return marks


def marker(x: float, y: float, record: Record, palette: Palette) -> Markup:
    """A ring for the uncompiled way of a frontend, a disc for a compiled one."""
    kind = "hollow" if record.eager else "filled"
    return element("circle", cx=x, cy=y, r=5, class_=f"mark {palette.colour(record)} {kind}")


def kernel_times(table: CaseTable, palette: Palette, width: float = WIDE) -> Markup | None:
    """Time of each kernel, stacked, on one scale for all compilers; None where none is known.

    What the kernels leave of the median is drawn faintly: launching, waiting, the framework.
    """
    shown = [item for item in table.ranked if _timed(item.record)]
    if not shown:
        return None
    longest = max(max(item.median_ns or 0.0, sum(_times(item.record))) for item in shown)
    across = Scale(low=0.0, high=longest * 1.02, start=8.0, end=width - 8.0)
    top, bottom = 6.0, 6.0 + ROW * len(shown)
    marks = _svg.x_axis(across, top, bottom, tick_time, int(width / 90))
    for row, item in enumerate(shown):
        marks += _stack(item, palette, across, top + ROW * row, width)
    marks.append(
        text(width - 8, bottom + 32, "time in kernels; faint: outside them", "note", "end")
    )
    label = f"Time per kernel of {table.operator}, {table.case}"
    return _svg.svg(width, bottom + 38, label, *marks)


def _timed(record: Record) -> bool:
    return any(kernel.time_ns is not None for kernel in record.kernels or ())


def _times(record: Record) -> list[float]:
    return [kernel.time_ns or 0.0 for kernel in record.kernels or ()]


def _stack(item: Line, palette: Palette, across: Scale, top: float, width: float) -> list[Markup]:
    y, used = top + ROW - 20, 0.0
    inside = sum(_times(item.record))
    bars = []
    for kernel in item.record.kernels or ():
        if not kernel.time_ns:
            continue
        x1, x2 = across(used), across(used + kernel.time_ns)
        tip = f"{kernel.name}: {figures.duration(kernel.time_ns)}, {_what(kernel)}"
        used += kernel.time_ns
        rect = element("rect", title(tip), x=x1, y=y, width=max(0.8, x2 - x1 - 1), height=14, rx=2,
                       class_=f"bar {palette.colour(item.record)} {kernel.kind}")  # fmt: skip
        bars.append(rect)
    rest = (item.median_ns or 0.0) - inside
    if rest > 0:
        tip = f"outside the kernels: {figures.duration(rest)}"
        x, wide = across(inside), across(inside + rest) - across(inside)
        bars.append(
            element("rect", title(tip), x=x, y=y, rx=2, height=14, width=wide, class_="bar rest")
        )
    return [
        text(8, top + 12, item.record.compiler, "name"),
        text(width - 8, top + 12, f"{figures.duration(inside)} in kernels", "value", "end"),
        *bars,
    ]


def _what(kernel: Kernel) -> str:
    return f"{kernel.kind}, {' + '.join(kernel.ops)}" if kernel.ops else kernel.kind


def error_and_time(table: CaseTable, palette: Palette, width: float = WIDE) -> Markup | None:
    """Error against the float64 reference over time: a faster and worse kernel does not hide."""
    points = [
        (item, item.record.accuracy.error)
        for item in table.ranked
        if item.record.accuracy and item.record.accuracy.error > 0
    ]
    if not points:
        return None
    accuracy = points[0][0].record.accuracy
    tolerance = accuracy.tolerance if accuracy else 0.0
    left, right, top, bottom = 64.0, width - 12.0, 12.0, 228.0
    errors = [error for _, error in points] + ([tolerance] if tolerance > 0 else [])
    up = _svg.scale(errors, bottom, top, log=True, pad=0.08)
    times = [item.median_ns or 0.0 for item, _ in points]
    across = _svg.scale(times, left, right - 90, pad=0.1)
    across = Scale(low=across.low, high=_stretched(across, right), start=left, end=right,
                   log=across.log)  # fmt: skip
    marks = _svg.x_axis(across, top, bottom, tick_time, int((right - left) / 90))
    marks += _svg.y_axis(up, left, right, figures.tiny, 6)
    if tolerance > 0:
        marks.append(line(left, up(tolerance), right, up(tolerance), "roof"))
        marks.append(text(left + 6, up(tolerance) - 6, "tolerance", "roof-label"))
    spots = [(across(item.median_ns or 0.0), up(error)) for item, error in points]
    taken = [(x - 6, x + 6, y) for x, y in spots]
    for (item, error), (x, y) in zip(points, spots, strict=True):
        name = item.record.compiler
        place = _svg.free_place(
            (x + 9, x + 20 + len(name) * _svg.TEXT_WIDTH, y), taken, top + 8, bottom - 4
        )
        tip = f"{name}: error {figures.tiny(error)}, allowed {figures.tiny(tolerance)}"
        marks.append(line(x + 6, y, x + 14, place, "leader"))
        marks.append(element("g", title(tip), marker(x, y, item.record, palette),
                             text(x + 17, place + 4, name, "name")))  # fmt: skip
    marks.append(text(right, bottom + 32, "time per call", "note", "end"))
    marks.append(text(left - 56, top - 1, "error", "note"))
    label = f"Error and time of {table.operator}, {table.case}"
    return _svg.svg(width, bottom + 38, label, *marks)


def _stretched(across: Scale, right: float) -> float:
    """The value at ``right`` when the scale goes on past its end, to leave room for labels."""
    share = (right - across.start) / (across.end - across.start)
    if across.log:
        return float(across.low * (across.high / across.low) ** share)
    return across.low + (across.high - across.low) * share

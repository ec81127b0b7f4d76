"""A small SVG writer: escaped elements, scales and axes. Standard library only.

Plotly was weighed and left out: its bundle is 4.5 MB of script in every report, it asks for inline
styles that a strict Content-Security-Policy forbids, and the same plots are needed as SVG files
and PNG without a browser. These plots are static text, made once, for the page and for ``--plots``.

Shapes carry classes, never colours: the page's stylesheet colours them for light and dark.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from html import escape

TEXT_WIDTH = 6.6
"""Mean advance of a character in pixels, at the plots' 12 px sans-serif. Only to keep labels apart;
nothing is lost where a font is wider."""

LABEL_HEIGHT = 14.0


class Markup(str):
    """Text that is SVG already, and is not escaped again."""

    __slots__ = ()

    def __html__(self) -> str:
        """For template engines that ask whether a value is safe."""
        return str(self)


def element(name: str, *children: str, **attributes: str | float) -> Markup:
    """An element. Children that are not :class:`Markup` are text and get escaped.

    Attribute names are written with underscores: ``text_anchor``, ``class_``. Numbers lose their
    needless digits.
    """
    written = "".join(
        f' {key.rstrip("_").replace("_", "-")}="{escape(_number(value), quote=True)}"'
        for key, value in attributes.items()
    )
    inner = "".join(child if isinstance(child, Markup) else _text(child) for child in children)
    return Markup(f"<{name}{written}>{inner}</{name}>" if inner else f"<{name}{written}/>")


def _text(text: str) -> str:
    """Escaped, and without the control characters that XML forbids even as references."""
    clean = "".join(
        c if c.isprintable() or c == "\n" else "\N{REPLACEMENT CHARACTER}" for c in text
    )
    return escape(clean, quote=False)


def _number(value: str | float) -> str:
    if isinstance(value, str):
        return "".join(c if c.isprintable() else " " for c in value)
    return f"{value:.2f}".rstrip("0").rstrip(".")


def text(x: float, y: float, content: str, class_: str = "", anchor: str = "start") -> Markup:
    return element("text", content, x=x, y=y, class_=f"t {class_}".strip(), text_anchor=anchor)


def line(x1: float, y1: float, x2: float, y2: float, class_: str) -> Markup:
    return element("line", x1=x1, y1=y1, x2=x2, y2=y2, class_=class_)


def title(content: str) -> Markup:
    """The tooltip of the element that it is a child of."""
    return element("title", content)


def svg(width: float, height: float, label: str, *children: str) -> Markup:
    """A whole drawing, scaled to the width it is given; ``label`` is read to the blind."""
    return element(
        "svg",
        *children,
        xmlns="http://www.w3.org/2000/svg",
        viewBox=f"0 0 {_number(width)} {_number(height)}",
        width=width,
        height=height,
        role="img",
        aria_label=label,
        class_="plot",
    )


def clipped(content: str, pixels: float) -> str:
    """``content`` cut to about ``pixels``."""
    room = max(1, int(pixels / TEXT_WIDTH))
    return content if len(content) <= room else content[: room - 1] + "…"


@dataclass(frozen=True, kw_only=True)
class Scale:
    """Maps values from ``low`` to ``high`` onto pixels from ``start`` to ``end``."""

    low: float
    high: float
    start: float
    end: float
    log: bool = False

    def __call__(self, value: float) -> float:
        if self.log:
            share = math.log(max(value, 1e-300) / self.low) / math.log(self.high / self.low)
        else:
            share = (value - self.low) / (self.high - self.low)
        return self.start + share * (self.end - self.start)

    def ticks(self, most: int) -> list[float]:
        """At most about ``most`` round values within the scale."""
        ticks = _log_ticks(self.low, self.high, most) if self.log else []
        return ticks if len(ticks) >= 2 else self._linear_ticks(most)

    def _linear_ticks(self, most: int) -> list[float]:
        raw = (self.high - self.low) / max(1, most)
        magnitude = 10.0 ** math.floor(math.log10(raw))
        step = next(m * magnitude for m in (1, 2, 5, 10) if m * magnitude >= raw * 0.999)
        first = math.ceil(self.low / step - 1e-9)
        return [i * step for i in range(first, math.floor(self.high / step + 1e-9) + 1)]


def _log_ticks(low: float, high: float, most: int) -> list[float]:
    decades = range(math.floor(math.log10(low)), math.ceil(math.log10(high)) + 1)
    for steps in ((1, 2, 5), (1, 3), (1,)):
        ticks = [m * 10.0**d for d in decades for m in steps]
        ticks = [t for t in ticks if low * 0.999 <= t <= high * 1.001]
        if len(ticks) <= most:
            return ticks
    stride = math.ceil(len(ticks) / most)
    return ticks[::stride]


def scale(
    values: Sequence[float], start: float, end: float, *, log: bool | None = None, pad: float = 0.06
) -> Scale:
    """A scale that holds ``values`` with some room; ``log`` None decides by how far they spread."""
    low, high = min(values), max(values)
    if log is None:
        log = low > 0 and high / low > 6
    if log:
        factor = max((high / low) ** pad, 1.15)
        return Scale(low=low / factor, high=high * factor, start=start, end=end, log=True)
    room = (high - low) * pad or abs(high) * 0.1 or 1.0
    below = low - room
    return Scale(low=max(0.0, below) if low >= 0 else below, high=high + room, start=start, end=end)


def x_axis(
    across: Scale, top: float, bottom: float, label: Callable[[float], str], most: int
) -> list[Markup]:
    """Grid lines with their values under them."""
    marks: list[Markup] = []
    for tick in across.ticks(most):
        x = across(tick)
        marks.append(line(x, top, x, bottom, "grid"))
        anchor = "start" if x < 14 else "middle"
        marks.append(text(x, bottom + 16, label(tick), "tick", anchor))
    return marks


def y_axis(
    up: Scale, left: float, right: float, label: Callable[[float], str], most: int
) -> list[Markup]:
    marks: list[Markup] = []
    for tick in up.ticks(most):
        y = up(tick)
        marks.append(line(left, y, right, y, "grid"))
        marks.append(text(left - 6, y + 4, label(tick), "tick", "end"))
    return marks


def free_place(
    box: tuple[float, float, float],
    taken: list[tuple[float, float, float]],
    low: float,
    high: float,
) -> float:
    """The height nearest to the wanted one at which a label overlaps none of those ``taken``.

    Boxes are (left, right, middle), all :data:`LABEL_HEIGHT` high; the place found is entered.
    """
    left, right, wanted = box

    def free(y: float) -> bool:
        return low <= y <= high and all(
            abs(y - other) >= LABEL_HEIGHT or right < a or left > b for a, b, other in taken
        )

    offsets = (sign * step * 4.0 for step in range(60) for sign in (1, -1))
    y = next((wanted + o for o in offsets if free(wanted + o)), wanted)
    taken.append((left, right, y))
    return y


def spread_out(wanted: Sequence[float], gap: float, low: float, high: float) -> list[float]:
    """Positions near ``wanted`` that keep ``gap`` between each other: labels that do not overlap.

    They keep their order, and stay between ``low`` and ``high`` where there is room.
    """
    order = sorted(range(len(wanted)), key=lambda i: wanted[i])
    placed = [0.0] * len(wanted)
    previous = low - gap
    for i in order:
        previous = placed[i] = max(wanted[i], previous + gap)
    limit = high
    for i in reversed(order):
        placed[i] = min(placed[i], limit)
        limit = placed[i] - gap
    return placed

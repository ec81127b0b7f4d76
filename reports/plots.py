"""Every plot of the page as a file of its own: SVG, and PNG where a renderer is installed."""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path

from opscope.errors import UsageError
from opscope.report import Material, Report
from opscope.reports import _charts, _history, _limits
from opscope.reports._charts import Palette
from opscope.reports._svg import Markup, element
from opscope.showing import tables
from opscope.showing.tables import CaseTable

STYLE = Path(__file__).with_name("_html") / "plots.css"
PNG_SCALE = 2


class Plots(Report):
    name = "plots"
    summary = "a folder with every plot as SVG (and PNG, with resvg-py installed)"
    extension = ""

    def write(self, material: Material, out: Path) -> tuple[Path, ...]:
        written: list[Path] = []
        style = _flat_style(STYLE.read_text(encoding="utf-8"))
        for folder, name, plot in _plots(material):
            path = out / folder / f"{name}.svg"
            text = _alone(plot, style)
            try:
                path.parent.mkdir(parents=True, exist_ok=True)
                path.write_text(text, encoding="utf-8")
                written.append(path)
                image = _png(text)
                if image is not None:
                    written.append(path.with_suffix(".png"))
                    written[-1].write_bytes(image)
            except OSError as error:
                raise UsageError(f"{path}: cannot be written: {error.strerror}") from error
        return tuple(written)


def _plots(material: Material) -> Iterator[tuple[Path, str, Markup]]:
    run = material.newest
    case_tables = tables.case_tables(run)
    palette = Palette.of(case_tables)
    past = _history.History.of(material.runs)
    for table in case_tables:
        drawn = {
            "samples": _charts.distribution(table, palette),
            "roofline": _charts.roofline(table, palette, _limits.ceilings(run, table)),
            "kernels": _charts.kernel_times(table, palette),
            "error": _charts.error_and_time(table, palette),
            "history": _history.trend(past.series(table), past.labels, palette),
        }
        for name, plot in drawn.items():
            if plot is not None:
                yield _folder(table), name, plot


def _folder(table: CaseTable) -> Path:
    """Names come from files that may be foreign: none may lead out of the folder."""
    return Path(*(re.sub(r"[^\w.-]+", "_", part).lstrip(".") or "_" for part in table.key))


def _flat_style(css: str) -> str:
    """The plots' style with every variable replaced by its light value: few renderers know them."""
    values = dict(re.findall(r"(--[\w-]+):\s*([^;]+);", css))
    rules = re.sub(r":root\s*\{[^}]*\}", "", re.sub(r"/\*.*?\*/", "", css, flags=re.DOTALL))
    flat = re.sub(r"var\((--[\w-]+)\)", lambda match: values[match[1]], rules)
    alone = re.sub(r"^\.plot (?=\.)", "", flat, flags=re.MULTILINE).replace(".plot {", "svg {")
    return f"svg {{ background: {values['--surface']}; }}\n{alone.strip()}"


def _alone(plot: Markup, style: str) -> str:
    """An SVG file: the drawing with its style and a white ground inside."""
    opening, rest = plot.split(">", 1)
    ground = element("rect", width="100%", height="100%", fill="#ffffff")
    return f"{opening}><style>{style}</style>{ground}{rest}\n"


def _png(svg: str) -> bytes | None:
    """The drawing at twice its size; None if resvg-py is not installed."""
    try:
        import resvg_py
    except ImportError:
        return None
    return bytes(resvg_py.svg_to_bytes(svg_string=svg, zoom=PNG_SCALE))


REPORT = Plots()

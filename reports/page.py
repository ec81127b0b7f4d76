"""One self-contained HTML file: who is fastest, how far from the limit, why, and the code.

Nothing in it comes from outside, and nothing that it shows can run: Jinja2 escapes every value, the
Content-Security-Policy allows exactly one script and one style by their hashes, data lies in blocks
that no browser executes, and the code panes set text, never markup. Cases and artifacts are packed
(gzip, base64) and unpacked when opened, so that forty operators stay small and start fast.
"""

from __future__ import annotations

import base64
import hashlib
import json
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any

from opscope import __version__
from opscope.cause import Conclusion
from opscope.errors import NotAvailableError, UsageError
from opscope.report import Material, Report
from opscope.reports import _artifacts, _history, _limits, _view, _why
from opscope.reports._charts import Palette
from opscope.showing import figures, tables, wording
from opscope.showing.tables import CaseTable, Line
from opscope.verdicts.verdict import Kind

PARTS = Path(__file__).with_name("_html")
STYLES = ("plots.css", "page.css", "code.css")
SCRIPTS = ("start.js", "overview.js", "languages.js", "pane.js", "code.js", "main.js")

GLOSSARY = (
    (
        "time / fastest",
        "this median over the smallest of the case; ~ not known to be slower, = SAME",
    ),
    ("time / eager", "this median over that of the frontend's eager compiler; below 1 is faster"),
    ("noise", "interquartile range of the samples over their median; a ratio has that of both"),
    ("geometric mean", "only over cases that every compiler shown completed"),
    ("error", "largest distance from the float64 reference, in units of the element's scale"),
    ("pays after", "calls after which compiling has paid, against eager"),
    ("share of the limit", "the least time that the nearest measured roof allows, over the median"),
    ("GFLOP/s, GB/s", "of the operator's own model, whatever a compiler really executed"),
)


class Page(Report):
    name = "html"
    summary = "one self-contained page with plots and the compilers' code"
    extension = "html"

    def write(self, material: Material, out: Path) -> tuple[Path, ...]:
        partial = out.with_name(out.name + ".partial")
        try:
            out.parent.mkdir(parents=True, exist_ok=True)
            with partial.open("w", encoding="utf-8", errors="replace") as file:
                file.writelines(page(material))
            partial.replace(out)
        except OSError as error:
            raise UsageError(f"{out}: cannot be written: {error.strerror}") from error
        finally:
            partial.unlink(missing_ok=True)
        return (out,)


def page(material: Material) -> Iterator[str]:
    """The page in pieces; the packed blobs come last, after everything that is needed to start."""
    compilations, problems = _artifacts.find(material.artifacts)
    run = _artifacts.with_unmeasured(material.newest, compilations)
    case_tables = tables.case_tables(run)
    palette = Palette.of(case_tables)
    environment = _environment()
    template = environment.get_template("case.html.j2")
    past = _history.History.of(material.runs)

    def fragment(table: CaseTable) -> str:
        ceilings = _limits.ceilings(run, table)
        why = [
            _why.shown(e)
            for e in material.explanations
            if (e.operator, e.case, e.target) == table.key
        ]
        shown = _view.case(table, palette, ceilings, why, past.of_case(table, palette))
        return str(template.render(case=shown))

    first = fragment(case_tables[0]) if case_tables else "<p class=empty>No records.</p>"
    script, style = _joined(SCRIPTS), _joined(STYLES)
    yield environment.get_template("page.html.j2").render(
        title=f"opscope: {_title(case_tables)}",
        script=script,
        style=style,
        script_hash=_hash(script),
        style_hash=_hash(style),
        headline=_headline(case_tables),
        machine=_machine(run.environment),
        problems=[*material.problems, *problems],
        filters=_filters(case_tables),
        any_limit=any(_limits.fraction(run, t, line) for t in case_tables for line in t.ranked),
        compilers=_compilers(case_tables, palette),
        rows=[_row(run, table, tables.compilers(case_tables)) for table in case_tables],
        first_case=first,
        doubtful=any(line.doubtful for t in case_tables for line in t.lines),
        history=past.context,
        environment=list(_view.flattened(run.environment)),
        versions=_versions(case_tables),
        time_summary=[(name, figures.seconds(s)) for name, s in run.time_summary_s.items()],
        glossary=GLOSSARY,
        version=__version__,
        index=_index(case_tables, compilations),
    )
    for number, table in enumerate(case_tables):
        yield _block(f"case-{number}", fragment(table) if number else first)
    for number, compilation in enumerate(compilations):
        yield _block(f"code-{number}", _artifacts.blob(compilation))
    yield '<script type="text/plain" id="end"></script>\n</body>\n</html>\n'


def _is_about(made: Conclusion, table: CaseTable) -> bool:
    return (made.operator, made.case, made.target) == table.key


def _environment() -> Any:
    try:
        import jinja2
    except ImportError as error:
        raise NotAvailableError(
            'the HTML report needs Jinja2: pip install "opscope[report]"'
        ) from error
    return jinja2.Environment(
        loader=jinja2.FileSystemLoader(PARTS),
        autoescape=True,
        undefined=jinja2.StrictUndefined,
        trim_blocks=False,
    )


def _joined(names: Sequence[str]) -> str:
    """Our own files, as one; anything that would end the element is a mistake of ours."""
    text = "\n".join((PARTS / name).read_text(encoding="utf-8") for name in names)
    assert "</" not in text, "a closing tag inside the page's own script or style"
    return text


def _hash(text: str) -> str:
    return base64.b64encode(hashlib.sha256(text.encode("utf-8")).digest()).decode("ascii")


def _block(name: str, data: Any) -> str:
    return f'<script type="text/plain" id="{name}">{_artifacts.packed(data)}</script>\n'


def _index(case_tables: Sequence[CaseTable], compilations: Sequence[_artifacts.Compilation]) -> str:
    """Which code belongs to which case, as JSON that cannot end its element."""
    by_case: dict[tuple[str, str], list[list[str | int]]] = {}
    for number, compilation in enumerate(compilations):
        manifest = compilation.manifest
        entry: list[str | int] = [number, manifest.compiler, manifest.target]
        by_case.setdefault(compilation.case_key, []).append(entry)
    keys = [_key(table) for table in case_tables]
    code = [by_case.pop((table.operator, table.case), []) for table in case_tables]
    data = {"keys": keys, "code": code}
    text = json.dumps(data, ensure_ascii=True, separators=(",", ":"))
    return text.replace("<", "\\u003c").replace(">", "\\u003e").replace("&", "\\u0026")


def _key(table: CaseTable) -> str:
    """What names a case in the address; without lone surrogates, which no address can hold."""
    return "/".join(table.key).encode("utf-8", "replace").decode("utf-8")


def _title(case_tables: Sequence[CaseTable]) -> str:
    operators = list(dict.fromkeys(table.operator for table in case_tables))
    named = ", ".join(operators[:4])
    return f"{named} and {len(operators) - 4} more" if len(operators) > 4 else named


def _headline(case_tables: Sequence[CaseTable]) -> dict[str, str]:
    """The answer to the first question, over all cases, and how much it is worth."""
    overview = tables.overview(case_tables)
    if overview.cases == 1:
        return {"claim": _view.claim(case_tables[0]), "sure": _sure(case_tables)}
    best = next((s for s in overview.standings if s.mean_over_fastest is not None), None)
    if best is None:
        claim = "No compiler completed enough cases to be compared over all of them."
    else:
        mean = figures.multiple(best.mean_over_fastest)
        claim = (
            f"{best.compiler} is ahead overall: on average {mean} the time of each case's fastest, "
            f"over {overview.common} of {overview.cases} cases."
        )
    return {"claim": claim, "sure": _sure(case_tables)}


def _sure(case_tables: Sequence[CaseTable]) -> str:
    timed = [table for table in case_tables if table.ranked]
    clear = sum(len(table.leaders) == 1 and len(table.ranked) > 1 for table in timed)
    failed = sum(line.record.status.bad for table in case_tables for line in table.lines)
    parts = [f"In {clear} of {len(timed)} timed cases one compiler is known to be fastest."]
    if failed:
        parts.append(f"{failed} record{'s' if failed > 1 else ''} failed and are not ranked.")
    rules = wording.rules_text(case_tables)
    parts.append(
        f"Verdicts: {rules}."
        if rules
        else "Ratios carry the noise of both sides; they are not verdicts."
    )
    return " ".join(parts)


def _machine(environment: Mapping[str, Any]) -> list[tuple[str, str]]:
    """The few facts that a reader needs before any number."""
    facts = dict(_view.flattened(environment))
    gpus = environment.get("gpus")
    gpu = gpus[0].get("name", "") if isinstance(gpus, list) and gpus and gpus[0] else ""
    wanted = (
        ("CPU", facts.get("cpu.model") or facts.get("cpu", "")),
        ("cores", facts.get("cores.usable") or facts.get("cores", "")),
        ("GPU", str(gpu)),
        ("target", facts.get("target", "")),
        ("threads", facts.get("threads", "")),
        ("precision", facts.get("precision", "")),
        ("commit", facts.get("commit", "")[:12]),
        ("measured", facts.get("time", "")),
    )
    return [(name, value) for name, value in wanted if value]


def _filters(case_tables: Sequence[CaseTable]) -> list[tuple[str, list[str]]]:
    """Filters that have something to choose from."""
    values = [_filter_values(table) for table in case_tables]
    names = values[0] if values else {}
    choices = {name: sorted({v[name] for v in values if v[name]}) for name in names}
    return [(name, found) for name, found in choices.items() if len(found) > 1]


def _filter_values(table: CaseTable) -> dict[str, str]:
    record = table.first
    return {
        "operator": table.operator,
        "dtype": record.dtype,
        "direction": record.direction,
        "size": record.size,
        "layout": record.layout,
        "target": table.target,
    }


def _compilers(case_tables: Sequence[CaseTable], palette: Palette) -> list[dict[str, Any]]:
    records = {line.record.compiler: line.record for t in case_tables for line in t.lines}
    return [
        {"name": name, "colour": palette.colour(records[name]), "eager": records[name].eager}
        for name in tables.compilers(case_tables)
    ]


def _row(run: Any, table: CaseTable, names: Sequence[str]) -> dict[str, Any]:
    record = table.first
    kind = [record.dtype, record.direction if record.direction != "forward" else "", table.target]
    shape = ", ".join(f"{k} {v}" for k, v in record.params.items()) or table.case
    return {
        "key": _key(table),
        "operator": table.operator,
        "shape": shape,
        "kind": " ".join(filter(None, kind)),
        "filters": _filter_values(table),
        "text": f"{table.operator} {shape} {record.name}".lower(),
        "cells": [_cell(run, table, table.line(name)) for name in names],
    }


def _cell(run: Any, table: CaseTable, line: Line | None) -> dict[str, Any] | None:
    if line is None:
        return None
    record, over = line.record, line.over_fastest
    if over is None:
        shown = _view.unranked(line)
        tip = f"{record.compiler}: {shown['status']}. {shown['reason']}"
        text = f"{figures.duration(line.median_ns)} !" if line.doubtful else shown["status"]
        return {"over": None, "bad": record.status.bad, "status": text, "tip": tip}
    mark = _mark(line)
    fraction = _limits.fraction(run, table, line)
    tip = f"{record.compiler}: {figures.duration(line.median_ns, line.noise)}, noise "
    tip += figures.spread(line.noise)
    tip += f"; over the fastest: {over.verdict}" if over.verdict else ""
    return {
        "over": f"{over.value:.5g}",
        "eager": f"{line.over_eager.value:.5g}" if line.over_eager else "",
        "limit": f"{fraction:.4g}" if fraction else "",
        "median": f"{line.median_ns:.6g}",
        "text": mark + figures.multiple(over.value, over.noise)[:-1],
        "tip": "; ".join([tip, *wording.notes(record)]),
        "alarm": bool(record.alarms),
    }


def _mark(line: Line) -> str:
    """``=`` known to be as fast as the fastest, ``~`` not known to be slower, else nothing."""
    if line.is_fastest or not line.near_fastest:
        return ""
    over = line.over_fastest
    return "=" if over and over.verdict and over.verdict.kind is Kind.SAME else "~"


def _versions(case_tables: Sequence[CaseTable]) -> list[tuple[str, str]]:
    found: dict[str, dict[str, None]] = {}
    for table in case_tables:
        for line in table.lines:
            for name, version in line.record.versions.items():
                found.setdefault(name, {})[str(version)] = None
    return [(name, ", ".join(versions)) for name, versions in sorted(found.items())]


REPORT = Page()

"""The study's results as Markdown: counts with exact bounds, time a pair, and the machine."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from statistics import fmean
from textwrap import wrap
from typing import Any

from opscope.verdicts.roofline import Peaks
from opscope.verdicts.verdict import VERDICT, binomial_upper

Row = Mapping[str, Any]


def render(
    rows: Sequence[Row],
    agreement: Sequence[Row],
    machine: Mapping[str, Any],
    roofs: Peaks | None,
    versions: Mapping[str, str],
    notes: Sequence[str],
) -> str:
    """The whole document. ``rows`` hold one tool's answer to one trial each."""
    tools = list(dict.fromkeys(row["tool"] for row in rows))
    lines = [
        "# A study of verdicts",
        "",
        "One compiler against itself: *equal* pairs, in which every verdict FAST or SLOW is false,",
        "and pairs in which one side does a tenth more work, in which SLOW is right. The tools are",
        "asked about the same pairs, one after the other. Made by `make study`.",
        "",
        *machine_lines(machine, roofs, versions),
        *(wrapped for note in notes for wrapped in wrap(f"- {note}", 96, subsequent_indent="  ")),
        "",
        "## All pairs",
        "",
        *table(rows, tools),
        "",
        f"opscope's verdicts: {VERDICT.resolution}. *At most* is the exact one-sided 95% bound",
        "(Clopper and Pearson) for the share of equal pairs that are called different.",
        "",
    ]
    for threads in sorted({row["threads"] for row in rows}):
        some = [row for row in rows if row["threads"] == threads]
        title = f"{threads} thread{'s' * (threads != 1)}, pinned" if threads else "all cores"
        lines += [f"## {title[0].upper()}{title[1:]}", "", *table(some, tools), ""]
    lines += ["## opscope, by operator and compiler", "", *breakdown(rows), ""]
    if agreement:
        lines += ["## The clock against a hand-written loop", "", *agreement_lines(agreement), ""]
    return "\n".join(lines)


def machine_lines(
    machine: Mapping[str, Any], roofs: Peaks | None, versions: Mapping[str, str]
) -> Iterator[str]:
    cores, cpu = machine["cores"], machine["cpu"]
    virtual = ", virtual" if machine.get("virtualised") else ""
    gib = machine.get("memory_bytes", 0) / 2**30
    cache = machine.get("last_level_cache_bytes", 0) / 2**20
    yield f"- {cpu['model']}{virtual}, {cores['usable']} cores, {cache:.0f} MiB last-level cache,"
    yield f"  {gib:.0f} GiB memory, Linux {machine['kernel']}"
    if roofs is not None:
        product = roofs.matmul_flops_per_s.get("float32", 0.0) / 1e9
        bandwidth = roofs.memory_bytes_per_s / 1e9
        yield f"- measured: {bandwidth:.0f} GB/s, {product:.0f} GFLOP/s float32"
    yield f"- {', '.join(f'{name} {version}' for name, version in versions.items())}"


def table(rows: Sequence[Row], tools: Sequence[str]) -> Iterator[str]:
    yield (
        "| tool | equal pairs | called different | at most | a tenth more | found | wrong way "
        "| undecided or same | mean s | longest s |"
    )
    yield "|-|-:|-:|-:|-:|-:|-:|-:|-:|-:|"
    for tool in tools:
        mine = [row for row in rows if row["tool"] == tool]
        if not mine:
            continue
        equal = Counter(row["kind"] for row in mine if not row["planted"])
        planted = Counter(row["kind"] for row in mine if row["planted"])
        n, m = sum(equal.values()), sum(planted.values())
        false = equal["FAST"] + equal["SLOW"]
        bound = f"{binomial_upper(false, n):.1%}" if n else ""
        seconds = [row["seconds"] for row in mine]
        cells = [tool, n, false, bound, m, planted["SLOW"], planted["FAST"]]
        cells += [planted["SAME"] + planted["UNDECIDED"]]
        cells += [f"{fmean(seconds):.1f}", f"{max(seconds):.0f}"]
        yield f"| {' | '.join(map(str, cells))} |"


def breakdown(rows: Sequence[Row]) -> Iterator[str]:
    headings = ("equal: SAME", "undecided", "different", "a tenth more: SLOW", "other")
    yield f"| operator | compiler | {' | '.join(headings)} |"
    yield "|-|-|-:|-:|-:|-:|-:|"
    mine = [row for row in rows if row["tool"] == "opscope --verdict"]
    for operator, compiler in sorted({(row["operator"], row["compiler"]) for row in mine}):
        some = [row for row in mine if (row["operator"], row["compiler"]) == (operator, compiler)]
        equal = Counter(row["kind"] for row in some if not row["planted"])
        planted = Counter(row["kind"] for row in some if row["planted"])
        cells = [operator, compiler, equal["SAME"], equal["UNDECIDED"]]
        cells += [equal["FAST"] + equal["SLOW"], planted["SLOW"]]
        cells += [sum(planted.values()) - planted["SLOW"]]
        yield f"| {' | '.join(map(str, cells))} |"


def agreement_lines(agreement: Sequence[Row]) -> Iterator[str]:
    pairs = agreement[0]["pairs"]
    yield f"Medians of {pairs} blocks each, in the same process, taken in turn; the ratio is the"
    yield "median of those of neighbouring blocks, its interval by order statistics."
    yield ""
    yield "| operator | compiler | threads | loop, us | opscope, us | opscope/loop | 95% interval |"
    yield "|-|-|-:|-:|-:|-:|-:|"
    for row in agreement:
        us = [row["bare_ns"] / 1e3, row["opscope_ns"] / 1e3]
        threads = row["threads"] or "all"
        yield (
            f"| {row['operator']} | {row['compiler']} | {threads} | {us[0]:.4g} | {us[1]:.4g} "
            f"| {row['ratio']:.3f} | {row['low']:.3f} to {row['high']:.3f} |"
        )

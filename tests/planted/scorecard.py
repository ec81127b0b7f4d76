"""Rows of the study of explanations as Markdown: what was right, by cause and in all."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from statistics import fmean
from typing import Any

from opscope.verdicts.verdict import binomial_upper

Row = Mapping[str, Any]

RIGHT_OF_ALL = 22 / 24
"""Share of the planted causes that must be named, and confirmed where a switch can."""
WRONG, RIGHT, MISSED, UNDECIDED = "wrong", "right", "missed", "undecided"


def passed(rows: Sequence[Row]) -> bool:
    """Enough planted causes right, none wrong, every control quiet; False without a row."""
    planted = [row for row in rows if row["cause"]]
    controls = [row for row in rows if not row["cause"]]
    right = sum(row["judged"] == RIGHT for row in planted)
    wrong = sum(row["judged"] == WRONG for row in rows)
    quiet = all(row["judged"] == RIGHT for row in controls)
    return bool(rows) and right >= RIGHT_OF_ALL * len(planted) and not wrong and quiet


def summary(rows: Sequence[Row]) -> str:
    planted = [row for row in rows if row["cause"]]
    controls = [row for row in rows if not row["cause"]]
    right = sum(row["judged"] == RIGHT for row in planted)
    wrong = sum(row["judged"] == WRONG for row in rows)
    quiet = sum(row["judged"] == RIGHT for row in controls)
    seeds = ", ".join(str(seed) for seed in sorted({row["seed"] for row in rows}))
    return (
        f"seed {seeds or 'none'}: {right} of {len(planted)} planted causes right, {wrong} wrong,"
        f" {quiet} of {len(controls)} controls quiet"
    )


def render(rows: Sequence[Row], wanted: int, head: Sequence[str]) -> str:
    """The whole document; ``head`` is what the study ran on and how, ``wanted`` how many pairs it
    was to have."""
    seconds = [row["seconds"] for row in rows]
    took = f"{fmean(seconds):.0f} s a pair, {sum(seconds) / 60:.0f} minutes in all" if rows else ""
    return "\n".join(
        (
            "# A study of explanations",
            "",
            "Pairs of programs whose difference is known by construction, drawn from a seed:"
            " operator, size,",
            "side, cause and strength. *Right*: the planted cause comes first, on the side that"
            " has it, and is",
            "confirmed where a switch can confirm it. *Wrong*: a cause is confirmed that was not"
            " planted.",
            "*Undecided*: there was no verdict on the gap, so nothing was claimed. A control, the"
            " same program",
            "twice, is right if it ends without causes. Made by `make study-explain`.",
            "",
            *(f"- {line}" for line in head),
            f"- {len(rows)} of {wanted} pairs; {took}",
            "",
            f"**{summary(rows)}**",
            "",
            *_by_cause(rows),
            "",
            *_bounds(rows),
            "",
            "## Every pair",
            "",
            *_pairs(rows),
            "",
        )
    )


def _by_cause(rows: Sequence[Row]) -> Iterator[str]:
    yield "| planted | pairs | right | missed | undecided | wrong | confirmed | by a switch |"
    yield "|-|-:|-:|-:|-:|-:|-:|-|"
    for cause in sorted({row["cause"] for row in rows}, key=lambda name: (not name, name)):
        mine = [row for row in rows if row["cause"] == cause]
        counts = [sum(row["judged"] == how for row in mine)
                  for how in (RIGHT, MISSED, UNDECIDED, WRONG)]  # fmt: skip
        confirmed = sum(
            bool(row["causes"]) and row["causes"][0]["standing"] == "confirmed" for row in mine
        )
        kinds = sorted({row["switch"] for row in mine if row["switch"]})
        cells = [cause or "control", len(mine), *counts, confirmed, ", ".join(kinds) or "none"]
        yield f"| {' | '.join(map(str, cells))} |"


def _bounds(rows: Sequence[Row]) -> Iterator[str]:
    """Exact one-sided 95% bounds (Clopper and Pearson) on what was counted."""
    claimed = [row for row in rows if any(c["standing"] == "confirmed" for c in row["causes"])]
    wrong = sum(row["judged"] == WRONG for row in claimed)
    if claimed:
        bound = binomial_upper(wrong, len(claimed))
        yield (
            f"Of {len(claimed)} explanations that confirm a cause {wrong} confirm a wrong one: at"
            f" most {bound:.0%} (95%, exact)."
        )


def _pairs(rows: Sequence[Row]) -> Iterator[str]:
    yield "| pair | planted | on | compiler | case | verdict | causes, in order | judged | s |"
    yield "|-|-|-|-|-|-|-|-|-:|"
    for row in sorted(rows, key=lambda row: (row["seed"], row["number"])):
        ratio = f" {row['ratio']:.3g}x" if row["ratio"] else ""
        causes = "; ".join(map(_cause, row["causes"])) or row["failure"] or "none"
        cells = [row["number"], row["cause"] or "control", row["slow"], row["compiler"],
                 row["size"], f"{row['kind']}{ratio}", causes, row["judged"],
                 f"{row['seconds']:.0f}"]  # fmt: skip
        yield "| " + " | ".join(str(cell).replace("|", "\\|") for cell in cells) + " |"


def _cause(cause: Row) -> str:
    share = f" {cause['share_percent']:.0f}%" if cause["share_percent"] is not None else ""
    lever = f" by {cause['lever']}" if cause["lever"] else ""
    return f"{cause['id']} {cause['standing']} ({cause['slow']}{share}{lever})"

"""A unified diff of two texts of one stage that ignores names which change from run to run.

Lines are compared after their volatile parts (numbers of temporaries and registers, addresses,
hashes, metadata) are taken out, and shown as they are. So ``%add.12`` against ``%add.7`` is no
difference, and an inserted instruction does not make the rest of the text differ.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from difflib import SequenceMatcher

from opscope.facts import View
from opscope.stages import STAGES

_HASH = (re.compile(r"\b(?=[a-z0-9]*[0-9])(?=[a-z0-9]*[a-z])[a-z0-9]{40,64}\b"), "HASH")
_KERNEL_PATH = (re.compile(r"\bc[a-z2-7]{51}\b"), "HASH")
_HEX = (re.compile(r"\b0x[0-9a-fA-F]+\b"), "0x_")
_TRAILING_SPACE = (re.compile(r"\s+$"), "")

Rule = tuple[re.Pattern[str], str]

RULES: dict[str, tuple[Rule, ...]] = {
    "hlo": (
        (re.compile(r",? ?metadata=\{[^{}]*\}"), ""),
        (re.compile(r",? ?(?:frontend_attributes|backend_config)=\{.*\}"), ""),
        (
            re.compile(r"(%[A-Za-z_][\w\-]*?)(?:\.[0-9]+)*(?:\.clone(?:\.[0-9]+)*)?(?![\w.\-])"),
            r"\1",
        ),
        (re.compile(r"\b(param_[0-9]+|arg[0-9]+)\.[0-9]+"), r"\1"),
        (re.compile(r"^[0-9]+ (?:\{file_|\").*|^(?:File|Function)\w+$|^StackFrames$"), ""),
    ),
    "mlir": (
        (re.compile(r" loc\(.*\)$|^#loc.*"), ""),
        (re.compile(r"%[0-9]+(?:[:#][0-9]+)?"), "%_"),
        (re.compile(r"%(cst|c[0-9]+(?:_i[0-9]+)?)_[0-9]+"), r"%\1"),
    ),
    "llvm": (
        (re.compile(r"(?:, )?!(?:dbg|tbaa|noalias|alias\.scope) ![0-9]+|^!.*"), ""),
        (re.compile(r"%(?:\.?[A-Za-z_][\w]*\.)*[0-9]+\b"), "%_"),
        (re.compile(r"^[0-9]+:|; preds = .*|label %_|#[0-9]+\b"), ""),
    ),
    "ptx": (
        (re.compile(r"^\s*(?:\.loc|\.file|//).*|^\.b(?:8|32|64)\s.*"), ""),  # .b8: DWARF
        (re.compile(r"%([a-z]+)[0-9]+"), r"%\1"),
        (re.compile(r"\$L\w+"), "$L"),
    ),
    "sass": (
        (re.compile(r"/\*[0-9a-fx]+\*/|^\s*//.*"), ""),
        (re.compile(r"\b(U?[RP])[0-9]+\b"), r"\1"),
        (re.compile(r"\.L_x_[0-9]+|`\([^)]*\)"), "L"),
    ),
    "amdgcn": (
        (re.compile(r";.*|^\s*\.loc.*"), ""),
        (re.compile(r"\b([vsa])(?:[0-9]+\b|\[[0-9:]+\])"), r"\1"),
        (re.compile(r"\.LBB[0-9_]+"), ".LBB"),
    ),
    "asm": (
        (re.compile(r"^\s*[0-9a-f]+:\t|^[0-9a-f]{8,16} |#.*"), ""),
        (re.compile(r"\b[0-9a-f]+ <([^>+]*)[^>]*>"), r"<\1>"),
        (re.compile(r"\[rip[+-]0x[0-9a-f]+\]"), "[rip]"),
        (re.compile(r"^\S+:[0-9]+$|^inlined by .*"), ""),
    ),
    "python": (
        (re.compile(r"# kernel path:.*|# AOT ID:.*|# File: [^,]*, code: .*|#\s+%\w+ : .*"), ""),
        (
            re.compile(r"\b(tmp|buf|arg|primals|tangents|xindex|rindex|op)_?[0-9]+(?:_[0-9]+)?\b"),
            r"\1",
        ),
        (re.compile(r"'backend_hash': '\w+'"), ""),
    ),
    "cpp": ((re.compile(r"\b(tmp|x|buf|in_ptr|out_ptr|in_out_ptr|tmp_acc)[0-9]+\b"), r"\1"),),
    "jaxpr": ((re.compile(r"\s*# \S+:[0-9]+.*$"), ""),),
}
"""What to take out, by the language of a stage (for jaxpr and the like, by the stage's name)."""

_COMMON: tuple[Rule, ...] = (_HASH, _KERNEL_PATH, _HEX, _TRAILING_SPACE)
_LONGEST_LINE = 4000


def normalised(line: str, stage: str) -> str:
    """``line`` without what changes from run to run; ``stage`` is a name of the catalogue."""
    found = STAGES.get(stage)
    language = found.language if found else ""
    line = line[:_LONGEST_LINE]
    for pattern, replacement in (*RULES.get(stage, RULES.get(language, ())), *_COMMON):
        line = pattern.sub(replacement, line)
    return line


@dataclass(frozen=True, kw_only=True)
class TextDiff:
    """``lines`` is a unified diff, without line ends; empty if the texts say the same.

    ``added`` and ``removed`` count lines that differ, not those that only have other names.
    """

    lines: tuple[str, ...]
    added: int
    removed: int


def diff_text(
    left: str,
    right: str,
    stage: str,
    *,
    names: tuple[str, str] = ("left", "right"),
    context: int = 3,
) -> TextDiff:
    """Compare two texts of ``stage``; ``names`` head the diff."""
    lines = left.splitlines(), right.splitlines()
    keys = [[normalised(line, stage) for line in side] for side in lines]
    kept = [[i for i, key in enumerate(side) if key.strip()] for side in keys]
    changes = _changes(*([keys[side][i] for i in kept[side]] for side in (0, 1)))
    shown: list[str] = []
    added = removed = 0
    for group in _grouped(changes, context):
        if not shown:
            shown += [f"--- {names[0]}", f"+++ {names[1]}"]
        shown.append(_header(group, kept))
        for tag, a0, a1, b0, b1 in group:
            if tag == "equal":
                shown += (" " + lines[0][i] for i in kept[0][a0:a1])
                continue
            shown += ("-" + lines[0][i] for i in kept[0][a0:a1])
            shown += ("+" + lines[1][i] for i in kept[1][b0:b1])
            removed, added = removed + a1 - a0, added + b1 - b0
    return TextDiff(lines=tuple(shown), added=added, removed=removed)


Change = tuple[str, int, int, int, int]
"""As :meth:`difflib.SequenceMatcher.get_opcodes` gives it."""


def _changes(left: list[str], right: list[str]) -> list[Change]:
    """Equal and unequal runs. The common ends are cut off first: among many lines that look alike
    once their names are gone, the matcher would else choose an alignment in the middle."""
    shortest = min(len(left), len(right))
    head = next((i for i in range(shortest) if left[i] != right[i]), shortest)
    rest = shortest - head
    tail = next((i for i in range(rest) if left[-1 - i] != right[-1 - i]), rest)
    middle = left[head : len(left) - tail], right[head : len(right) - tail]
    matcher = SequenceMatcher(None, *middle, autojunk=max(map(len, middle)) > 5000)
    changes: list[Change] = [("equal", 0, head, 0, head)]
    changes += (
        (tag, a0 + head, a1 + head, b0 + head, b1 + head)
        for tag, a0, a1, b0, b1 in matcher.get_opcodes()
    )
    changes.append(("equal", len(left) - tail, len(left), len(right) - tail, len(right)))
    return [change for change in changes if change[1] < change[2] or change[3] < change[4]]


def _grouped(changes: Sequence[Change], context: int) -> Iterator[list[Change]]:
    """Hunks: changes with at most ``context`` equal lines before, after and twice that between."""
    group: list[Change] = []
    for position, (tag, a0, a1, b0, b1) in enumerate(changes):
        if tag != "equal":
            group.append((tag, a0, a1, b0, b1))
            continue
        first, last = position == 0, position == len(changes) - 1
        if not first:
            after = a1 if not last and a1 - a0 <= 2 * context else min(a1, a0 + context)
            group.append((tag, a0, after, b0, b0 + after - a0))
            if after == a1 and not last:
                continue
            yield group
        before = max(a0, a1 - context)
        group = [(tag, before, a1, b1 - (a1 - before), b1)]
    if any(change[0] != "equal" for change in group):
        yield group


def _header(group: Sequence[Change], kept: Sequence[list[int]]) -> str:
    (_, left, _, right, _), (_, _, left_end, _, right_end) = group[0], group[-1]
    return f"@@ -{_range(kept[0], left, left_end)} +{_range(kept[1], right, right_end)} @@"


def _range(kept: list[int], start: int, stop: int) -> str:
    """Lines of the whole text, blank and ignored ones included, as a unified diff counts them."""
    if start >= stop:
        return f"{kept[start - 1] + 1 if 0 < start <= len(kept) else 0},0"
    return f"{kept[start] + 1},{kept[stop - 1] - kept[start] + 1}"


def unified(diff: TextDiff) -> Iterator[str]:
    """The lines of the diff, or one that says that there is no difference."""
    yield from diff.lines or ("no difference but in names",)


VIEW = View(
    name="difftext",
    summary="a unified diff of one stage, volatile names ignored",
    function=diff_text,
)

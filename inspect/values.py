"""Which kernels of two compilers make the same values, where the names of operations do not decide.

Both programs are replayed operation by operation on the same input, and every intermediate tensor
is a fingerprint (:mod:`opscope.worker.fingerprint`). Operations whose values are equal, or
proportional (a sum and its mean), are *cuts*: up to there both have done the same. What lies
between two cuts on one side cannot be split by values and belongs to the later cut.
"""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from opscope.facts import View
from opscope.records import Kernel

EQUAL, PROPORTIONAL = "equal values", "proportional values"
TOLERANCE = 1e-4
"""Relative: float32 in another order of summation is closer, another function is further."""

_LINEAR = ("mean", "mean_abs", "rms", "smallest", "largest", "median")


@dataclass(frozen=True, kw_only=True)
class Node:
    """One operation of a replayed program: its own name, the indices of the operations whose
    results it reads, and a fingerprint for each of its outputs (None: tells nothing)."""

    name: str
    operands: tuple[int, ...] = ()
    outputs: tuple[Mapping[str, float] | None, ...] = ()


@dataclass(frozen=True, kw_only=True)
class Cut:
    """Operations ``left`` and ``right`` (indices) make the same values; ``factor`` is right over
    left."""

    left: int
    right: int
    how: str
    factor: float = 1.0


Item = tuple[int, int]
"""(side, index of a kernel): side 0 is the left one."""


def nodes(answer: Sequence[Mapping[str, object]]) -> list[Node]:
    """As a worker answers them."""
    return [
        Node(
            name=str(entry["name"]),
            operands=tuple(entry["operands"]),  # type: ignore[arg-type]
            outputs=tuple(entry["outputs"]),  # type: ignore[arg-type]
        )
        for entry in answer
    ]


def cuts(left: Sequence[Node], right: Sequence[Node]) -> list[Cut]:
    """Equal values first, each operation at most once, in the order of both programs; then values
    that are proportional, where exactly one is."""
    taken: set[int] = set()
    found: list[Cut] = []
    matched: set[int] = set()
    for i, node in enumerate(left):
        if _repeats(left, i):
            continue
        for j, other in enumerate(right):
            if j not in taken and not _repeats(right, j) and _factor(node, other) == 1.0:
                found.append(Cut(left=i, right=j, how=EQUAL))
                taken.add(j)
                matched.add(i)
                break
    for i, node in enumerate(left):
        if i in matched or _repeats(left, i):
            continue
        near = [
            (j, factor)
            for j, other in enumerate(right)
            if j not in taken and not _repeats(right, j)
            and (factor := _factor(node, other)) is not None
        ]  # fmt: skip
        if len(near) == 1:
            j, factor = near[0]
            found.append(Cut(left=i, right=j, how=PROPORTIONAL, factor=factor))
            taken.add(j)
    return sorted(found, key=lambda cut: (cut.left, cut.right))


def _repeats(program: Sequence[Node], index: int) -> bool:
    """Whether a node only passes on what one of its operands is: a view, a broadcast of the same,
    a copy. Its producer is the one to match."""
    node = program[index]
    return any(
        _same(own, theirs) == 1.0
        for operand in node.operands
        for theirs in program[operand].outputs
        for own in node.outputs
        if own is not None and theirs is not None
    )


def _factor(node: Node, other: Node) -> float | None:
    """Right over left, if any output of the one is proportional to any of the other."""
    factors = [
        factor
        for own in node.outputs
        for theirs in other.outputs
        if own is not None and theirs is not None
        and (factor := _same(own, theirs)) is not None
    ]  # fmt: skip
    return min(factors, key=lambda factor: abs(factor - 1.0), default=None)


def _same(one: Mapping[str, float], other: Mapping[str, float]) -> float | None:
    """The factor from one to the other, 1.0 exactly if they are equal; None if they differ.

    Fewer elements on one side are a broadcast or a reduction that was kept: not the same tensor.
    """
    if one["elements"] != other["elements"] or not one["rms"] or not other["rms"]:
        return None
    size = other["rms"] / one["rms"]
    for factor in (size, -size):
        figures = {name: factor * one[name] for name in _LINEAR}
        if factor < 0:
            figures |= {
                "mean_abs": -figures["mean_abs"],
                "rms": -figures["rms"],
                "smallest": figures["largest"],
                "largest": figures["smallest"],
            }
        scale = max(abs(other["smallest"]), abs(other["largest"]))
        if all(math.isclose(figures[n], other[n], rel_tol=TOLERANCE, abs_tol=TOLERANCE * scale)
               for n in _LINEAR):  # fmt: skip
            return 1.0 if abs(factor - 1.0) < TOLERANCE else factor
    return None


def kernels_of(program: Sequence[Node], kernels: Sequence[Kernel]) -> list[int | None]:
    """For each operation the kernel that does it: the next one, in the order they run, that names
    it and is not used up. None where no kernel does."""
    places: dict[str, list[int]] = {}
    for index, kernel in enumerate(kernels):
        for op in kernel.ops:
            places.setdefault(_plain(op), []).append(index)
    found: list[int | None] = []
    for node in program:
        waiting = places.get(_plain(node.name))
        found.append(waiting.pop(0) if waiting else None)
    return found


def _plain(name: str) -> str:
    """``exp`` of ``aten.exp.default``, of ``jit(f)/exp`` and of ``exp``."""
    last = name.rpartition("/")[2]
    parts = last.split(".")
    return parts[1] if len(parts) > 1 and parts[0] in ("aten", "prims") else parts[0]


def joins(
    left_program: Sequence[Mapping[str, object]],
    right_program: Sequence[Mapping[str, object]],
    left_kernels: Sequence[Kernel],
    right_kernels: Sequence[Kernel],
) -> list[tuple[Item, Item, str]]:
    """Kernels that belong together by values, and how, from what two workers answered to a replay:
    the two of each cut, and those whose values go into a cut through nothing that is one itself."""
    left, right = nodes(left_program), nodes(right_program)
    found: list[tuple[Item, Item, str]] = []
    owners = kernels_of(left, left_kernels), kernels_of(right, right_kernels)
    made = cuts(left, right)
    for cut in made:
        one, other = owners[0][cut.left], owners[1][cut.right]
        if one is not None and other is not None:
            found.append(((0, one), (1, other), cut.how))
    for side, program in enumerate((left, right)):
        at = {cut.left if side == 0 else cut.right for cut in made}
        for index in range(len(program)):
            own = owners[side][index]
            later = _next_cut(program, index, at)
            target = owners[side][later] if later is not None else None
            if index not in at and own is not None and target is not None and own != target:
                found.append(((side, own), (side, target), "between cuts"))
    return found


def _next_cut(program: Sequence[Node], index: int, at: set[int]) -> int | None:
    """The first operation downstream of this one that is a cut, passing no other."""
    reached = {index}
    for later in range(index + 1, len(program)):
        if reached & set(program[later].operands):
            if later in at:
                return later
            reached.add(later)
    return None


VIEW = View(
    name="values",
    summary="kernels of two compilers that make the same values, from a replay of both",
    function=joins,
)

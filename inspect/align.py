"""Two kernel lists side by side: which kernels of one do the work of which of the other.

Compilers cut a program at different places, so the unit is a region: the smallest sets of kernels
that do the same operations on both sides. Operations are compared by canonical names
(``_vocabulary``). Two kernels belong together

1. if both have the same name and operations, and no other kernel has (same compiler twice);
2. if they share a distinctive operation (a product, a reduction, an exponential, ...): the n-th one
   of the left with the n-th one of the right where both sides have equally many, else all of them;
3. a copy that is named after such an operation joins those of its own side that do it;
4. a kernel of generic arithmetic only (add, multiply, copy, ...) joins the region of the kernel
   before or after it, if the other side of that region does those operations too;
5. what names left alone belongs to what makes the same values, if both were replayed
   (``values.py``);
6. runs of kernels of generic arithmetic that lie between the same two regions on both sides (or
   before the first, or after the last one) belong together if they share an operation.

Whatever finds no partner stays in a row of its own, marked ``unaligned``. Nothing is matched by
position alone.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, field

from opscope.facts import View
from opscope.inspect._vocabulary import GENERIC, canonical
from opscope.records import Kernel

SAME_KERNEL = "same kernel"
SAME_OPERATIONS = "same operations"
SAME_VALUES = "same values"
BETWEEN = "between the same kernels"
NEIGHBOUR = "neighbouring kernel"
UNALIGNED = "unaligned"


@dataclass(frozen=True, kw_only=True)
class Side:
    """The kernels of one compiler in a region, in the order they run, and their sums.

    A sum is None if any kernel does not tell its part.
    """

    kernels: tuple[Kernel, ...]

    @property
    def launches(self) -> int:
        return sum(kernel.launches for kernel in self.kernels)

    @property
    def bytes(self) -> int | None:
        return _total((k.bytes, k.launches) for k in self.kernels)

    @property
    def flops(self) -> int | None:
        return _total((k.flops, k.launches) for k in self.kernels)

    @property
    def time_ns(self) -> float | None:
        times = [kernel.time_ns for kernel in self.kernels]
        return None if None in times else sum(time or 0.0 for time in times)

    @property
    def operations(self) -> Counter[str]:
        """Canonical operations, with how often each occurs."""
        return Counter(o for kernel in self.kernels for o in operations_of(kernel))


@dataclass(frozen=True, kw_only=True)
class Row:
    """One region. ``how`` says what holds it together; ``shared`` names the operations that do."""

    left: Side
    right: Side
    how: str
    shared: tuple[str, ...] = ()

    @property
    def aligned(self) -> bool:
        return bool(self.left.kernels and self.right.kernels)

    @property
    def only_left(self) -> tuple[str, ...]:
        """Operations that the left side does and the right one does not, or does less often."""
        return tuple(sorted(self.left.operations - self.right.operations))

    @property
    def only_right(self) -> tuple[str, ...]:
        return tuple(sorted(self.right.operations - self.left.operations))


Item = tuple[int, int]
"""(side, index): side 0 is the left list."""

ByValue = tuple[Item, Item, str]


def operations_of(kernel: Kernel) -> tuple[str, ...]:
    """Canonical operations of a kernel; a copy copies, whatever it is called after.

    XLA names a product that it made from a transpose after the transpose; the kernel's own name
    still says what it is.
    """
    if kernel.kind == "copy":
        return ("copy",)
    found = _named_operations(kernel)
    name = kernel.name.lower()
    if "matmul" not in found and kernel.flops and ("dot" in name or "gemm" in name):
        return (*(o for o in found if o != "copy"), "matmul")
    return found


def _named_operations(kernel: Kernel) -> tuple[str, ...]:
    return tuple(o for op in kernel.ops for o in canonical(op))


def align(
    left: Sequence[Kernel], right: Sequence[Kernel], values: Sequence[ByValue] = ()
) -> tuple[Row, ...]:
    """Rows in the order of the left list; unaligned right kernels follow their neighbour.

    ``values`` are pairs of kernels that ``inspect/values.py`` found to belong together: they
    decide about those that names leave alone.
    """
    regions = _Regions(left, right)
    regions.same_kernels()
    regions.same_operations()
    regions.named_copies()
    regions.by_values(values)
    regions.neighbours()
    regions.between_regions()
    return regions.rows()


@dataclass
class _Regions:
    left: Sequence[Kernel]
    right: Sequence[Kernel]
    _parents: dict[Item, Item] = field(default_factory=dict)
    _how: dict[Item, str] = field(default_factory=dict)

    def __post_init__(self) -> None:
        self._sides = (self.left, self.right)
        self._items = [(s, i) for s in (0, 1) for i in range(len(self._sides[s]))]
        self._operations = {item: operations_of(self._kernel(item)) for item in self._items}
        self._joined: set[Item] = set()

    def _kernel(self, item: Item) -> Kernel:
        return self._sides[item[0]][item[1]]

    def _root(self, item: Item) -> Item:
        while (parent := self._parents.get(item, item)) != item:
            self._parents[item] = self._parents.get(parent, parent)
            item = parent
        return item

    def _join(self, one: Item, other: Item, how: str) -> None:
        first, second = self._root(one), self._root(other)
        ways = [self._how.get(root) for root in (first, second)] + [how]
        if first != second:
            self._parents[second] = first
        self._how[first] = next(
            w for w in (SAME_OPERATIONS, SAME_KERNEL, SAME_VALUES, BETWEEN, NEIGHBOUR) if w in ways
        )
        self._joined |= {one, other}

    def _by(self, key: Callable[[Item], object]) -> dict[object, tuple[list[Item], list[Item]]]:
        groups: dict[object, tuple[list[Item], list[Item]]] = {}
        for item in self._items:
            groups.setdefault(key(item), ([], []))[item[0]].append(item)
        return groups

    def same_kernels(self) -> None:
        groups = self._by(lambda item: (self._kernel(item).name, self._kernel(item).ops))
        for left, right in groups.values():
            if len(left) == len(right) == 1:
                self._join(left[0], right[0], SAME_KERNEL)

    def same_operations(self) -> None:
        """The n-th occurrence of each distinctive operation on both sides."""
        occurrences: dict[str, tuple[list[Item], list[Item]]] = {}
        for item in self._items:
            if item in self._joined:  # the same kernel twice needs no other partner
                continue
            for operation in self._operations[item]:
                if operation not in GENERIC:
                    occurrences.setdefault(operation, ([], []))[item[0]].append(item)
        for left, right in occurrences.values():
            if len(left) == len(right):
                for one, other in zip(left, right, strict=True):
                    self._join(one, other, SAME_OPERATIONS)
            elif left and right:
                for item in (*left[1:], *right):
                    self._join(left[0], item, SAME_OPERATIONS)

    def by_values(self, values: Sequence[ByValue]) -> None:
        """What names left alone, in two steps: kernels whose values are the same on both sides,
        then those that lead there. Two that names have put apart stay apart."""
        named = set(self._joined)
        for one, other, _ in sorted(values, key=lambda entry: entry[0][0] == entry[1][0]):
            across = one[0] != other[0]
            if one in named and (other in named or not across):
                continue
            if across or other in self._joined:
                self._join(other, one, SAME_VALUES)

    def named_copies(self) -> None:
        """A layout change that the compiler made for an operation carries its name."""
        doing: dict[tuple[int, str], Item] = {}
        for item in self._items:
            for operation in self._operations[item]:
                doing.setdefault((item[0], operation), item)
        for item in self._items:
            kernel = self._kernel(item)
            if kernel.kind == "copy" and item not in self._joined:
                wanted = [o for o in _named_operations(kernel) if o not in GENERIC]
                found = [doing[item[0], o] for o in wanted if (item[0], o) in doing]
                if found and found[0] in self._joined:
                    self._join(found[0], item, SAME_OPERATIONS)

    def between_regions(self) -> None:
        runs: dict[tuple[Item | None, Item | None], tuple[list[Item], list[Item]]] = {}
        for side in (0, 1):
            before: Item | None = None
            run: list[Item] = []
            for item in [i for i in self._items if i[0] == side]:
                if item not in self._joined:
                    run.append(item)
                    continue
                runs.setdefault((before, self._root(item)), ([], []))[side].extend(run)
                before, run = self._root(item), []
            runs.setdefault((before, None), ([], []))[side].extend(run)
        for (before, after), (left, right) in runs.items():
            done = [{o for item in run for o in self._operations[item]} for run in (left, right)]
            if (before or after) and done[0] & done[1]:
                for item in (*left[1:], *right):
                    self._join(left[0], item, BETWEEN)

    def neighbours(self) -> None:
        """Kernels of generic arithmetic, after those that have joined; backwards ones as well."""
        for order in (1, -1):
            for item in self._items[::order]:
                if item in self._joined:
                    continue
                for step in (-1, 1):
                    beside = (item[0], item[1] + step)
                    if beside in self._joined and self._other_side_does(item, beside):
                        self._join(beside, item, NEIGHBOUR)
                        break

    def _other_side_does(self, item: Item, beside: Item) -> bool:
        root = self._root(beside)
        across = [i for i in self._items if i[0] != item[0] and self._root(i) == root]
        done = {o for other in across for o in self._operations[other]}
        wanted = set(self._operations[item])
        return bool(across) and wanted <= done

    def rows(self) -> tuple[Row, ...]:
        members: dict[Item, tuple[list[Item], list[Item]]] = {}
        for item in self._items:
            members.setdefault(self._root(item), ([], []))[item[0]].append(item)
        ordered = sorted(members.items(), key=lambda entry: self._place(entry[1]))
        return tuple(self._row(root, left, right) for root, (left, right) in ordered)

    def _place(self, members: tuple[list[Item], list[Item]]) -> tuple[float, int]:
        """Where a row belongs: at its first left kernel, or after the right neighbour's row."""
        left, right = members
        if left:
            return (float(left[0][1]), 0)
        before = [
            i
            for s, i in self._items
            if s == 0
            for j in range(right[0][1])
            if self._root((0, i)) == self._root((1, j))
        ]
        return (max(before, default=-1) + 0.5, right[0][1])

    def _row(self, root: Item, left: list[Item], right: list[Item]) -> Row:
        sides = [Side(kernels=tuple(self._kernel(i) for i in items)) for items in (left, right)]
        shared = sides[0].operations & sides[1].operations
        aligned = bool(left and right)
        return Row(
            left=sides[0],
            right=sides[1],
            how=self._how.get(root, UNALIGNED) if aligned else UNALIGNED,
            shared=tuple(shared) if aligned else (),
        )


def _total(parts: Iterable[tuple[int | None, int]]) -> int | None:
    listed = list(parts)
    if any(part is None for part, _ in listed):
        return None
    return sum((part or 0) * launches for part, launches in listed)


VIEW = View(
    name="align",
    summary="kernels of two compilers, side by side where they do the same operations",
    function=align,
)

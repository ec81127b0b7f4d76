"""What the texts of one compilation say that a cause could be read from: named counts, with quotes.

A count is there only if a text that would tell it was there; a missing one means unknown, never
zero.
"""

from __future__ import annotations

import math
import re
from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field

from opscope.facts import HasParsers, View, parse, shortened
from opscope.inspect import _cpp_loops
from opscope.inspect.align import operations_of
from opscope.records import Artifact, Kernel

PROGRAMS = ("hlo-optimized", "output-code", "dispatched-ops", "graphdef-optimized", "graphdef")
"""Stages that say which types are computed with and whether the host is called."""

GRAPHS = ("dynamo-graph", "output-code")
MOST_QUOTES = 3

_PRODUCTS = {"matmul", "convolution"}
_REDUCES = {f"reduce_{what}" for what in ("sum", "prod", "max", "min", "mean")}
_FLOAT64 = re.compile(r"\bf64\[|\bdouble\b|torch\.float64|DT_DOUBLE")
_CALLBACK = re.compile(r"\w*python\w*_callback\b|\b(?:Eager)?PyFunc\b")
_BREAKS = re.compile(r"^graph breaks: ([0-9]{1,9})$", re.MULTILINE)
_MATH_CALL = re.compile(
    r"\bcall[ql]?\b.*?<?\b(Sleef_\w+|__svml_\w+|_ZGV\w+"
    r"|(?:exp|exp2|expm1|log|log1p|log2|pow|tanh|erf|sin|cos|sqrt)f?)(?:@plt)?\b"
)
"""Functions of a library for vectors or single numbers, as machine code calls them."""
_CONSTANT = re.compile(r"= (?:f|bf|s|u)(\d+)\[([\d,]*)\]\S* constant\(")


@dataclass(frozen=True, kw_only=True)
class Read:
    """``operations``: what the kernels do; ``counts`` and ``notes`` as in SideFacts."""

    operations: Mapping[str, int] = field(default_factory=dict)
    counts: Mapping[str, float] = field(default_factory=dict)
    notes: Mapping[str, tuple[str, ...]] = field(default_factory=dict)


def read(artifacts: Sequence[Artifact], kernels: Sequence[Kernel], registry: HasParsers) -> Read:
    texts = [(a.stage, a.text) for a in artifacts if a.text]
    counts: dict[str, float] = {}
    notes: dict[str, tuple[str, ...]] = {}
    program = next((s for s in PROGRAMS if any(stage == s for stage, _ in texts)), "")
    bodies = [text for stage, text in texts if stage == program]
    if bodies:
        _quoted("float64_values", _FLOAT64, bodies, counts, notes)
        _quoted("callbacks", _CALLBACK, bodies, counts, notes)
        if program == "hlo-optimized":
            counts["constant_bytes"] = max(map(_largest_constant, bodies))
    _graphs(texts, counts, notes)
    _passes(bodies if program == "output-code" else (), counts, notes)
    _machine_code(artifacts, registry, counts)
    _math_calls(artifacts, counts, notes)
    operations: Counter[str] = Counter()
    for kernel in kernels:
        for operation in operations_of(kernel):
            operations[operation] += kernel.launches
    if kernels:
        _kernels(kernels, counts, notes)
    return Read(operations=dict(operations), counts=counts, notes=notes)


def _quoted(
    name: str,
    pattern: re.Pattern[str],
    bodies: Iterable[str],
    counts: dict[str, float],
    notes: dict[str, tuple[str, ...]],
) -> None:
    """Lines that match, comments left out: an operator's source may be quoted there."""
    lines = [line.split("#", 1)[0] for body in bodies for line in body.splitlines()]
    found = [line for line in lines if pattern.search(line)]
    counts[name] = len(found)
    if found:
        notes[name] = tuple(shortened(line.strip(), 100) for line in found[:MOST_QUOTES])


def _graphs(
    texts: Sequence[tuple[str, str]], counts: dict[str, float], notes: dict[str, tuple[str, ...]]
) -> None:
    for stage in GRAPHS:
        if number := sum(name == stage for name, _ in texts):
            counts["graphs"] = number
            break
    for stage, text in texts:
        if stage == "guards" and (told := _BREAKS.search(text)):
            counts["graph_breaks"] = int(told[1])
            reasons = text[told.end() :].strip().splitlines()
            notes["graph_breaks"] = tuple(shortened(r, 160) for r in reasons[:MOST_QUOTES])


def _passes(
    bodies: Iterable[str], counts: dict[str, float], notes: dict[str, tuple[str, ...]]
) -> None:
    """Memory that later loops of the same kernel read again; known of C++ kernels only."""
    kernels = [nests for body in bodies for nests in _cpp_loops.kernels(body) if nests]
    if not kernels:
        return
    counts["reread_bytes"] = sum(map(_cpp_loops.reread_bytes, kernels))
    most = max(kernels, key=_cpp_loops.reread_bytes)
    counts["loop_nests"] = len(most)
    again = Counter(pointer for nest in most for pointer in nest.read_bytes)
    notes["reread"] = tuple(
        f"{pointer} in {times} of {len(most)} loops"
        for pointer, times in again.most_common(MOST_QUOTES)
        if times > 1
    )


def _machine_code(
    artifacts: Sequence[Artifact], registry: HasParsers, counts: dict[str, float]
) -> None:
    """Floating-point arithmetic by register width; scalar code uses 32 and 64 bits."""
    bits: Counter[int] = Counter()
    calls = 0
    for artifact in artifacts:
        if artifact.stage == "asm" and (facts := parse(artifact, registry)) is not None:
            for code in facts.code:
                bits.update(code.vector_bits)
                calls += code.calls
    if not bits:
        return
    counts["scalar_instructions"] = sum(n for width, n in bits.items() if width <= 64)
    counts["vector_instructions"] = sum(n for width, n in bits.items() if width > 64)
    used = [width for width, n in bits.items() if width > 64 and n >= 0.1 * bits.total()]
    counts["widest_vector_bits"] = max(used, default=0)
    counts["calls_in_code"] = calls


def _math_calls(
    artifacts: Sequence[Artifact], counts: dict[str, float], notes: dict[str, tuple[str, ...]]
) -> None:
    """Which mathematical functions the machine code calls; none means that they are inline."""
    texts = [a.text for a in artifacts if a.stage == "asm" and a.text]
    if not texts:
        return
    called = [m[1] for text in texts for line in text.splitlines() if "call" in line
              and (m := _MATH_CALL.search(line))]  # fmt: skip
    counts["math_calls"] = len(called)
    if called:
        notes["math_calls"] = tuple(sorted(set(called))[:MOST_QUOTES])


def _kernels(
    kernels: Sequence[Kernel], counts: dict[str, float], notes: dict[str, tuple[str, ...]]
) -> None:
    copies = [k for k in kernels if k.kind == "copy" or set(operations_of(k)) == {"copy"}]
    counts["copy_kernels"] = sum(kernel.launches for kernel in copies)
    if all(kernel.bytes is not None for kernel in copies):
        counts["copy_bytes"] = sum((kernel.bytes or 0) * kernel.launches for kernel in copies)
    products = [k for k in kernels if _PRODUCTS & set(operations_of(k))]
    counts["products"] = len(products)
    if products:
        ways = {re.sub(r"(?:[._][0-9]+)+$", "", kernel.name) for kernel in products}
        notes["products"] = tuple(sorted(ways)[:MOST_QUOTES])
    counts["library_products"] = sum(kernel.kind == "library" for kernel in products)
    reductions = [k for k in kernels if _REDUCES & (does := set(operations_of(k)))
                  and not _PRODUCTS & does]  # fmt: skip
    counts["reductions"] = len(reductions)
    counts["library_reductions"] = sum(kernel.kind == "library" for kernel in reductions)
    counts["looped_launches"] = max((kernel.launches for kernel in kernels), default=0)
    if all(kernel.flops is not None for kernel in products):
        counts["product_flops"] = sum((k.flops or 0) * k.launches for k in products)
    if known := [kernel.bytes for kernel in kernels if kernel.bytes is not None]:
        counts["largest_kernel_bytes"] = max(known)


def _largest_constant(text: str) -> float:
    largest = 0
    for width, shape in _CONSTANT.findall(text):
        elements = math.prod(int(size[:12]) for size in shape.split(",") if size)
        largest = max(largest, elements * int(width) // 8)
    return largest


VIEW = View(
    name="evidence",
    summary="counts that causes are read from, with the lines behind them",
    function=read,
)

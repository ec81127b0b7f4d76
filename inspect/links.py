"""Which lines of which stage came from which line of the operator's source.

Pure: from the texts of the artifacts to :class:`opscope.dumping.manifest.Link` and ``Coverage``.
Nothing is guessed: a line is linked only where the compiler's own text says so, and a line that
belongs to several source lines (a fused kernel) says how many.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import PurePath

from opscope.dumping.manifest import Coverage, Link, Source, Span
from opscope.facts import Anchor, Facts, Frame, HasParsers, View, parse
from opscope.records import Artifact, Kernel

NAMED_STAGES = ("post-grad-graph", "aten-graph", "backward-graph", "joint-graph", "graphdef")
"""Stages whose nodes later stages refer to by name, nearest to the kernels first."""

GENERATED_FROM = {
    "asm": "cpp",
    "ttir": "triton",
    "ttgir": "triton",
    "llir": "triton",
    "ptx": "triton",
    "amdgcn": "triton",
    "sass": "triton",
}
"""Whose lines a stage's places are, when they are not in the operator's own file."""

CALLING = frozenset(("jaxpr", "stablehlo", "hlo", "hlo-optimized"))
"""Stages with functions that call each other."""

_PARTS_OF_ONE = frozenset(("fusion", "reduce", "reduce-window", "scatter", "sort", "map"))
_PTX_IN_CUBIN = ".nv_debug_ptx_txt"
_WRAPPERS = re.compile(r"(?:_wrapped|_kernel_module)$")
_DEEPEST = 6

Lines = frozenset[int]
_NONE: Lines = frozenset()


@dataclass(frozen=True, slots=True)
class Links:
    """What :class:`opscope.dumping.manifest.Manifest` wants to know."""

    links: tuple[Link, ...]
    coverage: tuple[Coverage, ...]

    def source_lines(self, kernel: Kernel) -> tuple[int, ...]:
        """Lines of the operator's file that a kernel's text in its own stage is linked to."""
        if kernel.lines is None:
            return ()
        first, last = kernel.lines
        return tuple(
            link.source_line
            for link in self.links
            if any(
                span.stage.partition(":")[0] == kernel.stage
                and span.first <= last
                and span.last >= first
                for span in link.spans
            )
        )


def link(artifacts: Sequence[Artifact], source: Source, registry: HasParsers) -> Links:
    """Links of every parsed artifact to the lines of ``source``, and how much of each is linked."""
    read = [(a, facts) for a in artifacts if (facts := parse(a, registry)) is not None]
    resolver = _Resolver(read, source)
    spans: dict[int, list[Span]] = {}
    coverage = []
    for artifact, facts in read:
        if not facts.anchors:
            continue
        stage_id = f"{artifact.stage}:{artifact.part}" if artifact.part else artifact.stage
        lines: dict[int, Lines] = {}
        ways: Counter[str] = Counter()
        for anchor in facts.anchors:
            found, way = resolver.resolve(artifact, anchor)
            lines[anchor.line] = lines.get(anchor.line, _NONE) | found
            if found:
                ways[way] += 1
        for source_line, span in _spans(stage_id, lines):
            spans.setdefault(source_line, []).append(span)
        coverage.append(
            Coverage(
                stage=stage_id,
                linkable=len(lines),
                linked=sum(bool(found) for found in lines.values()),
                one=sum(len(found) == 1 for found in lines.values()),
                how=", ".join(way for way, _ in ways.most_common()),
            )
        )
    links = (Link(source_line=line, spans=tuple(found)) for line, found in sorted(spans.items()))
    return Links(tuple(links), tuple(coverage))


def _spans(stage: str, lines: Mapping[int, Lines]) -> Iterator[tuple[int, Span]]:
    """Runs of neighbouring linked lines that share a source line and the number of its sharers."""
    open_: dict[int, tuple[int, int, int]] = {}
    last = 0
    for line in sorted(lines):
        found = lines[line]
        for source in [s for s in open_ if s not in found or line != last + 1]:
            first, end, sources = open_.pop(source)
            yield source, Span(stage=stage, first=first, last=end, sources=sources)
        for source in found:
            first, end, sources = open_.get(source, (line, line, len(found)))
            if sources != len(found):
                yield source, Span(stage=stage, first=first, last=end, sources=sources)
                first, sources = line, len(found)
            open_[source] = (first, line, sources)
        last = line
    for source, (first, end, sources) in open_.items():
        yield source, Span(stage=stage, first=first, last=end, sources=sources)


@dataclass(frozen=True, slots=True)
class _Calls:
    """``within`` maps a line to the function it stands in, ``callers`` a function to the lines that
    call it."""

    within: Mapping[int, str]
    callers: Mapping[str, Sequence[int]]

    @classmethod
    def of(cls, facts: Facts) -> _Calls:
        callers: dict[str, list[int]] = {}
        for node in facts.nodes:
            if node.op in _PARTS_OF_ONE:
                continue  # its own place is that of one operation in it, not of all
            for name in node.calls:
                callers.setdefault(name, []).append(node.line)
        return cls({node.line: node.within for node in facts.nodes if node.within}, callers)


class _Resolver:
    """Follows one anchor to the operator's file: directly, or through the stages in between."""

    def __init__(self, read: Sequence[tuple[Artifact, Facts]], source: Source) -> None:
        self._source = source
        self._read = read
        self._by_line = {id(facts): {a.line: a for a in facts.anchors} for _, facts in read}
        self._own_file = {id(facts): _own_file(facts) for _, facts in read}
        self._facts = {id(artifact): facts for artifact, facts in read}
        self._names = {
            stage: [
                (artifact, _by_name(facts)) for artifact, facts in read if artifact.stage == stage
            ]
            for stage in (*NAMED_STAGES, "dynamo-graph")
        }
        self._kernels = _kernels(read)
        self._calls = {id(f): _Calls.of(f) for a, f in read if a.stage in CALLING}

    def resolve(self, artifact: Artifact, anchor: Anchor, depth: int = 0) -> tuple[Lines, str]:
        """The source lines of an anchor, and in words what told them."""
        if direct := frozenset(f.line for f in anchor.frames if self._inside(f)):
            return direct, "places in the text"
        if depth >= _DEEPEST:
            return _NONE, ""
        if found := self._through_generated(artifact, anchor, depth):
            return found, "lines of the generated kernel"
        if found := self._through_names(artifact, anchor, depth):
            return found, "names of graph nodes"
        if found := self._through_kernel(artifact, anchor, depth):
            return found, "name of the kernel"
        if found := self._through_callers(artifact, anchor, depth):
            return found, "calls of the function"
        return _NONE, ""

    def _inside(self, frame: Frame) -> bool:
        first = self._source.first_line
        if not first <= frame.line < first + len(self._source.text):
            return False
        file, own = PurePath(frame.file), PurePath(self._source.file)
        return file == own if file.is_absolute() and own.is_absolute() else file.name == own.name

    def _through_generated(self, artifact: Artifact, anchor: Anchor, depth: int) -> Lines:
        """Places in a generated file: the outermost one in it is the kernel's own line."""
        stage = GENERATED_FROM.get(artifact.stage)
        if stage is None or not anchor.frames:
            return _NONE
        if anchor.frames[0].file.startswith(_PTX_IN_CUBIN):
            stage, file = "ptx", anchor.frames[0].file
        else:
            file = self._own_file[id(self._facts[id(artifact)])]
        places = [frame.line for frame in anchor.frames if frame.file == file]
        target = self._same_part(artifact, stage)
        if not places or target is None:
            return _NONE
        line = self._by_line[id(self._facts[id(target)])].get(places[-1])
        return self.resolve(target, line, depth + 1)[0] if line else _NONE

    def _same_part(self, artifact: Artifact, stage: str) -> Artifact | None:
        """The artifact of ``stage`` for the same part, or the only one there is."""
        candidates = [a for a, _ in self._read if a.stage == stage]
        same = [a for a in candidates if a.part == artifact.part]
        chosen = same if len(same) == 1 else candidates
        return chosen[0] if len(chosen) == 1 else None

    def _through_callers(self, artifact: Artifact, anchor: Anchor, depth: int) -> Lines:
        """A line of a function that the compiler gave no places belongs where it is called from:
        library functions are traced once, without the frames of whoever calls them."""
        if artifact.stage not in CALLING:
            return _NONE
        facts = self._facts[id(artifact)]
        calls = self._calls[id(facts)]
        found: set[int] = set()
        for line in calls.callers.get(calls.within.get(anchor.line, ""), ()):
            if (caller := self._by_line[id(facts)].get(line)) is not None and line != anchor.line:
                found |= self.resolve(artifact, caller, depth + 1)[0]
        return frozenset(found)

    def _through_names(self, artifact: Artifact, anchor: Anchor, depth: int) -> Lines:
        if artifact.stage in NAMED_STAGES or artifact.stage == "dynamo-graph":
            return _NONE
        found: set[int] = set()
        for name in anchor.names:
            for graph, node in self._named(artifact, name):
                found |= self.resolve(graph, node, depth + 1)[0]
        return frozenset(found)

    def _named(self, artifact: Artifact, name: str) -> list[tuple[Artifact, Anchor]]:
        """The graph nodes that ``name`` may mean: in the graph of the same part, else in any."""
        stage, colon, rest = name.partition(":")
        stages = (stage,) if colon and stage in self._names else NAMED_STAGES
        name = rest if colon and stage in self._names else name
        for wanted in (name, name.rsplit("/", 1)[-1]):
            for one in stages:
                tables = [(g, t[wanted]) for g, t in self._names[one] if wanted in t]
                same = [(g, node) for g, node in tables if _of_graph(artifact, g)]
                if tables:
                    return same or tables
        return []

    def _through_kernel(self, artifact: Artifact, anchor: Anchor, depth: int) -> Lines:
        """Machine code of XLA carries only the name of the HLO instruction that it computes."""
        if artifact.stage.startswith("hlo") or not anchor.kernel:
            return _NONE
        name = _symbol(anchor.kernel)
        variant = artifact.part.rpartition("/")[0]
        keys = ((part, n) for part in (variant, "") for n in (name, _WRAPPERS.sub("", name)))
        owner = next((self._kernels[key] for key in keys if key in self._kernels), None)
        return self.resolve(owner[0], owner[1], depth + 1)[0] if owner else _NONE


def _of_graph(artifact: Artifact, graph: Artifact) -> bool:
    """Whether an artifact belongs to a graph: it has the graph's part, or is a kernel of it."""
    return artifact.part == graph.part or artifact.part.startswith(f"{graph.part}/")


def _own_file(facts: Facts) -> str:
    """The file that most chains of places end in: the one the kernel is written in."""
    outermost = Counter(anchor.frames[-1].file for anchor in facts.anchors if anchor.frames)
    return outermost.most_common(1)[0][0] if outermost else ""


def _by_name(facts: Facts) -> dict[str, Anchor]:
    return {name: anchor for anchor in facts.anchors for name in anchor.names}


def _kernels(
    read: Sequence[tuple[Artifact, Facts]],
) -> dict[tuple[str, str], tuple[Artifact, Anchor]]:
    """HLO instructions of the optimised module, by its part and the symbol that their code has."""
    return {
        (artifact.part, _symbol(anchor.kernel)): (artifact, anchor)
        for artifact, facts in read
        if artifact.stage == "hlo-optimized"
        for anchor in facts.anchors
        if anchor.kernel
    }


def _symbol(name: str) -> str:
    return re.sub(r"\W", "_", name)


VIEW = View(
    name="links",
    summary="source lines of the operator to lines of every stage",
    function=link,
)

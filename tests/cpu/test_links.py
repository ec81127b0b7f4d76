"""Line links from golden texts: shares, and that what is linked is right."""

from __future__ import annotations

import sys
from pathlib import Path

import pytest

from opscope.dumping.manifest import Coverage, Source, Span
from opscope.records import Artifact
from opscope.registry import Registry

sys.path.insert(0, str(Path(__file__).parent))
from _golden import artifacts, source

FILES = {"jax": "jax_ops.py", "tf": "tensorflow_ops.py", "inductor": "torch_ops.py"}


def linked(folder: str, operator: str, drop: str = "") -> dict[str, Coverage]:
    found = [a for a in artifacts(f"{folder}/{operator}-forward") if a.stage != drop]
    registry = Registry()
    place = source(FILES[folder.partition("-")[0]], operator)
    return {c.stage: c for c in registry.views["links"].function(found, place, registry).coverage}


def links(folder: str, operator: str) -> dict[int, tuple[Span, ...]]:
    registry = Registry()
    place = source(FILES[folder.partition("-")[0]], operator)
    found = registry.views["links"].function(
        artifacts(f"{folder}/{operator}-forward"), place, registry
    )
    return {link.source_line: link.spans for link in found.links}


# percent of the lines with an operation that reach a source line, and that reach exactly one
SHARES = {
    ("inductor-cpu", "layernorm"): {
        "dynamo-graph": (100, 100),
        "post-grad-graph": (100, 100),
        "inductor-ir": (100, 25),
        "cpp": (89, 79),
        "output-code": (89, 77),
        "asm": (43, 30),
    },
    ("inductor-cpu", "gelu"): {
        "dynamo-graph": (100, 100),
        "post-grad-graph": (100, 100),
        "inductor-ir": (100, 100),
        "cpp": (100, 100),
        "output-code": (100, 100),
        "asm": (37, 37),
    },
    ("jax-cpu", "layernorm"): {
        "jaxpr": (100, 100),
        "stablehlo": (85, 85),
        "hlo": (88, 88),
        "hlo-optimized": (76, 67),
        "llvm-ir-optimized": (100, 0),
        "asm": (100, 0),
    },
    ("jax-cpu", "gelu"): {
        "jaxpr": (100, 100),
        "stablehlo": (78, 78),
        "hlo": (76, 76),
        "hlo-optimized": (76, 75),
        "llvm-ir-optimized": (100, 0),
        "asm": (100, 0),
    },
    ("tf-xla-cpu", "layernorm"): {"graphdef": (92, 92), "hlo": (86, 86), "hlo-optimized": (91, 83)},
    ("tf-xla-cpu", "gelu"): {"graphdef": (90, 90), "hlo": (94, 94), "hlo-optimized": (100, 98)},
    ("jax-h100", "layernorm"): {"stablehlo": (82, 82), "hlo-optimized": (82, 78), "ptx": (100, 0)},
    ("jax-h100", "gelu"): {"stablehlo": (73, 73), "hlo-optimized": (76, 76), "ptx": (100, 55)},
    ("inductor-sm_90", "layernorm"): {
        "triton": (88, 88),
        "ttgir": (72, 61),
        "llir": (96, 96),
        "ptx": (91, 90),
        "sass": (91, 89),
    },
    ("inductor-sm_90", "gelu"): {"triton": (87, 87), "ptx": (93, 93), "sass": (92, 92)},
}


@pytest.mark.parametrize(("folder", "operator"), SHARES)
def test_at_least_these_shares_of_lines_are_linked(folder: str, operator: str) -> None:
    coverage = linked(folder, operator)
    for stage, (reached, one) in SHARES[folder, operator].items():
        c = coverage[stage]
        assert int(100 * c.linked / c.linkable) >= reached, (stage, c)
        assert int(100 * c.one / c.linkable) >= one, (stage, c)
        assert c.how


def lines_of(folder: str, operator: str, stage: str, text: str) -> set[int]:
    """Source lines that reach the lines of a stage which contain ``text``."""
    (artifact,) = (a for a in artifacts(f"{folder}/{operator}-forward") if a.stage == stage)
    numbers = {i for i, line in enumerate((artifact.text or "").splitlines(), 1) if text in line}
    assert numbers, text
    return {
        source_line
        for source_line, spans in links(folder, operator).items()
        for span in spans
        if span.stage == stage and any(span.first <= n <= span.last for n in numbers)
    }


@pytest.mark.parametrize(
    ("folder", "stage", "text"),
    [
        ("jax-cpu", "jaxpr", "= rsqrt"),
        ("jax-cpu", "stablehlo", "stablehlo.rsqrt"),
        ("jax-cpu", "hlo", " rsqrt("),
        ("jax-cpu", "hlo-optimized", " rsqrt("),
        ("tf-xla-cpu", "graphdef", 'op: "Rsqrt"'),
        ("tf-xla-cpu", "hlo-optimized", " rsqrt("),
        ("inductor-cpu", "post-grad-graph", "aten.rsqrt"),
        ("inductor-cpu", "cpp", "std::sqrt"),
        ("inductor-cpu", "asm", "vsqrtss"),
        ("inductor-sm_90", "triton", "libdevice.rsqrt"),
        ("inductor-sm_90", "ttgir", "__nv_rsqrtf"),
        ("inductor-sm_90", "llir", "rsqrt.approx"),
        ("inductor-sm_90", "ptx", "rsqrt.approx"),
        ("inductor-sm_90", "sass", "MUFU.RSQ"),
    ],
)
def test_the_reciprocal_root_is_the_same_source_line_in_every_stage(
    folder: str, stage: str, text: str
) -> None:
    place = source(FILES[folder.partition("-")[0]], "layernorm")
    root = next(i for i, line in enumerate(place.text) if "rsqrt" in line)
    assert lines_of(folder, "layernorm", stage, text) == {place.first_line + root}


def test_a_fused_kernel_is_marked_as_shared_by_several_source_lines() -> None:
    (optimised,) = (a for a in artifacts("jax-cpu/layernorm-forward") if a.stage == "hlo-optimized")
    number = 1 + next(
        i
        for i, line in enumerate((optimised.text or "").splitlines())
        if "%add_rsqrt_fusion = " in line
    )
    sharing = {
        line: span.sources
        for line, spans in links("jax-cpu", "layernorm").items()
        for span in spans
        if span.stage == "hlo-optimized" and span.first <= number <= span.last
    }
    assert sharing == {10: 2, 11: 2}


def test_what_the_text_does_not_tell_stays_unlinked() -> None:
    # without the C++ lines, the line table of the code leads nowhere, and nothing is guessed
    assert linked("inductor-cpu", "layernorm", drop="cpp")["asm"].linked == 0
    assert linked("tf-xla-cpu", "layernorm", drop="graphdef")["hlo-optimized"].linked == 0
    other = Source(file="another_file.py", first_line=1, text=("x",) * 100)
    registry = Registry()
    found = registry.views["links"].function(
        artifacts("jax-cpu/layernorm-forward"), other, registry
    )
    assert found.links == ()
    assert all(c.linked == c.one == 0 < c.linkable for c in found.coverage)


def test_two_parts_of_a_stage_do_not_mix() -> None:
    graph = "\n        # File: op.py:{line} in f, code: x\n        mul = a * b\n"
    found = [
        Artifact(stage="post-grad-graph", part=part, text=graph.format(line=line))
        for part, line in (("forward", 3), ("backward", 4))
    ]
    code = "def kernel(a):\n    tmp0 = tl.load(a)  # @src:mul\n    tl.store(a, tmp0)  # @src:mul\n"
    found.append(Artifact(stage="triton", part="backward", text=code))
    registry = Registry()
    place = Source(file="op.py", first_line=1, text=("x",) * 9)
    all_links = registry.views["links"].function(found, place, registry).links
    by_line = {link.source_line: {s.stage for s in link.spans} for link in all_links}
    assert "triton:backward" in by_line[4]
    assert "triton:backward" not in by_line[3]

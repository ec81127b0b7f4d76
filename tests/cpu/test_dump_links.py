"""The links that dumps carry: how much of each stage reaches a line of the operator's file.

The floors are what a study of every hop measured: a compiler's data gives no more.
"""

from __future__ import annotations

from pathlib import Path

import pytest

from opscope.dumping import dump
from opscope.dumping.manifest import Manifest
from opscope.measuring.subject import Options
from opscope.registry import Registry

LINEAR_GELU = str(Path(__file__).with_name("_op_linear_gelu.py"))

FLOORS = {
    ("layernorm", "jax-jit"): {
        "jaxpr": 100,
        "stablehlo": 86,
        "hlo": 88,
        "hlo-optimized": 76,
        "llvm-ir-optimized": 100,
        "asm": 100,
    },
    (LINEAR_GELU, "jax-jit"): {
        "jaxpr": 100,
        "stablehlo": 78,
        "hlo": 76,
        "hlo-optimized": 76,
        "llvm-ir-optimized": 100,
        "asm": 100,
    },
    ("layernorm", "tf-xla"): {"graphdef": 92, "hlo": 86, "hlo-optimized": 92},
    (LINEAR_GELU, "tf-xla"): {"graphdef": 90, "hlo": 94, "hlo-optimized": 100},
    ("layernorm", "torch-inductor"): {
        "dynamo-graph": 100,
        "post-grad-graph": 100,
        "inductor-ir": 100,
        "cpp": 89,
        "asm": 43,
    },
    (LINEAR_GELU, "torch-inductor"): {
        "dynamo-graph": 100,
        "post-grad-graph": 100,
        "inductor-ir": 100,
        "cpp": 100,
        "asm": 37,
    },
}
"""Percent of a stage's operations or instructions that reach at least one source line."""


def dumped(operator: str, compiler: str, folder: Path) -> Manifest:
    registry = Registry()
    source = registry.operator(operator)
    (case,) = source.operator.cases(
        sizes=("default",), dtypes=("float32",), directions=("forward",)
    )
    wanted = dump.request(registry, source, case, compiler, Options())
    return dump.make(wanted, folder).manifest


@pytest.mark.parametrize(
    ("operator", "compiler"),
    [
        pytest.param(*key, marks=[] if key == ("layernorm", "jax-jit") else pytest.mark.slow)
        for key in FLOORS
    ],
)
def test_share_of_linked_lines(operator: str, compiler: str, tmp_path: Path) -> None:
    manifest = dumped(operator, compiler, tmp_path)
    found = {c.stage: 100 * c.linked / c.linkable for c in manifest.coverage if c.linkable}
    for stage, floor in FLOORS[operator, compiler].items():
        assert found[stage] > floor - 1, f"{stage}: {found[stage]:.1f} %, not {floor} %"


def test_one_line_is_followed_down_and_shared_lines_say_so(tmp_path: Path) -> None:
    manifest = dumped("layernorm", "jax-jit", tmp_path)
    assert manifest.source is not None
    first = manifest.source.first_line
    (line,) = (first + index for index, text in enumerate(manifest.source.text) if "rsqrt(" in text)
    (link,) = (link for link in manifest.links if link.source_line == line)
    texts = {s.stage: (tmp_path / s.file).read_text().splitlines() for s in manifest.stages}
    shown = {
        stage: "\n".join(
            text
            for span in link.spans
            if span.stage == stage
            for text in part[span.first - 1 : span.last]
        )
        for stage, part in texts.items()
    }
    for stage in ("jaxpr", "stablehlo", "hlo", "hlo-optimized"):
        assert "rsqrt" in shown[stage], stage
    # the fused kernel also computes the variance, which stands on another line
    assert all(span.sources > 1 for span in link.spans if span.stage == "asm")
    assert all(span.sources == 1 for span in link.spans if span.stage == "jaxpr")

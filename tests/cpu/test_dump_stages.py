"""Every operator through every compiler: each declared stage is there, or absent with its reason.

Made from the registry, at tiny size. One worker serves all operators of a frontend: with one each,
as ``opscope dump`` has it, starting them would take most of the time.
"""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from textwrap import dedent

import pytest

from opscope.dumping import dump
from opscope.measuring.subject import Options
from opscope.nouns import Case, Operator
from opscope.registry import Registry
from opscope.worker.parent import WorkerPool

REGISTRY = Registry()
LEAST = {"torch-inductor": 7, "jax-jit": 8, "tf-xla": 6}
"""Stages of layernorm on the host that must have text."""


@pytest.fixture(scope="module")
def pool() -> Iterator[WorkerPool]:
    with WorkerPool(timeout_s=300.0) as pool:
        yield pool


def cases(operator: Operator, direction: str) -> list[Case]:
    return operator.cases(sizes=("tiny",), directions=(direction,), layouts=("native",))[:1]


def on_host() -> list[str]:
    names = []
    for name, compiler in REGISTRY.compilers.items():
        if compiler.takes_part("cpu") and compiler.frontend.name != "triton":
            names.append(name)
    return names


def combinations() -> Iterator[object]:
    for name, source in REGISTRY.operators.items():
        for compiler in on_host():
            if REGISTRY.compiler(compiler).frontend.name not in source.operator.implementations:
                continue
            for direction in source.operator.directions:
                quick = name == "layernorm" and compiler == "jax-jit"
                marks = [] if quick else [pytest.mark.slow]
                yield pytest.param(name, compiler, direction, marks=marks)


@pytest.mark.parametrize(("operator", "compiler", "direction"), list(combinations()))
def test_every_stage_is_there_or_says_why(
    pool: WorkerPool, tmp_path: Path, operator: str, compiler: str, direction: str
) -> None:
    source = REGISTRY.operator(operator)
    (case,) = cases(source.operator, direction)
    wanted = dump.request(REGISTRY, source, case, compiler, Options())
    made = dump.make_in(pool, wanted, tmp_path)
    assert not made.failure, f"failed in {made.failed_stage}: {made.failure}"
    for stage in wanted.stages:
        parts = [s for s in made.manifest.stages if s.stage == stage]
        assert parts, f"{stage} is neither there nor absent"
        for part in parts:
            if part.file:
                assert made.text(part).strip(), f"{part.id} is empty"
            else:
                assert part.absent, f"{part.id} gives no reason"
                assert part.absent != dump.NO_REASON, part.id
    there = {s.stage for s in made.manifest.stages if s.file}
    if operator == "layernorm":
        assert len(there) >= LEAST.get(compiler, 1)


@pytest.mark.torch
@pytest.mark.slow
def test_graph_breaks_are_told_with_their_reason(pool: WorkerPool, tmp_path: Path) -> None:
    path = tmp_path / "broken.py"
    text = """
        from opscope.nouns import Operator, TensorSpec, preset

        def torch(case):
            import torch

            def call(x):
                y = torch.cos(x)
                torch._dynamo.graph_break()
                return torch.sin(y)

            return call

        OPERATOR = Operator(
            name="broken",
            summary="sin(cos x) in two graphs",
            presets=(preset("tiny", n=8), preset("default", n=64)),
            inputs=lambda case: {"x": TensorSpec((case.params.n,))},
            outputs=lambda case: {"y": TensorSpec((case.params.n,))},
            reference=lambda case, x: x,
            flops=lambda case: case.params.n,
            implementations={"torch": torch},
        )
        """
    path.write_text(dedent(text))
    source = REGISTRY.operator(str(path))
    (case,) = cases(source.operator, "forward")
    wanted = dump.request(REGISTRY, source, case, "torch-inductor", Options())
    (tmp_path / "out").mkdir()
    made = dump.make_in(pool, wanted, tmp_path / "out")
    stages = {s.id: s for s in made.manifest.stages if s.file}
    guards = made.text(stages["guards"])
    assert "graph breaks: 1" in guards
    assert "graph_break()" in guards
    assert "TENSOR_MATCH" in guards
    assert {"dynamo-graph:graph-0", "dynamo-graph:graph-1"} <= set(stages)

"""What several tests share: planted operators and a session that runs them."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from pathlib import Path
from textwrap import dedent, indent

import pytest

from opscope.measuring.run import Session
from opscope.measuring.subject import Options
from opscope.nouns import OperatorSource
from opscope.registry import Registry

PLANTED_ROOT = Path(__file__).parent / "planted" / "root"

_TEMPLATE = """
from opscope.nouns import Operator, TensorSpec, preset


def specs(case):
    return {{"x": TensorSpec((case.params.n,))}}


def torch(case):
    import os, signal, sys, time
    import numpy as np

    def planted(x):
{body}

    return planted


OPERATOR = Operator(
    name="{name}",
    summary="y = 2 x, or so it says",
    presets=(preset("tiny", n=8), preset("default", n=64)),
    inputs=specs,
    outputs=lambda case: {{"y": TensorSpec((case.params.n,))}},
    reference=lambda case, x: 2 * x,
    flops=lambda case: case.params.n,
    implementations={{"torch": torch}},
)
"""

Plant = Callable[..., OperatorSource]


@pytest.fixture
def plant(tmp_path: Path) -> Plant:
    """``plant(name, body)`` writes an operator y = 2x with ``body`` as its implementation."""

    def write(name: str, body: str) -> OperatorSource:
        path = tmp_path / f"{name}.py"
        text = indent(dedent(body).strip(), " " * 8)
        path.write_text(_TEMPLATE.format(name=name, body=text), encoding="utf-8")
        return Registry().operator(str(path))

    return write


@pytest.fixture
def planted_session() -> Iterator[Session]:
    """A session with the planted compilers and short deadlines."""
    options = Options(
        timeout_s=3.0, memory_limit_bytes=1 << 28, block_ns=1e5, budget_s=0.05, roofs=False
    )
    with Session(Registry(PLANTED_ROOT), options) as session:
        yield session

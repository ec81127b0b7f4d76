"""Forced layouts: the same numbers, from a program that really works in the other layout."""

from __future__ import annotations

import json
import subprocess
import sys
from collections.abc import Iterator
from importlib.util import find_spec

import pytest

from opscope import layouts
from opscope.cli import main
from opscope.measuring.run import Session
from opscope.measuring.subject import Options
from opscope.nouns import Case, Params
from opscope.records import Status
from opscope.registry import Registry

REGISTRY = Registry()
OPERATORS = {name: source.operator for name, source in REGISTRY.operators.items()}
SENSITIVE = [name for name, operator in OPERATORS.items() if len(operator.layouts) > 1]
FRAMEWORKS = {"torch-eager": "torch", "tf-graph": "tensorflow", "jax-eager": "jax"}
COMPILERS = [name for name, module in FRAMEWORKS.items() if find_spec(module) is not None]


FORCED = [
    OPERATORS[name].cases(sizes=("tiny",), dtypes=("float32",), layouts=(layout,))[0]
    for name in SENSITIVE
    for layout in OPERATORS[name].layouts[1:]
]
"""The first tiny case of each operator and forced layout; the slow matrix has the backward pass."""


def named(case: Case) -> str:
    return f"{case.operator}-{case.layout}"


@pytest.fixture(scope="module")
def session() -> Iterator[Session]:
    with Session(REGISTRY, Options()) as opened:
        yield opened


def test_everything_that_works_on_images_can_be_forced() -> None:
    """An operator whose PyTorch program permutes images natively has all three layouts."""
    known = {layouts.IMAGES, layouts.SEQUENCES, ("native",)}
    assert {operator.layouts for operator in OPERATORS.values()} <= known
    stems = ("conv", "norm", "resnet")
    images = [
        name
        for name, operator in OPERATORS.items()
        if any(stem in name for stem in stems)
        and len(next(iter(operator.inputs(operator.cases()[0]).values())).shape) > 2
    ]
    assert len(images) >= 10
    assert set(images) - {"layout_conversion"} <= set(SENSITIVE)


@pytest.mark.parametrize("case", FORCED, ids=named)
def test_a_forced_layout_gives_the_right_numbers(session: Session, case: Case) -> None:
    records = session.measure(REGISTRY.operators[case.operator], case, COMPILERS, timed=False)
    bad = [f"{r.compiler}: {r.status} {r.reason}" for r in records.values() if r.status.bad]
    assert bad == []
    for record in records.values():
        if record.status is Status.UNSUPPORTED:  # only TensorFlow's convolutions, only here
            assert record.compiler == "tf-graph"
            assert layouts.channels_first(case)
            assert "for GPUs only" in record.reason


@pytest.mark.torch
def test_pytorch_gets_its_channels_last_memory_format() -> None:
    code = """
import json, torch
from opscope import layouts
from opscope.nouns import Case, Params
told = []
def call(x, w, bias):
    told.extend([x.shape[1], x.is_contiguous(memory_format=torch.channels_last), w.shape[1]])
    return torch.nn.functional.conv2d(x, w, bias)
program = layouts.torch_program(Case("conv2d", Params(), layout="nhwc"), call)
y = program.call(torch.zeros(2, 5, 6, 3), torch.zeros(4, 1, 1, 3), torch.zeros(4))
print(json.dumps([*told, list(y.shape), program.input_layouts]))
"""
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert json.loads(done.stdout) == [3, True, 3, [2, 5, 6, 4], {"w": "HWIO->OHWI"}]


def test_native_is_each_frameworks_own_program() -> None:
    def call(x: object) -> object:
        return x

    native = Case("conv2d", Params())
    assert layouts.other_program(native, call) is call
    assert layouts.torch_program(native, call).input_layouts["x"] == "NHWC->NCHW"
    assert layouts.other_program(Case("conv2d", Params(), layout="nchw"), call).call is call


def test_an_unknown_layout_names_those_of_the_operator(capsys: pytest.CaptureFixture[str]) -> None:
    asked = ["dump", "conv1d", "--compiler", "jax-jit", "--target", "cpu", "--layout", "nchw"]
    assert main(asked) == 2
    assert "the layouts native, nlc, ncl" in capsys.readouterr().err

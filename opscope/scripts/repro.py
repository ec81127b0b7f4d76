"""``opscope repro``: a case and one compiler as a script that needs neither opscope nor its files.

The script makes the same inputs from the same seed, compiles with the same framework, compares with
the same float64 reference, and asks one question: how long it takes, whether it is right, or what
it is compiled to. Functions are copied as they are written (:mod:`opscope.scripts.extract`).
"""

from __future__ import annotations

import inspect
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from opscope import __version__
from opscope.compiler import Compiler, Script, Settings
from opscope.devices import host_of
from opscope.dtypes import dtype
from opscope.errors import NotAvailableError, UsageError
from opscope.nouns import Case, OperatorSource, TensorSpec
from opscope.scripts.extract import Extract
from opscope.worker.check import tolerance

QUESTIONS = {
    "time": "how long does one call take?",
    "wrong": "does the result agree with a float64 reference?",
    "dump": "what is it compiled to?",
}
SKELETON = Path(__file__).with_name("skeleton.py")

_STAND_INS = {
    "Program": """class Program:
    def __init__(self, call, input_layouts=(), output_layouts=()):
        self.call = call
        self.input_layouts = dict(input_layouts)
        self.output_layouts = dict(output_layouts)""",
    "Unsupported": "class Unsupported(Exception):\n    pass",
    "TensorSpec": """def TensorSpec(shape, **_):
    return SimpleNamespace(shape=shape, elements=math.prod(shape))""",
    **{
        name: f"def {name}(*_, **__):\n    return None"
        for name in ("normal", "uniform", "integers", "bernoulli")
    },
}


@dataclass(frozen=True, kw_only=True)
class Request:
    """One script: a case, a compiler with its file, how it is set up, and one of QUESTIONS."""

    source: OperatorSource
    case: Case
    compiler: Compiler
    compiler_path: Path
    settings: Settings
    question: str = "time"

    @property
    def backward(self) -> bool:
        return self.case.direction == "backward"

    @property
    def inputs(self) -> dict[str, TensorSpec]:
        return dict(self.source.operator.inputs(self.case))

    @property
    def outputs(self) -> dict[str, TensorSpec]:
        return dict(self.source.operator.outputs(self.case))

    @property
    def wrt(self) -> list[int]:
        if not self.backward:
            return []
        names = list(self.inputs)
        return [names.index(n) for n in self.source.operator.differentiable_inputs(self.case)]


def script(request: Request) -> str:
    """The text of the script.

    Raises NotAvailableError where the compiler has no script or the operator no implementation, and
    UsageError where an operator file is written so that its parts cannot be copied.
    """
    parts = _parts(request)
    operator = request.source.operator
    wanted: dict[str, Any] = {
        "build": operator.implementations[request.compiler.frontend.name],
        "reference": operator.reference,
        **({"gradient": operator.gradient} if request.backward else {}),
    }
    places = {_place(function, name): name for name, function in wanted.items()}
    how = request.compiler_path.resolve().with_name(f"{parts.file}.py")
    used = {name: name for name in ("to_tensor", "to_array", "wait_for")}
    used[parts.compile] = "compile_call"
    if request.backward:
        used["with_gradient"] = "with_gradient"
    if request.question == "dump":
        used[parts.show] = "show"
    places.update({(how, name): new for name, new in used.items()})
    extract = Extract(
        plain={request.source.path, how},
        stand_ins=_STAND_INS,
        given={"DEVICE", "WIDE"},
        renamed=dict(places),
    )
    for path, name in places:
        extract.take(path, name)
    fills = {name: _fill(extract, name, spec) for name, spec in request.inputs.items()}
    body = SKELETON.read_text(encoding="utf-8").split("\n# The rest")[1]
    sections = [
        _header(request, extract, parts),
        _constants(request, fills),
        *extract.definitions.values(),
        f"# The rest{body}",
    ]
    return "\n\n\n".join(section.strip("\n") for section in sections) + "\n"


def _parts(request: Request) -> Script:
    compiler, operator = request.compiler, request.source.operator
    frontend = compiler.frontend.name
    if frontend not in operator.implementations:
        reason = operator.unsupported.get(frontend, "the operator file has none")
        raise NotAvailableError(f"no {frontend} implementation of {operator.name}: {reason}")
    if compiler.script is None:
        raise NotAvailableError(f"no script can be written for {compiler.name}")
    return compiler.script


def _place(function: Any, what: str) -> tuple[Path, str]:
    """File and name of a function that is defined at the top of a file.

    UsageError for a lambda or an inner function: its source cannot be told from its surroundings.
    """
    name = getattr(function, "__name__", "")
    if not name.isidentifier() or getattr(function, "__qualname__", "") != name:
        raise UsageError(f"{what} must be a function at the top of the operator file to be copied")
    return Path(inspect.getsourcefile(function) or "").resolve(), name


def _fill(extract: Extract, name: str, spec: TensorSpec) -> str:
    expression = getattr(spec.fill, "expression", "")
    if not expression:
        copied = extract.take(*_place(spec.fill, f"the fill of {name}"))
        expression = f"{copied}(rng, shape)"  # it stands further down in the script
    return f"lambda rng, shape: {expression}"


def _header(request: Request, extract: Extract, parts: Script) -> str:
    case, compiler = request.case, request.compiler
    environment = {**compiler.frontend().environment(request.settings), **parts.environment}
    frontend = compiler.frontend()
    imports = {*extract.imports, "import math", "import os", "import sys", "import time"}
    return "\n".join(
        [
            f'"""{compiler.name} on {case.operator}: {QUESTIONS[request.question]}',
            "",
            f"Case {case.id}.",
            "",
            f"Needs NumPy and {frontend.distributions[0]}. Written by opscope {__version__}.",
            '"""',
            "",
            "from __future__ import annotations",
            "",
            *sorted({*imports, "import zlib"}),
            "from types import SimpleNamespace",
            "from typing import Any",
            "",
            "import numpy as np",
            "",
            *(f"os.environ[{name!r}] = {value!r}" for name, value in environment.items()),
        ]
    )


def _constants(request: Request, fills: Mapping[str, str]) -> str:
    case, settings = request.case, request.settings
    parameters = ", ".join(f"{name}={value!r}" for name, value in case.params.items())
    wide = any(dtype(spec.dtype_in(case)).bytes == 8 for spec in request.inputs.values())

    def table(name: str, specs: Mapping[str, TensorSpec], filled: Mapping[str, str]) -> list[str]:
        rows = (
            f"    {key!r}: ({spec.shape!r}, {spec.dtype_in(case)!r}, {filled[key]}),"
            for key, spec in specs.items()
        )
        return [f"{name} = {{", *rows, "}"] if specs else [f"{name} = {{}}"]

    cotangents = request.outputs if request.backward else {}
    standard = dict.fromkeys(cotangents, "lambda rng, shape: rng.standard_normal(shape)")
    return "\n".join(
        [
            f"QUESTION = {request.question!r}  # {', '.join(QUESTIONS)}",
            f"SEED = {case.seed}",
            f"DEVICE = {host_of(settings.target)!r}",
            f"WIDE = {wide}  # whether there are 64-bit types",
            f"FLAGS = {dict(settings.flags)!r}",
            f"DIFFERENTIATE_FIRST = {request.compiler.differentiate_first}",
            "case = SimpleNamespace(",
            f"    params=SimpleNamespace({parameters}),",
            f"    dtype={case.dtype!r}, direction={case.direction!r}, layout={case.layout!r},",
            ")",
            "# name: shape, type, how it is filled",
            *table("INPUTS", request.inputs, fills),
            *table("COTANGENTS", cotangents, standard),
            f"WRT = {request.wrt}  # positions of the inputs to differentiate by",
            f"LIMITS = {_limits(request)!r}  # largest error, in units of an element's scale",
        ]
    )


def _limits(request: Request) -> dict[str, float]:
    """The tolerance of each output and gradient, as a worker applies it."""
    operator, case = request.source.operator, request.case
    inputs, outputs = request.inputs, request.outputs
    names = list(inputs)
    specs = {**outputs, **{f"gradient of {names[p]}": inputs[names[p]] for p in request.wrt}}
    widest = max(spec.elements for spec in outputs.values())
    limits = {}
    for name, spec in specs.items():
        terms = operator.reduction(case)
        if request.backward:
            terms = max(terms, widest // max(1, spec.elements))
        limits[name] = float(f"{tolerance(spec.dtype_in(case), terms, operator.tolerance):.3g}")
    return limits

"""An operator's case in a worker: from files to tensors, and from outputs to a verdict on them."""

from __future__ import annotations

import math
from pathlib import Path
from typing import Any

from opscope.compiler import Frontend, Job, Settings
from opscope.dtypes import dtype
from opscope.nouns import Case, Operator, Program, TensorSpec, Unsupported
from opscope.records import Accuracy, Status
from opscope.worker import data, probes
from opscope.worker.check import check, tolerance
from opscope.worker.wire import Message


class Problem:
    """An operator's case with its files: from arrays to tensors, and from outputs to a verdict."""

    def __init__(self, operator: Operator, case: Case, folder: Path, settings: Settings) -> None:
        self.operator, self.case, self.folder, self.settings = operator, case, folder, settings
        self.specs = dict(operator.inputs(case))
        self.output_specs = dict(operator.outputs(case))
        wanted = operator.differentiable_inputs(case) if case.direction == "backward" else ()
        self.wrt = tuple(wanted)
        self.other_types: list[str] = []

    def job(self, frontend: Frontend) -> tuple[Job, Program]:
        implementation = self.operator.implementations.get(frontend.name)
        if implementation is None:
            reason = self.operator.unsupported.get(frontend.name, "the operator file has none")
            raise Unsupported(f"no {frontend.name} implementation: {reason}")
        built = implementation(self.case)
        program = built if isinstance(built, Program) else Program(call=built)
        tensors = self.tensors(frontend, program)
        count = len(self.specs)
        job = Job(
            operator=self.operator,
            case=self.case,
            call=program.call,
            arguments=tensors[:count],
            cotangents=tensors[count:],
            wrt=self.wrt_positions,
            settings=self.settings,
        )
        return job, program

    @property
    def wrt_positions(self) -> tuple[int, ...]:
        names = list(self.specs)
        return tuple(names.index(name) for name in self.wrt)

    def _sources(self, program: Program) -> list[tuple[str, str, TensorSpec, str | None]]:
        """Kind, name, specification and layout of everything the timed function takes."""
        inputs, outputs = program.input_layouts, program.output_layouts
        sources = [("input", name, spec, inputs.get(name)) for name, spec in self.specs.items()]
        for name, spec in self.output_specs.items() if self.wrt else ():
            sources.append(("cotangent", name, spec, _inverse(outputs.get(name))))
        return sources

    def tensors(self, frontend: Frontend, program: Program) -> tuple[Any, ...]:
        """New tensors for everything the timed function takes, in its order."""
        return tuple(self._tensor(frontend, *source) for source in self._sources(program))

    def inspect(self, frontend: Frontend, program: Program, inputs: tuple[Any, ...]) -> Message:
        """What the inputs hold, and which of them a call has changed."""
        sources = self._sources(program)
        made = {
            name if kind == "input" else f"{kind} of {name}": data.permute(
                data.load(self.folder, kind, name), layout
            )
            for kind, name, _, layout in sources
        }
        changed = probes.changed(frontend, inputs, made)
        found = probes.content(made)
        for number, reference in enumerate(data.load_references(self.folder)):
            found["nonfinite"][f"reference {number}"] = probes.nonfinite(reference)
        return {"changed": changed, "other_types": self.other_types, **found}

    def _tensor(
        self, frontend: Frontend, kind: str, name: str, spec: TensorSpec, layout: str | None
    ) -> Any:
        array = data.permute(data.load(self.folder, kind, name), layout)
        return frontend.tensor(array, spec.dtype_in(self.case), self.settings)

    def check(self, frontend: Frontend, program: Program, outputs: Any) -> tuple[Status, Any]:
        tensors = outputs if isinstance(outputs, tuple | list) else (outputs,)
        layouts = [program.output_layouts.get(name) for name in self.output_specs]
        layouts += [_inverse(program.input_layouts.get(name)) for name in self.wrt]
        layouts += [None] * (len(tensors) - len(layouts))
        arrays = [
            data.permute(frontend.array(tensor), layout)
            for tensor, layout in zip(tensors, layouts, strict=False)
        ]
        names = [*self.output_specs, *(f"gradient of {name}" for name in self.wrt)]
        references = data.load_references(self.folder)
        specs = [*self.output_specs.values(), *(self.specs[name] for name in self.wrt)]
        for name, spec, array in zip(names, specs, arrays, strict=False):
            wanted = dtype(spec.dtype_in(self.case))
            if array.dtype == wanted.numpy_name:
                continue
            detail = f"{name} is {array.dtype} where {wanted.name} was declared"
            if wanted.floating or array.dtype.kind == "f":
                return Status.WRONG, Accuracy(error=math.inf, tolerance=0.0, detail=detail)
            self.other_types.append(detail)  # an index may be wider, but is worth a word
        return check(arrays, references, names, self._limits(references))

    def _limits(self, references: list[Any]) -> list[float]:
        specs = [*self.output_specs.values(), *(self.specs[name] for name in self.wrt)]
        reduction = self.operator.reduction(self.case)
        limits = []
        for spec, reference in zip(specs, references, strict=True):
            terms = reduction
            if self.wrt:  # a gradient sums over every output element that its input reached
                widest = max(s.elements for s in self.output_specs.values())
                terms = max(terms, widest // max(1, reference.size))
            limits.append(tolerance(spec.dtype_in(self.case), terms, self.operator.tolerance))
        return limits


def _inverse(layout: str | None) -> str | None:
    return "->".join(reversed(layout.split("->"))) if layout else None

"""Run as a script: compile one operator for an absent device and print what came, as JSON.

In a process of its own, as a worker would: what it does to the framework must not reach a test's.
Usage: ``deviceless_dump.py COMPILER OPERATOR DEVICE DTYPE DIRECTION SIZE [STAGE ...]``
"""

from __future__ import annotations

import json
import os
import sys
from collections.abc import Mapping
from dataclasses import asdict
from typing import Any

from opscope.compiler import Compiler, Frontend, Job, Settings
from opscope.devices import device
from opscope.errors import OpscopeError
from opscope.nouns import Case, Operator, Program, TensorSpec, Unsupported
from opscope.registry import Registry


def job_for(operator: Operator, case: Case, frontend: str, target: str, tensor: Any) -> Job:
    """The job that a worker would make, with the zeros that ``tensor(shape, dtype)`` gives."""
    made = operator.implementations[frontend](case)
    program = made if isinstance(made, Program) else Program(call=made)
    inputs = operator.inputs(case)

    def of(name: str, spec: TensorSpec, layouts: Mapping[str, str], *, back: bool = False) -> Any:
        source, _, target = layouts.get(name, "").partition("->")
        source, target = (target, source) if back else (source, target)
        shape = tuple(spec.shape[source.index(axis)] for axis in target) or spec.shape
        return tensor(shape, spec.dtype_in(case))

    backward = case.direction == "backward"
    positions = [list(inputs).index(name) for name in operator.differentiable_inputs(case)]
    cotangents = [
        of(name, spec, program.output_layouts, back=True)
        for name, spec in operator.outputs(case).items()
    ]
    return Job(
        operator=operator,
        case=case,
        call=program.call,
        arguments=tuple(of(name, spec, program.input_layouts) for name, spec in inputs.items()),
        cotangents=tuple(cotangents) if backward else (),
        wrt=tuple(positions) if backward else (),
        settings=Settings(target=target, flags=json.loads(os.environ.get("FLAGS", "{}"))),
    )


def zeros(frontend: str, shape: tuple[int, ...], dtype: str) -> Any:
    if frontend in ("torch", "triton"):
        import torch

        return torch.zeros(shape, dtype=getattr(torch, dtype))
    if frontend == "jax":
        import jax.numpy as jnp

        return jnp.zeros(shape, getattr(jnp, "bool_" if dtype == "bool" else dtype))
    import tensorflow as tf

    return tf.zeros(shape, getattr(tf, dtype))


def main(compiler: str, name: str, target: str, dtype: str, direction: str, size: str) -> None:
    registry = Registry()
    operator = registry.operator(name).operator
    case = operator.cases(sizes=(size,), dtypes=(dtype,), directions=(direction,))[0]
    made: Compiler = registry.compiler(compiler)
    frontend: Frontend = made.frontend()
    frontend.start(Settings(target=target))
    job = job_for(operator, case, frontend.name, target, lambda *spec: zeros(frontend.name, *spec))
    outcome: dict[str, Any] = {"artifacts": []}
    try:
        for artifact in made.dump(job, sys.argv[7:]):
            values = asdict(artifact)
            values["data"] = len(artifact.data) if artifact.data is not None else None
            outcome["artifacts"].append(values)
    except (OpscopeError, Unsupported) as error:
        outcome["error"] = f"{type(error).__name__}: {error}"
    print(json.dumps(outcome))


if __name__ == "__main__":
    device(sys.argv[3])
    main(*sys.argv[1:7])

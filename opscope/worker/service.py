"""What a worker can do: make inputs and references, prepare an executable, time it, dump it.

One instance lives in each child. The frontend is imported by the constructor; without one (the
NumPy worker) only inputs and references can be made.
"""

from __future__ import annotations

import importlib.metadata
import importlib.util
import os
import platform
import time
from collections.abc import Callable
from dataclasses import asdict, replace
from pathlib import Path
from typing import Any

from opscope.compiler import Compiler, Frontend, Settings
from opscope.devices import DEVICES, host_of
from opscope.errors import NotAvailableError, OpscopeError, UsageError
from opscope.flags import check as check_flags
from opscope.nouns import Operator
from opscope.records import Artifact, Status
from opscope.registry import load_operator_file
from opscope.sources import file_digest, import_file
from opscope.worker import data, dumping, memory, probes, profiling
from opscope.worker.bench import Bench, Prepared
from opscope.worker.fingerprint import fingerprint
from opscope.worker.problem import Problem
from opscope.worker.wire import Message, case_from_json

READ_ONCE = (
    *("XLA_FLAGS", "TF_XLA_FLAGS", "LIBTPU_INIT_ARGS", "JAX_PLATFORMS", "CUDA_VISIBLE_DEVICES"),
    *("OMP_NUM_THREADS", "MKL_NUM_THREADS", "TF_NUM_INTRAOP_THREADS", "NPROC"),
)
"""Variables that frameworks read once, as they start."""


class Service(Bench):
    """The commands of a worker: each takes and returns a JSON object."""

    def __init__(self, compiler_path: str, settings: Settings) -> None:
        super().__init__(settings, None)
        self._probed: Message | None = None
        if compiler_path:
            frontend: Frontend = import_file(Path(compiler_path)).COMPILER.frontend()
            if importlib.util.find_spec(frontend.module) is None:
                raise NotAvailableError(f"{frontend.module} is not installed: {frontend.install}")
            frontend.start(settings)
            _require_attached(frontend, settings.target)
            self._frontend = frontend
        self._environment = {name: os.environ.get(name) for name in READ_ONCE}

    def hello(self) -> Message:
        """Versions, attached targets and math mode of this process."""
        frontend = self._frontend
        return {
            "versions": _versions(frontend),
            "targets": list(frontend.targets()) if frontend else [],
            "math_mode": frontend.math_mode() if frontend else {},
        }

    def answer(self, command: str, arguments: Message) -> Message:
        """Run one command; whatever it raises becomes a fault in the answer."""
        handler: Callable[..., Message] = getattr(self, f"do_{command}")
        return handler(**arguments)

    def do_reference(self, operator: Message, case: Message, folder: str) -> Message:
        """Make the inputs and the float64 reference of a case, as files in ``folder``."""
        began = time.monotonic()
        data.write_case(_operator(operator), case_from_json(case), Path(folder))
        return {"seconds": time.monotonic() - began}

    def do_prepare(
        self,
        key: str,
        operator: Message,
        case: Message,
        compiler_path: str,
        flags: dict[str, str],
        folder: str,
        lean: bool = False,
    ) -> Message:
        """Compile one implementation, call it twice and check its outputs.

        Answers with the status, accuracy, ``compile_s`` (all that the first result cost beyond an
        ordinary call), and the cheap artifacts of the executable. ``lean`` is for the second and
        later processes of a case that was checked in its first: compile, call twice, no answer.
        """
        compiler: Compiler = import_file(Path(compiler_path)).COMPILER
        check_flags(compiler.name, flags, compiler.known_flags() if flags else ())
        settings = replace(self._settings, flags=flags)
        problem = Problem(_operator(operator), case_from_json(case), Path(folder), settings)
        job, program = problem.job(self.frontend)
        self._refuse_late_options()
        inputs = job.inputs
        began = time.perf_counter()
        compiled = compiler.build(job)
        outputs = (compiled.first or compiled.call)(*inputs)
        self.frontend.wait(outputs)
        first_s = time.perf_counter() - began
        if lean:
            self.keep(key, Prepared(compiler, compiled, problem, program, inputs, {}))
            return {"first_call_s": first_s, "choices": _asked(compiled.choices)}
        began = time.perf_counter()
        status, accuracy = problem.check(self.frontend, program, outputs)
        del outputs
        checks_s = time.perf_counter() - began
        if compiled.interpreted and status is Status.OK:
            return {
                "status": Status.INTERPRETED.value,
                "accuracy": {**asdict(accuracy), "detail": compiled.interpreted},
                "first_call_s": first_s,
                "more_calls_s": 0.0,
                "checks_s": checks_s,
                "kernel_list_s": 0.0,
                "artifacts": [],
                "math_mode": self._math_mode(),
                "inputs": problem.inspect(self.frontend, program, inputs),
            }
        count = compiled.compilations
        compilations = count() if count else 0
        began = time.perf_counter()
        self.frontend.wait(compiled.call(*inputs))
        second_s = time.perf_counter() - began
        if host_of(self._settings.target) != "cpu":
            self.frontend.release()
        used = memory.peak_of_call(lambda: self.frontend.wait(compiled.call(*inputs)))
        more_calls_s = time.perf_counter() - began
        # before anything else is compiled here: probes, say
        again = count() - compilations if count else 0
        self.keep(key, Prepared(compiler, compiled, problem, program, inputs, {}))
        began = time.perf_counter()
        artifacts = [_artifact_json(a) for a in compiled.artifacts()]
        kernel_list_s = time.perf_counter() - began
        began = time.perf_counter()
        inspected = problem.inspect(self.frontend, program, inputs)
        math_mode = {**self._math_mode(), **self._probes()}
        checks_s += time.perf_counter() - began
        return {
            "status": status.value,
            "accuracy": asdict(accuracy),
            "compile_s": max(0.0, first_s - second_s),
            "first_call_s": first_s,
            "more_calls_s": more_calls_s,
            "recompiled": again,
            "cache_hits": _asked(compiled.cache_hits),
            "choices": _asked(compiled.choices),
            "peak_memory_bytes": self.frontend.memory_bytes() or used,
            "checks_s": checks_s,
            "kernel_list_s": kernel_list_s,
            "artifacts": artifacts,
            "claims": dict(compiled.claims()) if compiled.claims else {},
            "math_mode": math_mode,
            "inputs": inspected,
        }

    def _refuse_late_options(self) -> None:
        """UsageError if the operator's own code has set what the framework reads when it starts. It
        is set back: the next operator is not to blame."""
        for name, value in self._environment.items():
            late = os.environ.get(name)
            if late == value:
                continue
            if value is None:
                del os.environ[name]
            else:
                os.environ[name] = value
            raise UsageError(
                f"the operator sets {name}={late} when {self.frontend.module} has started, where it"
                f" has no effect: give --flag KEY=VALUE, or set {name} before the run"
            )

    def _math_mode(self) -> Message:
        """The policy that was asked for, and what the framework says it has made of it."""
        return {"precision": self._settings.precision, **self.frontend.math_mode()}

    def _probes(self) -> Message:
        """What the arithmetic itself says. A kernel's own products cannot be asked this way."""
        if self.frontend.own_products:
            return {}
        if self._probed is None:
            self._probed = probes.math_mode(self.frontend, self._settings)
        return self._probed

    def do_replay(self, key: str) -> Message:
        """Every operation of ``key``'s program run by itself: name, operands, and a fingerprint of
        each output. ``absent`` says why there is none."""
        prepared = self._prepared[key]
        frontend, (job, _) = self.frontend, prepared.problem.job(self.frontend)
        call = frontend.differentiate(job.call, job) if job.backward else job.call
        decomposed = not prepared.compiler.eager
        try:
            nodes = [
                {
                    "name": name,
                    "operands": list(operands),
                    "outputs": [fingerprint(frontend.array(tensor)) for tensor in outputs],
                }
                for name, operands, outputs in frontend.replay(
                    call, job.inputs, decomposed=decomposed
                )
            ]
        except NotAvailableError as error:
            return {"nodes": [], "absent": str(error)}
        return {"nodes": nodes, "absent": ""}

    def do_dump(
        self,
        operator: Message,
        case: Message,
        compiler_path: str,
        flags: dict[str, str],
        stages: list[str],
        folder: str,
    ) -> Message:
        """Compile afresh and write the artifacts of ``stages`` to ``folder`` as they come."""
        compiler: Compiler = import_file(Path(compiler_path)).COMPILER
        check_flags(compiler.name, flags, compiler.known_flags() if flags else ())
        problem = Problem(
            _operator(operator),
            case_from_json(case),
            Path(folder) / "inputs",
            replace(self._settings, flags=flags),
        )
        data.write_inputs(problem.operator, problem.case, problem.folder)
        job, _ = problem.job(self.frontend)
        self._refuse_late_options()
        answer = dumping.dump(compiler, job, stages, Path(folder))
        return {**answer, "math_mode": self._math_mode()}

    def do_profile(
        self,
        operator: Message,
        case: Message,
        compiler_path: str,
        flags: dict[str, str],
        folder: str,
        written: bool = False,
    ) -> Message:
        """Compile, run and profile; see :mod:`opscope.worker.profiling`. ``written`` says that the
        inputs are in ``folder`` already."""
        compiler: Compiler = import_file(Path(compiler_path)).COMPILER
        check_flags(compiler.name, flags, compiler.known_flags() if flags else ())
        settings = replace(self._settings, flags=flags)
        problem = Problem(_operator(operator), case_from_json(case), Path(folder), settings)
        if not written:
            data.write_inputs(problem.operator, problem.case, problem.folder)
        job, _ = problem.job(self.frontend)
        self._refuse_late_options()
        compiled = compiler.build(job)
        answer = profiling.profile(self.frontend, compiled, job.inputs)
        if host_of(self._settings.target) != "cpu" and not answer["device"]:
            raise NotAvailableError(
                f"{self.frontend.name}'s profiler saw nothing of the device: is CUPTI there, and"
                " may it be used?"  # what the host did is no time of a kernel
            )
        return {**answer, "artifacts": [_artifact_json(a) for a in compiled.artifacts()]}


def _require_attached(frontend: Frontend, target: str) -> None:
    """NotAvailableError unless ``target`` is in this machine, or is a device that need not be."""
    wanted = host_of(target).partition(":")[0]
    if wanted == "cpu":
        return  # not asked: a zygote must not start what asking would start
    attached = frontend.targets()
    if wanted not in attached:
        raise NotAvailableError(
            f"{frontend.name} finds no {wanted} device here, only {', '.join(attached)};"
            f" to compile without one, name a device: {', '.join(DEVICES)}"
        )


def _operator(message: Message) -> Operator:
    """The operator at a path, unless the file has changed since the parent read it."""
    path = Path(message["path"])
    found = load_operator_file(path)
    if found.faults:
        raise OpscopeError("\n".join(map(str, found.faults)))
    if message["digest"] != file_digest(path):
        raise OpscopeError(f"{path} has changed while it was being measured")
    operator: Operator = found.value.operator
    return operator


def _asked(question: Callable[[], Any] | None) -> Any:
    """Its answer; None where there is nothing to ask."""
    return None if question is None else question()


def _artifact_json(artifact: Artifact) -> Message:
    return {name: value for name, value in asdict(artifact).items() if name != "data"}


def _versions(frontend: Frontend | None) -> dict[str, str]:
    versions = {"python": platform.python_version()}
    for name in (*(frontend.distributions if frontend else ()), "numpy"):
        try:
            versions[name] = importlib.metadata.version(name)
        except importlib.metadata.PackageNotFoundError:
            continue
    return versions

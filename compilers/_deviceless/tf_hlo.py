"""tf-xla for a device that is not there: TensorFlow's HLO, compiled by jaxlib's XLA.

TensorFlow only compiles for devices that it can open, and its wheel has no TPU compiler. But what
it hands to XLA can be had from it on any machine, and jaxlib's XLA, which is the same code at
another version, compiles that for absent devices. So the first stages are TensorFlow's own, and
each later one says whose it is. TensorFlow and jaxlib's plugins cannot share a process: the second
part runs in one of its own (:mod:`.compile_hlo`).
"""

from __future__ import annotations

import base64
import json
import os
import subprocess
import sys
import tempfile
from collections.abc import Callable, Iterator, Sequence
from dataclasses import replace
from importlib.util import find_spec
from pathlib import Path
from typing import Any

import opscope
from opscope.compiler import Job
from opscope.compilers import _tensorflow_graph
from opscope.compilers._deviceless import xla_gpu, xla_tpu
from opscope.compilers._deviceless.notes import note, versions, wanted
from opscope.devices import Device
from opscope.errors import NotAvailableError, StageError
from opscope.records import Artifact

SCRIPT = Path(__file__).with_name("compile_hlo.py")
TIMEOUT_S = 600
FOR_CPU = "as TensorFlow makes it on a machine without the device"


def dump(
    job: Job, device: Device, stages: Sequence[str], call: Callable[..., Any]
) -> Iterator[Artifact]:
    """Every stage of ``call``, a function of ``job.inputs``, compiled for ``device``."""
    import tensorflow as tf

    function = tf.function(call, jit_compile=True, autograph=False)
    specs = [tf.TensorSpec(tensor.shape, tensor.dtype) for tensor in job.inputs]
    compiler_ir = function.experimental_get_compiler_ir(*specs)
    tool = f"tensorflow {tf.__version__}"
    remark = note(device, {"tensorflow": tf.__version__}, FOR_CPU)
    if wanted(stages, "graphdef"):
        graph = _tensorflow_graph.traced(function.get_concrete_function(*specs), tool)
        yield replace(graph, note=remark)
    for stage in ("stablehlo", "hlo"):
        if wanted(stages, stage):
            yield Artifact(stage=stage, text=compiler_ir(stage=stage), tool=tool, note=remark)
    later = xla_tpu.STAGES if device.platform == "tpu" else xla_gpu.STAGES
    asked = [stage for stage in later if stage != "hlo" and wanted(stages, stage)]
    if asked:
        yield from compile_hlo(compiler_ir(stage="hlo_serialized"), device, asked)


def compile_hlo(module: bytes, device: Device, stages: Sequence[str]) -> Iterator[Artifact]:
    """What jaxlib makes of a serialized HLO module, in a process of its own.

    Raises NotAvailableError where jax or its plugin for the device is not installed, and StageError
    with XLA's message, after what it did compile.
    """
    python = _python_with_jax()
    if python is None:
        extra = xla_tpu.INSTALL if device.platform == "tpu" else xla_gpu.INSTALL
        raise NotAvailableError(f"jax is not installed beside TensorFlow: {extra}")
    used = versions("tensorflow", "tensorflow-cpu")
    with tempfile.TemporaryDirectory(prefix="opscope-tf-") as name:
        source, target = Path(name) / "module.pb", Path(name) / "artifacts.json"
        source.write_bytes(module)
        request = {
            "module": str(source),
            "artifacts": str(target),
            "device": device.name,
            "stages": list(stages),
            "tensorflow": next(iter(used.values()), "?"),
        }
        done = subprocess.run(
            [str(python), "-P", str(SCRIPT), json.dumps(request)],
            env={**os.environ, "PYTHONPATH": str(Path(opscope.__file__).parents[1])},
            capture_output=True,
            text=True,
            check=False,
            timeout=TIMEOUT_S,
        )
        if not target.is_file():
            raise NotAvailableError(f"jaxlib could not be asked: {_last_lines(done.stderr)}")
        answer = json.loads(target.read_text(encoding="utf-8"))
    if reason := answer.get("unavailable"):
        raise NotAvailableError(reason)
    for values in answer["artifacts"]:
        data = values.pop("data")
        yield Artifact(**values, data=base64.b64decode(data) if data is not None else None)
    if failure := answer["failure"]:
        raise StageError(failure["stage"], failure["reason"])


def _python_with_jax() -> Path | None:
    """This interpreter, or that of the environment that TensorFlow's own one stands beside
    (``.venv-tensorflow`` and ``.venv``, as ``opscope/install.py`` makes them); None without jax."""
    if find_spec("jax") is not None:
        return Path(sys.executable)
    environment = Path(sys.prefix)
    beside = environment.with_name(environment.name.removesuffix("-tensorflow"))
    if beside != environment and list(beside.glob("lib/python*/site-packages/jax/__init__.py")):
        return beside / "bin" / "python"
    return None


def _last_lines(text: str) -> str:
    return "\n".join(text.strip().splitlines()[-5:])

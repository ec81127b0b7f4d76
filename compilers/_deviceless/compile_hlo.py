"""Run as a script: compile a serialized HLO module with jaxlib for a device that is not there.

The argument is a JSON object with the paths ``module`` (read) and ``artifacts`` (written), the name
of the ``device``, the ``stages`` and the version of ``tensorflow`` that made the module.
"""

from __future__ import annotations

import base64
import json
import os
import sys
from collections.abc import Mapping
from dataclasses import asdict
from pathlib import Path
from typing import Any

from opscope.compilers._deviceless import xla_gpu, xla_tpu
from opscope.devices import Device, device
from opscope.errors import NotAvailableError, StageError


def compile_module(
    module: bytes, target: Device, stages: list[str], tensorflow: str
) -> dict[str, Any]:
    """``artifacts`` as JSON objects, their ``data`` in base64, and the ``failure`` if one came."""
    import jax
    from jax._src.interpreters import mlir
    from jax._src.lib import xla_client
    from jaxlib.mlir import ir

    xla = xla_tpu if target.platform == "tpu" else xla_gpu
    with xla_tpu.prepared(target):
        chip = xla.topology_device(target)
        computation = xla_client.XlaComputation(module)
        text = xla_client._xla.mlir.xla_computation_to_mlir_module(computation)

        def compile_with(options: Mapping[str, Any]) -> Any:
            from jax._src import compiler

            compile_options = compiler.get_compile_options(num_replicas=1, num_partitions=1)
            compile_options.env_option_overrides = list(options.items())
            with mlir.make_ir_context():
                parsed = ir.Module.parse(text)
                return chip.client.compile(parsed, xla_client.DeviceList((chip,)), compile_options)

        tool = f"XLA in jaxlib {jax.lib.__version__}"
        remark = f"TF's HLO, compiled by jaxlib {jax.lib.__version__} (tensorflow {tensorflow})"
        artifacts: list[dict[str, Any]] = []
        failure = None
        try:
            for artifact in xla.artifacts(compile_with, target, stages, tool, remark):
                if artifact.stage in stages:
                    artifacts.append(_as_json(asdict(artifact)))
        except StageError as error:
            failure = {"stage": error.stage, "reason": str(error)}
        return {"artifacts": artifacts, "failure": failure}


def _as_json(values: dict[str, Any]) -> dict[str, Any]:
    data = values["data"]
    return {**values, "data": None if data is None else base64.b64encode(data).decode()}


def main(request: dict[str, Any]) -> None:
    module = Path(request["module"]).read_bytes()
    answer: dict[str, Any]
    try:
        target = device(request["device"])
        answer = compile_module(module, target, request["stages"], request["tensorflow"])
    except NotAvailableError as error:
        answer = {"unavailable": str(error)}
    Path(request["artifacts"]).write_text(json.dumps(answer), encoding="utf-8")


if __name__ == "__main__":
    os.environ.setdefault("JAX_PLATFORMS", "cpu")
    main(json.loads(sys.argv[1]))

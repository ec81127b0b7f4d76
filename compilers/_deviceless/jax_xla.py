"""jax.jit for a GPU or TPU that is not there."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import Any

from opscope.compiler import Job
from opscope.compilers._deviceless import xla_gpu, xla_tpu
from opscope.compilers._deviceless.notes import note, versions, wanted
from opscope.devices import Device
from opscope.records import Artifact


def dump(
    job: Job, device: Device, stages: Sequence[str], call: Callable[..., Any]
) -> Iterator[Artifact]:
    """Every stage of ``call``, a function of ``job.inputs``, compiled for ``device``."""
    import jax
    from jax.sharding import SingleDeviceSharding

    xla = xla_tpu if device.platform == "tpu" else xla_gpu
    with xla_tpu.prepared(device):
        target = xla.topology_device(device)
        sharding = SingleDeviceSharding(target)
        specs = [
            jax.ShapeDtypeStruct(tensor.shape, tensor.dtype, sharding=sharding)
            for tensor in job.inputs
        ]
        traced = jax.jit(call).trace(*specs)
        tool = f"jax {jax.__version__}"
        remark = note(device, versions("jax", "jaxlib"))
        if wanted(stages, "jaxpr"):
            text = traced.jaxpr.pretty_print(source_info=True)
            yield Artifact(stage="jaxpr", text=text, tool=tool, note=remark)
        lowered = traced.lower()
        if wanted(stages, "stablehlo"):
            text = lowered.as_text(debug_info=True)
            yield Artifact(stage="stablehlo", text=text, tool=tool, note=remark)

        def compile_with(options: Mapping[str, Any]) -> Any:
            compiled = lowered.compile(compiler_options={**job.settings.flags, **options})
            return compiled.runtime_executable()

        compiler = f"XLA in jaxlib {jax.lib.__version__}"
        for artifact in xla.artifacts(compile_with, device, stages, compiler):
            if wanted(stages, artifact.stage):
                yield artifact

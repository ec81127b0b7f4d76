"""XLA for a TPU that is not there: libtpu's compiler with a topology of one chip.

libtpu comes under Google's own licence (in its wheel) and only compiles here. It reads its options
from the environment when it is loaded, so the folder that it dumps LLO into is fixed for the rest
of the process: one more reason for a process to compile one program.
"""

from __future__ import annotations

import os
import re
import tempfile
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from importlib.util import find_spec
from pathlib import Path
from typing import Any

from opscope.compilers._deviceless.notes import note, versions, wanted
from opscope.compilers._deviceless.xla_dump import DumpFolder, options
from opscope.devices import Device
from opscope.errors import NotAvailableError, StageError
from opscope.records import Artifact

STAGES = (
    "hlo",
    "hlo-passes",
    "hlo-optimized",
    "hlo-dot",
    "buffer-assignment",
    "memory-use",
    "llo",
    "schedule-analysis",
)
INSTALL = 'pip install "opscope[xla-tpu]"'
MODELLED = "cycles and seconds are libtpu's own model, not a measurement"

_LLO = re.compile(r"^\d+-(.+?)-\d+-(final_bundles|schedule-analysis_final_bundles)\.txt$")
_CYCLES = re.compile(r'%([\w.-]+) = .*"estimated_cycles":"(\d+)"')
_LLO_FOLDER = "OPSCOPE_LLO_FOLDER"


@contextmanager
def prepared(device: Device) -> Iterator[None]:
    """The environment that libtpu needs on a machine without TPUs, set before it is loaded."""
    if device.platform != "tpu":
        yield
        return
    with tempfile.TemporaryDirectory(prefix="opscope-llo-") as folder:
        os.environ.update(
            TPU_SKIP_MDS_QUERY="1",  # or it asks a metadata server that is not there
            TPU_WORKER_HOSTNAMES="localhost",
            TPU_ACCELERATOR_TYPE="v5litepod-1",  # any: the topology is given by name
            ALLOW_MULTIPLE_LIBTPU_LOAD="1",  # no device is taken, so processes need no lock
            TPU_STDERR_LOG_LEVEL="3",
            LIBTPU_INIT_ARGS=f"--xla_jf_dump_to={folder} --xla_jf_dump_llo_text=true",
        )
        os.environ[_LLO_FOLDER] = folder
        yield


def topology_device(device: Device) -> Any:
    """jax's device for ``device``; NotAvailableError where libtpu is missing."""
    if find_spec("libtpu") is None:
        raise NotAvailableError(f"libtpu is not installed: {INSTALL}")
    from jax.experimental import topologies

    topology = topologies.get_topology_desc(
        platform="tpu", topology_name=device.arch, chips_per_host_bounds=(1, 1, 1)
    )
    return topology.devices[0]


def artifacts(
    compile_with: Callable[[Mapping[str, Any]], Any],
    device: Device,
    stages: Sequence[str],
    tool: str,
    remark: str = "",
) -> Iterator[Artifact]:
    """What libtpu makes of one program; ``compile_with(options)`` compiles it.

    Raises StageError with the compiler's message, after the passes that it did run.
    """
    used = versions("jax", "jaxlib", "libtpu", "tensorflow")
    tool = f"libtpu {used.get('libtpu', '?')} through {tool}"
    text = note(device, used, *([remark] if remark else []))
    with tempfile.TemporaryDirectory(prefix="opscope-xla-") as name:
        folder = DumpFolder(Path(name), tool, text)
        executable, failure = None, ""
        try:
            executable = compile_with(options(name, stages))
        except Exception as error:  # shown in place of the stages it kept from being made
            failure = f"{type(error).__name__}: {error}"
        seen = set()
        for artifact in _collect(folder, executable, stages):
            if wanted(stages, artifact.stage):
                seen.add(artifact.stage)
                yield artifact
        missing = [stage for stage in STAGES if stage not in seen and wanted(stages, stage)]
        if failure:
            raise StageError(missing[0] if missing else STAGES[-1], failure)
        for stage in missing:
            yield Artifact(stage=stage, absent="libtpu wrote no such file", note=text)


def _collect(folder: DumpFolder, executable: Any, stages: Sequence[str]) -> Iterator[Artifact]:
    yield from folder.one("hlo", "*.before_optimizations.txt")
    if wanted(stages, "hlo-passes"):
        yield from folder.passes()
    # After code generation each instruction carries its estimated cycles.
    optimized = list(folder.one("hlo-optimized", "*.after_codegen.txt"))
    optimized = optimized or list(folder.one("hlo-optimized", "*.after_optimizations.txt"))
    yield from optimized
    yield from folder.one("hlo-dot", "*.after_optimizations.dot")
    yield from folder.one("buffer-assignment", "*after_optimizations-buffer-assignment.txt")
    yield from folder.one("memory-use", "*after_optimizations-memory-usage-report.txt")
    bundles = list(_bundles(folder))
    yield from (artifact for artifact in bundles if artifact.stage == "llo")
    for artifact in optimized:
        yield _model(folder, artifact.text or "", executable)
    yield from (artifact for artifact in bundles if artifact.stage == "schedule-analysis")


def _bundles(folder: DumpFolder) -> Iterator[Artifact]:
    """The final LLO of each computation, and libtpu's analysis of its schedule."""
    remark = f"{folder.note}; {MODELLED}"
    for path in sorted(Path(os.environ[_LLO_FOLDER]).glob("*_bundles.txt")):
        if (match := _LLO.match(path.name)) is None:
            continue
        analysis = match.group(2) != "final_bundles"
        yield Artifact(
            stage="schedule-analysis" if analysis else "llo",
            part=match.group(1).strip("<>"),
            text=path.read_text(errors="replace"),
            tool=folder.tool,
            note=remark if analysis else folder.note,
        )


def _model(folder: DumpFolder, hlo: str, executable: Any) -> Artifact:
    """The compiler's own estimates: of each instruction in cycles, of the whole in seconds."""
    lines = [f"modelled: {MODELLED}"]
    lines += [f"estimated_cycles {name} {count}" for name, count in _CYCLES.findall(hlo)]
    costs = executable.cost_analysis() if executable is not None else {}
    for name in ("optimal_seconds", "flops", "bytes accessed", "transcendentals"):
        if name in costs:
            lines.append(f"{name} {costs[name]:g}")
    return Artifact(
        stage="schedule-analysis",
        part="model",
        text="\n".join(lines) + "\n",
        tool=folder.tool,
        note=f"{folder.note}; {MODELLED}",
    )

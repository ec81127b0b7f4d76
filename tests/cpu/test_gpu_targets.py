"""Which card is meant, who takes part on it, what doctor says of it: without one."""

from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest

from opscope import attached, install, nvml, registry, selection
from opscope.commands import doctor
from opscope.compiler import Settings
from opscope.compilers import torch_inductor_cudagraphs
from opscope.errors import UsageError
from opscope.measuring.run import Session
from opscope.measuring.subject import Options, worker_spec
from opscope.records import Status
from opscope.registry import Registry

sys.path.insert(0, str(Path(__file__).parent))
from _nvml import FakeDriver

REGISTRY = Registry()
ROOT = Path(__file__).resolve().parents[2]


def machine(root: Path, *files: str) -> Path:
    for name in files:
        path, _, text = name.partition("=")
        (root / path).parent.mkdir(parents=True, exist_ok=True)
        (root / path).write_text(text)
    return root


@pytest.mark.parametrize(
    ("files", "variables", "target"),
    [
        ((), {}, "cpu"),
        (("dev/nvidia0",), {}, "cuda"),
        (("dev/nvidia3",), {}, "cuda"),
        (("dev/nvidiactl",), {}, "cpu"),
        (("dev/nvidia0",), {"CUDA_VISIBLE_DEVICES": ""}, "cpu"),
        (("dev/nvidia0",), {"CUDA_VISIBLE_DEVICES": "-1"}, "cpu"),
        (("sys/class/kfd/kfd/topology/nodes/0/gpu_id=0",), {}, "cpu"),
        (("sys/class/kfd/kfd/topology/nodes/1/gpu_id=51234",), {}, "rocm"),
        (("dev/accel0",), {}, "cpu"),  # a TPU has to be asked for
    ],
)
def test_the_target_that_nobody_named(
    tmp_path: Path, files: tuple[str, ...], variables: dict[str, str], target: str
) -> None:
    assert attached.default_target(machine(tmp_path, *files), variables) == target


def test_a_worker_sees_the_card_that_its_target_names() -> None:
    assert attached.environment("cpu", {}) == {}
    assert attached.environment("tpu", {}) == {}
    assert set(attached.environment("h100", {}).values()) == {"-1"}
    assert attached.environment("cuda:1", {}) == {
        "CUDA_VISIBLE_DEVICES": "1",
        "CUDA_DEVICE_ORDER": "PCI_BUS_ID",
    }
    chosen = {"CUDA_VISIBLE_DEVICES": "5,GPU-0123"}
    assert attached.environment("cuda:1", chosen) == {"CUDA_VISIBLE_DEVICES": "GPU-0123"}
    assert attached.environment("rocm:2", {}) == {"HIP_VISIBLE_DEVICES": "2"}
    gpus: list[dict[str, Any]] = [{"uuid": "GPU-9999"}, {"uuid": "GPU-0123-4567"}]
    assert attached.gpu_index("cuda:1", gpus, chosen) == 1
    assert attached.gpu_index("cuda", gpus, chosen) is None  # number 5 of two
    assert attached.gpu_index("rocm", gpus, {}) is None


@pytest.mark.parametrize("target", ["cuda:one", "cuda:", "cpu:0", "tpu:1", "cuda:1:2", "cuda:-1"])
def test_a_card_is_a_number(target: str) -> None:
    with pytest.raises(UsageError, match=r"number|only cuda"):
        selection.host_target(target)


def test_a_card_that_is_not_to_be_seen_is_a_usage_error(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("CUDA_VISIBLE_DEVICES", "0")
    assert selection.host_target("cuda:0") == "cuda:0"
    with pytest.raises(UsageError, match="CUDA_VISIBLE_DEVICES=0"):
        selection.host_target("cuda:1")


@pytest.mark.parametrize("name", ["torch-eager", "triton", "jax-jit", "tf-xla"])
def test_two_frameworks_share_a_card(name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """No framework takes the whole memory when it starts, and each sees one card."""
    monkeypatch.delenv("CUDA_VISIBLE_DEVICES", raising=False)
    options = Options(settings=Settings(target="cuda:1"))
    spec = worker_spec(REGISTRY.compiler(name), REGISTRY.path("compilers", name), options)
    assert spec.environment["CUDA_VISIBLE_DEVICES"] == "1"
    growing = {
        "jax-jit": {"XLA_PYTHON_CLIENT_PREALLOCATE": "false"},
        "tf-xla": {"TF_FORCE_GPU_ALLOW_GROWTH": "true"},
    }.get(name, {})
    assert growing.items() <= spec.environment.items()
    assert "JAX_PLATFORMS" not in spec.environment
    assert "TRITON_INTERPRET" not in spec.environment


def test_variants_for_a_gpu_do_not_take_part_on_a_cpu_unless_they_are_named() -> None:
    def names(text: str | None, target: str) -> set[str]:
        return set(selection.compiler_names(REGISTRY, text, target))

    graphs, tuned = "torch-inductor-cudagraphs", "torch-inductor-autotune"
    assert not {graphs, tuned} & names(None, "cpu")
    assert names(None, "cuda:1") - names(None, "cpu") == {graphs}
    assert names(None, "tpu") == {"jax-eager", "jax-jit"}
    assert {graphs, tuned} <= names("all", "cpu")
    assert names(tuned, "cpu") == {tuned}


def test_what_is_checked_of_a_cuda_graph_is_a_replay() -> None:
    """The first call runs the kernels one by one, the second records, the third replays."""
    calls: list[str] = []

    def first(x: int) -> str:
        calls.append("first")
        return "run"

    def call(x: int) -> str:
        calls.append("call")
        return "recorded" if len(calls) == 2 else "replayed"

    assert torch_inductor_cudagraphs._replayed(first, call)(1) == "replayed"
    assert calls == ["first", "call", "call"]


def test_cuda_graphs_are_unsupported_on_a_cpu_and_say_where_they_run() -> None:
    source = REGISTRY.operator("softmax")
    (case,) = source.operator.cases(sizes=("tiny",), dtypes=("float32",), directions=("forward",))
    with Session(REGISTRY, Options()) as session:
        name = "torch-inductor-cudagraphs"
        record = session.measure(source, case, [name], timed=False)[name]
    assert record.status is Status.UNSUPPORTED
    assert "cuda, rocm" in record.reason


@pytest.mark.slow
@pytest.mark.torch
def test_max_autotune_is_right_on_a_cpu_as_well() -> None:
    pytest.importorskip("torch")
    source = REGISTRY.operator("mlp")
    (case,) = source.operator.cases(sizes=("tiny",), dtypes=("float32",), directions=("forward",))
    with Session(REGISTRY, Options()) as session:
        name = "torch-inductor-autotune"
        record = session.measure(source, case, [name], timed=False)[name]
    assert record.status is Status.OK, record.reason
    assert record.kernels


@pytest.mark.slow
@pytest.mark.torch
def test_the_modes_are_torchs_own() -> None:
    pytest.importorskip("torch")
    code = """
from types import SimpleNamespace
from opscope.registry import Registry
flags = SimpleNamespace(settings=SimpleNamespace(flags={"max_autotune": "false"}))
none = SimpleNamespace(settings=SimpleNamespace(flags={}))
for name in ("torch-inductor", "torch-inductor-cudagraphs", "torch-inductor-autotune"):
    compiler = Registry().compiler(name)
    print(compiler.options(none), compiler.options(flags).get("max_autotune"))
"""
    done = subprocess.run([sys.executable, "-c", code], cwd=ROOT, capture_output=True, text=True)
    assert done.stdout.splitlines() == [
        "{} False",
        "{'triton.cudagraphs': True} False",
        "{'max_autotune': True, 'coordinate_descent_tuning': True} False",
    ], done.stderr


def test_doctor_tells_a_gpu_line_by_line() -> None:
    with nvml.opened(lambda _: FakeDriver(reasons=0x4)) as library:
        (gpu,), (state,) = nvml.gpu_facts(library), nvml.gpu_state(library)
    rows = dict(doctor.gpu_rows(gpu, state))
    assert rows["name"] == "NVIDIA H100, compute capability 9.0"
    assert rows["driver"] == "580.65"
    assert rows["memory"] == "80.0 GiB, 79.0 GiB free"
    assert rows["clocks"].startswith("SM 990 MHz now, 1755 by default, 1980 at most; memory 2619")
    assert rows["power"] == "346 W now, limit 700 W"
    assert rows["held back by"] == "software power cap"
    assert rows["ECC"] == "on"
    assert "MIG" not in rows  # this driver does not tell
    assert "holds 1.0 GiB" in rows["processes"]
    assert "4194305 (in another container)" in rows["processes"]
    assert dict(doctor.gpu_rows({"name": "a"}, {})) == {"name": "a"}


def test_doctor_says_when_a_build_does_not_see_the_gpu(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The played frontend says that it has CUDA; it is then asked for a card of AMD's."""
    (tmp_path / "compilers").mkdir()
    planted = ROOT / "tests" / "planted" / "root" / "compilers"
    for name in ("_numpy.py", "plain_a.py"):
        (tmp_path / "compilers" / name).write_text((planted / name).read_text())
    only_planted = SimpleNamespace(
        compilers={"plain-a": Registry(tmp_path).compiler("plain-a")},
        path=Registry(tmp_path).path,
    )
    monkeypatch.setattr(registry, "Registry", lambda: only_planted)
    assert "mend" not in doctor._frontends({}, "cuda")["torch"]
    found = doctor._frontends({}, "rocm")["torch"]
    assert found["status"] == "ok"
    assert "finds no rocm device" in found["mend"]
    assert "--gpu" in found["mend"]


def test_on_a_gpu_machine_two_environments_are_planned_and_nothing_is_loaded(
    tmp_path: Path,
) -> None:
    command = [sys.executable, str(ROOT / "opscope" / "install.py"), "--dry-run"]
    environment = tmp_path / ".venv"
    done = subprocess.run(
        [*command, "--gpu", "--venv", str(environment)], capture_output=True, text=True, check=True
    )
    assert "jax[cuda13]" in done.stdout
    assert "tensorflow[and-cuda]" in done.stdout
    assert f"{environment}-tensorflow: " in done.stdout
    assert done.stdout.count("download about") == 2
    assert list(tmp_path.iterdir()) == []
    done = subprocess.run([*command, "--cpu"], capture_output=True, text=True, check=True)
    assert "tensorflow-cpu" in done.stdout
    assert "cuda" not in done.stdout


def test_tensorflows_environment_beside_ours_is_found(tmp_path: Path) -> None:
    ours = tmp_path / ".venv" / "bin" / "python"
    beside = tmp_path / ".venv-tensorflow" / "bin" / "python"
    for python in (ours, beside):
        python.parent.mkdir(parents=True)
    ours.touch()
    assert install.tensorflow_beside(ours) is None
    beside.touch()
    assert install.tensorflow_beside(ours) == beside
    assert install.stamp_of(ours.parent.parent) is None
    stamp = {"requirements": ["jax[cuda13]"], "why": "PyTorch and JAX"}
    (tmp_path / ".venv" / install.STAMP).write_text(json.dumps(stamp))
    assert install.stamp_of(ours.parent.parent) == stamp

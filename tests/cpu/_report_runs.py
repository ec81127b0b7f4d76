"""Hand-made runs for the tests of reports: every status, hostile text, several sizes."""

from __future__ import annotations

import random
from typing import Any

from opscope.records import Accuracy, Alarm, Kernel, Measurement, Record, Run, Status

FRONTENDS = {
    "torch-eager": "torch",
    "torch-inductor": "torch",
    "triton": "triton",
    "tf-eager": "tensorflow",
    "tf-graph": "tensorflow",
    "tf-xla": "tensorflow",
    "jax-eager": "jax",
    "jax-jit": "jax",
}


def samples(median_ns: float, noise: float = 0.02, count: int = 40, seed: int = 0) -> Measurement:
    """Right-skewed samples around a median, as timings are."""
    rng = random.Random(seed)
    values = [median_ns * (1 + noise * (rng.expovariate(1.0) - 0.69)) for _ in range(count)]
    return Measurement(samples_ns=tuple(values), iterations=10, threads=2, processes=5)


def record(compiler: str, median_ns: float | None = None, **changes: Any) -> Record:
    """One record of matmul; without ``median_ns`` it has no measurement."""
    values: dict[str, Any] = {
        "operator": "matmul",
        "case": "m512_n512_k512-float32-forward",
        "compiler": compiler,
        "frontend": FRONTENDS.get(compiler, "torch"),
        "target": "cpu",
        "status": Status.OK,
        "eager": compiler.endswith("-eager"),
        "params": {"m": 512, "n": 512, "k": 512},
        "dtype": "float32",
        "direction": "forward",
        "size": "default",
        "flops": 2 * 512**3,
        "least_bytes": 3 * 4 * 512**2,
        "accuracy": Accuracy(error=3.1e-7, tolerance=1e-4),
        "versions": {"torch": "2.13.0"},
    }
    if median_ns is not None:
        values["measurement"] = samples(median_ns, seed=len(compiler))
        values["compile_s"] = 0.0 if values["eager"] else 1.7
        values["kernels"] = (
            Kernel(name="extern_kernels.mm", kind="library", ops=("mm",)),
            Kernel(name="fused_add_gelu", kind="generated", ops=("add", "gelu")),
        )
    return Record(**{**values, **changes})


def matmul_run() -> Run:
    """One case with the common outcomes: ranked, failed, not served, doubtful."""
    implausible = Alarm(
        kind="implausible", evidence="9.9 TFLOP/s is above the measured 0.2 TFLOP/s"
    )
    two_modes = Alarm(kind="bimodal", evidence="20 samples near 3.6 ms, 5 near 5 ms")
    return Run(
        records=(
            record("torch-eager", 3_140_000.0),
            record("torch-inductor", 1_730_000.0, peak_memory_bytes=12_300_000),
            record("triton", status=Status.UNAVAILABLE, reason="triton has no CPU target"),
            record("tf-eager", 3_600_000.0, alarms=(two_modes,)),
            record(
                "tf-graph", status=Status.WRONG, reason="y[3, 4]: 0.5 instead of 0.25 [bold]x[/]"
            ),
            record("tf-xla", 26_000.0, alarms=(implausible,)),
            record("jax-eager", status=Status.CRASHED, reason="SIGSEGV\nin thread 7"),
            record("jax-jit", 1_750_000.0),
        ),
        environment={"cpu": "Test CPU", "cores": 2},
    )

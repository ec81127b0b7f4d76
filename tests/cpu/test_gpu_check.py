"""``make gpu-check`` without a GPU: what it leaves out, and how it judges what it is told."""

from __future__ import annotations

import json
import sys
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest

from opscope.records import Measurement, Record, Status
from opscope.registry import Registry
from opscope.verdicts.roofline import Peaks

sys.path.insert(0, str(Path(__file__).resolve().parents[2]))
from tests.gpu import chain, checks
from tests.gpu.__main__ import main

ROOFS = Peaks(
    target="cuda", threads=1, copy_bytes_per_s=4e12, matmul_flops_per_s={"bfloat16": 7e14}
)


class Played(chain.Context):
    """A GPU whose records are given: kernel times in nanoseconds by compiler."""

    kernel_ns: dict[str, float]
    statuses: dict[str, Status]

    def measure(self, case: Any, *compilers: str, timed: bool = True) -> dict[str, Record]:
        return {name: self._record(case, name) for name in compilers}

    def _record(self, case: Any, name: str) -> Record:
        status = self.statuses.get(name, Status.OK)
        ns = self.kernel_ns.get(name)
        timed = status is Status.OK and ns is not None
        return Record(
            operator=case.operator,
            case=case.id,
            compiler=name,
            frontend=name.partition("-")[0],
            target="cuda",
            status=status,
            reason="planted" if status.bad else "",
            measurement=Measurement(samples_ns=(5e4,), iterations=1) if timed else None,
            metrics={"kernel_ns": ns, "device_ns": ns} if timed and ns else {},
            extra={"device_kernels": [{"name": "nvjet_x", "kind": "library", "library": "cuBLAS"}]},
        )


def played(target: str = "cuda", left_s: float = 100.0, **kernel_ns: float) -> Played:
    session = SimpleNamespace(roofs=ROOFS, facts={"gpus": [{"compute_capability": "9.0"}]})
    context = Played(
        registry=Registry(),
        session=session,  # type: ignore[arg-type]
        target=target,
        began=0.0,
        limit_s=float("inf") if left_s > 0 else 0.0,
    )
    context.kernel_ns = {n.replace("_", "-"): ns for n, ns in kernel_ns.items()}
    context.statuses = {}
    return context


def run(check: Any, context: Played) -> chain.Check:
    return chain.run(check, context, lambda text: None)


MOVED = 2 * 4 * 4096 * 4096  # what softmax reads and writes
AT_ROOF_NS = MOVED / 4e12 * 1e9


@pytest.mark.parametrize(
    ("triton", "inductor", "fault"),
    [(1.1, 1.1, ""), (1.25, 1.25, "80.0% of the copy bandwidth"), (1.1, 1.0, "1.100 times")],
)
def test_triton_is_held_against_the_copy_and_inductor(
    triton: float, inductor: float, fault: str
) -> None:
    times = {"triton": triton * AT_ROOF_NS, "torch_inductor": inductor * AT_ROOF_NS}
    check = run(checks.bandwidth, played(**times))
    assert [f for f in check.faults if f.startswith("softmax")] == (
        [check.faults[0]] if fault else []
    )
    assert fault in "".join(check.faults)
    assert check.numbers["softmax"]["share_of_copy_bandwidth"] == pytest.approx(1 / triton)
    assert check.numbers["softmax"]["time"] == "profiler"


def test_a_product_is_held_against_cublas() -> None:
    good = run(checks.product, played(triton=200e3, torch_eager=180e3))
    assert (good.status, good.numbers["share_of_cublas"]) == (chain.OK, 0.9)
    bad = run(checks.product, played(triton=300e3, torch_eager=180e3))
    assert (bad.status, bad.reason) == (chain.FAILED, "60.0% of cuBLAS' rate")


def test_a_compiler_that_is_wrong_or_unprofiled_is_a_fault() -> None:
    context = played()
    context.statuses = {"jax-jit": Status.WRONG}
    check = run(checks.correctness, context)
    assert check.status == chain.FAILED
    assert all("through jax-jit: wrong" in fault for fault in check.faults)
    assert len(check.faults) == len(checks.IN_FLOAT32 + checks.IN_BFLOAT16)


@pytest.mark.parametrize("name", ["roofs", "bandwidth", "product", "graphs", "attention", "absent"])
def test_what_needs_a_gpu_is_left_out_without_one(name: str) -> None:
    check = run(getattr(checks, name), played(target="cpu"))
    assert (check.status, check.reason) == (chain.SKIPPED, "needs a GPU")


def test_no_check_begins_when_the_time_is_up_and_every_failure_has_its_place() -> None:
    late = run(checks.bandwidth, played(left_s=0.0))
    assert (late.status, late.reason) == (chain.SKIPPED, "no time left of 0 s")

    def broken(context: chain.Context, check: chain.Check) -> None:
        """a check that breaks"""
        raise KeyError("ptx")

    check = run(broken, played())
    assert check.status == chain.FAILED
    assert "KeyError at test_gpu_check.py:" in check.reason


def test_the_card_has_its_like_among_the_named_devices() -> None:
    assert checks._same_kind(played()) == "h100"
    other = played()
    other.session.facts = {"gpus": []}  # type: ignore[misc]
    with pytest.raises(chain.Skip, match="unknown"):
        checks._same_kind(other)


def test_sources_are_compared_without_what_names_the_card() -> None:
    text = "@triton.heuristics(cc=90)\n@triton.jit\ndef triton_(x):\n    # a\n\n    y = x  # b\n"
    assert checks.function_of(text) == "def triton_(x):\n    y = x"
    assert checks.function_of(text.replace("cc=90", "cc=80")) == checks.function_of(text)


def test_an_unknown_check_is_a_usage_error(capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit) as raised:
        main(["--only", "bandwith"])
    assert raised.value.code == 2
    assert "bandwidth" in capsys.readouterr().err


@pytest.mark.torch
def test_the_whole_of_it_runs_without_a_gpu(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    pytest.importorskip("torch")
    asked = ["--target", "cpu", "--only", "roofs,timing,bandwidth,memory", "--out", str(tmp_path)]
    assert main(asked) == 0
    told = json.loads((tmp_path / "gpu-check.json").read_text())
    assert {c["name"]: c["status"] for c in told["checks"]} == {
        "roofs": "skipped",
        "timing": "ok",
        "bandwidth": "skipped",
        "memory": "skipped",
    }
    assert [r["compiler"] for r in told["run"]["records"]] == ["torch-eager"]
    text = (tmp_path / "gpu-check.txt").read_text()
    assert "1 ok, 0 failed, 3 skipped" in text
    assert text in capsys.readouterr().out

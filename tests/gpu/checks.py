"""The checks of ``make gpu-check``, in the order in which they are made."""

from __future__ import annotations

import json
import os
import subprocess
import sys
import tempfile
from dataclasses import replace
from pathlib import Path
from typing import Any

from opscope.compiler import Settings
from opscope.devices import DEVICES
from opscope.dumping import dump
from opscope.errors import OpscopeError
from opscope.measuring import peaks
from opscope.measuring.subject import worker_spec
from opscope.records import Record, Status
from opscope.worker.parent import WorkerFailure, WorkerPool

from .chain import Check, Context, Skip

ROOT = Path(__file__).resolve().parents[2]
LARGE = {
    "softmax": {"rows": 4096, "features": 4096},
    "layernorm": {"rows": 4096, "features": 4096},
    "rmsnorm": {"rows": 4096, "features": 4096},
    "swiglu": {"rows": 4096, "features": 4096},
}
"""134 MB and more: what one call leaves in a cache, the next has written over before it reads."""

LEAST_BANDWIDTH, LEAST_PRODUCT, MOST_OVER_INDUCTOR = 0.85, 0.80, 1.05
IN_FLOAT32 = tuple(
    (name, "float32")
    for name in ("softmax", "matmul", "layernorm", "rmsnorm", "swiglu", "conv2d", "attention")
)
IN_BFLOAT16 = (("matmul", "bfloat16"), ("attention", "bfloat16"))
EVERYBODY = (
    *("torch-eager", "torch-inductor", "torch-inductor-cudagraphs", "triton"),
    *("jax-eager", "jax-jit", "tf-eager", "tf-graph", "tf-xla"),
)


def frameworks(context: Context, check: Check) -> None:
    """which frameworks are here, and whether each sees the target"""
    options, found = context.session.options, context.frontends
    platform = context.target.partition(":")[0]
    first = {c.frontend.name: c for c in reversed(context.registry.compilers.values())}
    with WorkerPool(timeout_s=120.0) as pool:
        for name, compiler in sorted(first.items()):
            path = context.registry.path("compilers", compiler.name)
            spec = worker_spec(compiler, path, options)
            try:
                hello = pool.worker(spec).hello
                found[name] = {"versions": hello["versions"], "targets": hello["targets"]}
            except WorkerFailure as failure:
                found[name] = {"targets": [], "reason": failure.reason}
                missing = "is not installed" in failure.reason
                if not missing:
                    check.faults.append(f"{name}: {failure.reason}")
            reason = found[name].get("reason", "").partition("\n")[0]
            check.lines.append(f"{name}: {', '.join(found[name]['targets']) or reason}")
    check.numbers["frontends"] = found
    if not any(platform in f["targets"] for f in found.values()):
        check.faults.append(f"no framework here works on {context.target}")


def roofs(context: Context, check: Check) -> None:
    """copy bandwidth and rate of products, measured on the card"""
    context.need_gpu()
    session = context.session
    found = peaks.load_or_measure(
        session.facts, target=context.target, pythons=session.options.pythons, again=True
    )
    if found is None:
        check.faults.append("no library could measure anything")
        return
    check.numbers = {
        "copy_bytes_per_s": found.copy_bytes_per_s,
        "triad_bytes_per_s": found.triad_bytes_per_s,
        "cache_bytes_per_s": found.cache_bytes_per_s,
        "device_cache_bytes": found.device_cache_bytes,
        "matmul_flops_per_s": dict(found.matmul_flops_per_s),
        "tools": dict(found.tools),
    }
    check.lines.append(f"copy {found.copy_bytes_per_s / 1e9:,.0f} GB/s")
    for dtype, rate in found.matmul_flops_per_s.items():
        check.lines.append(f"products of {dtype}: {rate / 1e12:.4g} TFLOP/s")
    if not found.matmul_flops_per_s.get("bfloat16"):
        check.faults.append("no rate of bfloat16 products")


def correctness(context: Context, check: Check) -> None:
    """outputs of every compiler against the float64 reference"""
    wanted = IN_FLOAT32 + IN_BFLOAT16 if context.on_gpu else IN_FLOAT32[:1]
    compilers = EVERYBODY if context.on_gpu else ("torch-eager", "jax-eager")
    for name, dtype in wanted:
        case = context.case(name, dtype, size="tiny")
        records = context.measure(case, *compilers, timed=False)
        check.numbers[f"{name} {dtype}"] = {c: r.status.value for c, r in records.items()}
        for compiler, record in records.items():
            if record.status.bad:
                what = f"{name} {dtype} through {compiler}: {record.status.value}"
                check.faults.append(f"{what}: {record.reason.partition(chr(10))[0]}")
    right = sum(s == "ok" for found in check.numbers.values() for s in found.values())
    check.lines.append(f"{right} of {sum(map(len, check.numbers.values()))} ok")


def timing(context: Context, check: Check) -> None:
    """host, device and kernel time of one case, and which kernels the device ran"""
    operator, size = ("mlp", "default") if context.on_gpu else ("softmax", "tiny")
    compilers = EVERYBODY if context.on_gpu else ("torch-eager",)
    for name, record in context.measure(context.case(operator, size=size), *compilers).items():
        _show(check, name, record)
        if record.measurement is None:
            if record.status.bad:
                check.faults.append(f"{name}: {record.status.value}: {record.reason}"[:300])
            continue
        if not context.on_gpu:
            continue
        if "kernel_ns" not in record.metrics:
            why = record.extra.get("kernel_times_reason", "the profiler saw no kernel")
            lost = check.lines if name.endswith("cudagraphs") else check.faults
            lost.append(f"{name}: no kernel times: {why}"[:300])  # CUPTI may not see into graphs
        if record.frontend in ("torch", "triton") and "device_ns" not in record.metrics:
            check.faults.append(f"{name}: no time by CUDA events")


def bandwidth(context: Context, check: Check) -> None:
    """hand-written Triton kernels against the measured copy bandwidth and Inductor"""
    context.need_gpu()
    roof = context.session.roofs
    if roof is None:
        raise Skip("the copy bandwidth was not measured")
    for name, shape in LARGE.items():
        case = context.case(name, **shape)
        records = context.measure(case, "triton", "torch-inductor", "torch-eager", "jax-jit")
        for compiler, record in records.items():
            _show(check, f"{name} {compiler}", record)
        moved = context.registry.operator(name).operator.total_least_bytes(case)
        ours, how = _kernel_ns(records.get("triton"))
        theirs, _ = _kernel_ns(records.get("torch-inductor"))
        if ours is None:
            check.faults.append(f"{name}: the Triton kernel has no time")
            continue
        share = moved / ours * 1e9 / roof.copy_bytes_per_s
        numbers = {"share_of_copy_bandwidth": share, "time": how}
        if theirs is not None:
            numbers["over_inductor"] = ours / theirs
        check.numbers[name] = numbers
        over = f", {ours / theirs:.3f} of Inductor's time" if theirs else ""
        check.lines.append(f"{name}: {share:.1%} of the copy bandwidth{over} ({how})")
        if share < LEAST_BANDWIDTH:
            check.faults.append(f"{name}: {share:.1%} of the copy bandwidth")
        if theirs is not None and ours / theirs > MOST_OVER_INDUCTOR:
            check.faults.append(f"{name}: {ours / theirs:.3f} times Inductor's time")


def product(context: Context, check: Check) -> None:
    """the hand-written Triton product in bfloat16 against cuBLAS"""
    context.need_gpu()
    case = context.case("matmul", "bfloat16", m=4096, n=4096, k=4096)
    records = context.measure(case, "triton", "torch-eager", "torch-inductor", "jax-jit")
    for compiler, record in records.items():
        _show(check, compiler, record)
    ours, how = _kernel_ns(records.get("triton"))
    theirs, _ = _kernel_ns(records.get("torch-eager"))
    if ours is None or theirs is None:
        check.faults.append("a product has no time")
        return
    flops = context.registry.operator("matmul").operator.total_flops(case)
    roof = context.session.roofs
    rate = roof.flops_per_s("bfloat16") if roof else None
    check.numbers = {
        "share_of_cublas": theirs / ours,
        "time": how,
        "flops_per_s": flops / ours * 1e9,
    }
    if rate:
        check.numbers["share_of_measured_peak"] = flops / ours * 1e9 / rate
    check.lines.append(f"{theirs / ours:.1%} of cuBLAS' rate at the same size ({how})")
    eager = records["torch-eager"].extra.get("device_kernels", [])
    if eager and not any(row.get("library") in ("cuBLAS", "CUTLASS") for row in eager):
        check.faults.append(f"no kernel of cuBLAS known: {[row['name'] for row in eager]}"[:300])
    if theirs / ours < LEAST_PRODUCT:
        check.faults.append(f"{theirs / ours:.1%} of cuBLAS' rate")


def dumps(context: Context, check: Check) -> None:
    """every stage that the compilers have on this target"""
    least = {"torch-inductor": "ptx", "triton": "ptx", "jax-jit": "hlo-optimized"}
    if not context.on_gpu:
        least = {"jax-jit": "hlo-optimized"}
    for name, stage in least.items():
        try:
            context.compilers(name)
        except Skip as skip:
            check.lines.append(f"{name}: {skip}")
            continue
        made = _dumped(context, name, context.target)
        there = sorted({s.stage for s in made.manifest.stages if s.file})
        check.numbers[name] = {"stages": there, "failure": made.failure}
        check.lines.append(f"{name}: {', '.join(there)}")
        if made.failure:
            check.faults.append(f"{name}: {made.failure}"[:500])
        elif stage not in there:
            check.faults.append(f"{name}: no {stage}")


def absent(context: Context, check: Check) -> None:
    """Inductor's Triton source for this card, attached against compiled without it"""
    context.need_gpu()
    context.compilers("torch-inductor")
    device = _same_kind(context)
    names = {"attached": context.target, "deviceless": device}
    try:
        found = {which: _bodies(context, target) for which, target in names.items()}
    except OpscopeError as error:
        raise Skip(f"cannot be compiled for {device} here: {error}") from error
    same = found["attached"] == found["deviceless"]
    check.numbers = {"device": device, "same_source": same, **found}
    check.lines.append(f"layernorm for {device}: {'the same' if same else 'another'} Triton source")
    if not same:
        check.faults.append("the sources differ: both are in the JSON")


def graphs(context: Context, check: Check) -> None:
    """CUDA graphs: what launching costs with and without them"""
    context.need_gpu()
    case = context.case("mlp", size="small")
    records = context.measure(case, "torch-inductor", "torch-inductor-cudagraphs", "torch-eager")
    for compiler, record in records.items():
        _show(check, compiler, record)
        if record.status.bad:
            check.faults.append(f"{compiler}: {record.status.value}: {record.reason}"[:300])


def attention(context: Context, check: Check) -> None:
    """attention in half precision: whose kernels run, and are the scores materialised"""
    context.need_gpu()
    shape: dict[str, Any] = {"batch": 8, "heads": 16, "seq": 1024, "dim": 64, "causal": False}
    case = context.case("attention", "float16", **shape)
    compilers = ("torch-eager", "torch-inductor", "triton", "jax-jit", "tf-xla")
    for name, record in context.measure(case, *compilers).items():
        _show(check, name, record)
        ran = record.extra.get("device_kernels", [])
        kernels = [row for row in ran if row["kind"] != "copy"]
        check.numbers.setdefault("kernels", {})[name] = kernels
        for row in kernels:
            maker = row.get("library") or row["kind"]
            check.lines.append(f"  {row['time_ns'] / 1e3:8.1f} us {maker}: {row['name'][:90]}")


def memory(context: Context, check: Check) -> None:
    """an operator that wants too much memory is a status, and the next one runs"""
    context.need_gpu()
    context.compilers("torch-eager")
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "too_much.py"
        path.write_text(_TOO_MUCH, encoding="utf-8")
        source = context.registry.operator(str(path))
        case = source.operator.cases()[0]
        for wanted in (Status.OUT_OF_MEMORY, Status.OK):
            if wanted is Status.OK:
                record = context.measure(
                    context.case("softmax", size="tiny"), "torch-eager", timed=False
                )["torch-eager"]
            else:
                record = context.session.measure(source, case, ["torch-eager"], timed=False)[
                    "torch-eager"
                ]
                context.session.records.pop()  # it belongs to no run
            check.lines.append(f"{record.operator}: {record.status.value}")
            if record.status is not wanted:
                check.faults.append(f"{record.operator}: {record.status.value}, not {wanted}")


def benchmark(context: Context, check: Check) -> None:
    """pytest ops/ --benchmark-only, as a user types it"""
    size = "small" if context.on_gpu else "tiny"
    wanted = ("torch-eager", "torch-inductor", "triton", "jax-jit") if context.on_gpu else ()
    compilers = context.compilers(*(wanted or ("torch-eager", "jax-eager")))
    with tempfile.TemporaryDirectory() as folder:
        out = Path(folder) / "out.json"
        command = [
            *(sys.executable, "-m", "pytest", "ops/softmax.py", "--benchmark-only", "-q"),
            *("--size", size, "--compilers", ",".join(compilers), "--target", context.target),
            f"--opscope-json={out}",
        ]
        path = os.pathsep.join(filter(None, (str(ROOT), os.environ.get("PYTHONPATH", ""))))
        done = subprocess.run(
            command,
            cwd=ROOT,
            env={**os.environ, "PYTHONPATH": path},
            capture_output=True,
            text=True,
            timeout=max(60.0, context.left_s),
        )
        check.lines += done.stdout.strip().splitlines()[-1:]
        if done.returncode != 0:
            check.faults.append((done.stdout + done.stderr)[-1500:])
            return
        statuses = {
            r["compiler"]: r["status"] for r in json.loads(out.read_text("utf-8"))["records"]
        }
    check.numbers = {"statuses": statuses}


CHECKS = (
    *(frameworks, roofs, timing, bandwidth, product, attention),  # what counts comes first
    *(graphs, dumps, absent, memory, benchmark, correctness),
)

_TOO_MUCH = '''"""Asks for 16 TiB."""

from opscope.nouns import Operator, TensorSpec, preset


def specs(case):
    return {"x": TensorSpec((case.params.n,))}


def torch(case):
    import torch

    return lambda x: x + torch.empty(1 << 42, device=x.device)[: case.params.n]


OPERATOR = Operator(
    name="too_much",
    summary="y = x, with 16 TiB besides",
    presets=(preset("default", n=8),),
    inputs=specs,
    outputs=lambda case: {"y": TensorSpec((case.params.n,))},
    reference=lambda case, x: x,
    flops=lambda case: case.params.n,
    implementations={"torch": torch},
)
'''


def _show(check: Check, name: str, record: Record) -> None:
    measurement, metrics = record.measurement, record.metrics
    if measurement is None:
        check.lines.append(f"{name}: {record.status.value} {record.reason.partition(chr(10))[0]}")
        return
    known = {
        "host": measurement.median_ns,
        **{n: metrics.get(f"{n}_ns") for n in ("device", "batch", "kernel", "noop")},
    }
    times = ", ".join(f"{what} {ns / 1e3:.4g} us" for what, ns in known.items() if ns is not None)
    launched = metrics.get("kernels_launched")
    kernels = f", {launched:g} kernels" if launched is not None else ""
    doubts = ", ".join(alarm.kind for alarm in record.alarms)
    check.lines.append(f"{name}: {times}{kernels}" + (f" [{doubts}]" if doubts else ""))


def _kernel_ns(record: Record | None) -> tuple[float | None, str]:
    """What the device spends in kernels for a call, and how that is known; by the profiler, or by
    events around a call (gaps between kernels included)."""
    if record is None:
        return None, ""
    for name, how in (("kernel_ns", "profiler"), ("device_ns", "events")):
        if name in record.metrics:
            return record.metrics[name], how
    return None, ""


def _dumped(context: Context, compiler: str, target: str) -> dump.Dumped:
    size = "small" if context.on_gpu else "tiny"
    source = context.registry.operator("layernorm")
    options = replace(context.session.options, settings=Settings(target=target))
    case = context.case("layernorm", size=size)
    return dump.obtain(
        dump.request(context.registry, source, case, compiler, options), use_cache=False
    )


def _same_kind(context: Context) -> str:
    """A named device of this card's compute capability. Raises Skip if there is none."""
    gpus = context.session.facts.get("gpus", [])
    capability = gpus[0].get("compute_capability", "") if gpus else ""
    for name, device in DEVICES.items():
        if device.platform == "cuda":
            major, minor = device.compute_capability
            if f"{major}.{minor}" == capability:
                return name
    raise Skip(f"no named device has compute capability {capability or '(unknown)'}")


def _bodies(context: Context, target: str) -> list[str]:
    """The functions of Inductor's Triton stage, without what names the card above them."""
    made = _dumped(context, "torch-inductor", target)
    if made.failure:
        raise OpscopeError(made.failure)
    texts = [made.text(s) for s in made.manifest.stages if s.stage == "triton" and s.file]
    if not texts:
        raise OpscopeError("no Triton source was written")
    return [function_of(text) for text in texts]


def function_of(text: str) -> str:
    """From the last ``def`` on, blank lines and comments left out."""
    lines = text[text.rfind("\ndef ") + 1 :].splitlines()
    code = [line.partition("  #")[0].rstrip() for line in lines]
    return "\n".join(line for line in code if line and not line.lstrip().startswith("#"))

"""The report of 40 operators x 8 compilers x 4 cases, with artifacts: time to write and to start.

Run it as a benchmark: ``pytest tests/browser/test_report_size.py --benchmark-only``. Times are not
asserted (they are the machine's) but told; the size is the report's own, so that is asserted.
"""

from __future__ import annotations

import dataclasses
import random
import shutil
from pathlib import Path

import pytest

from opscope.dumping.manifest import Manifest, manifest_paths
from opscope.records import Kernel, Measurement, Record, Run, Status, load_run
from opscope.registry import Registry
from opscope.report import Material, NamedRun

GOLDEN = Path(__file__).parent.parent / "golden" / "report"
COMPILERS = {
    "torch-eager": "torch",
    "torch-inductor": "torch",
    "triton": "triton",
    "tf-eager": "tensorflow",
    "tf-graph": "tensorflow",
    "tf-xla": "tensorflow",
    "jax-eager": "jax",
    "jax-jit": "jax",
}
MEGABYTE = 1_000_000

pytestmark = pytest.mark.slow


def big_run(rng: random.Random) -> Run:
    """1280 records around real ones: times, samples and kernels vary; one in twenty fails."""
    real = [record for record in load_run(GOLDEN / "run.json").records if record.kernels]
    records = []
    for operator in range(40):
        for case in range(4):
            for name, frontend in COMPILERS.items():
                template = rng.choice(real)
                failed = rng.random() < 0.05
                records.append(
                    dataclasses.replace(
                        template,
                        operator=f"operator_{operator}",
                        case=f"m{2**case}_n1024-float32-forward",
                        params={"m": 2**case, "n": 1024},
                        compiler=name,
                        frontend=frontend,
                        eager=name.endswith("eager"),
                        status=Status.CRASHED if failed else Status.OK,
                        reason="SIGSEGV" if failed else "",
                        measurement=None if failed else varied(template, rng),
                        kernels=None if failed else timed(template, rng),
                    )
                )
    return Run(records=tuple(records), environment={"cpu": "synthetic"})


def varied(record: Record, rng: random.Random) -> Measurement:
    assert record.measurement is not None
    factor = rng.lognormvariate(0, 1)
    samples = tuple(ns * factor * rng.uniform(0.98, 1.1) for ns in record.measurement.samples_ns)
    return dataclasses.replace(record.measurement, samples_ns=samples)


def timed(record: Record, rng: random.Random) -> tuple[Kernel, ...]:
    return tuple(
        dataclasses.replace(kernel, time_ns=rng.uniform(1e3, 1e5))
        for kernel in record.kernels or ()
    )


def big_artifacts(run: Run, folder: Path, rng: random.Random) -> None:
    """A folder per record, filled with the stages of a real compilation."""
    templates = [
        (path.parent, Manifest.load(path)) for path in manifest_paths(GOLDEN / "artifacts")
    ]
    for record in run.records:
        source, manifest = rng.choice(templates)
        place = folder / record.operator / record.case / record.compiler / record.target
        shutil.copytree(source, place)
        dataclasses.replace(
            manifest, operator=record.operator, case=record.case, compiler=record.compiler
        ).save(place)


@pytest.fixture(scope="module")
def material(tmp_path_factory) -> Material:
    rng = random.Random(8)
    run = big_run(rng)
    folder = tmp_path_factory.mktemp("artifacts")
    big_artifacts(run, folder, rng)
    return Material(runs=(NamedRun(name="big.json", run=run),), artifacts=folder)


@pytest.fixture(scope="module")
def out(tmp_path_factory) -> Path:
    return tmp_path_factory.mktemp("big") / "report.html"


def test_writing_stays_small(benchmark, material, out):
    pytest.importorskip("jinja2", reason="Jinja2 is not installed")
    benchmark.pedantic(Registry().reports["html"].write, (material, out), rounds=1)
    benchmark.extra_info["megabytes"] = out.stat().st_size / MEGABYTE
    print(f"{out.stat().st_size / MEGABYTE:.1f} MB")
    assert out.stat().st_size < 30 * MEGABYTE


def test_it_starts_and_answers(benchmark, view, material, out):
    if not out.exists():
        Registry().reports["html"].write(material, out)

    def start_and_filter() -> None:
        page = view().open(out)
        page.page.fill("#f-text", "operator_39")
        assert page.all("#heat tbody tr:visible").count() == 4

    benchmark.pedantic(start_and_filter, rounds=3)


def test_a_late_case_opens(benchmark, view, material, out):
    if not out.exists():
        Registry().reports["html"].write(material, out)

    def open_case() -> None:
        page = view().open(out, "operator_39/m8_n1024-float32-forward/cpu")
        page.page.wait_for_selector(".side[data-side=a] .stage .ln")
        assert "operator_39" in page.all("#case h2").inner_text()

    benchmark.pedantic(open_case, rounds=3)

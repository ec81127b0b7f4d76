"""Every alarm, raised by a session that measures: what it is for is planted, nothing is handed in.

Those that need a real framework (dead code, folding, changed inputs, NaN) are in test_pitfalls.py,
a falling clock is in test_pitfalls_measurement.py.
"""

from __future__ import annotations

import contextlib
import os
import shutil
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest

from opscope.compiler import Settings
from opscope.compilers import _autotuned
from opscope.measuring.run import Session
from opscope.measuring.subject import Options
from opscope.nouns import OperatorSource
from opscope.records import Record, Status
from opscope.registry import Registry
from opscope.verdicts.roofline import Peaks

PLANTED_ROOT = Path(__file__).parents[1] / "planted" / "root"
Plant = Callable[..., OperatorSource]

FICKLE = """
import os
from _numpy import NumPy
from opscope.compiler import Compiled, Compiler


class Other(NumPy):
    name = "jax"


class Fickle(Compiler):
    name = "fickle"
    summary = "chooses anew in every process, answers from a cache, compiles again as it goes"
    frontend = Other

    def compile(self, call, job):
        calls = []

        def counted(*inputs):
            calls.append(None)
            return call(*inputs)

        flags = set(os.environ.get("FICKLE", "").split())
        return Compiled(
            call=counted,
            compilations=(lambda: len(calls)) if "recompiles" in flags else None,
            cache_hits=(lambda: 1) if "cached" in flags else None,
            choices=(lambda: {"product": f"tile {os.getpid()}"}) if "tunes" in flags else None,
        )


COMPILER = Fickle()
"""

COARSE = """
import numpy as np
from _numpy import NumPy
from opscope.compiler import Compiled, Compiler


class Coarse(np.ndarray):
    def __matmul__(self, other):  # operands of a product are cut to bfloat16
        cut = [(np.asarray(t, np.float32).view(np.uint32) & 0xFFFF0000).view(np.float32)
               for t in (self, other)]
        return (cut[0] @ cut[1]).view(Coarse)


class Rounding(NumPy):
    name = "jax"

    def tensor(self, array, dtype, settings):
        return array.copy().view(Coarse)


class CoarseProducts(Compiler):
    name = "coarse"
    summary = "rounds what it multiplies"
    frontend = Rounding

    def compile(self, call, job):
        return Compiled(call=call)


COMPILER = CoarseProducts()
"""


@pytest.fixture
def root(tmp_path: Path) -> Path:
    """The planted compilers, and two with faults of their own."""
    shutil.copytree(PLANTED_ROOT, tmp_path / "root")
    folder = tmp_path / "root" / "compilers"
    (folder / "fickle.py").write_text(FICKLE)
    (folder / "coarse.py").write_text(COARSE)
    return tmp_path / "root"


def double(plant: Plant, body: str = "return 2 * x") -> OperatorSource:
    """Doubling, for the frontends of both kinds of planted compilers."""
    source = plant("double", body)
    text = source.path.read_text().replace('{"torch": torch}', '{"torch": torch, "jax": torch}')
    source.path.write_text(text)
    return Registry().operator(str(source.path))


def run(
    root: Path, source: OperatorSource, *compilers: str, peaks: Peaks | None = None, **changes: Any
) -> dict[str, Record]:
    values: dict[str, Any] = {"timeout_s": 20.0, "block_ns": 1e5, "budget_s": 0.05}
    options = Options(**{**values, "roofs": peaks is not None, **changes})
    (case,) = source.operator.cases(sizes=("tiny",), dtypes=("float32",))
    with Session(Registry(root), options) as session:
        if peaks is not None:
            vars(session)["roofs"] = peaks  # measuring them takes ten seconds
        return session.measure(source, case, list(compilers), timed=True)


def kinds(record: Record) -> set[str]:
    return {alarm.kind for alarm in record.alarms}


def evidence(record: Record, kind: str) -> str:
    return next(alarm.evidence for alarm in record.alarms if alarm.kind == kind)


@contextlib.contextmanager
def spinning() -> Iterator[None]:
    """A busy process on every core that this one may use."""
    spin = "import os; os.sched_setaffinity(0, [{}])\nwhile True: pass"
    spinners = [
        subprocess.Popen([sys.executable, "-c", spin.format(core)])
        for core in os.sched_getaffinity(0)
    ]
    try:
        time.sleep(0.2)
        yield
    finally:
        for spinner in spinners:
            spinner.kill()
            spinner.wait()


def test_contended_without_a_verdict(root: Path, plant: Plant) -> None:
    source = double(plant, "sum(range(20000)); return 2 * x")
    with spinning():
        settings = Settings(threads=1)
        found = run(root, source, "plain-a", "plain-b", settings=settings, budget_s=0.5)
    for record in found.values():
        assert record.status is Status.OK
        assert "contended" in kinds(record)
        (verdict,) = record.extra["verdicts"].values()
        assert verdict["kind"] == "UNDECIDED"
        assert "contended" in verdict["reason"]


def test_recompiled(root: Path, plant: Plant, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("FICKLE", "recompiles")
    record = run(root, double(plant), "fickle")["fickle"]
    assert record.status is Status.RECOMPILED
    assert "compiled" in record.reason


def test_implausible(root: Path, plant: Plant) -> None:
    """A machine that moves a byte a second at most."""
    roofs = Peaks(target="cpu", threads=0, copy_bytes_per_s=1.0)
    source = double(plant, "time.sleep(1e-3); return 2 * x")
    record = run(root, source, "plain-a", peaks=roofs)["plain-a"]
    assert record.status is Status.OK
    assert "implausible" in kinds(record)
    assert "memory roof" in evidence(record, "implausible")


def test_unequal_math_mode(root: Path, plant: Plant) -> None:
    found = run(root, double(plant), "plain-a", "coarse")
    assert found["coarse"].math_mode["float32_product"] == "bfloat16"
    assert "in bfloat16, float32 in plain-a" in evidence(found["coarse"], "unequal-math-mode")
    assert "unequal-math-mode" not in kinds(found["plain-a"])


def test_less_accurate_and_faster(root: Path, plant: Plant) -> None:
    """Eight units in the last place: within what is right, beyond what the type explains."""
    body = """
    if "opscope_other" in planted.__globals__:
        return 2 * x * np.float32(1 + 8 * 2.0**-23)
    time.sleep(2e-3)
    return 2 * x
    """
    source = double(plant, body)
    text = source.path.read_text().replace('"jax": torch', '"jax": other')
    other = "def other(case):\n    globals()['opscope_other'] = True\n    return torch(case)\n\n\n"
    source.path.write_text(text.replace("OPERATOR = ", f"{other}OPERATOR = ", 1))
    found = run(root, Registry().operator(str(source.path)), "plain-a", "fickle")
    assert found["fickle"].status is Status.OK, found["fickle"].reason
    assert "which is slower" in evidence(found["fickle"], "less-accurate")
    assert found["fickle"].extra["verdicts"]["plain-a"]["kind"] == "UNDECIDED"
    assert "less-accurate" not in kinds(found["plain-a"])


@pytest.mark.skipif(len(os.sched_getaffinity(0)) < 2, reason="one core: nobody can use two")
def test_unequal_threads(root: Path, plant: Plant) -> None:
    """A library that widens its own affinity and keeps a second core busy."""
    body = """
    import threading, zlib
    if getattr(planted, "pid", 0) != os.getpid():  # threads are not forked
        os.sched_setaffinity(0, range(os.cpu_count()))
        planted.pid, planted.block = os.getpid(), bytes(1 << 24)
        def work():
            while True:
                zlib.crc32(planted.block)  # holds no lock
        threading.Thread(target=work, daemon=True).start()
    zlib.crc32(planted.block)
    return 2 * x
    """
    settings = Settings(threads=1)
    record = run(root, double(plant, body), "plain-a", settings=settings)["plain-a"]
    assert record.measurement is not None
    if sum(record.measurement.cpu_ns) <= 1.2 * sum(record.measurement.samples_ns):
        pytest.skip("others have the second core")
    assert "1 were asked for" in evidence(record, "unequal-threads")


def test_bimodal(root: Path, plant: Plant) -> None:
    """Slow and fast by turns, six calls each: every sample is of one or the other."""
    body = """
    planted.calls = getattr(planted, "calls", -1) + 1
    time.sleep(0.030 if planted.calls // 6 % 2 else 0.003)
    return 2 * x
    """
    record = run(
        root, double(plant, body), "plain-a", block_ns=1e3, min_samples=18, max_samples=18
    )["plain-a"]
    assert record.measurement is not None
    assert "bimodal" in kinds(record), record.measurement.samples_ns


def test_unstable_autotune_is_seen_in_verdict_mode_only(
    root: Path, plant: Plant, monkeypatch: pytest.MonkeyPatch
) -> None:
    """One build tells nothing; each pair of verdict mode is a build of its own."""
    monkeypatch.setenv("FICKLE", "tunes")
    source = double(plant)
    quick = run(root, source, "plain-a", "fickle")["fickle"]
    assert "unstable-autotune" not in kinds(quick)
    decided = run(root, source, "plain-a", "fickle", verdict=True, verdict_limit_s=2.0)
    record = decided["fickle"]
    assert record.status is Status.OK, record.reason
    told = evidence(record, "unstable-autotune")
    assert "product: tile " in told
    assert " then tile " in told
    assert record.extra["verdicts"]["plain-a"]["kind"] == "UNDECIDED"
    assert "unstable-autotune" not in kinds(decided["plain-a"])


def test_warm_cache(root: Path, plant: Plant, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("FICKLE", "cached")
    found = run(root, double(plant), "plain-a", "fickle")
    assert "a compile cache answered 1" in evidence(found["fickle"], "warm-cache")
    assert "warm-cache" not in kinds(found["plain-a"])


def test_what_xla_tuned_is_read_from_its_module() -> None:
    line = (
        '  %gemm = f32[8,8]{1,0} fusion(%a, %b), kind=kCustom, calls=%c, backend_config={"fusion_'
        'backend_config":{"kind":"__triton_nested_gemm_fusion","block_level_fusion_config":'
        '{"num_warps":"%s"}}}, metadata={}'
    )
    other = '  %add = f32[8,8]{1,0} add(%a, %b), backend_config={"num_warps":"2"}'
    one, two = (_autotuned.xla(f"{other}\n{line.replace('%s', n)}") for n in ("2", "4"))
    assert list(one) == ["gemm"]
    assert '"num_warps": "2"' in one["gemm"]
    assert one != two
    assert _autotuned.xla("no module\nbackend_config={") == {}

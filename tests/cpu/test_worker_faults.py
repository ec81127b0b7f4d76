"""Whatever a worker does, exactly one named record tells it, and nothing else is lost."""

from __future__ import annotations

import os
import time

import pytest

from opscope.measuring.run import Session
from opscope.nouns import OperatorSource
from opscope.records import Record, Status

GOOD = "return 2 * x"

FAULTS = {
    "aborts": ("os.abort()", Status.CRASHED, "SIGABRT"),
    "is_killed": ("os.kill(os.getpid(), signal.SIGKILL)", Status.CRASHED, "SIGKILL"),
    "segfaults": ("import ctypes; ctypes.string_at(0)", Status.CRASHED, "SIGSEGV"),
    "exits": ("os._exit(7)", Status.CRASHED, "status 7"),
    "sleeps": ("time.sleep(1e6)", Status.TIMEOUT, "3 s"),
    "spins_without_gil": ("import threading; threading.Event().wait()", Status.TIMEOUT, "3 s"),
    "raises": ("raise RuntimeError('no such kernel')", Status.FAILED, "no such kernel"),
    "is_wrong": ("y = 2 * x; y[3] += 1; return y", Status.WRONG, "y[3]"),
    "is_nan": ("y = 2 * x; y[5] = np.nan; return y", Status.NONFINITE, "y[5] is nan"),
    "is_short": ("return 2 * x[:-1]", Status.WRONG, "shape"),
    "returns_two": ("return 2 * x, x", Status.WRONG, "2 outputs"),
    "eats_memory": (
        "hog = np.ones(1 << 26); time.sleep(2); return 2 * x",
        Status.OUT_OF_MEMORY,
        "limit of 0.2 GiB",
    ),
    "fails_to_allocate": ("return np.ones(1 << 50)", Status.OUT_OF_MEMORY, "allocate"),
    "closes_its_connection": (
        "os.closerange(3, 256); time.sleep(1e6)",
        Status.CRASHED,
        "without an answer",
    ),
    "answers_rubbish": (
        "[os.write(int(sys.argv[1]), b'\\0\\0\\0\\7rubbish'), time.sleep(1e6)]",
        Status.CRASHED,
        "malformed",
    ),
}


def _measure(session: Session, source: OperatorSource) -> dict[str, Record]:
    (case,) = source.operator.cases(sizes=("tiny",), dtypes=("float32",))
    return session.measure(source, case, ["plain-a", "plain-b"], timed=True)


@pytest.mark.parametrize("name", FAULTS)
def test_a_fault_is_one_record(name, plant, planted_session):
    body, status, reason = FAULTS[name]
    bad, good = plant(name, body), plant("fine", GOOD)
    records = _measure(planted_session, bad)
    assert {r.status for r in records.values()} == {status}
    for record in records.values():
        assert reason in record.reason
        assert record.measurement is None
    after = _measure(planted_session, good)
    assert {r.status for r in after.values()} == {Status.OK}
    assert len(planted_session.records) == 4


def test_a_crash_while_timing_leaves_the_other_compilers_their_samples(plant, planted_session):
    body = """
        state = planted.__dict__
        state["calls"] = state.get("calls", 0) + 1
        if state["calls"] > 40 and os.path.basename(sys.argv[0]) and not os.path.exists(FLAG):
            open(FLAG, "w").close()
            os.abort()
        return 2 * x
    """
    flag = os.path.join(planted_session._pool.scratch, "aborted-once")
    source = plant("aborts_once", body.replace("FLAG", repr(flag)))
    records = _measure(planted_session, source)
    statuses = sorted(r.status for r in records.values())
    assert statuses == [Status.CRASHED, Status.OK]
    (fine,) = [r for r in records.values() if r.status is Status.OK]
    assert fine.measurement is not None
    assert len(fine.measurement.samples_ns) >= planted_session.options.min_samples


def test_what_a_worker_prints_is_no_answer(plant, planted_session):
    source = plant(
        "prints", "print('{\"status\": \"ok\"}' * 100); sys.stderr.write('x'); return 2 * x"
    )
    records = _measure(planted_session, source)
    assert {r.status for r in records.values()} == {Status.OK}


def test_the_last_lines_of_stderr_are_shown(plant, planted_session):
    source = plant("complains", "sys.stderr.write('LLVM ERROR: no\\n'); os.abort()")
    record = _measure(planted_session, source)["plain-a"]
    assert "LLVM ERROR: no" in record.reason


def test_what_another_operator_left_in_the_log_is_not_shown(plant, planted_session):
    _measure(planted_session, plant("first", "raise RuntimeError('of the first')"))
    record = _measure(planted_session, plant("second", "os._exit(3)"))["plain-a"]
    assert record.status is Status.CRASHED
    assert "of the first" not in record.reason


def test_a_wrong_reference_is_blamed_only_by_several_frontends(plant, planted_session):
    source = plant("all_wrong", "return 3 * x")
    assert {r.status for r in _measure(planted_session, source).values()} == {Status.WRONG}


def test_a_reference_that_fails_fails_every_record(tmp_path, plant, planted_session):
    path = plant("bad_reference", GOOD).path
    path.write_text(path.read_text().replace("case, x: 2 * x", "case, x: x[:3]"))
    source = planted_session.registry.operator(str(path))
    for record in _measure(planted_session, source).values():
        assert record.status is Status.FAILED
        assert "float64 reference" in record.reason
        assert "shapes [(3,)]" in record.reason


def test_a_case_that_does_not_fit_is_refused_before_allocation(plant, planted_session):
    source = plant("huge", GOOD)
    cases = source.operator.cases(sizes=("tiny",), dtypes=("float32",))
    from dataclasses import replace

    from opscope.nouns import Params

    case = replace(cases[0], params=Params(n=1 << 44))
    began = time.monotonic()
    records = planted_session.measure(source, case, ["plain-a"], timed=True)
    assert time.monotonic() - began < 1
    assert records["plain-a"].status is Status.OUT_OF_MEMORY
    assert "GiB are available" in records["plain-a"].reason


def test_no_process_is_left_behind(plant, planted_session):
    _measure(planted_session, plant("fine", GOOD))
    pids = []
    planted_session._pool.each_alive(lambda worker: pids.append(worker.pid))
    assert pids
    planted_session.close()
    for pid in pids:
        with pytest.raises(ProcessLookupError):
            os.kill(pid, 0)

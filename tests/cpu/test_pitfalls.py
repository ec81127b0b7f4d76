"""The known ways to fool oneself, planted in operator files and run through real frameworks.

Each operator in ``tests/planted/pitfalls`` makes one mistake that has cost somebody a wrong
conclusion; the status or alarm named here is what must come of it.
"""

from __future__ import annotations

import importlib.util
import os
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

from opscope import cli
from opscope.compiler import Settings
from opscope.measuring import judging
from opscope.measuring.run import Session
from opscope.measuring.subject import Options
from opscope.records import Record, Status
from opscope.registry import Registry
from opscope.verdicts import alarms

PITFALLS = Path(__file__).parents[1] / "planted" / "pitfalls"


_TWICE = """
import torch
from opscope.compilers.torch_inductor import _cache_hits
from opscope.compilers._torch import own_code

def double(x):
    return 2 * x

for _ in range(2):
    torch.compile(own_code(double))(torch.ones(4096))
    print(_cache_hits())
"""


@pytest.fixture(scope="module")
def session() -> Iterator[Session]:
    settings = Settings(target="cpu", threads=1, allocator="tuned")
    options = Options(settings=settings, block_ns=1e5, budget_s=0.02, roofs=False)
    with Session(Registry(), options) as started:
        yield started


def needs(*modules: str) -> pytest.MarkDecorator:
    missing = [name for name in modules if importlib.util.find_spec(name) is None]
    return pytest.mark.skipif(bool(missing), reason=f"not installed: {', '.join(missing)}")


def run(session: Session, name: str, *compilers: str, timed: bool = False) -> dict[str, Record]:
    source = session.registry.operator(str(PITFALLS / f"{name}.py"))
    (case,) = source.operator.cases(sizes=("tiny",), dtypes=("float32",))
    return session.measure(source, case, list(compilers), timed=timed)


@needs("jax")
def test_a_dead_product_is_eliminated(session: Session) -> None:
    record = run(session, "dead_product", "jax-jit", timed=True)["jax-jit"]
    assert record.status is Status.ELIMINATED
    assert "dead code" in record.reason


@needs("jax")
def test_an_array_in_the_closure_is_folded(session: Session) -> None:
    record = run(session, "closure_constant", "jax-jit", timed=True)["jax-jit"]
    assert record.status is Status.FOLDED
    assert f"{4 * 64 * 64} bytes" in record.reason


@needs("torch")
def test_a_changed_input_is_noticed(session: Session) -> None:
    record = run(session, "in_place", "torch-eager", timed=True)["torch-eager"]
    assert record.status is Status.MUTATES_INPUT
    assert "changed x" in record.reason
    assert "y" not in record.reason.partition("changed")[2]


@needs("torch")
def test_one_nan_in_the_data_is_enough(session: Session) -> None:
    record = run(session, "nan_input", "torch-eager", timed=True)["torch-eager"]
    assert record.status is Status.NONFINITE
    assert "x holds 1" in record.reason


@needs("torch", "tensorflow", "jax")
def test_gelu_is_two_functions(session: Session) -> None:
    records = run(session, "tanh_gelu", "torch-eager", "tf-eager", "jax-eager")
    assert records["torch-eager"].status is Status.OK
    assert records["tf-eager"].status is Status.OK
    assert records["jax-eager"].status is Status.WRONG
    for name in ("torch-eager", "tf-eager"):
        accuracy = records[name].accuracy
        assert accuracy is not None
        assert accuracy.error < 1e-6


@needs("torch", "jax")
def test_another_epsilon_shows_on_data_of_low_variance(session: Session) -> None:
    records = run(session, "keras_epsilon", "torch-eager", "jax-jit")
    assert records["torch-eager"].status is Status.OK
    assert records["jax-jit"].status is Status.WRONG


@needs("tensorflow", "jax")
def test_same_padding_is_not_padding_by_one(session: Session) -> None:
    records = run(session, "same_padding", "tf-eager", "jax-jit")
    assert records["tf-eager"].status is Status.WRONG
    assert records["jax-jit"].status is Status.OK


@needs("torch", "jax")
def test_heads_and_sequence_may_not_be_swapped(session: Session) -> None:
    records = run(session, "swapped_heads", "torch-eager", "jax-jit")
    assert records["torch-eager"].status is Status.WRONG
    assert records["jax-jit"].status is Status.OK


@needs("torch", "jax")
def test_a_sum_of_integers_has_another_type_in_every_framework(session: Session) -> None:
    """PyTorch widens to int64, JAX does not: the values agree, the bytes do not."""
    records = run(session, "integer_sum", "torch-eager", "jax-eager")
    assert [alarm.kind for alarm in records["torch-eager"].alarms] == ["output-type"]
    assert "int64 where int32" in records["torch-eager"].alarms[0].evidence
    assert records["jax-eager"].alarms == ()


@needs("torch", "jax")
def test_a_floating_output_of_another_type_is_wrong(session: Session) -> None:
    record = run(session, "widened", "torch-eager")["torch-eager"]
    assert record.status is Status.WRONG
    assert "float64 where float32" in record.reason


@needs("torch", "tensorflow", "jax")
def test_variance_divides_by_n_or_by_one_less(session: Session) -> None:
    records = run(session, "default_variance", "torch-eager", "tf-eager", "jax-eager")
    assert records["torch-eager"].status is Status.WRONG
    assert records["tf-eager"].status is Status.OK
    assert records["jax-eager"].status is Status.OK


@needs("torch", "tensorflow", "jax")
def test_leaky_relu_leaks_differently(session: Session) -> None:
    records = run(session, "default_leaky_relu", "torch-eager", "tf-eager", "jax-eager")
    assert records["torch-eager"].status is Status.OK
    assert records["tf-eager"].status is Status.WRONG
    assert records["jax-eager"].status is Status.OK


@needs("torch", "jax")
def test_a_median_of_an_even_number_is_one_of_two_things(session: Session) -> None:
    records = run(session, "default_median", "torch-eager", "jax-eager")
    assert records["torch-eager"].status is Status.WRONG
    assert records["jax-eager"].status is Status.OK


@pytest.mark.slow
@needs("jax")
def test_operands_are_parameters_of_the_program(capsys: pytest.CaptureFixture[str]) -> None:
    arguments = ["--size", "tiny", "--target", "cpu", "--stage", "hlo-optimized"]
    assert cli.main(["dump", "linear", "--compiler", "jax-jit", *arguments]) == 0
    program = capsys.readouterr().out.partition("ENTRY ")[2]
    operator = Registry().operator("linear").operator
    (case,) = operator.cases(sizes=("tiny",), dtypes=("float32",), directions=("forward",))
    assert program.count(" parameter(") == len(operator.inputs(case))
    assert judging.largest_constant_bytes(program) < 64


@pytest.mark.slow
@needs("torch", "tensorflow")
def test_momentum_is_a_share_of_the_new_or_of_the_old(session: Session) -> None:
    records = run(session, "default_momentum", "torch-eager", "tf-eager")
    assert records["torch-eager"].status is Status.OK
    assert records["tf-eager"].status is Status.WRONG


@needs("torch", "jax")
def test_a_row_that_is_masked_altogether_is_zero_or_a_mean(session: Session) -> None:
    records = run(session, "masked_row", "torch-eager", "jax-eager")
    assert records["torch-eager"].status is Status.OK
    assert records["jax-eager"].status is Status.WRONG
    assert "[0, 0, 1, " in records["jax-eager"].reason or "y[0,0,1," in records["jax-eager"].reason


@needs("torch")
def test_denormal_inputs_are_told(session: Session) -> None:
    record = run(session, "denormal_input", "torch-eager", timed=True)["torch-eager"]
    assert "denormal" in {alarm.kind for alarm in record.alarms}


@needs("jax")
def test_a_buffer_that_was_given_away_is_no_input_any_more(session: Session) -> None:
    record = run(session, "donated", "jax-eager", timed=True)["jax-eager"]
    assert record.status is Status.FAILED
    assert "deleted or donated" in record.reason


@needs("jax")
def test_options_that_come_too_late_are_refused(session: Session) -> None:
    """XLA reads its environment once: such a run would be labelled with what it did not use."""
    record = run(session, "late_flags", "jax-jit", timed=True)["jax-jit"]
    assert record.status is Status.FAILED
    assert "XLA_FLAGS" in record.reason
    assert "--flag" in record.reason
    after = run(session, "alone", "jax-jit")["jax-jit"]  # and are gone for the next operator
    assert after.status is Status.OK


@needs("torch", "jax")
def test_a_way_through_the_host_is_unequal_work(session: Session) -> None:
    records = run(session, "host_callback", "torch-eager", "jax-jit", timed=True)
    assert records["jax-jit"].status is Status.OK
    kinds = {alarm.kind: alarm.evidence for alarm in records["jax-jit"].alarms}
    assert f"copies {2 * 4 * 4096} bytes" in kinds["unequal-work"]
    assert "unequal-work" not in {alarm.kind for alarm in records["torch-eager"].alarms}
    assert "unequal-work" in alarms.barred(records["jax-jit"])


@pytest.mark.slow
@needs("torch")
def test_what_is_compiled_a_second_time_is_compiled_anew(session: Session) -> None:
    """In one worker, whose Inductor would have it in its cache, were it not watched as it compiles:
    if it did answer from there, it would say so."""
    first, second = (
        run(session, "host_callback", "torch-inductor", timed=True)["torch-inductor"]
        for _ in range(2)
    )
    for record in (first, second):
        assert record.status is Status.OK, record.reason
        assert record.kernel_count == 1
        assert "warm-cache" not in {alarm.kind for alarm in record.alarms}


@pytest.mark.slow
@needs("torch")
def test_an_answer_from_inductors_cache_is_counted(tmp_path: Path) -> None:
    """By the counters that the alarm reads, in a process that nobody watches."""
    done = subprocess.run(
        [sys.executable, "-c", _TWICE],
        env={**os.environ, "TORCHINDUCTOR_CACHE_DIR": str(tmp_path)},
        cwd=Path(__file__).parents[2],
        capture_output=True,
        text=True,
        timeout=300,
        check=False,
    )
    assert done.stdout.split() == ["0", "1"], done.stderr


@pytest.mark.slow
@needs("torch", "jax")
def test_narrow_types_are_judged_against_float64_and_not_against_each_other(
    session: Session,
) -> None:
    """Inductor keeps float32 between fused bfloat16 operations, eager PyTorch rounds after each:
    both are right, and they differ."""
    source = session.registry.operator("gelu")
    (case,) = source.operator.cases(sizes=("tiny",), dtypes=("bfloat16",), directions=("forward",))
    records = session.measure(source, case, ["torch-eager", "torch-inductor"], timed=False)
    errors = []
    for record in records.values():
        assert record.status is Status.OK, record.reason
        assert record.accuracy is not None
        assert 0 < record.accuracy.error <= record.accuracy.tolerance
        errors.append(record.accuracy.error)
    assert max(errors) < 0.05


@needs("torch", "tensorflow", "jax")
def test_every_framework_has_a_process_of_its_own(session: Session) -> None:
    records = run(session, "alone", "torch-eager", "tf-eager", "jax-eager")
    assert {record.status for record in records.values()} == {Status.OK}


@pytest.mark.slow
@needs("torch")
def test_a_shape_that_changes_is_recompiled(session: Session) -> None:
    record = run(session, "changing_shape", "torch-inductor", timed=True)["torch-inductor"]
    assert record.status is Status.RECOMPILED
    assert "compiled" in record.reason


@needs("torch", "tensorflow", "jax")
def test_one_thread_asked_for_is_one_core_used(session: Session) -> None:
    """Pools that ignore their own limit cannot ignore the affinity set before the import."""
    source = session.registry.operator("matmul")
    (case,) = source.operator.cases(sizes=("small",), dtypes=("float32",), directions=("forward",))
    compilers = ["torch-eager", "tf-eager", "tf-xla", "jax-jit"]
    for record in session.measure(source, case, compilers, timed=True).values():
        assert record.status is Status.OK
        assert record.measurement is not None
        assert record.measurement.threads == 1
        assert "unequal-threads" not in {alarm.kind for alarm in record.alarms}


@needs("torch", "tensorflow", "jax")
def test_arithmetic_is_probed_and_read_back(session: Session) -> None:
    records = run(session, "alone", "torch-eager", "tf-eager", "jax-eager")
    for record in records.values():
        assert record.math_mode["float32_product"] == "float32"
        assert record.math_mode["accumulation"] == "float32"
    # XLA and Eigen run with denormals flushed, PyTorch does not
    flushes = {name: record.math_mode["flushes_denormals"] for name, record in records.items()}
    assert flushes == {"torch-eager": False, "tf-eager": True, "jax-eager": True}
    assert records["jax-eager"].math_mode["default_matmul_precision"] == "highest"
    assert records["torch-eager"].math_mode["matmul_allow_tf32"] is False
    assert records["torch-eager"].math_mode["cudnn_allow_tf32"] is False
    assert records["torch-eager"].math_mode["float32_matmul_precision"] == "highest"
    assert records["torch-eager"].math_mode["bfloat16_reduced_reduction"] is False
    assert records["tf-eager"].math_mode["tf32"] is False


@needs("torch")
def test_the_allocator_is_recorded(session: Session) -> None:
    record = run(session, "alone", "torch-eager")["torch-eager"]
    assert record.environment["allocator"]["allocator"] in ("tuned", "default")
    if record.environment["allocator"]["allocator"] == "tuned":
        assert record.environment["allocator"]["mmap_max"] == 0
        assert record.environment["allocator"]["arena_max"] == 1
    assert {"before", "after", "while_measured"} <= set(record.environment)


@pytest.mark.parametrize("precision", ["tf32", pytest.param("default", marks=pytest.mark.slow)])
@needs("torch", "tensorflow", "jax")
def test_one_precision_is_set_everywhere(precision: str) -> None:
    """The policy, each framework's own word for it and what a product comes to are in the record;
    nothing on this CPU makes use of TF32, whatever it is allowed."""
    options = Options(settings=Settings(precision=precision, threads=1), roofs=False)
    with Session(Registry(), options) as session:
        records = run(session, "alone", "torch-eager", "tf-eager", "jax-eager")
    modes = {name: record.math_mode for name, record in records.items()}
    assert {mode["precision"] for mode in modes.values()} == {precision}
    assert {mode["float32_product"] for mode in modes.values()} == {"float32"}
    if precision == "tf32":
        assert modes["torch-eager"]["matmul_allow_tf32"] is True
        assert modes["torch-eager"]["cudnn_allow_tf32"] is True
        assert modes["torch-eager"]["float32_matmul_precision"] == "high"
        assert modes["tf-eager"]["tf32"] is True
        assert modes["jax-eager"]["default_matmul_precision"] == "tensorfloat32"
    else:
        assert modes["jax-eager"]["default_matmul_precision"] is None


@pytest.mark.parametrize(("precision", "dot"), [("highest", "ieee"), ("tf32", "tf32")])
def test_a_kernel_that_does_not_say_multiplies_as_asked(precision: str, dot: str) -> None:
    frontend = Registry().compiler("triton").frontend()
    environment = frontend.environment(Settings(precision=precision))
    assert environment["TRITON_F32_DEFAULT"] == dot
    assert "TRITON_F32_DEFAULT" not in frontend.environment(Settings(precision="default"))


@pytest.mark.slow
@pytest.mark.parametrize(
    ("compiler", "module"),
    [("jax-jit", "jax"), ("torch-inductor", "torch"), ("tf-xla", "tensorflow")],
)
def test_a_second_dump_is_not_starved_by_a_warm_cache(
    compiler: str, module: str, tmp_path: Path
) -> None:
    """Compile caches are private and empty: two dumps in one environment write the same files."""
    if importlib.util.find_spec(module) is None:
        pytest.skip(f"{module} is not installed")
    written = []
    for name in ("first", "second"):
        out = tmp_path / name
        arguments = ["dump", "softmax", "--size", "tiny", "--target", "cpu", "--out", str(out)]
        assert cli.main([*arguments, "--compiler", compiler]) == 0
        written.append(sorted(p.relative_to(out) for p in out.rglob("*") if p.is_file()))
    assert written[0] == written[1]
    assert len(written[0]) >= 3
    assert alarms.warm_cache(map(str, written[0]), map(str, written[1])) is None

"""Options of compilers: what the installed ones know, and what is refused."""

from __future__ import annotations

from pathlib import Path

import pytest

from opscope import cli, flags
from opscope.compilers import _xla_flags
from opscope.errors import UsageError
from opscope.measuring.run import Session
from opscope.measuring.subject import Options
from opscope.records import Status
from opscope.registry import Registry


def test_unknown_flag_is_refused_with_the_nearest() -> None:
    with pytest.raises(UsageError, match=r"did you mean 'max_fusion_size'\?.*knows 2 flags"):
        flags.check("c", {"max_fuson_size": "1"}, ["max_fusion_size", "debug"])
    with pytest.raises(UsageError, match="c takes no flags"):
        flags.check("c", {"x": "1"}, [])
    flags.check("c", {"debug": "1"}, ["debug"])


@pytest.mark.parametrize(
    ("text", "default", "value"),
    [
        ("true", False, True),
        ("0", True, False),
        ("16", 64, 16),
        ("0.5", 1.0, 0.5),
        ("fast", "off", "fast"),
        ("None", None, None),
        ("[1, 2]", None, [1, 2]),
        ("word", None, "word"),
        ("False", None, False),
    ],
)
def test_value_takes_the_type_of_the_default(text: str, default: object, value: object) -> None:
    assert flags.typed("x", text, default) == value


@pytest.mark.parametrize(("text", "default"), [("maybe", True), ("one", 1), ("x", 1.0)])
def test_value_of_another_type_is_refused(text: str, default: object) -> None:
    with pytest.raises(UsageError, match=f"--flag x={text}: takes"):
        flags.typed("x", text, default)


@pytest.mark.jax
def test_xla_tells_its_options_without_being_imported() -> None:
    known = _xla_flags.known("jaxlib")
    assert len(known) > 100
    assert "xla_disable_hlo_passes" in known
    _xla_flags.check("c", "jaxlib", {"xla_cpu_enable_fast_math": "true"})
    with pytest.raises(UsageError, match="takes true or false"):
        _xla_flags.check("c", "jaxlib", {"xla_cpu_enable_fast_math": "maybe"})
    with pytest.raises(UsageError, match="takes a whole number"):
        _xla_flags.check("c", "jaxlib", {"xla_backend_optimization_level": "high"})
    assert _xla_flags.known("no_such_module") == {}


@pytest.mark.jax
def test_dump_refuses_a_wrong_flag(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path))
    asked = ["dump", "matmul", "--size", "tiny", "--target", "cpu", "--compiler", "jax-jit"]
    assert cli.main([*asked, "--flag", "xla_disable_hlo_pass=fusion"]) == 2
    assert "did you mean 'xla_disable_hlo_passes'?" in capsys.readouterr().err


@pytest.mark.jax
def test_benchmark_refuses_a_wrong_flag_and_shows_a_right_one() -> None:
    source = Registry().operator("layernorm")
    case = source.operator.cases(sizes=("tiny",), dtypes=("float32",), directions=("forward",))[0]

    def measured(given: dict[str, str]) -> tuple[Status, str, int | None, object]:
        options = Options()
        settings = type(options.settings)(flags=given)
        with Session(Registry(), Options(settings=settings)) as session:
            record = session.measure(source, case, ["jax-jit"], timed=False)["jax-jit"]
        return record.status, record.reason, record.kernel_count, record.flags

    status, reason, _, _ = measured({"xla_disable_hlo_pass": "fusion"})
    assert status is Status.FAILED
    assert "did you mean 'xla_disable_hlo_passes'?" in reason
    status, _, kernels, shown = measured({"xla_disable_hlo_passes": "fusion"})
    assert status is Status.OK
    assert shown == {"xla_disable_hlo_passes": "fusion"}
    plain = measured({})[2]
    assert kernels is not None
    assert plain is not None
    assert kernels > plain

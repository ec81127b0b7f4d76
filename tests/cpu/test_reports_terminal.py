"""The terminal table at several widths, without colour, with hostile names."""

from __future__ import annotations

import io
import sys
from pathlib import Path

import pytest
from rich.console import Console

from opscope.records import Run, Status
from opscope.registry import Registry

sys.path.insert(0, str(Path(__file__).parent))
from _report_runs import matmul_run, record


@pytest.fixture(scope="module")
def terminal():
    return Registry().reports["terminal"]


def text_of(terminal, run, width=120, **options):
    stream = io.StringIO()
    terminal.render(run, Console(file=stream, width=width, **options))
    return stream.getvalue()


def test_it_is_what_a_session_ends_with(terminal):
    assert terminal.at_end_of_run


@pytest.mark.parametrize("width", [60, 80, 120, 200])
def test_no_line_is_longer_than_the_console_and_every_compiler_is_there(terminal, width):
    text = text_of(terminal, matmul_run(), width)
    assert max(map(len, text.splitlines())) <= width
    for item in matmul_run().records:
        assert item.compiler in text


def test_columns_that_do_not_fit_are_named(terminal):
    narrow, wide = (text_of(terminal, matmul_run(), width) for width in (80, 200))
    assert "no room here for" in narrow
    assert "break-even" in narrow.split("no room here for")[1]
    assert "no room here for" not in wide


def test_failures_show_their_reason_and_no_rank(terminal):
    lines = text_of(terminal, matmul_run()).splitlines()
    (wrong,) = [line for line in lines if line.startswith("tf-graph")]
    assert "wrong" in wrong
    assert "[bold]x[/]" in wrong, "markup in a reason is text"
    (doubtful,) = [line for line in lines if line.startswith("tf-xla")]
    assert "doubtful" in doubtful
    assert any(line.startswith("! implausible: tf-xla (9.9 TFLOP/s") for line in lines)


def test_a_pipe_gets_neither_colour_nor_control_characters(terminal):
    run = Run(records=(record("torch-eager", status=Status.CRASHED, reason="\x1b[31mred\x07"),))
    text = text_of(terminal, run)
    assert "\x1b" not in text
    assert "\x07" not in text


def test_a_terminal_gets_colour(terminal):
    assert "\x1b[" in text_of(terminal, matmul_run(), force_terminal=True)


def test_an_ascii_console_gets_ascii(terminal):
    stream = io.TextIOWrapper(io.BytesIO(), encoding="ascii")
    terminal.render(matmul_run(), Console(file=stream, width=120))
    stream.flush()


def test_a_run_that_only_checked_says_so(terminal):
    text = text_of(terminal, Run(records=(record("torch-eager"),)))
    assert "correct: not timed" in text
    assert "fastest" not in text


def test_an_empty_run_prints_nothing(terminal):
    assert text_of(terminal, Run(records=())) == ""


def test_a_devices_times_stand_beside_the_hosts_where_there_are_some(terminal):
    on_gpu = record("torch-inductor", 80e3, metrics={"device_ns": 31e3, "kernel_ns": 29e3})
    text = text_of(terminal, Run(records=(on_gpu, record("jax-jit", 90e3))), 160)
    heading = next(line for line in text.splitlines() if line.startswith("compiler"))
    row = next(line for line in text.splitlines() if line.startswith("torch-inductor"))
    assert "device  in kernels" in heading
    assert row.index("31.0 µs") < row.index("29.0 µs")
    assert "by the device's clock" in text.replace("\n", " ")
    assert "in kernels" not in text_of(terminal, matmul_run(), 200)

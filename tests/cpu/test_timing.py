"""The clock, on loops whose time is made up: settling, calibration."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from opscope.worker import timing


class Clock:
    """Time that passes only while a loop runs: ``slow`` times as long at the beginning."""

    def __init__(self, call_ns: float, slow: float = 1.0, slow_ns: float = 0.0) -> None:
        self.now_ns = self.calls = 0
        self._call_ns, self._slow, self._slow_ns = call_ns, slow, slow_ns

    def loop(self, iterations: int) -> None:
        for _ in range(iterations):
            slow = self._slow if self.now_ns < self._slow_ns else 1.0
            self.now_ns += round(self._call_ns * slow)
            self.calls += 1


@pytest.fixture
def made_up(monkeypatch: pytest.MonkeyPatch) -> Callable[..., Clock]:
    def use(*arguments: float) -> Clock:
        clock = Clock(*arguments)
        monkeypatch.setattr(timing.time, "perf_counter_ns", lambda: clock.now_ns)
        return clock

    return use


def test_a_steady_loop_is_calibrated_in_few_calls(made_up):
    clock = made_up(1e5)
    assert timing.calibrate(clock.loop, 5e6) == (50, 1e5)
    assert clock.now_ns < 20e6


@pytest.mark.parametrize("settle_ns", [0.0, timing.SETTLE_NS])
def test_a_slow_beginning_does_not_make_the_samples_short(made_up, settle_ns):
    clock = made_up(1e5, 7.0, 8e6)
    assert timing.calibrate(clock.loop, 5e6, settle_ns) == (50, 1e5)


def test_a_call_longer_than_a_block_is_made_once(made_up):
    clock = made_up(1e9)
    assert timing.calibrate(clock.loop, 5e6) == (1, 1e9)
    assert clock.calls == 3


def test_a_block_begins_when_the_loop_has_settled(made_up):
    clock = made_up(1e6, 3.0, 9e6)
    assert timing.time_block(clock.loop, 4, settle_ns=timing.SETTLE_NS).wall_ns == 4e6


def test_small_calls_have_nothing_to_settle(made_up):
    clock = made_up(1e3)
    timing.time_block(clock.loop, 4, settle_ns=timing.SETTLE_NS)
    assert clock.calls == 1 + 1 + 4

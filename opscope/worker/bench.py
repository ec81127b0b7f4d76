"""What lies ready in a worker to be timed, and the clock over it: a block, a calibration, a no-op.

:class:`opscope.worker.service.Service` compiles what comes here, and answers the parent.
"""

from __future__ import annotations

import gc
import random
from collections.abc import Callable
from dataclasses import asdict, dataclass, replace
from typing import Any

from opscope import machine
from opscope.compiler import Compiled, Compiler, Frontend, Job, Loop, Settings
from opscope.devices import host_of
from opscope.nouns import Program
from opscope.worker import allocator, data, flush, timing
from opscope.worker.problem import Problem
from opscope.worker.wire import Message

NOOP_BLOCK_NS = 2e6


@dataclass(frozen=True)
class Prepared:
    """An executable with its data, ready to be timed."""

    compiler: Compiler
    compiled: Compiled
    problem: Problem
    program: Program
    inputs: tuple[Any, ...]
    loops: dict[str, Loop]
    padding: tuple[bytearray, ...] = ()


class Bench:
    """The executables of one process, by key; the commands that time them."""

    def __init__(self, settings: Settings, frontend: Frontend | None) -> None:
        self._settings = settings
        self._frontend = frontend
        self._prepared: dict[str, Prepared] = {}
        self._flush: Callable[[], None] | None = None
        self._start_flush: Callable[[], Any] | None = None

    @property
    def frontend(self) -> Frontend:
        assert self._frontend is not None, "the NumPy worker has no frontend"
        return self._frontend

    def keep(self, key: str, prepared: Prepared) -> None:
        loops = {
            sync: self.frontend.loop(prepared.compiled.call, prepared.inputs, sync)
            for sync in ("call", "batch")
        }
        self._prepared[key] = replace(prepared, loops=loops)

    def do_place(self, key: str, seed: int, warm: int = 3) -> Message:
        """Give the inputs other memory: drop them, return the heap to the kernel, and make them
        again behind a little padding. The same bytes, in other pages and at other offsets."""
        prepared = self._prepared.pop(key)
        compiler, compiled = prepared.compiler, prepared.compiled
        problem, program = prepared.problem, prepared.program
        del prepared
        allocator.give_back()
        rng = random.Random(seed)
        padding = tuple(bytearray(rng.randrange(1, 64) * 4096) for _ in range(3))
        inputs = problem.tensors(self.frontend, program)
        by = problem.wrt_positions
        inputs = tuple(
            self.frontend.differentiable(tensor) if position in by else tensor
            for position, tensor in enumerate(inputs)
        )
        self.keep(key, Prepared(compiler, compiled, problem, program, inputs, {}, padding))
        self._prepared[key].loops["call"](warm)
        return {}

    def do_noop(self, key: str) -> Message:
        """What a call costs that does next to nothing: a single number plus itself, through the
        compiler that made ``key``."""
        prepared = self._prepared[key]
        one = self.frontend.tensor(data.one(), "float32", self._settings)
        job = Job(
            operator=prepared.problem.operator,
            case=replace(prepared.problem.case, direction="forward"),
            call=lambda x: x + x,
            arguments=(one,),
            settings=prepared.problem.settings,
        )
        compiled = prepared.compiler.build(job)
        self.frontend.wait((compiled.first or compiled.call)(one))
        loop = self.frontend.loop(compiled.call, (one,), "call")
        return {"call_ns": timing.calibrate(loop, NOOP_BLOCK_NS)[1]}

    def do_calibrate(self, key: str, target_ns: float, sync: str = "call") -> Message:
        """How many calls fill ``target_ns``, and what one of them takes."""
        iterations, call_ns = timing.calibrate(
            self._prepared[key].loops[sync], target_ns, self._settle_ns()
        )
        return {"iterations": iterations, "call_ns": call_ns}

    def do_time(
        self, key: str, iterations: int, warm: int = 1, sync: str = "call", cold: bool = False
    ) -> Message:
        """One block: ``warm`` untimed calls, then ``iterations`` timed ones. With several
        threads on a CPU the untimed ones go on until those have found their cores.

        ``cold`` flushes the caches before each timed call, outside of its time. On a device more
        blocks follow: one timed by the device's own clock where it has one (``device_ns``), and of
        hot calls one that only waits for the last (``batch_ns``).
        """
        prepared = self._prepared[key]
        on_device = host_of(self._settings.target) != "cpu"
        count = prepared.compiled.compilations
        before = count() if count else 0
        if cold:
            self._flush = self._flush or flush.flusher(self.frontend, self._settings)
            block = timing.time_cold(prepared.loops[sync], self._flush, iterations)
        else:
            loop = prepared.loops[sync]
            block = timing.time_block(loop, iterations, warm, self._settle_ns())
        again = count() - before if count else 0
        answer = {**asdict(block), "recompiled": again}
        if on_device:
            answer |= self._device_times(prepared, iterations, cold=cold)
        return answer

    def _settle_ns(self) -> float:
        one = (self._settings.threads or machine.available_cores()) == 1
        return 0.0 if one or self._settings.target != "cpu" else timing.SETTLE_NS

    def _device_times(self, prepared: Prepared, iterations: int, *, cold: bool) -> Message:
        call, inputs, flushed = prepared.compiled.call, prepared.inputs, None
        if cold:
            if self._start_flush is None:
                self._start_flush = flush.device_flush(self.frontend, self._settings)
            flushed = self._start_flush
        times: Message = {"device_ns": self.frontend.device_ns(call, inputs, iterations, flushed)}
        if not cold:
            batch = timing.time_block(prepared.loops["batch"], iterations, warm=0)
            times["batch_ns"] = batch.wall_ns
        return times

    def executable(self, key: str) -> tuple[Callable[..., Any], tuple[Any, ...]]:
        """What is timed under ``key``, and what it is called with: for whoever wants to time it
        by other means in this process."""
        prepared = self._prepared[key]
        return prepared.compiled.call, prepared.inputs

    def do_release(self) -> Message:
        """Forget all executables and their data, and give the memory back."""
        self._prepared.clear()
        if self._frontend is not None and host_of(self._settings.target) != "cpu":
            self._flush = self._start_flush = None
            gc.collect()
            self._frontend.release()
        return {}

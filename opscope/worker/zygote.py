"""Workers by the dozen: a process that has imported a framework and forks one child per request.

A fresh PyTorch or TensorFlow process takes seconds to import; a fork of one that has imported it,
and has run nothing, takes milliseconds and has its own memory placement and thread pools. It keeps
the address layout of its parent: ten pairs of fresh interpreters spread 4.0%, forked ones 1.6%.
On a GPU nothing may be forked, so there every worker is a fresh process; likewise where the kernel
has no process descriptors.
"""

from __future__ import annotations

import os
import select
import socket
import subprocess
import time
from collections.abc import Callable
from multiprocessing.connection import Connection
from pathlib import Path
from typing import ClassVar, TypeVar

from opscope import machine
from opscope.records import Status
from opscope.worker.parent import Worker, WorkerFailure, WorkerSpec

W = TypeVar("W", bound=Worker)


def forks(spec: WorkerSpec) -> bool:
    """Whether workers of this kind can be forked here."""
    on_host = spec.settings.target.split(":")[0] == "cpu"
    return on_host and hasattr(os, "pidfd_open") and hasattr(socket, "send_fds")


class Zygote(Worker):
    """The process that is forked; ``fork`` gives a worker like any other."""

    arguments: ClassVar[tuple[str, ...]] = ("zygote",)
    ended_cpu_s = 0.0
    """CPU time of its children that have ended."""

    def fork(self, timeout_s: float) -> ForkedWorker:
        """A new worker. Raises WorkerFailure when the zygote is gone or does not answer."""
        ours, theirs = socket.socketpair()
        with theirs:
            try:
                control = socket.socket(fileno=os.dup(self._connection.fileno()))
                with control:
                    socket.send_fds(control, [b"f"], [theirs.fileno()])
            except OSError:
                ours.close()
                raise self._died() from None
        return ForkedWorker(
            self.spec,
            Connection(ours.detach()),
            self._log,
            self._memory_limit_bytes,
            timeout_s,
            self._account,
        )

    def _account(self, cpu_s: float) -> None:
        self.ended_cpu_s += cpu_s

    def close(self) -> None:
        """A zygote waits for descriptors, not for messages: its end is the end of the socket."""
        self._connection.close()
        try:
            self._process.wait(1.0)
        except subprocess.TimeoutExpired:
            self.kill()


class ForkedWorker(Worker):
    """A child of a zygote, so not ours to wait for: a process descriptor tells its end."""

    def __init__(
        self,
        spec: WorkerSpec,
        connection: Connection,
        log: Path,
        memory_limit_bytes: int,
        timeout_s: float,
        on_end: Callable[[float], None],
    ) -> None:
        self.spec = spec
        self.hello = {}
        self._memory_limit_bytes = memory_limit_bytes
        self._log = log
        self._connection = connection
        self._on_end = on_end
        self._process = _Unborn()
        self.greet(timeout_s)
        self._process = _Grandchild(self.hello["pid"])

    def close(self) -> None:
        """End it, and tell what CPU time it took: the kernel reaps it and keeps no account."""
        self._on_end(machine.process_cpu_s(self.pid))
        super().close()

    def kill(self) -> None:
        if self._process.pid:  # group 0 would be our own
            super().kill()
        else:
            self._connection.close()

    def _died(self) -> WorkerFailure:
        self.kill()
        reason = f"a forked {self.spec.frontend} worker ended without an answer"
        return WorkerFailure(Status.CRASHED, self._with_log(reason))


class _Unborn:
    """Stands for a fork that has not told its number yet: there is nothing to signal."""

    pid = 0

    def poll(self) -> int | None:
        return None

    def wait(self, timeout: float | None = None) -> int:
        return 0


class _Grandchild:
    """As much of :class:`subprocess.Popen` as a worker needs."""

    def __init__(self, pid: int) -> None:
        self.pid = pid
        self._descriptor = os.pidfd_open(pid)

    def poll(self) -> int | None:
        return 0 if self._ended(0.0) else None

    def wait(self, timeout: float | None = None) -> int:
        if not self._ended(timeout):
            raise subprocess.TimeoutExpired(str(self.pid), timeout or 0.0)
        return 0

    def _ended(self, timeout_s: float | None) -> bool:
        poller = select.poll()
        poller.register(self._descriptor, select.POLLIN)
        return bool(poller.poll(None if timeout_s is None else timeout_s * 1000))

    def __del__(self) -> None:
        os.close(self._descriptor)


class Nursery:
    """New workers on demand: forked from a zygote per kind where that is possible."""

    def __init__(self, scratch: Path, memory_limit_bytes: int, timeout_s: float) -> None:
        self._scratch, self._memory_limit_bytes = scratch, memory_limit_bytes
        self._timeout_s = timeout_s
        self._zygotes: dict[str, Zygote] = {}
        self.start_s = 0.0

    def new(self, spec: WorkerSpec) -> Worker:
        """A worker that has run nothing. Raises WorkerFailure."""
        began = time.monotonic()
        try:
            if forks(spec):
                return self._zygote(spec).fork(self._timeout_s)
            return self._started(Worker, spec)
        finally:
            self.start_s += time.monotonic() - began

    def _zygote(self, spec: WorkerSpec) -> Zygote:
        zygote = self._zygotes.get(spec.key)
        if zygote is None or not zygote.alive:
            zygote = self._zygotes[spec.key] = self._started(Zygote, spec)
        return zygote

    def _started(self, kind: Callable[[WorkerSpec, Path, int], W], spec: WorkerSpec) -> W:
        worker = kind(spec, self._scratch, self._memory_limit_bytes)
        worker.greet(self._timeout_s)
        return worker

    @property
    def ended_cpu_s(self) -> float:
        """CPU time of all forked workers that have ended, which is in no process's account."""
        return sum(zygote.ended_cpu_s for zygote in self._zygotes.values())

    @property
    def pids(self) -> list[int]:
        return [zygote.pid for zygote in self._zygotes.values() if zygote.alive]

    def close(self) -> None:
        for zygote in self._zygotes.values():
            zygote.close()
        self._zygotes.clear()

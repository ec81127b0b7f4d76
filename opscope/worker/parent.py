"""The parent's side of workers: start, ask with a deadline, kill, and never lose the run."""

from __future__ import annotations

import contextlib
import json
import os
import signal
import socket
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Mapping
from dataclasses import asdict, dataclass, field
from multiprocessing.connection import Connection
from pathlib import Path
from typing import Any, ClassVar, Self

from opscope.compiler import Settings
from opscope.records import Status
from opscope.worker import wire

CHILD = Path(__file__).with_name("child.py")
POLL_S = 0.05
STDERR_LINES = 12
SHUTDOWN_S = 2.0


class WorkerFailure(Exception):
    """A request that gave no answer, as a status with its reason. The worker is dead by then,
    except for ``fault`` failures, where the child itself reported what went wrong."""

    def __init__(
        self, status: Status, reason: str, *, alive: bool = False, usage: bool = False
    ) -> None:
        super().__init__(reason)
        self.usage = usage  # the request itself was wrong: an unknown flag
        self.status = status
        self.reason = reason
        self.alive = alive


@dataclass(frozen=True, kw_only=True)
class WorkerSpec:
    """Everything that decides which process serves a request; equal specs share one worker.

    ``frontend`` is a label; ``compiler_path`` a file in which the child finds the Frontend class
    (empty for the NumPy worker that makes inputs and references). ``environment`` is added to ours,
    with ``{caches}`` in a value replaced by a folder that is new and empty for every worker;
    ``fork_environment`` as well in a process that is going to be forked.
    """

    frontend: str
    compiler_path: str = ""
    python: str = sys.executable
    settings: Settings = field(default_factory=Settings)
    environment: Mapping[str, str] = field(default_factory=dict)
    fork_environment: Mapping[str, str] = field(default_factory=dict)

    @property
    def key(self) -> str:
        process_settings = {**asdict(self.settings), "flags": {}}
        same = [self.frontend, self.python, process_settings, dict(self.environment)]
        return json.dumps(same, sort_keys=True)


class Worker:
    """One child process. ``hello`` is its first message: versions, targets, import time."""

    arguments: ClassVar[tuple[str, ...]] = ()
    """What the child's command line has besides the descriptor and the start message."""

    _process: Any

    def __init__(self, spec: WorkerSpec, scratch: Path, memory_limit_bytes: int) -> None:
        self.spec = spec
        self.hello: wire.Message = {}
        self._memory_limit_bytes = memory_limit_bytes
        own = scratch / f"{spec.frontend}-{time.monotonic_ns()}"
        own.mkdir()
        self.folder = own
        self._log = own / "log"
        self._log_start = 0
        environment = {n: v.replace("{caches}", str(own)) for n, v in spec.environment.items()}
        ours, theirs = socket.socketpair()
        with theirs, self._log.open("wb") as log:
            command = [spec.python, "-P", str(CHILD), str(theirs.fileno()), self._start_message()]
            command += self.arguments
            try:
                self._process = subprocess.Popen(
                    command,
                    stdin=subprocess.DEVNULL,
                    stdout=log,
                    stderr=log,
                    pass_fds=[theirs.fileno()],
                    env={**os.environ, **environment},
                    start_new_session=True,
                )
            except OSError as error:
                ours.close()
                reason = f"cannot start {spec.python}: {error.strerror}"
                raise WorkerFailure(Status.UNAVAILABLE, reason) from error
        self._connection = Connection(ours.detach())

    def _start_message(self) -> str:
        start = {"compiler_path": self.spec.compiler_path, "settings": asdict(self.spec.settings)}
        return json.dumps(start)

    @property
    def alive(self) -> bool:
        return self._process.poll() is None

    @property
    def pid(self) -> int:
        return int(self._process.pid)

    @property
    def log(self) -> str:
        """What it wrote to standard output and error so far."""
        return self._log.read_text(errors="replace")

    def greet(self, timeout_s: float) -> None:
        """Wait for the child to have imported its framework."""
        self.hello = self._receive(time.monotonic() + timeout_s, timeout_s)

    def request(self, command: str, timeout_s: float, **arguments: Any) -> wire.Message:
        """Send a command and wait for its answer.

        Raises WorkerFailure when the child dies, exceeds the deadline or the memory limit, answers
        rubbish, or reports a fault; but for a reported fault the process is gone afterwards.
        """
        self._log_start = self._log.stat().st_size  # what came before is another request's
        try:
            wire.send(self._connection, {"command": command, **arguments})
        except OSError:
            raise self._died() from None
        return self._receive(time.monotonic() + timeout_s, timeout_s)

    def _receive(self, deadline: float, timeout_s: float) -> wire.Message:
        try:
            while not self._connection.poll(POLL_S):
                if not self.alive and not self._connection.poll(0):
                    raise self._died()
                if time.monotonic() > deadline:
                    self.kill()
                    reason = f"no answer within {timeout_s:g} s (--timeout); the worker was killed"
                    raise WorkerFailure(Status.TIMEOUT, self._with_log(reason))
                self._check_memory()
            answer = wire.receive(self._connection)
        except (EOFError, ConnectionError):
            raise self._died() from None
        except (wire.MalformedMessage, OSError) as error:
            self.kill()
            reason = self._with_log(f"sent a malformed answer ({error})")
            raise WorkerFailure(Status.CRASHED, reason) from error
        if "fault" in answer:
            fault = answer["fault"]
            if fault.get("lost"):  # its device refuses everything from now on
                self.kill()
            raise WorkerFailure(
                Status(fault["status"]),
                fault["reason"],
                alive=not fault.get("lost", False),
                usage=fault.get("usage", False),
            )
        return answer

    def _check_memory(self) -> None:
        resident = resident_bytes(self.pid)
        if resident > self._memory_limit_bytes:
            self.kill()
            used, limit = resident / 2**30, self._memory_limit_bytes / 2**30
            reason = f"used {used:.1f} GiB, more than the limit of {limit:.1f} GiB; it was killed"
            raise WorkerFailure(Status.OUT_OF_MEMORY, reason)

    def _died(self) -> WorkerFailure:
        try:
            code = self._process.wait(SHUTDOWN_S)
        except subprocess.TimeoutExpired:
            self.kill()
            reason = "closed its connection without an answer"
            return WorkerFailure(Status.CRASHED, self._with_log(reason))
        self.kill()
        how = f"exited with status {code}" if code >= 0 else f"was killed by {_signal_name(-code)}"
        return WorkerFailure(
            Status.CRASHED, self._with_log(f"the {self.spec.frontend} worker {how}")
        )

    def _with_log(self, reason: str) -> str:
        text = self._log.read_bytes()[self._log_start :].decode(errors="replace")
        lines = text.splitlines()[-STDERR_LINES:]
        return "\n".join([reason, *(f"  | {line}" for line in lines)]) if lines else reason

    def kill(self) -> None:
        """End the child and whatever it started, at once."""
        with contextlib.suppress(ProcessLookupError):
            os.killpg(self._process.pid, signal.SIGKILL)
        self._process.wait()
        self._connection.close()

    def close(self) -> None:
        """Let the child end by itself, and end it if it does not."""
        with contextlib.suppress(OSError):
            wire.send(self._connection, {"command": "quit"})
            with contextlib.suppress(subprocess.TimeoutExpired):
                self._process.wait(SHUTDOWN_S)
        self.kill()


def _signal_name(number: int) -> str:
    try:
        name = signal.Signals(number).name
    except ValueError:
        return f"signal {number}"
    return name + (" (out of memory?)" if name == "SIGKILL" else "")


def resident_bytes(pid: int) -> int:
    """Resident set of a process from /proc; 0 where it cannot be read."""
    try:
        fields = Path(f"/proc/{pid}/statm").read_text().split()
        return int(fields[1]) * os.sysconf("SC_PAGE_SIZE")
    except (OSError, IndexError, ValueError):
        return 0


def available_bytes() -> int:
    """Memory that can be had without swapping (MemAvailable, proc_meminfo(5))."""
    try:
        for line in Path("/proc/meminfo").read_text().splitlines():
            if line.startswith("MemAvailable:"):
                return int(line.split()[1]) * 1024
    except (OSError, ValueError):
        pass
    return os.sysconf("SC_PHYS_PAGES") * os.sysconf("SC_PAGE_SIZE")


class WorkerPool:
    """Workers by spec: started on demand, reused across cases, replaced when they died.

    ``pythons`` maps a frontend to the interpreter that serves it. Use as a context manager: leaving
    it, also by Ctrl-C, ends every child and removes the scratch folder.
    """

    def __init__(self, *, timeout_s: float, memory_limit_bytes: int | None = None) -> None:
        self.timeout_s = timeout_s
        self.memory_limit_bytes = memory_limit_bytes or int(available_bytes() * 0.9)
        self.start_s: dict[str, float] = {}
        self._workers: dict[str, Worker] = {}
        self._unavailable: dict[str, str] = {}
        self._temporary = tempfile.TemporaryDirectory(prefix="opscope-")
        self.scratch = Path(self._temporary.name)

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    def worker(self, spec: WorkerSpec) -> Worker:
        """The live worker for ``spec``. Raises WorkerFailure when it cannot be started."""
        worker = self._workers.get(spec.key)
        if worker is not None and worker.alive:
            return worker
        if spec.key in self._unavailable:
            raise WorkerFailure(Status.UNAVAILABLE, self._unavailable[spec.key])
        started = time.monotonic()
        worker = Worker(spec, self.scratch, self.memory_limit_bytes)
        try:
            worker.greet(self.timeout_s)
        except BaseException as error:
            worker.kill()
            if isinstance(error, WorkerFailure) and error.status is Status.UNAVAILABLE:
                self._unavailable[spec.key] = error.reason  # a missing package stays missing
            raise
        self._workers[spec.key] = worker
        elapsed = time.monotonic() - started
        self.start_s[spec.frontend] = self.start_s.get(spec.frontend, 0.0) + elapsed
        return worker

    def each_alive(self, action: Callable[[Worker], object]) -> None:
        for worker in self._workers.values():
            if worker.alive:
                action(worker)

    def close(self) -> None:
        for worker in self._workers.values():
            worker.close()
        self._workers.clear()
        self._temporary.cleanup()

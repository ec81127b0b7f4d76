"""The child's side: a process that imports one framework, compiles, checks and times on request.

Run as a script by whatever interpreter serves the frontend, which need not have opscope installed:
the package is found beside this file. Besides the framework it needs the standard library and
NumPy. Its standard output and error go to a log that the parent shows when something breaks.
"""

from __future__ import annotations

import ctypes
import gc
import importlib.util
import json
import os
import platform
import signal
import socket
import sys
import time
import traceback
from multiprocessing.connection import Connection
from pathlib import Path
from typing import Any


def _find_opscope() -> None:
    """Make ``import opscope`` find the package that this file belongs to, and no other."""
    folder = Path(__file__).resolve().parents[1]
    spec = importlib.util.spec_from_file_location(
        "opscope", folder / "__init__.py", submodule_search_locations=[str(folder)]
    )
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    sys.modules["opscope"] = module
    spec.loader.exec_module(module)


def _die_with_parent() -> None:
    """Ask Linux for SIGKILL when the parent dies (prctl(2), PR_SET_PDEATHSIG)."""
    if platform.system() == "Linux":
        ctypes.CDLL(None).prctl(1, signal.SIGKILL)


def _pin(threads: int) -> None:
    """Restrict the process to ``threads`` cores before any library counts them; 0 leaves it."""
    if threads and hasattr(os, "sched_setaffinity"):
        os.sched_setaffinity(0, sorted(os.sched_getaffinity(0))[:threads])


def _main(descriptor: int, start: dict[str, Any], *, zygote: bool) -> None:
    from opscope.compiler import Settings
    from opscope.worker import allocator, wire
    from opscope.worker.service import Service

    connection = Connection(descriptor)
    settings = Settings(**start["settings"])
    _pin(settings.threads)
    malloc = allocator.apply(settings.allocator, settings.threads)
    began = time.monotonic()
    try:
        service = Service(start["compiler_path"], settings)
    except Exception as error:
        wire.send(connection, {"fault": _fault(error)})
        return
    # A zygote does not ask its framework anything: an answer may start a thread pool
    hello = {} if zygote else service.hello()
    wire.send(connection, {**hello, "allocator": malloc, "import_s": time.monotonic() - began})
    gc.collect()
    gc.freeze()
    if zygote:
        _fork_on_request(connection, service)
    else:
        _serve(connection, service)


def _serve(connection: Connection, service: Any) -> None:
    """Answer requests until told to quit, or the parent is gone."""
    from opscope.worker import wire

    while True:
        try:
            message = wire.receive(connection)
        except EOFError:
            return
        command = message.pop("command")
        if command == "quit":
            return
        try:
            answer = service.answer(command, message)
        except Exception as error:
            traceback.print_exc()
            answer = {"fault": _fault(error)}
        wire.send(connection, answer)


def _fork_on_request(connection: Connection, service: Any) -> None:
    """For every descriptor received, fork a child that serves it; the framework is imported, and
    nothing of it has run. Children are reaped by the kernel."""
    from opscope.worker import wire

    control = socket.socket(fileno=os.dup(connection.fileno()))
    signal.signal(signal.SIGCHLD, signal.SIG_IGN)
    while True:
        data, descriptors, _, _ = socket.recv_fds(control, 1, 1)
        if not data:
            return
        if os.fork() == 0:
            break
        os.close(descriptors[0])
    _die_with_parent()
    os.setsid()
    signal.signal(signal.SIGCHLD, signal.SIG_DFL)
    control.close()
    connection.close()
    served = Connection(descriptors[0])
    wire.send(served, {"pid": os.getpid()})
    _serve(served, service)


def _fault(error: BaseException) -> dict[str, Any]:
    from opscope.worker.faults import fault

    return fault(error)


if __name__ == "__main__":
    _die_with_parent()
    _find_opscope()
    _main(int(sys.argv[1]), json.loads(sys.argv[2]), zygote=sys.argv[3:] == ["zygote"])
    # Frameworks' own exit handlers (thread pools, profilers) have hung here; nothing is left to do.
    sys.stdout.flush()
    sys.stderr.flush()
    os._exit(0)

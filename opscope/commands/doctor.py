"""``opscope doctor``: what this machine is, and what is missing and how to get it."""

from __future__ import annotations

import argparse
import json
import sys
from typing import Any

SUMMARY = "versions, devices, threads, CPU features, governor, load, and what is missing"


def add_arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("--python", action="append", default=[], metavar="FRONTEND=PATH")
    parser.add_argument("--json", action="store_true")
    parser.add_argument(
        "--measure",
        action="store_true",
        help="measure this machine's roofs (bandwidth, matrix products) again: 10 s a thread count",
    )


def run(arguments: argparse.Namespace) -> int:
    from opscope import attached, machine
    from opscope.selection import parse_pythons

    pythons, facts = parse_pythons(arguments.python), machine.facts()
    found: dict[str, Any] = {
        "machine": facts,
        "roofs": _roofs(facts, pythons, again=arguments.measure),
        "now": machine.snapshot(),
        "frontends": _frontends(pythons, attached.default_target()),
        "installed": _installed(),
        "tools": _tools(),
    }
    if arguments.json:
        json.dump(found, sys.stdout, indent=1)
        print()
    else:
        _print(found)
    usable = [f for f in found["frontends"].values() if f["status"] == "ok"]
    return 0 if usable else 3


def _frontends(pythons: dict[str, str], target: str) -> dict[str, Any]:
    """Each frontend as its own worker process reports it: on ``target``, or if it does not work
    there on the CPU; ``mend`` then says why and what to do."""
    from opscope.compiler import Settings
    from opscope.measuring.subject import Options, worker_spec
    from opscope.registry import Registry
    from opscope.worker.parent import WorkerFailure, WorkerPool

    registry, found = Registry(), {}
    first = {c.frontend.name: c for c in reversed(registry.compilers.values())}
    with WorkerPool(timeout_s=120.0) as pool:
        for name, compiler in sorted(first.items()):
            path, reason = registry.path("compilers", compiler.name), ""
            for attempt in dict.fromkeys((target, "cpu")):
                options = Options(settings=Settings(target=attempt), pythons=pythons)
                spec = worker_spec(compiler, path, options)
                found[name] = {"python": spec.python, "install": compiler.frontend().install}
                try:
                    found[name] |= {"status": "ok", **pool.worker(spec).hello}
                except WorkerFailure as failure:
                    reason = failure.reason
                    found[name] |= {"status": failure.status.value, "reason": reason}
                    continue
                if reason:
                    found[name]["mend"] = f"not on {target}: {reason}\n{_GPU_BUILDS}"
                break
    return found


_GPU_BUILDS = "python3 opscope/install.py --gpu --dry-run shows what to install for a GPU"


def _installed() -> dict[str, Any]:
    """What ``make`` put into this environment and into TensorFlow's own beside it."""
    from pathlib import Path

    from opscope import install

    python = Path(sys.executable)
    beside = install.tensorflow_beside(python)
    return {
        str(path.parent.parent): stamp
        for path in (python, beside)
        if path is not None and (stamp := install.stamp_of(path.parent.parent)) is not None
    }


def _roofs(facts: dict[str, Any], pythons: dict[str, str], *, again: bool) -> dict[str, Any]:
    """What was measured of this machine, for one core and for all, and of its GPU: kept, or
    ``again`` anew."""
    from dataclasses import asdict

    from opscope import attached
    from opscope.measuring import peaks

    found, cores, target = {}, facts["cores"]["usable"], attached.default_target()
    wanted = [("cpu", threads) for threads in sorted({1, cores})]
    for name, threads in wanted + [(target, cores)] * (target != "cpu"):
        roofs = (
            peaks.load_or_measure(facts, target=name, threads=threads, pythons=pythons, again=True)
            if again
            else peaks.stored(facts, name, threads)
        )
        found[f"{name}/{threads}"] = asdict(roofs) if roofs else "not measured yet: --measure"
    return found


def _tools() -> dict[str, str | None]:
    import shutil

    return {name: shutil.which(name) for name in ("g++", "objdump", "ptxas", "nvdisasm")}


def _print(found: dict[str, Any]) -> None:
    from rich.table import Table

    from opscope.showing.console import console

    out = console()
    for title in ("machine", "roofs", "now", "installed"):
        table = Table(title=title, title_justify="left", show_header=False, box=None)
        for name, value in found[title].items():
            if name != "gpus":
                table.add_row(name, _text(value))
        if table.row_count:
            out.print(table)
    for number, gpu in enumerate(found["machine"].get("gpus", [])):
        states = found["now"].get("gpus", [])
        table = Table(title=f"GPU {number}", title_justify="left", show_header=False, box=None)
        for name, value in gpu_rows(gpu, states[number] if number < len(states) else {}):
            table.add_row(name, value)
        out.print(table)
    table = Table(title="frontends", title_justify="left", box=None)
    for heading in ("", "status", "versions", "targets", "math mode", "mend"):
        table.add_column(heading, overflow="fold")
    for name, entry in found["frontends"].items():
        broken = entry["status"] != "ok"
        mend = f"{entry['reason']}\n{entry['install']}" if broken else entry.get("mend", "")
        cells = (_text(entry.get(key, "")) for key in ("versions", "targets", "math_mode"))
        table.add_row(name, entry["status"], *cells, mend)
    out.print(table)
    for tool, path in found["tools"].items():
        out.print(f"{tool}: {path or 'not found'}", highlight=False)


def gpu_rows(gpu: dict[str, Any], state: dict[str, Any]) -> list[tuple[str, str]]:
    """What the driver says about one GPU, as it is and at this moment, line by line."""
    rows = [("name", _joined(gpu, "{name}", ", compute capability {compute_capability}"))]
    rows.append(("driver", _joined(gpu, "{driver}")))
    memory = {
        "total": _gib(gpu.get("memory_bytes")),
        "free": _gib(state.get("memory_free_bytes")),
    }
    rows.append(("memory", _joined(memory, "{total}", ", {free} free")))
    clocks = {**state, **gpu}
    rows.append(
        (
            "clocks",
            _joined(
                clocks,
                "SM {sm_mhz} MHz now",
                ", {default_sm_mhz} by default",
                ", {max_sm_mhz} at most",
                "; memory {memory_mhz}",
                " of {max_memory_mhz} MHz",
            ),
        )
    )
    rows.append(("power", _joined(clocks, "{power_w:.0f} W now", ", limit {power_limit_w:.0f} W")))
    held = state.get("slowed_by")
    rows.append(("held back by", ", ".join(held) or "nothing" if held is not None else ""))
    for name in ("ecc", "mig"):
        rows.append((name.upper(), ("on" if gpu[name] else "off") if name in gpu else ""))
    processes = state.get("processes")
    if processes is not None:
        rows.append(("processes", "; ".join(map(_process, processes)) or "none"))
    return [(name, text) for name, text in rows if text]


def _joined(values: dict[str, Any], *parts: str) -> str:
    """The parts whose value is known."""
    told = []
    for part in parts:
        try:
            told.append(part.format(**{n: v for n, v in values.items() if v is not None}))
        except KeyError:
            continue
    return "".join(told).lstrip(",; ")


def _gib(count: int | None) -> str | None:
    return None if count is None else f"{count / 2**30:.1f} GiB"


def _process(process: dict[str, Any]) -> str:
    from pathlib import Path

    try:
        name = Path(f"/proc/{process['pid']}/comm").read_text(errors="replace").strip()
    except OSError:
        name = "in another container"
    held = _gib(process.get("bytes"))
    return f"{process['pid']} ({name})" + (f" holds {held}" if held else "")


def _text(value: Any) -> str:
    if isinstance(value, dict):
        known = {name: item for name, item in value.items() if item is not None}
        return ", ".join(f"{name} {_text(item)}" for name, item in known.items())
    if isinstance(value, list):
        return ", ".join(_text(item) for item in value)
    return str(value)

"""What this machine is, and what else it is doing: read from /proc, /sys and the GPU driver.

Standard library only and cheap (a few milliseconds), so that ``opscope doctor`` and a snapshot
before and after every case can afford it. An entry that this kernel or container does not give is
left out rather than guessed. What the machine can *do*, measured, is in ``peaks``.
"""

from __future__ import annotations

import hashlib
import json
import os
import platform
import re
import time
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from opscope import nvml

FEATURES = (
    *("sse4_2", "avx", "fma", "f16c", "avx2", "avx512f", "avx512_bf16", "avx512_vnni"),
    *("avx512_fp16", "avx_vnni", "amx_tile", "amx_bf16", "amx_int8"),
    *("asimd", "asimdhp", "asimddp", "bf16", "i8mm", "sve", "sve2"),
)
"""CPU features that decide which kernels a compiler generates or a library picks."""

TICKS_PER_S = os.sysconf("SC_CLK_TCK")


@dataclass(frozen=True)
class Files:
    """Files below ``root``, any of which may be missing."""

    root: Path = Path("/")

    def text(self, path: str) -> str:
        """The stripped content; empty for a file that is missing or unreadable."""
        try:
            return (self.root / path).read_text(encoding="utf-8", errors="replace").strip()
        except (OSError, ValueError):  # ValueError: a path with a null byte, from another file
            return ""

    def number(self, path: str) -> int | None:
        text = self.text(path)
        return int(text) if re.fullmatch(r"-?\d+", text) else None

    def glob(self, pattern: str) -> list[Path]:
        return sorted(self.root.glob(pattern))


def facts(root: Path = Path("/"), usable_cores: int | None = None) -> dict[str, Any]:
    """What does not change while measuring.

    Returns
    -------
    dict
        ``cpu`` (model, vendor, family, model_number, stepping, features), ``cores`` (logical,
        physical, usable, threads_per_core, numa_nodes, quota: the container's CPU limit in cores),
        ``caches`` (level, type, bytes, shared_by: cores), ``last_level_cache_bytes``,
        ``memory_bytes``, ``virtualised``, ``frequency`` (governor, driver, max_mhz, turbo),
        ``kernel``, ``huge_pages``, ``address_randomisation``, ``gpus``.
    """
    files = Files(root)
    cpuinfo = files.text("proc/cpuinfo")
    caches = _caches(files)
    flags = _cpu_flags(cpuinfo)
    return _present(
        cpu=_cpu(cpuinfo, flags),
        cores=_cores(files, cpuinfo, usable_cores),
        caches=caches,
        last_level_cache_bytes=_last_level(caches),
        memory_bytes=_meminfo(files).get("MemTotal"),
        virtualised="hypervisor" in flags if flags else None,
        frequency=_frequency(files),
        kernel=files.text("proc/sys/kernel/osrelease") or platform.release(),
        huge_pages=_selected(files.text("sys/kernel/mm/transparent_hugepage/enabled")),
        address_randomisation=files.number("proc/sys/kernel/randomize_va_space"),
        gpus=_gpus(nvml.gpu_facts, root),
    )


def snapshot(root: Path = Path("/"), pids: Iterable[int] = ()) -> dict[str, Any]:
    """What else the machine is doing at this moment; two of them make :func:`between`.

    ``pids`` are processes that work for us (the workers); their time is not that of others.

    Returns
    -------
    dict
        ``time_s`` (monotonic), ``load_1min``, ``running`` (tasks), ``cpu_ticks`` (busy, idle,
        steal, summed over cores), ``memory_available_bytes``, ``pressure_10s`` (share of time some
        task waited for a CPU), ``mhz`` (mean over cores), ``temperature_c`` (the hottest),
        ``throttles`` (events since boot), ``quota_throttled_us``, ``own_cpu_s`` (this process,
        ``pids``, and the finished children of both), ``gpus``.
    """
    files = Files(root)
    load = files.text("proc/loadavg").split()
    own = os.times()
    return _present(
        time_s=time.monotonic(),
        load_1min=_float(load[0]) if len(load) >= 4 else None,
        running=_leading_int(load[3]) if len(load) >= 4 else None,
        cpu_ticks=_cpu_ticks(files),
        memory_available_bytes=_meminfo(files).get("MemAvailable"),
        pressure_10s=_pressure(files),
        mhz=_mhz(files),
        temperature_c=_temperature(files),
        throttles=_throttles(files),
        quota_throttled_us=_quota_throttled_us(files),
        own_cpu_s=sum(own[:4]) + sum(process_cpu_s(pid, root) for pid in pids),
        gpus=_gpus(nvml.gpu_state, root),
    )


def between(before: Mapping[str, Any], after: Mapping[str, Any]) -> dict[str, float]:
    """What happened between two snapshots.

    Returns
    -------
    dict
        ``wall_s``, ``busy`` (share of all cores' time), ``steal`` (share taken by the hypervisor),
        ``others_cores`` (cores kept busy by processes that are not ours), ``load_1min`` and
        ``pressure_10s`` (the larger), ``throttles``, ``quota_throttled_us``, ``clock_ratio`` (after
        over before), each only where both tell.
    """
    changed: dict[str, float] = {"wall_s": after["time_s"] - before["time_s"]}
    if "cpu_ticks" in before and "cpu_ticks" in after:
        ticks = {k: after["cpu_ticks"][k] - before["cpu_ticks"][k] for k in before["cpu_ticks"]}
        total = sum(ticks.values())
        if total > 0:
            changed["busy"] = ticks["busy"] / total
            changed["steal"] = ticks["steal"] / total
            ours_s = after["own_cpu_s"] - before["own_cpu_s"]
            others_s = ticks["busy"] / TICKS_PER_S - ours_s
            changed["others_cores"] = max(0.0, others_s) / max(changed["wall_s"], 1 / TICKS_PER_S)
    for name in ("load_1min", "pressure_10s"):
        if name in before and name in after:
            changed[name] = max(before[name], after[name])
    for name in ("throttles", "quota_throttled_us"):
        if name in before and name in after:
            changed[name] = after[name] - before[name]
    if before.get("mhz") and after.get("mhz"):
        changed["clock_ratio"] = after["mhz"] / before["mhz"]
    return changed


def clock_mhz(target: str = "cpu", root: Path = Path("/")) -> float | None:
    """The clock of what was just measured: of the fastest core, or of the first GPU; None where it
    cannot be read (most guests)."""
    if target != "cpu":
        state = _gpus(nvml.gpu_state, root)
        mhz = state[0].get("sm_mhz") if state else None
        return None if mhz is None else float(mhz)
    files = Files(root)
    paths = files.glob("sys/devices/system/cpu/cpu[0-9]*/cpufreq/scaling_cur_freq")
    khz = [files.number(str(path.relative_to(root))) for path in paths]
    return max((value / 1000 for value in khz if value), default=None)


def fingerprint(machine: Mapping[str, Any]) -> str:
    """Names a machine by what decides its peaks: CPU, cores, caches, memory, GPUs. 16 hex digits.

    Two machines of one kind have one fingerprint; a container with another CPU limit has its own.
    """
    gpus = [(gpu.get("name"), gpu.get("memory_bytes"), gpu.get("mig")) for gpu in machine["gpus"]]
    # a guest's MemTotal varies by some pages from boot to boot
    memory_gib = round(machine.get("memory_bytes", 0) / 2**30)
    decisive = [machine.get(name) for name in ("cpu", "cores", "caches", "virtualised")]
    text = json.dumps([*decisive, memory_gib, gpus], sort_keys=True)
    return hashlib.sha256(text.encode()).hexdigest()[:16]


def cache_directory() -> Path:
    """Where opscope keeps what it may lose, below ``XDG_CACHE_HOME`` or ``~/.cache``."""
    base = os.environ.get("XDG_CACHE_HOME") or ""
    return (Path(base) if os.path.isabs(base) else Path.home() / ".cache") / "opscope"


def available_cores() -> int:
    """Cores this process may run on."""
    if hasattr(os, "sched_getaffinity"):
        return len(os.sched_getaffinity(0))
    return os.cpu_count() or 1


def process_cpu_s(pid: int, root: Path = Path("/")) -> float:
    """User and system time of a process and its finished children (proc_pid_stat(5), 14 to 17); 0
    for one that is gone."""
    after_name = Files(root).text(f"proc/{pid}/stat").rpartition(")")[2].split()
    times = after_name[11:15]
    return sum(map(int, times)) / TICKS_PER_S if all(map(str.isdecimal, times)) else 0.0


def _present(**values: Any) -> dict[str, Any]:
    return {name: value for name, value in values.items() if value is not None}


def _float(text: str) -> float | None:
    return float(text) if re.fullmatch(r"\d+(\.\d+)?", text) else None


def _leading_int(text: str) -> int | None:
    match = re.match(r"\d+", text)
    return int(match[0]) if match else None


def _cpu_flags(cpuinfo: str) -> frozenset[str]:
    match = re.search(r"^(?:flags|Features)\s*:(.*)$", cpuinfo, re.MULTILINE)
    return frozenset(match[1].split()) if match else frozenset()


def _cpu(cpuinfo: str, flags: frozenset[str]) -> dict[str, Any]:
    def field(name: str) -> str | None:
        match = re.search(rf"^{name}[ \t]*:[ \t]*(.*)$", cpuinfo, re.MULTILINE)
        return match[1].strip() if match else None

    return _present(
        model=field("model name") or platform.processor() or platform.machine(),
        vendor=field("vendor_id") or field("CPU implementer"),
        family=field("cpu family"),
        model_number=field("model") or field("CPU part"),
        stepping=field("stepping"),
        architecture=platform.machine(),
        features=[feature for feature in FEATURES if feature in flags],
    )


def _cores(files: Files, cpuinfo: str, usable: int | None) -> dict[str, Any]:
    logical = len(re.findall(r"^processor\s*:", cpuinfo, re.MULTILINE)) or os.cpu_count() or 1
    siblings = [
        (path / "topology/thread_siblings_list").read_text().strip()
        for path in files.glob("sys/devices/system/cpu/cpu[0-9]*")
        if (path / "topology/thread_siblings_list").is_file()
    ]
    physical = len(set(siblings)) or None
    return _present(
        logical=logical,
        physical=physical,
        usable=available_cores() if usable is None else usable,
        threads_per_core=len(siblings) // physical if physical else None,
        numa_nodes=len(files.glob("sys/devices/system/node/node[0-9]*")) or None,
        quota=_quota_cores(files),
    )


def _cgroups(files: Files) -> list[str]:
    """This process's control groups, innermost first, as paths below the mount points."""
    for line in files.text("proc/self/cgroup").splitlines():
        _, controllers, path = [*line.split(":", 2), "", ""][:3]
        if controllers == "" or "cpu" in controllers.split(","):
            inner = path.strip("/")
            if inner:
                return [inner, ""]
    return [""]


def _quota_cores(files: Files) -> float | None:
    """The container's CPU limit in cores; None where there is none."""
    for group in _cgroups(files):
        quota = files.text(f"sys/fs/cgroup/{group}/cpu.max").split()
        if len(quota) == 2 and quota[0].isdecimal() and quota[1].isdecimal() and int(quota[1]):
            return int(quota[0]) / int(quota[1])
        old = f"sys/fs/cgroup/cpu/{group}"
        limit = files.number(f"{old}/cpu.cfs_quota_us")
        period = files.number(f"{old}/cpu.cfs_period_us")
        if limit and period and limit > 0:
            return limit / period
    return None


def _quota_throttled_us(files: Files) -> int | None:
    for group in _cgroups(files):
        for base, unit in ((f"sys/fs/cgroup/{group}", 1), (f"sys/fs/cgroup/cpu/{group}", 1000)):
            stat = files.text(f"{base}/cpu.stat")
            match = re.search(r"^throttled_(?:usec|time) (\d+)$", stat, re.MULTILINE)
            if match:
                return int(match[1]) // unit
    return None


def _caches(files: Files) -> list[dict[str, Any]]:
    caches = []
    for path in files.glob("sys/devices/system/cpu/cpu0/cache/index[0-9]*"):
        base = str(path.relative_to(files.root))
        size = re.fullmatch(r"(\d+)([KMG]?)", files.text(f"{base}/size"))
        level = files.number(f"{base}/level")
        if size and level is not None:
            unit = {"": 1, "K": 2**10, "M": 2**20, "G": 2**30}[size[2]]
            cache = {"level": level, "type": files.text(f"{base}/type").lower()}
            shared = _listed(files.text(f"{base}/shared_cpu_list"))
            caches.append({**cache, "bytes": int(size[1]) * unit, "shared_by": shared})
    return caches


def _listed(text: str) -> int:
    """How many numbers a list such as ``0-3,8`` holds."""
    ranges = re.findall(r"(\d+)(?:-(\d+))?", text)
    return sum(int(last or first) - int(first) + 1 for first, last in ranges)


def _last_level(caches: list[dict[str, Any]]) -> int | None:
    data = [cache for cache in caches if cache["type"] != "instruction"]
    return max(data, key=lambda cache: cache["level"])["bytes"] if data else None


def _meminfo(files: Files) -> dict[str, int]:
    found = re.findall(r"^(\w+):\s+(\d+) kB$", files.text("proc/meminfo"), re.MULTILINE)
    return {name: int(kib) * 1024 for name, kib in found}


def _frequency(files: Files) -> dict[str, Any] | None:
    cpufreq = "sys/devices/system/cpu/cpu0/cpufreq"
    khz = files.number(f"{cpufreq}/cpuinfo_max_freq")
    no_turbo = files.number("sys/devices/system/cpu/intel_pstate/no_turbo")
    boost = files.number("sys/devices/system/cpu/cpufreq/boost")
    turbo = not no_turbo if no_turbo is not None else bool(boost) if boost is not None else None
    return (
        _present(
            governor=files.text(f"{cpufreq}/scaling_governor") or None,
            driver=files.text(f"{cpufreq}/scaling_driver") or None,
            max_mhz=khz / 1000 if khz else None,
            turbo=turbo,
        )
        or None
    )


def _selected(text: str) -> str | None:
    """``madvise`` of ``always [madvise] never``."""
    match = re.search(r"\[(\w+)\]", text)
    return match[1] if match else None


def _cpu_ticks(files: Files) -> dict[str, int] | None:
    """See proc_stat(5): user nice system idle iowait irq softirq steal (guest is in user)."""
    match = re.match(r"cpu +((?:\d+ ?){8,})", files.text("proc/stat"))
    if not match:
        return None
    user, nice, system, idle, iowait, irq, softirq, steal = map(int, match[1].split()[:8])
    busy = user + nice + system + irq + softirq
    return {"busy": busy, "idle": idle + iowait, "steal": steal}


def _pressure(files: Files) -> float | None:
    match = re.search(r"^some avg10=([\d.]+)", files.text("proc/pressure/cpu"), re.MULTILINE)
    percent = _float(match[1]) if match else None
    return None if percent is None else percent / 100


def _mhz(files: Files) -> float | None:
    paths = files.glob("sys/devices/system/cpu/cpu[0-9]*/cpufreq/scaling_cur_freq")
    khz = [files.number(str(path.relative_to(files.root))) for path in paths]
    known = [value / 1000 for value in khz if value]
    if not known:
        reported = re.findall(r"^cpu MHz\s*: ([\d.]+)$", files.text("proc/cpuinfo"), re.MULTILINE)
        known = [value for value in map(_float, reported) if value]
    return sum(known) / len(known) if known else None


def _temperature(files: Files) -> float | None:
    paths = files.glob("sys/class/thermal/thermal_zone*/temp")
    milli = [files.number(str(path.relative_to(files.root))) for path in paths]
    known = [value / 1000 for value in milli if value is not None]
    return max(known) if known else None


def _throttles(files: Files) -> int | None:
    pattern = "sys/devices/system/cpu/cpu[0-9]*/thermal_throttle/core_throttle_count"
    counts = [files.number(str(path.relative_to(files.root))) for path in files.glob(pattern)]
    known = [count for count in counts if count is not None]
    return sum(known) if known else None


def _gpus(read: Callable[[Any], list[dict[str, Any]]], root: Path) -> list[dict[str, Any]]:
    """Through the driver; for another root (a test, a saved machine) there is none to ask."""
    if root != Path("/"):
        return []
    with nvml.opened() as library:
        if library is not None:
            return read(library)
    return []

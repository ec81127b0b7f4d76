"""Machine facts: from this machine, from saved /proc trees, and from a faked GPU driver."""

from __future__ import annotations

import ctypes
import json
import re
import subprocess
import sys
from pathlib import Path

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from opscope import machine, nvml

sys.path.insert(0, str(Path(__file__).parent))
from _nvml import FakeDriver

EPYC = {
    "proc/cpuinfo": "\n".join(
        f"processor\t: {core}\nvendor_id\t: AuthenticAMD\ncpu family\t: 25\nmodel\t\t: 1\n"
        "model name\t: AMD EPYC 7763\nstepping\t: 1\ncpu MHz\t\t: 2445.422\n"
        "flags\t\t: fpu sse4_2 avx avx2 fma f16c hypervisor\n"
        for core in range(4)
    ),
    "proc/meminfo": "MemTotal:       16384000 kB\nMemAvailable:    8192000 kB\n",
    "proc/loadavg": "0.50 0.40 0.30 2/95 7708",
    "proc/stat": "cpu  100 20 30 1000 50 0 5 7 0 0\ncpu0 50 10 15 500 25 0 2 3 0 0\n",
    "proc/pressure/cpu": "some avg10=12.50 avg60=1.00 avg300=1.00 total=62\n",
    "proc/self/cgroup": "0::/app.slice/box",
    "proc/sys/kernel/osrelease": "6.18.44",
    "proc/sys/kernel/randomize_va_space": "2",
    "sys/fs/cgroup/app.slice/box/cpu.max": "150000 100000",
    "sys/fs/cgroup/app.slice/box/cpu.stat": "usage_usec 5\nnr_throttled 3\nthrottled_usec 9000\n",
    "sys/kernel/mm/transparent_hugepage/enabled": "always [madvise] never",
    "sys/devices/system/cpu/cpu0/cpufreq/scaling_governor": "powersave",
    "sys/devices/system/cpu/cpu0/cpufreq/cpuinfo_max_freq": "3500000",
    "sys/devices/system/cpu/cpu0/cpufreq/scaling_cur_freq": "3000000",
    "sys/devices/system/cpu/intel_pstate/no_turbo": "1",
    "sys/devices/system/cpu/cpu0/thermal_throttle/core_throttle_count": "4",
    "sys/class/thermal/thermal_zone0/temp": "61000",
    **{
        f"sys/devices/system/cpu/cpu{core}/topology/thread_siblings_list": siblings
        for core, siblings in enumerate(("0-1", "0-1", "2-3", "2-3"))
    },
    **{
        f"sys/devices/system/cpu/cpu0/cache/index{index}/{name}": value
        for index, values in enumerate(
            (
                ("1", "Data", "32K", "0-1"),
                ("1", "Instruction", "32K", "0-1"),
                ("3", "Unified", "8M", "0-3"),
            )
        )
        for name, value in zip(("level", "type", "size", "shared_cpu_list"), values, strict=True)
    },
}


def plant(root: Path, files: dict[str, str]) -> Path:
    for name, text in files.items():
        path = root / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text, encoding="utf-8")
    return root


def test_facts_of_a_saved_machine(tmp_path: Path) -> None:
    found = machine.facts(plant(tmp_path, EPYC), usable_cores=3)
    assert found["cpu"]["model"] == "AMD EPYC 7763"
    assert found["cpu"]["features"] == ["sse4_2", "avx", "fma", "f16c", "avx2"]
    assert found["cores"] == {
        "logical": 4,
        "physical": 2,
        "usable": 3,
        "threads_per_core": 2,
        "quota": 1.5,
    }
    assert found["last_level_cache_bytes"] == 8 * 2**20
    assert found["caches"][-1] == {
        "level": 3,
        "type": "unified",
        "bytes": 8 * 2**20,
        "shared_by": 4,
    }
    assert found["memory_bytes"] == 16384000 * 1024
    assert found["virtualised"] is True
    assert found["frequency"] == {"governor": "powersave", "max_mhz": 3500.0, "turbo": False}
    assert found["huge_pages"] == "madvise"
    assert found["kernel"] == "6.18.44"


def test_snapshot_of_a_saved_machine(tmp_path: Path) -> None:
    found = machine.snapshot(plant(tmp_path, EPYC))
    assert found["load_1min"] == 0.5
    assert found["running"] == 2
    assert found["cpu_ticks"] == {"busy": 155, "idle": 1050, "steal": 7}
    assert found["pressure_10s"] == 0.125
    assert found["mhz"] == 3000.0
    assert found["temperature_c"] == 61.0
    assert found["throttles"] == 4
    assert found["quota_throttled_us"] == 9000


def test_the_clock_is_that_of_the_fastest_core(tmp_path: Path) -> None:
    other = {"sys/devices/system/cpu/cpu1/cpufreq/scaling_cur_freq": "800000"}
    assert machine.clock_mhz("cpu", plant(tmp_path, {**EPYC, **other})) == 3000.0
    assert machine.clock_mhz("cpu", tmp_path / "nothing") is None
    assert machine.clock_mhz("cuda", tmp_path) is None


def test_the_first_control_group_version_is_read_too(tmp_path: Path) -> None:
    group = "sys/fs/cgroup/cpu/box"
    files = {
        "proc/self/cgroup": "4:cpu,cpuacct:/box\n1:memory:/",
        f"{group}/cpu.cfs_quota_us": "200000",
        f"{group}/cpu.cfs_period_us": "100000",
        f"{group}/cpu.stat": "nr_throttled 1\nthrottled_time 5000000\n",
    }
    plant(tmp_path, files)
    assert machine.facts(tmp_path)["cores"]["quota"] == 2.0
    assert machine.snapshot(tmp_path)["quota_throttled_us"] == 5000


def test_what_happened_between_two_snapshots(tmp_path: Path) -> None:
    before = machine.snapshot(plant(tmp_path, EPYC))
    later = {
        "proc/stat": "cpu  160 20 30 1020 50 0 5 27 0 0\n",
        "proc/loadavg": "3.50 0.40 0.30 2/95 7708",
        "sys/devices/system/cpu/cpu0/cpufreq/scaling_cur_freq": "1500000",
        "sys/devices/system/cpu/cpu0/thermal_throttle/core_throttle_count": "9",
    }
    changed = machine.between(before, machine.snapshot(plant(tmp_path, later)))
    assert changed["busy"] == 0.6
    assert changed["steal"] == 0.2
    assert changed["load_1min"] == 3.5
    assert changed["clock_ratio"] == 0.5
    assert changed["throttles"] == 5
    assert changed["wall_s"] > 0


def test_time_of_our_own_workers_is_not_that_of_others(tmp_path: Path) -> None:
    """Sixty ticks of one core were busy; a worker had forty of them, a child of it ten more."""
    before = machine.snapshot(plant(tmp_path, EPYC), pids=[7])
    later = {
        "proc/stat": "cpu  160 20 30 1040 50 0 5 7 0 0\n",
        "proc/7/stat": "7 (py) thon) S 1 7 7 0 -1 0 0 0 0 0 30 10 8 2 20 0 1 0 5 1 1",
    }
    after = machine.snapshot(plant(tmp_path, later), pids=[7])
    own_s = machine.snapshot(tmp_path)["own_cpu_s"] - before["own_cpu_s"]
    seconds = {"time_s": before["time_s"] + 1.0, "own_cpu_s": after["own_cpu_s"] - own_s}
    others = machine.between(before, {**after, **seconds})["others_cores"]
    assert others == pytest.approx((60 - 50) / machine.TICKS_PER_S, abs=0.05)


@given(st.sampled_from(sorted(EPYC)), st.text(max_size=60))
@settings(suppress_health_check=[HealthCheck.function_scoped_fixture], max_examples=60)
def test_no_file_content_breaks_it(tmp_path: Path, name: str, text: str) -> None:
    root = plant(tmp_path, {**EPYC, name: text})
    json.dumps(machine.facts(root), allow_nan=False)
    before = machine.snapshot(root)
    json.dumps(machine.between(before, machine.snapshot(root)), allow_nan=False)


def test_an_empty_root_gives_what_the_interpreter_knows(tmp_path: Path) -> None:
    found = machine.facts(tmp_path)
    assert found["cores"]["logical"] >= 1
    assert "quota" not in found["cores"]
    assert "last_level_cache_bytes" not in found
    assert re.fullmatch("[0-9a-f]{16}", machine.fingerprint(found))


def test_this_machine_is_read_without_numpy_or_a_framework() -> None:
    code = (
        "import sys, json; from opscope import machine;"
        "f = machine.facts(); s = machine.snapshot(); json.dumps([f, s], allow_nan=False);"
        "assert f['cores']['usable'] >= 1 and s['own_cpu_s'] > 0;"
        "bad = {'numpy', 'torch', 'jax', 'tensorflow'} & set(sys.modules); assert not bad, bad"
    )
    subprocess.run([sys.executable, "-c", code], check=True, timeout=60)


def test_a_fingerprint_follows_what_decides_the_peaks(tmp_path: Path) -> None:
    def print_of(**changes: str) -> str:
        root = tmp_path / str(len(list(tmp_path.iterdir())))
        return machine.fingerprint(machine.facts(plant(root, {**EPYC, **changes}), 3))

    assert print_of() == print_of()
    assert print_of(**{"proc/loadavg": "9.0 9.0 9.0 9/9 9"}) == print_of()
    assert print_of(**{"proc/meminfo": "MemTotal: 16384321 kB"}) == print_of()
    assert print_of(**{"proc/meminfo": "MemTotal: 32768000 kB"}) != print_of()
    assert print_of(**{"sys/fs/cgroup/app.slice/box/cpu.max": "max 100000"}) != print_of()


def test_gpu_facts_through_the_driver() -> None:
    driver = FakeDriver()
    with nvml.opened(lambda _: driver) as library:
        (gpu,) = nvml.gpu_facts(library)
    assert gpu == {
        "name": "NVIDIA H100",
        "vendor": "nvidia",
        "uuid": "GPU-0123abcd",
        "compute_capability": "9.0",
        "memory_bytes": 80 * 2**30,
        "max_sm_mhz": 1980,
        "default_sm_mhz": 1755,
        "max_memory_mhz": 2619,
        "power_limit_w": 700.0,
        "ecc": True,
        "driver": "580.65",
    }
    assert driver.shut_down


@pytest.mark.parametrize(
    ("reasons", "slowed"),
    [
        (0x1, []),
        (0x4, ["software power cap"]),
        (0x48, ["hardware slowdown", "hardware thermal slowdown"]),
    ],
)
def test_gpu_state_tells_slowdowns_from_choices(reasons: int, slowed: list[str]) -> None:
    with nvml.opened(lambda _: FakeDriver(reasons)) as library:
        (gpu,) = nvml.gpu_state(library)
    assert gpu == {
        "sm_mhz": 990,
        "memory_mhz": 2619,
        "power_w": 345.6,
        "slowed_by": slowed,
        "memory_free_bytes": 79 * 2**30,
        "processes": [{"pid": 1, "bytes": 2**30}, {"pid": 4194305}],
    }


def test_an_old_driver_leaves_entries_out() -> None:
    driver = FakeDriver(missing=("nvmlDeviceGetCurrentClocksThrottleReasons",))
    with nvml.opened(lambda _: driver) as library:
        assert "slowed_by" not in nvml.gpu_state(library)[0]


def test_no_driver_is_no_gpu() -> None:
    def missing(name: str) -> ctypes.CDLL:
        raise OSError(f"{name}: cannot open shared object file")

    with nvml.opened(missing) as library:
        assert library is None
    with nvml.opened(lambda _: FakeDriver(initialises=9)) as library:
        assert library is None

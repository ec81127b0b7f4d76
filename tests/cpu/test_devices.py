"""The table of named devices: complete, sourced, and consistent with itself."""

from __future__ import annotations

import subprocess
import sys

import pytest

from opscope.devices import DEVICES, device
from opscope.errors import UsageError

GPU_PROPERTIES = (
    "cores",
    "boost_clock_mhz",
    "memory_bytes",
    "l2_cache_bytes",
    "shared_memory_per_core_bytes",
    "shared_memory_per_block_bytes",
    "default_shared_memory_per_block_bytes",
    "threads_per_core",
    "threads_per_block",
    "warp_size",
    "registers_per_core",
)
TPU_PROPERTIES = ("cores", "memory_bytes", "vmem_per_core_bytes")


@pytest.mark.parametrize(
    ("name", "arch"),
    [
        ("a100", "sm_80"),
        ("rtx3090", "sm_86"),
        ("rtx4090", "sm_89"),
        ("h100", "sm_90"),
        ("h200", "sm_90"),
        ("b200", "sm_100"),
        ("rtx5090", "sm_120"),
        ("mi300x", "gfx942"),
        ("mi350x", "gfx950"),
        ("v4", "v4:1x1x1"),
        ("v5e", "v5e:1x1"),
        ("v5p", "v5p:1x1x1"),
        ("v6e", "v6e:1x1"),
        ("tpu7x", "tpu7x:1x1x1"),
    ],
)
def test_promised_devices_and_their_architectures(name: str, arch: str) -> None:
    assert device(name).arch == arch


@pytest.mark.parametrize("name", list(DEVICES))
def test_every_device_has_what_compilers_and_rooflines_read(name: str) -> None:
    it = device(name)
    needed = TPU_PROPERTIES if it.platform == "tpu" else GPU_PROPERTIES
    assert all(it.reported(prop) > 0 for prop in needed)
    bandwidth, bf16 = it.peak("memory_bandwidth"), it.peak("bf16")
    assert bandwidth is not None
    assert bf16 is not None
    assert 1e11 < bandwidth < 1e13
    assert 1e13 < bf16 < 1e16


@pytest.mark.parametrize("name", list(DEVICES))
def test_every_figure_says_where_it_is_from_or_why_it_is_missing(name: str) -> None:
    for (kind, _), figure in device(name).figures.items():
        assert kind in ("name", "property", "hardware", "peak")
        if kind == "name":
            continue
        assert figure.source or not figure.value, figure
        assert figure.value or figure.note, figure


@pytest.mark.parametrize("name", [n for n in DEVICES if DEVICES[n].platform == "cuda"])
def test_datasheet_fp32_follows_from_the_properties(name: str) -> None:
    it = device(name)
    units = it.reported("cores") * it.reported("fp32_units_per_core")
    implied = 2 * units * it.reported("boost_clock_mhz") * 1e6
    assert it.peak("fp32") == pytest.approx(implied, rel=0.02)


def test_devices_of_one_architecture_are_kept_apart() -> None:
    assert device("h100").peak("memory_bandwidth") != device("h200").peak("memory_bandwidth")
    assert device("rtx4090").reported("cores") != device("l4").reported("cores")


def test_what_the_driver_says_and_what_is_there_are_kept_apart() -> None:
    assert device("mi300x").reported("registers_per_core") == 65536
    assert device("mi300x").hardware("registers_per_core") == 131072
    assert device("h100").hardware("registers_per_core") == 65536


def test_unpublished_peaks_are_none() -> None:
    assert device("a100").peak("fp8") is None
    assert device("v5e").peak("fp32") is None


def test_unknown_device_names_the_nearest() -> None:
    with pytest.raises(
        UsageError, match=r"unknown device 'h10O'; did you mean 'h100'\? Known: a100"
    ):
        device("h10O")


def test_the_table_is_read_only_when_looked_at() -> None:
    code = (
        "import opscope.devices as d; assert d._table.cache_info().misses == 0;"
        "d.device('h100'); assert d._table.cache_info().misses == 1"
    )
    subprocess.run([sys.executable, "-c", code], check=True)

"""Named devices: accelerators that code can be compiled for without having one.

The figures lie in ``devices.csv`` beside this file, one a row with its source. Three kinds are kept
apart: a *property* is what the driver reports, and so what compilers read; *hardware* is what the
silicon has where the driver says otherwise; a *peak* is the datasheet's rate, at the clock that the
datasheet rates it at, and only a roofline may use it.
"""

from __future__ import annotations

import csv
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from functools import cache
from pathlib import Path
from types import MappingProxyType

from opscope.errors import unknown

TABLE = Path(__file__).with_name("devices.csv")

VENDORS = {"cuda": "NVIDIA", "rocm": "AMD", "tpu": "Google"}


@dataclass(frozen=True, kw_only=True)
class Figure:
    """One number about one device.

    ``value`` is empty where it is known to be unpublished or absent, and ``note`` then says which;
    otherwise ``note`` says how well ``source`` was confirmed.
    """

    kind: str
    field: str
    value: str
    unit: str
    source: str
    note: str


@dataclass(frozen=True, kw_only=True)
class Device:
    """An accelerator. ``arch`` is ``sm_90``, ``gfx942`` or a libtpu topology (``v5e:1x1``)."""

    name: str
    title: str
    platform: str
    arch: str
    figures: Mapping[tuple[str, str], Figure] = field(repr=False, hash=False, compare=False)

    def reported(self, name: str) -> int:
        """What a driver reports and a compiler reads; KeyError for a property it does not have."""
        return int(self.figures["property", name].value)

    def hardware(self, name: str) -> int:
        """What the silicon has: the driver's word unless the table knows better."""
        figure = self.figures.get(("hardware", name)) or self.figures["property", name]
        return int(figure.value)

    def peak(self, name: str) -> float | None:
        """A datasheet rate: ``memory_bandwidth`` in bytes/s or ``bf16``, ``fp32``, ``tf32``,
        ``fp64_tensor``, ``int8`` ... in FLOP/s. None where none is published."""
        figure = self.figures.get(("peak", name))
        return float(figure.value) if figure and figure.value else None

    @property
    def compute_capability(self) -> tuple[int, int]:
        """(9, 0) for sm_90. Only for ``platform`` cuda."""
        number = int(self.arch.removeprefix("sm_"))
        return divmod(number, 10)

    @property
    def vendor(self) -> str:
        return VENDORS[self.platform]


def _read(path: Path) -> dict[str, Device]:
    rows: dict[str, dict[tuple[str, str], Figure]] = {}
    with path.open(newline="", encoding="utf-8") as file:
        for row in csv.DictReader(file):
            figure = Figure(**{name: row[name] for name in Figure.__dataclass_fields__})
            rows.setdefault(row["device"], {})[figure.kind, figure.field] = figure
    return {
        name: Device(
            name=name,
            title=figures["name", "title"].value,
            platform=figures["name", "platform"].value,
            arch=figures["name", "arch"].value,
            figures=MappingProxyType(figures),
        )
        for name, figures in rows.items()
    }


@cache
def _table() -> dict[str, Device]:
    return _read(TABLE)


class _Devices(Mapping[str, Device]):
    """The table, read when it is first looked at."""

    def __getitem__(self, name: str) -> Device:
        return _table()[name]

    def __iter__(self) -> Iterator[str]:
        return iter(_table())

    def __len__(self) -> int:
        return len(_table())


DEVICES: Mapping[str, Device] = _Devices()


def device(name: str) -> Device:
    """The device called ``name``; UsageError for any other name."""
    if name not in DEVICES:
        raise unknown("device", name, DEVICES)
    return DEVICES[name]


def host_of(target: str) -> str:
    """Where tensors and frameworks live that compile for ``target``: the CPU for a named device."""
    return "cpu" if target in DEVICES else target


def platform_of(target: str) -> str:
    """The attached target that ``target`` is the like of: ``cuda`` for h100, ``tpu`` for v5e."""
    return DEVICES[target].platform if target in DEVICES else target

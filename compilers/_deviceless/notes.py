"""What has to stand beside every artifact of code that never ran."""

from __future__ import annotations

from collections.abc import Iterable

from opscope.devices import Device


def versions(*distributions: str) -> dict[str, str]:
    """Installed versions of those of ``distributions`` that there are."""
    from importlib.metadata import PackageNotFoundError, version

    found = {}
    for name in distributions:
        try:
            found[name] = version(name)
        except PackageNotFoundError:
            continue
    return found


def note(device: Device, used: dict[str, str], *remarks: str) -> str:
    """The note of an artifact, such as "compiled for NVIDIA B200 (b200, sm_100) with ...".

    >>> from opscope.devices import device
    >>> note(device("b200"), {"triton": "3.9.0"}, "a remark")
    'compiled for NVIDIA B200 (b200, sm_100) with triton 3.9.0; not run, not autotuned; a remark'
    """
    return "; ".join((f"{_compiled(device, used)}; not run, not autotuned", *remarks))


def _compiled(device: Device, used: dict[str, str]) -> str:
    tools = ", ".join(f"{name} {number}" for name, number in used.items())
    return f"compiled for {device.title} ({device.name}, {device.arch}) with {tools}"


def wanted(stages: Iterable[str], *names: str) -> bool:
    """Whether any of ``names`` was asked for; asking for nothing in particular asks for all."""
    asked = set(stages)
    return not asked or not asked.isdisjoint(names)

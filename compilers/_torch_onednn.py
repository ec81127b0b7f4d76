"""PyTorch without oneDNN: convolutions (and some products) by its own native code.

A switch of the running process, not of compilation: the generated code is the same, and the library
function that it calls looks the switch up. So it is thrown around every call, which costs a few
microseconds.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from opscope import flags
from opscope.compiler import Switch

FLAG = "opscope.onednn"

LEVER = Switch(
    lever="onednn-off",
    title="no oneDNN behind PyTorch's convolutions",
    scope="call",
    flags={FLAG: "false"},
    check="calls take another time: the program is the same",
    not_clean="throwing it around every call costs a few microseconds",
)


def wrapped(call: Callable[..., Any], given: Mapping[str, str]) -> Callable[..., Any]:
    """``call``, or ``call`` without oneDNN if the flag says so."""
    if flags.boolean(FLAG, given.get(FLAG, "true")):
        return call

    def without(*inputs: Any) -> Any:
        import torch

        with torch.backends.mkldnn.flags(enabled=False):
            return call(*inputs)

    return without

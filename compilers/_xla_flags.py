"""Which options an installed XLA knows: the fields of its ``DebugOptions``.

No framework lists them, but each carries the compiled-in description of that message
(``xla/xla.proto``, a FileDescriptorProto) in one of its libraries, where names and types can be
read without importing it.
"""

from __future__ import annotations

import mmap
import re
from collections.abc import Mapping
from functools import cache
from importlib.util import find_spec
from pathlib import Path

from opscope import flags
from opscope.errors import UsageError

_FILE = b"\x0a\x0dxla/xla.proto"
_FIELD = re.compile(
    rb"\x0a(.)(xla_[a-z0-9_]+)\x18", re.DOTALL
)  # FieldDescriptorProto.name, .number
_TYPE = re.compile(rb"\x28(.)", re.DOTALL)  # FieldDescriptorProto.type
_DESCRIPTION_BYTES = 1 << 20
_SMALLEST_LIBRARY = 4 << 20
_BOOL, _INTEGERS = 8, (3, 4, 5, 13)


@cache
def known(module: str) -> Mapping[str, int]:
    """Option to protobuf type, of the XLA in the package ``module``; empty if none is found."""
    spec = find_spec(module)
    if spec is None or spec.origin is None:
        return {}
    folder = Path(spec.origin).parent
    libraries = [*folder.glob("*.so*"), *folder.glob("*/*.so*"), *folder.glob("*.dylib")]
    for path in sorted(libraries):
        if path.stat().st_size >= _SMALLEST_LIBRARY and (found := _fields(path)):
            return found
    return {}


def _fields(library: Path) -> dict[str, int]:
    with (
        library.open("rb") as file,
        mmap.mmap(file.fileno(), 0, access=mmap.ACCESS_READ) as content,
    ):
        at = content.find(_FILE)
        if at < 0:
            return {}
        description = content[at : at + _DESCRIPTION_BYTES]
    found: dict[str, int] = {}
    for match in _FIELD.finditer(description):
        if match[1][0] == len(match[2]):
            kind = _TYPE.search(description, match.end(), match.end() + 16)
            found.setdefault(match[2].decode(), kind[1][0] if kind else 0)
    return found


def check(compiler: str, module: str, given: Mapping[str, str]) -> None:
    """UsageError for an option that this XLA does not have, or a value that is not of its type:
    XLA ends the process for either when it reads them from the environment."""
    types = known(module)
    if not types:
        return
    flags.check(compiler, given, types)
    for name, value in given.items():
        if types[name] == _BOOL:
            flags.boolean(name, value)
        elif types[name] in _INTEGERS and not re.fullmatch(r"-?\d+", value):
            raise UsageError(f"--flag {name}={value}: takes a whole number")


def typed(compiler: str, module: str, given: Mapping[str, str]) -> dict[str, bool | int | str]:
    """The options as values of their own types, checked."""
    check(compiler, module, given)
    types = known(module)
    values: dict[str, bool | int | str] = {}
    for name, text in given.items():
        kind = types.get(name)
        if kind == _BOOL:
            values[name] = flags.boolean(name, text)
        else:
            values[name] = int(text) if kind in _INTEGERS else text
    return values

"""Foreign JSON into our frozen dataclasses, checked against what they declare.

A file may come from another version, be cut short, or be somebody else's altogether. Whatever does
not fit is told with the path to it, as ``records[3].measurement.samples_ns[0]``, before anything is
worked out from it. Fields that a class does not know are left out, so newer files stay readable.
"""

from __future__ import annotations

import types
import typing
from collections.abc import Mapping
from dataclasses import MISSING, fields, is_dataclass
from enum import StrEnum
from functools import cache
from typing import Any, TypeVar, Union

from opscope.errors import UsageError
from opscope.plain import cleaned, printable

T = TypeVar("T")

LARGEST = 2**63
"""JSON knows no largest whole number, but arithmetic with floats does."""


def decode(kind: type[T], data: object, where: str = "") -> T:
    """An instance of the dataclass ``kind`` from an object of JSON.

    Raises UsageError that names the field for one that is missing or of another type. A field
    without a default must be there; ``null`` fits only where None is declared.
    """
    if not isinstance(data, Mapping):
        raise _misfit(where, "an object", data)
    values: dict[str, Any] = {}
    for name, (declared, required) in _declared(typing.cast("Any", kind)).items():
        path = f"{where}.{name}" if where else name
        if name in data:
            values[name] = _value(declared, data[name], path)
        elif required:
            raise UsageError(f"{path}: missing")
    return kind(**values)


@cache
def _declared(kind: Any) -> dict[str, tuple[Any, bool]]:
    """Name to (type, whether it is required)."""
    hints = typing.get_type_hints(kind)
    return {
        f.name: (hints[f.name], f.default is MISSING and f.default_factory is MISSING)
        for f in fields(kind)
        if f.init
    }


def _value(declared: Any, data: Any, where: str) -> Any:
    origin, arguments = typing.get_origin(declared), typing.get_args(declared)
    if declared is Any:
        return cleaned(data)
    if origin in (Union, types.UnionType):
        return _optional(arguments, data, where)
    if origin is tuple:
        return _tuple(arguments, data, where)
    if origin is not None and issubclass(origin, Mapping):
        if not isinstance(data, Mapping):
            raise _misfit(where, "an object", data)
        inner = arguments[1]
        return {
            printable(str(key)): _value(inner, item, f"{where}.{key}") for key, item in data.items()
        }
    if is_dataclass(declared):
        return decode(typing.cast("type[Any]", declared), data, where)
    return _plain(declared, data, where)


def _optional(arguments: tuple[Any, ...], data: Any, where: str) -> Any:
    if data is None and type(None) in arguments:
        return None
    (inner,) = (a for a in arguments if a is not type(None))
    return _value(inner, data, where)


def _tuple(arguments: tuple[Any, ...], data: Any, where: str) -> tuple[Any, ...]:
    if not isinstance(data, list | tuple):
        raise _misfit(where, "a list", data)
    if arguments[-1] is Ellipsis:
        arguments = (arguments[0],) * len(data)
    if len(arguments) != len(data):
        raise UsageError(f"{where}: {len(data)} entries instead of {len(arguments)}")
    return tuple(
        _value(declared, item, f"{where}[{i}]")
        for i, (declared, item) in enumerate(zip(arguments, data, strict=True))
    )


def _plain(declared: Any, data: Any, where: str) -> Any:
    if isinstance(declared, type) and issubclass(declared, StrEnum):
        try:
            return declared(data)
        except ValueError:
            raise _misfit(where, f"one of {', '.join(declared)}", data) from None
    names = {str: "text", bool: "true or false", int: "a whole number", float: "a number"}
    accepted = (int, float) if declared is float else declared
    if not isinstance(data, accepted) or (isinstance(data, bool) and declared is not bool):
        raise _misfit(where, names[declared], data)
    if isinstance(data, int) and abs(data) > LARGEST:
        raise _misfit(where, "a number of 64 bits", data)
    return printable(data) if isinstance(data, str) else data


def _misfit(where: str, wanted: str, data: object) -> UsageError:
    found = "null" if data is None else repr(data)
    shown = found if len(found) <= 40 else found[:39] + "…"
    return UsageError(f"{where or 'the whole'}: {shown} is not {wanted}")

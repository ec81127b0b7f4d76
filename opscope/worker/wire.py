"""Messages between parent and child: one JSON object each, over an inherited socket pair.

The pair has no address, so nobody but our own child can connect to it. Arrays do not travel: they
lie in files that both sides map.
"""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import asdict
from multiprocessing.connection import Connection
from typing import Any

from opscope.nouns import Case, Params

Message = dict[str, Any]


class MalformedMessage(Exception):
    """The other side sent something that is not one of our messages."""


def send(connection: Connection, message: Mapping[str, Any]) -> None:
    connection.send_bytes(json.dumps(message).encode())


def receive(connection: Connection) -> Message:
    """The next message; EOFError when the other side has closed."""
    data = connection.recv_bytes()
    try:
        message = json.loads(data)
    except ValueError as error:
        raise MalformedMessage(f"not JSON: {data[:80]!r}") from error
    if not isinstance(message, dict):
        raise MalformedMessage(f"not an object: {data[:80]!r}")
    return message


def case_to_json(case: Case) -> Message:
    return {**asdict(case), "params": dict(case.params)}


def case_from_json(data: Message) -> Case:
    return Case(**{**data, "params": Params(**data["params"])})

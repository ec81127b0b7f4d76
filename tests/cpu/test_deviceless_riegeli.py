"""The container that XLA puts its GPU executables in: decoded or refused, never anything else."""

from __future__ import annotations

import contextlib

import pytest
from hypothesis import given
from hypothesis import strategies as st

from opscope.compilers._deviceless import riegeli


def encode_varint(value: int) -> bytes:
    out = bytearray()
    while value >= 0x80:
        out.append(value & 0x7F | 0x80)
        value >>= 7
    return bytes([*out, value])


def literals(data: bytes) -> bytes:
    """``data`` as a Snappy stream of literals alone."""
    out = encode_varint(len(data))
    for at in range(0, len(data), 1000):
        piece = data[at : at + 1000]
        out += bytes([61 << 2]) + (len(piece) - 1).to_bytes(2, "little") + piece
    return out


def file_of(payload: bytes, compressed: bool) -> bytes:
    """A Riegeli file with one simple chunk, split by block headers where they fall."""
    sizes = encode_varint(len(payload))
    values = encode_varint(len(payload)) + literals(payload) if compressed else payload
    kind = b"s" if compressed else b"\0"
    body = kind + encode_varint(len(sizes)) + sizes + values
    header = bytes(8) + len(body).to_bytes(8, "little") + bytes(8) + b"r" + bytes(15)
    signature = bytes(24) + b"s" + bytes(15)
    content = signature + header + body
    room = riegeli.BLOCK_BYTES - riegeli.BLOCK_HEADER_BYTES
    blocks = [content[at : at + room] for at in range(0, len(content), room)]
    return b"".join(riegeli.SIGNATURE + bytes(16) + block for block in blocks)


@given(
    st.binary(max_size=5000),
    st.booleans(),
    st.binary(max_size=50).filter(lambda b: b"\x83" not in b),
)
def test_what_was_put_in_comes_out(payload: bytes, compressed: bool, before: bytes) -> None:
    assert list(riegeli.chunks(before + file_of(payload, compressed))) == [payload]


def test_a_file_longer_than_a_block() -> None:
    payload = bytes(range(256)) * 1024
    assert list(riegeli.chunks(file_of(payload, compressed=True))) == [payload]


def test_copies_may_overlap_what_they_make() -> None:
    # "ab", then nine bytes from two back, then four from eleven back (both copy elements).
    stream = encode_varint(15) + b"\x04ab" + bytes([8 << 2 | 2, 2, 0]) + bytes([1, 11])
    assert riegeli.snappy(stream) == b"abababababa" + b"abab"


@pytest.mark.parametrize(
    "stream",
    [
        b"",
        b"\xff" * 11,
        b"\x05\x04ab",
        b"\x02\x10a",
        b"\x04" + bytes([2 << 2 | 2, 1, 0]),
        encode_varint(2 << 30),
    ],
)
def test_malformed_streams_are_refused(stream: bytes) -> None:
    with pytest.raises(ValueError, match=r"."):
        riegeli.snappy(stream)


@given(st.binary(max_size=400))
def test_any_bytes_give_a_value_or_value_error(data: bytes) -> None:
    for read in (riegeli.snappy, lambda d: list(riegeli.chunks(riegeli.SIGNATURE + d))):
        with contextlib.suppress(ValueError):
            read(data)
    assert list(riegeli.elf_images(data, 190)) == []


def test_no_file_no_chunks() -> None:
    assert list(riegeli.chunks(b"nothing of the kind")) == []

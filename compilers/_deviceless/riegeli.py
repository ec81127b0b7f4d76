"""Reads the records of a Riegeli file whose chunks are Snappy-compressed or not compressed at all.

That is what XLA serialises a GPU executable into, and the only place where its cubin is to be had.
Formats: https://github.com/google/riegeli/blob/master/doc/riegeli_records_file_format.md and
https://github.com/google/snappy/blob/main/format_description.txt. Checksums are not verified; every
malformed input gives ValueError.
"""

from __future__ import annotations

from collections.abc import Iterator

SIGNATURE = bytes.fromhex("83af70d10d884a3f")
"""Hash in the first block header of every such file: it covers two constant fields."""
BLOCK_BYTES = 1 << 16
BLOCK_HEADER_BYTES = 24
CHUNK_HEADER_BYTES = 40
SIMPLE, SNAPPY, PLAIN = ord("r"), ord("s"), 0


def varint(data: bytes, at: int) -> tuple[int, int]:
    """(value, position after it) of a base-128 number with up to ten bytes."""
    value = 0
    for index in range(10):
        if at + index >= len(data):
            raise ValueError("a number runs over the end")
        byte = data[at + index]
        value |= (byte & 0x7F) << (7 * index)
        if byte < 0x80:
            return value, at + index + 1
    raise ValueError("a number has more than ten bytes")


def snappy(data: bytes, limit_bytes: int = 1 << 30) -> bytes:
    """Decompress a raw Snappy stream."""
    size, at = varint(data, 0)
    if size > limit_bytes:
        raise ValueError(f"{size} bytes are more than the limit of {limit_bytes}")
    out = bytearray()
    while at < len(data):
        tag = data[at]
        at += 1
        if tag & 3 == 0:
            length, at = _literal_length(data, tag >> 2, at)
            if at + length > len(data):
                raise ValueError("a literal runs over the end")
            out += data[at : at + length]
            at += length
        else:
            length, offset, at = _copy(data, tag, at)
            if not 0 < offset <= len(out):
                raise ValueError("a copy reaches before the beginning")
            _append_copy(out, offset, length)
        if len(out) > size:
            raise ValueError("there is more than was announced")
    if len(out) != size:
        raise ValueError("there is less than was announced")
    return bytes(out)


def _literal_length(data: bytes, code: int, at: int) -> tuple[int, int]:
    if code < 60:
        return code + 1, at
    width = code - 59
    if at + width > len(data):
        raise ValueError("a literal's length runs over the end")
    return int.from_bytes(data[at : at + width], "little") + 1, at + width


def _copy(data: bytes, tag: int, at: int) -> tuple[int, int, int]:
    """(length, offset, position after the element) of a back reference."""
    width = {1: 1, 2: 2, 3: 4}[tag & 3]
    if at + width > len(data):
        raise ValueError("a copy runs over the end")
    number = int.from_bytes(data[at : at + width], "little")
    if width == 1:
        return ((tag >> 2) & 7) + 4, (tag >> 5 << 8) | number, at + width
    return (tag >> 2) + 1, number, at + width


def _append_copy(out: bytearray, offset: int, length: int) -> None:
    while length > 0:  # the copy may overlap what it makes: then it repeats
        piece = out[-offset:][:length]
        out += piece
        length -= len(piece)


def _without_block_headers(data: bytes) -> bytes:
    blocks = range(0, len(data), BLOCK_BYTES)
    return b"".join(data[at + BLOCK_HEADER_BYTES : at + BLOCK_BYTES] for at in blocks)


def chunks(data: bytes) -> Iterator[bytes]:
    """The decompressed values of each simple chunk of the file that begins in ``data``.

    Nothing where there is no such file; ValueError where it is damaged or differently compressed.
    """
    begin = data.find(SIGNATURE)
    if begin < 0:
        return
    content = _without_block_headers(data[begin:])
    at = 0
    while at + CHUNK_HEADER_BYTES <= len(content):
        header = content[at : at + CHUNK_HEADER_BYTES]
        size, kind = int.from_bytes(header[8:16], "little"), header[24]
        at += CHUNK_HEADER_BYTES
        if kind not in (ord("s"), ord("m"), ord("p"), SIMPLE):
            return  # what follows the file
        if at + size > len(content):
            raise ValueError("a chunk runs over the end")
        if kind == SIMPLE:
            yield _values(content[at : at + size])
        at += size


def _values(chunk: bytes) -> bytes:
    if not chunk or chunk[0] not in (SNAPPY, PLAIN):
        raise ValueError(f"unknown compression {chunk[:1]!r}")
    sizes_bytes, at = varint(chunk, 1)
    values = chunk[at + sizes_bytes :]
    if chunk[0] == PLAIN:
        return values
    _, at = varint(values, 0)  # Riegeli's own copy of the decompressed size
    return snappy(values[at:])


def elf_images(data: bytes, machine: int) -> Iterator[bytes]:
    """Every 64-bit little-endian ELF file for ``machine`` that lies in ``data`` (cubin: 190)."""
    at = 0
    while (at := data.find(b"\x7fELF\x02\x01", at)) >= 0:
        header = data[at : at + 64]
        if len(header) == 64 and int.from_bytes(header[18:20], "little") == machine:
            end = max(
                int.from_bytes(header[low : low + 8], "little")
                + int.from_bytes(header[each : each + 2], "little")
                * int.from_bytes(header[each + 2 : each + 4], "little")
                for low, each in ((32, 54), (40, 58))
            )
            if 64 <= end <= len(data) - at:
                yield data[at : at + end]
        at += 4

"""Deterministic palette-PNG writer (RFC 2083): the same bytes on every machine.

The output of zlib, and so of Pillow, differs with the zlib or zlib-ng it was built with. So rows
are packed here: each as its difference from the row above, which is mostly repeated zeros, in the
fixed codes of deflate (RFC 1951, 3.2.6).
"""

import struct
from collections.abc import Iterator, Sequence
from itertools import groupby
from zlib import adler32, crc32

_LONGEST = 258
_LENGTHS = (
    (3, 0), (4, 0), (5, 0), (6, 0), (7, 0), (8, 0), (9, 0), (10, 0), (11, 1), (13, 1), (15, 1),
    (17, 1), (19, 2), (23, 2), (27, 2), (31, 2), (35, 3), (43, 3), (51, 3), (59, 3), (67, 4),
    (83, 4), (99, 4), (115, 4), (131, 5), (163, 5), (195, 5), (227, 5), (258, 0),
)  # fmt: skip
"""Of the codes from 257 on: the first length, and how many bits more tell which."""


def png(rows: Sequence[bytes], palette: Sequence[tuple[int, int, int]]) -> bytes:
    """A picture of these rows, a byte for each pixel with its place in the palette."""
    head = struct.pack(">IIBBBBB", len(rows[0]), len(rows), 8, 3, 0, 0, 0)
    colours = bytes(part for colour in palette for part in colour)
    data = b"".join(_from_above(rows))
    packed = b"\x78\x01" + deflated(data) + struct.pack(">I", adler32(data))
    chunks = ((b"IHDR", head), (b"PLTE", colours), (b"IDAT", packed), (b"IEND", b""))
    return b"\x89PNG\r\n\x1a\n" + b"".join(_chunk(kind, content) for kind, content in chunks)


def _chunk(kind: bytes, content: bytes) -> bytes:
    return (
        struct.pack(">I", len(content)) + kind + content + struct.pack(">I", crc32(kind + content))
    )


def _from_above(rows: Sequence[bytes]) -> Iterator[bytes]:
    """Each row as the difference to the one above, behind the number of that filter."""
    above = bytes(len(rows[0]))
    for row in rows:
        yield b"\x02" + (
            bytes(len(row))
            if row == above
            else bytes((a - b) & 255 for a, b in zip(row, above, strict=True))
        )
        above = row


def deflated(data: bytes) -> bytes:
    """The data in one block of fixed codes, in which only repeated bytes are shortened."""
    out = _Bits()
    out.put(0b011, 3)  # the last block, and its kind
    for byte, same in groupby(data):
        left = sum(1 for _ in same) - 1
        out.literal(byte)
        while left:
            length = min(left, _LONGEST) if left > 2 else 0
            if length:
                out.again(length)
            else:
                out.literal(byte)
            left -= length or 1
    out.code(0, 7)
    return out.done()


class _Bits:
    """Bits that fill bytes from the lowest on."""

    def __init__(self) -> None:
        self._bytes, self._bits, self._count = bytearray(), 0, 0

    def put(self, value: int, bits: int) -> None:
        self._bits |= value << self._count
        self._count += bits
        while self._count >= 8:
            self._bytes.append(self._bits & 255)
            self._bits >>= 8
            self._count -= 8

    def code(self, value: int, bits: int) -> None:
        """A code, of which the highest bit comes first."""
        self.put(int(f"{value:0{bits}b}"[::-1], 2), bits)

    def literal(self, byte: int) -> None:
        if byte < 144:
            self.code(0x30 + byte, 8)
        else:
            self.code(0x190 + byte - 144, 9)

    def again(self, length: int) -> None:
        """The byte before, so many times more."""
        at = max(at for at, (first, _) in enumerate(_LENGTHS) if first <= length)
        first, more = _LENGTHS[at]
        symbol = 257 + at
        if symbol < 280:
            self.code(symbol - 256, 7)
        else:
            self.code(0xC0 + symbol - 280, 8)
        self.put(length - first, more)
        self.code(0, 5)  # from one byte back

    def done(self) -> bytes:
        if self._count:
            self.put(0, 8 - self._count)
        return bytes(self._bytes)

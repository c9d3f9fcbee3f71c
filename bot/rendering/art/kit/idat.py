"""PNG files made of strips that were compressed before, each on its own.

Compressing takes as long as drawing, and no library accepts compressed data. The format is that of the PNG
specification (third edition), with one IDAT chunk for each strip, and of RFC 1950 and 1951.
"""

import struct
import zlib
from collections.abc import Iterable
from typing import Final, NamedTuple, Self

from PIL import Image

SIGNATURE: Final = b"\x89PNG\r\n\x1a\n"
OPENING: Final = b"\x78\x01"
"""The header of a zlib stream of the lowest level."""
CLOSING: Final = b"\x03\x00"
"""An empty last block."""
PRIME: Final = 65521
PALETTE_TYPE: Final = 3
"""The colour type of pictures with a palette."""


class Strip(NamedTuple):
    """Some lines of a picture, compressed."""

    wide: int
    high: int
    chunk: bytes
    """The compressed lines as a chunk of the file."""
    check: int
    """The Adler-32 checksum of the lines before they were compressed."""

    @classmethod
    def of(cls, lines: bytes, wide: int) -> Self:
        """Compress some of a picture's `lines`."""
        # Level 4 takes a sixth longer, and higher ones twice as long.
        compressor = zlib.compressobj(level=2, wbits=-zlib.MAX_WBITS)
        compressed = compressor.compress(lines) + compressor.flush(zlib.Z_FULL_FLUSH)
        return cls(wide, len(lines) // (wide + 1), _chunk(b"IDAT", compressed), zlib.adler32(lines))


def lines(image: Image.Image) -> bytes:
    """Return the lines of a picture with a palette, each after the number of its filter: 0 for none."""
    filtered = Image.new("P", (image.width + 1, image.height))
    filtered.paste(image, (1, 0))
    return filtered.tobytes()


def png_of(strips: Iterable[Strip], palette: bytes) -> bytes:
    """Return the PNG of these strips, all of the same width. `palette` has three bytes for each colour."""
    strips = list(strips)
    wide, high = strips[0].wide, sum(one.high for one in strips)
    check = 1
    for one in strips:
        check = _checksum(check, one.check, one.high * (one.wide + 1))
    return b"".join(
        (
            SIGNATURE,
            _chunk(b"IHDR", struct.pack(">IIBBBBB", wide, high, 8, PALETTE_TYPE, 0, 0, 0)),
            _chunk(b"PLTE", palette),
            _chunk(b"IDAT", OPENING),
            *(one.chunk for one in strips),
            _chunk(b"IDAT", CLOSING + struct.pack(">I", check)),
            _chunk(b"IEND", b""),
        )
    )


def _chunk(kind: bytes, data: bytes) -> bytes:
    return struct.pack(">I", len(data)) + kind + data + struct.pack(">I", zlib.crc32(kind + data))


def _checksum(first: int, second: int, length: int) -> int:
    """Return the checksum of some bytes and the `length` bytes after them, from those of both."""
    low = (first & 0xFFFF) + (second & 0xFFFF) - 1
    high = (first >> 16) + (second >> 16) + length * ((first & 0xFFFF) - 1)
    return (high % PRIME) << 16 | low % PRIME

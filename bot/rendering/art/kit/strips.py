"""PNG files put together from strips that were compressed before, each automatically.

Compressing takes as long as drawing, and no library takes what is compressed already. The format is that of
the PNG specification (third edition), with one IDAT chunk for each strip, and of RFC 1950 and 1951.
"""

import struct
import zlib
from collections.abc import Iterable
from typing import Final, NamedTuple, Self

from PIL import Image

SIGNATURE: Final = b"\x89PNG\r\n\x1a\n"
OPENING: Final = b"\x78\x01"
"""Begins a zlib stream of the lowest level."""
CLOSING: Final = b"\x03\x00"
"""An empty last block."""
PRIME: Final = 65521
FEW_COLOURS: Final = 3
"""The colour type of pictures with a palette."""


class Strip(NamedTuple):
    """Lines of a picture."""

    wide: int
    high: int
    chunk: bytes
    """Compressed, as a chunk of the file."""
    check: int
    """The Adler-32 checksum of what was compressed."""

    @classmethod
    def of(cls, lines: bytes, wide: int) -> Self:
        """Compress some of a picture's `lines`."""
        # The next level but one takes a sixth longer, and higher ones twice as long.
        squeeze = zlib.compressobj(level=2, wbits=-zlib.MAX_WBITS)
        squeezed = squeeze.compress(lines) + squeeze.flush(zlib.Z_FULL_FLUSH)
        return cls(wide, len(lines) // (wide + 1), _chunk(b"IDAT", squeezed), zlib.adler32(lines))


def lines(image: Image.Image) -> bytes:
    """Return the lines of a picture with a palette, each behind the number of its filter. 0 is none."""
    filtered = Image.new("P", (image.width + 1, image.height))
    filtered.paste(image, (1, 0))
    return filtered.tobytes()


def png_of(strips: Iterable[Strip], palette: bytes) -> bytes:
    """Return the file of a picture made of these strips, all of the same width. Three bytes a colour."""
    strips = list(strips)
    wide, high = strips[0].wide, sum(one.high for one in strips)
    check = 1
    for one in strips:
        check = _after(check, one.check, one.high * (one.wide + 1))
    return b"".join(
        (
            SIGNATURE,
            _chunk(b"IHDR", struct.pack(">IIBBBBB", wide, high, 8, FEW_COLOURS, 0, 0, 0)),
            _chunk(b"PLTE", palette),
            _chunk(b"IDAT", OPENING),
            *(one.chunk for one in strips),
            _chunk(b"IDAT", CLOSING + struct.pack(">I", check)),
            _chunk(b"IEND", b""),
        )
    )


def _chunk(kind: bytes, data: bytes) -> bytes:
    return struct.pack(">I", len(data)) + kind + data + struct.pack(">I", zlib.crc32(kind + data))


def _after(first: int, second: int, length: int) -> int:
    """Return the checksum of some bytes and `length` more, from those of both."""
    low = (first & 0xFFFF) + (second & 0xFFFF) - 1
    high = (first >> 16) + (second >> 16) + length * ((first & 0xFFFF) - 1)
    return (high % PRIME) << 16 | low % PRIME

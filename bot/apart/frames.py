"""The messages between the bot and a separate process: bytes there and back, each after their length."""

import struct
from collections.abc import Callable
from typing import Final

HEAD: Final = struct.Struct("!?I")
"""Whether it went well, and how many bytes follow."""
HURRY: Final = b""
"""A request for nothing, which makes the present work give way to the next request."""

Read = Callable[[int], bytes]
"""Reads at most this many bytes. None at the end."""


class Ended(Exception):
    """The other side is gone."""


def framed(body: bytes, *, went_well: bool = True) -> bytes:
    """Return a message in the form in which it's sent."""
    return HEAD.pack(went_well, len(body)) + body


def received(read: Read) -> tuple[bool, bytes]:
    """The next message: whether it went well, and its body. Raises Ended, and what reading raises."""
    went_well, length = HEAD.unpack(_exactly(read, HEAD.size))
    return went_well, _exactly(read, length)


def _exactly(read: Read, length: int) -> bytes:
    parts: list[bytes] = []
    while length:
        part = read(length)
        if not part:
            raise Ended
        parts.append(part)
        length -= len(part)
    return b"".join(parts)

"""The messages between the bot and a separate process, and how one makes the work before it give way."""

import select
import struct
from collections.abc import Callable
from typing import IO, Final

HEAD: Final = struct.Struct("!?I")
"""Whether it went well, and how many bytes follow."""
HURRY: Final = b""
"""A request for nothing, which makes the present work give way to the next request."""

Read = Callable[[int], bytes]
"""Reads at most this many bytes. None at the end."""
_ASKED: Final[list[IO[bytes]]] = []
"""Where more may be asked. Nowhere but in a process apart."""


class Ended(Exception):
    """The other side is gone."""


def framed(body: bytes, *, went_well: bool = True) -> bytes:
    """Return a message in the form in which it's sent."""
    return HEAD.pack(went_well, len(body)) + body


def received(read: Read) -> tuple[bool, bytes]:
    """Return the next message: whether it went well, and its body. Raises Ended, and what reading raises."""
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


class GaveWay(Exception):
    """Something more urgent has come."""


GAVE_WAY: Final = GaveWay.__name__.encode()
"""The answer of a function that gave way."""


def listen(asked: IO[bytes]) -> None:
    """From now on give way when something comes there."""
    _ASKED.append(asked)


def give_way() -> None:
    """Between two parts: raise GaveWay when something else has been asked meanwhile."""
    if _ASKED and select.select(_ASKED, (), (), 0)[0]:
        raise GaveWay

"""The messages between the bot and a separate process, and the way a request interrupts earlier work."""

import select
import struct
from collections.abc import Callable
from typing import IO, Final

HEAD: Final = struct.Struct("!?I")
"""The head of a message: whether the function succeeded, and the number of bytes that follow."""
HURRY: Final = b""
"""An empty request, which makes the present work give way to the next one."""

Read = Callable[[int], bytes]
"""A function that reads at most this many bytes, and returns an empty result at the end."""
_REQUESTS: Final[list[IO[bytes]]] = []
"""The stream of further requests. The list is empty except in a separate process."""


class EndOfStream(Exception):
    """The error to raise when the other side is gone."""


def frame(body: bytes, *, succeeded: bool = True) -> bytes:
    """Return a message in the form in which it's sent."""
    return HEAD.pack(succeeded, len(body)) + body


def receive(read: Read) -> tuple[bool, bytes]:
    """Return whether the function succeeded, and the body. Raises EndOfStream, or whatever `read` raises."""
    succeeded, length = HEAD.unpack(_read_exactly(read, HEAD.size))
    return succeeded, _read_exactly(read, length)


def _read_exactly(read: Read, length: int) -> bytes:
    parts: list[bytes] = []
    while length:
        part = read(length)
        if not part:
            raise EndOfStream
        parts.append(part)
        length -= len(part)
    return b"".join(parts)


class GaveWay(Exception):
    """The error that ends work early when something more urgent has arrived."""


GAVE_WAY: Final = GaveWay.__name__.encode()
"""The answer of a function that gave way."""


def listen(requests: IO[bytes]) -> None:
    """Make `give_way` watch a stream for further requests."""
    _REQUESTS.append(requests)


def give_way() -> None:
    """Raise GaveWay if another request has arrived. Functions call it between two parts of their work."""
    if _REQUESTS and select.select(_REQUESTS, (), (), 0)[0]:
        raise GaveWay

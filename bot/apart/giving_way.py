"""Lets a separate process put its work aside for something more urgent, and start it again later.

This suits work that keeps its finished parts, as pictures do.
"""

import select
from typing import IO, Final


class GaveWay(Exception):
    """Something more urgent has come."""


GAVE_WAY: Final = GaveWay.__name__.encode()
"""The answer of a function that gave way."""
_ASKED: Final[list[IO[bytes]]] = []
"""Where more may be asked. Nowhere but in a process apart."""


def listen(asked: IO[bytes]) -> None:
    """From now on give way when something comes there."""
    _ASKED.append(asked)


def give_way() -> None:
    """Between two parts: raise GaveWay when something else has been asked meanwhile."""
    if _ASKED and select.select(_ASKED, (), (), 0)[0]:
        raise GaveWay

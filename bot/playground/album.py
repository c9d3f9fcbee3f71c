"""The pictures that pages were told of, each for as long as a page that is behind may ask for it."""

from collections import OrderedDict
from typing import Final

MAX_KEPT: Final = 200
"""How many are kept. The same bytes under several addresses take their room once."""


class Album:
    """Pictures by the address under which a page fetches them."""

    def __init__(self, most: int = MAX_KEPT) -> None:
        self._most = most
        self._kept: OrderedDict[str, bytes] = OrderedDict()

    def keep(self, address: str, picture: bytes) -> None:
        """A page is about to be told of this picture; those told of longest ago go."""
        self._kept[address] = picture
        self._kept.move_to_end(address)
        while len(self._kept) > self._most:
            self._kept.popitem(last=False)

    def find(self, address: str) -> bytes | None:
        """The picture of this address; None when no page was told of it, or too long ago."""
        return self._kept.get(address)

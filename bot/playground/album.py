"""The pictures that pages have been told about, each kept while a slow page may still ask for it."""

from collections import OrderedDict
from typing import Final

MAX_KEPT: Final = 200
"""The maximum number of pictures. Equal bytes under several addresses are stored once."""


class Album:
    """A store of pictures by the address under which a page fetches them."""

    def __init__(self, most: int = MAX_KEPT) -> None:
        self._most = most
        self._kept: OrderedDict[str, bytes] = OrderedDict()

    def keep(self, address: str, picture: bytes) -> None:
        """Keep a picture that a page is about to be told about, and drop the oldest ones."""
        self._kept[address] = picture
        self._kept.move_to_end(address)
        while len(self._kept) > self._most:
            self._kept.popitem(last=False)

    def find(self, address: str) -> bytes | None:
        """Return the picture at this address, or None if no page was told about it recently."""
        return self._kept.get(address)

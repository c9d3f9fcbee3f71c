"""Who thinks for computers, and what runs in the process that does."""

from collections.abc import Mapping
from typing import Final, Protocol

import msgspec

from bot.players.player import Level, Seen, choose


class Thinker(Protocol):
    """Who thinks for computers."""

    async def choose(self, seen: Seen) -> str:
        """The move of a computer, in the notation; it always comes, if need be without much thought."""

    async def close(self) -> None:
        """Think no more."""


class AtOnce:
    """Thinks where it stands, and not ahead; for tests, and for when no process thinks."""

    async def choose(self, seen: Seen) -> str:
        """The move that comes to mind first."""
        return at_once(seen)

    async def close(self) -> None:
        """Nothing is left to be closed."""


QUICK: Final[Mapping[Level, Level]] = {"easy": "easy", "medium": "medium", "hard": "medium"}
"""How a level plays without thinking ahead."""
_DECODER: Final = msgspec.msgpack.Decoder(Seen)


def at_once(seen: Seen) -> str:
    """The move that comes to mind first."""
    return str(choose(msgspec.structs.replace(seen, level=QUICK[seen.level])))


def encoded(seen: Seen) -> bytes:
    """What is seen, on its way to the process that thinks."""
    return msgspec.msgpack.encode(seen)


def thought(given: bytes) -> bytes:
    """A move for what is seen; this is what the process does."""
    return str(choose(_DECODER.decode(given))).encode()

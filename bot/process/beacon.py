"""A public randomness beacon: a number that nobody can know before, asked when cards are dealt.

The answer has the form of drand: JSON with `round`, a number, and `randomness` (or else `signature`) in
hexadecimal.
"""

import asyncio
import re
from typing import Annotated, Final

import aiohttp
import msgspec
import structlog

from bot.fair.deal import Beacon

log = structlog.get_logger(__name__)

PATIENCE_SECONDS: Final = 1.5
"""A press of *Start* must be answered within three seconds."""
MAX_BYTES: Final = 10_000
HEX: Final = re.compile(r"[0-9a-f]{16,256}")


class Said(msgspec.Struct, frozen=True):
    """A beacon's answer."""

    round: Annotated[int, msgspec.Meta(ge=1, le=10**15)]
    randomness: str = ""
    signature: str = ""


class PublicBeacon:
    """The beacon at an address. Without one there's none to ask."""

    def __init__(self, address: str | None, patience: float = PATIENCE_SECONDS) -> None:
        self._address = address
        self._patience = patience

    @property
    def is_there(self) -> bool:
        """Whether there's one to ask."""
        return self._address is not None

    async def ask(self) -> Beacon | None:
        """Return the beacon's present answer. None if it doesn't come in time, or makes no sense."""
        if self._address is None:
            return None
        try:
            said = msgspec.json.decode(await self._fetch(self._address), type=Said)
        except (aiohttp.ClientError, TimeoutError, OSError, msgspec.MsgspecError, UnicodeError) as error:
            log.warning("beacon_unreachable", why=type(error).__name__)
            return None
        value = (said.randomness or said.signature).lower()
        if HEX.fullmatch(value) is None:
            log.warning("beacon_unreachable", why="no hexadecimal value")
            return None
        return Beacon(said.round, value)

    async def _fetch(self, address: str) -> bytes:
        async with (
            asyncio.timeout(self._patience),
            aiohttp.ClientSession() as client,
            client.get(address, raise_for_status=True) as answer,
        ):
            return await answer.content.read(MAX_BYTES)

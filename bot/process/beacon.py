"""The client of a public randomness beacon, which gives deals numbers that nobody can know in advance.

An answer has the form of drand's: JSON with `round`, a number, and `randomness` (or else `signature`) in
hexadecimal.
"""

import asyncio
import math
import re
from typing import Annotated, Final, TypeVar

import aiohttp
import msgspec
import structlog

from bot.fair.deal import Beacon

log = structlog.get_logger(__name__)

T = TypeVar("T")

LATEST: Final = "/latest"
PATIENCE_SECONDS: Final = 1.5
"""The longest wait for a beacon. A click on *Start* must be answered within three seconds."""
MAX_BYTES: Final = 10_000
HEX: Final = re.compile(r"[0-9a-f]{16,256}")


class BeaconAnswer(msgspec.Struct, frozen=True):
    """A beacon's answer."""

    round: Annotated[int, msgspec.Meta(ge=1, le=10**15)]
    randomness: str = ""
    signature: str = ""


class Schedule(msgspec.Struct, frozen=True):
    """The schedule of a beacon: the time of its first round, and the seconds from one round to the next."""

    genesis_time: Annotated[int, msgspec.Meta(ge=0, le=10**11)]
    period: Annotated[int, msgspec.Meta(ge=1, le=10**6)]

    def first_since(self, at: float) -> int:
        """Return the number of the first round at or after a time."""
        return max(1, math.ceil((at - self.genesis_time) / self.period) + 1)


class PublicBeacon:
    """The beacon at an address. The address is None if there's no beacon."""

    def __init__(self, address: str | None, patience: float = PATIENCE_SECONDS) -> None:
        self._address = address
        self._patience = patience

    @property
    def is_configured(self) -> bool:
        """Whether there's a beacon to ask."""
        return self._address is not None

    async def ask(self) -> Beacon | None:
        """Return the beacon's present answer. None if it doesn't come in time, or makes no sense."""
        return None if self._address is None else await self._ask(self._address)

    async def first_since(self, at: float) -> Beacon | None:
        """Return the answer of the first round at or after a time. None if it isn't out yet or can't be read.

        The address has to end in LATEST. drand has every round next to it, and its schedule one level above.
        """
        assert self._address is not None
        rounds = self._address.removesuffix(LATEST)
        schedule = await self._read(f"{rounds.rpartition('/')[0]}/info", Schedule)
        if schedule is None:
            return None
        number = schedule.first_since(at)
        answer = await self._ask(f"{rounds}/{number}")
        return answer if answer is not None and answer.round == number else None

    async def _ask(self, address: str) -> Beacon | None:
        answer = await self._read(address, BeaconAnswer)
        if answer is None:
            return None
        value = (answer.randomness or answer.signature).lower()
        if HEX.fullmatch(value) is None:
            log.warning("beacon_unreachable", why="no hexadecimal value")
            return None
        return Beacon(answer.round, value)

    async def _read(self, address: str, kind: type[T]) -> T | None:
        try:
            return msgspec.json.decode(await self._fetch(address), type=kind)
        except (aiohttp.ClientError, TimeoutError, OSError, msgspec.MsgspecError, UnicodeError) as error:
            log.warning("beacon_unreachable", why=type(error).__name__)
            return None

    async def _fetch(self, address: str) -> bytes:
        async with (
            asyncio.timeout(self._patience),
            aiohttp.ClientSession() as client,
            client.get(address, raise_for_status=True) as answer,
        ):
            return await answer.content.read(MAX_BYTES)

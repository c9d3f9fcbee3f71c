"""Holds back a bot that crashes again and again: after a thousand starts a day Discord resets its token."""

import asyncio
from collections.abc import Awaitable, Callable, Iterator, Sequence
from contextlib import suppress
from typing import Final

import msgspec
import structlog

from bot.storage import facts
from bot.storage.errors import StoreError
from bot.storage.store import Store

log = structlog.get_logger(__name__)

NOTE: Final = "starts"
"""Under this name the latest starts are kept in the database."""
CROWDS: Final = ((3, 60.0), (30, 3600.0))
"""How many starts within how many seconds are a crowd. Time in which the bot was held back doesn't count."""
MAX_KEPT: Final = 29
"""The next start makes the largest crowd full."""
FIRST_WAIT_SECONDS: Final = 60.0
MAX_WAIT_SECONDS: Final = 900.0


class Start(msgspec.Struct, frozen=True):
    """One connection to Discord: when it was made, and how many seconds had been waited for it."""

    at: float
    waited: float


def wait_before(starts: Sequence[Start], now: float) -> float:
    """Return the seconds before the next start: 1, 2, 4 ... 15 minutes as long as they're crowded."""
    ages = list(_ages(starts, now))
    if not any(sum(age < within for age in ages) >= crowd - 1 for crowd, within in CROWDS):
        return 0.0
    return min(max(FIRST_WAIT_SECONDS, 2 * starts[-1].waited), MAX_WAIT_SECONDS)


def _ages(starts: Sequence[Start], now: float) -> Iterator[float]:
    """Yield how long ago each start was, the last one first, in seconds in which the bot wasn't held back."""
    waited = 0.0
    for start in reversed(starts):
        yield abs(now - start.at) - waited
        waited += start.waited


class Starts:
    """Starts of one process: delayed after too many, and counted once Discord counts them."""

    def __init__(
        self,
        store: Store,
        clock: Callable[[], float],
        sleep: Callable[[float], Awaitable[None]] = asyncio.sleep,
    ) -> None:
        self._store, self._clock, self._sleep = store, clock, sleep
        self._waited: tuple[float, int | None] | None = None
        """Seconds this start was delayed, and its shard group. None once counted."""

    async def hold_back(self, group: int | None = None) -> None:
        """Wait after too many recent starts, before the next one.

        A shard group's starts are counted apart, whichever process had it.
        """
        seconds = wait_before(await _known(self._store, group), self._clock())
        if seconds:
            why = "it ended soon after each of them"
            log.warning("too_many_starts", waiting_seconds=round(seconds), why=why)
            await self._sleep(seconds)
        self._waited = seconds, group

    async def begun(self) -> None:
        """Note that Discord is about to count this start, unless it's noted. There's a daily limit."""
        if self._waited is None:
            return
        (waited, group), self._waited = self._waited, None
        with suppress(StoreError):  # at worst the next start waits too little
            latest = [*await _known(self._store, group), Start(self._clock(), waited)][-MAX_KEPT:]
            await self._store.write(facts.keep_note, _note(group), msgspec.json.encode(latest).decode())


async def forget(store: Store, group: int | None = None) -> None:
    """The bot was stopped in order: its next start follows no crash."""
    await store.write(facts.keep_note, _note(group), "[]")


def _note(group: int | None) -> str:
    return NOTE if group is None else f"{NOTE}:{group}"


async def _known(store: Store, group: int | None) -> list[Start]:
    noted = await store.read(facts.note, _note(group))
    try:
        return [] if noted is None else msgspec.json.decode(noted, type=list[Start])
    except msgspec.MsgspecError as error:  # a start that waits for no reason is worse than one that doesn't
        log.warning("starts_not_known", error=str(error))
        return []

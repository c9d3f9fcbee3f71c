"""The delay for a bot that crashes again and again. Discord resets its token after 1,000 starts a day."""

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
"""The name of the note that holds the latest starts."""
START_LIMITS: Final = ((3, 60.0), (30, 3600.0))
"""Each a number of starts that's too high within this many seconds. Time spent waiting doesn't count."""
MAX_KEPT: Final = 29
"""The number of stored starts. Together with the next one, they reach the largest limit."""
FIRST_WAIT_SECONDS: Final = 60.0
MAX_WAIT_SECONDS: Final = 900.0


class Start(msgspec.Struct, frozen=True):
    """One start: the time of its connection to Discord, and the seconds for which it was held back."""

    at: float
    waited: float


def wait_before(starts: Sequence[Start], now: float) -> float:
    """Return the seconds to wait before the next start: 0, or after too many 1, 2, 4 ... 15 minutes."""
    ages = list(_ages(starts, now))
    if not any(sum(age < within for age in ages) >= limit - 1 for limit, within in START_LIMITS):
        return 0.0
    return min(max(FIRST_WAIT_SECONDS, 2 * starts[-1].waited), MAX_WAIT_SECONDS)


def _ages(starts: Sequence[Start], now: float) -> Iterator[float]:
    """Yield the age of each start in seconds, newest first, not counting time spent waiting."""
    waited = 0.0
    for start in reversed(starts):
        yield abs(now - start.at) - waited
        waited += start.waited


class Starts:
    """The starts of one process, which are delayed after too many and noted when Discord counts them."""

    def __init__(
        self,
        store: Store,
        clock: Callable[[], float],
        sleep: Callable[[float], Awaitable[None]] = asyncio.sleep,
    ) -> None:
        self._store, self._clock, self._sleep = store, clock, sleep
        self._waited: tuple[float, int | None] | None = None
        """The seconds this start was held back, and its shard group. None once it's noted."""

    async def hold_back(self, group: int | None = None) -> None:
        """Wait before this start if there were too many recently.

        Each shard group's starts are counted separately, whichever process held it.
        """
        seconds = wait_before(await _recent_starts(self._store, group), self._clock())
        if seconds:
            why = "it ended soon after each of them"
            log.warning("too_many_starts", waiting_seconds=round(seconds), why=why)
            await self._sleep(seconds)
        self._waited = seconds, group

    async def note_start(self) -> None:
        """Note this start, unless it's noted. Discord is about to count it against the daily limit."""
        if self._waited is None:
            return
        (waited, group), self._waited = self._waited, None
        with suppress(StoreError):  # At worst, the next start doesn't wait long enough.
            latest = [*await _recent_starts(self._store, group), Start(self._clock(), waited)][-MAX_KEPT:]
            await self._store.write(facts.keep_note, _note(group), msgspec.json.encode(latest).decode())


async def forget(store: Store, group: int | None = None) -> None:
    """Forget recent starts, because the bot was stopped properly and its next start won't follow a crash."""
    await store.write(facts.keep_note, _note(group), "[]")


def _note(group: int | None) -> str:
    return NOTE if group is None else f"{NOTE}:{group}"


async def _recent_starts(store: Store, group: int | None) -> list[Start]:
    noted = await store.read(facts.note, _note(group))
    try:
        return [] if noted is None else msgspec.json.decode(noted, type=list[Start])
    except msgspec.MsgspecError as error:  # Waiting for no reason would be worse than not waiting.
        log.warning("starts_not_known", error=str(error))
        return []

"""Holds back a bot that crashes again and again: after a thousand starts a day Discord resets its token."""

import asyncio
from collections.abc import Awaitable, Callable, Sequence
from typing import Final

import msgspec
import structlog

from bot.storage.store import Store

log = structlog.get_logger(__name__)

NOTE: Final = "starts"
"""Under this name the latest starts are kept in the database."""
CROWD: Final = 3
WITHIN_SECONDS: Final = 60.0
FIRST_WAIT_SECONDS: Final = 60.0
MAX_WAIT_SECONDS: Final = 900.0
"""Who lived for so long after a wait is sound again."""


class Start(msgspec.Struct, frozen=True):
    """One connection to Discord: when it was made, and how many seconds had been waited for it."""

    at: float
    waited: float


def wait_before(starts: Sequence[Start], now: float) -> float:
    """How many seconds to wait before the next start: 1, 2, 4 ... 15 minutes while the bot does not live."""
    last = starts[-1] if starts else None
    if last is not None and last.waited and abs(now - last.at) < MAX_WAIT_SECONDS:
        return min(2 * last.waited, MAX_WAIT_SECONDS)
    recent = [start for start in starts if abs(now - start.at) < WITHIN_SECONDS]
    return FIRST_WAIT_SECONDS if len(recent) >= CROWD - 1 else 0.0


async def hold_back(
    store: Store,
    *,
    clock: Callable[[], float],
    sleep: Callable[[float], Awaitable[None]] = asyncio.sleep,
) -> None:
    """Wait when there were too many starts of late, and write this one down."""
    noted = await store.note(NOTE)
    starts = [] if noted is None else msgspec.json.decode(noted, type=list[Start])
    seconds = wait_before(starts, clock())
    if seconds:
        log.warning("too_many_starts", waiting_seconds=round(seconds), why="it ended soon after each of them")
        await sleep(seconds)
    latest = [*starts, Start(clock(), seconds)][1 - CROWD :]
    await store.keep_note(NOTE, msgspec.json.encode(latest).decode())


async def forget(store: Store) -> None:
    """The bot was stopped in order: its next start follows no crash."""
    await store.keep_note(NOTE, "[]")

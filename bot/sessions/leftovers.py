"""Leftovers of ended tables: hands in DMs, and the lines of people who played alone in a channel."""

from collections.abc import Callable
from typing import Final

import structlog

from bot.players.computers import people
from bot.sessions.memory import Memory
from bot.sessions.session import Session
from bot.sessions.view import HandAt, TableAt
from bot.storage import shown
from bot.storage.errors import StoreError

log = structlog.get_logger(__name__)

KEPT_SECONDS: Final = 86400.0
"""The time for which a hand stays in a DM after the end of its game."""
MAX_REMOVED: Final = 200
"""The most old hands removed in one hour."""


class Leftovers:
    """The removal of leftovers: at the next deal of the same player, and after a day."""

    def __init__(self, memory: Memory, show: Callable[[Session], None], clock: Callable[[], float]) -> None:
        self._memory, self._store = memory, memory.store
        self._show = show
        self._clock = clock

    async def clear(self, dealt: Session) -> None:
        """Remove the older hands of everyone dealt in, and the line of a player alone."""
        users, channel_id = people(dealt.record.players), dealt.record.channel_id
        try:
            left = {
                found
                for user_id in users
                for found in await self._store.read(shown.still_shown, user_id, channel_id)
            }
            async for session in self._memory.readable({number for number, _ in left}):
                own = {str(spot) for user_id in users for spot in _own_spots(session, dealt, user_id)}
                places = [place for number, place in left if number == session.record.id and place in own]
                await self._retire(session, places)
        except StoreError:
            log.warning("leftovers_stay", session=dealt.record.id)

    async def clear_old(self) -> None:
        """Remove the hands of games that ended more than a day ago. Raises StoreError."""
        old = await self._store.read(shown.old_hands, self._clock() - KEPT_SECONDS, MAX_REMOVED)
        async for session in self._memory.readable({number for number, _ in old}):
            await self._retire(session, [place for number, place in old if number == session.record.id])

    async def _retire(self, session: Session, places: list[str]) -> None:
        if not places:
            return
        async with session.lock:
            await self._store.write(shown.retire, session.record.id, places)
            session.count_up()
        self._show(session)


def _own_spots(session: Session, dealt: Session, user_id: int) -> list[HandAt | TableAt]:
    """Return the spots of an ended table that were a player's own."""
    seat = session.seat_of(user_id)
    hands: list[HandAt | TableAt] = [] if seat is None else [HandAt(seat)]
    was, now = session.record, dealt.record
    is_line = was.is_line and was.channel_id == now.channel_id
    return [*hands, TableAt()] if is_line else hands

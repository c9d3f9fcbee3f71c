"""Last calls of one player at several tables: one DM names them all, and each of the tables knows it.

Where the process dies between the post and the note of another table, that table calls by itself: once more.
"""

import asyncio
from collections.abc import Awaitable, Callable, Iterable
from contextlib import suppress
from typing import Final, NamedTuple
from weakref import WeakValueDictionary

from bot.delivery.dms import Dms
from bot.delivery.errors import Courier, Gone, Held, Unfit
from bot.delivery.lanes import Lane, Row
from bot.delivery.outbox import Outbox
from bot.delivery.posts import Posts
from bot.delivery.timing import Timing, is_owed
from bot.engine.chance import Seat
from bot.rendering import last_calls
from bot.rendering.page import Page
from bot.sessions.places import LastCallAt, Remove
from bot.sessions.session import Session
from bot.storage.records import Shown

MAX_LEAVING: Final = 1000
"""How many calls that are being deleted are remembered."""

Tables = Callable[[int], Awaitable[list[tuple[Session, Outbox]]]]
"""The live tables of a user, with what must be shown there."""
IsCalled = Callable[[Session, Outbox, Row], bool]
"""Whether another message has called a player for a row, or is about to."""


class Waiting(NamedTuple):
    """A table that waits for a player; `row` is what calls them."""

    session: Session
    outbox: Outbox
    row: Row
    seat: Seat


class Together:
    """Posts, edits and removes the calls to several tables. `clock` gives seconds since the epoch."""

    def __init__(
        self,
        courier: Courier,
        dms: Dms,
        posts: Posts,
        timing: Timing,
        *,
        tables: Tables,
        clock: Callable[[], float],
    ) -> None:
        self._courier = courier
        self._dms = dms
        self._posts = posts
        self._timing = timing
        self._tables = tables
        self._clock = clock
        self._turns: WeakValueDictionary[int, asyncio.Lock] = WeakValueDictionary()
        self._leaving: dict[int, None] = {}
        """The calls that were no table's any more last, by message: they are deleted once."""
        self._calling: set[Row] = set()
        """What calls to several tables are on their way for."""

    def turn(self, user_id: int) -> asyncio.Lock:
        """Held while somebody's last calls are looked at: their tables do not call side by side."""
        return self._turns.setdefault(user_id, asyncio.Lock())

    async def others(self, waiting: Waiting) -> list[Waiting]:
        """The other tables of this process at which this player's last call is due, or nearly."""
        user_id = waiting.session.record.players[waiting.seat]
        found: list[Waiting] = []
        for session, outbox in await self._tables(user_id):
            seat = session.seat_of(user_id)
            if seat is None or session is waiting.session or not outbox.is_own:
                continue
            near = [row for row in outbox.rows if self._timing.is_near(session, row, seat)]
            lane = Lane("seat", seat)  # a call that may have arrived stays its table's, which looks for it
            rows = [row for row in near if self._posts.is_untried(outbox, session, row, lane)]
            found += [Waiting(session, outbox, row, seat) for row in rows[-1:]]
        return found[: last_calls.MAX_TABLES - 1]

    async def call(self, waiting: Waiting, others: list[Waiting], *, is_called: IsCalled) -> bool:
        """Call a player to several tables by one DM; False when no DM reaches them. The turn is held.

        Raises Overtaken when the first call is not due any more by the time at which the DM is open to it,
        or when one of the tables has called by another message.
        """
        for one in (waiting, *others):
            await self._drop(one.session, one.outbox, one.row, one.seat)
        session, outbox, row, seat = waiting
        tables, spot = (waiting, *others), LastCallAt(seat)

        def is_due() -> bool:
            if any(is_called(one.session, one.outbox, one.row) for one in tables):
                return False
            self._calling.update(one.row for one in tables)
            return self._timing.is_due(session, row, seat)

        page = self._page((one.session, one.seat) for one in tables)
        try:
            if not await self._posts.dm(session, outbox, row, seat, spot, page=page, is_due=is_due):
                return False
            shown = outbox.shown[spot]
            for one in others:
                one.outbox.share(one.row, LastCallAt(one.seat), shown)
                self._timing.called(one.session.record.id, one.seat)
        finally:
            self._calling.difference_update(one.row for one in tables)
        return True

    def is_calling(self, row: Row) -> bool:
        """Whether a call to several tables is on its way for a row: no mention is to name its player."""
        return row in self._calling

    async def drop(self, session: Session, outbox: Outbox, row: Row, seat: Seat) -> None:
        """A player's call to several tables is not true of this one any more."""
        if LastCallAt(seat) in outbox.shown:
            async with self.turn(session.record.players[seat]):
                await self._drop(session, outbox, row, seat)

    async def _drop(self, session: Session, outbox: Outbox, row: Row, seat: Seat) -> None:
        spot = LastCallAt(seat)
        if (shown := outbox.shown.get(spot)) is None:
            return
        user_id = session.record.players[seat]
        left = [
            (other, there)
            for other, beside in await self._tables(user_id)
            if (there := other.seat_of(user_id)) is not None
            and other is not session
            and (same := beside.shown.get(LastCallAt(there))) is not None
            and same.message_id == shown.message_id
            and is_owed(other, same.revision, there)
        ]
        if not left:
            gone = () if self._goes(shown) else (Remove(shown.channel_id, shown.message_id),)
            outbox.forget(spot, then=gone, revision=row.revision, at=self._clock())
            return
        page = self._page(left)
        with suppress(Gone, Held, Unfit):
            await self._dms.change(
                user_id,
                lambda: self._courier.edit(shown.channel_id, shown.message_id, page, purpose="last call"),
            )
        outbox.forget(spot)

    def _goes(self, shown: Shown) -> bool:
        """Whether another table has a call deleted already; from now on it goes."""
        goes = shown.message_id in self._leaving
        self._leaving[shown.message_id] = None
        if len(self._leaving) > MAX_LEAVING:
            del self._leaving[next(iter(self._leaving))]
        return goes

    def _page(self, tables: Iterable[tuple[Session, Seat]]) -> Page:
        """A message about these tables."""
        return last_calls.page([session.scene(seat) for session, seat in tables], self._clock())

"""Calls: how a player hears that they have to act, at most twice a decision, and only while it is true."""

import asyncio
from collections.abc import Callable
from contextlib import suppress

from bot.delivery.dms import Dms
from bot.delivery.errors import BelowTable, Gone, Held, Overtaken, Unfit
from bot.delivery.lanes import Row
from bot.delivery.mentions import Mentions
from bot.delivery.offload import offloaded
from bot.delivery.outbox import Outbox
from bot.delivery.pacing import is_here
from bot.delivery.posts import Posts
from bot.delivery.timing import Timing, is_owed
from bot.delivery.together import Together, Waiting
from bot.engine.chance import Seat
from bot.rendering import calls, last_calls, pages
from bot.rendering.page import Page
from bot.sessions.places import Call, CallAt, HandAt, OfCalls, Remove, Spot
from bot.sessions.session import Session
from bot.timings import Timings


class Calls:
    """Carries out the rows that call; a mention that has to wait for its table raises BelowTable.

    `clock` gives seconds since the epoch, `standing` a table's message if it stays where it is; `complain`
    hears of pages that are not taken.
    """

    def __init__(
        self,
        dms: Dms,
        posts: Posts,
        timing: Timing,
        together: Together,
        mentions: Mentions,
        *,
        clock: Callable[[], float],
        standing: Callable[[Session, Outbox], int | None],
        complain: Callable[[Session, Row, Unfit], None],
        timings: Timings,
    ) -> None:
        self._dms = dms
        self._posts = posts
        self._timing = timing
        self._together = together
        self._mentions = mentions
        self._clock = clock
        self._standing = standing
        self._complain = complain
        self._timings = timings

    async def call(self, session: Session, outbox: Outbox, row: Row, seat: Seat) -> bool:
        """A decision is a player's: their hand says so, as it stands or by a new message, or else a mention.

        In quiet hours that waits like a reminder; so it does where it would only tell the player who has
        pressed *Start* what they see at the table.
        """
        if not self._timing.is_wanted(session, row, seat):
            return False
        spot, page = await self._asking(session, outbox, seat)
        if isinstance(spot, HandAt) and await self._touch(session, outbox, row, seat, page):
            return True
        if _is_told(session, seat) or self._timing.is_quiet(session, seat):
            outbox.replace(row, self._timing.reminders.plan(row.session_id, seat), at=self._clock())
            return True
        return await self._summon(session, outbox, row, seat, spot, page=page)

    async def remind(self, session: Session, outbox: Outbox, row: Row, seat: Seat) -> bool:
        """A player has not noticed after all, or their night is over: call them by a new message."""
        if not self._timing.is_wanted(session, row, seat):
            return False
        if self._timing.left(session, row, seat):
            return True  # not yet after all: it stays
        spot, page = await self._asking(session, outbox, seat)
        return await self._summon(session, outbox, row, seat, spot, page=page)

    async def last_call(self, session: Session, outbox: Outbox, row: Row, seat: Seat) -> bool:
        """A player has not acted, and most of the time is over: call them once more, for all their tables."""
        async with self._together.turn(session.record.players[seat]):
            if row not in outbox.rows:
                return True  # named in the call of another table meanwhile
            if not self._timing.is_wanted(session, row, seat):
                return False
            if self._timing.left(session, row, seat):
                return True  # not yet after all: it stays
            await self._mentions.has_come(session, outbox, row)
            waiting = Waiting(session, outbox, row, seat)
            others = await self._together.others(waiting) if self._wants_dm(session, seat) else []
            uncalled = [one for one in others if not self._is_called(one.session, one.outbox, one.row)]
            with suppress(Overtaken):
                if uncalled and await self._together.call(waiting, uncalled, is_called=self._is_called):
                    self._timing.called(row.session_id, seat)
                    return True
                return await self._call_alone(waiting)
            return True  # the row stays, and is looked at again

    async def drop(self, session: Session, outbox: Outbox, row: Row, seat: Seat) -> None:
        """Delete the calls that stand and are not true any more."""
        shown = outbox.shown.get(CallAt(seat))
        if shown is not None and not is_owed(session, shown.revision, seat):
            gone = Remove(shown.channel_id, shown.message_id)
            outbox.forget(CallAt(seat), then=(gone,), revision=row.revision, at=self._clock())
        await self._mentions.drop(session, outbox, row, seat)
        await self._together.drop(session, outbox, row, seat)

    def _wants_dm(self, session: Session, seat: Seat) -> bool:
        """Whether a player takes calls by DM at this table."""
        chosen = session.chosen_by(seat)
        return chosen.hand != "button" and (pages.has_hand(session.scene(seat)) or chosen.calls)

    async def _asking(self, session: Session, outbox: Outbox, seat: Seat) -> tuple[Spot, Page]:
        """What tells a player privately that they must act: their hand, or in games without a short call."""
        scene = session.scene(seat)
        if pages.has_hand(scene):
            page = await offloaded(pages.hand, scene)
            outbox.note_made(HandAt(seat), scene, page)
            return HandAt(seat), page
        return CallAt(seat), calls.by_dm(scene, self._standing(session, outbox))

    async def _call_alone(self, waiting: Waiting) -> bool:
        """A last call for one table."""
        session, outbox, row, seat = waiting
        scene, now = session.scene(seat), self._clock()
        if pages.has_hand(scene):
            page = await offloaded(lambda one: last_calls.with_hand(one, now), scene)
            return await self._summon(session, outbox, row, seat, HandAt(seat), page=page)
        page = last_calls.page([scene], now)
        return await self._summon(session, outbox, row, seat, CallAt(seat), page=page)

    async def _summon(
        self, session: Session, outbox: Outbox, row: Row, seat: Seat, spot: Spot, *, page: Page
    ) -> bool:
        """Call a player by a new message: a DM, or a mention in the channel where DMs are closed."""

        def is_due() -> bool:
            is_called = self._is_called(session, outbox, row)
            return not is_called and self._timing.is_due(session, row, seat)

        await self._mentions.has_come(session, outbox, row)
        try:
            if self._wants_dm(session, seat) and await self._posts.dm(
                session, outbox, row, seat, spot, page=page, is_due=is_due
            ):
                self._timing.called(row.session_id, seat)
                return True
        except Overtaken:
            return True  # the row stays, and is looked at again
        except Unfit as error:  # a mention says less, and may be taken
            self._complain(session, row, error)
        if not session.chosen_by(seat).pings:
            return False
        await self._others_tried(session, outbox, row)
        if not outbox.table_is_idle.is_set():
            raise BelowTable  # waiting here would hold up the player's other tables
        await self._mentions.call(
            session, outbox, row, seat, joins=lambda one, other: self._joins(session, outbox, one, other)
        )
        return True

    async def _others_tried(self, session: Session, outbox: Outbox, row: Row) -> None:
        """Wait a moment for players whose DMs are being tried: one mention is to name all who have none."""
        calls_too = (one.task for one in outbox.rows if type(one.task) is type(row.task))
        seats = {task.seat for task in calls_too if isinstance(task, OfCalls)}
        with suppress(TimeoutError):
            async with asyncio.timeout(self._timings.mention):
                for seat in seats:
                    await self._dms.is_tried(session.record.players[seat])

    def _is_called(self, session: Session, outbox: Outbox, row: Row) -> bool:
        """Whether another message has called a player for a row meanwhile, or a mention is about to."""
        return row not in outbox.rows or self._mentions.is_naming(session, outbox, row)

    def _joins(self, session: Session, outbox: Outbox, row: Row, seat: Seat) -> bool:
        """Whether a row calls somebody now whom no DM reaches, so that another's mention can name them."""
        if not session.chosen_by(seat).pings or not self._timing.is_due(session, row, seat):
            return False
        if self._together.is_calling(row):
            return False
        if self._wants_dm(session, seat) and session.record.players[seat] not in session.button_only:
            return False
        has_seen = self._sees_hand(session, outbox, seat) or _is_told(session, seat)
        return not (isinstance(row.task, Call) and has_seen)

    def _sees_hand(self, session: Session, outbox: Outbox, seat: Seat) -> bool:
        """Whether a player is surely here, with their hand in view."""
        is_by_dm = session.chosen_by(seat).hand != "button"
        return is_by_dm and HandAt(seat) in outbox.shown and is_here(session, seat, self._clock())

    async def _touch(self, session: Session, outbox: Outbox, row: Row, seat: Seat, page: Page) -> bool:
        """Call a player who is surely here by their hand as it stands, which saves a new message."""
        if not self._sees_hand(session, outbox, seat):
            return False
        then = (self._timing.reminders.plan(row.session_id, seat),)
        user_id = session.record.players[seat]
        try:
            return await self._dms.change(
                user_id, lambda: self._posts.edit(outbox, row, HandAt(seat), page, then=then)
            )
        except (Gone, Held):
            return False


def _is_told(session: Session, seat: Seat) -> bool:
    """Whether a player without a hand sees at the table that it is their turn: they have dealt just now."""
    has_dealt = seat in session.acts and len(session.recent) == 1
    return has_dealt and not pages.has_hand(session.scene(seat))

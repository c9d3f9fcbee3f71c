"""Calls: how a player hears that they have to act, at most twice a decision, and only while it is true."""

from collections.abc import Awaitable, Callable

from bot.delivery.dms import Dms
from bot.delivery.errors import Gone, Held, Overtaken, Unfit
from bot.delivery.lanes import Lane, Row
from bot.delivery.offload import offloaded
from bot.delivery.outbox import Outbox
from bot.delivery.pacing import is_here
from bot.delivery.posts import Posts
from bot.delivery.timing import Timing, is_owed
from bot.delivery.together import Together, Waiting
from bot.engine.chance import Seat
from bot.rendering import last_calls, pages
from bot.rendering.catalog import speaking
from bot.rendering.page import Page
from bot.sessions.places import CallAt, HandAt, PingAt, Remove, Spot
from bot.sessions.session import Session


class Calls:
    """Carries out the rows that call.

    `clock` gives seconds since the epoch, `standing` a table's message if it stays where it is; `complain`
    hears of pages that are not taken, and `wrote` of the channels in which something was posted.
    """

    def __init__(
        self,
        dms: Dms,
        posts: Posts,
        timing: Timing,
        together: Together,
        *,
        clock: Callable[[], float],
        standing: Callable[[Session, Outbox], int | None],
        complain: Callable[[Session, Row, Unfit], Awaitable[None]],
        wrote: Callable[[int], None],
    ) -> None:
        self._dms = dms
        self._posts = posts
        self._timing = timing
        self._together = together
        self._clock = clock
        self._standing = standing
        self._complain = complain
        self._wrote = wrote

    async def call(self, session: Session, outbox: Outbox, row: Row, seat: Seat) -> bool:
        """A decision is a player's: their hand says so, as it stands or by a new message, or else a mention.

        In quiet hours that waits like a reminder; so it does where it would only tell the player who has
        pressed *Start* what they see at the table.
        """
        if session.chosen_by(seat).when == "never" or not is_owed(session, row.revision, seat):
            return False
        spot, page = await self._asking(session, outbox, seat)
        if isinstance(spot, HandAt) and await self._touch(session, outbox, row, seat, page):
            return True
        is_told = isinstance(spot, CallAt) and _has_just_started(session, seat)
        if is_told or self._timing.is_quiet(session, seat):
            outbox.replace(row, self._timing.reminders.plan(row.session_id, seat), at=self._clock())
            return True
        return await self._summon(session, outbox, row, seat, spot, page=page)

    async def remind(self, session: Session, outbox: Outbox, row: Row, seat: Seat) -> bool:
        """A player has not noticed after all, or their night is over: call them by a new message."""
        if not self._is_wanted(session, row, seat):
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
            if session.chosen_by(seat).when == "turn" or not self._is_wanted(session, row, seat):
                return False
            if self._timing.left(session, row, seat):
                return True  # not yet after all: it stays
            waiting = Waiting(session, outbox, row, seat)
            others = await self._together.others(waiting) if self._wants_dm(session, seat) else []
            if others and await self._together.call(waiting, others):
                self._timing.called(row.session_id, seat)
                return True
            return await self._call_alone(waiting)

    async def drop(self, session: Session, outbox: Outbox, row: Row, seat: Seat) -> None:
        """Delete the calls that stand and are not true any more."""
        for spot in (PingAt(seat), CallAt(seat)):
            shown = outbox.shown.get(spot)
            if shown is not None and not is_owed(session, shown.revision, seat):
                gone = Remove(shown.channel_id, shown.message_id)
                outbox.forget(spot, then=(gone,), revision=row.revision, at=self._clock())
        await self._together.drop(session, outbox, row, seat)

    def _is_wanted(self, session: Session, row: Row, seat: Seat) -> bool:
        """Whether a call that has waited is still true, and tells anything."""
        is_wanted = session.chosen_by(seat).when != "never" and is_owed(session, row.revision, seat)
        return is_wanted and not self._timing.is_needless(session, row, seat)

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
        return CallAt(seat), pages.call(scene, self._standing(session, outbox))

    async def _call_alone(self, waiting: Waiting) -> bool:
        """A last call for one table."""
        session, outbox, row, seat = waiting
        scene, now = session.scene(seat), self._clock()
        with speaking(session.language()):
            mention = last_calls.ping(session.scene(None), seat, now)
        if pages.has_hand(scene):
            page = await offloaded(lambda one: last_calls.with_hand(one, now), scene)
            return await self._summon(session, outbox, row, seat, HandAt(seat), page=page, mention=mention)
        page = last_calls.page([scene], now)
        return await self._summon(session, outbox, row, seat, CallAt(seat), page=page, mention=mention)

    async def _summon(
        self,
        session: Session,
        outbox: Outbox,
        row: Row,
        seat: Seat,
        spot: Spot,
        *,
        page: Page,
        mention: Page | None = None,
    ) -> bool:
        """Call a player by a new message: a DM, or a mention in the channel where DMs are closed."""
        wants_dm = self._wants_dm(session, seat)
        try:
            if wants_dm and await self._posts.dm(
                session,
                outbox,
                row,
                seat,
                spot,
                page=page,
                is_due=lambda: self._timing.is_due(session, row, seat),
            ):
                self._timing.called(row.session_id, seat)
                return True
        except Overtaken:
            return True  # the row stays, and is looked at again
        except Unfit as error:  # a mention says less, and may be taken
            await self._complain(session, row, error)
        if not session.chosen_by(seat).pings:
            return False
        if not outbox.table_is_idle.is_set():  # the mention shall stand below the table
            await outbox.after_table(Lane("seat", seat))
            return True  # that may have taken long: the row stays, and is looked at again
        channel_id = session.record.channel_id
        with speaking(session.language()):
            page = mention or pages.ping(session.scene(None), seat)
            await self._posts.post(outbox, row, PingAt(seat), channel_id, page)
        self._timing.called(row.session_id, seat)
        self._wrote(channel_id)
        return True

    async def _touch(self, session: Session, outbox: Outbox, row: Row, seat: Seat, page: Page) -> bool:
        """Call a player who is surely here by their hand as it stands, which saves a new message."""
        wants_dm = session.chosen_by(seat).hand != "button"
        if HandAt(seat) not in outbox.shown or not wants_dm or not is_here(session, seat, self._clock()):
            return False
        then = (self._timing.reminders.plan(row.session_id, seat),)
        user_id = session.record.players[seat]
        try:
            return await self._dms.change(
                user_id, lambda: self._posts.edit(outbox, row, HandAt(seat), page, then=then)
            )
        except (Gone, Held):
            return False


def _has_just_started(session: Session, seat: Seat) -> bool:
    """Whether a player has dealt, and nobody has moved since."""
    return session.starter == session.record.players[seat] and len(session.recent) == 1

"""What a seat's player sees in their DMs: their hand, the calls to act, and what became of a lost channel."""

from collections.abc import Awaitable, Callable
from contextlib import suppress

import msgspec

from bot.delivery import calling, wanted
from bot.delivery.calling import NEVER, Calls, Due
from bot.delivery.dms import Dms
from bot.delivery.errors import Gone, Held, Overtaken, Purpose, Unfit
from bot.delivery.messages import Job, Messages
from bot.delivery.offload import offloaded
from bot.delivery.pacing import Pacing, is_shown
from bot.delivery.posts import Post, Posts
from bot.engine.chance import Seat
from bot.rendering import calls, last_calls, pages
from bot.rendering.catalog import speaking
from bot.rendering.page import Page
from bot.sessions.clocks import Clocks
from bot.sessions.session import Session
from bot.sessions.spots import CallAt, GoneAt, HandAt, OfSeat, Spot, TableAt, spots_of
from bot.sessions.steady import Clock
from bot.storage.records import Rang


class Seats:
    """Shows and calls; `clocks` are those of the tables, `complain` hears of pages that aren't taken."""

    def __init__(
        self,
        dms: Dms,
        posts: Posts,
        calls: Calls,
        pacing: Pacing,
        *,
        clock: Clock,
        clocks: Clocks,
        own_pages: Callable[[Session, Seat], Awaitable[None]],
        complain: Callable[[Session, Spot, Unfit], None],
        table_message: Callable[[Session, Messages], int | None],
    ) -> None:
        self._dms = dms
        self._posts = posts
        self._calls = calls
        self._pacing = pacing
        self._clock = clock
        self._clocks = clocks
        self._own_pages = own_pages
        self._complain = complain
        self._table_message = table_message

    def spots(self, seat: Seat) -> tuple[OfSeat, ...]:
        """Return the spots of a seat."""
        return spots_of(seat)

    def wait(self, job: Job) -> float:
        """For how many seconds a seat has nothing to do."""
        return min(self.waits(job.session, job.messages, job.lane.number))

    def waits(self, session: Session, messages: Messages, seat: Seat) -> tuple[float, float]:
        """For how many seconds what a seat has to show waits, and its next call; NEVER where there's none."""
        if seat >= len(session.record.players):
            return NEVER, NEVER
        return self._hand_waits(session, messages, seat), self._call_waits(session, messages, seat)

    async def step(self, job: Job, asked: int) -> bool:
        """Do the next thing for a seat, as it was `asked` for; False when nothing is left to do now."""
        session, messages, (_, seat) = job
        with speaking(session.language(seat if seat < len(session.record.players) else None)):
            if not self._call_waits(session, messages, seat):
                due = self._calls.due(session, messages, seat)
                assert due is not None
                await self._call(session, messages, seat, due)
                return True
            if self._owes_note(session, messages, seat):
                with suppress(Overtaken):  # a message was found: it's looked at again
                    await self._tell_gone(session, messages, seat)
                    messages.brought_up((GoneAt(seat),), asked)
                return True
            if not self._hand_waits(session, messages, seat):
                with suppress(Overtaken):
                    await self._show(session, messages, seat)
                    messages.brought_up(spots_of(seat), asked)
                    is_shown(session, messages, seat)
                return True
        return False

    def _hand_waits(self, session: Session, messages: Messages, seat: Seat) -> float:
        if session.record.is_alone:
            return NEVER  # one message shows all of a table in a DM
        if self._owes_note(session, messages, seat):
            return 0.0
        if not (messages.is_due(HandAt(seat)) or messages.is_due(CallAt(seat))):
            return NEVER
        return 0.0 if wanted.is_for_nobody(session, seat) else self._pacing.left(session, messages, seat)

    def _call_waits(self, session: Session, messages: Messages, seat: Seat) -> float:
        if wanted.is_for_nobody(session, seat) or seat in messages.naming:
            return NEVER
        due = self._calls.due(session, messages, seat)
        if due is None or self._calls.is_unreached(session, messages, seat, due):
            return NEVER
        if not due.is_now:
            return due.seconds
        return self._pacing.left(session, messages, seat, is_call=True)

    async def _call(self, session: Session, messages: Messages, seat: Seat, due: Due) -> None:
        """Call a player by their hand as it stands, where they are here to see it, or by a new message."""
        scene = session.scene(seat)
        is_first = self._calls.rang(session, messages, seat).asked != session.record.owed_by(seat).asked
        purpose: Purpose = "last call" if due.is_last else "call" if is_first else "reminder"
        seen = self._calls.in_view(session, messages, seat) if purpose == "call" else None
        if pages.has_hand(scene):
            spot: OfSeat = HandAt(seat)
            make = (lambda one: last_calls.with_hand(one, self._clock())) if due.is_last else pages.hand
            page = await offloaded(make, scene)
            messages.note_made(spot, scene, page)
        else:
            spot = CallAt(seat)
            page = calls.by_dm(scene, self._table_message(session, messages))
            if due.is_last:
                page = last_calls.page(scene, self._clock())
        post = Post(spot, page, purpose, session.record.revision)
        if seen in (spot, TableAt()) and await self._is_seen(session, messages, seat, post):
            return
        await self._summon(session, messages, seat, due, post)

    async def _is_seen(self, session: Session, messages: Messages, seat: Seat, post: Post) -> bool:
        """Tell a player by what they have in view; False where that can't be changed."""
        spot: Spot = TableAt()
        if isinstance(post.spot, HandAt):
            spot = post.spot
            if not await self._change(session, messages, seat, post):
                return False
            is_shown(session, messages, seat)
        told = self._calls.told(session, messages, seat, is_silent=True)
        messages.told(spot, {**messages.rang(spot), seat: told})
        return True

    async def _summon(self, session: Session, messages: Messages, seat: Seat, due: Due, post: Post) -> None:
        key = self._calls.key(session, seat, due)

        def is_due() -> bool:
            now = self._calls.due(session, messages, seat)
            is_same = now is not None and now.is_now and self._calls.key(session, seat, now) == key
            is_due = is_same and seat not in messages.naming
            if is_due:
                messages.seats[seat].is_sending = True
            return is_due

        told = self._calls.told(session, messages, seat, is_last=due.is_last)
        post = msgspec.structs.replace(post, rang={seat: told})
        try:
            if calling.wants_dm(session, seat) and await self._posts.dm(
                session, messages, post, seat, is_due=is_due
            ):
                if not session.chosen_by(seat).quiet_for(self._clock()):
                    is_shown(session, messages, seat)
                return
        except Overtaken:
            return
        except Unfit as error:  # a mention says less, and may be taken
            self._complain(session, post.spot, error)
        finally:
            messages.seats[seat].is_sending = False
        messages.seats[seat].unreached = key

    async def _show(self, session: Session, messages: Messages, seat: Seat) -> None:
        """Bring everything of a seat up to date but its calls."""
        self._drop_call(session, messages, seat)
        if wanted.is_for_nobody(session, seat):
            return
        await self._own_pages(session, seat)
        await self._hand(session, messages, seat)

    def _drop_call(self, session: Session, messages: Messages, seat: Seat) -> None:
        """Delete a call that isn't true any more."""
        if not calling.is_true(session, seat, messages.rang(CallAt(seat)).get(seat, Rang())):
            messages.leave(CallAt(seat))

    async def _hand(self, session: Session, messages: Messages, seat: Seat) -> None:
        """Bring a hand up to date; post it after the deal, and where it can't be edited any more.

        A player who has left reads that, and in the end the result, where their hand stood.
        """
        if session.state is None:
            return
        scene, spot = session.scene(seat), HandAt(seat)
        is_there = messages.standing(spot) is not None
        if wanted.has_closed_unseen(session) and not is_there:
            await self._tell_closed(session, messages, seat)
            return
        if (not pages.has_hand(scene) and not is_there) or messages.says(spot, scene):
            return
        page = await offloaded(pages.hand, scene)
        messages.note_made(spot, scene, page)
        post = Post(spot, page, "hand", session.record.revision, is_quiet=True)
        if is_there and await self._change(session, messages, seat, post, has_failed_if_closed=False):
            return
        if wanted.is_hand_posted(session, seat, is_there=is_there):
            await self._posts.dm(session, messages, post, seat)
        elif is_there:  # such a page of a player who has left the game isn't posted again
            messages.lost(spot)

    async def _change(
        self,
        session: Session,
        messages: Messages,
        seat: Seat,
        post: Post,
        *,
        has_failed_if_closed: bool = True,
    ) -> bool:
        """Change a message where it stands; False when only a new one can show it."""
        user_id = session.record.players[seat]
        try:
            is_open = await self._dms.change(user_id, lambda: self._posts.edit(messages, post))
        except (Gone, Held):
            return False
        if not is_open:
            session.button_only.add(user_id)
        return is_open or not has_failed_if_closed

    def _owes_note(self, session: Session, messages: Messages, seat: Seat) -> bool:
        """Whether a player is still to be told by DM that the table's channel is gone."""
        paused = self._clocks.paused.get(session.record.id)
        if paused is None or paused.why != "channel" or wanted.is_for_nobody(session, seat):
            return False
        return messages.is_due(GoneAt(seat)) and messages.standing(GoneAt(seat)) is None

    async def _tell_closed(self, session: Session, messages: Messages, seat: Seat) -> None:
        """Tell a player without a hand by DM that a table is closed at which nobody can look."""
        spot, page = GoneAt(seat), pages.closed(session.scene(None))
        if messages.standing(spot) is not None:
            post = Post(spot, page, "gone note", session.record.revision)
            with suppress(Gone, Held):
                await self._dms.change(session.record.players[seat], lambda: self._posts.edit(messages, post))
                return
        if seat in session.scene(None).active and session.chosen_by(seat).hand != "button":
            await self._post_note(session, messages, seat, page)

    async def _tell_gone(self, session: Session, messages: Messages, seat: Seat) -> None:
        """Tell a player by DM that the table's channel is gone; their hand is shown though that's refused."""
        try:
            await self._post_note(session, messages, seat, pages.gone(session.scene(None)))
        except Unfit as error:
            self._complain(session, GoneAt(seat), error)

    async def _post_note(self, session: Session, messages: Messages, seat: Seat, page: Page) -> None:
        is_quiet = bool(session.chosen_by(seat).quiet_for(self._clock()))
        post = Post(GoneAt(seat), page, "gone note", session.record.revision, is_quiet=is_quiet)
        await self._posts.dm(session, messages, post, seat)


def own_spot(session: Session, seat: Seat) -> TableAt | HandAt:
    """Return where a player's hand stands: with the table where one person plays in a DM."""
    return TableAt() if session.record.is_alone else HandAt(seat)

"""How each kind of row is shown: which page goes where, and what becomes of older messages."""

import asyncio
from collections.abc import Awaitable, Callable
from contextlib import suppress

import msgspec
import structlog

from bot.delivery.calls import Calls
from bot.delivery.dms import Dms
from bot.delivery.errors import (
    BelowTable,
    Closed,
    Courier,
    DeliveryError,
    Forbidden,
    Gone,
    Held,
    Unfit,
    Vanished,
)
from bot.delivery.lanes import Lane, Row
from bot.delivery.mentions import Mentions
from bot.delivery.notices import Notices
from bot.delivery.offload import offloaded
from bot.delivery.outbox import Outbox
from bot.delivery.pacing import Paces, Pacing
from bot.delivery.posts import Posts
from bot.delivery.reminders import Reminders
from bot.delivery.timing import Timing
from bot.delivery.together import Tables, Together
from bot.engine.chance import Seat
from bot.rendering import absent, pages
from bot.rendering.catalog import speaking
from bot.rendering.page import Page
from bot.sessions import faultpoints
from bot.sessions import places as at
from bot.sessions.clocks import Clocks
from bot.sessions.places import TABLE, AbsentAt, HandAt, TableAt
from bot.sessions.session import Session
from bot.sessions.steady import Clock
from bot.storage.records import Shown
from bot.timings import Timings

log = structlog.get_logger(__name__)

LOST = ("channel", "server")
"""Why tables are closed that nobody can look at."""
OF_CALLS = (at.Call, at.Remind, at.LastCall)
OF_A_SEAT = (at.Hands, *OF_CALLS, at.Gone, at.Retire)
REPOST_SECONDS = 40 * 60
"""An older table message is posted again: Discord limits edits of messages older than an hour, and puts a
thread aside when nothing new was posted in it for as long."""
REPOST_MESSAGES = 10
"""A table message with more messages below it is posted again."""


class Presenter:
    """Shows rows. `clocks` are those of the tables."""

    def __init__(
        self,
        courier: Courier,
        dms: Dms,
        posts: Posts,
        notices: Notices,
        *,
        clock: Clock,
        paces: Paces,
        own_pages: Callable[[Session, Seat], Awaitable[None]],
        clocks: Clocks,
        tables: Tables,
        timings: Timings,
    ) -> None:
        self._courier = courier
        self._own_pages = own_pages
        self._dms = dms
        self._posts = posts
        self._notices = notices
        self._clock = clock
        self._pace = paces.table
        self._timing = Timing(Reminders(clock), clocks, clock)
        self.pacing = Pacing(paces, self._timing, clock)
        together = Together(courier, dms, posts, self._timing, tables=tables, clock=clock)
        self._calls = Calls(
            dms,
            posts,
            self._timing,
            together,
            Mentions(courier, posts, self._timing, clock=clock, wrote=self.someone_wrote),
            clock=clock,
            standing=self._standing_table,
            complain=self.complain,
            timings=timings,
        )
        self._edited_at: dict[int, float] = {}
        self._below: dict[int, int] = {}

    def forget(self, session_id: int) -> None:
        """Drop what is kept in memory about a session that is no longer in use."""
        self._edited_at.pop(session_id, None)
        self._timing.forget(session_id)
        self.pacing.forget(session_id)

    def someone_wrote(self, channel_id: int) -> None:
        """A message has appeared in a channel, below the pages that stand there."""
        if channel_id in self._below:
            self._below[channel_id] += 1

    def server_back(self) -> None:
        """A server is back: players who could not be reached are tried again."""
        self._dms.server_back()

    def found_table(self, channel_id: int) -> None:
        """The table was found to stand at the end of a channel."""
        self._below[channel_id] = 0

    async def deliver(self, session: Session, outbox: Outbox, row: Row, seat: Seat) -> bool:
        """Show what a row is about, for `seat` where it is about hands; whether the row has ended with it.

        Everybody reads their own in their language, and the table in the one of the server.
        """
        is_theirs = isinstance(row.task, OF_A_SEAT) and seat < len(session.record.players)
        with speaking(session.language(seat if is_theirs else None)):
            return await self._deliver(session, outbox, row, seat)

    async def _deliver(self, session: Session, outbox: Outbox, row: Row, seat: Seat) -> bool:
        if _is_for_nobody(session, row, seat):
            if isinstance(row.task, OF_A_SEAT):
                await self._calls.drop(session, outbox, row, seat)  # the one who was called sat there before
            self._timing.reminders.done(row)
            return False
        match row.task:
            case at.Hands():
                await self._own_pages(session, seat)
                await self._hand(session, outbox, row, seat)
                self.pacing.is_shown(session, seat)
            case at.Call() | at.Remind() | at.LastCall():
                try:
                    return await self._call(session, outbox, row, seat)
                except BelowTable:
                    await outbox.after_table(Lane("seat", seat))
                    return True  # that may have taken long: the row stays, and is looked at again
            case at.Gone():
                page, is_quiet = pages.gone(session.scene(None)), self._timing.is_quiet(session, seat)
                spot = at.GoneAt(seat)
                return await self._posts.dm(session, outbox, row, seat, spot, page=page, quiet=is_quiet)
            case at.Retire():
                self._retire(outbox, row, seat)
            case _:
                return await self._deliver_public(session, outbox, row)
        return False

    async def _deliver_public(self, session: Session, outbox: Outbox, row: Row) -> bool:
        """Show what a row is about that everybody sees; whether the row has ended with it."""
        match row.task:
            case at.Absent():
                return await self._absent(session, outbox, row)
            case at.Strip() | at.Remove():
                await self._tidy(session, row.task)
            case at.Names():
                self._name(outbox, row)
                return True
            case _ if row.task in TABLE:
                return await self._table(session, outbox, row)
        # That a channel was left needs no page: `settle` had to know it as long as older rows were open.
        return False

    async def _call(self, session: Session, outbox: Outbox, row: Row, seat: Seat) -> bool:
        match row.task:
            case at.Call():
                has_ended = await self._calls.call(session, outbox, row, seat)
                if has_ended and not self._timing.is_quiet(session, seat):
                    self.pacing.is_shown(session, seat)
                return has_ended
            case at.Remind():
                has_ended = await self._calls.remind(session, outbox, row, seat)
                if not has_ended or row not in outbox.rows:  # else it is looked at again
                    self._timing.reminders.done(row)
                return has_ended
        return await self._calls.last_call(session, outbox, row, seat)

    async def _table(self, session: Session, outbox: Outbox, row: Row) -> bool:
        if (person := session.table_viewer) is not None:  # in a DM: what was typed is answered by a copy
            await self._own_pages(session, person)
        await self._keep_pace(session)
        page = await offloaded(pages.table, session.table())
        shown = outbox.shown.get(TableAt())
        if shown is not None and not self._moves_down(session, shown, row):
            with suppress(Gone):
                has_ended = await self._posts.edit(outbox, row, TableAt(), page)
                self._edited_at[session.record.id] = self._clock.elapsed
                return has_ended
        channel_id = session.record.channel_id
        await self._posts.post(outbox, row, TableAt(), channel_id, page, quiet=True)
        self._below[channel_id] = 0
        self._edited_at[session.record.id] = self._clock.elapsed
        return True

    def _name(self, outbox: Outbox, row: Row) -> None:
        """All names have come: what stands, or is on its way to a player, is looked at again."""
        spots, coming = set(map(type, outbox.shown)), {type(one.task) for one in outbox.rows}
        pages_of: dict[at.Task, bool] = {
            at.Table(): TableAt in spots,
            at.Absent(): AbsentAt in spots,
            at.Hands(): HandAt in spots or not coming.isdisjoint((at.Hands, *OF_CALLS)),
        }
        outbox.replace(row, *(task for task, is_shown in pages_of.items() if is_shown), at=self._clock())

    async def _absent(self, session: Session, outbox: Outbox, row: Row) -> bool:
        """The line about players who were not in time: a new one for a new question, else edited, or gone."""
        page, spot = absent.page(session.scene(None)), AbsentAt()
        self._posts.check_sure(outbox, spot)
        question, shown = session.record.attendance.question, outbox.shown.get(spot)
        if page is None or question is None:
            if shown is not None:
                gone = at.Remove(shown.channel_id, shown.message_id)
                outbox.forget(spot, then=(gone,), revision=row.revision, at=self._clock())
            return False
        channel_id = session.record.channel_id
        if shown is not None and shown.channel_id == channel_id and shown.revision >= question.asked:
            with suppress(Gone):
                return await self._posts.edit(outbox, row, spot, _calling(session, page, self._clock()))
        if shown is None and question.chosen not in ("open", "computer"):
            return False  # what was chosen is no news to those who never saw the question
        await self._posts.post(outbox, row, spot, channel_id, _calling(session, page, self._clock()))
        self.someone_wrote(channel_id)
        return True

    def _moves_down(self, session: Session, shown: Shown, row: Row) -> bool:
        if session.state is None and session.record.status == "cancelled":
            return False  # a lobby that has closed is no news
        is_elsewhere = shown.channel_id != session.record.channel_id
        is_old = self._clock() - shown.posted_at > REPOST_SECONDS
        is_far = self._below.get(shown.channel_id, 0) > REPOST_MESSAGES
        is_news = isinstance(row.task, at.Deal | at.Result) and not session.record.is_alone
        return is_news or is_elsewhere or is_old or is_far

    def _standing_table(self, session: Session, outbox: Outbox) -> int | None:
        """The table's message; None where there is none yet, or another one is about to replace it."""
        shown = outbox.shown.get(TableAt())
        if shown is None or shown.channel_id != session.record.channel_id:
            return None
        coming = [row for row in outbox.rows if row.task in TABLE]
        return None if any(self._moves_down(session, shown, row) for row in coming) else shown.message_id

    async def _hand(self, session: Session, outbox: Outbox, row: Row, seat: Seat) -> None:
        """Bring a hand up to date; post it after the deal, and where it cannot be edited any more.

        Who has left reads that, and in the end the result, where their hand stood.
        """
        if session.state is None:
            return
        scene, spot = session.scene(seat), HandAt(seat)
        await self._calls.drop(session, outbox, row, seat)
        if scene.ended in LOST and spot not in outbox.shown:
            await self._tell_closed(session, outbox, row, seat)
            return
        is_there = spot in outbox.shown
        if not pages.has_hand(scene) and not is_there:
            return
        if outbox.says(spot, scene):
            return
        page = await offloaded(pages.hand, scene)
        outbox.note_made(spot, scene, page)
        if is_there and await self._edit_hand(session, outbox, row, seat, page):
            return
        wants_dm = session.chosen_by(seat).hand != "button" and pages.has_hand(scene)
        if wants_dm and (is_there or session.record.status == "playing"):
            await self._posts.dm(session, outbox, row, seat, spot, page=page, quiet=True)
        elif is_there:  # such a page of somebody who has left the game is not posted again
            outbox.forget(spot)

    async def _tell_closed(self, session: Session, outbox: Outbox, row: Row, seat: Seat) -> None:
        """A table is closed that nobody can look at: who has no hand by DM hears of it by a line there."""
        spot, page, user_id = at.GoneAt(seat), pages.closed(session.scene(None)), session.record.players[seat]
        if spot in outbox.shown:
            with suppress(Gone, Held):
                await self._dms.change(user_id, lambda: self._posts.edit(outbox, row, spot, page))
                return
        if seat in session.scene(None).active and session.chosen_by(seat).hand != "button":
            is_quiet = self._timing.is_quiet(session, seat)
            await self._posts.dm(session, outbox, row, seat, spot, page=page, quiet=is_quiet)

    def _retire(self, outbox: Outbox, row: Row, seat: Seat) -> None:
        """Delete the hand of a game that is over: another one is played, and its cards mean nothing now."""
        if (shown := outbox.shown.get(HandAt(seat))) is not None:
            gone = at.Remove(shown.channel_id, shown.message_id)
            outbox.forget(HandAt(seat), then=(gone,), revision=row.revision, at=self._clock())

    async def _edit_hand(self, session: Session, outbox: Outbox, row: Row, seat: Seat, page: Page) -> bool:
        """Change a hand where it stands; False when only a new message can show it."""
        user_id = session.record.players[seat]
        try:
            if not await self._dms.change(user_id, lambda: self._posts.edit(outbox, row, HandAt(seat), page)):
                session.button_only.add(user_id)
        except (Gone, Held):
            return False
        return True

    async def _tidy(self, session: Session, task: at.Strip | at.Remove) -> None:
        """An old message goes; the last table of a game stays above the result, without its controls."""
        faultpoints.fault("before-tidy")
        with suppress(Gone, Vanished):
            if isinstance(task, at.Remove) or not await self._ends(session, task):
                await self._remove(session, task)
        faultpoints.fault("after-tidy")

    async def _ends(self, session: Session, task: at.Strip) -> bool:
        """Show how the table looked in the end; False where the game goes on, or the edit is refused."""
        record = session.record
        if record.status not in ("over", "cancelled") or session.state is None:
            return False
        if task.channel_id != record.channel_id:
            return False
        page = await offloaded(pages.last_table, session.scene(None))
        return await self._change(session, task, page)

    async def _remove(self, session: Session, task: at.Strip | at.Remove) -> None:
        """Delete an old message; a table that cannot be deleted says where it is now, if it can be edited."""
        try:
            await self._courier.delete(task.channel_id, task.message_id)
        except (Forbidden, Unfit):
            if isinstance(task, at.Remove):
                raise
            further_down = pages.moved_down(session.scene(None), task.channel_id)
            if not await self._change(session, task, further_down):
                raise  # its controls would stand there for ever

    async def _change(self, session: Session, task: at.Strip, page: Page) -> bool:
        """Edit an old table message; False when Discord takes no such edit of it."""
        await self._keep_pace(session)
        try:
            await self._courier.edit(task.channel_id, task.message_id, page, purpose="old table")
        except (Gone, Unfit):
            return False
        finally:
            self._edited_at[session.record.id] = self._clock.elapsed
        return True

    def complain(self, session: Session, row: Row, error: DeliveryError) -> None:
        """A page cannot be delivered: the game goes on, and the host learns once why nothing shows."""
        log.warning("page_not_delivered", session=session.record.id, place=str(row.task), error=str(error))
        about = error.missing if isinstance(error, Forbidden) else type(error).__name__
        if isinstance(error, Closed | Gone) or isinstance(row.task, at.Strip | at.Remove):
            return  # the host cannot change these, or the table is shown all the same
        self._notices.begin(session, about, lambda scene: pages.trouble(scene, about))

    async def _keep_pace(self, session: Session) -> None:
        """Wait until the last edit of this table is `pace` seconds old."""
        last = self._edited_at.get(session.record.id)
        if last is not None and self._pace:
            await asyncio.sleep(max(0.0, last + self._pace - self._clock.elapsed))


def _is_for_nobody(session: Session, row: Row, seat: Seat) -> bool:
    """Whether only a computer would see a page, or somebody who is forgotten or for whom one plays."""
    record = session.record
    if not isinstance(row.task, OF_A_SEAT):
        return record.is_alone and record.players[:1] == (0,)
    if seat >= len(record.players) or record.players[seat] <= 0:  # who has left a lobby has no seat any more
        return True
    return isinstance(row.task, OF_CALLS) and record.at_play[seat] < 0


def _calling(session: Session, page: Page, now: float) -> Page:
    """The page as far as its mentions may call those who are named, at this time since the epoch."""
    seats = enumerate(session.record.players)
    wanted = {user for seat, user in seats if session.chosen_by(seat).may_ping(now)}
    return msgspec.structs.replace(page, pings=tuple(user for user in page.pings if user in wanted))

"""Works off the outbox: one queue per session, newest page only, nothing shown twice.

The outbox says which pages are outdated; what they say is made from the session when they are sent, so
that a page is always the newest state and a crash is repaired by going through the outbox again.
"""

import asyncio
from collections.abc import Awaitable, Callable, Sequence
from contextlib import suppress
from weakref import WeakMethod, finalize

import structlog

from bot.delivery.breaker import CarefulCourier
from bot.delivery.dms import Dms
from bot.delivery.errors import (
    Closed,
    Courier,
    DeliveryError,
    Forbidden,
    Gone,
    Held,
    Unfit,
    Unknown,
    Vanished,
)
from bot.delivery.offload import offloaded
from bot.delivery.order import TABLE, kind, ready, whereabouts
from bot.delivery.posts import Posts
from bot.delivery.reminders import Reminders, reminded
from bot.engine.chance import Seat
from bot.rendering import pages
from bot.rendering.page import Page
from bot.sessions import faultpoints
from bot.sessions.session import Session
from bot.storage.errors import StoreError
from bot.storage.records import Pending, Shown
from bot.storage.store import Store

log = structlog.get_logger(__name__)

REPOST_SECONDS = 40 * 60
"""An older table message is posted anew: Discord limits edits of messages older than an hour, and puts a
thread aside when nothing new was posted in it for as long."""
REPOST_MESSAGES = 10
"""A table message with more messages below it is posted anew."""
MAX_BACKOFF_SECONDS = 60.0
HERE_SECONDS = 180.0
"""Whoever acted so lately sees their hand change; they are called by a new message only if they do not."""
PROBE_SECONDS = 5.0
"""All tables that wait together try about this often; the first that succeeds wakes the others."""


class Publisher:
    """Shows what the outbox holds; `pace` (between edits of a table) and `backoff` are in seconds.

    `elapsed` is a clock that nobody can set, where there is one beside the usual.
    """

    def __init__(
        self,
        store: Store,
        courier: Courier,
        *,
        clock: Callable[[], float],
        key: bytes,
        elapsed: Callable[[], float] | None = None,
        pace: float = 1.0,
        backoff: float = 1.0,
    ) -> None:
        self._store = store
        self._clock = clock
        self._elapsed = elapsed or clock
        self._courier = CarefulCourier(courier, self._elapsed)
        self._pace = pace
        self._backoff = backoff
        self._dms = Dms(store, self._courier, clock=clock, elapsed=self._elapsed)
        self._posts = Posts(store, self._courier, self._dms, clock=clock, key=key)
        self._tasks: dict[int, asyncio.Task[None]] = {}
        self._again: set[int] = set()
        self._resting: dict[int, asyncio.Event] = {}
        self.vanished: Callable[[int], Awaitable[None]] = _ignore
        """Told of a channel that is not there any more."""
        self._edited_at: dict[int, float] = {}
        self._alarms: dict[int, asyncio.TimerHandle] = {}
        self._reminders = Reminders(clock, self._elapsed)
        self._below: dict[int, int] = {}
        self._remembered: set[int] = set()

    def notify(self, session: Session) -> None:
        """Work off the session's outbox soon, also what could not be sent so far; returns at once."""
        session_id = session.record.id
        self._remember(session)
        if session_id in self._tasks:
            self._again.add(session_id)
            if session_id in self._resting:
                self._resting[session_id].set()
            return
        self._tasks[session_id] = asyncio.get_running_loop().create_task(self._work(session))

    def _remember(self, session: Session) -> None:
        """What is known of a session is forgotten together with it."""
        if session.record.id not in self._remembered:
            self._remembered.add(session.record.id)
            finalize(session, _forgotten, WeakMethod(self._forget), session.record.id).atexit = False

    def _forget(self, session_id: int) -> None:
        """A session has left the memory; if it comes back, what it shows is found out anew."""
        self._remembered.discard(session_id)
        self._edited_at.pop(session_id, None)
        self._reminders.forget(session_id)
        self._posts.forget(session_id)

    def someone_wrote(self, channel_id: int) -> None:
        """A message has appeared in a channel, below whatever stands there."""
        if channel_id in self._below:
            self._below[channel_id] += 1

    @property
    def is_busy(self) -> bool:
        """Whether anything is being sent now; what waits for its next try does not count."""
        return not self._tasks.keys() <= self._resting.keys()

    @property
    def is_banned(self) -> bool:
        """Whether Discord answers nothing of ours at present."""
        return self._courier.is_banned

    async def close(self) -> None:
        """Stop sending; what is not out stays in the outbox."""
        for alarm in self._alarms.values():
            alarm.cancel()
        tasks = list(self._tasks.values())
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)

    async def _work(self, session: Session) -> None:
        session_id = session.record.id
        try:
            await self._until_empty(session)
        finally:
            del self._tasks[session_id]  # before anything else can run: a notice from now on begins anew

    async def _until_empty(self, session: Session) -> None:
        session_id, wait = session.record.id, self._backoff
        refused: set[str] = set()
        while True:
            try:
                while await self._pass(session, refused):
                    if wait > self._backoff:
                        wait = self._backoff
                        self._wake_others()
            except (Unknown, StoreError) as fault:
                log.warning("page_delayed", session=session_id, fault=str(fault), seconds=wait)
                await self._rest(session_id, wait)
                together = PROBE_SECONDS * (len(self._resting) + 1)
                wait = min(2 * wait, together, MAX_BACKOFF_SECONDS)
                continue
            except Exception:
                log.exception("publishing_failed", session=session_id)
                await self._rest(session_id, MAX_BACKOFF_SECONDS)
                continue
            if session_id not in self._again:
                return
            self._again.discard(session_id)
            refused.clear()

    async def _rest(self, session_id: int, seconds: float) -> None:
        """Wait before the next try; whoever wakes us leaves what was lost the time to arrive after all."""
        woken = self._resting[session_id] = asyncio.Event()
        try:
            await asyncio.sleep(self._backoff)
            await asyncio.wait_for(woken.wait(), seconds - self._backoff)
        except TimeoutError:
            return
        finally:
            del self._resting[session_id]

    def _wake_others(self) -> None:
        """What was sent at last shows that the trouble is over: nobody needs to wait any longer."""
        for woken in self._resting.values():
            woken.set()

    async def _pass(self, session: Session, refused: set[str]) -> bool:
        """Deliver the oldest row that is not outdated by a newer one; False when nothing is left.

        Rows for which a permission is missing stay in the outbox, and their places in `refused`.
        """
        async with session.lock:  # what is stored and what is in memory agree
            pending = await self._store.pending(session.record.id)
            where = whereabouts(session.record.channel_id, pending)
        # What is stored already but not in memory yet is shown when it is: that will be told by a notice.
        waiting = [row for row in pending if self._reminders.waits(row)]
        rows = [row for row in pending if row.revision <= session.record.revision and row not in waiting]
        self._wake_later(session, waiting)
        row = next((row for row in ready(rows) if kind(row.place) not in refused), None)
        if row is None:
            return False
        alike = [other for other in rows if (other.place in TABLE) == (row.place in TABLE)]
        if found := await self._posts.settle(session, alike, where):
            if "table" in found:
                self._below[session.record.channel_id] = 0
            return True
        if row.place in TABLE:
            await self._keep_pace(session)
        await self._learn_names(session)
        await session.learn_choices()
        try:
            has_ended = await self._deliver(session, row)
        except Forbidden as fault:
            await self._complain(session, row, fault)
            refused.add(kind(row.place))
            return True
        except Unknown:
            raise
        except Vanished:
            await self.vanished(session.record.channel_id)
            has_ended = False
        except DeliveryError as fault:
            await self._complain(session, row, fault)
            has_ended = False
        if not has_ended:
            faultpoints.fault("before-done")
            await self._store.done(row, TABLE if row.place in TABLE else frozenset((row.place,)))
            faultpoints.fault("after-done")
        return True

    async def _deliver(self, session: Session, row: Pending) -> bool:
        """Show what a row is about; whether the row has ended with it."""
        what, _, about = row.place.partition(":")
        if row.place in TABLE:
            return await self._table(session, row)
        if what == "call":
            return await self._call(session, row, int(about))
        if what == "remind":
            has_ended = await self._remind(session, row, reminded(row.place)[0])
            self._reminders.done(row)
            return has_ended
        if what == "gone":
            return await self._dm(session, row, int(about), row.place, page=pages.gone(session.scene(None)))
        if what in ("strip", "remove"):
            await self._tidy(session, row)
        elif what == "hands":
            await self._hands(session, row)
        # That a channel was left needs no page: `settle` had to know it as long as older rows were open.
        return False

    async def _table(self, session: Session, row: Pending) -> bool:
        page = await offloaded(pages.table, session.scene(None))
        shown = (await self._store.shown(session.record.id)).get("table")
        if shown is not None and not self._moves_down(session, shown, row):
            with suppress(Gone):
                has_ended = await self._posts.edit(row, shown, page)
                self._edited_at[session.record.id] = self._elapsed()
                return has_ended
        channel_id = session.record.channel_id
        await self._posts.post(row, "table", channel_id, page, quiet=True)
        self._below[channel_id] = 0
        self._edited_at[session.record.id] = self._elapsed()
        return True

    def _moves_down(self, session: Session, shown: Shown, row: Pending) -> bool:
        is_elsewhere = shown.channel_id != session.record.channel_id
        is_old = self._clock() - shown.posted_at > REPOST_SECONDS
        is_far = self._below.get(shown.channel_id, 0) > REPOST_MESSAGES
        return row.place in ("deal", "result") or is_elsewhere or is_old or is_far

    async def _hands(self, session: Session, row: Pending) -> None:
        """Every hand as it is now; one that cannot be shown keeps no other from it."""
        forbidden: Forbidden | None = None
        for seat in range(len(session.record.players)):
            try:
                await self._hand(session, row, seat)
            except Unknown:
                raise
            except Forbidden as fault:
                forbidden = fault
            except DeliveryError as fault:
                await self._complain(session, row, fault)
        if forbidden is not None:
            raise forbidden

    async def _hand(self, session: Session, row: Pending, seat: Seat) -> None:
        """Bring a hand up to date; post it after the deal, and where it cannot be edited any more."""
        if session.state is None:
            return
        scene, place = session.scene(seat), f"hand:{seat}"
        if not pages.has_hand(scene):
            return
        page = await offloaded(pages.hand, scene)
        shown = (await self._store.shown(session.record.id)).get(place)
        if shown is not None and await self._edit_hand(session, row, seat, shown, page):
            return
        wants_dm = session.chosen_by(seat).hand != "button"
        if wants_dm and (shown is not None or session.record.status == "playing"):
            await self._dm(session, row, seat, place, page=page)
        elif shown is not None:
            await self._store.forget_shown(session.record.id, place)

    async def _edit_hand(self, session: Session, row: Pending, seat: Seat, shown: Shown, page: Page) -> bool:
        """Change a hand where it stands; False when only a new message can show it."""
        user_id = session.record.players[seat]
        try:
            if not await self._dms.change(user_id, lambda: self._posts.edit(row, shown, page)):
                session.button_only.add(user_id)
        except Gone:
            return False
        return True

    async def _call(self, session: Session, row: Pending, seat: Seat) -> bool:
        """Somebody must act: their hand says so, as it stands or anew, or else a mention in the channel."""
        scene = session.scene(seat)
        if not scene.asked:
            return False
        if not pages.has_hand(scene):
            return await self._summon(session, row, seat, f"call:{seat}", page=pages.call(scene))
        page = await offloaded(pages.hand, scene)
        if await self._touch(session, row, seat, page):
            return True
        return await self._summon(session, row, seat, f"hand:{seat}", page=page)

    async def _remind(self, session: Session, row: Pending, seat: Seat) -> bool:
        """Somebody has not noticed after all: call them by a new message."""
        record, scene = session.record, session.scene(seat)
        has_acted = record.since > row.revision or record.acted[seat] > row.revision
        if has_acted or record.is_idle or not scene.asked:
            return False
        return await self._summon(session, row, seat, f"hand:{seat}", page=await offloaded(pages.hand, scene))

    async def _summon(self, session: Session, row: Pending, seat: Seat, place: str, *, page: Page) -> bool:
        """Call somebody by a new message: a DM, or a mention in the channel where DMs are closed."""
        chosen = session.chosen_by(seat)
        wants_dm = chosen.hand != "button" and (place.startswith("hand:") or chosen.calls)
        try:
            if wants_dm and await self._dm(session, row, seat, place, page=page):
                return True
        except Unfit as fault:  # a mention says less, and may be taken
            await self._complain(session, row, fault)
        if not chosen.pings:
            return False
        channel_id = session.record.channel_id
        await self._posts.post(row, f"ping:{seat}", channel_id, pages.ping(session.scene(None), seat))
        self.someone_wrote(channel_id)
        return True

    async def _touch(self, session: Session, row: Pending, seat: Seat, page: Page) -> bool:
        """Call somebody who is surely here by their hand as it stands, which saves a new message."""
        shown = (await self._store.shown(session.record.id)).get(f"hand:{seat}")
        acted = max((told.at for told in session.recent if told.seat == seat), default=float("-inf"))
        wants_dm = session.chosen_by(seat).hand != "button"
        is_here = 0 <= self._clock() - acted < HERE_SECONDS
        if shown is None or not wants_dm or not is_here:
            return False
        then = self._reminders.plan(row.session_id, seat)
        user_id = session.record.players[seat]
        try:
            return await self._dms.change(user_id, lambda: self._posts.edit(row, shown, page, then=(then,)))
        except Gone:
            return False

    def _wake_later(self, session: Session, waiting: Sequence[Pending]) -> None:
        """Work off the outbox again when the first of these rows is due."""
        session_id = session.record.id
        if session_id in self._alarms:
            self._alarms.pop(session_id).cancel()
        if waiting:
            soon = self._reminders.soonest(waiting)
            self._alarms[session_id] = asyncio.get_running_loop().call_later(soon, self._alarm, session)

    def _alarm(self, session: Session) -> None:
        self._alarms.pop(session.record.id, None)
        self.notify(session)

    def mark(self, session: Session, seat: Seat) -> int | None:
        """To be asked before an interaction is answered by a hand, and given to `answered`."""
        self._remember(session)
        return self._posts.mark(session.record.id, f"hand:{seat}")

    async def answered(
        self, session: Session, seat: Seat, message_id: int, page: Page, mark: int | None
    ) -> None:
        """An interaction on this message was answered by this page, which surely stands there now."""
        await self._posts.answered(session, f"hand:{seat}", message_id, page, mark)

    async def _dm(self, session: Session, row: Pending, seat: Seat, place: str, *, page: Page) -> bool:
        """Post a page by DM; False when this player cannot be reached so."""
        user_id = session.record.players[seat]
        try:
            is_open = await self._dms.deliver(user_id, lambda dm: self._posts.post(row, place, dm, page))
        except Held:
            return False
        (session.button_only.discard if is_open else session.button_only.add)(user_id)
        return is_open

    async def _tidy(self, session: Session, row: Pending) -> None:
        """An old table message says that the table has moved; where it cannot, and anywhere else, it goes."""
        what, channel_id, message_id = row.place.split(":")
        faultpoints.fault("before-tidy")
        with suppress(Gone, Vanished):
            if what == "remove" or not await self._strip(session, int(channel_id), int(message_id)):
                await self._courier.delete(int(channel_id), int(message_id))
        faultpoints.fault("after-tidy")

    async def _strip(self, session: Session, channel_id: int, message_id: int) -> bool:
        """Take the controls off an old table message; False when Discord takes no such edit of it."""
        await self._keep_pace(session)
        try:
            await self._courier.edit(
                channel_id, message_id, pages.moved_down(session.scene(None), channel_id)
            )
        except (Gone, Unfit):
            return False
        finally:
            self._edited_at[session.record.id] = self._elapsed()
        return True

    async def _complain(self, session: Session, row: Pending, fault: DeliveryError) -> None:
        """A page cannot be delivered at all: the game goes on, the host is told once why nothing shows."""
        session_id = session.record.id
        log.warning("page_not_delivered", session=session_id, place=row.place, fault=str(fault))
        about = fault.missing if isinstance(fault, Forbidden) else type(fault).__name__
        note = f"trouble:{session_id}:{about}"
        if isinstance(fault, Closed | Gone) or await self._store.note(note) == "told":
            return  # nobody can do anything about the first two
        await self._store.keep_note(note, "told")  # before it is: better told never than told twice
        page, nonce = pages.trouble(session.scene(None), about), self._posts.nonce(row, "trouble")
        try:
            await self._dms.deliver(
                session.record.host_id, lambda dm: self._courier.post(dm, page, nonce=nonce)
            )
        except Held:
            await self._store.keep_note(note, "held")
        except DeliveryError:
            log.info("host_not_reached", session=session_id)

    async def _keep_pace(self, session: Session) -> None:
        """Wait until the last edit of this table is `pace` seconds old."""
        last = self._edited_at.get(session.record.id)
        if last is not None and self._pace:
            await asyncio.sleep(max(0.0, last + self._pace - self._elapsed()))

    async def _learn_names(self, session: Session) -> None:
        known = session.names.keys() | session.looked_up
        unknown = tuple(user for user in session.record.players if user and user not in known)
        if unknown:
            session.names.update(await self._courier.names(session.record.guild_id, unknown))
            # Not asked for again while the session is in memory, also when a member cannot be found.
            session.looked_up.update(unknown)


def _forgotten(forget: WeakMethod[Callable[[int], None]], session_id: int) -> None:
    """A session is gone; whoever remembered it is told, unless they are gone too."""
    if (tell := forget()) is not None:
        tell(session_id)


async def _ignore(_channel_id: int) -> None:
    """Nobody needs to know."""

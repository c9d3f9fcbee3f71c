"""Works off the outbox: one queue per session, newest page only, nothing shown twice.

The outbox says which pages are outdated; what they say is made from the session when they are sent, so
that a page is always the newest state and a crash is repaired by going through the outbox again.
"""

import asyncio
import hashlib
import hmac
from collections.abc import Callable, Sequence

import structlog

from bot.engine.chance import Seat
from bot.rendering import pages
from bot.rendering.page import Page
from bot.sessions.breaker import CarefulCourier
from bot.sessions.delivery import (
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
from bot.sessions.drawing import drawn
from bot.sessions.session import Session
from bot.storage.errors import StoreError
from bot.storage.records import Pending, Shown
from bot.storage.store import Store

log = structlog.get_logger(__name__)

REPOST_SECONDS = 50 * 60
"""An older table message is posted anew: Discord limits edits of messages older than an hour."""
REPOST_MESSAGES = 10
"""A table message with more messages below it is posted anew."""
RETRY_DM_SECONDS = 600
"""Closed DMs are tried again at most this often; every attempt counts against Discord's limit."""
LONGEST_BACKOFF = 60.0


class Publisher:
    """Shows what the outbox holds; `pace` (between edits of a table) and `backoff` are in seconds."""

    def __init__(
        self,
        store: Store,
        courier: Courier,
        *,
        clock: Callable[[], float],
        key: bytes,
        pace: float = 1.0,
        backoff: float = 1.0,
    ) -> None:
        self._store = store
        self._courier = CarefulCourier(courier, clock)
        self._clock = clock
        self._key = key
        self._pace = pace
        self._backoff = backoff
        self._tasks: dict[int, asyncio.Task[None]] = {}
        self._again: set[int] = set()
        self._waiting: set[int] = set()
        self._edited_at: dict[int, float] = {}
        self._below: dict[int, int] = {}
        self._complained: set[tuple[int, str]] = set()
        self._unsure: dict[tuple[int, str, str], tuple[Pending, Page]] = {}
        self._left: dict[tuple[int, str], dict[int, Shown]] = {}

    def kick(self, session: Session) -> None:
        """Work off the session's outbox soon; returns at once."""
        session_id = session.record.id
        if session_id in self._tasks:
            self._again.add(session_id)
            return
        task = asyncio.get_running_loop().create_task(self._work(session))
        self._tasks[session_id] = task
        task.add_done_callback(lambda _: self._tasks.pop(session_id, None))

    def someone_wrote(self, channel_id: int) -> None:
        """A message has appeared in a channel, below whatever stands there."""
        if channel_id in self._below:
            self._below[channel_id] += 1

    @property
    def is_busy(self) -> bool:
        """Whether anything is being sent now; what waits for its next try does not count."""
        return not self._tasks.keys() <= self._waiting

    async def close(self) -> None:
        """Stop sending; what is not out stays in the outbox."""
        tasks = list(self._tasks.values())
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)

    async def _work(self, session: Session) -> None:
        session_id, wait = session.record.id, self._backoff
        while True:
            self._again.discard(session_id)
            try:
                if not await self._pass(session) and session_id not in self._again:
                    return
                wait = self._backoff
            except (Unknown, StoreError) as fault:
                log.warning("page_delayed", session=session_id, fault=str(fault), seconds=wait)
                await self._rest(session_id, wait)
                wait = min(2 * wait, LONGEST_BACKOFF)
            except Exception:
                log.exception("publishing_failed", session=session_id)
                await self._rest(session_id, LONGEST_BACKOFF)

    async def _rest(self, session_id: int, seconds: float) -> None:
        """Wait before the next try."""
        self._waiting.add(session_id)
        try:
            await asyncio.sleep(seconds)
        finally:
            self._waiting.discard(session_id)

    async def _pass(self, session: Session) -> bool:
        """Deliver the oldest row that is not outdated by a newer one; False when nothing is left."""
        rows = coalesced(await self._store.pending(session.record.id))
        if not rows:
            return False
        row = rows[0]
        if row.place in TABLE:
            await self._keep_pace(session)
        await self._learn_names(session)
        await session.learn_choices()
        try:
            await self._deliver(session, row)
        except Unknown:
            raise
        except DeliveryError as fault:
            await self._complain(session, row, fault)
        await self._store.done(row, TABLE if row.place in TABLE else frozenset((row.place,)))
        for key in [key for key in self._unsure if key[:2] == (session.record.id, kind(row.place))]:
            del self._unsure[key]
        return True

    async def _deliver(self, session: Session, row: Pending) -> None:
        if row.place in TABLE:
            await self._table(session, row)
        elif row.place == "hands":
            for seat in range(len(session.record.players)):
                await self._hand(session, row, seat)
        elif row.place.startswith("call:"):
            await self._call(session, row, int(row.place.removeprefix("call:")))

    async def _table(self, session: Session, row: Pending) -> None:
        page = await drawn(pages.table, session.scene(None))
        shown = (await self._store.shown(session.record.id)).get("table")
        if shown is not None and not self._moves_down(shown, row):
            if shown.digest == page.digest():
                return
            try:
                await self._edit(session, shown, page)
            except Gone:
                await self._store.forget_shown(session.record.id, "table")
            else:
                return
        channel_id = session.record.channel_id
        await self._post(session, row, "table", channel_id, page=page, quiet=True)
        self._below[channel_id] = 0

    def _moves_down(self, shown: Shown, row: Pending) -> bool:
        is_old = self._clock() - shown.posted_at > REPOST_SECONDS
        is_far = self._below.get(shown.channel_id, 0) > REPOST_MESSAGES
        return row.place in ("deal", "result") or is_old or is_far

    async def _strip(self, session: Session, old: Shown) -> None:
        """The table has moved down: its old message says so and offers nothing any more."""
        try:
            await self._courier.edit(old.channel_id, old.message_id, pages.moved_down(session.scene(None)))
        except (Gone, Forbidden, Vanished, Unfit):
            log.info("old_table_left", session=session.record.id)

    async def _hand(self, session: Session, row: Pending, seat: Seat) -> None:
        """Bring a hand that is shown up to date; show it for the first time after the deal."""
        if session.state is None:
            return
        scene = session.scene(seat)
        if not pages.has_hand(scene):
            return
        page = await drawn(pages.hand, scene)
        shown = (await self._store.shown(session.record.id)).get(f"hand:{seat}")
        if shown is None:
            if session.record.status == "playing":
                await self._dm(session, row, seat, f"hand:{seat}", page=page)
        elif shown.digest != page.digest():
            try:
                await self._edit(session, shown, page)
            except Gone:
                await self._store.forget_shown(session.record.id, shown.place)
            except (Closed, Forbidden, Vanished):
                await self._found_closed(session, seat)

    async def _call(self, session: Session, row: Pending, seat: Seat) -> None:
        """Somebody must act: a fresh hand by DM, or a mention in the channel where DMs are closed."""
        scene = session.scene(seat)
        if not scene.asked:
            return
        has_hand = pages.has_hand(scene)
        place = f"hand:{seat}" if has_hand else f"call:{seat}"
        page = await drawn(pages.hand, scene) if has_hand else pages.call(scene)
        wants_dm = has_hand or session.chosen_by(seat).calls
        if wants_dm and await self._dm(session, row, seat, place, page=page):
            return
        if session.chosen_by(seat).pings:
            await self._ping(session, row, seat)

    async def _ping(self, session: Session, row: Pending, seat: Seat) -> None:
        channel_id = session.record.channel_id
        page = pages.ping(session.scene(None), seat)
        await self._post(session, row, f"ping:{seat}", channel_id, page=page)
        self.someone_wrote(channel_id)

    async def _dm(self, session: Session, row: Pending, seat: Seat, place: str, *, page: Page) -> bool:
        """Post a page by DM; False when this player cannot be reached so."""
        user_id = session.record.players[seat]
        if session.chosen_by(seat).hand == "button":
            return False
        closed_at = await self._store.dm_closed_at(user_id)
        if closed_at is not None and self._clock() - closed_at < RETRY_DM_SECONDS:
            session.button_only.add(user_id)
            return False
        try:
            channel_id = await self._courier.dm_channel(user_id)
            await self._post(session, row, place, channel_id, page=page)
        except Held:
            return False
        except (Closed, Forbidden, Vanished):
            await self._found_closed(session, seat)
            return False
        if closed_at is not None or user_id in session.button_only:
            session.button_only.discard(user_id)
            await self._store.keep_dm_closed(user_id, None)
        return True

    async def _found_closed(self, session: Session, seat: Seat) -> None:
        user_id = session.record.players[seat]
        log.info("dm_closed", session=session.record.id, seat=seat)
        session.button_only.add(user_id)
        await self._store.keep_dm_closed(user_id, self._clock())

    async def _complain(self, session: Session, row: Pending, fault: DeliveryError) -> None:
        """A page cannot be delivered at all: the game goes on, the host is told once why nothing shows."""
        session_id = session.record.id
        log.warning("page_not_delivered", session=session_id, place=row.place, fault=str(fault))
        about = fault.missing if isinstance(fault, Forbidden) else type(fault).__name__
        if (session_id, about) in self._complained:
            return
        self._complained.add((session_id, about))
        try:
            channel_id = await self._courier.dm_channel(session.record.host_id)
            page = pages.trouble(session.scene(None), about)
            await self._courier.post(channel_id, page, nonce=self._nonce(row, "trouble"))
        except Held:
            self._complained.discard((session_id, about))
        except DeliveryError:
            log.info("host_not_reached", session=session_id)

    async def _post(
        self, session: Session, row: Pending, place: str, channel_id: int, *, page: Page, quiet: bool = False
    ) -> None:
        """Post a page and clear away what it replaces.

        What may have arrived before is first sent again just as it was, with its nonce, and then brought up
        to date: a newer page under a new nonce would stand beside it.
        """
        session_id = session.record.id
        old = (await self._store.shown(session_id)).get(place)
        if old is not None:
            self._left.setdefault((session_id, place), {})[old.message_id] = old
        key = (session_id, kind(row.place), place)
        first, tried = self._unsure.setdefault(key, (row, page))
        nonce = self._nonce(first, place)
        message_id = await self._courier.post(channel_id, tried, nonce=nonce, quiet=quiet)
        del self._unsure[key]
        shown = await self._note(session, place, channel_id, message_id, page=tried)
        await self._clear_left(session, shown)
        if tried.digest() != page.digest():
            await self._edit(session, shown, page)

    async def _edit(self, session: Session, shown: Shown, page: Page) -> None:
        """Make a message say this page, and remember what it says now."""
        channel_id, message_id = shown.channel_id, shown.message_id
        await self._courier.edit(channel_id, message_id, page)
        await self._note(session, shown.place, channel_id, message_id, page=page, posted_at=shown.posted_at)

    async def _clear_left(self, session: Session, shown: Shown) -> None:
        """Deal with the messages that a new post replaces, also those that an earlier try did not get to."""
        left = self._left.pop((session.record.id, shown.place), {})
        left.pop(shown.message_id, None)
        while left:
            message_id, old = next(iter(left.items()))
            try:
                await (self._strip(session, old) if shown.place == "table" else self._remove(old))
            except Unknown:
                self._left[session.record.id, shown.place] = left
                raise
            del left[message_id]

    async def _remove(self, old: Shown) -> None:
        try:
            await self._courier.delete(old.channel_id, old.message_id)
        except (Gone, Closed, Forbidden, Vanished):
            log.info("old_message_left", place=old.place)

    async def _note(
        self,
        session: Session,
        place: str,
        channel_id: int,
        message_id: int,
        *,
        page: Page,
        posted_at: float | None = None,
    ) -> Shown:
        """Remember what a message says now."""
        now = self._clock()
        shown = Shown(
            place=place,
            channel_id=channel_id,
            message_id=message_id,
            revision=session.record.revision,
            digest=page.digest(),
            posted_at=now if posted_at is None else posted_at,
        )
        await self._store.note_shown(session.record.id, shown)
        if place == "table":
            self._edited_at[session.record.id] = now
        return shown

    async def _keep_pace(self, session: Session) -> None:
        """Wait until the last edit of this table is `pace` seconds old."""
        last = self._edited_at.get(session.record.id)
        if last is not None and self._pace:
            await asyncio.sleep(max(0.0, last + self._pace - self._clock()))

    async def _learn_names(self, session: Session) -> None:
        unknown = tuple(user for user in session.record.players if user and user not in session.names)
        if unknown:
            found = await self._courier.names(session.record.guild_id, unknown)
            # Not asked for again while the session is in memory, also when a member cannot be found.
            fallback = {user: f"Seat {session.record.players.index(user) + 1}" for user in unknown}
            session.names.update(fallback | found)

    def _nonce(self, row: Pending, place: str) -> str:
        """The nonce of a row's post: the same at every try, and telling nobody how many rows there are."""
        return hmac.new(self._key, f"{row.id}:{place}".encode(), hashlib.sha256).hexdigest()[:24]


TABLE = frozenset(("table", "deal", "result"))
"""Places that are the table message; `deal` and `result` post it anew so that it is seen."""


def kind(place: str) -> str:
    """What rows of the outbox have in common that one message answers."""
    return "table" if place in TABLE else place


def coalesced(rows: Sequence[Pending]) -> list[Pending]:
    """The rows without those that a newer row of the same place makes needless, in order.

    A row that posts the table anew is not forgotten when a mere edit follows it.
    """
    newest: dict[str, Pending] = {}
    for row in rows:
        group = kind(row.place)
        before = newest.pop(group, None)
        keeps_kind = before is not None and before.place in ("deal", "result") and row.place == "table"
        place = before.place if before is not None and keeps_kind else row.place
        newest[group] = Pending(id=row.id, session_id=row.session_id, revision=row.revision, place=place)
    return sorted(newest.values(), key=lambda row: row.id)

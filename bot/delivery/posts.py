"""New messages, each exactly once: whatever answer is lost, and whenever the process dies.

A post is open from before it is sent until the database knows its message. What is open is looked for in its
channel before anything else happens for its outbox row, and taken over when it is there. A table that was
carried on has left a row `left` behind: whatever is older may have been posted in that channel.
"""

import hashlib
import hmac
from collections import Counter, defaultdict
from collections.abc import Callable, Sequence
from contextlib import suppress

import msgspec
import structlog

from bot.delivery.dms import Dms
from bot.delivery.errors import Courier, DeliveryError, Forbidden, Held, Unknown
from bot.delivery.order import TABLE, Whereabouts
from bot.delivery.reminders import reminded
from bot.engine.chance import Seat
from bot.rendering.page import Page
from bot.sessions import faultpoints
from bot.sessions.session import Session
from bot.storage.records import Pending, Shown
from bot.storage.store import Store

log = structlog.get_logger(__name__)

Tries = dict[int, str]
"""The channels in which a page may have been posted, with its digest; empty when another process did it."""


class Known:
    """What this process knows of one session's places; what it does not know is found out or done again."""

    def __init__(self) -> None:
        self.sure: set[str] = set()
        """Places that surely say what is stored of them."""
        self.edits: Counter[str] = Counter()
        self.editing: set[str] = set()
        self.doubtful: dict[str, Forbidden] = {}
        """Places whose channels we may not look into for what may stand there."""


class Posts:
    """Posts and edits pages for outbox rows, and remembers where they stand and what they say."""

    def __init__(
        self, store: Store, courier: Courier, dms: Dms, *, clock: Callable[[], float], key: bytes
    ) -> None:
        self._store = store
        self._courier = courier
        self._dms = dms
        self._clock = clock
        self._key = key
        self._open: dict[int, dict[str, Tries]] = {}
        self._inherited: set[int] = set()
        self._known: defaultdict[int, Known] = defaultdict(Known)

    async def post(
        self, row: Pending, place: str, channel_id: int, page: Page, *, quiet: bool = False
    ) -> None:
        """Post a page as what stands at a place from now on; a row that is for this place only ends."""
        self._check_sure(row, place)
        self._open.setdefault(row.id, {})[place] = {channel_id: page.digest()}
        faultpoints.fault("before-post")
        try:
            nonce = self.nonce(row, place)
            message_id = await self._courier.post(channel_id, page, nonce=nonce, quiet=quiet)
        except Unknown:
            raise
        except DeliveryError:
            self._close(row, place, channel_id)
            raise
        faultpoints.fault("after-post")
        await self._remember(row, place, channel_id, message_id, is_new=True)

    async def edit(self, row: Pending, shown: Shown, page: Page, *, then: tuple[str, ...] = ()) -> bool:
        """Make a message say this page, unless it surely does; whether that has ended its row.

        With that the places `then` begin.
        """
        self._check_sure(row, shown.place)
        known = self._known[row.session_id]
        if shown.place not in known.sure or shown.digest != page.digest():
            known.sure.discard(shown.place)
            await self._send_edit(known, shown, page)
        elif not then:
            return False
        await self._store.show(row, _saying(shown, page, row.revision), ends=_ended(row), then=then)
        known.sure.add(shown.place)
        return bool(_ended(row))

    def _check_sure(self, row: Pending, place: str) -> None:
        """Raise Forbidden when a post of ours may stand there already, which nobody can see as things are."""
        if fault := self._known[row.session_id].doubtful.get(place):
            raise fault

    async def _send_edit(self, known: Known, shown: Shown, page: Page) -> None:
        known.edits[shown.place] += 1
        known.editing.add(shown.place)
        try:
            faultpoints.fault("before-edit")
            await self._courier.edit(shown.channel_id, shown.message_id, page)
            faultpoints.fault("after-edit")
        finally:
            known.editing.discard(shown.place)

    def mark(self, session_id: int, place: str) -> int | None:
        """A number that changes with every edit of a place; None while one is under way."""
        known = self._known[session_id]
        return None if place in known.editing else known.edits[place]

    def forget(self, session_id: int) -> None:
        """Nobody has anything to do with this session any more, for the time being."""
        self._known.pop(session_id, None)

    async def answered(
        self, session: Session, place: str, message_id: int, page: Page, mark: int | None
    ) -> None:
        """The answer to an interaction has made a message say this page, so that it needs no edit.

        That is not sure when the message was edited beside; `mark` is from before the answer.
        """
        session_id, revision = session.record.id, session.record.revision
        shown = (await self._store.shown(session_id)).get(place)
        if shown is None or shown.message_id != message_id:
            return
        if mark is not None and mark == self.mark(session_id, place):
            self._known[session_id].sure.add(place)
            await self._store.note_shown(session_id, _saying(shown, page, revision))

    async def settle(self, session: Session, rows: Sequence[Pending], where: Whereabouts) -> set[str]:
        """Take over what was posted for rows without our hearing of it; the places that it stands at."""
        for row in rows:
            if row.id <= self._store.inherited and row.id not in self._inherited:
                self._open[row.id] = await self._may_stand(session, row, where.of(row))
                self._inherited.add(row.id)
        channels: dict[int, list[tuple[Pending, str]]] = {}
        for row in rows:
            for place, tries in self._open.get(row.id, {}).items():
                for channel_id in tries:
                    channels.setdefault(channel_id, []).append((row, place))
        self._known[session.record.id].doubtful.clear()
        found: set[str] = set()
        for channel_id, posts in channels.items():
            found |= await self._look(channel_id, posts, is_left=where.has_left(channel_id))
        return found

    def nonce(self, row: Pending, place: str) -> str:
        """The nonce of a row's post: the same at every try, and telling nobody how many rows there are."""
        return hmac.new(self._key, f"{row.id}:{place}".encode(), hashlib.sha256).hexdigest()[:24]

    async def _look(
        self, channel_id: int, posts: Sequence[tuple[Pending, str]], *, is_left: bool
    ) -> set[str]:
        """Take over which of these posts are in a channel; their places.

        One that the table has left, and that we may not look into any more, keeps nobody waiting.
        """
        nonces = {self.nonce(row, place): (row, place) for row, place in posts}
        try:
            found = await self._courier.find(channel_id, nonces.keys())
        except Unknown:
            raise
        except DeliveryError as fault:
            if isinstance(fault, Forbidden) and not is_left:
                for row, place in posts:
                    self._known[row.session_id].doubtful[place] = fault
                return set()
            found = {}
        for nonce, (row, place) in nonces.items():
            if nonce in found:
                log.info("post_found", session=row.session_id, place=place)
                await self._remember(row, place, channel_id, found[nonce], is_new=False)
            else:
                self._close(row, place, channel_id)
        return {nonces[nonce][1] for nonce in found}

    async def _remember(
        self, row: Pending, place: str, channel_id: int, message_id: int, *, is_new: bool
    ) -> None:
        """A message stands at a place now; what stood there is tidied away."""
        old = (await self._store.shown(row.session_id)).get(place)
        then: list[str] = []
        if old is not None and old.message_id != message_id:
            then.append(f"{'strip' if place == 'table' else 'remove'}:{old.channel_id}:{old.message_id}")
        if not is_new:  # meanwhile there may be more to say
            then.append("table" if place == "table" else "hands")
        shown = Shown(
            place=place,
            channel_id=channel_id,
            message_id=message_id,
            revision=row.revision,
            digest=self._open[row.id][place][channel_id],
            posted_at=self._clock(),
        )
        faultpoints.fault("before-note")
        await self._store.show(row, shown, ends=_ended(row), then=tuple(then))
        faultpoints.fault("after-note")
        self._close(row, place, channel_id)
        self._known[row.session_id].sure.add(place)

    async def _may_stand(self, session: Session, row: Pending, channels: Sequence[int]) -> dict[str, Tries]:
        """Where a process before this one may have posted for a row: places, and their channels."""
        players, there = session.record.players, dict.fromkeys(channels, "")
        if row.place in TABLE:
            return {"table": there}
        if row.place.startswith("call:"):
            seat = int(row.place.removeprefix("call:"))
            return {f"ping:{seat}": there} | await self._in_dms(row, players, (seat,), ("hand", "call"))
        if row.place.startswith("remind:"):
            seat, _ = reminded(row.place)
            return {f"ping:{seat}": there} | await self._in_dms(row, players, (seat,), ("hand",))
        if row.place.startswith("gone:"):
            return await self._in_dms(row, players, (int(row.place.removeprefix("gone:")),), ("gone",))
        if row.place == "hands":
            return await self._in_dms(row, players, range(len(players)), ("hand",))
        return {}

    async def _in_dms(
        self, row: Pending, players: Sequence[int], seats: Sequence[Seat], kinds: tuple[str, ...]
    ) -> dict[str, Tries]:
        places: dict[str, Tries] = {}
        shown = await self._store.shown(row.session_id)

        async def add(channel_id: int) -> None:
            places.update({f"{kind}:{seat}": {channel_id: ""} for kind in kinds})

        for seat in seats:
            known = [shown[place].channel_id for place in (f"hand:{seat}", f"call:{seat}") if place in shown]
            if known:  # nothing needs to be opened, which might be refused
                await add(known[0])
                continue
            with suppress(Held):
                await self._dms.deliver(players[seat], add)
        return places

    def _close(self, row: Pending, place: str, channel_id: int) -> None:
        """It is known what became of a post in a channel."""
        places = self._open.get(row.id, {})
        tries = places.get(place, {})
        tries.pop(channel_id, None)
        if not tries:
            places.pop(place, None)
        if not places:
            self._open.pop(row.id, None)


def _saying(shown: Shown, page: Page, revision: int) -> Shown:
    """A message that says this page now."""
    return msgspec.structs.replace(shown, revision=revision, digest=page.digest())


def _ended(row: Pending) -> frozenset[str]:
    """The places whose rows end with a message at this row's place; `hands` needs several."""
    if row.place in TABLE:
        return TABLE
    return frozenset[str]() if row.place == "hands" else frozenset((row.place,))

"""The messages of one table in memory: where they are, what they say, and whom they've called.

This copy is never older than the database: facts that aren't stored yet take precedence over those read.
"""

import asyncio
from collections import defaultdict
from collections.abc import Awaitable, Callable, Iterable
from dataclasses import dataclass, field
from typing import Final, Literal, NamedTuple

import msgspec

from bot.delivery.errors import Forbidden
from bot.delivery.write_behind import WriteBehind
from bot.engine.chance import Seat
from bot.rendering.catalog import language_tag
from bot.rendering.page import Page
from bot.rendering.scene import Scene
from bot.sessions.session import Session
from bot.sessions.view import AbsentAt, LeftAt, MentionAt, Spot, TableAt, spot_of, spots_of
from bot.storage import shown
from bot.storage.records import Calm, Delivered, Owing, Rang, Record, ShownMessage
from bot.storage.store import Store

Freshen = Callable[[Session], Awaitable[None]]
"""A function that brings a session in memory up to its stored state."""


class Queue(NamedTuple):
    """A queue of work done in order: a table, its mention, one seat's messages, or a channel's deletions."""

    kind: Literal["table", "mention", "seat", "channel"]
    number: int = 0
    """The seat, or the id of the channel."""

    @property
    def spots(self) -> tuple[Spot, ...]:
        """The spots that this queue keeps up to date."""
        match self.kind:
            case "table":
                return TableAt(), AbsentAt()
            case "mention":
                return (MentionAt(),)
            case "seat":
                return spots_of(self.number)
        return ()

    @property
    def seats(self) -> tuple[Seat, ...] | None:
        """The seats on which this queue's work depends. None: all."""
        match self.kind:
            case "mention":
                return None
            case "seat":
                return (self.number,)
        return ()


TABLE: Final = Queue("table")
MENTION: Final = Queue("mention")


class Attempt(NamedTuple):
    """A post that may or may not have arrived, with a page made at this `revision`."""

    after: int
    """The message that it follows."""
    digest: str
    """The digest of its page. Empty after tries with different pages, because any may have arrived."""
    is_open: bool
    """Whether its channel has to be searched. A post that wasn't found may still arrive."""
    revision: int


class Made(NamedTuple):
    """The scene that a page was made from, its language, and its digest."""

    scene: Scene
    language: str
    digest: str


@dataclass(slots=True)
class SpotState:
    """Everything known about one spot."""

    newest: ShownMessage | None = None
    """The last message, even if it leaves or is gone, because the next one follows it."""
    attempts: dict[int, Attempt] = field(default_factory=dict)
    """Posts that may or may not have arrived, by channel."""
    has_searched: bool = False
    """Whether posts of an earlier process have been searched for."""
    doubt: Forbidden | None = None
    """The missing permission that prevents that search."""
    is_refused: bool = False
    """Whether Discord refused it for lack of a permission since the session was last to be shown."""
    is_sure: bool = False
    """Whether the message surely has the content noted here."""
    made: Made | None = None
    edits: int = 0
    is_editing: bool = False
    done: int = 0
    """`Messages.requests` when the spot was last brought up to date."""

    @property
    def is_open(self) -> bool:
        """Whether a post may have arrived unnoticed."""
        return any(one.is_open for one in self.attempts.values())


class Debounced(NamedTuple):
    """A hand that waits until it's `due` on the monotonic clock."""

    acted: int
    """Revision of its player's last move. The next one restarts the wait."""
    shown: int
    """Revision shown when the wait began. An answer with a newer one, if not the newest, restarts it."""
    pace: float
    due: float


class Call(NamedTuple):
    """A call that a player needs. Equal if it's the same call for the same decision."""

    owing: Owing
    is_last: bool


@dataclass(slots=True)
class SeatState:
    """The facts about one player that their messages don't tell."""

    debounced: Debounced | None = None
    seen: int = 0
    """The revision of the player's last move when their hand was last brought up to date."""

    unreached: Call | None = None
    """A call that can't be made by DM, but perhaps by a mention."""
    given_up: Call | None = None
    """A call that was refused in every way."""
    is_sending: bool = False
    """Whether a DM that calls them is on its way."""
    is_being_named: bool = False
    """Whether a mention that calls them is on its way."""


class Messages:
    """The messages of one session, shared by its queues. `is_new`: no other process can have posted any."""

    def __init__(
        self,
        record: Record,
        store: Store,
        write_behind: WriteBehind,
        freshen: Freshen | None = None,
        *,
        is_new: bool = False,
    ) -> None:
        self.session_id, self.guild_id = record.id, record.guild_id
        self.channel_id = record.channel_id
        """The channel in which the session was last to be shown."""
        self._store, self._write_behind, self._freshen = store, write_behind, freshen
        self.session: Session | None = None
        """The session, kept in memory as long as there's anything to do for it."""
        self.spots: defaultdict[Spot, SpotState] = defaultdict(SpotState)
        self.seats: defaultdict[Seat, SeatState] = defaultdict(SeatState)
        self.leaving: dict[int, tuple[Spot, ShownMessage]] = {}
        """Messages to be removed, with their spots, by id."""
        self.left: set[int] = set()
        """Channels that the table has left, where a message of it may still arrive."""
        self.is_new = is_new
        self.stuck: set[int] = set()
        """Messages that the bot wasn't allowed to remove since the session was last to be shown."""
        self.requests = 0
        """The number of times that the session was to be shown."""
        self.queues = 0
        """The number of queues at work."""
        self.is_looked_at_soon = False
        """Whether a look at the session is on the agenda. It stays in memory for that."""
        self.reminded_for: float | None = None
        """The planned time of the game for which the players were last reminded."""
        self.edited_at = float("-inf")
        """When the table was last edited, by the monotonic clock."""
        self.table_is_idle = asyncio.Event()
        """Set while the table's queue has nothing to do."""
        self.table_is_idle.set()
        self._unwritten: list[Delivered] = []
        self._since_read: list[Delivered] = []
        """Facts learned since the last read began, which it may have missed."""
        self._unstored: set[int] = set()
        """Messages that aren't stored yet."""
        self._is_behind = True
        self.version = 0
        """The version of the session that was last to be shown."""
        self._calm: Calm | None = None
        self._reading = asyncio.Lock()

    @property
    def has_open_posts(self) -> bool:
        """Whether any post may have arrived unnoticed."""
        return any(one.is_open for spot in self.spots.values() for one in spot.attempts.values())

    def request_show(self, session: Session, *, reread: bool) -> None:
        """Note that the session has to be shown in its present form, and retry refused pages."""
        self.requests += 1
        self.stuck.clear()
        for spot in self.spots.values():
            spot.is_refused = False
        self.version = session.record.version
        has_moved = self.channel_id != session.record.channel_id  # which the store has noted
        self.channel_id = channel_id = session.record.channel_id
        for spot in self.spots.values() if has_moved else ():
            if (attempt := spot.attempts.get(channel_id)) is not None:  # it may have arrived though not found
                spot.attempts[channel_id] = attempt._replace(is_open=True)
        self._is_behind = self._is_behind or reread or has_moved

    def let_go(self) -> None:
        """Let the session leave the memory if there's nothing to do for it and nothing to store."""
        is_at_work = self.queues or self.is_looked_at_soon or self.has_open_posts
        if not is_at_work and not self._unwritten:
            self.session = None

    async def refresh(self, session: Session) -> None:
        """Read the stored facts if any are new. Messages and session are then of the same moment."""
        self.session = session
        async with self._reading:  # a queue that comes during a read waits for its result
            if self._is_behind:
                await self._read(session)

    async def _read(self, session: Session) -> None:
        self._is_behind = False
        self._since_read = list(self._unwritten)
        try:
            async with session.lock:  # so that what's stored and what's in memory agree
                messages, is_calm = await self._store.read(shown.read, self.session_id)
                if self._freshen is not None:
                    await self._freshen(session)
        except BaseException:
            self._is_behind = True
            raise
        self.leaving, self.left = {}, set()
        for known in self.spots.values():
            known.newest = None
        for message in messages:
            if (spot := spot_of(message.place)) is not None:
                self._add(spot, message)
                if is_calm and message.digest and message.status == "stands":
                    self.spots[spot].is_sure = True
        for fact in self._since_read:
            self._apply(fact)

    def current(self, spot: Spot) -> ShownMessage | None:
        """Return the present message of a spot, if it has one."""
        newest = self.spots[spot].newest
        return newest if newest is not None and newest.status == "stands" else None

    def calls(self, spot: Spot) -> dict[Seat, Rang]:
        """Return the calls that the present message of a spot has made, by seat."""
        return {} if (message := self.current(spot)) is None else message.rang

    def last_id(self, spot: Spot) -> int:
        """Return the message that a new one at this spot follows, or 0."""
        newest = self.spots[spot].newest
        return 0 if newest is None else newest.message_id

    def calls_to(self, seat: Seat) -> list[Rang]:
        """Return the calls to a seat's player that the last message of each spot has made."""
        newest = (self.spots[spot].newest for spot in (*spots_of(seat), MentionAt(), TableAt()))
        calls = (message.rang.get(seat) for message in newest if message is not None)
        return [one for one in calls if one is not None]

    def is_due(self, *spots: Spot) -> bool:
        """Whether one of these spots still has to be brought up to date with the session."""
        known = map(self.spots.__getitem__, spots)
        return any(not one.is_refused and one.done < self.requests for one in known)

    def needs_search(self, spot: Spot) -> bool:
        """Whether a spot has to be searched for a post that arrived unnoticed."""
        known = self.spots[spot]
        return not (self.is_new or known.has_searched) or known.is_open

    def check_doubt(self, spot: Spot) -> None:
        """Raise Forbidden if an earlier post may be there and the bot lacks the permission to look."""
        if (error := self.spots[spot].doubt) is not None:
            raise error

    def next_old(self, channel_id: int | None = None) -> ShownMessage | None:
        """Return the next old message to delete in a channel. Without a channel, the next old table."""
        for message_id, (spot, message) in self.leaving.items():
            is_there = isinstance(spot, TableAt) if channel_id is None else message.channel_id == channel_id
            if is_there and message_id not in self.stuck and (channel_id is None or spot != TableAt()):
                return message
        return None

    def posted(self, spot: Spot, message: ShownMessage) -> None:
        """Note a new message at a spot. The one before it leaves."""
        known = self.spots[spot]
        old = known.newest
        if old is not None and old.message_id != message.message_id:
            if old.status == "gone":
                self._note(forgotten=(old.place, old.message_id))
            elif old.status == "stands":
                self._note(message=msgspec.structs.replace(old, status="leaves"))
        self._note(message=message)
        known.attempts.clear()
        known.is_sure = bool(message.digest)

    def note_edited(self, spot: Spot, message: ShownMessage) -> None:
        """Note a confirmed edit of a message."""
        self._note(message=message)
        self.spots[spot].is_sure = True

    def note_calls(self, spot: Spot, rang: dict[Seat, Rang]) -> None:
        """Note the calls that the message at a spot has made."""
        message = self.current(spot)
        if message is not None and message.rang != rang:
            self._note(message=msgspec.structs.replace(message, rang=rang))

    def mark_shown(self, spots: Iterable[Spot], request: int) -> None:
        """Note that these spots show the session as it was at this count of `requests`."""
        for spot in spots:
            self.spots[spot].done = request

    def leave(self, spot: Spot) -> None:
        """Have the message at a spot removed."""
        if (message := self.current(spot)) is not None:
            self.spots[spot].is_sure = False
            self._note(message=msgspec.structs.replace(message, status="leaves"), soon=True)

    def note_lost(self, spot: Spot) -> None:
        """Note that someone else deleted the message at a spot."""
        if (message := self.current(spot)) is not None:
            self.spots[spot].is_sure = False
            self._note(message=msgspec.structs.replace(message, status="gone"))

    def note_removed(self, message_id: int) -> None:
        """Note that an old message was removed. That's stored soon, so that nobody removes it twice."""
        spot, message = self.leaving[message_id]
        if self.last_id(spot) == message_id:
            self._note(message=msgspec.structs.replace(message, status="gone"), soon=True)
        else:
            self._note(forgotten=(message.place, message_id), soon=True)

    def forget_left_channels(self) -> None:
        """Note that no message can arrive any more in channels that the table has left."""
        for channel_id in tuple(self.left):
            self._note(forgotten=(str(LeftAt(channel_id)), 0))

    def note_calm(self, look_at: float | None) -> None:
        """Note that nothing is due before a time in seconds since the epoch. None: before the next change."""
        calm = Calm(self.version, look_at)
        if calm != self._calm:
            self._calm = calm
            self._note(calm=calm)

    def note_made(self, spot: Spot, scene: Scene, page: Page | None) -> None:
        """Note the scene that a page was made from, unless its picture is missing, which may come later.

        Without a page, the message at the spot says more than the page would, and counts as made from this
        scene.
        """
        if page is None:
            digest = None if (message := self.current(spot)) is None else message.digest
        else:
            digest = page.digest() if page.pictures or not scene.pictures else None
        if digest is not None:
            self.spots[spot].made = Made(scene, language_tag(), digest)

    def shows(self, spot: Spot, scene: Scene) -> bool:
        """Whether the message at a spot surely is the page of this scene in the present language."""
        made, message = self.spots[spot].made, self.current(spot)
        if made is None or message is None or not self.spots[spot].is_sure:
            return False
        return made == (scene, language_tag(), message.digest)

    async def store(self, spot: Spot) -> None:
        """Ensure that the database knows of the message at a spot. Raises StoreError."""
        if self.last_id(spot) in self._unstored:
            await self._write_behind.write()

    def stored(self, fact: Delivered) -> None:
        """Note that a fact is in the database."""
        self._unwritten.remove(fact)
        if fact.message is not None:
            self._unstored.discard(fact.message.message_id)
        self.let_go()

    def _note(
        self,
        *,
        message: ShownMessage | None = None,
        forgotten: tuple[str, int] | None = None,
        calm: Calm | None = None,
        soon: bool = False,
    ) -> None:
        fact = Delivered(self.session_id, self.guild_id, message=message, forgotten=forgotten, calm=calm)
        is_new = False
        if message is not None and (spot := spot_of(message.place)) is not None:
            is_new = message.message_id not in self.leaving and message.message_id != self.last_id(spot)
            if is_new:
                self._unstored.add(message.message_id)
        self._unwritten.append(fact)
        self._since_read.append(fact)
        self._apply(fact)
        self._write_behind.add(fact, self.stored, soon=soon or is_new)

    def _apply(self, fact: Delivered) -> None:
        if fact.message is not None and (spot := spot_of(fact.message.place)) is not None:
            self._add(spot, fact.message)
        if fact.forgotten is not None:
            self._drop(*fact.forgotten)

    def _add(self, spot: Spot, message: ShownMessage) -> None:
        if isinstance(spot, LeftAt):
            self.left.add(spot.channel_id)
            return
        if message.status == "leaves":
            self.leaving[message.message_id] = spot, message
        else:
            self.leaving.pop(message.message_id, None)
        if message.message_id >= self.last_id(spot):
            self.spots[spot].newest = message

    def _drop(self, place: str, message_id: int) -> None:
        spot = spot_of(place)
        if isinstance(spot, LeftAt):
            self.left.discard(spot.channel_id)
            return
        self.leaving.pop(message_id, None)
        if spot is not None and self.last_id(spot) == message_id:
            self.spots[spot].newest = None


class Job(NamedTuple):
    """The work of one queue for one session."""

    session: Session
    messages: Messages
    queue: Queue

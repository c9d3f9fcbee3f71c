"""One session's outbox in memory: what must still be shown, and where its pages stand.

What is known here is never behind the database: facts that are not stored yet are laid over what is read.
"""

import asyncio
from collections import Counter, defaultdict
from collections.abc import Awaitable, Callable, Iterable, Mapping, Sequence
from typing import Final, NamedTuple

import msgspec

from bot.delivery.errors import Forbidden
from bot.delivery.lanes import TABLE_LANE, Lane, Row, Whereabouts, kind_of, lanes_of, whereabouts
from bot.delivery.notebook import Notebook
from bot.engine.chance import Seat
from bot.rendering.catalog import spoken
from bot.rendering.page import Page
from bot.rendering.scene import Scene
from bot.sessions.places import Hands, Names, Remind, Remove, Spot, Task, is_known, spot_of, task_of
from bot.sessions.session import Session
from bot.storage.records import Delivered, Pending, Record, Shown
from bot.storage.store import Store

REMINDERS: Final = f"{Remind.__struct_config__.tag}:"

KNOWN_ROWS: Final = 100
"""Of how many rows that were read the numbers are kept."""

Freshen = Callable[[Session], Awaitable[None]]
"""Brings a session in memory up to what is stored."""


class Try(NamedTuple):
    """A post of which it is not known what became of it."""

    under: Row | None = None
    """The row under whose nonce it was posted; None: perhaps by another process, under that of this row."""
    digest: str = ""
    """Of its page; empty where it is not sure what stands there."""


Tries = dict[int, Try]
"""The channels in which a page may have been posted."""


class Made(NamedTuple):
    """What a page was made from, in which language, and its digest."""

    scene: Scene
    language: str
    digest: str


class Outbox:
    """Rows and spots of one session, shared by its lanes."""

    is_unread = False
    """Whether lanes were begun that may have something to do, because it could not be read which have."""

    def __init__(
        self, record: Record, store: Store, notebook: Notebook, freshen: Freshen | None = None
    ) -> None:
        self.session_id, self.guild_id = record.id, record.guild_id
        self._store, self._notebook, self._freshen = store, notebook, freshen
        self.rows: list[Row] = []
        self.known: set[int] = set()
        """The numbers of rows that were read, the last ones."""
        self.shown: dict[Spot, Shown] = {}
        self.sure: set[Spot] = set()
        """Spots that surely say what is known of them."""
        self._made: dict[Spot, Made] = {}
        """From what the last page of a spot was made, one for each: the same scene makes the same page."""
        self.edits: Counter[Spot] = Counter()
        self.editing: set[Spot] = set()
        self.asked = 0
        """How often somebody has asked for the session to be shown."""
        self.table_is_idle = asyncio.Event()
        """Set while the table's lane has nothing to do."""
        self.table_is_idle.set()
        self.behind_table: set[Lane] = set()
        """Lanes that wait for that."""
        self.refused: set[tuple[Lane, Task]] = set()
        """What was refused for want of a permission since somebody last asked for the session to be shown."""
        self.doubtful: dict[Spot, Forbidden] = {}
        """Spots whose channels we may not look into for what may stand there."""
        self.open: dict[int, dict[Spot, Tries]] = {}
        """Posts of which it is not known what became of them, by row."""
        self.late: dict[tuple[Spot, int], Row] = {}
        """Rows whose posts were looked for in vain: they may still arrive in that channel."""
        self.named: dict[int, Mapping[Seat, Row]] = {}
        """The calls that such a mention makes, also for others, by the row for which it was posted."""
        self.inherited: set[tuple[int, Lane]] = set()
        """Rows of an earlier process that were looked into, by lane."""
        self._hands: defaultdict[Seat, int] = defaultdict(int)
        self._unwritten: list[Delivered] = []
        self._since: list[Delivered] = []
        """What has become known since the last read began: it may or may not have been read."""
        self._messages: set[int] = set()
        """Messages that are noted, if perhaps not stored yet."""
        self._new: set[int] = set()
        """Those that are not stored yet."""
        self._is_behind = True
        self._version: int | None = None
        """The version of the session up to which all rows are known; None while they are read."""
        self._reading = asyncio.Lock()
        self.session: Session | None = None
        """Kept from leaving the memory as long as there is anything to do for it."""

    @property
    def is_settled(self) -> bool:
        """Whether everything known here is stored, and nothing that may have been posted is unknown."""
        return not self._unwritten and not any(map(self.is_open, self.rows))

    def is_open(self, row: Row) -> bool:
        """Whether something may have been posted for a row of which it is not known what became of it."""
        return row.id in self.open

    @property
    def is_own(self) -> bool:
        """Whether this process is the one that shows the session, and may note anything here."""
        return self._store.held.has(self.guild_id)

    async def after_table(self, lane: Lane) -> None:
        """Wait in a lane until the table's lane has nothing to do."""
        self.behind_table.add(lane)
        try:
            await self.table_is_idle.wait()
        finally:
            self.behind_table.discard(lane)

    def outdate(self) -> None:
        """There are rows that were not read yet."""
        self._is_behind = True

    def learn(self, session: Session, queued: Sequence[Pending]) -> None:
        """A change was stored with these rows; where something else has happened, too, all are read again."""
        before, self._version = self._version, session.record.version
        if self._is_behind or not queued or before is None or self._version != before + 1:
            self._is_behind = True
        else:
            self._take(queued, self.rows)

    async def refresh(self, session: Session) -> None:
        """Read what is stored, if anything is new; rows and the session in memory are of one time then."""
        self.session = session
        async with self._reading:  # a lane that comes while another reads waits for what that finds
            if self._is_behind:
                await self._read(session)

    async def _read(self, session: Session) -> None:
        self._is_behind, self._version = False, None
        self._since = list(self._unwritten)
        try:
            async with session.lock:  # what is stored and what is in memory agree
                pending, shown = await self._store.outbox(self.session_id)
                if self._freshen is not None:
                    await self._freshen(session)  # by now it may say more than the rows, and never less
        except BaseException:
            self._is_behind = True
            raise
        self._version = session.record.version
        self._take(pending, ())
        self.shown = {spot_of(place): page for place, page in shown.items() if is_known(place, spot_of)}
        self._messages = {page.message_id for page in self.shown.values()}
        for fact in self._since:
            self._lay_over(fact)

    def _take(self, pending: Sequence[Pending], before: Sequence[Row]) -> None:
        """Take stored rows behind those from before; rows only a newer version can show are left to it."""
        self.rows = [*before, *(Row.of(one) for one in pending if is_known(one.place, task_of))]
        self.known = {
            *(row.id for row in before),
            *(one.id for one in pending),
            *sorted(self.known)[-KNOWN_ROWS:],
        }

    def where(self, session: Session) -> Whereabouts:
        """Where the table is and has been."""
        return whereabouts(session.record.channel_id, self.rows)

    def split(self, lane: Lane, session: Session) -> tuple[list[Row], list[Row]]:
        """The rows that this lane has to work off, and all others; those not in memory yet left out."""
        own: list[Row] = []
        others: list[Row] = []
        for row in self.rows:
            if row.revision <= session.record.revision:
                (own if self._is_of(row, lane, session) else others).append(row)
        return own, others

    def lanes(self, session: Session) -> set[Lane]:
        """The lanes that have something to do."""
        seats = len(session.record.players)
        return {
            lane for row in self.rows for lane in lanes_of(row.task, seats) if self._is_of(row, lane, session)
        }

    def lanes_of(self, stored: Iterable[str], session: Session) -> set[Lane]:
        """The lanes in which these tasks are worked off, given as they are stored."""
        seats = len(session.record.players)
        return {lane for place in stored for lane in lanes_of(task_of(place), seats)}

    def every_lane(self, session: Session) -> set[Lane]:
        """The lanes that may have something to do, as far as nobody can look."""
        return {TABLE_LANE, *(Lane("seat", seat) for seat in range(len(session.record.players)))}

    def _is_of(self, row: Row, lane: Lane, session: Session) -> bool:
        if lane not in lanes_of(row.task, len(session.record.players)):
            return False
        return not isinstance(row.task, Hands) or row.id > self._hands[lane.number]

    def posted_under(self, row: Row, spot: Spot, channel_id: int) -> Row:
        """The row under whose nonce a page is posted, so that what arrives late does not stand beside it.

        It is of the same kind, as a hand calls nobody. And it is not worked off: a process after this one
        looks only for what was posted for rows that are left.
        """
        late = self.late.get((spot, channel_id), row)
        is_left = late.id != row.id and any(one.id == late.id for one in self.rows)
        return late if is_left and kind_of(late.task) == kind_of(row.task) else row

    def done(self, row: Row, tasks: frozenset[Task], session: Session, lane: Lane) -> None:
        """A lane has worked a row off, and with it older ones that asked for the same."""
        if isinstance(row.task, Hands):
            self._hands[lane.number] = max(row.id, self._hands[lane.number])
            seats = range(len(session.record.players))
            worked_off = min((self._hands[seat] for seat in seats), default=row.id)
            if any(isinstance(one.task, Hands) and one.id <= worked_off for one in self.rows):
                self._note(row=worked_off, revision=row.revision, ends=frozenset(("hands",)))
            return
        # What was removed is stored soon: after a crash Discord should not be asked to remove it again.
        is_removal = isinstance(row.task, Remove)
        self._note(row=row.id, revision=row.revision, ends=frozenset(map(str, tasks)), soon=is_removal)

    def replace(self, row: Row, *then: Task, at: float) -> None:
        """A row is worked off by others that begin now, `at` in seconds since the epoch."""
        ends = frozenset((str(row.task),))
        self._note(row=row.id, revision=row.revision, ends=ends, then=tuple(map(str, then)), at=at)

    @property
    def lacks_names(self) -> bool:
        """Whether pages were shown without all names."""
        is_noted = any(str(Names()) in fact.then for fact in self._unwritten)
        return is_noted or any(isinstance(row.task, Names) for row in self.rows)

    def lack_names(self, revision: int, *, at: float) -> None:
        """A page without all names is about to be shown, `at` in seconds since the epoch."""
        if not self.lacks_names:
            self._note(revision=revision, then=(str(Names()),), at=at)

    def show(
        self, row: Row, page: Shown, *, ends: frozenset[Task] = frozenset(), then: Sequence[Task] = ()
    ) -> None:
        """A page stands somewhere now; with it older rows that asked for `ends` end, and others begin."""
        self._note(
            row=row.id,
            revision=row.revision,
            ends=frozenset(map(str, ends)),
            page=page,
            then=tuple(map(str, then)),
            at=page.posted_at,
        )

    def share(self, row: Row, spot: Spot, shown: Shown) -> None:
        """A message that was posted for another row stands at this spot, too, and ends this row."""
        page = msgspec.structs.replace(shown, place=str(spot), revision=row.revision)
        self.show(row, page, ends=frozenset((row.task,)))

    def note_shown(self, page: Shown) -> None:
        """A page says something else now."""
        self._note(revision=page.revision, page=page)

    def forget(self, spot: Spot, *, then: Sequence[Task] = (), revision: int = 0, at: float = 0.0) -> None:
        """A page no longer stands anywhere."""
        self.sure.discard(spot)
        self._note(forgotten=str(spot), then=tuple(map(str, then)), revision=revision, at=at)

    def note_made(self, spot: Spot, scene: Scene, page: Page) -> None:
        """Remember what a page was made from, unless it lacks its picture, which may come later."""
        if page.pictures or not scene.pictures:
            self._made[spot] = Made(scene, spoken(), page.digest())

    def says(self, spot: Spot, scene: Scene) -> bool:
        """Whether the message at a spot surely is the page that this scene makes in the language spoken."""
        made, shown = self._made.get(spot), self.shown.get(spot)
        if made is None or shown is None or spot not in self.sure:
            return False
        return made == (scene, spoken(), shown.digest)

    def is_new(self, spot: Spot) -> bool:
        """Whether the message at a spot was posted and that is not stored yet."""
        return self.shown[spot].message_id in self._new

    async def write(self) -> None:
        """Store what is known here and not stored yet; raises StoreError."""
        if self._unwritten:
            await self._notebook.write()

    def stored(self, fact: Delivered) -> None:
        """A fact is in the database now."""
        self._unwritten.remove(fact)
        if fact.page is not None:
            self._new.discard(fact.page.message_id)

    def _note(
        self,
        *,
        revision: int,
        row: int = 0,
        ends: frozenset[str] = frozenset(),
        page: Shown | None = None,
        forgotten: str | None = None,
        then: tuple[str, ...] = (),
        at: float = 0.0,
        soon: bool = False,
    ) -> None:
        fact = Delivered(
            session_id=self.session_id,
            revision=revision,
            at=at,
            row=row,
            ends=ends,
            page=page,
            forgotten=forgotten,
            then=then,
            guild_id=self.guild_id,
        )
        # A new message must be known before an edit takes the mark away by which it could be found.
        is_new = page is not None and page.message_id not in self._messages
        begins = any(not task.startswith(REMINDERS) for task in then)  # reminders are not due for a long time
        if is_new and page is not None:
            self._new.add(page.message_id)
        self._unwritten.append(fact)
        self._since.append(fact)
        self._lay_over(fact)
        self._notebook.add(fact, soon=soon or begins or is_new)

    def _lay_over(self, fact: Delivered) -> None:
        if fact.page is not None:
            self._messages.add(fact.page.message_id)
            self.shown[spot_of(fact.page.place)] = fact.page
        if fact.forgotten is not None:
            self.shown.pop(spot_of(fact.forgotten), None)
        if fact.ends:
            self.rows = [row for row in self.rows if row.id > fact.row or str(row.task) not in fact.ends]

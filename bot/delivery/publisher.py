"""Shows what sessions have to show: the outboxes in memory, the lanes at work, what is stored of it."""

import asyncio
from collections.abc import Awaitable, Callable, Collection, Sequence
from functools import partial
from typing import Final
from weakref import ref

from bot.delivery.background import Background
from bot.delivery.breaker import CarefulCourier
from bot.delivery.dms import Dms
from bot.delivery.errors import Courier
from bot.delivery.names import Names
from bot.delivery.notebook import Notebook
from bot.delivery.notices import Notices
from bot.delivery.outbox import Outbox
from bot.delivery.pacing import Paces
from bot.delivery.posts import Answer, Posts
from bot.delivery.presenter import Presenter
from bot.delivery.wakes import Wakes
from bot.delivery.worker import Job, Worker
from bot.engine.chance import Seat
from bot.rendering import pages
from bot.rendering.page import Page
from bot.rendering.scene import Scene
from bot.sessions.places import HandAt, Hands, Spot, Table, TableAt, Task
from bot.sessions.session import Session
from bot.sessions.sessions import Sessions
from bot.sessions.steady import Clock
from bot.sessions.tasks import Tasks
from bot.storage import outbox
from bot.storage.errors import StoreError
from bot.storage.groups import Lease
from bot.storage.records import Delivered, Pending, Shown
from bot.storage.store import Store
from bot.timings import USUAL, Timings

USUAL_PACES: Final = Paces()


class Publisher:
    """Shows what the outbox holds; `backoff` is in seconds.

    What was delivered is stored as much later as a table is paced, with much else in one commit. `cached`
    gives the name of a member (by server and user) whom nobody needs to be asked for. `is_answering` says
    whether anybody waits for an answer.
    """

    def __init__(
        self,
        store: Store,
        courier: Courier,
        *,
        clock: Clock,
        key: bytes,
        sessions: Sessions,
        paces: Paces = USUAL_PACES,
        timings: Timings = USUAL,
        backoff: float = 1.0,
        cached: Callable[[int, int], str | None] = lambda _guild_id, _user_id: None,
        is_answering: Callable[[], bool] = lambda: False,
    ) -> None:
        self._store = store
        self._sessions = sessions
        self._clock = clock
        self._courier = CarefulCourier(courier, lambda: clock.elapsed)
        dms = Dms(store, self._courier, clock)
        self._posts = Posts(store, self._courier, dms, clock=clock, key=key)
        self._notices = Notices(store, self._courier, dms, key=key, clock=clock)
        self._presenter = Presenter(
            self._courier,
            dms,
            self._posts,
            self._notices,
            clock=clock,
            paces=paces,
            own_pages=self._update_own,
            clocks=sessions.clocks,
            tables=self._tables_of,
            timings=timings,
        )
        self._wakes = Wakes(sessions.clocks, sessions.show_one, clock)
        self.background = Background(is_answering, timings)
        """In which everything that is shown waits while answers are due."""
        self._worker = self._new_worker(backoff)
        self.names = self._new_names(cached)
        self._notebook = Notebook(store, self._stored, collect=paces.table)
        self._outboxes: dict[int, Outbox] = {}
        self._remembered: dict[int, ref[Session]] = {}
        """The sessions of which something is known, by id."""
        self._looking = Tasks()
        self._is_closed = False
        self.vanished: Callable[[int], Awaitable[None]] = _ignore
        """Told of a channel that is not there any more."""
        self.not_taken: Callable[[Session, int | None], Awaitable[bool]] = _leave
        """Puts a table away that Discord refuses where it is; given where it stands, it says if it did."""
        self.own_pages: Callable[[Session, Seat], Awaitable[None]] = _show_nothing
        """Edits what a player sees of their seat in a channel, they alone."""

    def _new_names(self, cached: Callable[[int, int], str | None]) -> Names:
        return Names(
            self._courier,
            cached=cached,
            lacking=self._lack_names,
            show=self.show,
            background=self.background,
        )

    def _new_worker(self, backoff: float) -> Worker:
        return Worker(
            self._posts,
            self._presenter,
            prepare=self._learn,
            vanished=self._vanish,
            not_taken=self._put_away,
            ended=self._lane_ended,
            later=self._wakes.after,
            may_show=self.may_show,
            background=self.background,
            backoff=backoff,
        )

    async def start(self) -> None:
        """Look at tables at rest when something is due there; raises StoreError."""
        for session_id, at in await self._store.read_own(outbox.before_the_end):
            self._wakes.after(session_id, max(0.0, at - self._clock()))

    def clocks_run(self) -> None:
        """All clocks go on: what waits for the end of one is looked at again."""
        self._wakes.clocks_run()

    def show(self, session: Session, queued: Sequence[Pending] = ()) -> None:
        """Show what is outdated soon, also what could not be sent so far; returns at once."""
        if not self.may_show(session):  # the process that shows it finds the rows
            return
        outbox = self._outbox_of(session)
        outbox.asked += 1
        outbox.refused.clear()
        outbox.learn(session, queued)
        self._go_on(session, outbox)

    def may_show(self, session: Session) -> bool:
        """Whether this process is the one that shows a session."""
        return self._store.held.has(session.record.guild_id)

    def look(self, session: Session, rows: Collection[int]) -> None:
        """There are rows of a session with these numbers; what was refused is not tried again for that."""
        outbox = self._outbox_of(session)
        if not outbox.known.issuperset(rows):
            outbox.outdate()
            self._go_on(session, outbox)

    async def drop(self, lease: Lease) -> None:
        """Another process shows the tables of a group: send nothing more, and know nothing more of them."""
        self._notebook.drop(lease.has)
        lost = [number for number, outbox in self._outboxes.items() if lease.has(outbox.guild_id)]
        await self._worker.drop(lost)
        self._notebook.drop(lease.has)
        for number in lost:
            self._presenter.forget(number)
            self._remembered.pop(number, None)
            if outbox := self._outboxes.pop(number, None):  # its session may have left the memory by now
                outbox.session = None

    def _go_on(self, session: Session, outbox: Outbox, began: Sequence[str] | None = None) -> None:
        """Look at new rows, in all lanes or only for what `began`; what was refused is not tried again."""
        if not self._is_closed:
            self._looking.begin(self._begin(session, outbox, began))

    async def _begin(self, session: Session, outbox: Outbox, began: Sequence[str] | None) -> None:
        """Start the lanes that have something to do; where that cannot be read, all of them try again."""
        await self.background.step()
        try:
            await outbox.refresh(session)
            await session.learn_choices()
            if outbox.lacks_names:
                self.names.owe(session)
        except StoreError:
            outbox.is_unread = True
            lanes, begin = outbox.every_lane(session), self._worker.start
        else:
            lanes = outbox.lanes(session) if began is None else outbox.lanes_of(began, session)
            begin = self._worker.begin
        if not self._is_in_use(outbox):
            return  # the table has had another holder since
        for lane in sorted(lanes, reverse=True):  # the table first: what is said below it waits for it
            begin(Job(session, outbox, lane))
        self._let_go(outbox)

    def _outbox_of(self, session: Session) -> Outbox:
        """What is known of a session is forgotten together with it."""
        session_id = session.record.id
        known = self._remembered.get(session_id)
        if known is None or known() is not session:
            self._remembered[session_id] = ref(session, partial(self._forget, session_id))
        if session_id not in self._outboxes:
            self._outboxes[session_id] = Outbox(
                session.record, self._store, self._notebook, self._sessions.freshen
            )
        outbox = self._outboxes[session_id]
        if not self.may_show(session):
            outbox.outdate()  # another process works it off
        return outbox

    def _is_in_use(self, outbox: Outbox) -> bool:
        """Whether an outbox is that of its session still, which `drop` ends."""
        return self._outboxes.get(outbox.session_id) is outbox

    def _forget(self, session_id: int, gone: ref[Session]) -> None:
        """A session has left the memory; if it comes back, what it shows is found out again."""
        if self._remembered.get(session_id) is not gone:
            return  # it has been read again meanwhile
        del self._remembered[session_id]
        self._presenter.forget(session_id)
        if (outbox := self._outboxes.get(session_id)) is not None:
            self._let_go(outbox)

    def _stored(self, fact: Delivered) -> None:
        """A fact is in the database: rows that began with it can be worked off."""
        outbox = self._outboxes.get(fact.session_id)
        if outbox is None:
            return
        outbox.stored(fact)
        if fact.then and outbox.session is not None:
            outbox.outdate()
            self._go_on(outbox.session, outbox, fact.then)
        self._let_go(outbox)

    def _lane_ended(self, outbox: Outbox) -> None:
        """Lanes that could not be looked for may have something to do; by now the rows could be read."""
        if outbox.is_unread and outbox.session is not None:
            outbox.is_unread = False
            self._go_on(outbox.session, outbox)
        self._let_go(outbox)

    def _let_go(self, outbox: Outbox) -> None:
        """Let a session leave the memory for which there is nothing to do, and nothing to store."""
        session_id = outbox.session_id
        if outbox.is_settled and not self._worker.is_at_work_on(session_id):
            outbox.session = None
            if session_id not in self._remembered:
                self._outboxes.pop(session_id, None)

    def someone_wrote(self, channel_id: int) -> None:
        """A message has appeared in a channel, below whatever stands there."""
        self._presenter.someone_wrote(channel_id)

    def server_back(self) -> None:
        """Some server is there again: its members are tried again at once."""
        self._presenter.server_back()

    async def tell_no_pictures(self, session: Session) -> None:
        """Tell a table's host, once, that its pictures are not taken; raises StoreError."""
        await self._notices.tell(session, "Attach Files", pages.no_pictures)

    async def show_table_again(self, session: Session) -> None:
        """Edit a table even if nothing on it has changed; raises StoreError."""
        self._outbox_of(session).sure.discard(TableAt())
        await self.show_again(session, Table())

    async def show_again(self, session: Session, task: Task) -> None:
        """Look at a place that may say something else now, though nobody has moved; raises StoreError."""
        await self._store.write(outbox.queue, session.record, (str(task),))
        self.show(session)

    async def show_hand_again(self, session: Session, seat: Seat) -> None:
        """Edit a hand whatever it says now; raises StoreError."""
        spot = _own_spot(session, seat)
        self._outbox_of(session).sure.discard(spot)
        await self.show_again(session, Table() if spot == TableAt() else Hands())

    async def has_shown(self, session: Session) -> bool:
        """Whether the table stands somewhere, as far as it is known; raises StoreError."""
        outbox = self._outbox_of(session)
        await outbox.refresh(session)
        self._let_go(outbox)
        return TableAt() in outbox.shown

    async def may_stand(self, session: Session, seconds: float) -> bool:
        """Whether a table stands once what it has to show is shown; also when that takes longer."""
        outbox = self._outbox_of(session)
        try:
            async with asyncio.timeout(seconds):
                await self._begin(session, outbox, None)
                await outbox.table_is_idle.wait()
        except TimeoutError:
            return True
        return TableAt() in outbox.shown or not self.may_show(session)  # another process is about to show it

    @property
    def is_busy(self) -> bool:
        """Whether anything is being sent or stored now; what waits for its next try does not count."""
        is_telling = bool(self._looking) or self._notices.is_busy
        return is_telling or self._worker.is_busy or not self._notebook.is_empty

    @property
    def behind_seconds(self) -> float:
        """For how long the oldest page is being shown; 0 when all is shown."""
        return self._worker.behind_seconds

    @property
    def is_banned(self) -> bool:
        """Whether Discord answers nothing of ours at present."""
        return self._courier.is_banned

    async def write(self) -> None:
        """Store all that is known of what was delivered; raises StoreError."""
        await self._notebook.write()

    async def close(self) -> None:
        """Stop sending; what is not out stays in the outbox."""
        self._is_closed = True
        await self.names.close()
        await self._wakes.close()
        await self._looking.close()
        await self._worker.close()
        await self._notices.close()
        await self._notebook.close()

    def mark(self, session: Session, seat: Seat) -> int | None:
        """To be asked before an interaction is answered by a hand, and given to `answered`."""
        return self._posts.mark(self._outbox_of(session), _own_spot(session, seat))

    async def answered(
        self, session: Session, seat: Seat, message_id: int, page: Page, mark: int | None
    ) -> None:
        """An interaction on this message was answered by this page, which surely stands there now."""
        outbox = self._outbox_of(session)
        if not self.may_show(session):
            await self._tell(session, seat, message_id, page)
            return
        await outbox.refresh(session)
        if not self._is_in_use(outbox):
            return  # the table has had another holder since
        answer = Answer(message_id, page, mark)
        spot = _own_spot(session, seat)
        self._posts.answered(outbox, spot, answer, revision=session.record.revision)
        self._let_go(outbox)

    def note_made(self, session: Session, scene: Scene, page: Page) -> None:
        """The hand of this scene's viewer was made from it, so that nobody needs to make it again."""
        outbox = self._outboxes.get(session.record.id)
        if outbox is not None and scene.viewer is not None:
            outbox.note_made(_own_spot(session, scene.viewer), scene, page)

    async def _tell(self, session: Session, seat: Seat, message_id: int, page: Page) -> None:
        """Let the process that shows a session know what one of its messages says; raises StoreError."""
        record = session.record
        said = Shown(str(_own_spot(session, seat)), 0, message_id, record.revision, page.digest(), 0.0)
        await self._store.write(outbox.note_answered, record.id, said)

    async def _update_own(self, session: Session, seat: Seat) -> None:
        await self.own_pages(session, seat)

    async def _tables_of(self, user_id: int) -> list[tuple[Session, Outbox]]:
        """The live tables of a user, with what must be shown there."""
        found: list[tuple[Session, Outbox]] = []
        for session in await self._sessions.of(user_id):
            outbox = self._outbox_of(session)
            await outbox.refresh(session)
            await session.learn_choices()
            self._let_go(outbox)
            found.append((session, outbox))
        return found

    async def _vanish(self, channel_id: int) -> None:
        await self.vanished(channel_id)

    async def _put_away(self, session: Session, stands_in: int | None) -> bool:
        return await self.not_taken(session, stands_in)

    def _lack_names(self, session: Session) -> None:
        """A page will lack names; that is stored, so that a process after this one shows it again, too."""
        if self.may_show(session):
            self._outbox_of(session).lack_names(session.record.revision, at=self._clock())

    async def _learn(self, session: Session) -> None:
        """Find out what pages need beside the session: names, and what people have chosen."""
        await self.names.learn(session)
        await session.learn_choices()


def _own_spot(session: Session, seat: Seat) -> Spot:
    """Where a player's hand stands: with the table where one person plays in a DM."""
    return TableAt() if session.record.is_alone else HandAt(seat)


async def _ignore(_channel_id: int) -> None:
    """Nobody needs to know."""


async def _show_nothing(_session: Session, _seat: Seat) -> None:
    """Nobody sees anything of it."""


async def _leave(_session: Session, _stands_in: int | None) -> bool:
    """The table stays where it was put."""
    return False

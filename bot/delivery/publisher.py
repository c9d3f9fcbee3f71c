"""Shows sessions: what is known of their messages in memory, the lanes at work, what is stored of it."""

import asyncio
from collections.abc import Awaitable, Callable
from functools import partial
from typing import Final
from weakref import ref

import msgspec
import structlog

from bot.delivery.background import Background
from bot.delivery.breaker import CarefulCourier
from bot.delivery.calling import NEVER
from bot.delivery.calls import Calls, spots_of
from bot.delivery.channels import IN_CHANNEL, Mentions, Tables, tidy
from bot.delivery.dms import Dms
from bot.delivery.errors import Closed, Courier, DeliveryError, Forbidden, Gone, Unknown, Vanished
from bot.delivery.messages import Messages
from bot.delivery.names import Names, lacks_names
from bot.delivery.notebook import Notebook
from bot.delivery.notices import Notices
from bot.delivery.pacing import Paces, Pacing
from bot.delivery.posts import Posts
from bot.delivery.seats import Seats, own_spot
from bot.delivery.wakes import Wakes
from bot.delivery.worker import MENTION, TABLE, Job, Lane, Worker
from bot.engine.chance import Seat
from bot.rendering import pages
from bot.rendering.page import Page
from bot.rendering.scene import Scene
from bot.sessions.session import Session
from bot.sessions.sessions import Sessions
from bot.sessions.spots import MentionAt, Spot, TableAt
from bot.sessions.steady import Clock
from bot.sessions.tasks import Tasks
from bot.storage import shown
from bot.storage.errors import StoreError
from bot.storage.groups import Lease
from bot.storage.records import Delivered, Shown
from bot.storage.store import Store
from bot.timings import USUAL, Timings

log = structlog.get_logger(__name__)

USUAL_PACES: Final = Paces()


class Publisher:
    """Shows what sessions are; `backoff` is in seconds.

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
        self._dms = dms
        calls = Calls(clock, sessions.clocks)
        self._posts = posts = Posts(self._courier, dms, calls, clock=clock, key=key)
        self._notices = Notices(store, self._courier, dms, key=key, clock=clock)
        self._pacing = Pacing(paces, clock)
        own_pages = self._update_own
        self._tables = Tables(self._courier, posts, calls, clock=clock, pace=paces.table, own_pages=own_pages)
        self._seats = Seats(
            dms,
            posts,
            calls,
            self._pacing,
            clock=clock,
            clocks=sessions.clocks,
            own_pages=own_pages,
            complain=self._complain,
            table_message=self._tables.staying,
        )
        self._mentions = Mentions(
            self._courier,
            dms,
            posts,
            calls,
            clock=clock,
            timings=timings,
            wrote=self._tables.someone_wrote,
        )
        self._wakes = Wakes(sessions.clocks, self._wake, clock)
        self.background = Background(is_answering, timings)
        """In which everything that is shown waits while answers are due."""
        self._worker = Worker(
            self._step,
            self._wait,
            ended=self._lane_ended,
            later=self._wakes.after,
            background=self.background,
            backoff=backoff,
        )
        self.names = Names(
            self._courier,
            cached=cached,
            lacking=self._lack_names,
            show=self.show,
            background=self.background,
        )
        self._notebook = Notebook(store, self._stored, collect=paces.table)
        self._messages: dict[int, Messages] = {}
        self._remembered: dict[int, ref[Session]] = {}
        """The sessions of which something is known, by id."""
        self._known: set[int] = set()
        """Sessions of which this process knew all messages when they left the memory."""
        self._looking = Tasks()
        self._is_closed = False
        self.vanished: Callable[[int], Awaitable[None]] = _ignore
        """Told of a channel that is not there any more."""
        self.not_taken: Callable[[Session, int | None], Awaitable[bool]] = _leave
        """Puts a table away that Discord refuses where it is; given where it stands, it says if it did."""
        self.own_pages: Callable[[Session, Seat], Awaitable[None]] = _show_nothing
        """Edits what a player sees of their seat in a channel, they alone."""

    async def start(self) -> None:
        """Look at tables at rest when something is due there; raises StoreError."""
        now = self._clock()
        for session_id, at in await self._store.read_own(shown.looked_at_later):
            if at > now:
                self._wakes.after(session_id, at - now)

    def clocks_run(self) -> None:
        """All clocks go on: what waits for the end of one is looked at again."""
        self._wakes.clocks_run()

    def show(self, session: Session, *, reread: bool = False) -> None:
        """Show a session as it is now, soon, also what could not be sent so far; returns at once.

        `reread` where the store has changed what is known of its messages.
        """
        if not self.may_show(session):  # the process that shows it finds out
            return
        messages = self._messages_of(session)
        is_behind = session.record.version != messages.version + 1
        messages.ask(session, reread=reread or is_behind)
        self._go_on(session, messages)

    async def _wake(self, session_id: int) -> None:
        """Something may be due at a session by now; raises StoreError."""
        await self._sessions.each((session_id,), self._look_at)

    def _look_at(self, session: Session) -> None:
        messages = self._messages_of(session)
        if not messages.asked:
            messages.ask(session, reread=True)
        if self.may_show(session):
            self._go_on(session, messages)

    def may_show(self, session: Session) -> bool:
        """Whether this process is the one that shows a session."""
        return self._store.held.has(session.record.guild_id)

    def look(self, session: Session, version: int) -> None:
        """Something may be due at a session, which had this version when that was found."""
        messages = self._messages_of(session)
        if messages.version < version or not messages.asked:
            messages.ask(session, reread=True)
            self._go_on(session, messages)

    async def drop(self, lease: Lease) -> None:
        """Another process shows the tables of a group: send nothing more, and know nothing more of them."""
        self._notebook.drop(lease.has)
        lost = [number for number, messages in self._messages.items() if lease.has(messages.guild_id)]
        await self._worker.drop(lost)
        self._notebook.drop(lease.has)
        self._known.clear()  # others may show any of them now
        for number in lost:
            self._forget_pace(number)
            self._remembered.pop(number, None)
            if messages := self._messages.pop(number, None):  # its session may have left the memory by now
                messages.session = None

    def _go_on(self, session: Session, messages: Messages) -> None:
        if not self._is_closed:
            self._looking.begin(self._begin(session, messages))

    async def _begin(self, session: Session, messages: Messages) -> None:
        """Start the lanes that have something to do; where that can't be read, all of them try again."""
        await self.background.step()
        begin = self._worker.begin
        try:
            await messages.refresh(session)
            await session.learn_choices()
        except StoreError:
            messages.is_unread = True
            begin = self._worker.start
        if self._messages.get(messages.session_id) is not messages:
            return  # the table has had another holder since
        # The table comes first: what is said below it waits for it.
        seats = [Lane("seat", seat) for seat in range(len(session.record.players))]
        channels = [Lane("channel", channel) for channel in sorted(messages.old_channels())]
        for lane in (TABLE, *seats, MENTION, *channels):
            begin(Job(session, messages, lane))
        self._let_go(messages)

    def _wait(self, job: Job) -> float:
        """For how many seconds a lane has nothing to do."""
        session, messages, lane = job
        if not self.may_show(session):
            return NEVER
        match lane.kind:
            case "table":
                is_due = messages.is_due(IN_CHANNEL[0]) or messages.is_due(IN_CHANNEL[1])
                return 0.0 if is_due or messages.old() is not None or messages.left else NEVER
            case "mention":
                is_refused = messages.spots[MentionAt()].is_refused
                is_due = self._mentions.is_due(session, messages)
                return 0.0 if is_due and not is_refused else NEVER
            case "channel":
                return NEVER if messages.old(lane.number) is None else 0.0
        if lane.number >= len(session.record.players):
            return NEVER
        return min(self._seats.wait(session, messages, lane.number))

    async def _step(self, job: Job) -> bool:
        """Do the next thing of a lane; False when nothing is left to do now."""
        session, messages, lane = job
        if not self.may_show(session):
            return False
        asked = messages.asked
        await messages.refresh(session)
        await session.learn_choices()
        spots = self._spots(job)
        is_due = not self._wait(job)
        if await self._found(job, spots, is_due=is_due):
            self._begin_beside(job)
            return True
        if not is_due:
            return False
        if lane.kind != "channel":
            await self.names.learn(session)
            await session.learn_choices()
        has_more = True
        try:
            has_more = await self._do(job, asked)
        except Unknown:
            raise
        except DeliveryError as error:
            await self._refused(job, error, asked)
        self._begin_beside(job)
        return has_more

    async def _do(self, job: Job, asked: int) -> bool:
        session, messages, lane = job
        match lane.kind:
            case "table":
                return await self._tables.step(session, messages, asked)
            case "mention":
                return await self._mentions.step(session, messages)
            case "channel":
                return await tidy(self._courier, messages, lane.number)
        return await self._seats.step(session, messages, lane.number, asked)

    def _begin_beside(self, job: Job) -> None:
        """What a lane has done may be followed by a mention, by old messages that go, or by later calls."""
        session, messages, lane = job
        called = range(len(session.record.players)) if lane == MENTION else ()
        others = (Lane("channel", one) for one in messages.old_channels())
        for beside in (MENTION, *others, *(Lane("seat", seat) for seat in called)):
            if beside != lane:
                self._worker.begin(Job(session, messages, beside))

    def _spots(self, job: Job) -> tuple[Spot, ...]:
        """The spots that a lane brings up to date."""
        match job.lane.kind:
            case "table":
                return IN_CHANNEL[:2]
            case "mention":
                return IN_CHANNEL[2:]
            case "seat":
                return spots_of(job.lane.number)
        return ()

    async def _found(self, job: Job, spots: tuple[Spot, ...], *, is_due: bool) -> bool:
        """Whether something was posted of which we had not heard."""
        session, messages, lane = job
        found = False
        for spot in spots:
            if messages.is_open(spot) or (is_due and messages.needs_a_look(spot)):
                found = await self._posts.find(messages, session, spot) or found
        if lane == TABLE and messages.left and is_due:
            found = await self._look_where_it_was(session, messages) or found
        if found and lane == TABLE:
            self._tables.is_last_in(session.record.channel_id)
        return found

    async def _look_where_it_was(self, session: Session, messages: Messages) -> bool:
        """Look for messages on their way to channels that the table has left; whether there were any."""
        found = False
        for spot in IN_CHANNEL:
            if messages.needs_a_look(spot):
                found = await self._posts.find(messages, session, spot) or found
        for channel_id in tuple(messages.left):
            messages.has_looked_there(channel_id)
        return found

    async def _refused(self, job: Job, error: DeliveryError, asked: int) -> None:
        """A page can't be delivered: the game goes on, and the host learns once why nothing shows."""
        session, messages, lane = job
        spots = self._spots(job)
        spot = next((one for one in spots if messages.is_due(one)), spots[-1])
        is_lost = isinstance(error, Forbidden | Vanished)
        if is_lost and await self._is_put_away(session, messages, spot):
            messages.brought_up((spot,), asked)
            return
        if isinstance(error, Vanished):
            await self.vanished(session.record.channel_id)
        else:
            self._complain(session, spot, error)
        if not isinstance(error, Forbidden):
            is_hand = lane.kind == "seat" and spot != spots[0]
            messages.brought_up(spots[1:] if is_hand else (spot,), asked)
        elif asked == messages.asked:  # else somebody has asked again meanwhile
            messages.spots[spot].is_refused = True

    async def _is_put_away(self, session: Session, messages: Messages, spot: Spot) -> bool:
        """Whether a table was refused where it hadn't stood, and needn't be shown there any more."""
        stands = messages.standing(TableAt())
        if spot != TableAt() or (stands is not None and stands.channel_id == session.record.channel_id):
            return False
        messages.spots[TableAt()].is_sure = False  # whether it stands there still is found out by an edit
        return await self.not_taken(session, None if stands is None else stands.channel_id)

    def _complain(self, session: Session, spot: Spot, error: DeliveryError) -> None:
        log.warning("page_not_delivered", session=session.record.id, spot=str(spot), error=str(error))
        about = error.missing if isinstance(error, Forbidden) else type(error).__name__
        if not isinstance(error, Closed | Gone):  # the host cannot change these
            self._notices.begin(session, about, lambda scene: pages.trouble(scene, about))

    def _messages_of(self, session: Session) -> Messages:
        """What is known of a session is forgotten together with it."""
        session_id = session.record.id
        known = self._remembered.get(session_id)
        if known is None or known() is not session:
            self._remembered[session_id] = ref(session, partial(self._forget, session_id))
        if session_id not in self._messages:
            is_new = session_id > self._store.mark(session.record.guild_id) or session_id in self._known
            self._messages[session_id] = Messages(
                session.record, self._store, self._notebook, self._sessions.freshen, is_new=is_new
            )
        messages = self._messages[session_id]
        if not self.may_show(session):
            messages.outdate()  # another process shows it
        return messages

    def _forget(self, session_id: int, gone: ref[Session]) -> None:
        """A session has left the memory; if it comes back, what it shows is found out again."""
        if self._remembered.get(session_id) is not gone:
            return  # it has been read again meanwhile
        del self._remembered[session_id]
        self._forget_pace(session_id)
        if (messages := self._messages.get(session_id)) is not None:
            self._let_go(messages)

    def _forget_pace(self, session_id: int) -> None:
        self._tables.forget(session_id)
        self._pacing.forget(session_id)

    def _stored(self, fact: Delivered) -> None:
        """A fact is in the database."""
        if (messages := self._messages.get(fact.session_id)) is not None:
            messages.stored(fact)
            self._let_go(messages)

    def _lane_ended(self, messages: Messages) -> None:
        """Lanes that could not be looked for may have something to do; by now it could be read."""
        session = messages.session
        if session is not None and messages.is_unread:
            messages.is_unread = False
            self._go_on(session, messages)
        elif session is not None and not self._worker.is_at_work_on(messages.session_id):
            self._settle(session, messages)
        self._let_go(messages)

    def _settle(self, session: Session, messages: Messages) -> None:
        """Note when there may be something to show again, where nothing is left to do until then."""
        seats = range(len(session.record.players))
        waits = [self._seats.wait(session, messages, seat) for seat in seats]
        is_left = any(self._wait(Job(session, messages, lane)) != NEVER for lane in (TABLE, MENTION))
        is_stuck = messages.is_refused or messages.stuck or (messages.lacks_names and lacks_names(session))
        if is_left or is_stuck or messages.has_open_posts or messages.leaving or not self.may_show(session):
            return
        if all(hand == NEVER for hand, _ in waits):
            call = min((call for _, call in waits), default=NEVER)
            messages.calm(None if call == NEVER else round(self._clock() + call))

    def _let_go(self, messages: Messages) -> None:
        """Let a session leave the memory for which there is nothing to do, and nothing to store."""
        session_id = messages.session_id
        if messages.is_settled and not self._worker.is_at_work_on(session_id):
            messages.session = None
            if session_id not in self._remembered and self._messages.pop(session_id, None) is not None:
                self._known.add(session_id)

    def someone_wrote(self, channel_id: int) -> None:
        """A message has appeared in a channel, below whatever stands there."""
        self._tables.someone_wrote(channel_id)

    def server_back(self) -> None:
        """Some server is there again: its members are tried again at once."""
        self._dms.server_back()

    async def tell_no_pictures(self, session: Session) -> None:
        """Tell a table's host, once, that its pictures are not taken; raises StoreError."""
        await self._notices.tell(session, "Attach Files", pages.no_pictures)

    async def show_table_again(self, session: Session) -> None:
        """Edit a table even if nothing on it has changed; raises StoreError."""
        self._messages_of(session).spots[TableAt()].is_sure = False
        await self._sessions.look_again(session)

    async def show_again(self, session: Session) -> None:
        """Show a session that may say something else now, though nobody has moved; raises StoreError."""
        await self._sessions.look_again(session)

    async def show_hand_again(self, session: Session, seat: Seat) -> None:
        """Edit a hand whatever it says now; raises StoreError."""
        self._messages_of(session).spots[own_spot(session, seat)].is_sure = False
        await self._sessions.look_again(session)

    async def has_shown(self, session: Session) -> bool:
        """Whether the table stands somewhere, as far as it is known; raises StoreError."""
        messages = self._messages_of(session)
        await messages.refresh(session)
        self._let_go(messages)
        return messages.standing(TableAt()) is not None

    async def may_stand(self, session: Session, seconds: float) -> bool:
        """Whether a table stands once what it has to show is shown; also when that takes longer."""
        messages = self._messages_of(session)
        try:
            async with asyncio.timeout(seconds):
                await self._begin(session, messages)
                await messages.table_is_idle.wait()
        except TimeoutError:
            return True
        # Another process is about to show it.
        return messages.standing(TableAt()) is not None or not self.may_show(session)

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
        """Stop sending; what is not out is shown after the next start."""
        self._is_closed = True
        await self.names.close()
        await self._wakes.close()
        await self._looking.close()
        await self._worker.close()
        await self._notices.close()
        await self._notebook.close()

    def mark(self, session: Session, seat: Seat) -> int | None:
        """To be asked before an interaction is answered by a hand, and given to `answered`."""
        messages, spot = self._messages_of(session), own_spot(session, seat)
        known = messages.spots[spot]
        return None if known.is_editing else known.edits

    async def answered(
        self, session: Session, seat: Seat, message_id: int, page: Page, mark: int | None
    ) -> None:
        """An interaction on this message was answered by this page, which surely stands there now."""
        messages, spot, revision = (
            self._messages_of(session),
            own_spot(session, seat),
            session.record.revision,
        )
        if not self.may_show(session):
            said = Shown(str(spot), 0, message_id, revision, page.digest(), 0.0)
            await self._store.write(shown.answered, session.record.id, said)
            return
        await messages.refresh(session)
        if self._messages.get(messages.session_id) is not messages:
            return  # the table has had another holder since
        stands = messages.standing(spot)
        is_sure = mark is not None and mark == self.mark(session, seat)
        if stands is not None and stands.message_id == message_id and is_sure:
            messages.edited(spot, msgspec.structs.replace(stands, revision=revision, digest=page.digest()))
        self._let_go(messages)

    def note_made(self, session: Session, scene: Scene, page: Page) -> None:
        """The hand of this scene's viewer was made from it, so that nobody needs to make it again."""
        messages = self._messages.get(session.record.id)
        if messages is not None and scene.viewer is not None:
            messages.note_made(own_spot(session, scene.viewer), scene, page)

    async def _update_own(self, session: Session, seat: Seat) -> None:
        await self.own_pages(session, seat)

    def _lack_names(self, session: Session) -> None:
        """A page will lack names: until they come the session isn't calm, so that any process looks again."""
        if self.may_show(session):
            self._messages_of(session).lacks_names = True


async def _ignore(_channel_id: int) -> None:
    """Nobody needs to know."""


async def _show_nothing(_session: Session, _seat: Seat) -> None:
    """Nobody sees anything of it."""


async def _leave(_session: Session, _stands_in: int | None) -> bool:
    """The table stays where it was put."""
    return False

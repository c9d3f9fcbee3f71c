"""The lanes of tables: what each has to do now, and the one thing that comes next."""

from collections.abc import Awaitable, Callable
from typing import Protocol

import structlog

from bot.delivery.calling import NEVER, Calls
from bot.delivery.channels import IN_CHANNEL, Mentions, Tables, tidy
from bot.delivery.dms import Dms
from bot.delivery.errors import Closed, Courier, DeliveryError, Forbidden, Gone, Unknown, Vanished
from bot.delivery.messages import Messages
from bot.delivery.notices import Notices
from bot.delivery.pacing import Paces, Pacing
from bot.delivery.posts import Posts
from bot.delivery.seats import Seats
from bot.delivery.worker import MENTION, TABLE, Job, Lane
from bot.engine.chance import Seat
from bot.rendering import pages
from bot.sessions.clocks import Clocks
from bot.sessions.pauses import Pauses
from bot.sessions.session import Session
from bot.sessions.spots import MentionAt, Spot, TableAt, spots_of
from bot.sessions.steady import Clock
from bot.timings import Timings

log = structlog.get_logger(__name__)


class Edges(Protocol):
    """What lanes ask of the publisher."""

    def may_show(self, session: Session) -> bool:
        """Whether this process is the one that shows a session."""

    def begin(self, job: Job) -> None:
        """Have a lane begin as soon as anything of it is due. Return at once."""

    async def learn(self, session: Session) -> None:
        """Find out whatever else pages need."""

    def lacks_names(self, session: Session) -> bool:
        """Whether pages of a session wait for names."""


class Lanes:
    """Lanes at work: says what each has to do, and does it."""

    def __init__(
        self,
        courier: Courier,
        dms: Dms,
        notices: Notices,
        *,
        edges: Edges,
        pauses: Pauses,
        own_pages: Callable[[Session, Seat], Awaitable[None]],
        clock: Clock,
        clocks: Clocks,
        key: bytes,
        paces: Paces,
        timings: Timings,
    ) -> None:
        self._courier = courier
        self._notices = notices
        self._edges = edges
        self._pauses = pauses
        self._clock = clock
        calls = Calls(clock, clocks)
        self._posts = posts = Posts(courier, dms, calls, clock=clock, key=key)
        self.pacing = Pacing(paces, clock)
        self.tables = Tables(courier, posts, clock=clock, pace=paces.table, own_pages=own_pages)
        self.seats = Seats(
            dms,
            posts,
            calls,
            self.pacing,
            clock=clock,
            clocks=clocks,
            own_pages=own_pages,
            complain=self._complain,
            table_message=self.tables.staying,
        )
        wrote = self.tables.someone_wrote
        self.mentions = Mentions(courier, dms, posts, calls, clock=clock, timings=timings, wrote=wrote)

    def wait(self, job: Job) -> float:
        """For how many seconds a lane has nothing to do."""
        session, messages, lane = job
        if not self._edges.may_show(session):
            return NEVER
        match lane.kind:
            case "table":
                is_due = messages.is_due(IN_CHANNEL[0]) or messages.is_due(IN_CHANNEL[1])
                return 0.0 if is_due or messages.old() is not None or messages.left else NEVER
            case "mention":
                is_refused = messages.spots[MentionAt()].is_refused
                is_due = self.mentions.is_due(session, messages)
                return 0.0 if is_due and not is_refused else NEVER
            case "channel":
                return NEVER if messages.old(lane.number) is None else 0.0
        if lane.number >= len(session.record.players):
            return NEVER
        return min(self.seats.wait(session, messages, lane.number))

    async def step(self, job: Job) -> bool:
        """Do the next thing of a lane. False: nothing is left to do."""
        session, messages, lane = job
        if not self._edges.may_show(session):
            return False
        asked = messages.asked
        await messages.refresh(session)
        await session.learn_choices()
        spots = self._spots(job)
        is_due = not self.wait(job)
        if await self._found(job, spots, is_due=is_due):
            self._begin_beside(job)
            return True
        if not is_due:
            return False
        if lane.kind != "channel":
            await self._edges.learn(session)
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
                return await self.tables.step(session, messages, asked)
            case "mention":
                return await self.mentions.step(session, messages)
            case "channel":
                return await tidy(self._courier, messages, lane.number)
        return await self.seats.step(session, messages, lane.number, asked)

    def _begin_beside(self, job: Job) -> None:
        """Start the lanes that may follow: the mention, old messages that go, later calls."""
        session, messages, lane = job
        called = range(len(session.record.players)) if lane == MENTION else ()
        others = (Lane("channel", one) for one in messages.old_channels())
        for beside in (MENTION, *others, *(Lane("seat", seat) for seat in called)):
            if beside != lane:
                self._edges.begin(Job(session, messages, beside))

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
            if messages.spots[spot].is_open or (is_due and messages.needs_a_look(spot)):
                found = await self._posts.find(messages, session, spot) or found
        if lane == TABLE and messages.left and is_due:
            found = await self._look_where_it_was(session, messages) or found
        if found and lane == TABLE:
            self.tables.is_last_in(session.record.channel_id)
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
            await self._pauses.channel_gone(session.record.channel_id)
        else:
            self._complain(session, spot, error)
        if not isinstance(error, Forbidden):
            messages.brought_up(spots if lane.kind == "seat" else (spot,), asked)
        elif asked == messages.asked:  # else someone has asked again
            messages.spots[spot].is_refused = True

    async def _is_put_away(self, session: Session, messages: Messages, spot: Spot) -> bool:
        """Whether a table was refused where it hadn't stood, and needn't be shown there any more."""
        stands = messages.standing(TableAt())
        if spot != TableAt() or (stands is not None and stands.channel_id == session.record.channel_id):
            return False
        messages.spots[TableAt()].is_sure = False  # whether it stands there still is found out by an edit
        return await self._pauses.not_taken(session, None if stands is None else stands.channel_id)

    def _complain(self, session: Session, spot: Spot, error: DeliveryError) -> None:
        log.warning("page_not_delivered", session=session.record.id, spot=str(spot), error=str(error))
        about = error.missing if isinstance(error, Forbidden) else type(error).__name__
        if not isinstance(error, Closed | Gone):  # the host can't change these
            self._notices.begin(session, about, lambda scene: pages.trouble(scene, about))

    def settle(self, session: Session, messages: Messages) -> None:
        """Note when there may be something to show again, where nothing is left to do until then."""
        seats = range(len(session.record.players))
        waits = [self.seats.wait(session, messages, seat) for seat in seats]
        is_left = any(self.wait(Job(session, messages, lane)) != NEVER for lane in (TABLE, MENTION))
        is_stuck = messages.is_refused or messages.stuck or self._edges.lacks_names(session)
        is_moving = messages.has_open_posts or messages.leaving or not self._edges.may_show(session)
        if is_left or is_stuck or is_moving:
            return
        if all(hand == NEVER for hand, _ in waits):
            call = min((call for _, call in waits), default=NEVER)
            messages.calm(None if call == NEVER else round(self._clock() + call))

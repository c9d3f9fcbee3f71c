"""The lanes of a table, and the next step of each."""

from collections.abc import Awaitable, Callable, Mapping

from bot.cluster.cluster import Cluster
from bot.delivery.calling import NEVER, Calls, players_of
from bot.delivery.channels import Mentions, OldMessages, Tables
from bot.delivery.dms import Dms
from bot.delivery.errors import DeliveryError, Forbidden, Transport, Unknown, Vanished
from bot.delivery.messages import MENTION, TABLE, Job, Lane, Messages
from bot.delivery.names import Names
from bot.delivery.notices import Notices
from bot.delivery.pacing import Paces, Pacing
from bot.delivery.posts import Posts
from bot.delivery.seats import Seats
from bot.engine.chance import Seat
from bot.sessions.clocks import Clock, Clocks
from bot.sessions.pauses import Pauses
from bot.sessions.session import Session
from bot.sessions.view import MentionAt, Spot, TableAt
from bot.timings import Timings


class Lanes:
    """Says what each lane has to do, and does it. `cluster` knows which tables this process shows."""

    def __init__(
        self,
        transport: Transport,
        dms: Dms,
        notices: Notices,
        *,
        names: Names,
        cluster: Cluster,
        pauses: Pauses,
        own_pages: Callable[[Session, Seat], Awaitable[None]],
        clock: Clock,
        clocks: Clocks,
        key: bytes,
        paces: Paces,
        timings: Timings,
    ) -> None:
        self._notices = notices
        self._names = names
        self._cluster = cluster
        self._pauses = pauses
        self._clock = clock
        calls = Calls(clock, clocks)
        self._posts = posts = Posts(transport, dms, calls, clock=clock, key=key)
        self.tables = Tables(transport, posts, calls, clock=clock, pace=paces.table, own_pages=own_pages)
        self._seats = Seats(
            dms,
            posts,
            calls,
            Pacing(paces, clock),
            tables=self.tables,
            notices=notices,
            clock=clock,
            clocks=clocks,
            own_pages=own_pages,
        )
        mentions = Mentions(transport, dms, posts, calls, self.tables, clock=clock, timings=timings)
        self._kinds: Mapping[str, Tables | Mentions | Seats | OldMessages] = {
            "table": self.tables,
            "mention": mentions,
            "seat": self._seats,
            "channel": OldMessages(transport),
        }

    def of(self, session: Session, messages: Messages) -> list[Lane]:
        """Return the lanes of a table. It comes first: what is said below it waits for it."""
        seats = (Lane("seat", seat) for seat in range(len(session.record.players)))
        return [TABLE, *seats, MENTION, *(Lane("channel", one) for one in sorted(messages.old_channels()))]

    def wait(self, job: Job) -> float:
        """For how many seconds a lane has nothing to do."""
        return self._kinds[job.lane.kind].wait(job) if self._cluster.owns(job.messages.guild_id) else NEVER

    async def step(self, job: Job) -> bool:
        """Do the next thing of a lane. False: nothing is left to do."""
        session, messages, lane = job
        if not self._cluster.owns(messages.guild_id):
            return False
        asked = messages.asked
        await messages.refresh(session)
        await session.learn_choices()
        is_due = not self.wait(job)
        if lost := self._lost(job, is_due=is_due):
            if await self._are_found(job, lost):
                return True
            is_due = not self.wait(job)
        if not is_due:
            return False
        if lane == TABLE:
            messages.has_looked_where_it_was()
        if lane.kind != "channel":
            await self._names.learn(session)
            await session.learn_choices()
        try:
            return await self._kinds[lane.kind].step(job, asked)
        except Unknown:
            raise
        except DeliveryError as error:
            await self._refused(job, error, asked)
            return True

    def _lost(self, job: Job, *, is_due: bool) -> list[Spot]:
        """The spots at which something may have been posted of which we haven't heard."""
        messages, spots = job.messages, job.lane.spots
        if job.lane == TABLE and messages.left:  # a mention may be on its way to where the table was
            spots = (*spots, MentionAt())
        return [
            spot for spot in spots if messages.spots[spot].is_open or (is_due and messages.needs_a_look(spot))
        ]

    async def _are_found(self, job: Job, lost: list[Spot]) -> bool:
        """Whether anything was posted at these spots."""
        session, messages, lane = job
        found = [spot for spot in lost if await self._posts.find(messages, session, spot)]
        if found and lane == TABLE:
            self.tables.is_last_in(session.record.channel_id)
        return bool(found)

    async def _refused(self, job: Job, error: DeliveryError, asked: int) -> None:
        """A page can't be delivered: the game goes on, and the host learns once why nothing shows."""
        session, messages, lane = job
        spots = lane.spots
        spot = next((one for one in spots if messages.is_due(one)), spots[-1])
        is_lost = isinstance(error, Forbidden | Vanished)
        if is_lost and await self._is_put_away(session, messages, spot):
            messages.brought_up((spot,), asked)
            return
        if isinstance(error, Vanished):
            await self._pauses.channel_gone(session.record.channel_id)
        else:
            self._notices.complain(session, spot, error)
        if not isinstance(error, Forbidden):
            messages.brought_up(spots if lane.kind == "seat" else (spot,), asked)
        elif asked == messages.asked:  # else someone has asked again
            messages.spots[spot].is_refused = True

    async def _is_put_away(self, session: Session, messages: Messages, spot: Spot) -> bool:
        """Whether a table was refused where it hadn't stood, and needn't be shown there any more."""
        stands = messages.standing(TableAt())
        if spot != TableAt() or (stands is not None and stands.channel_id == session.record.channel_id):
            return False
        messages.spots[TableAt()].is_sure = False  # an edit finds out whether it's still there
        return await self._pauses.not_taken(session, None if stands is None else stands.channel_id)

    def settle(self, session: Session, messages: Messages) -> None:
        """Note when the session's next look is due, if no lane has work left now.

        A session whose pages wait for names isn't noted as calm, so that any process looks at it.
        """
        waits = [self._seats.waits(player) for player in players_of(session, messages)]
        table, mention = (self.wait(Job(session, messages, lane)) for lane in (TABLE, MENTION))
        is_refused = any(spot.is_refused for spot in messages.spots.values())
        is_stuck = is_refused or messages.stuck or self._names.are_owed(session)
        is_moving = messages.has_open_posts or messages.leaving or not self._cluster.owns(messages.guild_id)
        if not (table and mention) or is_stuck or is_moving:
            return
        if all(hand == NEVER for hand, _ in waits):
            call = min((table, *(call for _, call in waits)))
            messages.calm(None if call == NEVER else round(self._clock() + call))

"""The queues of tables: a task for each that has something to do, with back-off and wake-ups.

Each step compares what should be shown with what is shown, and does the next thing. Every page is made from
the session when it's sent, so it shows the newest state. After a crash the next look repairs everything.
"""

import asyncio
from collections.abc import Callable, Collection, Mapping
from typing import Final, NamedTuple, TypeAlias

import structlog

from bot.cluster.cluster import Cluster
from bot.delivery.background import Background
from bot.delivery.channels import Mentions, OldMessages, Tables, give_up_mention
from bot.delivery.errors import DeliveryError, Forbidden, Unknown, Vanished
from bot.delivery.messages import MENTION, TABLE, Job, Messages, Queue
from bot.delivery.names import Names
from bot.delivery.notices import Notices
from bot.delivery.posts import Posts
from bot.delivery.seats import Seats
from bot.delivery.wanted import NEVER, Look, Looks
from bot.sessions.pauses import Pauses
from bot.sessions.session import Session
from bot.sessions.view import MentionAt, Spot, TableAt
from bot.storage.errors import StoreError

log = structlog.get_logger(__name__)

MAX_BACKOFF_SECONDS: Final = 60.0
PROBE_SECONDS: Final = 5.0
"""The time between the tries of all waiting queues together. The first that succeeds wakes the others."""

Kind: TypeAlias = Tables | Mentions | Seats | OldMessages


class Run(NamedTuple):
    """The task of a queue, and the time at which it began."""

    task: asyncio.Task[None]
    began_at: float


class Schedule(NamedTuple):
    """A look at a table, and the seconds until its queues have something to do."""

    look: Look
    waits: Mapping[Queue, float]


class Queues:
    """The runner of queues: starts those that have something to do, and takes their steps one by one.

    `tables`, `mentions`, `seats` and `old_messages` carry the steps out. `cluster` knows which tables this
    process shows. `later` has a session looked at again after a number of seconds. `backoff` is the first
    wait in seconds after a passing failure.
    """

    def __init__(
        self,
        looks: Looks,
        posts: Posts,
        *,
        tables: Tables,
        mentions: Mentions,
        seats: Seats,
        old_messages: OldMessages,
        notices: Notices,
        names: Names,
        cluster: Cluster,
        pauses: Pauses,
        later: Callable[[Session, Messages, float], None],
        background: Background,
        backoff: float,
    ) -> None:
        self._looks, self._posts, self._tables = looks, posts, tables
        self._kinds: Mapping[str, Kind] = {
            "table": tables,
            "mention": mentions,
            "seat": seats,
            "channel": old_messages,
        }
        self._notices, self._names = notices, names
        self._cluster, self._pauses = cluster, pauses
        self._later, self._background, self._backoff = later, background, backoff
        self._runs: dict[Job, Run] = {}
        """The queues at work, in the order in which they began."""
        self._resting: dict[Job, asyncio.Event] = {}

    @property
    def is_busy(self) -> bool:
        """Whether anything is being sent now. Queues that wait for their next try don't count."""
        return not all(map(self._is_waiting, self._runs))

    @property
    def behind_seconds(self) -> float:
        """The seconds since the oldest queue at work began. 0 if everything is shown."""
        oldest = next(iter(self._runs.values()), None)
        return 0.0 if oldest is None else asyncio.get_running_loop().time() - oldest.began_at

    def _is_waiting(self, job: Job) -> bool:
        """Whether a queue waits for its next try, or for that of its table."""
        return job in self._resting or (job.queue == MENTION and job._replace(queue=TABLE) in self._resting)

    def look(self, session: Session, messages: Messages) -> None:
        """Start the queues of a table that have something due, unsent pages included. Returns at once."""
        self.wake(messages)
        self._follow(self._schedule(session, messages))

    def wake(self, messages: Messages | None = None) -> None:
        """Have queues retry what couldn't be sent so far: those of a table, or all."""
        for job, woken in self._resting.items():
            if messages is None or job.messages is messages:
                woken.set()

    async def drop(self, session_ids: Collection[int]) -> None:
        """Stop the queues of these sessions. Returns once all of them have ended."""
        runs = {job: run for job, run in self._runs.items() if job.messages.session_id in session_ids}
        for run in runs.values():
            run.task.cancel()
        await asyncio.gather(*(run.task for run in runs.values()), return_exceptions=True)
        for job, run in runs.items():
            if self._runs.get(job) is run:  # cancelled before its first step, it hasn't ended itself
                self._end(job)

    async def close(self) -> None:
        """Stop sending. Pages that weren't sent are shown after the next start."""
        await self.drop({job.messages.session_id for job in self._runs})

    def _schedule(self, session: Session, messages: Messages, own: Queue | None = None) -> Schedule:
        """Return the waits of a table's idle queues and of `own`. Empty if another process shows the table.

        The table comes first, because the messages below it wait for it.
        """
        look = self._looks.at(session, messages)
        if not self._cluster.owns(messages.guild_id):
            return Schedule(look, {})
        seats = (Queue("seat", seat) for seat in look.players)
        old = {message.channel_id for spot, message in messages.leaving.values() if spot != TableAt()}
        queues = (TABLE, *seats, MENTION, *(Queue("channel", channel) for channel in sorted(old)))
        idle = [one for one in queues if one == own or Job(session, messages, one) not in self._runs]
        return Schedule(look, {queue: self._kinds[queue.kind].wait(look, queue) for queue in idle})

    def _follow(self, schedule: Schedule, skip: Queue | None = None) -> None:
        """Start the queues that have something to do, except one, and look again when others do.

        If no queue is at work, note when the next look is due.
        """
        (session, messages, *_), later = schedule.look, NEVER
        for queue, wait in schedule.waits.items():
            if wait:
                later = min(later, wait)
            elif queue != skip:
                self._start(Job(session, messages, queue))
        if later != NEVER:
            self._later(session, messages, later)
        if not messages.queues:
            self._note_calm(schedule)
            messages.let_go()

    def _start(self, job: Job) -> None:
        """Start a queue. Returns at once."""
        if job.queue == TABLE:
            job.messages.table_is_idle.clear()
        job.messages.queues += 1
        self._runs[job] = Run(asyncio.create_task(self._work(job)), asyncio.get_running_loop().time())

    async def _work(self, job: Job) -> None:
        try:
            schedule = await self._run_until_empty(job)
        finally:
            self._end(job)
        self._follow(schedule, skip=job.queue)

    def _end(self, job: Job) -> None:
        """Note that a queue has stopped. The next start makes a new task."""
        del self._runs[job]  # before anything else can run
        job.messages.queues -= 1
        if job.queue == TABLE:
            job.messages.table_is_idle.set()

    async def _run_until_empty(self, job: Job) -> Schedule:
        """Take a queue's steps until it has nothing to do. Return the table's schedule of that moment."""
        session, messages, queue = job
        wait = self._backoff
        while True:
            try:
                is_empty = not await self._step(job)
                schedule = self._schedule(session, messages, queue)
            except (Unknown, StoreError) as error:
                log.warning("page_delayed", session=session.record.id, error=str(error), seconds=wait)
                await self._rest(job, wait)
                together = PROBE_SECONDS * (len(self._resting) + 1)
                wait = min(2 * wait, together, MAX_BACKOFF_SECONDS)
                continue
            except Exception:
                log.exception("publishing_failed", session=session.record.id)
                await self._rest(job, MAX_BACKOFF_SECONDS)
                continue
            if wait > self._backoff and not is_empty:  # the trouble is over: nobody needs to wait any longer
                wait = self._backoff
                self.wake()
            if is_empty or schedule.waits.get(queue, NEVER):
                return schedule
            self._follow(schedule, skip=queue)

    async def _rest(self, job: Job, seconds: float) -> None:
        """Wait before the next try. Even if woken, a lost post first gets some time to arrive after all."""
        woken = self._resting[job] = asyncio.Event()
        try:
            await asyncio.sleep(self._backoff)
            async with asyncio.timeout(seconds - self._backoff):  # `wait_for` may lose a cancellation
                await woken.wait()
        except TimeoutError:
            return
        finally:
            del self._resting[job]

    async def _step(self, job: Job) -> bool:
        """Do the next thing of a queue as soon as it may be done. False if nothing is left to do."""
        session, messages, queue = job
        await self._background.step()
        if not self._cluster.owns(messages.guild_id):
            return False
        request, here = messages.requests, session.record.channel_id
        await messages.refresh(session)
        if queue.kind != "channel":
            await self._names.learn(session)
        await session.learn_choices()
        look, kind = self._looks.at(session, messages, queue.seats), self._kinds[queue.kind]
        if unsure := self._spots_to_search(job, is_due=not kind.wait(look, queue)):
            if any([await self._posts.find(messages, session, spot) for spot in unsure]):
                if queue == TABLE:
                    self._tables.mark_last_in(session.record.channel_id)
                return True
            look = self._looks.at(session, messages, queue.seats)
        if not self._cluster.owns(messages.guild_id) or kind.wait(look, queue):
            return False
        if queue == TABLE:
            messages.forget_left_channels()
        try:
            return await kind.step(look, queue, request)
        except Unknown:
            raise
        except DeliveryError as error:
            await self._handle_refusal(job, error, request, here)
            return True

    def _spots_to_search(self, job: Job, *, is_due: bool) -> list[Spot]:
        """Return the spots to search for posts that may have arrived unnoticed."""
        messages, spots = job.messages, job.queue.spots
        if job.queue == TABLE and messages.left:  # a mention may be on its way to where the table was
            spots = (*spots, MentionAt())
        return [
            one for one in spots if messages.spots[one].is_open or (is_due and messages.needs_search(one))
        ]

    async def _handle_refusal(self, job: Job, error: DeliveryError, request: int, here: int) -> None:
        """Handle a refused page: the game goes on, and the host learns once why nothing is shown."""
        session, messages, queue = job
        if session.record.channel_id != here:  # it may be about the channel where the table was
            return
        spots, is_lost = queue.spots, isinstance(error, Forbidden | Vanished)
        spot = next((one for one in spots if messages.is_due(one)), spots[-1])
        if is_lost and await self._handle_refused_table(session, messages, spot):
            if messages.spots[spot].doubt is None:  # else its message may be there, to be searched for later
                messages.mark_shown((spot,), request)
                return
        elif isinstance(error, Vanished):
            await self._pauses.channel_gone(session.record.channel_id)
            if queue == MENTION:
                give_up_mention(self._looks.at(session, messages))
        else:
            self._notices.report_refusal(session, spot, error)
        if not isinstance(error, Forbidden):
            messages.mark_shown(spots if queue.kind == "seat" else (spot,), request)
        elif request == messages.requests:  # else the session had to be shown again meanwhile
            messages.spots[spot].is_refused = True

    async def _handle_refused_table(self, session: Session, messages: Messages, spot: Spot) -> bool:
        """Handle a table refused in a new channel. Return whether it needn't be shown there any more."""
        current = messages.current(TableAt())
        if spot != TableAt() or (current is not None and current.channel_id == session.record.channel_id):
            return False
        messages.spots[TableAt()].is_sure = False  # an edit finds out whether it's still there
        return await self._pauses.first_page_refused(session, None if current is None else current.channel_id)

    def _note_calm(self, schedule: Schedule) -> None:
        """Note when a table's next look is due, if no queue has any work left.

        A table whose pages wait for names isn't noted as calm, so that any process looks at it.
        """
        (session, messages, now, players), waits = schedule
        is_refused = any(spot.is_refused for spot in messages.spots.values())
        is_stuck = is_refused or messages.stuck or self._names.are_owed(session)
        is_moving = messages.has_open_posts or messages.leaving or not waits
        if is_stuck or is_moving or not all(waits.values()):
            return
        if all(self._looks.hand_wait(player) == NEVER for player in players.values()):
            soonest = min(waits.values())
            messages.note_calm(None if soonest == NEVER else round(now + soonest))

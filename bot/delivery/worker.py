"""Works off outboxes, a task for each lane that has something to do: queue, back-off and wake-ups.

The outbox says what is outdated; what it says is made from the session when it is sent, so that a page is
always the newest state and a crash is repaired by going through the outbox again.
"""

import asyncio
from collections import Counter
from collections.abc import Awaitable, Callable, Collection, Sequence
from math import isinf
from typing import Final, NamedTuple

import structlog

from bot.delivery.background import Background
from bot.delivery.errors import DeliveryError, Forbidden, Unknown, Vanished
from bot.delivery.lanes import TABLE_LANE, Lane, Row, kind_of, ready
from bot.delivery.outbox import Outbox
from bot.delivery.posts import Posts
from bot.delivery.presenter import Presenter
from bot.sessions import faultpoints
from bot.sessions.places import TABLE, LastCall, Left, TableAt
from bot.sessions.session import Session
from bot.storage.errors import StoreError

log = structlog.get_logger(__name__)

MAX_BACKOFF_SECONDS: Final = 60.0
PROBE_SECONDS: Final = 5.0
"""All lanes that wait together try about this often; the first that succeeds wakes the others."""

LONG_SECONDS: Final = 120.0
"""A table of which nothing is due for longer than this may leave the memory meanwhile."""


class Job(NamedTuple):
    """One lane of one session."""

    session: Session
    outbox: Outbox
    lane: Lane

    @property
    def key(self) -> tuple[int, Lane]:
        """By which the lane is known."""
        return self.session.record.id, self.lane


class Worker:
    """Runs lanes. `backoff` is the first wait in seconds after a passing failure.

    `later` has a session, by its id, shown again after so many seconds; until then it may leave the memory.
    `may_show` says whether a session is one that this process shows, and `not_taken` whether one was put away
    that is refused where it is, given the channel in which it stands.
    """

    def __init__(
        self,
        posts: Posts,
        presenter: Presenter,
        *,
        prepare: Callable[[Session], Awaitable[None]],
        vanished: Callable[[int], Awaitable[None]],
        not_taken: Callable[[Session, int | None], Awaitable[bool]],
        ended: Callable[[Outbox], None],
        later: Callable[[int, float], None],
        may_show: Callable[[Session], bool],
        background: Background,
        backoff: float,
    ) -> None:
        self._posts = posts
        self._presenter = presenter
        self._prepare = prepare
        self._vanished = vanished
        self._not_taken = not_taken
        self._ended = ended
        self._later = later
        self._may_show = may_show
        self._background = background
        self._backoff = backoff
        self._tasks: dict[tuple[int, Lane], asyncio.Task[None]] = {}
        self._jobs: dict[tuple[int, Lane], Job] = {}
        self._began: dict[tuple[int, Lane], float] = {}
        """Since when each lane at work has had something to do."""
        self._lanes: Counter[int] = Counter()
        """How many lanes of each session run; asked with each thing that is shown, whatever others do."""
        self._again: set[tuple[int, Lane]] = set()
        self._resting: dict[tuple[int, Lane], asyncio.Event] = {}
        self._alarms: dict[tuple[int, Lane], asyncio.TimerHandle] = {}

    @property
    def is_busy(self) -> bool:
        """Whether anything is being sent now; what waits for its next try does not count."""
        return not all(map(self._is_waiting, self._jobs.values()))

    @property
    def behind_seconds(self) -> float:
        """For how long the lane that began first has had something to show; 0 when all is shown."""
        if not self._began:
            return 0.0
        return asyncio.get_running_loop().time() - min(self._began.values())

    def _is_waiting(self, job: Job) -> bool:
        """Whether a lane waits for its next try, or for that of its table."""
        table = (job.session.record.id, TABLE_LANE)
        return job.key in self._resting or (job.lane in job.outbox.behind_table and table in self._resting)

    def is_at_work_on(self, session_id: int) -> bool:
        """Whether a lane of this session runs."""
        return session_id in self._lanes

    def start(self, job: Job) -> None:
        """Work a lane off soon, also what could not be sent so far; returns at once."""
        if job.lane == TABLE_LANE:
            job.outbox.table_is_idle.clear()
        if job.key in self._tasks:
            self._again.add(job.key)
            if job.key in self._resting:
                self._resting[job.key].set()
            return
        self._lanes[job.session.record.id] += 1
        self._began[job.key] = asyncio.get_running_loop().time()
        self._jobs[job.key] = job
        self._tasks[job.key] = asyncio.get_running_loop().create_task(self._work(job))

    def begin(self, job: Job) -> None:
        """Work a lane off as soon as any of it is due, which most hands are not yet; returns at once."""
        if job.key in self._tasks or self._due(job, job.outbox.split(job.lane, job.session)[0]):
            self.start(job)

    async def drop(self, session_ids: Collection[int]) -> None:
        """Stop sending what these sessions show; returns when nothing of it is under way."""
        for key in [key for key in self._alarms if key[0] in session_ids]:
            self._alarms.pop(key).cancel()
        tasks = {key: task for key, task in self._tasks.items() if key[0] in session_ids}
        for task in tasks.values():
            task.cancel()
        await asyncio.gather(*tasks.values(), return_exceptions=True)
        for key, task in tasks.items():
            if self._tasks.get(key) is task:  # cancelled before its first step, it has not noticed
                self._jobs[key].outbox.is_unread = False
                self._end(self._jobs[key])

    async def close(self) -> None:
        """Stop sending; what is not out stays in the outbox."""
        for alarm in self._alarms.values():
            alarm.cancel()
        tasks = list(self._tasks.values())
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)

    async def _work(self, job: Job) -> None:
        try:
            await self._until_empty(job)
        except asyncio.CancelledError:
            job.outbox.is_unread = False  # its table is let go: no other lane starts
            raise
        finally:
            self._end(job)

    def _end(self, job: Job) -> None:
        """A lane is not at work any more; a start from now on begins again."""
        session_id = job.session.record.id
        if job.lane == TABLE_LANE:
            job.outbox.table_is_idle.set()
        del self._began[job.key]
        del self._jobs[job.key]
        self._lanes[session_id] -= 1
        if not self._lanes[session_id]:
            del self._lanes[session_id]
        del self._tasks[job.key]  # before anything else can run
        self._ended(job.outbox)

    async def _until_empty(self, job: Job) -> None:
        wait = self._backoff
        while True:
            try:
                while await self._step(job):
                    if wait > self._backoff:
                        wait = self._backoff
                        self._wake_others()
            except (Unknown, StoreError) as error:
                log.warning("page_delayed", session=job.session.record.id, error=str(error), seconds=wait)
                await self._rest(job, wait)
                together = PROBE_SECONDS * (len(self._resting) + 1)
                wait = min(2 * wait, together, MAX_BACKOFF_SECONDS)
                continue
            except Exception:
                log.exception("publishing_failed", session=job.session.record.id)
                await self._rest(job, MAX_BACKOFF_SECONDS)
                continue
            if job.key not in self._again:
                self._go_on_with_what_was_left(job)
                return
            self._again.discard(job.key)

    def _go_on_with_what_was_left(self, job: Job) -> None:
        """A channel that the table has left may be forgotten once the other lanes have nothing older."""
        if job.lane != TABLE_LANE and any(isinstance(row.task, Left) for row in job.outbox.rows):
            self.start(Job(job.session, job.outbox, TABLE_LANE))

    async def _rest(self, job: Job, seconds: float) -> None:
        """Wait before the next try; when woken, what was lost still gets the time to arrive after all."""
        woken = self._resting[job.key] = asyncio.Event()
        try:
            await asyncio.sleep(self._backoff)
            async with asyncio.timeout(seconds - self._backoff):  # `wait_for` may lose a cancellation
                await woken.wait()
        except TimeoutError:
            return
        finally:
            del self._resting[job.key]

    def _wake_others(self) -> None:
        """Something was sent after all, so the trouble is over: no lane needs to wait any longer."""
        for woken in self._resting.values():
            woken.set()

    async def _step(self, job: Job) -> bool:
        """Take one more step as soon as it may be taken; False when this lane has nothing more to do here."""
        await self._background.step()
        return self._may_show(job.session) and await self._pass(job)

    async def _pass(self, job: Job) -> bool:
        """Deliver the oldest row that is not outdated by a newer one; False when nothing is left.

        Rows for which a permission is missing stay in the outbox.
        """
        session, outbox, lane = job
        asked = outbox.asked
        await outbox.refresh(session)
        await session.learn_choices()  # a call waits for its player's quiet hours to end
        own, others = outbox.split(lane, session)
        due, refused = self._due(job, own), outbox.refused
        begun = (row for row in others if self._presenter.pacing.is_begun(session, row))
        row = next((row for row in ready(due, begun) if (lane, kind_of(row.task)) not in refused), None)
        # What may have arrived is looked for, due or not.
        if (row is not None or any(map(outbox.is_open, own))) and await self._found(job, own):
            return True
        if row is None:
            return False
        await self._prepare(session)
        try:
            has_ended = await self._presenter.deliver(session, outbox, row, lane.number)
        except Unknown:
            raise
        except DeliveryError as error:
            if not (
                isinstance(error, Forbidden | Vanished) and await self._is_put_away(session, outbox, row)
            ):
                if isinstance(error, Vanished):
                    await self._vanished(session.record.channel_id)
                else:
                    self._presenter.complain(session, row, error)
                if isinstance(error, Forbidden):
                    if asked == outbox.asked:  # else somebody has asked again meanwhile
                        refused.add((lane, kind_of(row.task)))
                    return True
            has_ended = False
        if not has_ended:
            faultpoints.fault("before-done")
            outbox.done(row, TABLE if row.task in TABLE else frozenset((row.task,)), session, lane)
            faultpoints.fault("after-done")
        return True

    async def _is_put_away(self, session: Session, outbox: Outbox, row: Row) -> bool:
        """Whether a table was refused where it had not stood, and need not be shown there any more."""
        shown = outbox.shown.get(TableAt())
        if row.task not in TABLE or (shown is not None and shown.channel_id == session.record.channel_id):
            return False
        outbox.sure.discard(TableAt())  # whether it stands there still is found out by an edit
        return await self._not_taken(session, None if shown is None else shown.channel_id)

    async def _found(self, job: Job, own: Sequence[Row]) -> bool:
        """Whether something was posted for a lane's rows of which we had not heard."""
        session, outbox, lane = job
        rows = self._may_stand(session, outbox, own)
        found = await self._posts.settle(outbox, session, lane, rows, outbox.where(session))
        if TableAt() in found:
            self._presenter.found_table(session.record.channel_id)
        return bool(found)

    def _due(self, job: Job, own: Sequence[Row]) -> list[Row]:
        """A lane's rows that are due; when the others are, it is worked off again."""
        session, outbox, lane = job
        pacing = self._presenter.pacing
        left = [pacing.left(session, outbox, row, lane.number) for row in own]
        self._wake_later(job, min(filter(None, left), default=None))
        return [row for row, seconds in zip(own, left, strict=True) if not seconds]

    def _may_stand(self, session: Session, outbox: Outbox, own: Sequence[Row]) -> list[Row]:
        """The rows of a lane for which something may have been sent."""
        # Of an earlier process a last call may have gone out although its clock has got more time since then.
        is_begun = self._presenter.pacing.is_begun
        return [
            row
            for row in own
            if isinstance(row.task, LastCall) or outbox.is_open(row) or is_begun(session, row)
        ]

    def _wake_later(self, job: Job, seconds: float | None) -> None:
        """Work the lane off again when the first of the rows that wait is due."""
        if job.key in self._alarms:
            self._alarms.pop(job.key).cancel()
        if seconds is None or isinf(seconds):
            return
        if seconds > LONG_SECONDS:
            self._later(job.session.record.id, seconds)
        else:
            self._alarms[job.key] = asyncio.get_running_loop().call_later(seconds, self._alarm, job)

    def _alarm(self, job: Job) -> None:
        self._alarms.pop(job.key, None)
        self.start(job)

"""Runs the lanes of tables: a task for each that has something to do, with back-off and wake-ups.

A lane asks one question again and again: what should be shown, what is shown, what comes next? Every page
is made from the session when it's sent, so it shows the newest state. A crash is repaired by looking again.
"""

import asyncio
from collections.abc import Callable, Collection
from typing import Final, NamedTuple

import structlog

from bot.delivery.background import Background
from bot.delivery.calling import NEVER
from bot.delivery.errors import Unknown
from bot.delivery.lanes import Lanes
from bot.delivery.messages import MENTION, TABLE, Job, Lane, Messages
from bot.sessions.session import Session
from bot.storage.errors import StoreError

log = structlog.get_logger(__name__)

MAX_BACKOFF_SECONDS: Final = 60.0
PROBE_SECONDS: Final = 5.0
"""All lanes that wait together try about this often. The first that succeeds wakes the others."""


class Run(NamedTuple):
    """The work of a lane."""

    task: asyncio.Task[None]
    began_at: float


class Worker:
    """Runs lanes. `later` has a session looked at again after a number of seconds.

    `backoff` is the first wait in seconds after a passing failure.
    """

    def __init__(
        self,
        lanes: Lanes,
        *,
        later: Callable[[Session, Messages, float], None],
        background: Background,
        backoff: float,
    ) -> None:
        self._lanes = lanes
        self._later = later
        self._background = background
        self._backoff = backoff
        self._runs: dict[Job, Run] = {}
        """In the order in which they began."""
        self._resting: dict[Job, asyncio.Event] = {}

    @property
    def is_busy(self) -> bool:
        """Whether anything is being sent now. What waits for its next try doesn't count."""
        return not all(map(self._is_waiting, self._runs))

    @property
    def behind_seconds(self) -> float:
        """For how long the lane that began first has had something to show. 0 when all is shown."""
        oldest = next(iter(self._runs.values()), None)
        return 0.0 if oldest is None else asyncio.get_running_loop().time() - oldest.began_at

    def _is_waiting(self, job: Job) -> bool:
        """Whether a lane waits for its next try, or for that of its table."""
        return job in self._resting or (job.lane == MENTION and job._replace(lane=TABLE) in self._resting)

    def look(self, session: Session, messages: Messages, *, but: Lane | None = None) -> None:
        """Start the lanes that have something to do, and look again when others have. Return at once.

        Without any, note when there may be something to show again. One lane may be left out.
        """
        waits = NEVER
        for lane in self._lanes.of(session, messages):
            job = Job(session, messages, lane)
            if job not in self._runs:
                wait = self._lanes.wait(job)
                if wait:
                    waits = min(waits, wait)
                elif lane != but:
                    self._start(job)
        if waits != NEVER:
            self._later(session, messages, waits)
        if not messages.lanes:
            self._lanes.settle(session, messages)
            messages.let_go()

    def wake(self, session: Session, messages: Messages) -> None:
        """Let a session's lanes try again what couldn't be sent so far."""
        for lane in self._lanes.of(session, messages):
            if (woken := self._resting.get(Job(session, messages, lane))) is not None:
                woken.set()

    async def drop(self, session_ids: Collection[int]) -> None:
        """Stop sending what these sessions show. Returns when none of that is under way."""
        runs = {job: run for job, run in self._runs.items() if job.messages.session_id in session_ids}
        for run in runs.values():
            run.task.cancel()
        await asyncio.gather(*(run.task for run in runs.values()), return_exceptions=True)
        for job, run in runs.items():
            if self._runs.get(job) is run:  # cancelled before its first step, it hasn't noticed
                self._end(job)

    async def close(self) -> None:
        """Stop sending. What isn't out is shown after the next start."""
        await self.drop({job.messages.session_id for job in self._runs})

    def _start(self, job: Job) -> None:
        """Work a lane off. Returns at once."""
        if job.lane == TABLE:
            job.messages.table_is_idle.clear()
        job.messages.lanes += 1
        loop = asyncio.get_running_loop()
        self._runs[job] = Run(loop.create_task(self._work(job)), loop.time())

    async def _work(self, job: Job) -> None:
        try:
            await self._until_empty(job)
        finally:
            self._end(job)
        self.look(job.session, job.messages, but=job.lane)

    def _end(self, job: Job) -> None:
        """Note that a lane has stopped. The next start makes a new task."""
        del self._runs[job]  # before anything else can run
        job.messages.lanes -= 1
        if job.lane == TABLE:
            job.messages.table_is_idle.set()

    async def _until_empty(self, job: Job) -> None:
        wait = self._backoff
        while True:
            try:
                while await self._step(job):
                    if wait > self._backoff:
                        wait = self._backoff
                        self._wake_others()
                    self.look(job.session, job.messages)
            except (Unknown, StoreError) as error:
                log.warning("page_delayed", session=job.session.record.id, error=str(error), seconds=wait)
                await self._rest(job, wait)
                together = PROBE_SECONDS * (len(self._resting) + 1)
                wait = min(2 * wait, together, MAX_BACKOFF_SECONDS)
            except Exception:
                log.exception("publishing_failed", session=job.session.record.id)
                await self._rest(job, MAX_BACKOFF_SECONDS)
            else:
                return

    async def _rest(self, job: Job, seconds: float) -> None:
        """Wait before the next try. When woken, what was lost still gets the time to arrive after all."""
        woken = self._resting[job] = asyncio.Event()
        try:
            await asyncio.sleep(self._backoff)
            async with asyncio.timeout(seconds - self._backoff):  # `wait_for` may lose a cancellation
                await woken.wait()
        except TimeoutError:
            return
        finally:
            del self._resting[job]

    def _wake_others(self) -> None:
        """Something was sent after all, so the trouble is over: no lane needs to wait any longer."""
        for woken in self._resting.values():
            woken.set()

    async def _step(self, job: Job) -> bool:
        """Take one more step as soon as it may be taken. False when this lane has nothing more to do here."""
        await self._background.step()
        return await self._lanes.step(job)

"""Runs the lanes of tables: a task for each that has something to do, with back-off and wake-ups.

A lane asks one question again and again: what should be shown, what is shown, what comes next? Every page
is made from the session when it's sent, so it says the newest state; a crash is repaired by looking again.
"""

import asyncio
from collections import Counter
from collections.abc import Awaitable, Callable, Collection
from math import isinf
from typing import Final, Literal, NamedTuple

import structlog

from bot.delivery.background import Background
from bot.delivery.errors import Unknown
from bot.delivery.messages import Messages
from bot.sessions.session import Session
from bot.storage.errors import StoreError

log = structlog.get_logger(__name__)

MAX_BACKOFF_SECONDS: Final = 60.0
PROBE_SECONDS: Final = 5.0
"""All lanes that wait together try about this often; the first that succeeds wakes the others."""


class Lane(NamedTuple):
    """What is done in order: a table, its mention, one seat's messages, or what's deleted in a channel."""

    kind: Literal["table", "mention", "seat", "channel"]
    number: int = 0
    """The seat, or the id of the channel."""


TABLE: Final = Lane("table")
MENTION: Final = Lane("mention")


class Job(NamedTuple):
    """One lane of one session."""

    session: Session
    messages: Messages
    lane: Lane

    @property
    def key(self) -> tuple[int, Lane]:
        """The session's id and the lane."""
        return self.session.record.id, self.lane


class Worker:
    """Runs lanes. `step` does the next thing of a lane, and says whether there may be more.

    `wait` says for how many seconds a lane has nothing to do. `later` has the session looked at again after
    so many seconds. `backoff` is the first wait in seconds after a passing failure.
    """

    def __init__(
        self,
        step: Callable[[Job], Awaitable[bool]],
        wait: Callable[[Job], float],
        *,
        ended: Callable[[Messages], None],
        later: Callable[[Job, float], None],
        background: Background,
        backoff: float,
    ) -> None:
        self._step_of = step
        self._wait_of = wait
        self._ended = ended
        self._later = later
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
        table = (job.session.record.id, TABLE)
        return job.key in self._resting or (job.lane == MENTION and table in self._resting)

    def is_at_work_on(self, session_id: int) -> bool:
        """Whether a lane of this session runs."""
        return session_id in self._lanes

    def start(self, job: Job) -> None:
        """Work a lane off soon, also what could not be sent so far; returns at once."""
        if job.lane == TABLE:
            job.messages.table_is_idle.clear()
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
        if job.key in self._tasks or not self._wake_later(job):
            self.start(job)

    async def drop(self, session_ids: Collection[int]) -> None:
        """Stop sending what these sessions show; returns when nothing of it is under way."""
        tasks = {key: task for key, task in self._tasks.items() if key[0] in session_ids}
        for task in tasks.values():
            task.cancel()
        await asyncio.gather(*tasks.values(), return_exceptions=True)
        for key, task in tasks.items():
            if self._tasks.get(key) is task:  # cancelled before its first step, it has not noticed
                self._jobs[key].messages.is_unread = False
                self._end(self._jobs[key])

    async def close(self) -> None:
        """Stop sending; what is not out is shown after the next start."""
        tasks = list(self._tasks.values())
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)

    async def _work(self, job: Job) -> None:
        try:
            await self._until_empty(job)
        except asyncio.CancelledError:
            job.messages.is_unread = False  # its table is let go: no other lane starts
            raise
        finally:
            self._end(job)

    def _end(self, job: Job) -> None:
        """A lane is not at work any more; a start from now on begins again."""
        session_id = job.session.record.id
        if job.lane == TABLE:
            job.messages.table_is_idle.set()
        del self._began[job.key]
        del self._jobs[job.key]
        self._lanes[session_id] -= 1
        if not self._lanes[session_id]:
            del self._lanes[session_id]
        del self._tasks[job.key]  # before anything else can run
        self._ended(job.messages)

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
                self._wake_later(job)
                return
            self._again.discard(job.key)

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
        return await self._step_of(job)

    def _wake_later(self, job: Job) -> bool:
        """Have a lane begin when its next thing is due; False when that is so now."""
        seconds = self._wait_of(job)
        if seconds and not isinf(seconds):
            self._later(job, seconds)
        return seconds > 0

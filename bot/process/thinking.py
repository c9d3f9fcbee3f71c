"""The separate process in which computers think, which is replaced when it's stuck or gone."""

import asyncio
from typing import Final

import msgspec
import structlog

from bot.players.judging import Answer, Question
from bot.players.player import Seen
from bot.players.search_worker import ComputerMove, Unanswered, answer_request, encode, quick_move
from bot.subprocesses.process import Failed, Process, Stuck
from bot.timings import USUAL

log = structlog.get_logger(__name__)

START_SECONDS: Final = 30.0
"""The longest that the first move may take, which includes the start of the process."""
MAX_WAITING: Final = 8
"""The number of moves that may wait for the process. Any others are made without it."""


class Thinking:
    """A search worker in a separate process, which starts when it's first needed.

    A move that takes longer than `patience` seconds is made without thinking ahead.
    """

    def __init__(self, patience: float = USUAL.think) -> None:
        self.patience = patience
        self._process: Process | None = None
        self._lock = asyncio.Lock()
        self._waiting = 0

    async def choose(self, seen: Seen) -> ComputerMove:
        """Return a computer's move. Only *hard* thinks long enough to need the process."""
        if seen.level != "hard" or self._waiting >= MAX_WAITING:
            return quick_move(seen)
        self._waiting += 1
        try:
            async with self._lock:
                move = await asyncio.to_thread(self._call, encode(seen))
            return ComputerMove(move.decode(), seen.search_effort)
        except (Stuck, Failed, OSError) as fault:
            log.warning("thinking_failed", game=seen.game, fault=type(fault).__name__)
            return quick_move(seen)
        finally:
            self._waiting -= 1

    async def judge(self, question: Question) -> Answer:
        """Answer a question of a review by sampling games. It's short, so a move waits for one at most.

        Raises Unanswered if the process is stuck or gone.
        """
        try:
            async with self._lock:
                answer = await asyncio.to_thread(self._call, encode(question))
        except (Stuck, Failed, OSError) as fault:
            raise Unanswered(type(fault).__name__) from fault
        return msgspec.msgpack.decode(answer, type=Answer)

    async def close(self) -> None:
        """End the process."""
        self._end()

    def _call(self, given: bytes) -> bytes:
        seconds = self.patience
        if self._process is None or self._process.is_gone:
            self._end()
            self._process, seconds = Process(answer_request), START_SECONDS
        try:
            return self._process.call(given, seconds)
        except Stuck:
            self._end()
            raise

    def _end(self) -> None:
        process, self._process = self._process, None
        if process is not None:
            process.end()

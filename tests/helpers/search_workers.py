"""A computer that thinks as long as a test wants it to."""

import asyncio

from bot.players.judging import Answer, Question, answer_to
from bot.players.player import Seen
from bot.players.search_worker import ComputerMove, quick_move


class HeldSearch:
    """A search that waits for permission, and keeps its requests."""

    def __init__(self) -> None:
        self.asked: list[Seen] = []
        self.may_answer = asyncio.Event()

    async def choose(self, seen: Seen) -> ComputerMove:
        self.asked.append(seen)
        await self.may_answer.wait()
        return quick_move(seen)

    async def judge(self, question: Question) -> Answer:
        await self.may_answer.wait()
        return answer_to(question)

    async def close(self) -> None:
        """Do nothing, because there's nothing to close."""

"""The interface of the worker that finds computers' moves, and the code its process runs."""

from collections.abc import Mapping
from typing import Final, NamedTuple, Protocol

import msgspec

from bot.players.judging import Answer, Question, answer_to
from bot.players.player import Level, Seen, choose


class ComputerMove(NamedTuple):
    """A computer's move, in the notation."""

    move: str
    games: int | None = None
    """The number of games *hard* sampled. 0: it played without a search. None: the level isn't *hard*."""


class Unanswered(Exception):
    """A question of a review can't be answered now, but may be repeated later."""


class SearchWorker(Protocol):
    """A worker that finds computers' moves and answers reviews' questions."""

    async def choose(self, seen: Seen) -> ComputerMove:
        """Return a computer's move. It always returns one, without a search if need be."""

    async def judge(self, question: Question) -> Answer:
        """Answer a review's question, after waiting moves and hints. Raise Unanswered if it can't."""

    async def close(self) -> None:
        """Stop the worker."""


class NoSearchWorker:
    """A worker that plays without a search, in this process, for tests and when no other process runs."""

    async def choose(self, seen: Seen) -> ComputerMove:
        """Return the move without a search."""
        return quick_move(seen)

    async def judge(self, question: Question) -> Answer:
        """Answer a question in this process."""
        return answer_to(question)

    async def close(self) -> None:
        """Do nothing, because nothing is open."""


QUICK_LEVELS: Final[Mapping[Level, Level]] = {"easy": "easy", "medium": "medium", "hard": "medium"}
"""The level that plays for each level when there's no search."""


def quick_move(seen: Seen) -> ComputerMove:
    """Return a computer's move without a search."""
    move = choose(msgspec.structs.replace(seen, level=QUICK_LEVELS[seen.level]))
    return ComputerMove(str(move), 0 if seen.level == "hard" else None)


Request = Seen | Question
_DECODER: Final = msgspec.msgpack.Decoder(Request)


def encode(request: Request) -> bytes:
    """Return a request as bytes for the worker's process."""
    return msgspec.msgpack.encode(request)


def answer_request(encoded: bytes) -> bytes:
    """Return the move or the answer to an encoded request. This runs in the worker's process."""
    request = _DECODER.decode(encoded)
    return (
        msgspec.msgpack.encode(answer_to(request))
        if isinstance(request, Question)
        else str(choose(request)).encode()
    )

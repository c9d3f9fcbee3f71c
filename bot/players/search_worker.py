"""Who thinks for computers, and what runs in the process that does."""

from collections.abc import Mapping
from typing import Final, NamedTuple, Protocol

import msgspec

from bot.players.judging import Answer, Question, answered
from bot.players.player import Level, Seen, choose


class Thought(NamedTuple):
    """A computer's action: a move in the notation."""

    move: str
    games: int | None = None
    """The number of games *hard* sampled. 0: it made its first idea. None: not *hard*."""


class Unanswered(Exception):
    """A question of a review doesn't have an answer now. It can be asked again."""


class SearchWorker(Protocol):
    """Who thinks for computers."""

    async def choose(self, seen: Seen) -> Thought:
        """Return the move of a computer. It always comes, if need be without much thought."""

    async def judge(self, question: Question) -> Answer:
        """Sampled games of a review. Moves and hints go first. Raises Unanswered."""

    async def close(self) -> None:
        """Think no more."""


class AtOnce:
    """Thinks where it stands, and not ahead, for tests, and for when no process thinks."""

    async def choose(self, seen: Seen) -> Thought:
        """Return the move that comes to mind first."""
        return at_once(seen)

    async def judge(self, question: Question) -> Answer:
        """Sample them here."""
        return answered(question)

    async def close(self) -> None:
        """Nothing is left to be closed."""


QUICK: Final[Mapping[Level, Level]] = {"easy": "easy", "medium": "medium", "hard": "medium"}
"""How a level plays without thinking ahead."""


def at_once(seen: Seen) -> Thought:
    """Return the move that comes to mind first."""
    move = choose(msgspec.structs.replace(seen, level=QUICK[seen.level]))
    return Thought(str(move), 0 if seen.level == "hard" else None)


Asked = Seen | Question
_DECODER: Final = msgspec.msgpack.Decoder(Asked)


def encoded(asked: Asked) -> bytes:
    """Return what is asked, on its way to the process that thinks."""
    return msgspec.msgpack.encode(asked)


def thought(given: bytes) -> bytes:
    """Return a move for what is seen, or the answer to a question. This is what the process does."""
    asked = _DECODER.decode(given)
    return (
        msgspec.msgpack.encode(answered(asked))
        if isinstance(asked, Question)
        else str(choose(asked)).encode()
    )

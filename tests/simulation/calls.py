"""People's requests: the tables they open, and each delivery of each of their interactions."""

from typing import Any, Final

import msgspec

from bot.engine.contract import AnyGame
from bot.engine.moves import Move
from bot.sessions.sessions import Request
from bot.storage.records import PaceName

DONE: Final = "done"
SEEN: Final = "seen before"
FASTER: Final = "somebody was faster"
UNSAVED: Final = "not saved"
PROMPT: Final = 6.0
"""A move is answered and shown within this many seconds, however slow other requests are."""


class Table(msgspec.Struct):
    """A game to be played: its channel, its users, and its options."""

    channel_id: int
    game: AnyGame
    options: dict[str, Any]
    users: tuple[int, ...]
    session_id: int | None = None
    computers: int = 0
    """The number of seats for computers."""
    pace: PaceName | None = None


class Call(msgspec.Struct):
    """One delivery of one interaction. Without an answer, its sender went away or the process died."""

    interaction_id: int
    user: int
    session_id: int
    door: str
    """`join`, `leave`, `deal`, `end`, `carry`, `wake`, `options`, `move`, or the kind of the request."""
    move: Move | None = None
    channel_id: int = 0
    """The channel to which the table is relocated."""
    options: dict[str, Any] = {}
    asked: Request | None = None
    """A request about computers, absent players and paces."""
    revision: int | None = None
    first: int = 0
    """The oldest revision at which it may be judged."""
    last: int = 0
    """The committed revision when it was answered."""
    answer: str | None = None
    began: float = 0.0
    ended: float = 0.0
    played_time: float = 0.0
    """The seconds in which players could reach the bot before it began."""
    grace: float = 0.0
    """The delay allowed before it began."""

    def __str__(self) -> str:
        return f"{self.user} {self.door} {self.asked or self.move or ''} [{self.interaction_id}] at {self.revision}"

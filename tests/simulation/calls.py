"""What people ask for: the tables that they open, and each delivery of each of their interactions."""

from typing import Any, Final

import msgspec

from bot.engine.contract import AnyGame
from bot.engine.moves import Move
from bot.sessions.requests import Request
from bot.storage.records import PaceName

DONE: Final = "done"
SEEN: Final = "seen before"
FASTER: Final = "somebody was faster"
UNSAVED: Final = "not saved"
PROMPT: Final = 6.0
"""Within so many seconds a move is answered and shown, however slowly others are reached."""


class Table(msgspec.Struct):
    """Where a game is to be played, by whom, and with which options."""

    channel_id: int
    game: AnyGame
    options: dict[str, Any]
    users: tuple[int, ...]
    session_id: int | None = None
    computers: int = 0
    """How many computers are to sit there."""
    pace: PaceName | None = None


class Call(msgspec.Struct):
    """One delivery of one interaction; no answer means that its sender went away, or the process died."""

    interaction_id: int
    user: int
    session_id: int
    door: str
    """`join`, `leave`, `deal`, `end`, `carry`, `wake`, `options`, `move`, or that of what is asked."""
    move: Move | None = None
    channel_id: int = 0
    """Where the table is carried."""
    options: dict[str, Any] = {}
    asked: Request | None = None
    """What has to do with computers, absent players and paces."""
    revision: int | None = None
    first: int = 0
    """The oldest revision that it may be judged at."""
    last: int = 0
    """The committed revision when it was answered."""
    answer: str | None = None
    began: float = 0.0
    ended: float = 0.0
    played_time: float = 0.0
    """For how long players could reach the bot until it began."""
    grace: float = 0.0
    """What delays were allowed until then."""

    def __str__(self) -> str:
        return f"{self.user} {self.door} {self.asked or self.move or ''} [{self.interaction_id}] at {self.revision}"

"""A lesson in two forms: as its file contains it, and as it's played."""

from typing import Any, Final, Literal

import msgspec

from bot.engine.chance import Seat
from bot.engine.contract import AnyGame
from bot.engine.events import Event
from bot.engine.moves import Move

MAX_HEADING_CHARACTERS: Final = 40
MAX_TEXT_CHARACTERS: Final = 120
MAX_LABEL_CHARACTERS: Final = 34
MAX_STEPS: Final = 10
MAX_WRONG: Final = 3

View = Literal["hand", "table", "both"]
"""The cards that a page of a lesson shows."""


class Texts(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """The texts of a page: the situation, and below it what to do or to know."""

    heading: str
    text: str


class Answer(Texts, frozen=True, kw_only=True):
    """A button of a step: its move in the notation, and the texts shown after a click."""

    move: str
    label: str = ""
    """The words on the button, if those of the game aren't clear enough."""
    refused: str = ""
    """The error code with which the rules refuse the move. Empty if they accept it."""


class WrittenStep(Texts, frozen=True, kw_only=True):
    """A step as its file contains it."""

    teaches: str
    """The kind of move that this step teaches, in one word."""
    right: Answer
    wrong: tuple[Answer, ...]
    position: dict[str, Any] | None = None
    """The starting position. Without one, the step continues where the one before it ended."""
    chance: tuple[dict[str, Any], ...] = ()
    """All random outcomes of the step, in the form of `docs/notation.md`."""
    first: tuple[str, ...] = ()
    """The other players' moves before the question, as commands in the notation."""
    then: tuple[str, ...] = ()
    """The other players' moves after the right button."""
    before: View = "hand"
    after: View = "hand"
    expect: dict[str, Any] = {}
    """The expected result, in the form of a notation case. Only tests check it."""


class WrittenLesson(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A lesson as its file contains it. The learner sits at seat A, the computers at the seats after it."""

    computers: tuple[str, ...]
    """The characters at the other seats."""
    steps: tuple[WrittenStep, ...]
    options: dict[str, Any] = {}


class PastEvents(msgspec.Struct, frozen=True):
    """The events of one command in a step, and the seat that gave it (None for the clock)."""

    seat: Seat | None
    events: tuple[Event, ...]


class Snapshot(msgspec.Struct, frozen=True):
    """A state of the game, the events that led to it in this step, and the part that's shown."""

    state: Any
    past: tuple[PastEvents, ...]
    view: View


class Step(msgspec.Struct, frozen=True):
    """A step that has been played: its texts, its moves, and the moments before and after the right one."""

    written: WrittenStep
    right: Move
    wrong: tuple[Move, ...]
    before: Snapshot
    after: Snapshot


class Lesson(msgspec.Struct, frozen=True):
    """A lesson that has been played through, so that every page of it can be shown at once."""

    game: AnyGame
    computers: tuple[str, ...]
    options: dict[str, Any]
    """All options, in the notation."""
    steps: tuple[Step, ...]
    lags: bool = False
    """Whether its texts were translated from an earlier English file."""

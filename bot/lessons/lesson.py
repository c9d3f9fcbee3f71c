"""What a lesson is: as its file writes it, and as it is played."""

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
"""What a page of a lesson shows of the cards."""


class Said(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """What a page of a lesson says: what is so, and below it what to do or to know."""

    heading: str
    text: str


class Press(Said, frozen=True, kw_only=True):
    """A button of a step: a move in the notation, and what is said when it is pressed."""

    move: str
    label: str = ""
    """The words on the button, where those of the game do not say enough by themselves."""
    refused: str = ""
    """The error code with which the rules refuse it, of a move that the game offers all the same."""


class Written(Said, frozen=True, kw_only=True):
    """A step as its file writes it."""

    teaches: str
    """The kind of move that is made here, in a word."""
    right: Press
    wrong: tuple[Press, ...]
    position: dict[str, Any] | None = None
    """Left out, the step goes on where the one before it has ended."""
    chance: tuple[dict[str, Any], ...] = ()
    """All random outcomes of the step, as `docs/notation.md` writes them."""
    first: tuple[str, ...] = ()
    """What others do before anything is asked, as commands of the notation."""
    then: tuple[str, ...] = ()
    """What others do after the right press."""
    before: View = "hand"
    after: View = "hand"
    expect: dict[str, Any] = {}
    """What is true after all that, as a case of the notation says it; the tests compare it."""


class WrittenLesson(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A lesson as its file writes it; who learns sits on seat A, the computers on the seats after it."""

    computers: tuple[str, ...]
    """The characters on the other seats."""
    steps: tuple[Written, ...]
    options: dict[str, Any] = {}


class Past(msgspec.Struct, frozen=True):
    """Something that has happened in a step, and by whom; no seat means the clock."""

    seat: Seat | None
    events: tuple[Event, ...]


class Moment(msgspec.Struct, frozen=True):
    """A state of the game, what has led to it in this step, and what is shown of it."""

    state: Any
    past: tuple[Past, ...]
    view: View


class Step(msgspec.Struct, frozen=True):
    """A step that has been played: its texts, its moves, and the moments before and after the right one."""

    written: Written
    right: Move
    wrong: tuple[Move, ...]
    before: Moment
    after: Moment


class Lesson(msgspec.Struct, frozen=True):
    """A lesson that has been played through, so that every page of it can be shown at once."""

    game: AnyGame
    computers: tuple[str, ...]
    options: dict[str, Any]
    """All options, in the notation."""
    steps: tuple[Step, ...]
    lags: bool = False
    """Whether its texts were translated from an earlier English file."""

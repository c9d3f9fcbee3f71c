"""The face of a game: the words and pictures that are its own. One package here per game."""

from abc import ABC, abstractmethod
from collections.abc import Callable, Mapping, Sequence
from typing import Any, ClassVar, Final

import msgspec

from bot.engine.cards import Card
from bot.engine.draft import Refusal
from bot.engine.events import Event, TimedOut
from bot.engine.moves import Move
from bot.rendering import refusals, words
from bot.rendering.art.hands import Order
from bot.rendering.art.pictures import picture
from bot.rendering.art.zones import Board
from bot.rendering.page import Picture
from bot.rendering.scene import Scene, Told
from bot.rendering.scores import Round

Sentence = Callable[[Any, Scene], str]
"""What is said of an event, or of a refusal's facts."""

SENTENCES: Final[Mapping[type[Event], Sentence]] = {
    TimedOut: lambda e, s: f"Time is up for {words.players(s, e.seats)}.",
}
"""What is said of events that every game may have."""


class Pick(msgspec.Struct, frozen=True):
    """A choice of several cards for one option of a verb: which cards, how few, how many."""

    option: str
    cards: tuple[Card, ...]
    least: int
    most: int
    alike: str = ""
    """What the cards must have in common, as words behind their number: ` of one rank`."""


class Writing(msgspec.Struct, frozen=True):
    """A verb's one option that the player writes into a form: what is asked for, an example, how long."""

    option: str
    title: str
    """At most 45 characters, like the hint below it 100."""
    hint: str
    most: int


class Face(ABC):
    """How a game shows itself. Every method is pure and gets only what the scene's viewer may know."""

    accent: ClassVar[int]
    """Colour of the message's edge, 0xRRGGBB."""
    verbs: ClassVar[Mapping[str, str]]
    """A button's words for each verb: `Protect a card`."""
    sentences: ClassVar[Mapping[type[Event], Sentence]]
    """What is said of each kind of event, those of `SENTENCES` left out."""
    refusals: ClassVar[Mapping[str, Sentence]]
    """Why a move was refused and what would be right, for each error code of the game's own."""
    finals: ClassVar[Mapping[str, str]] = {}
    """Verbs with no way back, and the question that is asked before each."""
    told_moves: ClassVar[int] = 8
    """How many past moves the table tells."""
    explains: ClassVar[bool] = True
    """Whether players are told what they cannot do now and why."""
    has_hands: ClassVar[bool] = True
    """Whether players hold anything private."""
    unit: ClassVar[str] = "round"
    """What a line of the score sheet is called."""
    gains: ClassVar[str] = "points"
    """What the numbers on the score sheet are."""
    usual_order: ClassVar[Order] = "rank"
    """How a pictured hand is sorted as long as its owner has not chosen."""

    @abstractmethod
    def heading(self, scene: Scene) -> str:
        """Where the game stands in a few words: `turn 9`."""

    @abstractmethod
    def table(self, scene: Scene) -> str:
        """All public zones as markdown."""

    @abstractmethod
    def hand(self, scene: Scene) -> str:
        """What the viewer alone sees, as markdown."""

    @abstractmethod
    def awaits(self, scene: Scene) -> str:
        """Who must do what, mentioned, as one sentence without the deadline."""

    @abstractmethod
    def default(self, scene: Scene) -> str:
        """What happens when the clock runs out: `then they believe`."""

    @abstractmethod
    def asked(self, scene: Scene) -> str:
        """What the viewer must decide now, as a sentence to the viewer."""

    def sentence(self, event: Event, scene: Scene) -> str:
        """An event as one sentence."""
        kind = type(event)
        return (self.sentences.get(kind) or SENTENCES[kind])(event, scene)

    def refusal(self, refusal: Refusal, scene: Scene) -> str:
        """Why a move was refused and what would be right, as one or two sentences."""
        write = self.refusals.get(refusal.code) or refusals.COMMON[refusal.code]
        return write(refusal.facts, scene)

    @abstractmethod
    def result(self, scene: Scene) -> str:
        """How the game ended, with everybody's result."""

    def rounds(self, scene: Scene) -> Sequence[Round]:
        """The lines of the score sheet, oldest first; none in a game that has no rounds."""
        return ()

    def label(self, move: Move, scene: Scene) -> str:
        """A move as an entry of a select or a button, at most 80 characters."""
        return self.verbs[move.verb]

    def offered(self, scene: Scene) -> tuple[Move, ...]:
        """The moves that the viewer's controls are made from; a face changes them where they would tell."""
        return scene.legal

    def choice(self, verb: str, option: str, value: str, scene: Scene) -> str | None:
        """One value of an option as an entry of a select, where the face knows better words for it."""
        return None

    def remembered(self, past: Sequence[Told], scene: Scene) -> Sequence[Told]:
        """The past moves that may be told now, oldest first; a face leaves out what is to be forgotten."""
        return past

    def picks(self, scene: Scene) -> Mapping[str, Pick]:
        """The verbs whose cards the viewer picks freely now."""
        return {}

    def writings(self, scene: Scene) -> Mapping[str, Writing]:
        """The verbs whose option the viewer writes now, because there are too many ways to offer them."""
        return {}

    def table_moves(self, scene: Scene) -> tuple[Move, ...]:
        """Moves that everybody awaited may make, as buttons under the public table."""
        return ()

    def table_board(self, scene: Scene) -> Board | None:
        """What the picture of the public table shows; None where there is none."""
        return None

    def hand_board(self, scene: Scene, order: Order) -> Board | None:
        """What the picture of the viewer's own cards shows; None where there is none."""
        return None

    def table_picture(self, scene: Scene) -> Picture | None:
        """The public table as a picture; None where there is none."""
        board = self.table_board(scene)
        return None if board is None else picture(board, "table", scene.deck)

    def hand_picture(self, scene: Scene) -> Picture | None:
        """What the viewer alone sees as a picture; None where there is none."""
        board = self.hand_board(scene, self.usual_order if scene.order == "usual" else scene.order)
        return None if board is None else picture(board, "hand", scene.deck)

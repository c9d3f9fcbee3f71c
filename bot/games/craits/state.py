"""What a game of Craits is at any moment, and its options (rules, sections 1, 2 and 7)."""

from typing import Annotated, Final, Literal

import msgspec
from msgspec import Meta

from bot.engine.cards import PACK, Card, Suit, in_order
from bot.engine.chance import Seat
from bot.engine.contract import Options
from bot.engine.draft import GameState

Phase = Literal["opening-suit", "turn", "count", "play-again", "king-run", "between-hands", "over"]
Hand = tuple[Card, ...]
Marks = frozenset[Seat]

PLAYING: Final[frozenset[Phase]] = frozenset(("turn", "count", "play-again", "king-run"))
"""The phases in which somebody must play or draw, and in which "one card" and "idiot" may be called."""

IN_HAND: Final[frozenset[Phase]] = PLAYING | {"opening-suit"}
"""The phases of a hand: a card has been turned up, and exactly one seat decides."""

SIZES: Final[tuple[int, ...]] = (8, 7, 6, 5, 4, 3, 2, 1, 2, 3, 4, 5, 6, 7, 8)
"""How many cards each player gets in the first, second, ... hand (R4)."""

CLOCKWISE: Final = 1
ANTICLOCKWISE: Final = -1


class CraitsOptions(Options, frozen=True):
    """What a table may change about the game."""

    hands: Annotated[
        int,
        Meta(
            ge=1, le=15, description="How many hands are played; 8 is the usual short game", examples=[8, 15]
        ),
    ] = 15
    faces: Annotated[bool, Meta(description="Jacks, the queen of spades and kings do something too")] = False
    # Both spellings of two: a number as people type it, a text as a case may write it.
    packs: Annotated[
        Literal["auto", "2", 2],
        Meta(
            description="auto: a second pack from six players on; 2: always two packs", examples=["auto", 2]
        ),
    ] = "auto"
    opening_suit: Annotated[
        Literal["blind", "seen"],
        Meta(description="Whether the dealer names the suit of a turned-up 8 or 9 without seeing the hand"),
    ] = "blind"
    hand_cap: Annotated[
        int,
        Meta(
            ge=100, le=5000, description="Plays and draws after which a hand is stopped", examples=[300, 1000]
        ),
    ] = 1000

    def packs_for(self, seats: int) -> int:
        """How many packs so many players use (R1)."""
        return 1 if self.packs == "auto" and seats <= 5 else 2

    def cards_for(self, seats: int) -> tuple[Card, ...]:
        """All the cards so many players use, in canonical order."""
        return in_order(PACK * self.packs_for(seats))


class Scored(msgspec.Struct, frozen=True):
    """One hand in the record: (seat, points) of the seats that were active when it was scored."""

    points: tuple[tuple[Seat, int], ...]
    pressure: tuple[tuple[Seat, int], ...]


class Scores(msgspec.Struct, frozen=True):
    """The score sheet, per seat; the numbers double with each pressure and have no upper limit (R29)."""

    totals: tuple[int, ...]
    pressures: tuple[int, ...]
    hand_pressures: tuple[int, ...]
    record: tuple[Scored, ...] = ()

    def pressed(self, seat: Seat, points: int) -> "Scores":
        """The sheet after one more pressure on a seat, worth these points."""
        return msgspec.structs.replace(
            self,
            totals=_raised(self.totals, seat, points),
            pressures=_raised(self.pressures, seat, 1),
            hand_pressures=_raised(self.hand_pressures, seat, 1),
        )


def seats_still_in(seats: int, left: Marks) -> tuple[Seat, ...]:
    """The seats of a table whose players have not left, in seat order."""
    return tuple(seat for seat in range(seats) if seat not in left)


def _raised(numbers: tuple[int, ...], seat: Seat, by: int) -> tuple[int, ...]:
    return (*numbers[:seat], numbers[seat] + by, *numbers[seat + 1 :])


class State(GameState, frozen=True):
    """A game of Craits. The fields are those of the position notation (section 11)."""

    options: CraitsOptions
    pack: tuple[Card, ...]
    """All the cards of the game in canonical order: what `/deal` gathers."""
    phase: Phase
    turn: Seat | None
    hand_number: int
    dealer: Seat
    direction: int
    hands: tuple[Hand, ...]
    stock: tuple[Card, ...]
    """Face down, the top card first."""
    top: Card | None
    under: tuple[Card, ...]
    suit: Suit | None
    count: int
    jack_run: int
    king_steps: int
    undeclared: Marks
    declared: Marks
    owes: Marks
    left: Marks
    scores: Scores
    actions: int
    revealed: bool

    def is_active(self, seat: Seat) -> bool:
        """Whether the seat exists and its player has not left."""
        return 0 <= seat < len(self.hands) and seat not in self.left

    @property
    def active(self) -> tuple[Seat, ...]:
        """The seats that have not left, in seat order."""
        return seats_still_in(len(self.hands), self.left)

    def is_blind(self, seat: Seat) -> bool:
        """Whether a player may not see their own hand: the dealer, before naming the suit (R6)."""
        blind = self.options.opening_suit == "blind"
        return blind and self.phase == "opening-suit" and seat == self.dealer

"""The state of a game of Craits: all zones of section 2, and the questions every module asks of them."""

from collections.abc import Sequence
from itertools import chain
from typing import Annotated, Final, Literal, TypeAlias

from msgspec import Meta, Struct
from msgspec.structs import replace

from bot.engine.cards import Card, Cards, Suit, in_order
from bot.engine.chance import Seat
from bot.engine.draft import GameState, put
from bot.engine.positions import BySeat, Count, Inline, Pairs, Unwritten
from bot.engine.seats import seats_except
from bot.games.craits.cards import HAND_SIZES, KING_STEPS
from bot.games.craits.options import CraitsOptions

Phase = Literal["opening-suit", "turn", "count", "play-again", "king-run", "between-hands", "over"]
Marks: TypeAlias = frozenset[Seat]

NOBODY: Final[Marks] = frozenset()

PLAYING: Final[frozenset[Phase]] = frozenset(("turn", "count", "play-again", "king-run"))
"""The phases in which someone must play or draw, and in which "one card" and "idiot" may be called."""

IN_HAND: Final[frozenset[Phase]] = PLAYING | {"opening-suit"}
"""The phases of a hand: a card has been turned up, and exactly one seat decides."""

CLOCKWISE: Final = 1
ANTICLOCKWISE: Final = -1


def seat_after(seat: Seat, active: Sequence[Seat], direction: int, seats: int) -> Seat:
    """Return the next active seat in a direction, at a table of `seats`."""
    seat = (seat + direction) % seats
    while seat not in active:
        seat = (seat + direction) % seats
    return seat


class Scored(Struct, frozen=True):
    """One hand in the record: (seat, points) of the seats that were active when it was scored."""

    points: Pairs[int] = ()
    pressure: Pairs[int] = ()

    def of(self, seat: Seat) -> tuple[int, int] | None:
        """Return a player's points and pressure in this hand. None for one who had left."""
        points, pressure = dict(self.points), dict(self.pressure)
        return (points[seat], pressure.get(seat, 0)) if seat in points else None


class Scores(Struct, frozen=True):
    """The score sheet, by seat. Each pressure costs twice the one before, without a limit (R29)."""

    totals: BySeat[int]
    pressures: BySeat[Count]
    hand_pressures: BySeat[Count]
    record: tuple[Scored, ...] = ()

    def with_pressure(self, seat: Seat, points: int) -> "Scores":
        """Return the sheet after one more pressure on a seat, worth these points."""
        return replace(
            self,
            totals=put(self.totals, seat, self.totals[seat] + points),
            pressures=put(self.pressures, seat, self.pressures[seat] + 1),
            hand_pressures=put(self.hand_pressures, seat, self.hand_pressures[seat] + 1),
        )


class State(GameState, frozen=True, kw_only=True):
    """A whole game between two moves. Values by seat include players who have left."""

    options: Unwritten[CraitsOptions]
    pack: Unwritten[Cards]
    """All cards of the game in canonical order. Each deal shuffles them."""
    phase: Phase = "between-hands"
    turn: Seat | None = None
    hand_number: Annotated[int, Meta(ge=1, le=len(HAND_SIZES))] = 1
    dealer: Seat = 0
    direction: int = CLOCKWISE
    hands: BySeat[Cards]
    stock: Cards = ()
    """Face down, the top card first."""
    top: Card | None = None
    under: Cards = ()
    """The discard pile without its top card. The order doesn't matter: nobody sees it before a shuffle."""
    suit: Suit | None = None
    count: Count = 0
    jack_run: Count = 0
    king_steps: Annotated[int, Meta(ge=0, le=KING_STEPS)] = 0
    declared: Marks = NOBODY
    owes: Marks = NOBODY
    left: tuple[Seat, ...] = ()
    """The seats that have left, in seat order."""
    scores: Inline[Scores]
    actions: Count = 0
    revealed: bool = False
    undeclared: Marks = NOBODY

    @property
    def all_cards(self) -> Cards:
        """The cards of all zones in canonical order."""
        top = () if self.top is None else (self.top,)
        return in_order((*self.stock, *self.under, *top, *chain(*self.hands)))

    @property
    def active(self) -> tuple[Seat, ...]:
        """The seats that haven't left, in seat order."""
        return seats_except(len(self.hands), self.left)

    def next_seat(self, seat: Seat) -> Seat:
        """Return the next active seat in the current direction."""
        return seat_after(seat, self.active, self.direction, len(self.hands))

    def is_blind(self, seat: Seat) -> bool:
        """Whether a player may not see their own hand: the dealer, before naming the suit (R6)."""
        blind = self.options.opening_suit == "blind"
        return blind and self.phase == "opening-suit" and seat == self.dealer

    def without_marks(self, seat: Seat) -> "State":
        """Return the state without a seat's single-card marks, which end when its hand changes (R22)."""
        if seat not in self.undeclared and seat not in self.declared:
            return self
        return replace(self, undeclared=self.undeclared - {seat}, declared=self.declared - {seat})

"""The table of Crazy Rummy: all zones of section 2, and the questions everybody asks of them."""

from typing import Literal, TypeAlias

from bot.engine.cards import Card
from bot.engine.chance import Seat
from bot.engine.draft import GameState
from bot.games.crazy_rummy.cards import Cards
from bot.games.crazy_rummy.options import CrazyRummyOptions

Phase = Literal["draw", "play", "over"]
Board: TypeAlias = tuple[Cards, ...]
"""The sets in front of one player, first laid first."""


class State(GameState, frozen=True, kw_only=True):
    """One game between two commands; tuples with one entry per seat hold those who left, too."""

    options: CrazyRummyOptions
    hand_number: int
    dealer: Seat
    turn: Seat | None
    phase: Phase = "draw"
    packs: int
    pack: Cards
    """Every card of this hand in canonical order: what conservation is judged against."""
    wild: str
    marker: Card | None
    stock: Cards
    """First card on top."""
    discard: Cards
    """Last card on top."""
    hands: tuple[Cards, ...]
    sets: tuple[Board, ...]
    fed: tuple[Cards, ...]
    opened: frozenset[str] = frozenset()
    """The ranks that may be fed: those of all sets on the table (R9)."""
    first_play_done: tuple[Seat, ...] = ()
    laid: bool = False
    taken: Card | None = None
    lock_count: int = 0
    rebuilds: int = 0
    totals: tuple[int, ...]
    last_hand: bool = False
    aside: Cards = ()
    left: tuple[Seat, ...] = ()
    winners: tuple[Seat, ...] = ()

    @property
    def active(self) -> tuple[Seat, ...]:
        """The seats that have not left, in seat order."""
        seats = range(len(self.hands))
        return tuple(seat for seat in seats if seat not in self.left) if self.left else tuple(seats)

    @property
    def mover(self) -> Seat:
        """The seat whose turn it is, in a game that still runs."""
        assert self.turn is not None, "nobody is to move when the game is over"
        return self.turn

    def next_seat(self, seat: Seat) -> Seat:
        """The next active seat to the left."""
        seats = len(self.hands)
        return next(
            other for step in range(1, seats + 1) if (other := (seat + step) % seats) not in self.left
        )

"""The table of Crazy Rummy: all zones of section 2, and the questions everybody asks of them."""

from typing import Any, Literal, TypeAlias, TypeVar

import msgspec

from bot.engine.cards import RANK_OF, Card
from bot.engine.chance import Chance, Seat
from bot.engine.contract import Event, Step
from bot.games.crazy_rummy.options import CrazyRummyOptions
from bot.games.crazy_rummy.values import Cards

Phase = Literal["draw", "play", "over"]
Board: TypeAlias = tuple[Cards, ...]
"""The sets in front of one player, first laid first."""
T = TypeVar("T")


class State(msgspec.Struct, frozen=True, kw_only=True):
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


class Play:
    """One command being carried out: the state as it becomes, and what there is to tell of it."""

    __slots__ = ("chance", "events", "state")

    def __init__(self, state: State, chance: Chance) -> None:
        self.state, self.chance = state, chance
        self.events: list[Event] = []

    def change(self, **fields: Any) -> None:
        """Give these fields of the state new values."""
        self.state = msgspec.structs.replace(self.state, **fields)

    def tell(self, event: Event) -> None:
        """Add what has just happened."""
        self.events.append(event)

    def step(self) -> Step[State]:
        """What the command has led to."""
        return Step(self.state, tuple(self.events))


def put(values: tuple[T, ...], seat: Seat, value: T) -> tuple[T, ...]:
    """These values, one per seat, with that of one seat replaced."""
    return (*values[:seat], value, *values[seat + 1 :])


def by_rank(hand: Cards) -> dict[str, list[Card]]:
    """The cards of a hand under their ranks."""
    groups: dict[str, list[Card]] = {}
    for card in hand:
        groups.setdefault(RANK_OF[card], []).append(card)
    return groups


def set_rank(cards: Cards, wild: str) -> str:
    """The rank of a set: that of its naturals, or the wild rank when it has none."""
    return next((rank for card in cards if (rank := RANK_OF[card]) != wild), wild)

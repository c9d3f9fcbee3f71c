"""What a running game consists of, and `Play`, one command while it is carried out."""

from functools import cache
from typing import Annotated, Final, Literal, TypeAlias, TypeVar

import msgspec
from msgspec import Meta

from bot.engine.cards import JOKER, RANK_OF, RANKS, Card, Rank, Suit
from bot.engine.chance import Chance, Seat, seat_letter
from bot.engine.contract import Options
from bot.engine.draft import GameState, Refusal, Step
from bot.engine.events import Event

T = TypeVar("T")

Cards: TypeAlias = tuple[Card, ...]
Phase = Literal[
    "turn",
    "bluff-window",
    "challenge-place",
    "challenge-guess-1",
    "challenge-guess-2",
    "vote",
    "over",
]
End = Literal["threshold", "turn-limit", "forfeit", "abandoned"]

MOST_SEATS: Final = 6


class CrapOptions(Options, frozen=True):
    """What a table may change."""

    threshold: Annotated[
        int, Meta(ge=50, le=5000, description="Points to pass in a scoring round", examples=[300, 1000])
    ] = 1000
    jokers: Annotated[bool, Meta(description="Four jokers that stand for any card of a set")] = False
    force_recycle: Annotated[
        bool, Meta(description="The others may vote to make a player recycle, against a stalemate")
    ] = False
    turn_limit: Annotated[
        int, Meta(ge=50, le=2000, description="Turns after which the sets are counted", examples=[150, 600])
    ] = 600
    idle_limit: Annotated[
        int,
        Meta(ge=1, le=10, description="Turns in a row a player may let run out", examples=[2, 3]),
    ] = 3
    turn_timeout: Annotated[
        int, Meta(ge=30, le=86400, description="Seconds for a turn", examples=[120, 300])
    ] = 300
    response_timeout: Annotated[
        int, Meta(ge=15, le=86400, description="Seconds for every other answer", examples=[30, 60])
    ] = 60


class LaidSet(msgspec.Struct, frozen=True):
    """A set on the table: four or eight cards, without the one it lent.

    `value` is recorded per set when it is laid, before the jokers are taken off; `borrowed` is the
    marker that lies across a set of aces.
    """

    owner: Seat
    rank: Rank
    cards: Cards
    double: bool
    value: int
    borrowed: Card | None = None


class GuessedCard(msgspec.Struct, frozen=True):
    """What somebody expects the opponent to have placed."""

    rank: Rank
    suit: Suit


class Acquisition(msgspec.Struct, frozen=True):
    """An acquire that waits for the others: who has answered that he believes it."""

    rank: Rank
    believed: tuple[Seat, ...] = ()


class Duel(msgspec.Struct, frozen=True):
    """A challenge under way: the guess of every seat, None where there is none."""

    target: Seat
    die: int
    guesses: tuple[GuessedCard | None, ...]


class Ballot(msgspec.Struct, frozen=True):
    """A vote on a force recycle: the vote of every seat, None where there is none."""

    target: Seat
    votes: tuple[bool | None, ...]


Pending: TypeAlias = Acquisition | Duel | Ballot


class Record(msgspec.Struct, frozen=True, tag_field="action", forbid_unknown_fields=True):
    """What a resolved action made known, held as the notation writes it, seats as letters.

    No rule ever looks at it: it is there to be shown.
    """

    seat: str


class State(GameState, frozen=True):
    """A game between two commands; tuples by seat where there is one thing for each."""

    options: CrapOptions
    pack: Cards
    """All cards of the game in canonical order."""
    hands: tuple[Cards, ...]
    protected: tuple[Cards, ...]
    placed: tuple[Cards, ...]
    totals: tuple[int, ...]
    idle: tuple[int, ...]
    stock: Cards = ()
    """First card on top."""
    discard: Cards = ()
    sets: tuple[LaidSet, ...] = ()
    phase: Phase = "turn"
    turn: Seat = 0
    turn_number: int = 1
    timeouts: int = 0
    scoring_rounds: int = 0
    left: tuple[Seat, ...] = ()
    leaving: tuple[Seat, ...] = ()
    """Who has left during an action and stays in it until it has resolved (R37)."""
    pending: Pending | None = None
    last: Record | None = None
    winners: tuple[Seat, ...] = ()
    end: End | None = None


class GameOver(Event, frozen=True):
    """The game has ended: with everybody's total, and why."""

    winners: tuple[Seat, ...]
    end: str
    totals: tuple[int, ...]


class Play:
    """One command being carried out: the state so far, what has happened, and chance.

    `has_scored`: whether this action has had its scoring round; there is at most one (R31).
    """

    __slots__ = ("chance", "events", "has_scored", "state")

    def __init__(self, state: State, chance: Chance) -> None:
        self.state = state
        self.chance = chance
        self.events: list[Event] = []
        self.has_scored = False

    def is_over(self) -> bool:
        """Whether the game has ended on the way."""
        return self.state.phase == "over"

    def change(self, **fields: object) -> None:
        """Go on with a state in which these fields are different."""
        self.state = msgspec.structs.replace(self.state, **fields)

    def tell(self, event: Event) -> None:
        """Note what has happened."""
        self.events.append(event)

    def add_to_hand(self, seat: Seat, cards: Cards) -> None:
        """Put cards into a hand."""
        self.change(hands=put(self.state.hands, seat, self.state.hands[seat] + cards))

    def end_game(self, winners: tuple[Seat, ...], end: End) -> None:
        """End the game; what the running action still owes is not done."""
        self.change(phase="over", pending=None, winners=winners, end=end)

    def step(self) -> Step[State]:
        """What the command led to; the end of the game is the last thing told."""
        state = self.state
        if state.end:
            self.tell(GameOver(winners=state.winners, end=state.end, totals=state.totals))
        return Step(state, tuple(self.events))


def put(values: tuple[T, ...], seat: Seat, value: T) -> tuple[T, ...]:
    """The values by seat with another one for this seat."""
    return (*values[:seat], value, *values[seat + 1 :])


@cache
def _seats_but(seats: int, gone: tuple[Seat, ...]) -> tuple[Seat, ...]:
    return tuple(seat for seat in range(seats) if seat not in gone)


def active(state: State) -> tuple[Seat, ...]:
    """The players of the rules: who has not left, or leaves only after this action (R37)."""
    return _seats_but(len(state.hands), state.left)


def staying(state: State) -> tuple[Seat, ...]:
    """Who may still act, score and win."""
    return _seats_but(len(state.hands), state.left + state.leaving)


def others(state: State, *but: Seat) -> tuple[Seat, ...]:
    """The active players without these seats."""
    return _seats_but(len(state.hands), state.left + but)


def next_active(state: State, seat: Seat) -> Seat:
    """The next active player clockwise, the seat itself if it is alone."""
    seats = len(state.hands)
    return next(
        after % seats for after in range(seat + 1, seat + seats + 1) if after % seats not in state.left
    )


def holding(state: State, seat: Seat) -> Cards:
    """What a player holds: hand and protected cards."""
    return state.hands[seat] + state.protected[seat]


def rank_counts(cards: Cards) -> dict[Rank, int]:
    """How many naturals of each rank there are, for all thirteen."""
    counts = dict.fromkeys(RANKS, 0)
    for card in cards:
        if card != JOKER:
            counts[RANK_OF[card]] += 1
    return counts


def rank_number(rank: Rank) -> int:
    """The face value as a number, ace 1 to king 13."""
    return RANKS.index(rank) + 1


def letter_or_none(seat: Seat | None) -> str | None:
    """The letter of a seat, if there is one."""
    return None if seat is None else seat_letter(seat)


def bad_target(state: State, seat: Seat, target: Seat) -> Refusal | None:
    """Why a player cannot be chosen: only another active one may (R42)."""
    if target != seat and target in active(state):
        return None
    return Refusal("bad-target", {"player": target, "players": others(state, seat)})

"""The table of C.R.A.P.: all zones of section 2, the action under way, and the questions asked of them."""

from functools import cache
from typing import Final, Literal, TypeAlias

import msgspec

from bot.engine.cards import Card, Rank
from bot.engine.chance import Seat
from bot.engine.draft import GameState, Refusal
from bot.engine.view import Back
from bot.games.crap.cards import Cards, GuessedCard, LaidSet, naturals
from bot.games.crap.last_action import AnyLastAction
from bot.games.crap.options import CrapOptions

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

MAX_SEATS: Final = 6


class Acquisition(msgspec.Struct, frozen=True, tag=True):
    """An acquire that waits for the others: `believed` are those who have let it pass."""

    rank: Rank
    believed: tuple[Seat, ...] = ()


class Duel(msgspec.Struct, frozen=True, tag=True):
    """A challenge under way: the guess of every seat, None where there is none."""

    target: Seat
    die: int
    guesses: tuple[GuessedCard | None, ...]


class Ballot(msgspec.Struct, frozen=True, tag=True):
    """A vote on a forced recycle: the vote of every seat, None where there is none.

    Without a target the table votes on allowing forced recycles.
    """

    target: Seat | None
    votes: tuple[bool | Back | None, ...]


Pending: TypeAlias = Acquisition | Duel | Ballot


class State(GameState, frozen=True, kw_only=True):
    """One game between two commands; tuples with one entry per seat hold those who left, too."""

    options: CrapOptions
    pack: Cards
    """All cards of the game in canonical order: what conservation is judged against."""
    phase: Phase = "turn"
    turn: Seat = 0
    turn_number: int = 1
    stock: Cards = ()
    """First card on top."""
    discard: Cards = ()
    sets: tuple[LaidSet, ...] = ()
    """First laid first."""
    hands: tuple[Cards, ...]
    protected: tuple[Cards, ...]
    placed: tuple[Cards, ...]
    totals: tuple[int, ...]
    idle: tuple[int, ...]
    """How many turns in a row each player has let run out."""
    timeouts: int = 0
    scoring_rounds: int = 0
    left: tuple[Seat, ...] = ()
    leaving: tuple[Seat, ...] = ()
    """Who has left during an action and takes part in it until it has resolved (R37)."""
    pending: Pending | None = None
    last: AnyLastAction | None = None
    forcing: bool = False
    """Whether the table has voted to allow forced recycles in this game."""
    winners: tuple[Seat, ...] = ()
    end: End | None = None

    @property
    def active(self) -> tuple[Seat, ...]:
        """The seats that may still act, score and win: neither gone nor leaving."""
        return _seats_but(len(self.hands), self.left + self.leaving)

    def others(self, *but: Seat) -> tuple[Seat, ...]:
        """Who takes part in an action besides these seats; those who are leaving still do (R37)."""
        return _seats_but(len(self.hands), self.left + but)

    def next_seat(self, seat: Seat) -> Seat:
        """The next seat clockwise that has not left."""
        seats = len(self.hands)
        return next(
            after for step in range(1, seats + 1) if (after := (seat + step) % seats) not in self.left
        )

    def holding(self, seat: Seat) -> Cards:
        """What a player holds: hand and protected cards."""
        return self.hands[seat] + self.protected[seat]

    def naturals(self, seat: Seat, rank: Rank) -> Cards:
        """A player's naturals of a rank in pick order: unprotected ones first."""
        return naturals(self.hands[seat], rank) + naturals(self.protected[seat], rank)

    def first_natural(self, seat: Seat, rank: Rank) -> Card | None:
        """The card of a rank that is shown as proof or discarded; None when a player holds none."""
        return next(iter(self.naturals(seat, rank)), None)

    @property
    def acquisition(self) -> Acquisition:
        """The acquire under way."""
        assert isinstance(self.pending, Acquisition)
        return self.pending

    @property
    def duel(self) -> Duel:
        """The challenge under way."""
        assert isinstance(self.pending, Duel)
        return self.pending

    @property
    def ballot(self) -> Ballot:
        """The vote under way."""
        assert isinstance(self.pending, Ballot)
        return self.pending


@cache
def _seats_but(seats: int, gone: tuple[Seat, ...]) -> tuple[Seat, ...]:
    return tuple(seat for seat in range(seats) if seat not in gone)


def target_refusal(state: State, seat: Seat, target: Seat) -> Refusal | None:
    """Why a player cannot be chosen: only another one who has not left may (R42)."""
    others = state.others(seat)
    return None if target in others else Refusal("bad-target", {"player": target, "players": others})

"""The state of a game of C.R.A.P.: all zones of section 2, the action under way, and questions about them."""

from itertools import chain
from typing import Annotated, Final, Literal, TypeAlias

import msgspec
from msgspec import Meta

from bot.engine.cards import Card, Cards, Rank, in_order
from bot.engine.chance import Seat
from bot.engine.draft import GameState, Refusal
from bot.engine.positions import BySeat, Count, Sparse, Unwritten
from bot.engine.seats import from_left_of, seats_except
from bot.engine.view import Back
from bot.games.crap.cards import GuessedCard, LaidSet, cards_of_sets, naturals
from bot.games.crap.last_action import AnyLastAction
from bot.games.crap.options import CrapOptions

Phase = Literal[
    "turn", "bluff-window", "challenge-place", "challenge-guess-1", "challenge-guess-2", "vote", "over"
]
End = Literal["threshold", "turn-limit", "forfeit", "abandoned"]

MAX_SEATS: Final = 6
MAX_PLACED: Final = 6
"""The highest number on the die."""


class Acquisition(msgspec.Struct, frozen=True, tag_field="action", tag="acquire"):
    """An acquire that waits for answers. `believed` are the seats that let it pass."""

    rank: Rank
    believed: tuple[Seat, ...] = ()


class Duel(msgspec.Struct, frozen=True, tag_field="action", tag="challenge"):
    """A challenge under way. `guesses` are by seat, None if there isn't one."""

    target: Seat
    die: Annotated[int, Meta(ge=1, le=MAX_PLACED)]
    guesses: Sparse[GuessedCard | None]


class Ballot(msgspec.Struct, frozen=True, tag_field="action", tag="force-recycle"):
    """A vote on making `target` recycle, or (None) on allowing forced recycles. `votes` are by seat."""

    target: Seat | None
    votes: Sparse[bool | Back | None]


Pending: TypeAlias = Acquisition | Duel | Ballot


class State(GameState, frozen=True, kw_only=True):
    """A whole game between two moves. Values by seat include players who have left."""

    options: Unwritten[CrapOptions]
    pack: Unwritten[Cards]
    """All cards of the game in canonical order. No move may change them."""
    phase: Phase = "turn"
    turn: Seat = 0
    turn_number: Annotated[int, Meta(ge=1)] = 1
    stock: Cards = ()
    """The top card first."""
    discard: Cards = ()
    sets: tuple[LaidSet, ...] = ()
    """In the order in which they were laid."""
    hands: BySeat[Cards]
    protected: BySeat[Cards]
    placed: BySeat[Cards]
    totals: BySeat[int]
    idle: BySeat[Count]
    """Timed-out turns in a row, by seat."""
    timeouts: Count = 0
    scoring_rounds: Count = 0
    left: tuple[Seat, ...] = ()
    leaving: tuple[Seat, ...] = ()
    """Seats that left during the current action. They take part in it until it has resolved (R37)."""
    pending: Pending | None = None
    last: AnyLastAction | None = None
    winners: tuple[Seat, ...] = ()
    end: End | None = None
    forcing: bool = False
    """Whether the table has voted to allow forced recycles in this game."""

    @property
    def all_cards(self) -> Cards:
        """The cards of all zones in canonical order."""
        by_players = chain(*self.hands, *self.protected, *self.placed)
        return in_order(chain(by_players, self.stock, self.discard, cards_of_sets(self.sets)))

    @property
    def active(self) -> tuple[Seat, ...]:
        """The seats that can still act, score and win: those that haven't left and aren't leaving."""
        return seats_except(len(self.hands), self.left + self.leaving)

    def others(self, *but: Seat) -> tuple[Seat, ...]:
        """Return the participants of an action except these seats. Leaving seats still count (R37)."""
        return seats_except(len(self.hands), self.left + but)

    def next_seat(self, seat: Seat) -> Seat:
        """Return the next seat clockwise that hasn't left."""
        return from_left_of(seat, self.others())[0]

    def holding(self, seat: Seat) -> Cards:
        """Return the cards a player holds, in the hand and protected."""
        return self.hands[seat] + self.protected[seat]

    def naturals(self, seat: Seat, rank: Rank) -> Cards:
        """Return a player's naturals of a rank, unprotected ones first."""
        return naturals(self.hands[seat], rank) + naturals(self.protected[seat], rank)

    def first_natural(self, seat: Seat, rank: Rank) -> Card | None:
        """Return the card of a rank that a player shows as proof or discards. None if they hold none."""
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


def target_refusal(state: State, seat: Seat, target: Seat) -> Refusal | None:
    """Return why a player can't be chosen. It takes another player who hasn't left (R42)."""
    others = state.others(seat)
    return None if target in others else Refusal("bad-target", {"player": target, "players": others})

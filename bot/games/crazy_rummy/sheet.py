"""What one seat, or a spectator, may know: the only place where secrets are cut (section 2)."""

from itertools import chain
from typing import Literal

from bot.engine.cards import Card
from bot.engine.chance import Seat
from bot.engine.contract import Sheet
from bot.engine.notation import by_letter
from bot.games.crazy_rummy.cards import board_points, open_ranks
from bot.games.crazy_rummy.drawing import take_refusal
from bot.games.crazy_rummy.position import public
from bot.games.crazy_rummy.state import State
from bot.games.crazy_rummy.turns import is_locked, lock_limit


class CrazyRummySheet(Sheet, frozen=True, kw_only=True):
    """The fields of a position with hidden cards replaced by their number, and what follows from them.

    Seats are letters, as in the notation.
    """

    phase: str
    hand_number: int
    dealer: str
    turn: str | None
    marker: Card | None
    wild: str
    packs: int
    stock: int
    discard: list[int | Card]
    """The number of cards under the top one, then the top one; only what there is."""
    hands: dict[str, list[Card] | int]
    sets: dict[str, list[list[Card]]]
    fed: dict[str, list[Card]]
    first_play_done: list[str]
    laid: bool
    taken: Card | None
    lock_count: int
    rebuilds: int
    totals: dict[str, int]
    last_hand: bool
    aside: int
    left: list[str]
    winners: list[str]

    @property
    def active_count(self) -> int:
        """How many players have not left."""
        return len(self.hands) - len(self.left)

    @property
    def top_discard(self) -> Card | None:
        """The card on top of the discard pile."""
        return str(self.discard[-1]) if self.discard else None

    @property
    def discard_size(self) -> int:
        """How many cards the discard pile has."""
        return sum(part if isinstance(part, int) else 1 for part in self.discard)

    @property
    def can_take(self) -> bool:
        """Whether the top discard can be taken by a player who is to draw (R13)."""
        return take_refusal(self.discard, self.lock_count, self.active_count) is None

    @property
    def is_locked(self) -> bool:
        """Whether the discard pile is closed (R13)."""
        return is_locked(self.lock_count, self.active_count)

    @property
    def lock_limit(self) -> int:
        """How many turns that take a discard and lay nothing close the pile (R13)."""
        return lock_limit(self.active_count)

    @property
    def opened(self) -> frozenset[str]:
        """The ranks that may be fed (R9)."""
        return open_ranks(chain(*self.sets.values()), self.wild)

    def board_points(self, letter: str) -> int:
        """What all cards in front of a player count (section 6.2)."""
        return board_points(self.sets[letter], self.fed[letter], self.wild)

    def first_play(self, letter: str) -> Literal["to come", "now", "over"]:
        """Where an active player stands with the first play of this hand (R7)."""
        if letter in self.first_play_done:
            return "over"
        return "now" if self.laid and letter == self.turn else "to come"


def sheet_for(state: State, viewer: Seat | None) -> CrazyRummySheet:
    """What `viewer` sees; a spectator and a player who left see no hand before the game is over."""
    return CrazyRummySheet(
        **public(state),
        stock=len(state.stock),
        discard=_pile(state),
        hands=by_letter([_hand(state, seat, viewer) for seat in range(len(state.hands))]),
        aside=len(state.aside),
    )


def _pile(state: State) -> list[int | Card]:
    under = len(state.discard) - 1
    top: list[int | Card] = list(state.discard[-1:])
    return [under, *top] if under > 0 else top


def _hand(state: State, seat: Seat, viewer: Seat | None) -> list[Card] | int:
    hand = state.hands[seat]
    is_own = seat == viewer and seat not in state.left
    return list(hand) if is_own or state.phase == "over" else len(hand)

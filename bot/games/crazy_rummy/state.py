"""The state of a game of Crazy Rummy: all zones of section 2, and questions about them."""

from itertools import chain
from typing import Annotated, Literal, TypeAlias

from msgspec import UNSET, Meta, UnsetType

from bot.engine.cards import Card, Cards, in_order
from bot.engine.chance import Seat
from bot.engine.draft import GameState
from bot.engine.positions import BySeat, Count, Unwritten
from bot.engine.seats import from_left_of, seats_except
from bot.games.crazy_rummy.cards import board_points
from bot.games.crazy_rummy.options import CrazyRummyOptions

Phase = Literal["draw", "play", "over"]
Board: TypeAlias = tuple[Cards, ...]
"""The sets in front of one player, in the order in which they were laid."""
FirstPlay = Literal["to come", "now", "over"]
"""The progress of an active player's first play of a hand (R7)."""


def lock_limit(players: int) -> int:
    """Return the number of turns in a row that must take from the discard pile to lock it (R13)."""
    return 2 * players


class State(GameState, frozen=True, kw_only=True):
    """A whole game between two moves. Values by seat include players who have left."""

    options: Unwritten[CrazyRummyOptions]
    pack: Unwritten[Cards]
    """Every card of this hand, in canonical order. The check for lost cards compares with it."""
    phase: Phase = "draw"
    hand_number: Annotated[int, Meta(ge=1)] = 1
    dealer: Seat = 0
    turn: Seat | None = None
    marker: Card | None = None
    wild: str
    packs: Annotated[int, Meta(ge=1)]
    stock: Cards = ()
    """The first card is the top."""
    discard: Cards = ()
    """The last card is the top."""
    hands: BySeat[Cards]
    sets: BySeat[Board]
    fed: BySeat[Cards]
    opened: Unwritten[frozenset[str]] = frozenset()
    """The open ranks of all `sets`, kept because many moves ask for them (R9)."""
    first_play_done: tuple[Seat, ...] = ()
    """Active players who laid something in an earlier turn of this hand (R7)."""
    laid: bool = False
    """Whether the player on turn has laid something this turn."""
    taken: Card | None = None
    """The card taken from the discard pile this turn, until it or an equal one is laid (R11)."""
    lock_count: Count = 0
    """The number of turns in a row that took from the discard pile and laid nothing (R13)."""
    rebuilds: Count = 0
    totals: BySeat[int]
    last_hand: bool = False
    """Whether a total has reached the target (section 6.4)."""
    aside: Cards = ()
    """The cards of players who left during this hand (R17)."""
    left: tuple[Seat, ...] = ()
    winners: tuple[Seat, ...] = ()
    without_turn: tuple[Seat, ...] | UnsetType = UNSET
    """Players who haven't had a turn in this game. Unset unless hands are added for them."""

    @property
    def all_cards(self) -> Cards:
        """The cards of all zones in canonical order."""
        marker = () if self.marker is None else (self.marker,)
        zones = (self.stock, self.discard, marker, self.aside)
        return in_order(chain(*zones, *self.hands, *chain(*self.sets), *self.fed))

    @property
    def active(self) -> tuple[Seat, ...]:
        """The seats that haven't left, in seat order."""
        return seats_except(len(self.hands), self.left)

    @property
    def active_count(self) -> int:
        """The number of players who haven't left."""
        return len(self.hands) - len(self.left)

    @property
    def is_out_of_hands(self) -> bool:
        """Whether the game ends with this hand because of the limit of hands (section 6.5)."""
        waits = self.without_turn or ()
        return self.hand_number >= self.options.max_hands and not set(waits) - set(self.left)

    @property
    def is_locked(self) -> bool:
        """Whether nobody may take a card from the discard pile now (R13)."""
        return self.lock_count >= lock_limit(self.active_count)

    @property
    def top_discard(self) -> Card | None:
        """The top card of the discard pile, if it has one."""
        return self.discard[-1] if self.discard else None

    @property
    def mover(self) -> Seat:
        """The seat on turn, in a game that still runs."""
        assert self.turn is not None, "there is no turn when the game is over"
        return self.turn

    def next_seat(self, seat: Seat) -> Seat:
        """Return the next active seat to the left."""
        return from_left_of(seat, self.active)[0]

    def board_points(self, seat: Seat) -> int:
        """Return the points of all cards in front of a player (section 6.2)."""
        return board_points(self.sets[seat], self.fed[seat], self.wild)

    def first_play(self, seat: Seat) -> FirstPlay:
        """Return the progress of an active player's first play of this hand (R7)."""
        if seat in self.first_play_done:
            return "over"
        return "now" if self.laid and seat == self.turn else "to come"

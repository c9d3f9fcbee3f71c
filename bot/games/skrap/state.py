"""The state of a game of Skrap: all zones of section 2, and the questions every chapter asks of them."""

from collections.abc import Iterator
from itertools import chain
from typing import Final, Literal

import msgspec

from bot.engine.cards import Card
from bot.engine.chance import Seat, Shape
from bot.engine.draft import GameState
from bot.engine.view import Back
from bot.games.skrap.cards import Cards
from bot.games.skrap.options import SkrapOptions

Phase = Literal["surge", "throw", "open", "battle", "scavenge", "over"]

_ALL_SEATS: Final = tuple(tuple(range(seats)) for seats in range(6))
"""By the number of seats; asked for several times a move."""


class PlayedBot(msgspec.Struct, frozen=True):
    """A bot on the field; its effective values are fixed when it is played (R12)."""

    owner: Seat
    weapon: Card
    armour: Card
    weapon_value: int
    armour_value: int


class State(GameState, frozen=True, kw_only=True):
    """A whole game between two commands; tuples by seat have a place for players who left, too."""

    options: SkrapOptions
    cards: Cards
    """Every card that exists, in canonical order: what conservation is judged against."""
    phase: Phase = "surge"
    round: int
    heads: tuple[int, ...]
    sizes: tuple[int, ...]
    """Cards dealt to each seat at the start of this round; 0 once it has left."""
    hands: tuple[Cards, ...]
    """In canonical order, so that whatever is chosen from a hand depends on its cards alone."""
    surge: tuple[Card | None, ...]
    throws: tuple[Shape | Back | None, ...]
    scavengers: tuple[Cards, ...]
    turn: Seat | None = None
    """The opener in `open`, the player who answers in `battle`."""
    contenders: tuple[Seat, ...] = ()
    undecided: int = 0
    """Undecided throws in a row (R6)."""
    unable: tuple[Seat, ...] = ()
    field: tuple[PlayedBot, ...] = ()
    passed: tuple[Seat, ...] = ()
    """Who passed the current bot (or, with final passes, in this round); in `scavenge` who had no pair."""
    pack: Cards = ()
    aside: Cards = ()
    left: tuple[Seat, ...] = ()
    winners: tuple[Seat, ...] = ()

    @property
    def active(self) -> tuple[Seat, ...]:
        """The seats that have not left, in seat order."""
        seats = _ALL_SEATS[len(self.hands)]
        return tuple(seat for seat in seats if seat not in self.left) if self.left else seats

    @property
    def champion_owner(self) -> Seat:
        """Who built the last bot, which is the champion once the battle is over; they may have left."""
        return self.field[-1].owner

    @property
    def all_cards(self) -> Cards:
        """The cards of every zone."""
        return (
            *chain(*self.hands, *self.scavengers),
            *filter(None, self.surge),
            *chain.from_iterable((bot.weapon, bot.armour) for bot in self.field),
            *self.pack,
            *self.aside,
        )

    def left_of(self, seat: Seat) -> Iterator[Seat]:
        """The other active seats in turn order, beginning to the left of `seat`."""
        seats = len(self.hands)
        return (other for other in (*range(seat + 1, seats), *range(seat)) if other not in self.left)

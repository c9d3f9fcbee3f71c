"""The state of a game of Skrap: all zones of section 2, and the questions every module asks of them."""

from itertools import chain
from typing import Annotated, Literal

import msgspec
from msgspec import Meta

from bot.engine.cards import Card, Cards, in_order
from bot.engine.chance import Seat, Shape
from bot.engine.draft import GameState
from bot.engine.positions import BySeat, Count, Sparse, Unwritten
from bot.engine.seats import seats_except
from bot.engine.view import Back
from bot.games.skrap.options import SkrapOptions

Phase = Literal["surge", "throw", "open", "battle", "scavenge", "over"]


class PlayedBot(msgspec.Struct, frozen=True):
    """A bot on the field. Its effective values are fixed when it's played (R12)."""

    owner: Seat
    weapon: Card
    armour: Card
    weapon_value: int
    armour_value: int


class State(GameState, frozen=True, kw_only=True):
    """A whole game between two moves. Values by seat include players who have left."""

    options: Unwritten[SkrapOptions]
    pack: Unwritten[Cards] = msgspec.field(name="cards")
    """Every card that exists, in canonical order. The check for lost cards compares with it."""
    phase: Phase = "surge"
    round: Annotated[int, Meta(ge=1)] = 1
    turn: Seat | None = None
    """The player who has to open in `open`, or to answer in `battle`."""
    heads: BySeat[Count]
    sizes: BySeat[int]
    """Cards dealt to each seat at the start of this round. 0 once it has left."""
    hands: BySeat[Cards]
    """In canonical order, so that a choice from a hand depends on its cards alone."""
    surge: BySeat[Card | None]
    contenders: tuple[Seat, ...] = ()
    throws: Sparse[Shape | Back | None]
    undecided: Annotated[int, Meta(ge=0, le=2)] = 0
    """Undecided throws in a row (R6)."""
    unable: tuple[Seat, ...] = ()
    field: tuple[PlayedBot, ...] = ()
    passed: tuple[Seat, ...] = ()
    """Seats that passed on the current bot (or this round, if passes are final), or declined to scavenge."""
    scavengers: Sparse[Cards]
    stock: Cards = msgspec.field(default=(), name="pack")
    """The cards that weren't dealt."""
    aside: Cards = ()
    left: tuple[Seat, ...] = ()
    winners: tuple[Seat, ...] = ()

    @property
    def active(self) -> tuple[Seat, ...]:
        """The seats that haven't left, in seat order."""
        return seats_except(len(self.hands), self.left)

    @property
    def champion_owner(self) -> Seat:
        """The seat that built the last bot, the champion once the battle is over. They may have left."""
        return self.field[-1].owner

    @property
    def all_cards(self) -> Cards:
        """The cards of all zones in canonical order."""
        bots = chain.from_iterable((bot.weapon, bot.armour) for bot in self.field)
        surge = filter(None, self.surge)
        return in_order(chain(*self.hands, *self.scavengers, surge, bots, self.stock, self.aside))

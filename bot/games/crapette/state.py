"""The state of a game of Crapette: 22 piles, the lifted card, counters (sections 2 and 11.1).

All piles are written bottom to top. They're kept in one row, so that every move takes cards from
one place of the row to another.
"""

from collections.abc import Mapping
from itertools import chain
from typing import Annotated, Final, Literal, TypeAlias, get_args

import msgspec
from msgspec import Meta

from bot.engine.cards import DECK, SUIT_OF, SUITS, Card, Cards, Suit, in_order
from bot.engine.chance import Seat
from bot.engine.draft import GameState
from bot.engine.positions import BySeat, Count, Unwritten
from bot.games.crapette.cards import COURTS, Court
from bot.games.crapette.options import CrapetteOptions

Phase: TypeAlias = Literal["play", "put", "over"]
Pile: TypeAlias = Cards
Place: TypeAlias = int
"""A pile's index in `State.piles`."""
Code: TypeAlias = str
"""A pile as the player on turn names it in a line: `D C OD OC F L1 .. R4`."""
End: TypeAlias = Literal["out", "resign", "clock", "timeouts", "agreed", "repetition", "no-progress", "turns"]
"""The reason a game is over. `out`: its winner has gone out."""
House: TypeAlias = Literal["L1", "L2", "L3", "L4", "R1", "R2", "R3", "R4"]

MAX_TIMEOUTS: Final = 3
"""The number of time-outs in a row that loses the game (R19)."""
MAX_HOUSE_MOVES: Final = 60
"""The most moves between houses in a row in one turn (R14)."""
MAX_UNDO_STEPS: Final = 20
"""The most moves a player may take back in one turn."""

PLAYERS: Final[tuple[Seat, Seat]] = (0, 1)
HOUSES: Final[tuple[House, ...]] = get_args(House)
"""The houses, in the order of their places, which are the first eight."""
DISCARD: Final[Place] = 8
"""The place of seat 0's discard pile, followed by seat 1's. `CRAPAUD` and `HAND` work the same way."""
CRAPAUD: Final[Place] = 10
HAND: Final[Place] = 12
FINISH: Final[Place] = 14
"""The first of eight finishing piles: two per suit, the suits in canonical order."""
PILES: Final = 22

FINISHING: Final[dict[Card, tuple[Place, Place]]] = {
    card: (FINISH + 2 * SUITS.index(SUIT_OF[card]), FINISH + 2 * SUITS.index(SUIT_OF[card]) + 1)
    for card in DECK
}
"""The two finishing piles of each card."""

NAMES: Final[dict[Code, str]] = {
    "D": "my-discard",
    "C": "my-crapaud",
    "F": "finish",
    "OD": "their-discard",
    "OC": "their-crapaud",
    **{house: house for house in HOUSES},
}
"""The piles' names in the moves `move` and `put`, by their short codes."""
CODES: Final[dict[str, Code]] = {name: code for code, name in NAMES.items()}
"""The short codes of the piles, by their names."""
SOURCES: Final[tuple[Code, ...]] = ("D", "C", *HOUSES)
TARGETS: Final[tuple[Code, ...]] = ("F", "OD", "OC", *HOUSES)

PLACES: Final[tuple[dict[Code, Place], ...]] = tuple(
    {
        **{house: place for place, house in enumerate(HOUSES)},
        "D": DISCARD + seat,
        "OD": DISCARD + 1 - seat,
        "C": CRAPAUD + seat,
        "OC": CRAPAUD + 1 - seat,
    }
    for seat in PLAYERS
)
"""The place of each pile as the player on turn names it, by seat."""


def last_finished(piles: tuple[Pile, ...], card: Card) -> Place:
    """Return the finishing pile that got this card last. The second is never higher than the first."""
    first, second = FINISHING[card]
    return second if piles[second][-1:] == (card,) else first


class MadeMove(msgspec.Struct, frozen=True):
    """A move that can be taken back: its cards, bottom to top, and its piles."""

    cards: Pile
    source: Code
    target: Code


class State(GameState, frozen=True, kw_only=True):
    """A whole game between two moves. The fields are those of the notation, with all piles in one row."""

    options: Unwritten[CrapetteOptions]
    pack: Unwritten[Pile]
    """All cards of the game, in canonical order. The check for lost cards compares with it."""
    piles: Unwritten[tuple[Pile, ...]]
    turn: Seat = 0
    turn_number: Annotated[int, Meta(ge=1)] = 1
    lifted: Card | None = None
    hand_unseen: BySeat[Count] = (0, 0)
    """The number of cards at the top of each hand that were never shown."""
    crapaud_unseen: BySeat[Count] = (0, 0)
    """The number of cards at the bottom of each crapaud that were never shown."""
    timeouts: BySeat[Annotated[int, Meta(ge=0, le=MAX_TIMEOUTS)]] = (0, 0)
    """Time-outs in a row, by seat."""
    used: BySeat[Count] = (0, 0)
    """Seconds used, by seat: in the whole game if that's counted, else in the current turn."""
    house_moves: Annotated[int, Meta(ge=0, le=MAX_HOUSE_MOVES)] = 0
    undo: tuple[MadeMove, ...] = ()
    undo_used: Annotated[int, Meta(ge=0, le=MAX_UNDO_STEPS)] = 0
    progress: int = 0
    idle_turns: Count = 0
    offer: Seat | None = None
    """The seat whose draw offer is open."""
    offered: tuple[Seat, ...] = ()
    end: End | None = None
    winners: tuple[Seat, ...] = ()
    history: tuple[str, ...] = ()

    @property
    def phase(self) -> Phase:
        """`play`, `put` while a card is lifted, or `over`."""
        if self.end is not None:
            return "over"
        return "play" if self.lifted is None else "put"

    @property
    def all_cards(self) -> Pile:
        """The cards of all piles in canonical order, and the lifted one."""
        lifted = () if self.lifted is None else (self.lifted,)
        return in_order((*chain(*self.piles), *lifted))

    @property
    def active(self) -> tuple[Seat, ...]:
        """Both seats, except one that has resigned or left."""
        return self.winners if self.end == "resign" else PLAYERS

    @property
    def court(self) -> Court:
        """The face-card order in play."""
        return COURTS[self.options.court_order]

    @property
    def houses(self) -> tuple[Pile, ...]:
        """The eight houses in the order of their names."""
        return self.piles[: len(HOUSES)]

    @property
    def hand(self) -> Pile:
        """The hand of the player on turn."""
        return self.piles[HAND + self.turn]

    @property
    def discard(self) -> Pile:
        """The discard pile of the player on turn."""
        return self.piles[DISCARD + self.turn]

    @property
    def crapaud(self) -> Pile:
        """The crapaud of the player on turn."""
        return self.piles[CRAPAUD + self.turn]

    def own(self, seat: Seat) -> tuple[Pile, Pile, Pile]:
        """Return the hand, discard pile and crapaud of a player."""
        return self.piles[HAND + seat], self.piles[DISCARD + seat], self.piles[CRAPAUD + seat]

    def finished(self, suit: Suit) -> tuple[Pile, Pile]:
        """Return the two finishing piles of a suit."""
        first = FINISH + 2 * SUITS.index(suit)
        return self.piles[first], self.piles[first + 1]

    @property
    def is_exhausted(self) -> bool:
        """Whether the player on turn has neither hand nor discard pile nor lifted card (R9)."""
        return self.lifted is None and not self.hand and not self.discard

    @property
    def empty_houses(self) -> list[Code]:
        """The houses without a card, in the order of their names."""
        return [house for house, pile in zip(HOUSES, self.houses, strict=True) if not pile]

    def has_cards(self, seat: Seat) -> bool:
        """Whether a player has any cards left. A player without any has won."""
        has_lifted = self.lifted is not None and seat == self.turn
        return has_lifted or any(self.piles[zone + seat] for zone in (HAND, DISCARD, CRAPAUD))

    def place(self, code: Code) -> Place:
        """Return the place of a pile by the code of the player on turn. For `F`, call `goal`."""
        return PLACES[self.turn][code]

    def pile(self, code: Code) -> Pile:
        """Return a pile by the code of the player on turn."""
        return self.piles[PLACES[self.turn][code]]

    def top(self, code: Code) -> Card | None:
        """Return the top of a pile by the code of the player on turn. None if it's empty."""
        pile = self.piles[PLACES[self.turn][code]]
        return pile[-1] if pile else None

    def finishing(self, card: Card) -> Place | None:
        """Return the first finishing pile that takes this card now, None when neither does."""
        height = self.court.value[card] - 1
        first, second = FINISHING[card]
        if len(self.piles[first]) == height:
            return first
        return second if len(self.piles[second]) == height else None

    def goal(self, target: Code, card: Card) -> Place:
        """Return the place of the pile that this card goes to. The pile must take it."""
        place = self.finishing(card) if target == "F" else self.place(target)
        assert place is not None, f"no finishing pile takes {card}"
        return place

    def piles_with(self, piles: Mapping[Place, Pile]) -> tuple[Pile, ...]:
        """Return all piles, with these in place of the former ones."""
        row = list(self.piles)
        for place, pile in piles.items():
            row[place] = pile
        return tuple(row)

    def heights(self) -> list[tuple[int, int]]:
        """Return the heights of the two finishing piles of each suit, in canonical order."""
        tops = self.piles[FINISH:]
        return [(len(tops[at]), len(tops[at + 1])) for at in range(0, len(tops), 2)]

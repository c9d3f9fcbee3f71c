"""The state: 22 piles, the lifted card and what is counted (sections 2 and 11.1), and questions about it.

All piles lie bottom to top, the last card being the top. They're kept in one row of places, so that
any move is cards going from one place to another.
"""

from collections.abc import Mapping
from itertools import chain
from typing import Annotated, Final, Literal, TypeAlias, get_args

import msgspec
from msgspec import Meta

from bot.engine.cards import PACK, SUIT_OF, SUITS, Card, Cards, Suit, in_order
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
"""Why a game is over. `out` when its winner had played everything out."""
House: TypeAlias = Literal["L1", "L2", "L3", "L4", "R1", "R2", "R3", "R4"]

MAX_TIMEOUTS: Final = 3
"""How many timeouts in a row lose the game (R19)."""
MAX_HOUSE_MOVES: Final = 60
"""How many house-to-house moves may follow each other in a turn (R14)."""
MAX_UNDO_STEPS: Final = 20
"""How many moves may be taken back in one turn."""

PLAYERS: Final[tuple[Seat, Seat]] = (0, 1)
HOUSES: Final[tuple[House, ...]] = get_args(House)
"""The houses have the first eight places, in the order of their names."""
DISCARD: Final[Place] = 8
"""The place of seat 0's discard pile. Seat 1's follows, as with the two below."""
CRAPAUD: Final[Place] = 10
HAND: Final[Place] = 12
FINISH: Final[Place] = 14
"""The first of eight finishing piles: two per suit, the suits in canonical order."""
PILES: Final = 22

FINISHING: Final[dict[Card, tuple[Place, Place]]] = {
    card: (FINISH + 2 * SUITS.index(SUIT_OF[card]), FINISH + 2 * SUITS.index(SUIT_OF[card]) + 1)
    for card in PACK
}
"""The two places where a card can finish."""

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
"""The codes by the names."""
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
"""The indexes of the piles named by the player on turn, by seat."""


def last_finished(piles: tuple[Pile, ...], card: Card) -> Place:
    """Return the finishing pile that got this card last: the second is never higher than the first."""
    first, second = FINISHING[card]
    return second if piles[second][-1:] == (card,) else first


class MadeMove(msgspec.Struct, frozen=True):
    """A move that can be taken back: the cards bottom to top, and between which piles they went."""

    cards: Pile
    source: Code
    target: Code


class State(GameState, frozen=True, kw_only=True):
    """One game between two commands. The fields are those of the notation, the piles in one row."""

    options: Unwritten[CrapetteOptions]
    pack: Unwritten[Pile]
    """All cards that take part, in canonical order: what conservation is judged against."""
    piles: Unwritten[tuple[Pile, ...]]
    turn: Seat = 0
    turn_number: Annotated[int, Meta(ge=1)] = 1
    lifted: Card | None = None
    hand_unseen: BySeat[Count] = (0, 0)
    """Cards of each hand, from the top, that were never shown."""
    crapaud_unseen: BySeat[Count] = (0, 0)
    """Cards of each crapaud, from the bottom, that were never shown."""
    timeouts: BySeat[Annotated[int, Meta(ge=0, le=MAX_TIMEOUTS)]] = (0, 0)
    """How many timeouts each player has had in a row."""
    used: BySeat[Count] = (0, 0)
    """Seconds: of the whole game with a chess clock, else of the present turn."""
    house_moves: Annotated[int, Meta(ge=0, le=MAX_HOUSE_MOVES)] = 0
    undo: tuple[MadeMove, ...] = ()
    undo_used: Annotated[int, Meta(ge=0, le=MAX_UNDO_STEPS)] = 0
    progress: int = 0
    idle_turns: Count = 0
    offer: Seat | None = None
    """Whose draw offer is open."""
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
        """Both seats, but for one that has resigned or left."""
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
        """Hand, discard pile and crapaud of a player."""
        return self.piles[HAND + seat], self.piles[DISCARD + seat], self.piles[CRAPAUD + seat]

    def finished(self, suit: Suit) -> tuple[Pile, Pile]:
        """Return the two finishing piles of a suit."""
        first = FINISH + 2 * SUITS.index(suit)
        return self.piles[first], self.piles[first + 1]

    @property
    def is_exhausted(self) -> bool:
        """Whether the player on turn has neither hand nor discard pile (R9)."""
        return self.lifted is None and not self.hand and not self.discard

    @property
    def empty_houses(self) -> list[Code]:
        """The houses without a card, in the order of their names."""
        return [house for house, pile in zip(HOUSES, self.houses, strict=True) if not pile]

    def has_cards(self, seat: Seat) -> bool:
        """Whether a player has any card left. One who has none has won."""
        has_lifted = self.lifted is not None and seat == self.turn
        return has_lifted or any(self.piles[zone + seat] for zone in (HAND, DISCARD, CRAPAUD))

    def place(self, code: Code) -> Place:
        """Return where a pile lies that the player on turn names, for `F` see `goal`."""
        return PLACES[self.turn][code]

    def pile(self, code: Code) -> Pile:
        """Return the pile that the player on turn calls so."""
        return self.piles[PLACES[self.turn][code]]

    def top(self, code: Code) -> Card | None:
        """Return the top card of the pile that the player on turn calls so. None when it's empty."""
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
        """Return where a card comes to lie that goes to a pile which takes it."""
        place = self.finishing(card) if target == "F" else self.place(target)
        assert place is not None, f"no finishing pile takes {card}"
        return place

    def piles_with(self, piles: Mapping[Place, Pile]) -> tuple[Pile, ...]:
        """Return all piles, with these at their places."""
        row = list(self.piles)
        for place, pile in piles.items():
            row[place] = pile
        return tuple(row)

    def heights(self) -> list[tuple[int, int]]:
        """Return how many cards lie on the two finishing piles of each suit, in canonical order."""
        tops = self.piles[FINISH:]
        return [(len(tops[at]), len(tops[at + 1])) for at in range(0, len(tops), 2)]

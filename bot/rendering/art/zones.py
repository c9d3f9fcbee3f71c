"""What a picture is made of: zones of a table, described without a word about pixels.

A game fills these from its sheet. Cards are card texts, or `back` for one whose face is hidden.
"""

from collections.abc import Sequence
from typing import Final

import msgspec

from bot.engine.cards import Suit
from bot.rendering.art.faces import BACK_FACE, Shown
from bot.rendering.art.palette import Deck

BACK: Final[Shown] = BACK_FACE


class Group(msgspec.Struct, frozen=True):
    """Cards that belong together: a laid set, a surge card, a pair."""

    cards: tuple[Shown, ...]
    label: str = ""
    across: Shown | None = None
    """A card that lies across them."""


class Pile(msgspec.Struct, frozen=True, tag="pile"):
    """A pile of which the top is seen; without a top its place is empty."""

    label: str
    top: Shown | None = None
    count: int | None = None
    unit: str = "card"
    """What the pile is counted in."""
    ghost: Suit | None = None
    """The suit that belongs on the empty place."""
    spoken: str = ""
    """What the description calls a pile whose label is not drawn."""
    lit: bool = False


class Fan(msgspec.Struct, frozen=True, tag="fan"):
    """Cards side by side in as many rows as they need; parts are kept a little apart."""

    label: str
    parts: tuple[tuple[Shown, ...], ...]
    lit: frozenset[Shown] = frozenset()
    """Cards with a golden edge."""

    @property
    def cards(self) -> tuple[Shown, ...]:
        """All its cards in order."""
        return tuple(card for part in self.parts for card in part)


class Spread(msgspec.Struct, frozen=True, tag="spread"):
    """Large groups of cards beside each other."""

    label: str
    groups: tuple[Group, ...]
    framed: bool = False
    """Whether it stands out from the rest of the table."""


class Seat(msgspec.Struct, frozen=True, tag="seat"):
    """A player: name, score, hidden cards, and what lies before them."""

    name: str
    place: int
    """Counted from 1; stands in for a name that cannot be drawn."""
    score: str = ""
    unit: str = ""
    hand: int | None = None
    """How many cards they hold."""
    acts: bool = False
    """Whether they are awaited."""
    away: bool = False
    """Whether they have left."""
    notes: tuple[str, ...] = ()
    groups: tuple[Group, ...] = ()
    lit: frozenset[Shown] = frozenset()
    beside: bool = False
    """Whether the groups are few and lie beside what the player holds, not under it."""


class Column(msgspec.Struct, frozen=True):
    """Cards that overlap downwards, the lowest one uncovered."""

    label: str
    cards: tuple[Shown, ...]


class Columns(msgspec.Struct, frozen=True, tag="columns"):
    """Columns of cards beside each other."""

    columns: tuple[Column, ...]


class Banner(msgspec.Struct, frozen=True, tag="banner"):
    """Words across the table: a title, what is going on, perhaps dice or a suit."""

    title: str
    text: str = ""
    dice: tuple[int, ...] = ()
    sign: Suit | None = None


Zone = Pile | Fan | Spread | Seat | Columns | Banner


class Board(msgspec.Struct, frozen=True, tag="board"):
    """A whole picture: rows of zones. Piles take what they need, the other zones share what is left."""

    rows: tuple[tuple[Zone, ...], ...]
    deck: Deck = "two"
    width: int = 1100


def in_pairs(seats: Sequence[Seat]) -> tuple[tuple[Seat, ...], ...]:
    """Players in rows of two, clockwise from the top left."""
    return tuple(tuple(seats[start : start + 2]) for start in range(0, len(seats), 2))

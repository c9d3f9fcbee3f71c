"""Dramas: pictures of a table's newest event, in the middle of its stage. `parts` draws them."""

from typing import Literal

import msgspec

from bot.engine.cards import Card, Rank, Suit

CardSide = str
"""The visible side of a card: the card itself, or `back`."""


class Fanned(msgspec.Struct, frozen=True, gc=False, tag="fanned"):
    """Cards that were played together, as a fan, with their gain in a burst."""

    cards: tuple[Card, ...]
    burst: str = ""
    wild: frozenset[Card] = frozenset()


class Caught(msgspec.Struct, frozen=True, gc=False, tag="caught"):
    """A bluff that was called: the rank behind a torn mask, and the card it cost."""

    rank: Rank
    lost: Card | None = None


class Proven(msgspec.Struct, frozen=True, gc=False, tag="proven"):
    """A call that was wrong: the card that proves it, with the mask lifted, and the card it cost."""

    card: Card
    lost: Card | None = None


class Swept(msgspec.Struct, frozen=True, gc=False, tag="swept"):
    """A discarded hand with its number of cards, and the dice."""

    dice: tuple[int, ...]
    count: int


class Matched(msgspec.Struct, frozen=True, gc=False, tag="matched"):
    """Hidden cards turned up, each with the number of its matches."""

    cards: tuple[Card, ...]
    matches: tuple[int, ...]


class Counted(msgspec.Struct, frozen=True, gc=False, tag="counted"):
    """Cards that were played on each other, the last one with a rim, and their total in a burst."""

    cards: tuple[Card, ...]
    burst: str = ""


class Portrait(msgspec.Struct, frozen=True, gc=False, tag="portrait"):
    """The one or two players of an event, with its cards between them or to their right."""

    avatars: tuple[str, ...]
    cards: tuple[CardSide, ...] = ()
    mood: Literal["", "out", "idiot", "champion", "skipped"] = ""
    """Strokes and rays for whoever goes out, a fool's cap, a crown, or a dimmed face."""
    burst: str = ""
    suit: Suit | None = None
    """The suit that was named: a white disc."""
    rank: Rank | None = None
    """The rank that was asked for: a dashed card."""
    sign: Literal["", "shield", "cross"] = ""
    """A sign on the card: protected, or not found."""


class Turned(msgspec.Struct, frozen=True, gc=False, tag="turned"):
    """The players around the card that turns the direction of play, with arrows from one to the next."""

    avatars: tuple[str, ...]
    card: Card
    way: Literal["clockwise", "anticlockwise"]


class Shared(msgspec.Struct, frozen=True, gc=False, tag="shared"):
    """A card of each player above their avatar. Those at `marked` places have a rim."""

    avatars: tuple[str, ...]
    cards: tuple[CardSide, ...]
    marked: tuple[int, ...] = ()


class Bars(msgspec.Struct, frozen=True, gc=False, tag="bars"):
    """The points that a round brought each player, as bars above their avatars."""

    avatars: tuple[str, ...]
    gains: tuple[int, ...]


Drama = Fanned | Caught | Proven | Swept | Matched | Counted | Portrait | Turned | Shared | Bars

"""A table as it may be, from what one seat knows of it."""

from collections import Counter
from collections.abc import Mapping, Sequence
from functools import lru_cache
from typing import Any, Final, NamedTuple

import msgspec
from msgspec.structs import replace

from bot.engine.cards import ORDER, PACK, Card, in_order
from bot.engine.chance import Chance, Seat
from bot.engine.notation import read_seat
from bot.games.craits.cards import Cards
from bot.games.craits.notes import CardSet, CraitsNotes, Group, Groups, groups_of
from bot.games.craits.options import CraitsOptions, packs_for
from bot.games.craits.position import from_position
from bot.games.craits.state import State

_BIT: Final = {card: 1 << ORDER[card] for card in PACK}
_SURPRISE: Final = 1
"""On this throw of a die a player holds a card that they would rather have played."""


class _Share(NamedTuple):
    """Hidden cards of a hand that are still to be dealt."""

    seat: Seat
    cards: int
    lacks: CardSet
    spared: CardSet


class _Known(NamedTuple):
    """What all tables that look like one sheet have in common."""

    plain: State
    """Any of them."""
    unseen: Cards
    """The cards that may be anywhere, in canonical order."""
    under: Cards
    """The cards that lie below the top for certain."""
    shares: Sequence[_Share]
    """What is to be dealt to whom, the most particular first."""


def imagine(sheet: Mapping[str, Any], notes: CraitsNotes, options: CraitsOptions, chance: Chance) -> State:
    """A table that looks like this sheet: hidden cards are dealt so that they fit what the notes tell."""
    known = _known(msgspec.msgpack.encode(sheet), notes, options)
    plain = known.plain
    pool = list(chance.shuffle(known.unseen))
    hands = list(plain.hands)
    for share in known.shares:
        hands[share.seat] = ()
    for share in known.shares:
        hands[share.seat] += _dealt(share, pool, chance)
    for share in known.shares:
        hands[share.seat] = in_order(hands[share.seat])
    covered = len(plain.under) - len(known.under)
    lying = covered + len(plain.stock)
    world = replace(
        plain,
        hands=tuple(hands),
        under=(*known.under, *pool[:covered]),
        stock=tuple(pool[covered:lying]),
    )
    return world if lying == len(pool) else replace(world, pack=_pack(world))


@lru_cache(maxsize=8)  # a search asks for hundreds of tables that look the same
def _known(encoded: bytes, notes: CraitsNotes, options: CraitsOptions) -> _Known:
    """What is known of a table from its sheet and the notes."""
    sheet = msgspec.msgpack.decode(encoded)
    seats = len(sheet["hands"])
    packs = packs_for(seats, options)
    under = notes.under if len(notes.under) <= sheet["under"] else ()
    unseen = _unseen(sheet, under, packs)
    plain = from_position(_plainest(sheet, under, unseen), seats, options)
    undeclared = frozenset(seat for seat in notes.undeclared if len(plain.hands[seat]) == 1)
    shares = _shares(sheet["hands"], notes, packs)
    return _Known(replace(plain, undeclared=undeclared - plain.declared), unseen, under, shares)


def _unseen(sheet: Mapping[str, Any], under: Cards, packs: int) -> Cards:
    """The cards that may be anywhere."""
    shown = [card for hand in sheet["hands"].values() if not isinstance(hand, int) for card in hand]
    unseen = Counter(dict.fromkeys(PACK, packs))
    unseen.subtract((*under, *shown, *([sheet["top"]] if sheet["top"] else [])))
    return tuple(unseen.elements())


def _plainest(sheet: Mapping[str, Any], under: Cards, unseen: Cards) -> dict[str, Any]:
    """The position of a table that looks like this sheet, the hidden cards dealt as they come."""
    pool = iter(unseen)

    def some(number: int) -> list[Card]:
        return [next(pool) for _ in range(number)]

    hands = {letter: some(hand) if isinstance(hand, int) else hand for letter, hand in sheet["hands"].items()}
    below = [*under, *some(sheet["under"] - len(under))]
    return {**sheet, "hands": hands, "under": below, "stock": some(sheet["stock"]), "undeclared": []}


def _shares(hands: Mapping[str, Any], notes: CraitsNotes, packs: int) -> list[_Share]:
    shares = [
        _Share(seat, group.cards, group.lacks | (group.stocked if packs == 1 else 0), group.spared)
        for seat, number in ((read_seat(letter, len(hands)), hand) for letter, hand in hands.items())
        if isinstance(number, int)
        for group in _groups(notes, seat, number)
    ]
    return sorted(shares, key=lambda share: -share.lacks.bit_count())


def _groups(notes: CraitsNotes, seat: Seat, number: int) -> Groups:
    """What is known of a hand; only the number, where the notes tell of another hand than this one."""
    groups = groups_of(notes, seat)
    return groups if sum(group.cards for group in groups) == number else (Group(number),)


def _dealt(share: _Share, pool: list[Card], chance: Chance) -> Cards:
    """The cards of a share, taken from the pool. Where too few fit, what is less sure is dropped first."""
    dealt: list[Card] = []
    for lacks, spared in ((share.lacks, share.spared), (share.lacks, 0), (0, 0)):
        place = 0
        while place < len(pool) and len(dealt) < share.cards:
            bit = _BIT[pool[place]]
            if bit & lacks or (bit & spared and chance.die() != _SURPRISE):
                place += 1
            else:
                dealt.append(pool.pop(place))
    return tuple(dealt)


def _pack(state: State) -> Cards:
    """All the cards of a table that was set up with fewer than a pack."""
    top = () if state.top is None else (state.top,)
    return in_order((*state.stock, *state.under, *top, *(card for hand in state.hands for card in hand)))

"""A table as it may be, from what one seat knows of it."""

from collections import Counter
from collections.abc import Mapping
from typing import Any, Final, NamedTuple

from bot.engine.cards import ORDER, PACK, Card
from bot.engine.chance import Chance, seat_letter
from bot.engine.notation import letters, seat_of
from bot.games.craits.notes import CardSet, CraitsNotes, Group, Groups, groups_of
from bot.games.craits.options import CraitsOptions, packs_for
from bot.games.craits.position import from_position
from bot.games.craits.state import State

_BIT: Final = {card: 1 << ORDER[card] for card in PACK}
_SURPRISE: Final = 1
"""The throw of a die with which players hold a card that they should have played sooner."""


class _Share(NamedTuple):
    """Hidden cards of a hand that are still to be dealt."""

    letter: str
    cards: int
    lacks: CardSet
    spared: CardSet


def imagine(sheet: Mapping[str, Any], notes: CraitsNotes, options: CraitsOptions, chance: Chance) -> State:
    """A table that looks like this sheet: hidden cards are dealt so that they fit what the notes tell."""
    seats = len(sheet["hands"])
    under = list(notes.under) if len(notes.under) <= sheet["under"] else []
    packs = packs_for(seats, options)
    pool = _unseen(sheet, under, packs)
    shuffled = list(chance.shuffle(pool))
    hands = _hands(sheet["hands"], _shares(sheet["hands"], notes, packs), shuffled, chance)
    covered = sheet["under"] - len(under)
    position = {
        **sheet,
        "hands": hands,
        "under": under + shuffled[:covered],
        "stock": shuffled[covered : covered + sheet["stock"]],
        "undeclared": letters([seat for seat in notes.undeclared if _is_single(sheet, seat)]),
    }
    return from_position(position, seats, options)


def _unseen(sheet: Mapping[str, Any], under: list[Card], packs: int) -> tuple[Card, ...]:
    """The cards that may be anywhere, in canonical order."""
    shown = [card for hand in sheet["hands"].values() if not isinstance(hand, int) for card in hand]
    unseen = Counter(dict.fromkeys(PACK, packs))
    unseen.subtract((*under, *shown, *([sheet["top"]] if sheet["top"] else [])))
    return tuple(unseen.elements())


def _shares(hands: Mapping[str, Any], notes: CraitsNotes, packs: int) -> list[_Share]:
    """What is to be dealt to whom, the most particular first."""
    shares = [
        _Share(letter, group.cards, group.lacks | (group.stocked if packs == 1 else 0), group.spared)
        for letter, number in hands.items()
        if isinstance(number, int)
        for group in _groups(notes, seat_of(letter, len(hands)), number)
    ]
    return sorted(shares, key=lambda share: -share.lacks.bit_count())


def _groups(notes: CraitsNotes, seat: int, number: int) -> Groups:
    """What is known of a hand; only the number, where the notes tell of another hand than this one."""
    groups = groups_of(notes, seat)
    return groups if sum(group.cards for group in groups) == number else (Group(number),)


def _hands(
    hands: Mapping[str, Any], shares: list[_Share], pool: list[Card], chance: Chance
) -> dict[str, list[Card]]:
    """All hands, the hidden ones from the pool, which loses those cards."""
    dealt = {letter: [] if isinstance(hand, int) else list(hand) for letter, hand in hands.items()}
    for share in shares:
        dealt[share.letter] += _dealt(share, pool, chance)
    return dealt


def _dealt(share: _Share, pool: list[Card], chance: Chance) -> list[Card]:
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
    return dealt


def _is_single(sheet: Mapping[str, Any], seat: int) -> bool:
    hand = sheet["hands"].get(seat_letter(seat))
    return hand == 1 or (isinstance(hand, list) and len(hand) == 1)
